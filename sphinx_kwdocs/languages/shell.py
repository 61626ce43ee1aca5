"""Shell scripts of sh, bash, zsh and ksh: their identifiers."""

from functools import partial

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_identifiers
from sphinx_kwdocs.languages._tokens.shell_family import BUILTINS, DEFINITION, KEYWORDS, OPTION, SHORTEST, WORD
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "shell",
    "Shell script",
    ("*.sh", "*.bash", "*.zsh", "*.ksh", ".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", ".envrc"),
    TokenRules(
        comments=(r"(?<![^\s;&|()])#[^\n]*",),
        # A quote may span lines, but one that is never closed must not colour the rest of the file.
        strings=(r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"', r"\$?'[^']*+'"),
        keywords=KEYWORDS,
        constants=frozenset({"true", "false"}),
        builtins=BUILTINS,
        specials=(
            (r"\\[\s\S]", "se"),
            (r"\$(?:\w+|[#?*@!$-])", "nv"),
            (r"\$\{[^{}\n\"'`$]*\}", "nv"),
            (r"^[ \t]*[^\W\d]\w*=", "nv"),
            (DEFINITION, "na"),
            (OPTION, "na"),
        ),
        word=WORD,
    ),
    extract=partial(read_identifiers, shortest=SHORTEST),
    pygments="bash",
    interpreters=("sh", "bash", "zsh", "ksh", "dash"),
)
