"""YAML: its keys, each with those it stands below, and the names of workflows and hooks."""

from functools import partial

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_paths
from sphinx_kwdocs.languages._tokens.patterns import DOUBLE_QUOTED
from sphinx_kwdocs.languages._tokens.yaml_keys import workflow_name, yaml_keys
from sphinx_kwdocs.model.plugin_records import TokenRules

_KEY = r"[\w./$<][\w./$<-]*(?: [\w./-]+){0,3}:(?=[ \t]|$)"
_TRUTH = ("true", "false", "null", "yes", "no", "on", "off")

LANGUAGE = token_language(
    "yaml",
    "YAML data",
    ("*.yaml", "*.yml", "*.cff", ".clang-format", ".clang-tidy", ".clangd", ".yamllint"),
    TokenRules(
        comments=(r"(?<!\S)#[^\n]*",),
        strings=(DOUBLE_QUOTED, r"'[^'\n]*'?"),
        constants=frozenset(form for word in _TRUTH for form in (word, word.title(), word.upper())),
        specials=(
            (rf"^[ \t]*{_KEY}", "nt"),
            (rf"(?<=- ){_KEY}", "nt"),
            (r"[&*][\w-]+", "nl"),
            (r"![\w!./-]+", "kt"),
            (r"^---(?=\s|\Z)", "nn"),
        ),
        # An apostrophe inside a word opens no string.
        word=r"[^\W\d][\w'-]*",
    ),
    extract=partial(read_paths, paths_of=yaml_keys, title_of=workflow_name),
    reads="keys with their paths; names of workflows, jobs and hooks",
    pygments="yaml",
)
