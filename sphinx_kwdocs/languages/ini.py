"""Configuration in sections and `name = value` lines: its sections and names."""

from sphinx_kwdocs.languages._token_facts import keys_extractor
from sphinx_kwdocs.model import Language, TokenRules

TOKENS = TokenRules(
    comments=(r"^[ \t]*[#;!][^\n]*",),
    constants=frozenset({"true", "false", "True", "False", "yes", "no", "on", "off", "none", "None"}),
    specials=(
        (r"^[ \t]*\[[^\]\n]+\]", "nt"),
        (r"^[\w.-]+(?: [\w.-]+){0,3}[ \t]*[=:](?!:)", "nt"),
    ),
    word=r"[^\W\d][\w-]*",
)

LANGUAGE = Language(
    "ini",
    "Configuration",
    ("*.ini", "*.cfg", "*.conf", "*.properties", "*.desktop", ".editorconfig", ".gitconfig", ".gitmodules",
     ".coveragerc", ".flake8", ".pylintrc", ".npmrc"),
    1,
    keys_extractor("ini", TOKENS),
    tokens=TOKENS,
    pygments="ini",
)  # fmt: skip
