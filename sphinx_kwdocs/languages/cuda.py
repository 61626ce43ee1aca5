"""CUDA: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_language import token_language

LANGUAGE = token_language(
    "cuda",
    "CUDA source",
    ("*.cu", "*.cuh"),
    c_family_tokens(cuda=True),
    pygments="cuda",
)
