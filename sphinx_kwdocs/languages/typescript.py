"""TypeScript: its identifiers."""

from sphinx_kwdocs.languages._javascript_family import javascript_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = javascript_tokens(typed=True)

LANGUAGE = Language(
    "typescript",
    "TypeScript source",
    ("*.ts", "*.tsx", "*.mts", "*.cts"),
    1,
    words_extractor("typescript", TOKENS),
    tokens=TOKENS,
    pygments="typescript",
)
