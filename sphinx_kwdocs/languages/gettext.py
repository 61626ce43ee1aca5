"""Gettext catalogues: highlighted, without keywords, since their words are translations."""

from sphinx_kwdocs.languages._patterns import DOUBLE_QUOTED, HASH_COMMENT
from sphinx_kwdocs.languages._token_facts import comment_extractor
from sphinx_kwdocs.model import Language, TokenRules

TOKENS = TokenRules(
    comments=(HASH_COMMENT,),
    strings=(DOUBLE_QUOTED,),
    keywords=frozenset({"msgid", "msgstr", "msgid_plural", "msgctxt", "domain"}),
)

LANGUAGE = Language(
    "gettext",
    "Gettext catalogue",
    ("*.po", "*.pot"),
    1,
    comment_extractor("gettext", TOKENS),
    tokens=TOKENS,
    pygments="po",
)
