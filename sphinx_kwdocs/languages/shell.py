"""Shell scripts of sh, bash, zsh and ksh: their identifiers."""

from sphinx_kwdocs.languages._token_language import token_language
from sphinx_kwdocs.model import TokenRules

_KEYWORDS = (
    "case coproc do done elif else esac fi for function if in select then time until while break continue return "
    "exit export local readonly declare typeset unset shift"
)
_BUILTINS = (
    "alias bg builtin cd command echo eval exec fg getopts hash jobs kill let mapfile popd printf pushd pwd read "
    "set shopt source test times trap type ulimit umask unalias wait"
)

LANGUAGE = token_language(
    "shell",
    "Shell script",
    ("*.sh", "*.bash", "*.zsh", "*.ksh", ".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", ".envrc"),
    TokenRules(
        comments=(r"(?<![^\s;&|()])#[^\n]*",),
        # A quote may span lines, but one that is never closed must not colour the rest of the file.
        strings=(r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"', r"\$?'[^']*+'"),
        keywords=frozenset(_KEYWORDS.split()),
        constants=frozenset({"true", "false"}),
        builtins=frozenset(_BUILTINS.split()),
        specials=(
            (r"\\[\s\S]", "se"),
            (r"\$(?:\w+|[#?*@!$-])", "nv"),
            (r"\$\{[^{}\n\"'`$]*\}", "nv"),
            (r"^[ \t]*[^\W\d]\w*=", "nv"),
        ),
        word=r"[^\W\d][\w-]*",
    ),
    pygments="bash",
    interpreters=("sh", "bash", "zsh", "ksh", "dash"),
)
