"""Tells by names which test files test which files, and which names so many tests use that they test none."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinx_kwdocs.model.index import Index

LEAST_COMMON, COMMON_SHARE = 5, 10
"""A name that more than five test files use, and one in ten of all, is what tests work with, not what they test."""
MOST_CANDIDATES = 100
"""Namesakes in other folders that are compared; a name that more files have says nothing."""
# What test files add to the name of what they test: test_x.py, x_test.go, XTest.java, x.spec.ts.
_TEST_NAME = re.compile(
    r"tests?[_-](?P<behind>.+)|(?P<before>.+?)(?:[_-](?:unit)?tests?|[_-]spec|\.tests?|\.spec|Tests?)", re.IGNORECASE
)
_FAMILIES = ("c cc cpp cu cuh cxx h hh hpp hxx m mm", "py pyi pyx pxd", "cjs cts js jsx mjs mts ts tsx")
_FAMILY = {suffix: family.partition(" ")[0] for family in _FAMILIES for suffix in family.split()}
"""Suffixes of files that can be parts of one thing, such as a source and its header."""
_DATA = frozenset(["gettext", "ignore", "ini", "json", "toml", "xml", "yaml"])
"""Languages of files that hold values; among tests these are what tests work with."""
_OF_TESTS = frozenset(
    ["__tests__", "e2e", "functional", "integration", "spec", "specs", "t", "test", "testing", "tests", "unit"]
)
_OF_SOURCES = frozenset(["include", "lib", "source", "sources", "src"])
"""Folders that say what sort of file stands in them, and not what it is about."""
_NAMELESS = frozenset(["__init__", "__main__", "conftest", "index"])
_SPEAKERS = frozenset(["__init__.py", "__init__.pyi", "index.js", "index.ts"])
"""Files that bear the name of their folder."""


class TestSubject(NamedTuple):
    """What a test file is about, by its name."""

    paths: tuple[str, ...]
    """The files that it may be named after; a package is named by its first file."""
    is_sure: bool
    """Whether these are one thing; otherwise several are equally near."""

    def covers(self, path: str) -> bool:
        """Tell whether a file is what a test is about, or stands in the package that it is about."""
        packages = (each.rpartition("/")[0] for each in self.paths if each.rpartition("/")[2] in _SPEAKERS)
        return path in self.paths or any(path.startswith(f"{package}/") for package in packages)


def tested_stem(path: str) -> str:
    """Return the name of what a test file tests, by its own name; that name itself if it has nothing of a test."""
    name = _stem(path)
    match = _TEST_NAME.fullmatch(name)
    return _plain(match["behind"] or match["before"] if match else name)


def test_subjects(index: Index) -> dict[str, TestSubject]:
    """Return for the test files whose names lead to other files what these are."""
    named: defaultdict[str, list[str]] = defaultdict(list)
    for path in index.facts:
        if path not in index.tests and not _holds_no_code(index, path) and (name := _subject_name(index, path)):
            named[_plain(name)].append(path)
    things = {stem: _Namesakes(paths) for stem, paths in named.items()}
    found: dict[str, TestSubject] = {}
    for test in sorted(index.tests & index.facts.keys()):
        is_named = _stem(test) not in _NAMELESS and not _holds_no_code(index, test)
        namesakes = things.get(tested_stem(test)) if is_named else None
        if namesakes and (subject := namesakes.nearest(test)):
            found[test] = subject
    return found


def named_tests(subjects: Mapping[str, TestSubject]) -> dict[str, tuple[str, ...]]:
    """Return for each file the tests that may be named after it."""
    tests: defaultdict[str, list[str]] = defaultdict(list)
    for test, subject in subjects.items():
        for path in subject.paths:
            tests[path].append(test)
    return {path: tuple(found) for path, found in tests.items()}


def common_limit(tests: int) -> int:
    """Return how many test files may use a name that is tested; a round number, so that it seldom changes."""
    return max(LEAST_COMMON, 1 << (max(tests // COMMON_SHARE, 1).bit_length() - 1))


class _Namesakes:
    """The files of one name that are no tests, those together that are one thing."""

    def __init__(self, paths: Iterable[str]) -> None:
        groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        headers: defaultdict[str, list[str]] = defaultdict(list)
        for path in paths:
            folder, family = _home(path), _family(path)
            (headers[family] if "include" in folder.split("/") else groups[family, folder]).append(path)
        for family, found in headers.items():
            sources = [key for key in groups if key[0] == family]
            key = sources[0] if len(sources) == 1 else (family, _home(found[0]))
            groups[key] += found
        self._things = {key: tuple(sorted(found)) for key, found in groups.items()}
        self._by_folder: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for key in self._things:
            self._by_folder[_last(_folders(key[1], _OF_SOURCES))].append(key)

    def nearest(self, test: str) -> TestSubject | None:
        """Return what a test is named after: of several things the one in the nearest folder.

        A test in another language has to be called a test, and its subject alone to have the name.
        """
        folders = _folders(test.rpartition("/")[0], _OF_TESTS)
        near = self._by_folder.get(_last(folders), ()) if folders else ()
        for keys in (near, tuple(self._things)):
            alike = [key for key in keys if key[0] == _family(test)]
            if 0 < len(alike) <= MOST_CANDIDATES:
                ranks = {key: _nearness(_folders(key[1], _OF_SOURCES), folders, test, key[1]) for key in alike}
                best = [key for key in alike if ranks[key] == max(ranks.values())]
                return TestSubject(tuple(path for key in best for path in self._things[key]), len(best) == 1)
        is_alone = len(self._things) == 1 and _TEST_NAME.fullmatch(_stem(test)) is not None
        return TestSubject(next(iter(self._things.values())), is_sure=True) if is_alone else None


def _nearness(subject: Sequence[str], test: Sequence[str], test_path: str, folder: str) -> tuple[int, int]:
    """Return how many folders two paths end with alike, and how many they begin with alike."""
    return _alike(reversed(subject), reversed(test)), _alike(folder.split("/"), test_path.split("/"))


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    return sum(1 for _same in takewhile(bool, map(eq, one, other)))


def _holds_no_code(index: Index, path: str) -> bool:
    language = index.facts[path].language
    return language in _DATA or index.languages[language].is_prose


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _subject_name(index: Index, path: str) -> str:
    """Return the name by which a test would call a file: that of its folder if it speaks for this; empty if none."""
    folder, _, name = path.rpartition("/")
    if name not in _SPEAKERS:
        return "" if _stem(path) in _NAMELESS else _stem(path)
    outer, _, package = folder.rpartition("/")
    # What is named after the outermost package may be about anything.
    return package if f"{outer}/{name}" in index.files else ""


def _home(path: str) -> str:
    """Return the folder that a file stands in, or that the folder stands in which it speaks for."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[0] if name in _SPEAKERS else folder


def _plain(stem: str) -> str:
    """Return a name without what says only that it is private."""
    return stem.casefold().lstrip("_")


def _family(path: str) -> str:
    suffix = path.rpartition(".")[2].lower()
    return _FAMILY.get(suffix, suffix)


def _folders(folder: str, left_out: frozenset[str]) -> list[str]:
    return [part.lstrip("_") for part in folder.split("/") if part and part.lower() not in left_out]


def _last(folders: Sequence[str]) -> str:
    return folders[-1] if folders else ""
