"""Rust: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.patterns import BLOCK_COMMENT, SLASH_COMMENT
from sphinx_kwdocs.model.plugin_records import TokenRules

_STRING = r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?'
_CHAR = r"'(?:[^'\\\n]|\\(?:[^xu\n]|x\w\w|u\{\w{1,6}\}))'"
_RAW = r'r(?:"[^"]*+"?|#"[\s\S]*?(?:"#|\Z)|##"[\s\S]*?(?:"##|\Z))'

_KEYWORDS = (
    "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move "
    "mut pub ref return self Self static struct super trait type union unsafe use where while yield"
)
_BUILTINS = (
    "bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize Box Clone Copy Debug Default Drop "
    "Eq Err From Into Iterator None Ok Option Ord PartialEq PartialOrd Result Send Some String Sync ToString Vec"
)

LANGUAGE = token_language(
    "rust",
    "Rust source",
    ("*.rs",),
    TokenRules(
        comments=(SLASH_COMMENT, BLOCK_COMMENT),
        strings=(_STRING, _CHAR, _RAW, f"[bc](?:{_STRING}|{_CHAR}|{_RAW})"),
        keywords=frozenset(_KEYWORDS.split()),
        constants=frozenset({"true", "false"}),
        builtins=frozenset(_BUILTINS.split()),
        specials=(
            (r"'[^\W\d]\w*+(?!')", "nl"),
            (r"#!?\[[^\]\n]{0,200}+\]", "cp"),
        ),
    ),
    pygments="rust",
)
