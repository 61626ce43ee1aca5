"""Finds the root of the repository that a project belongs to."""

from __future__ import annotations

from pathlib import Path

from sphinx_kwdocs.git import find_checkout
from sphinx_kwdocs.translation import _

_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")


def find_root(conf_dir: Path, setting: str) -> Path:
    """Find the repository's root: the setting, else the git checkout around `conf.py`, else the folder above its own.

    Raises ValueError, with a text for the user, if the setting is not an existing folder. The folder above is
    not taken if the project is evidently the folder of `conf.py` itself, nor if it holds the user's home.
    """
    folder = conf_dir.resolve()
    if setting:
        chosen = folder / setting
        if not chosen.is_dir():
            text = _("kwdocs_repository is {given}, but {folder} is not an existing folder")
            raise ValueError(text.format(given=repr(setting), folder=chosen))
        return chosen.resolve()
    checkout = find_checkout(folder)
    # A home under version control is somebody's settings, not the project that happens to lie in it.
    if checkout is not None and (checkout == folder or not _holds_home(checkout)):
        return checkout
    if any((folder / name).is_file() for name in _PROJECT_FILES):
        return folder
    above = folder.parent
    if above == above.parent or _holds_home(above):
        return folder
    return above


def _holds_home(folder: Path) -> bool:
    try:
        home = Path.home().resolve()
    except (RuntimeError, OSError):
        return False
    return home.is_relative_to(folder)
