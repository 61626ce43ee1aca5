"""Objective-C++: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.c_family import c_family_tokens

LANGUAGE = token_language(
    "objective_cpp",
    "Objective-C++ source",
    ("*.mm",),
    c_family_tokens(),
    pygments="objective-c++",
)
