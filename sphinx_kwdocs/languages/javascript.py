"""JavaScript: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.javascript_family import javascript_tokens

LANGUAGE = token_language(
    "javascript",
    "JavaScript source",
    ("*.js", "*.mjs", "*.cjs", "*.jsx"),
    javascript_tokens(),
    pygments="javascript",
    interpreters=("node", "deno", "bun"),
)
