"""TypeScript: its identifiers."""

from sphinx_kwdocs.languages._javascript_family import javascript_tokens
from sphinx_kwdocs.languages._token_language import token_language

LANGUAGE = token_language(
    "typescript",
    "TypeScript source",
    ("*.ts", "*.tsx", "*.mts", "*.cts"),
    javascript_tokens(typed=True),
    pygments="typescript",
)
