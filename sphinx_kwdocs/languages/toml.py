"""TOML: its keys and table names."""

from sphinx_kwdocs.languages._patterns import DOUBLE_QUOTED, HASH_COMMENT, TRIPLE_DOUBLE_QUOTED
from sphinx_kwdocs.languages._token_facts import read_keys
from sphinx_kwdocs.languages._token_language import token_language
from sphinx_kwdocs.model import TokenRules

LANGUAGE = token_language(
    "toml",
    "TOML configuration",
    ("*.toml", "pipfile", "uv.lock", "poetry.lock", "pdm.lock", "cargo.lock"),
    TokenRules(
        comments=(HASH_COMMENT,),
        strings=(TRIPLE_DOUBLE_QUOTED, r"'{3}[\s\S]*?(?:'{3,5}|\Z)", DOUBLE_QUOTED, r"'[^'\n]*'?"),
        constants=frozenset({"true", "false", "inf", "nan"}),
        specials=(
            (r"^[ \t]*\[\[?[^\[\]\"'\n#,=]+\]\]?(?=[ \t]*(?:#|$))", "nt"),
            (r"^[ \t]*[\w.-]+[ \t]*=", "nt"),
            (r"\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?", "ld"),
        ),
        word=r"[^\W\d][\w-]*",
    ),
    extract=read_keys,
    reads="keys, tables",
    pygments="toml",
)
