"""Configuration in sections and `name = value` lines: its sections and names."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_keys
from sphinx_kwdocs.model.plugin_records import TokenRules

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
