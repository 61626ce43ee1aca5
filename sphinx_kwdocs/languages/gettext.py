"""Gettext catalogues: highlighted, without keywords, since their words are translations."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_comment
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "gettext",
    "Gettext catalogue",
    ("*.po", "*.pot"),
    TokenRules(
        comments=(r"^#[^\n]*",),
        specials=((r"^(?:msgid_plural|msgid|msgstr|msgctxt|domain)\b", "k"),),
        # Nearly every line is a string: plain, and taken whole, it reads as well and costs a third less.
        word=r'"[^\n]*',
    ),
    extract=read_comment,
    reads="nothing",
    pygments="po",
)
