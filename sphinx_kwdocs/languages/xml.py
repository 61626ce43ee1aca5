"""XML: highlighted, without keywords."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_comment
from sphinx_kwdocs.languages._tokens.markup_family import MARKUP_TOKENS

LANGUAGE = token_language(
    "xml",
    "XML document",
    ("*.xml", "*.xsd", "*.xsl", "*.xslt", "*.svg", "*.plist", "*.rng", "*.wsdl"),
    MARKUP_TOKENS,
    extract=read_comment,
    reads="nothing",
    pygments="xml",
)
