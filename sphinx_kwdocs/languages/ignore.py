"""Lists of patterns for files that a tool leaves alone, such as `.gitignore`."""

from sphinx_kwdocs.languages._token_facts import read_comment
from sphinx_kwdocs.languages._token_language import token_language
from sphinx_kwdocs.model import TokenRules

LANGUAGE = token_language(
    "ignore",
    "Ignore patterns",
    (".gitignore", ".dockerignore", ".npmignore", ".prettierignore", ".eslintignore", ".stylelintignore",
     ".gcloudignore", ".helmignore", ".vscodeignore"),
    TokenRules(comments=(r"^[ \t]*#[^\n]*",)),
    extract=read_comment,
    reads="nothing",
)  # fmt: skip
