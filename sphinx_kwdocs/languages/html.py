"""HTML: highlighted, without keywords."""

from sphinx_kwdocs.languages._markup_family import MARKUP_TOKENS
from sphinx_kwdocs.languages._token_facts import comment_extractor
from sphinx_kwdocs.model import Language

LANGUAGE = Language(
    "html",
    "HTML document",
    ("*.html", "*.htm", "*.xhtml", "*.jinja", "*.j2"),
    1,
    comment_extractor("html", MARKUP_TOKENS),
    tokens=MARKUP_TOKENS,
    pygments="html",
)
