"""Times the index and the whole HTML build of a folder against `ast.parse` of its Python files, in one run.

    python benchmarks/build.py                      # the installed sphinx package
    python benchmarks/build.py path/to/torch/distributed
    python benchmarks/build.py --repeat 3 FOLDER ...

Each folder is copied into a small Sphinx project (alabaster, `-n -W`, one job) so that nothing else is indexed. Every
timed step runs in a process of its own and is given in CPU seconds; figures are medians over the rounds, and the
ratios, taken within each round, are what counts.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

PARSE = """
import ast, sys, time, warnings
warnings.simplefilter("ignore")
texts = []
for path in sorted(__import__("pathlib").Path(sys.argv[1]).rglob("*.py")):
    texts.append(path.read_bytes())
start = time.process_time()
for text in texts:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        pass
print(time.process_time() - start, len(texts), sum(map(len, texts)))
"""

INDEX = """
import ast, resource, sys, time
from pathlib import Path
from sphinx_kwdocs import pipeline
from sphinx_kwdocs.config import Config
from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.reading import extraction
all_languages()  # loading our own modules takes a quarter of a second, however many files there are
parsing = 0.0
extract_facts = extraction.extract_facts
def parse_and_extract(path, text, *others):
    # In turns, because the speed of a machine changes within seconds.
    global parsing
    if path.endswith(".py"):
        start = time.process_time()
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            pass
        parsing += time.process_time() - start
    return extract_facts(path, text, *others)
extraction.extract_facts = parse_and_extract
start = time.process_time()
index = pipeline.build_index(Path(sys.argv[1]), Config())
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(time.process_time() - start - parsing, parsing, len(index.files), len(index.symbols), memory)
"""

BUILD = """
import resource, sys, time
from sphinx.cmd.build import main
start = time.process_time()
status = main(["-q", "-n", "-W", "-b", "html", sys.argv[1] + "/docs", sys.argv[1] + "/out"])
print(time.process_time() - start, status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def run(code: str, *arguments: str) -> list[float]:
    """Run a step in a fresh interpreter and return the numbers it prints."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    if done.stderr.strip():
        print(done.stderr.strip(), file=sys.stderr)
    return [float(word) for word in done.stdout.split()]


def make_project(folder: Path, place: Path) -> Path:
    """Copy a folder into a Sphinx project of one page."""
    shutil.copytree(folder, place / folder.name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyc"))
    docs = place / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text('project = "Benchmark"\nextensions = ["sphinx_kwdocs"]\n', encoding="utf-8")
    (docs / "index.rst").write_text("Benchmark\n=========\n", encoding="utf-8")
    return place


def measure(folder: Path, repeat: int) -> dict[str, float | str]:
    """Measure one folder: every round runs all steps, so that a slow moment of the machine slows them together."""
    with tempfile.TemporaryDirectory() as temporary:
        place = make_project(folder, Path(temporary) / "project")
        rounds = []
        for _ in range(repeat):
            shutil.rmtree(place / "out", ignore_errors=True)
            rounds.append((run(PARSE, str(place / folder.name)), run(INDEX, str(place)), run(BUILD, str(place))))
        pages = sum(1 for _ in (place / "out" / "kwdocs").rglob("*.html"))
        output = sum(path.stat().st_size for path in (place / "out").rglob("*") if path.is_file())
    (_, python_files, size), (_, _, files, symbols, index_memory), (_, status, memory) = rounds[-1]
    return {
        "folder": folder.name,
        "Python files": python_files,
        "MB of Python": size / 1e6,
        "files": files,
        "definitions": symbols,
        "pages": pages,
        "ast.parse s": median(parse[0] for parse, _, _ in rounds),
        "index s": median(index[0] for _, index, _ in rounds),
        "index / ast.parse": median(index[0] / index[1] for _, index, _ in rounds),
        "build s": median(build[0] for _, _, build in rounds),
        "build / ast.parse": median(build[0] / parse[0] for parse, _, build in rounds),
        "ms a page": 1000 * median(build[0] for _, _, build in rounds) / pages,
        "index peak MB": index_memory / 1024,
        "build peak MB": memory / 1024,
        "output MB": output / 1e6,
        "exit status with -n -W": status,
    }


def main() -> None:
    """Measure the folders given and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    spec = importlib.util.find_spec("sphinx")
    folders = options.folders or [Path(str(spec.origin)).parent]
    columns = [measure(folder.resolve(), options.repeat) for folder in folders]
    if options.json:
        print(json.dumps(columns, indent=1))
        return
    for name in columns[0]:
        values = [column[name] for column in columns]
        cells = [f"{value:>14.2f}" if isinstance(value, float) else f"{value:>14}" for value in values]
        print(f"{name:<24}{''.join(cells)}")


if __name__ == "__main__":
    main()
