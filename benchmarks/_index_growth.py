"""Measures how the index alone grows against `ast.parse`: even samples of one tree, from a few hundred files to all.

Each sample takes every n-th Python file, at its own path, so that all have files of the same sorts. A sample is
measured in an interpreter of its own, which parses each file with `ast.parse` right before it is read for the index;
the figure that matters is the ratio of the two, beside that of the smallest sample. Peak memory is that of the process.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from _markdown_table import markdown_table
from _sample_project import python_files
from build import INDEX, run

if TYPE_CHECKING:
    from collections.abc import Iterable

HEAD = ("files", "ast.parse s", "index s", "index ÷ ast.parse", "ms a file", "growth", "peak MB")


def index_growth(folder: Path, sizes: Iterable[int], repeat: int) -> str:
    """Measure samples of a folder and return a table."""
    files = python_files(folder)
    rows = []
    first = 0.0
    for size in (*(size for size in sizes if size < len(files)), len(files)):
        with tempfile.TemporaryDirectory() as place:
            copy_sample(files, size, folder, Path(place))
            rounds = [run(INDEX, place) for _ in range(repeat)]
        index, parse = (median(each[column] for each in rounds) for column in range(2))
        ratio = median(each[0] / each[1] for each in rounds)
        # Against `ast.parse` of the same sample, because the files of one are a little larger than those of another.
        first = first or ratio
        figures = (parse, index, ratio, 1000 * index / size, ratio / first)
        rows.append((f"{size:,}", *(f"{figure:.2f}" for figure in figures), f"{rounds[-1][4] / 1024:,.0f}"))
    return markdown_table(HEAD, rows, text_columns=0)


def copy_sample(files: list[Path], size: int, root: Path, place: Path) -> None:
    """Copy an even sample of files, each to its own path."""
    for number in range(size):
        source = files[number * len(files) // size]
        target = place / source.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
