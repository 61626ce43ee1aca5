"""C: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.c_family import c_family_tokens

LANGUAGE = token_language(
    "c",
    "C source",
    ("*.c",),
    c_family_tokens(cpp=False),
    pygments="c",
)
