"""Measures how indexing with references grows: even samples of one tree, from a few hundred files to all of them.

    python benchmarks/scale.py [--sizes 350,700,1400] [--repeat 3] FOLDER

FOLDER may be any tree of Python, such as an unpacked wheel of PyTorch. Each sample takes every n-th Python file, at its
own path, so that all have files of the same sorts. A sample is measured in an interpreter of its own, which parses each
file with `ast.parse` right before it is read for the index; the figure that matters is the ratio of the two, beside
that of the smallest sample. Peak memory is that of the process.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from statistics import median

from build import INDEX, run


def main() -> None:
    """Measure the samples of a folder and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default="350,700,1400", help="numbers of files, separated by commas; all come last")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    files = sorted(path for path in options.folder.rglob("*") if path.suffix in {".py", ".pyi"} and path.is_file())
    sizes = [size for size in map(int, options.sizes.split(",")) if size < len(files)]
    print(f"{'files':>8}{'ast.parse s':>13}{'index s':>10}{'ratio':>8}{'ms a file':>11}{'growth':>8}{'peak MB':>9}")
    first = 0.0
    for size in (*sizes, len(files)):
        with tempfile.TemporaryDirectory() as place:
            copy_sample(files, size, options.folder, Path(place))
            rounds = [run(INDEX, place) for _ in range(options.repeat)]
        index, parse = (median(each[column] for each in rounds) for column in range(2))
        ratio = median(each[0] / each[1] for each in rounds)
        # Against `ast.parse` of the same sample, because the files of one are a little larger than those of another.
        first = first or ratio
        print(
            f"{size:>8}{parse:>13.2f}{index:>10.2f}{ratio:>8.2f}{1000 * index / size:>11.2f}"
            f"{ratio / first:>8.2f}{rounds[-1][4] / 1024:>9.0f}"
        )


def copy_sample(files: list[Path], size: int, root: Path, place: Path) -> None:
    """Copy an even sample of files, each to its own path."""
    for number in range(size):
        source = files[number * len(files) // size]
        target = place / source.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


if __name__ == "__main__":
    main()
