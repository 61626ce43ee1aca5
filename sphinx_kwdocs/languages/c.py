"""C: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = c_family_tokens(cpp=False)

LANGUAGE = Language(
    "c",
    "C source",
    ("*.c",),
    1,
    words_extractor("c", TOKENS),
    tokens=TOKENS,
    pygments="c",
)
