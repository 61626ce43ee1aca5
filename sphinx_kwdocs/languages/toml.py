"""TOML: its tables, and its keys with the tables they stand in."""

from functools import partial

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_paths
from sphinx_kwdocs.languages._tokens.patterns import DOUBLE_QUOTED, HASH_COMMENT, TRIPLE_DOUBLE_QUOTED
from sphinx_kwdocs.languages._tokens.toml_keys import TRIPLE_SINGLE_QUOTED, toml_keys
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "toml",
    "TOML configuration",
    ("*.toml", "pipfile", "uv.lock", "poetry.lock", "pdm.lock", "cargo.lock"),
    TokenRules(
        comments=(HASH_COMMENT,),
        strings=(TRIPLE_DOUBLE_QUOTED, TRIPLE_SINGLE_QUOTED, DOUBLE_QUOTED, r"'[^'\n]*'?"),
        constants=frozenset({"true", "false", "inf", "nan"}),
        specials=(
            (r"^[ \t]*\[\[?[^\[\]\"'\n#,=]+\]\]?(?=[ \t]*(?:#|$))", "nt"),
            (r"^[ \t]*[\w.-]+[ \t]*=", "nt"),
            (r"\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?", "ld"),
        ),
        word=r"[^\W\d][\w-]*",
    ),
    extract=partial(read_paths, paths_of=toml_keys),
    reads="tables, keys with their paths",
    pygments="toml",
)
