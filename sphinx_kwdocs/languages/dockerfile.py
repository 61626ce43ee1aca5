"""Dockerfiles: their identifiers."""

from sphinx_kwdocs.languages._patterns import DOUBLE_QUOTED
from sphinx_kwdocs.languages._token_language import token_language
from sphinx_kwdocs.model import TokenRules

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
        keywords=frozenset(_INSTRUCTIONS.split()),
        specials=((r"\$(?:\w+|\{[^{}\n]*\})", "nv"),),
        word=r"[^\W\d][\w-]*",
    ),
    pygments="docker",
)
