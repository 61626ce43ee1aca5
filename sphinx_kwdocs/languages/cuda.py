"""CUDA: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = c_family_tokens(cuda=True)

LANGUAGE = Language(
    "cuda",
    "CUDA source",
    ("*.cu", "*.cuh"),
    1,
    words_extractor("cuda", TOKENS),
    tokens=TOKENS,
    pygments="cuda",
)
