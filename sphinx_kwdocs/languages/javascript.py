"""JavaScript: its identifiers."""

from sphinx_kwdocs.languages._javascript_family import javascript_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = javascript_tokens()

LANGUAGE = Language(
    "javascript",
    "JavaScript source",
    ("*.js", "*.mjs", "*.cjs", "*.jsx"),
    1,
    words_extractor("javascript", TOKENS),
    tokens=TOKENS,
    pygments="javascript",
    interpreters=("node", "deno", "bun"),
)
