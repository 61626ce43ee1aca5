"""Finds the root of the repository that a project belongs to."""

from __future__ import annotations

from pathlib import Path

from sphinx_kwdocs.reading.git import find_checkout
from sphinx_kwdocs.translation import _

_PYTHON_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg")
_OTHER_PROJECTS = ("package.json", "Cargo.toml", "go.mod", "pom.xml", "build.gradle", "CMakeLists.txt", "meson.build")
_PROJECT_FILES = (*_PYTHON_PROJECT, *_OTHER_PROJECTS)


def find_root(conf_dir: Path, setting: str) -> Path:
    """Find the repository's root: the setting, else the git checkout around `conf.py`, else the folder of the project.

    Raises ValueError, with a text for the user, if the setting is not an existing folder. The folder of the project
    is the nearest one with a file such as `pyproject.toml`, or the one above that of `conf.py` where there is none;
    never one that holds the user's home.
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
    return _project_around(folder) or (folder.parent if _may_be_root(folder.parent) else folder)


def _project_around(folder: Path) -> Path | None:
    """Return the folder of the project that a folder of documents belongs to, if a file marks it."""
    if _has_any(folder, _PYTHON_PROJECT):
        return folder
    # Documentation may be built with CMake or styled with a package of npm, and is no project of its own for that.
    found = next((above for above in folder.parents if _may_be_root(above) and _has_any(above, _PROJECT_FILES)), None)
    while found and _may_be_root(found.parent) and _has_any(found.parent, _PROJECT_FILES):
        found = found.parent
    return found


def _has_any(folder: Path, names: tuple[str, ...]) -> bool:
    return any((folder / name).is_file() for name in names)


def _may_be_root(folder: Path) -> bool:
    return folder != folder.parent and not _holds_home(folder)


def _holds_home(folder: Path) -> bool:
    try:
        home = Path.home().resolve()
    except (RuntimeError, OSError):
        return False
    return home.is_relative_to(folder)
