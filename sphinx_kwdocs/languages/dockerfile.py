"""Dockerfiles: their identifiers."""

from functools import partial

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_identifiers
from sphinx_kwdocs.languages._tokens.patterns import DOUBLE_QUOTED
from sphinx_kwdocs.languages._tokens.shell_family import BUILTINS, DEFINITION, KEYWORDS, OPTION, SHORTEST, WORD
from sphinx_kwdocs.model.plugin_records import TokenRules

_INSTRUCTIONS = (
    "ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME "
    "WORKDIR AS"
)

LANGUAGE = token_language(
    "dockerfile",
    "Dockerfile",
    ("dockerfile", "dockerfile.*", "*.dockerfile", "containerfile"),
    TokenRules(
        comments=(r"^[ \t]*#[^\n]*",),
        strings=(DOUBLE_QUOTED, r"'[^'\n]*'"),
        keywords=KEYWORDS | frozenset(_INSTRUCTIONS.split()),
        builtins=BUILTINS,
        specials=((r"\$(?:\w+|\{[^{}\n]*\})", "nv"), (DEFINITION, "na"), (OPTION, "na")),
        word=WORD,
    ),
    extract=partial(read_identifiers, shortest=SHORTEST),
    pygments="docker",
)
