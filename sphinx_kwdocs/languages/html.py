"""HTML: highlighted, without keywords."""

from sphinx_kwdocs.languages._markup_family import MARKUP_TOKENS
from sphinx_kwdocs.languages._token_facts import read_comment
from sphinx_kwdocs.languages._token_language import token_language

LANGUAGE = token_language(
    "html",
    "HTML document",
    ("*.html", "*.htm", "*.xhtml", "*.jinja", "*.j2"),
    MARKUP_TOKENS,
    extract=read_comment,
    reads="nothing",
    pygments="html",
)
