"""Configuration in sections and `name = value` lines: its sections and names."""

from sphinx_kwdocs.languages._token_facts import read_keys
from sphinx_kwdocs.languages._token_language import token_language
from sphinx_kwdocs.model import TokenRules

_FILES = (
    "*.ini", "*.cfg", "*.conf", "*.properties", "*.desktop", ".editorconfig", ".gitconfig", ".gitmodules",
    ".coveragerc", ".flake8", ".pylintrc", ".npmrc",
)  # fmt: skip

LANGUAGE = token_language(
    "ini",
    "Configuration",
    _FILES,
    TokenRules(
        comments=(r"^[ \t]*[#;!][^\n]*",),
        constants=frozenset({"true", "false", "True", "False", "yes", "no", "on", "off", "none", "None"}),
        specials=(
            (r"^[ \t]*\[[^\]\n]+\]", "nt"),
            (r"^[\w.-]+(?: [\w.-]+){0,3}[ \t]*[=:](?!:)", "nt"),
        ),
        word=r"[^\W\d][\w-]*",
    ),
    extract=read_keys,
    reads="sections, keys",
    pygments="ini",
)
