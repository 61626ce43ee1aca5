"""SQL: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.patterns import BLOCK_COMMENT
from sphinx_kwdocs.model.plugin_records import TokenRules

_KEYWORDS = (
    "add all alter analyze and any as asc begin between by cascade case cast check collate column commit constraint "
    "create cross current database declare default delete desc distinct drop else end escape except execute exists "
    "explain fetch for foreign from full function grant group having if in index inner insert intersect into is join "
    "key language left like limit materialized natural not of offset on or order outer over partition primary "
    "procedure references replace restrict return returning returns revoke right rollback row rows schema select "
    "sequence set table temporary then to transaction trigger truncate union unique update using values view when "
    "where window with"
)
_TYPES = (
    "bigint binary bit blob boolean char character date datetime decimal double float int integer interval json jsonb "
    "numeric precision real serial smallint text time timestamp tinyint uuid varbinary varchar varying"
)
_CONSTANTS = "true false null unknown"


def _any_case(words: str) -> frozenset[str]:
    return frozenset(form for word in words.split() for form in (word, word.upper(), word.title()))


LANGUAGE = token_language(
    "sql",
    "SQL",
    ("*.sql",),
    TokenRules(
        comments=(r"--[^\n]*", BLOCK_COMMENT),
        strings=(r"'[^']*+(?:''[^']*+)*+'?", r'"[^"\n]*"?', r"`[^`\n]*`?"),
        keywords=_any_case(_KEYWORDS),
        constants=_any_case(_CONSTANTS),
        builtins=_any_case(_TYPES),
    ),
    pygments="sql",
)
