"""The programs that we are measured against: how each is found, installed and run, and why it is run that way."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from _command import OK
from _sample_project import python_files, sphinx_command, write_conf

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Task:
    """One run of a peer."""

    python: str
    """The interpreter that has the peers which are Python packages."""
    sources: Path
    """The folder to document."""
    place: Path
    """An empty folder for whatever the run needs."""
    theme: str
    jobs: int

    @property
    def out(self) -> Path:
        """Where it writes its pages."""
        return self.place / "out"


@dataclass(frozen=True, slots=True)
class Peer:
    """One program."""

    name: str
    """What `--peers` takes."""
    label: str
    install: str
    """How to get it, for the line that says it is missing."""
    find_version: Callable[[str], str | None]
    """Takes the peers' interpreter; None if the program is not there."""
    prepare: Callable[[Task], list[str]]
    """Writes its settings and returns its command."""
    note: str
    """What it shows and does not show, in comparison with us."""
    is_parallel: bool = False
    """Whether it is run with one job and with several."""
    accepted: tuple[str, ...] = (OK,)
    """How it may end and have written all its pages."""


def distribution_version(*names: str) -> Callable[[str], str | None]:
    """Ask an interpreter which versions of packages it has."""
    code = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"

    def find(python: str) -> str | None:
        done = subprocess.run([python, "-P", "-c", code, *names], capture_output=True, text=True, check=False)
        return None if done.returncode else done.stdout.strip().replace(" ", ", Sphinx ", 1)

    return find


def program_version(name: str, mark: str = "") -> Callable[[str], str | None]:
    """Ask a program for its version; it must say a word that tells it from others of the same name."""

    def find(_python: str) -> str | None:
        if not shutil.which(name):
            return None
        done = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
        first = (done.stdout.splitlines() or [""])[0]
        return first.partition(",")[0].removeprefix(mark).strip() if mark in first else None

    return find


def _docs(task: Task, index: str) -> Path:
    docs = task.place / "docs"
    docs.mkdir()
    (docs / "index.rst").write_text(f"Benchmark\n=========\n{index}", encoding="utf-8")
    return docs


def prepare_autoapi(task: Task) -> list[str]:
    """Prepare sphinx-autoapi with viewcode, which shows the source as we do."""
    docs = _docs(task, "")
    is_package = (task.sources / "__init__.py").exists()
    write_conf(
        docs,
        task.theme,
        # viewcode has to come first: autoapi looks once whether it is there. Otherwise viewcode imports the code, and
        # has no page for what cannot be imported.
        extensions=["sphinx.ext.viewcode", "autoapi.extension"],
        autoapi_dirs=[str(task.sources)],
        autoapi_keep_files=False,  # the default, said because writing its sources takes time
        # Without it files in folders that are no packages hide each other. Its other options are the defaults.
        autoapi_python_use_implicit_namespaces=not is_package,
    )
    return sphinx_command(task.python, docs, task.out, task.jobs)


_AUTODOC2_REPAIR = """
# With docutils 0.22 autodoc2 0.5.0 stops at the first docstring whose markup is wrong, because it adds to a line that
# is None. Counted from the start instead, it gets to the end.
import contextlib
import autodoc2.sphinx.docstring as _docstring
_change_source = _docstring.change_source
@contextlib.contextmanager
def _count_from_start(state, path, offset):
    with _change_source(state, path, offset):
        locate = state.reporter.get_source_and_line
        state.reporter.get_source_and_line = lambda line=None: locate(line or 0)
        yield
_docstring.change_source = _count_from_start
"""


def prepare_autodoc2(task: Task) -> list[str]:
    """Prepare sphinx-autodoc2 with its own renderer; viewcode would import the code, so it has no source pages."""
    docs = _docs(task, "\n.. toctree::\n\n   apidocs/index\n")
    # Its paths are relative to the documents.
    path = Path(os.path.relpath(task.sources, docs)).as_posix()
    write_conf(docs, task.theme, _AUTODOC2_REPAIR, extensions=["autodoc2"], autodoc2_packages=[path])
    return sphinx_command(task.python, docs, task.out, task.jobs)


def python_roots(folder: Path) -> list[Path]:
    """Return the outermost packages, and the modules outside of packages; a package itself if the folder is one."""
    inside: set[Path] = set()
    roots = []
    for path in python_files(folder):
        if not inside.isdisjoint(path.parents):
            continue
        packages = [each for each in path.parents if each.is_relative_to(folder) and (each / "__init__.py").exists()]
        if packages:
            inside.add(packages[-1])
        roots.append(packages[-1] if packages else path)
    return roots


def prepare_pydoctor(task: Task) -> list[str]:
    """Prepare pydoctor; reStructuredText is the faster of the formats whose markup is read."""
    options = ["--make-html", "--quiet", "--docformat=restructuredtext", f"--html-output={task.out}"]
    # Modules outside of packages are given one by one, for it refuses a folder that is no package.
    return [task.python, "-P", "-m", "pydoctor", *options, *map(str, python_roots(task.sources))]


_DOXYGEN = {
    "PROJECT_NAME": "Benchmark", "RECURSIVE": "YES", "GENERATE_LATEX": "NO", "QUIET": "YES", "WARNINGS": "NO",
    # Everything has a page, as with us, with its source and with who uses what.
    "EXTRACT_ALL": "YES", "EXTRACT_PRIVATE": "YES", "EXTRACT_STATIC": "YES", "SOURCE_BROWSER": "YES",
    "REFERENCED_BY_RELATION": "YES", "REFERENCES_RELATION": "YES",
    "HAVE_DOT": "NO",  # else another program draws pictures for minutes
}  # fmt: skip


def prepare_doxygen(task: Task) -> list[str]:
    """Prepare Doxygen with source pages and references."""
    settings = {**_DOXYGEN, "INPUT": f'"{task.sources}"', "OUTPUT_DIRECTORY": f'"{task.out}"'}
    settings["NUM_PROC_THREADS"] = str(task.jobs)
    if not any(path.suffix in {".c", ".cc", ".cpp", ".cu", ".cuh", ".h", ".hpp"} for path in task.sources.rglob("*")):
        settings |= {"FILE_PATTERNS": "*.py *.pyi", "OPTIMIZE_OUTPUT_JAVA": "YES"}  # what its manual says for Python
    doxyfile = task.place / "Doxyfile"
    doxyfile.write_text("".join(f"{name} = {value}\n" for name, value in settings.items()), encoding="utf-8")
    task.out.mkdir()
    return ["doxygen", str(doxyfile)]


def prepare_ctags(task: Task) -> list[str]:
    """Prepare universal-ctags."""
    task.out.mkdir()
    return ["ctags", "-R", "--fields=+n", "-f", str(task.out / "tags"), str(task.sources)]


PEERS = (
    Peer(
        "autoapi", "sphinx-autoapi + viewcode", "pip install sphinx-autoapi",
        distribution_version("sphinx-autoapi", "sphinx"), prepare_autoapi,
        "one page a module, and its source; no uses, only Python", is_parallel=True,
    ),
    Peer(
        "pydoctor", "pydoctor", "pip install pydoctor", distribution_version("pydoctor"), prepare_pydoctor,
        "one page a module and a class; no source, no uses, only Python",
        accepted=(OK, "exit 2"),  # that is: the markup of a docstring is wrong
    ),
    Peer(
        "autodoc2", "sphinx-autodoc2", "pip install sphinx-autodoc2", distribution_version("sphinx-autodoc2", "sphinx"),
        prepare_autodoc2, "one page a module; no source, no uses, only Python", is_parallel=True,
    ),
    Peer(
        "doxygen", "Doxygen", "apt-get install doxygen", program_version("doxygen"), prepare_doxygen,
        "pages of files, classes and functions, with source and uses; a program in C++",
    ),
    Peer(
        "ctags", "universal-ctags", "apt-get install universal-ctags", program_version("ctags", "Universal Ctags"),
        prepare_ctags, "only a list of definitions, no pages; a program in C",
    ),
)  # fmt: skip
