"""Measures what a build cannot do without: parsing the files once, and writing the bytes of the site once.

    python benchmarks/floor.py path/to/torch/distributed

The build, the parsing and the writing are measured in one run, as CPU time of processes of their own; all that is above
the two is what finding out, linking and rendering take.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from _command import OK, compile_package, last_words, run_command
from _sample_project import make_project, sphinx_command

PARSE = """
import ast, sys, warnings
from pathlib import Path
from time import process_time
warnings.simplefilter("ignore")
texts = [path.read_bytes() for path in Path(sys.argv[1]).rglob("*.py")]
start = process_time()
for text in texts:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
print(process_time() - start)
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


def measure(script: str, *arguments: Path) -> float:
    """Return the seconds that a script prints."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Build once, then do only what has to be done, and print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=3, help="rounds, of which the shortest times count")
    options = parser.parse_args()
    compile_package()
    rounds: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        project = make_project(options.folder.resolve(), work / "project", size=None, theme="alabaster")
        for number in range(options.repeat):
            out, log = work / f"out{number}", work / "log.txt"
            run = run_command(sphinx_command(sys.executable, project.docs, out, 1), log)
            if run.state != OK:
                raise SystemExit(last_words(log))
            rounds.append((run.cpu, measure(PARSE, project.sources), measure(WRITE, out, work / f"copy{number}")))
    build, parse, write = map(min, zip(*rounds, strict=True))
    print("| what | CPU s | share of the build |\n|---|--:|--:|")
    for label, seconds in (("the build, one job", build), ("ast.parse", parse), ("writing the same bytes", write)):
        print(f"| {label} | {seconds:.2f} | {seconds / build:.2f} |")
    print(f"\nThe build takes {build / (parse + write):.1f} times what parsing and writing take.")


if __name__ == "__main__":
    main()
