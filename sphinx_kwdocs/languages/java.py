"""Java: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.patterns import (
    BLOCK_COMMENT,
    DOUBLE_QUOTED,
    SINGLE_QUOTED,
    SLASH_COMMENT,
    TRIPLE_DOUBLE_QUOTED,
)
from sphinx_kwdocs.model.plugin_records import TokenRules

_KEYWORDS = (
    "abstract assert break case catch class const continue default do else enum extends final finally for goto "
    "if implements import instanceof interface native new package permits private protected public record return "
    "sealed static strictfp super switch synchronized this throw throws transient try var void volatile while "
    "yield"
)
_BUILTINS = (
    "boolean byte char double float int long short Boolean Byte Character Double Exception Float Integer "
    "Iterable Long Math Object Override Runnable RuntimeException Short String StringBuilder System Thread "
    "Throwable"
)

LANGUAGE = token_language(
    "java",
    "Java source",
    ("*.java",),
    TokenRules(
        comments=(SLASH_COMMENT, BLOCK_COMMENT),
        strings=(TRIPLE_DOUBLE_QUOTED, DOUBLE_QUOTED, SINGLE_QUOTED),
        keywords=frozenset(_KEYWORDS.split()),
        constants=frozenset({"true", "false", "null"}),
        builtins=frozenset(_BUILTINS.split()),
        specials=((r"@[^\W\d][\w.]*", "nd"),),
    ),
    pygments="java",
)
