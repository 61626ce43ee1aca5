"""The only part that knows Sphinx: it connects the core to the events of a build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs import __version__
from sphinx_kwdocs.config import OPTIONS
from sphinx_kwdocs.sphinx_ext import (
    description_links,
    documents,
    domain,
    embedding,
    events,
    latex_text,
    links,
    name_links,
    navigation,
    pageless,
    references,
    shown,
    streaming,
)
from sphinx_kwdocs.translation import use_language

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config as SphinxConfig
    from sphinx.util.typing import ExtensionMetadata

STATIC = Path(__file__).parents[1] / "static"
ENV_VERSION = 2
"""Raised whenever documents read by an older version have to be read again."""


def connect(app: Sphinx) -> ExtensionMetadata:
    """Register settings, events and nodes."""
    for option in OPTIONS:
        # `Any`: Sphinx's own check of types would warn in other words than ours.
        # A list: Sphinx knows how to read one from the command line, but not a tuple.
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        app.add_config_value(f"kwdocs_{option.name}", default, option.rebuild, Any)
    app.connect("config-inited", _choose_language)
    app.connect("config-inited", _add_static_files)
    parts = (
        events, domain, documents, navigation, embedding, links, references, description_links, name_links, latex_text,
        pageless, shown, streaming,
    )  # fmt: skip
    for part in parts:
        part.connect(app)
    return {
        "version": __version__,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _choose_language(app: Sphinx, config: SphinxConfig) -> None:
    """Use the project's language, or English again if an earlier project in this process had another."""
    del app
    use_language(config.language)


def _add_static_files(app: Sphinx, config: SphinxConfig) -> None:
    del app
    config.html_static_path = [*config.html_static_path, str(STATIC)]
