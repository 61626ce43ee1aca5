"""Measures what a build cannot do without, so that it shows how far it is from the limit.

    python benchmarks/floor.py path/to/torch/distributed

That is: Sphinx itself, parsing each file once, visiting each node of the trees once without doing anything, writing the
sources as highlighted HTML without a link, and writing the bytes of the site once. All is measured in one run, as CPU
time of processes of their own; what is above that is finding out, linking and making pages.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from _command import OK, compile_package, last_words, run_command
from _markdown_table import markdown_table, seconds
from _sample_project import SampleProject, make_project, sphinx_command

TREES = """
import ast, sys, warnings
from pathlib import Path
from time import process_time
from sphinx_kwdocs.languages.python import LANGUAGE
from sphinx_kwdocs.render.source import render_source
warnings.simplefilter("ignore")
texts = [path.read_text("utf-8", "replace") for path in Path(sys.argv[1]).rglob("*.py")]
times = [0, 0, 0]
for text in texts:
    start = process_time()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        continue
    parsed = process_time()
    for node in ast.walk(tree):
        pass
    visited = process_time()
    render_source(text, LANGUAGE)
    for number, spent in enumerate((parsed - start, visited - parsed, process_time() - visited)):
        times[number] += spent
print(*times)
"""
WRITE = """
import sys
from pathlib import Path
from time import process_time
site, copy = map(Path, sys.argv[1:])
files = [(copy / path.relative_to(site), path.read_bytes()) for path in site.rglob("*") if path.is_file()]
for folder in {path.parent for path, _ in files}:
    folder.mkdir(parents=True, exist_ok=True)
start = process_time()
for path, content in files:
    with open(path, "wb") as stream:
        stream.write(content)
print(process_time() - start)
"""
LABELS = ("Sphinx alone", "ast.parse", "visiting every node", "highlighting the sources", "writing the same bytes")


def measure(script: str, *arguments: Path) -> list[float]:
    """Return the seconds that a script prints."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return list(map(float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()))


def build(project: SampleProject, out: Path) -> float:
    """Build a site with one job, and return the CPU time."""
    log = out.with_name("log.txt")
    run = run_command(sphinx_command(sys.executable, project.docs, out, 1), log)
    if run.state != OK:
        raise SystemExit(last_words(log))
    return run.cpu


def main() -> None:
    """Build, then do only what has to be done, and print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=3, help="rounds, of which the shortest times count")
    options = parser.parse_args()
    compile_package()
    folder = options.folder.resolve()
    rounds: list[list[float]] = []
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        project = make_project(folder, work / "project", size=None, theme="alabaster")
        alone = make_project(folder, work / "alone", size=1, theme="alabaster", extension=False)
        for number in range(options.repeat):
            out = work / f"out{number}"
            whole, sphinx = build(project, out), build(alone, work / f"alone{number}")
            rounds.append([
                whole, sphinx, *measure(TREES, project.sources), *measure(WRITE, out, work / f"copy{number}")
            ])  # fmt: skip
    whole, *parts = map(min, zip(*rounds, strict=True))
    rows = [("the build, one job", whole), *zip(LABELS, parts, strict=True), ("these together", sum(parts))]
    print(markdown_table(("what", "CPU s", "of the build"), [(n, seconds(s), f"{s / whole:.2f}") for n, s in rows]))


if __name__ == "__main__":
    main()
