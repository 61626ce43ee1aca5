"""Gettext catalogues: highlighted, without keywords, since their words are translations."""

from sphinx_kwdocs.languages._patterns import DOUBLE_QUOTED, HASH_COMMENT
from sphinx_kwdocs.languages._token_facts import read_comment
from sphinx_kwdocs.languages._token_language import token_language
from sphinx_kwdocs.model import TokenRules

LANGUAGE = token_language(
    "gettext",
    "Gettext catalogue",
    ("*.po", "*.pot"),
    TokenRules(
        comments=(HASH_COMMENT,),
        strings=(DOUBLE_QUOTED,),
        keywords=frozenset({"msgid", "msgstr", "msgid_plural", "msgctxt", "domain"}),
    ),
    extract=read_comment,
    reads="nothing",
    pygments="po",
)
