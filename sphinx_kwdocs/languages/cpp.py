"""C++: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = c_family_tokens()

LANGUAGE = Language(
    "cpp",
    "C++ source",
    (
        "*.cc",
        "*.cpp",
        "*.cxx",
        "*.c++",
        "*.hh",
        "*.hpp",
        "*.hxx",
        "*.h++",
        "*.ipp",
        "*.tpp",
        "*.inl",
        "*.cppm",
        "*.ixx",
    ),
    1,
    words_extractor("cpp", TOKENS),
    tokens=TOKENS,
    pygments="cpp",
)
