"""CUDA: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.c_family import c_family_tokens

LANGUAGE = token_language(
    "cuda",
    "CUDA source",
    ("*.cu", "*.cuh"),
    c_family_tokens(cuda=True),
    pygments="cuda",
)
