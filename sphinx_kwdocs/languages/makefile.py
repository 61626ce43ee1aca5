"""Makefiles: their targets."""

from sphinx_kwdocs.languages._patterns import DOUBLE_QUOTED, HASH_COMMENT
from sphinx_kwdocs.languages._token_facts import keys_extractor
from sphinx_kwdocs.model import Language, TokenRules

_KEYWORDS = "define else endef endif export ifdef ifeq ifndef ifneq include override private undefine unexport vpath"

TOKENS = TokenRules(
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
)

LANGUAGE = Language(
    "makefile",
    "Makefile",
    ("makefile", "gnumakefile", "makefile.*", "*.mk", "*.mak"),
    1,
    keys_extractor("makefile", TOKENS, "nf"),
    tokens=TOKENS,
    pygments="make",
)
