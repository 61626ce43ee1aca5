"""Measures what loading the extension adds to the time in which `sphinx-build` starts.

Each run is a process of its own that makes a Sphinx application; runs with and without the extension take turns, with
and without MyST, which imports some of what the extension needs. What is compared is the time of the processor, and of
each the shortest: all else that a machine does can only add to it, and adds more than the extension does.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from _command import compile_package

START = """
import io, sys
from time import process_time
from sphinx.application import Sphinx

start = process_time()
Sphinx(sys.argv[1], sys.argv[1], sys.argv[2], sys.argv[2], "html", status=None, warning=io.StringIO())
print(process_time() - start)
"""
CASES = {
    "Sphinx": ("", "sphinx_kwdocs"),
    "Sphinx and MyST": ("myst_parser", "myst_parser sphinx_kwdocs"),
}


def start_time(folder: Path, extensions: str) -> float:
    """Return the milliseconds in which an application starts."""
    text = f"extensions = {extensions.split()!r}\nhtml_theme = 'alabaster'\n"
    (folder / "conf.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", START, str(folder), str(folder / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return 1000 * float(done.stdout)


def main() -> None:
    """Print the times side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15, help="how often each application is started")
    runs = parser.parse_args().runs
    compile_package()
    print("| application | without, ms | with, ms | added, ms | ratio |\n|---|--:|--:|--:|--:|")
    for label, pair in CASES.items():
        times: dict[str, list[float]] = {extensions: [] for extensions in pair}
        with TemporaryDirectory() as folder:
            for _ in range(runs + 1):
                for extensions in pair:
                    times[extensions].append(start_time(Path(folder), extensions))
        # The first of each may have had to compile.
        without, with_it = (min(times[extensions][1:]) for extensions in pair)
        added, ratio = with_it - without, with_it / without
        print(f"| {label} | {without:.0f} | {with_it:.0f} | {added:.1f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
