"""Lists of patterns for files that a tool leaves alone, such as `.gitignore`."""

from sphinx_kwdocs.languages._token_facts import comment_extractor
from sphinx_kwdocs.model import Language, TokenRules

TOKENS = TokenRules(comments=(r"^[ \t]*#[^\n]*",))

LANGUAGE = Language(
    "ignore",
    "Ignore patterns",
    (".gitignore", ".dockerignore", ".npmignore", ".prettierignore", ".eslintignore", ".stylelintignore",
     ".gcloudignore", ".helmignore", ".vscodeignore"),
    1,
    comment_extractor("ignore", TOKENS),
    tokens=TOKENS,
)  # fmt: skip
