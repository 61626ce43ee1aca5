"""JSON, also with comments: its keys."""

from sphinx_kwdocs.languages._patterns import BLOCK_COMMENT, DOUBLE_QUOTED, SLASH_COMMENT
from sphinx_kwdocs.languages._token_facts import keys_extractor
from sphinx_kwdocs.model import Language, TokenRules

TOKENS = TokenRules(
    comments=(SLASH_COMMENT, BLOCK_COMMENT),
    strings=(DOUBLE_QUOTED,),
    constants=frozenset({"true", "false", "null"}),
    specials=((r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"[ \t]*:', "nt"),),
)

LANGUAGE = Language(
    "json",
    "JSON data",
    ("*.json", "*.jsonc", "*.json5", "*.geojson", "*.jsonl", "*.ndjson", "*.webmanifest"),
    1,
    keys_extractor("json", TOKENS),
    tokens=TOKENS,
    pygments="json",
)
