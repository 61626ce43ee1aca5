"""C++: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_language import token_language

_FILES = (
    "*.cc", "*.cpp", "*.cxx", "*.c++", "*.hh", "*.hpp", "*.hxx", "*.h++", "*.ipp", "*.tpp",
    "*.inl", "*.cppm", "*.ixx",
)  # fmt: skip

LANGUAGE = token_language(
    "cpp",
    "C++ source",
    _FILES,
    c_family_tokens(),
    pygments="cpp",
)
