"""TeX and LaTeX: highlighted, without keywords."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_comment
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "tex",
    "TeX source",
    ("*.tex", "*.sty", "*.cls", "*.ltx", "*.bib"),
    TokenRules(
        comments=(r"%[^\n]*",),
        specials=((r"\\(?:[A-Za-z@]+|.|\Z)", "k"), (r"\$", "sb")),
    ),
    extract=read_comment,
    reads="nothing",
    pygments="latex",
)
