"""JavaScript: its identifiers."""

from sphinx_kwdocs.languages._javascript_family import javascript_tokens
from sphinx_kwdocs.languages._token_language import token_language

LANGUAGE = token_language(
    "javascript",
    "JavaScript source",
    ("*.js", "*.mjs", "*.cjs", "*.jsx"),
    javascript_tokens(),
    pygments="javascript",
    interpreters=("node", "deno", "bun"),
)
