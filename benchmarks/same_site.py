"""Builds projects with two checkouts of the package and compares what they write, byte for byte.

    python benchmarks/same_site.py --old CHECKOUT --new CHECKOUT PROJECT/docs ...

Each project is copied and built with one job and with two: from nothing, again with nothing changed, and after a
function was added to its largest Python file and a paragraph to its root document. Everything in the output folder is
compared but what is remembered there for the next build, and so are the JSON lines. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = frozenset({".kwdocs.json", ".kwdocs-manifest", ".buildinfo", ".buildinfo.bak"})
"""What a build remembers in the output folder; it names the program that wrote it."""
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", "_build", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis"
)


def main() -> int:
    """Compare all projects, print a line for each build, and return 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docs", nargs="+", type=Path, help="folders with a conf.py that has the extension")
    parser.add_argument("--old", type=Path, required=True)
    parser.add_argument("--new", type=Path, required=True)
    parser.add_argument("--root", type=Path, help="the repository, if it is not the folder above")
    options = parser.parse_args()
    different = 0
    for docs in options.docs:
        root = (options.root or docs.parent).resolve()
        with tempfile.TemporaryDirectory() as folder:
            sites = {}
            for name in ("old", "new"):
                sites[name] = builds(getattr(options, name).resolve(), root, docs.resolve(), Path(folder, "work"))
        for step, old in sites["old"].items():
            names = compare(old, sites["new"][step])
            different += len(names)
            print(f"{root.name:24} {step:12} {len(old):6} files, {len(names)} differ {' '.join(names[:5])}")
    return int(different > 0)


def builds(checkout: Path, root: Path, docs: Path, work: Path) -> dict[str, dict[str, bytes]]:
    """Return what one checkout writes, by the kind of build and the name of the file."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(root, work, symlinks=True, ignore=LEFT_OUT)
    git = ["git", "-C", str(work), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A", "."]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    source = work / docs.relative_to(root)
    written = {"json lines": {"index": run(checkout, work, "-m", "sphinx_kwdocs", "index", str(work))}}
    for jobs in (1, 2):
        out = work.parent / "out"
        shutil.rmtree(out, ignore_errors=True)
        for step in ("cold", "idle"):
            written[f"{step} -j{jobs}"] = build(checkout, work, source, out, jobs)
        for edited in edits(work, source):
            written[f"{edited} -j{jobs}"] = build(checkout, work, source, out, jobs)
        shutil.rmtree(out)
        subprocess.run([*git, "checkout", "-q", "--", "."], check=True)
    return written


def build(checkout: Path, work: Path, source: Path, out: Path, jobs: int) -> dict[str, bytes]:
    """Build a site and return its files."""
    run(checkout, work, "-m", "sphinx", "-q", "-b", "html", "-j", str(jobs), str(source), str(out))
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and ".doctrees" not in path.parts and path.name not in OURS
    }


def edits(work: Path, source: Path) -> list[str]:
    """Change the largest Python file and the root document; return what to call that."""
    largest = max((path for path in work.rglob("*.py") if path.name != "conf.py"), key=lambda path: path.stat().st_size)
    largest.write_text(
        largest.read_text(encoding="utf-8") + "\n\ndef added_by_hand():\n    return added_by_hand\n", encoding="utf-8"
    )
    document = next(path for path in (source / "index.rst", source / "index.md") if path.exists())
    document.write_text(document.read_text(encoding="utf-8") + "\n\nOne more paragraph.\n", encoding="utf-8")
    return ["edited"]


def run(checkout: Path, folder: Path, *arguments: str) -> bytes:
    """Run Python with a checkout of the package; return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1", "SOURCE_DATE_EPOCH": "1700000000"}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, check=False, env=environment, cwd=folder)
    if done.returncode:
        sys.exit(done.stderr.decode())
    return done.stdout


def compare(old: dict[str, bytes], new: dict[str, bytes]) -> list[str]:
    """Return the names of files that are not the same in both."""
    return sorted(name for name in {*old, *new} if old.get(name) != new.get(name))


if __name__ == "__main__":
    sys.exit(main())
