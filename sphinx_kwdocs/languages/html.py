"""HTML: highlighted, without keywords."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_comment
from sphinx_kwdocs.languages._tokens.markup_family import MARKUP_TOKENS

LANGUAGE = token_language(
    "html",
    "HTML document",
    ("*.html", "*.htm", "*.xhtml", "*.jinja", "*.j2"),
    MARKUP_TOKENS,
    extract=read_comment,
    reads="nothing",
    pygments="html",
)
