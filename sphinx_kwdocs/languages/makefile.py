"""Makefiles: their targets."""

from functools import partial

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_keys
from sphinx_kwdocs.languages._tokens.patterns import DOUBLE_QUOTED, HASH_COMMENT
from sphinx_kwdocs.model.plugin_records import TokenRules

_KEYWORDS = "define else endef endif export ifdef ifeq ifndef ifneq include override private undefine unexport vpath"

LANGUAGE = token_language(
    "makefile",
    "Makefile",
    ("makefile", "gnumakefile", "makefile.*", "*.mk", "*.mak"),
    TokenRules(
        comments=(HASH_COMMENT,),
        # A single quote may be an apostrophe in an echoed sentence, so it must close on its line.
        strings=(DOUBLE_QUOTED, r"'[^'\n]*'"),
        keywords=frozenset(_KEYWORDS.split()),
        specials=(
            (r"^[\w./%-][\w./% -]*::?(?!=)", "nf"),
            (r"^[ \t]*[\w.-]+[ \t]*(?:[?+!]|:{1,3})?=", "nv"),
            (r"\$\([\w.-]+\)|\$\{[\w.-]+\}|\$[@%<?^+*$]", "nv"),
        ),
        word=r"[^\W\d][\w-]*",
    ),
    extract=partial(read_keys, css_class="nf"),
    reads="targets",
    pygments="make",
)
