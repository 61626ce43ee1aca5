"""Makes the projects that are measured: a folder, or its first Python files, copied beside a small Sphinx project."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

_LEFT_OUT = ("__pycache__", "*.pyc", "*.so", "*.so.*", "*.a", "*.dll", "*.pyd", "*.dylib", ".git")
"""What is no source: it would only be copied, counted and skipped."""

GUIDE = """# A guide

A document of the project's own, as every project has some. A benchmark edits it.

```python
import os

print(os.name)
```
"""


@dataclass(frozen=True, slots=True)
class SampleProject:
    """A repository with a folder of sources and a Sphinx project."""

    place: Path
    """The repository's root."""
    sources: Path
    """The folder that was copied, below the root."""

    @property
    def docs(self) -> Path:
        """The folder of `conf.py`."""
        return self.place / "docs"

    @property
    def guide(self) -> Path:
        """The Markdown document."""
        return self.docs / "guide.md"


def python_files(folder: Path) -> list[Path]:
    """Return the Python files of a folder, in the order of their paths."""
    return sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".pyi"} and path.is_file())


def copy_folder(folder: Path, place: Path) -> Path:
    """Copy all sources of a folder."""
    return Path(shutil.copytree(folder, place / folder.name, ignore=shutil.ignore_patterns(*_LEFT_OUT)))


def copy_first(folder: Path, place: Path, size: int) -> Path:
    """Copy the first Python files of a folder, each to its own path."""
    target = place / folder.name
    for source in python_files(folder)[:size]:
        copy = target / source.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    return target


def make_project(folder: Path, place: Path, *, size: int | None, theme: str, extension: bool = True) -> SampleProject:
    """Make a project of the whole folder, or of so many Python files; without the extension it is the base line."""
    place.mkdir(parents=True)
    project = SampleProject(place, copy_folder(folder, place) if size is None else copy_first(folder, place, size))
    project.docs.mkdir()
    extensions = ["myst_parser", *(["sphinx_kwdocs"] if extension else [])]
    write_conf(project.docs, theme, extensions=extensions, **({"kwdocs_repository": ".."} if extension else {}))
    index = "Benchmark\n=========\n\n.. toctree::\n\n   guide\n"
    (project.docs / "index.rst").write_text(index, encoding="utf-8")
    project.guide.write_text(GUIDE, encoding="utf-8")
    return project


def write_conf(docs: Path, theme: str, more: str = "", **settings: object) -> None:
    """Write a `conf.py`."""
    values = {"project": "Benchmark", "html_theme": theme, **settings}
    lines = [f"{name} = {value!r}\n" for name, value in values.items()]
    (docs / "conf.py").write_text("".join(lines) + more, encoding="utf-8")


def doctrees_of(out: Path) -> Path:
    """Return where Sphinx, and we, keep what the next build can use: beside the site, since it is no part of it."""
    return out.with_name(f"{out.name}-doctrees")


def sphinx_command(python: str, docs: Path, out: Path, jobs: int) -> list[str]:
    """Return the command that builds a site."""
    # With -P, for a folder of the project must not be imported instead of a package of that name.
    start = [python, "-P", "-m", "sphinx", "-q", "-b", "html", "-j", str(jobs)]
    return [*start, "-d", str(doctrees_of(out)), str(docs), str(out)]
