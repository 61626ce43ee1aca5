"""Objective-C++: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language

TOKENS = c_family_tokens()

LANGUAGE = Language(
    "objective_cpp",
    "Objective-C++ source",
    ("*.mm",),
    1,
    words_extractor("objective_cpp", TOKENS),
    tokens=TOKENS,
    pygments="objective-c++",
)
