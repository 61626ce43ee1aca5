"""C++: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.c_family import c_family_tokens

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
