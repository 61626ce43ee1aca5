"""Dockerfiles: their identifiers."""

from sphinx_kwdocs.languages._patterns import DOUBLE_QUOTED
from sphinx_kwdocs.languages._token_facts import words_extractor
from sphinx_kwdocs.model import Language, TokenRules

_INSTRUCTIONS = (
    "ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME "
    "WORKDIR AS"
)

TOKENS = TokenRules(
    comments=(r"^[ \t]*#[^\n]*",),
    strings=(DOUBLE_QUOTED, r"'[^'\n]*'"),
    keywords=frozenset(_INSTRUCTIONS.split()),
    specials=((r"\$(?:\w+|\{[^{}\n]*\})", "nv"),),
    word=r"[^\W\d][\w-]*",
)

LANGUAGE = Language(
    "dockerfile",
    "Dockerfile",
    ("dockerfile", "dockerfile.*", "*.dockerfile", "containerfile"),
    1,
    words_extractor("dockerfile", TOKENS),
    tokens=TOKENS,
    pygments="docker",
)
