"""Objective-C++: its identifiers."""

from sphinx_kwdocs.languages._c_family import c_family_tokens
from sphinx_kwdocs.languages._token_language import token_language

LANGUAGE = token_language(
    "objective_cpp",
    "Objective-C++ source",
    ("*.mm",),
    c_family_tokens(),
    pygments="objective-c++",
)
