"""Tells by names which test files test which files, and which names so many tests use that they test none."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_kwdocs.model import Index

LEAST_COMMON, COMMON_SHARE = 5, 10
"""A name that more than five test files use, and one in ten of all, is what tests work with, not what they test."""
# What test files add to the name of what they test: test_x.py, x_test.go, XTest.java, x.spec.ts.
_TEST_NAME = re.compile(
    r"tests?[_-](?P<behind>.+)|(?P<before>.+?)(?:[_-](?:unit)?tests?|[_-]spec|\.tests?|\.spec|Tests?)", re.IGNORECASE
)


def tested_stem(path: str) -> str:
    """Return the name of what a test file tests, by its own name; that name itself if it has nothing of a test."""
    stem = path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]
    match = _TEST_NAME.fullmatch(stem)
    return (match["behind"] or match["before"] if match else stem).casefold()


def tests_by_stem(index: Index) -> dict[str, tuple[str, ...]]:
    """Return the test files by the names of what they test."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(index.tests):
        found[tested_stem(path)].append(path)
    return {stem: tuple(paths) for stem, paths in found.items()}


def sources_by_stem(index: Index) -> dict[str, int]:
    """Return how many files with definitions or identifiers that are no tests have each name."""
    found: defaultdict[str, int] = defaultdict(int)
    for path in index.facts:
        if path not in index.tests and not index.languages[index.facts[path].language].is_prose:
            found[path.rpartition("/")[2].rpartition(".")[0].casefold()] += 1
    return dict(found)


def common_limit(tests: int) -> int:
    """Return how many test files may use a name that is tested; a round number, so that it seldom changes."""
    return max(LEAST_COMMON, 1 << (max(tests // COMMON_SHARE, 1).bit_length() - 1))
