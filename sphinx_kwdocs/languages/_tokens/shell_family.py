"""What shell scripts, and files that hold lines of them, have in common: words of the shell, options, names."""

_KEYWORDS_TEXT = (
    "case coproc do done elif else esac fi for function if in select then time until while break continue return "
    "exit export local readonly declare typeset unset shift"
)
_BUILTINS_TEXT = (
    "alias bg builtin cd command echo eval exec fg getopts hash jobs kill let mapfile popd printf pushd pwd read "
    "set shopt source test times trap type ulimit umask unalias wait"
)
KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
BUILTINS = frozenset(_BUILTINS_TEXT.split())
# `-DNAME` gives a compiler a name; every other option is what it is for the program that is called.
DEFINITION = r"(?<![\w-])-D(?=[A-Z_])"
OPTION = r"(?<![\w-])--?[A-Za-z][\w-]*"
WORD = r"[^\W\d](?:[\w-]*\w)?"
SHORTEST = 3
"""Names of fewer letters are those of programs and of variables that are used once."""
