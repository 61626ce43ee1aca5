"""Prints how fast source is rendered, in MB a second and against Pygments in the same run.

Usage: python benchmarks/highlight.py [folder] — by default the installed Sphinx package.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from sphinx_kwdocs.languages import cpp, python
from sphinx_kwdocs.model.plugin_records import TokenRules
from sphinx_kwdocs.render.source import LONGEST_TEXT, Mark, render_source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_kwdocs.model.plugin_records import Language

_SUFFIXES = {
    "python": (".py", ".pyi"),
    "cpp": (".cpp", ".cc", ".cxx", ".h", ".hpp", ".cu", ".cuh"),
}
_MOST_TEXT = 8_000_000
_MOST_TEXT_FOR_PYGMENTS = 500_000
_ROUNDS = 3


def main() -> None:
    """Measure both languages on the files of one folder."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _sphinx_folder()
    for language in (python.LANGUAGE, cpp.LANGUAGE):
        texts = _read(folder, _SUFFIXES[language.name])
        if texts:
            _measure(language, texts)
        else:
            print(f"{language.name}: no files below the folder")


def _sphinx_folder() -> Path:
    spec = find_spec("sphinx")
    if spec is None or spec.origin is None:
        sys.exit("sphinx is not installed; name a folder")
    return Path(spec.origin).parent


def _read(folder: Path, suffixes: Sequence[str]) -> list[str]:
    texts: list[str] = []
    size = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and path.is_file() and size < _MOST_TEXT:
            text = path.read_text("utf-8", errors="replace")
            if len(text) <= LONGEST_TEXT:
                texts.append(text)
                size += len(text)
    return texts


def _measure(language: Language, texts: Sequence[str]) -> None:
    size = sum(map(len, texts))
    marked = [(text, _marks(text, language)) for text in texts]
    few: list[str] = []
    while len(few) < len(texts) and sum(map(len, few)) < _MOST_TEXT_FOR_PYGMENTS:
        few.append(texts[len(few) * 7919 % len(texts)])
    lexer, formatter = get_lexer_by_name(language.pygments), HtmlFormatter[str]()

    pygments = sum(map(len, few)) / _seconds(lambda: [highlight(text, lexer, formatter) for text in few], rounds=1)
    plain = size / _seconds(lambda: [render_source(text, language) for text in texts])
    links = size / _seconds(lambda: [render_source(text, language, marks) for text, marks in marked])

    print(f"{language.name}: {len(texts)} files, {size / 1e6:.1f} MB, {sum(len(item) for _, item in marked)} names")
    for name, speed in (("Pygments", pygments), ("tokens", plain), ("tokens, every name a link", links)):
        print(f"  {name:<28}{speed / 1e6:7.2f} MB/s{speed / pygments:8.1f} x")


def _marks(text: str, language: Language) -> list[Mark]:
    """Mark every identifier in the code; a name leads to one place, with a tag of usual length."""
    rules = language.tokens or TokenRules()
    reserved = rules.keywords | rules.constants
    pattern = re.compile("|".join([*rules.comments, *rules.strings, f"(?P<name>{rules.word})"]))
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    marks: list[Mark] = []
    for match in pattern.finditer(text):
        if (name := match["name"]) and name not in reserved:
            line = bisect_right(starts, match.start())
            col = match.start() - starts[line - 1]
            marks.append(Mark(line, col, col + len(name), f"../folder/{name}.py_docs.html#L{len(name)}", "n", name))
    return marks


def _seconds(work: Callable[[], object], rounds: int = _ROUNDS) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


if __name__ == "__main__":
    main()
