"""XML: highlighted, without keywords."""

from sphinx_kwdocs.languages._markup_family import MARKUP_TOKENS
from sphinx_kwdocs.languages._token_facts import comment_extractor
from sphinx_kwdocs.model import Language

LANGUAGE = Language(
    "xml",
    "XML document",
    ("*.xml", "*.xsd", "*.xsl", "*.xslt", "*.svg", "*.plist", "*.rng", "*.wsdl"),
    1,
    comment_extractor("xml", MARKUP_TOKENS),
    tokens=MARKUP_TOKENS,
    pygments="xml",
)
