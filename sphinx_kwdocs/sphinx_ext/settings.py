"""Reads the settings of a project, finds the repository that they are for, and passes on what there is to say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_kwdocs.config import OPTIONS, WARNING_SUBTYPES, Config, read_config, warn_of_unknown_settings
from sphinx_kwdocs.reading.git import find_checkout
from sphinx_kwdocs.reading.repository_root import find_root
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx

logger = logging.getLogger("sphinx_kwdocs")


def warn(subtype: str, message: str, location: Node | str | None = None) -> None:
    """Warn the user in a way that `suppress_warnings = ["kwdocs.…"]` can silence."""
    # A file's name must not forge a line of the log.
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in message)
    logger.warning("%s", text, type="kwdocs", subtype=subtype, location=location)


def report(subtype: str, message: str) -> None:
    """Pass on what the core has to say: a warning of a declared subtype, or a line of information."""
    if subtype in WARNING_SUBTYPES:
        warn(subtype, message)
    else:
        logger.info("kwdocs: %s", message)


def settings_of(app: Sphinx) -> Config:
    """Return the settings, checked; what is wrong with them is said."""
    warn_of_unknown_settings(_written_settings(app), {item.name for item in app.config}, warn)
    values = {option.name: app.config[f"kwdocs_{option.name}"] for option in OPTIONS}
    config = read_config(values, warn, generated=(Path(app.outdir), Path(app.doctreedir), *_build_folder(app)))
    config = replace(config, generated=(*config.generated, cache_folder(app, config)))
    return replace(config, title=_("Source index")) if config.title == Config().title else config


def _written_settings(app: Sphinx) -> list[str]:
    """Return the names that `conf.py` gives values to; functions and modules are its own affair."""
    written: dict[str, Any] = getattr(app.config, "_raw_config", {})
    return [name for name, value in written.items() if not callable(value) and not isinstance(value, ModuleType)]


def cache_folder(app: Sphinx, config: Config) -> Path:
    """Return the folder for what was found out about files."""
    return Path(app.confdir, config.cache) if config.cache else own_folder(app)


def own_folder(app: Sphinx) -> Path:
    """Return the folder for what this project alone keeps."""
    return Path(app.doctreedir, "kwdocs")


def _build_folder(app: Sphinx) -> Iterator[Path]:
    """Yield the folder of all builders' outputs, where `make` or `-M` put doctrees and output side by side."""
    folder = Path(app.outdir).parent
    if folder == Path(app.doctreedir).parent and not Path(app.srcdir).is_relative_to(folder):
        yield folder


def repository_of(app: Sphinx, config: Config) -> Path:
    """Return the root of the repository."""
    confdir, srcdir = Path(app.confdir), Path(app.srcdir)
    try:
        if config.repository:
            return find_root(confdir, config.repository)
    except ValueError as error:
        root = find_root(confdir, "")
        warn("config", _("{problem}; using {folder}").format(problem=error, folder=root))
        return root
    # With `-c`, the settings may lie outside of the project that they are for.
    start = confdir if find_checkout(confdir) or not find_checkout(srcdir) else srcdir
    root = find_root(start, "")
    if root not in {find_checkout(start.resolve()), start.resolve().parent}:
        said = _("taking {folder} for the repository; kwdocs_repository names another")
        report("", said.format(folder=root))
    return root
