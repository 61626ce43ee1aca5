"""Go: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.patterns import BLOCK_COMMENT, DOUBLE_QUOTED, SINGLE_QUOTED, SLASH_COMMENT
from sphinx_kwdocs.model.plugin_records import TokenRules

_KEYWORDS = (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map "
    "package range return select struct switch type var"
)
_BUILTINS = (
    "any append bool byte cap clear close comparable complex complex128 complex64 copy delete error float32 "
    "float64 imag int int16 int32 int64 int8 len make max min new panic print println real recover rune string "
    "uint uint16 uint32 uint64 uint8 uintptr"
)

LANGUAGE = token_language(
    "go",
    "Go source",
    ("*.go",),
    TokenRules(
        comments=(SLASH_COMMENT, BLOCK_COMMENT),
        strings=(DOUBLE_QUOTED, SINGLE_QUOTED, r"`[^`]*+`?"),
        keywords=frozenset(_KEYWORDS.split()),
        constants=frozenset({"true", "false", "nil", "iota"}),
        builtins=frozenset(_BUILTINS.split()),
    ),
    pygments="go",
)
