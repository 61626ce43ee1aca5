"""TypeScript: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.javascript_family import javascript_tokens

LANGUAGE = token_language(
    "typescript",
    "TypeScript source",
    ("*.ts", "*.tsx", "*.mts", "*.cts"),
    javascript_tokens(typed=True),
    pygments="typescript",
)
