"""Headers of C and C++, which share a suffix: their identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = c_family_tokens()

LANGUAGE = Language(
    "c_header",
    "C or C++ header",
    ("*.h",),
    1,
    words_extractor("c_header", TOKENS),
    tokens=TOKENS,
    pygments="cpp",
)
