"""Gets a published project, an environment for it, and builds its documents with and without the extension."""

from __future__ import annotations

import compileall
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _project_table import Project

HERE = Path(__file__).resolve().parent
LINE = 'extensions = [*extensions, "sphinx_kwdocs"]'
"""The one line that is added."""
OFFLINE = "intersphinx_mapping = {}"
"""Added to both builds, since inventories of other sites are not to be had everywhere, and take their time."""
_ENVIRONMENT = {"SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
_IDENTITY = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org", "-c", "commit.gpgsign=false")
_ERROR = re.compile(r"(ERROR:|[\w.]+(Error|Exception)\b)")


class UnavailableError(Exception):
    """Why a project cannot be tried."""


class BrokenError(Exception):
    """What a build with the extension says, where that without it succeeds."""


@dataclass(frozen=True, slots=True)
class Built:
    """One build."""

    out: Path
    warnings: tuple[str, ...]
    """What it wrote to the error stream."""
    seconds: Mapping[str, float]
    """CPU time by account, see `_project_clock.py`."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """The folder in which one project is kept, unpacked and built."""

    project: Project
    place: Path
    python: Path

    def build(self, *, with_extension: bool) -> Built:
        """Unpack the project afresh, always in the same place, and build its documents."""
        tree = unpack(archive_of(self.project, self.place), self.place / "tree")
        conf = tree / self.project.docs / "conf.py"
        lines = [OFFLINE, *self.project.settings, *([LINE] if with_extension else [])]
        with conf.open("a", encoding="utf-8") as stream:
            stream.write("\n" + "\n".join(lines) + "\n")
        check_in(tree)
        out = self.place / ("with" if with_extension else "without")
        shutil.rmtree(out, ignore_errors=True)
        # What the extension keeps from build to build lies there; its index is to be made anew in every round.
        shutil.rmtree(self.place / "doctrees", ignore_errors=True)
        result = self.place / "seconds.json"
        result.unlink(missing_ok=True)
        done = subprocess.run(
            [self.python, "-P", HERE / "_project_clock.py", result, "-q", "-j1", "-b", self.project.builder,
             "-d", self.place / "doctrees", "-E", *self.project.options, ".", out],
            cwd=conf.parent, env={**os.environ, **_ENVIRONMENT}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode or not result.exists():
            (self.place / "error.log").write_text(done.stderr, encoding="utf-8")
            if with_extension:
                raise BrokenError(_last_line(done.stderr))
            msg = f"does not build here: {_last_line(done.stderr)}"
            raise UnavailableError(msg)
        return Built(out, tuple(done.stderr.splitlines()), json.loads(result.read_text(encoding="utf-8")))


def open_workshop(project: Project, work: Path) -> Workshop:
    """Get the project's sdist and an environment with all that its documents need."""
    place = work / project.title
    place.mkdir(parents=True, exist_ok=True)
    archive = archive_of(project, place)
    if not archive.exists():
        pip(sys.executable, "download", "--no-deps", f"--no-binary={project.name}", f"--dest={place}",
            f"{project.name}=={project.version}")  # fmt: skip
    if not archive.exists():
        msg = f"{archive.name} is not to be had"
        raise UnavailableError(msg)
    python = _environment(project, place, archive)
    # As pip does it for whoever installs the package; else each build compiles it if it may not write that down.
    compileall.compile_dir(HERE.parent / "sphinx_kwdocs", quiet=2)
    return Workshop(project, place, python)


def _environment(project: Project, place: Path, archive: Path) -> Path:
    """Make a virtual environment, unless there is one for the same requirements."""
    folder = place / "venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = (str(archive), "--editable", str(HERE.parent), *project.requirements)
    digest = hashlib.sha256(repr(wanted).encode()).hexdigest()
    stamp = folder / "requirements.sha256"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != digest:
        venv.create(folder, clear=True, with_pip=True)
        pip(python, "install", *wanted)
        stamp.write_text(digest, encoding="utf-8")
    return python


def archive_of(project: Project, place: Path) -> Path:
    """Return where the project's sdist is kept."""
    return place / f"{project.name.replace('-', '_')}-{project.version}.tar.gz"


def unpack(archive: Path, place: Path) -> Path:
    """Unpack an sdist in the place of an earlier one, and return the folder that holds its files."""
    shutil.rmtree(place, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(place, filter="data")
    (tree,) = place.iterdir()
    return tree


def check_in(tree: Path) -> None:
    """Make the files a checkout, as they are for those who work on the project."""
    for command in (("init", "-q"), ("add", "-A"), (*_IDENTITY, "commit", "-q", "-m", "As published")):
        done = subprocess.run(["git", "-C", tree, *command], capture_output=True, text=True, check=False)
        if done.returncode:
            msg = f"git {command[0]} failed: {_last_line(done.stderr)}"
            raise UnavailableError(msg)


def version(python: Path, distribution: str) -> str:
    """Return the version of a distribution in an environment."""
    code = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
    done = subprocess.run([python, "-P", "-c", code, distribution], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def pip(python: str | Path, *arguments: str) -> None:
    """Run pip, and say what it says last if it fails."""
    command = [python, "-m", "pip", *arguments[:1], "--quiet", "--disable-pip-version-check", *arguments[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        msg = f"pip {arguments[0]}: {_last_line(done.stderr)}"
        raise UnavailableError(msg)


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if _ERROR.match(line)]
    return (errors or lines or ["no message"])[-1]
