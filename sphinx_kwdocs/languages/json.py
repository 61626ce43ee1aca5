"""JSON, also with comments: its keys."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_keys
from sphinx_kwdocs.languages._tokens.patterns import BLOCK_COMMENT, DOUBLE_QUOTED, SLASH_COMMENT
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "json",
    "JSON data",
    ("*.json", "*.jsonc", "*.json5", "*.geojson", "*.jsonl", "*.ndjson", "*.webmanifest"),
    TokenRules(
        comments=(SLASH_COMMENT, BLOCK_COMMENT),
        strings=(DOUBLE_QUOTED,),
        constants=frozenset({"true", "false", "null"}),
        specials=((r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"[ \t]*:', "nt"),),
    ),
    extract=read_keys,
    reads="keys",
    pygments="json",
)
