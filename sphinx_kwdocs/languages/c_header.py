"""Headers of C and C++, which share a suffix: their identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.c_family import c_family_tokens

LANGUAGE = token_language(
    "c_header",
    "C or C++ header",
    ("*.h",),
    c_family_tokens(),
    pygments="cpp",
)
