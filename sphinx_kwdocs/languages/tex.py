"""TeX and LaTeX: highlighted, without keywords."""

from sphinx_kwdocs.languages._token_facts import comment_extractor
from sphinx_kwdocs.model import Language, TokenRules

TOKENS = TokenRules(
    comments=(r"%[^\n]*",),
    specials=((r"\\(?:[A-Za-z@]+|.|\Z)", "k"), (r"\$", "sb")),
)

LANGUAGE = Language(
    "tex",
    "TeX source",
    ("*.tex", "*.sty", "*.cls", "*.ltx", "*.bib"),
    1,
    comment_extractor("tex", TOKENS),
    tokens=TOKENS,
    pygments="latex",
)
