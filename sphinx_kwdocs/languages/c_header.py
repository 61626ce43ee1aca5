"""Headers of C and C++, which share a suffix: their identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_language import token_language

LANGUAGE = token_language(
    "c_header",
    "C or C++ header",
    ("*.h",),
    c_family_tokens(),
    pygments="cpp",
)
