"""Lists of patterns for files that a tool leaves alone, such as `.gitignore`."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_comment
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "ignore",
    "Ignore patterns",
    (".gitignore", ".dockerignore", ".npmignore", ".prettierignore", ".eslintignore", ".stylelintignore",
     ".gcloudignore", ".helmignore", ".vscodeignore"),
    TokenRules(comments=(r"^[ \t]*#[^\n]*",)),
    extract=read_comment,
    reads="nothing",
)  # fmt: skip
