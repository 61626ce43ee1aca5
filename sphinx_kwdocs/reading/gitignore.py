"""Reads gitignore patterns: those of `.gitignore` files with git's own meaning, and those of the settings."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.reading.safe_open import read_file
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pathspec import GitIgnoreSpec

    from sphinx_kwdocs.config import Config, Problem

# The group by which pathspec marks the slash behind a folder that a pattern matches.
_FOLDER_MARK = "ps_d"


class _Rule(NamedTuple):
    """One line of a `.gitignore` file."""

    regex: re.Pattern[str]
    is_ignored: bool
    is_marked: bool
    """Whether the expression can tell a folder from what is in it."""
    is_any_folder: bool
    """Whether it is `*/`, for which pathspec's expression finds the first folder of a path, not the last."""


class IgnoreFile:
    """The rules of one `.gitignore` file.

    pathspec answers for a file's path as a whole, by rules that match it or any folder above it. A walk that
    asks at every level, and has more than one file of rules to ask, needs git's own question: does a rule match
    exactly this file or folder?
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules = tuple(_compile_rules(lines))[::-1]
        self._any = _any_of(rule.regex.pattern for rule in self._rules)

    def decide(self, path: str, *, is_folder: bool) -> bool | None:
        """Say whether the last rule that matches ignores the path, relative to the rules' folder; None if none does."""
        # The expressions' dot and dollar treat a line break in a name as special.
        path = path.replace("\n", "\0")
        marked = path + "/" if is_folder else path
        if not self._rules or not self._any.search(marked):
            return None
        for rule in self._rules:
            if rule.is_any_folder:
                is_match = is_folder
            elif rule.is_marked:
                match = rule.regex.search(marked)
                is_match = match is not None and match.start(_FOLDER_MARK) in {-1, len(marked) - 1}
            else:
                is_match = rule.regex.search(path) is not None
            if is_match:
                return rule.is_ignored
        return None


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """Return one expression for all: most paths match nothing, and learn it in one call."""
    return re.compile("|".join(f"(?:{text.replace(f'?P<{_FOLDER_MARK}>', '?:')})" for text in patterns))


def matching(spec: GitIgnoreSpec, paths: Iterable[str]) -> Iterator[str]:
    """Yield the paths of files that patterns match."""
    found = _any_of(pattern.regex.pattern for pattern in spec.patterns if pattern.regex is not None).search
    return (path for path in paths if found(path) and spec.match_file(path)) if spec.patterns else iter(())


def _compile_rules(lines: Iterable[str]) -> Iterable[_Rule]:
    for line in lines:
        # pathspec takes `a/**/` for `a/`; to git it means the folders below.
        exact = re.sub(r"/\*\*/ *$", "/**/*/", line)
        for pattern in compile_patterns((exact,), lambda _line: None).patterns:
            if pattern.include is None or pattern.regex is None:
                continue
            is_marked = _FOLDER_MARK in pattern.regex.groupindex
            is_any_folder = is_marked and not pattern.regex.pattern.startswith("^")
            yield _Rule(pattern.regex, pattern.include, is_marked, is_any_folder)


def read_ignore_file(root: str, path: str) -> IgnoreFile | None:
    """Read a `.gitignore` file; None if it is not a file of its own or cannot be read, as git does."""
    try:
        text = os.fsdecode(read_file(root, path).removeprefix(b"\xef\xbb\xbf"))
    except OSError:
        return None
    return IgnoreFile(line.removesuffix("\r") for line in text.split("\n"))


def compile_setting(name: str, patterns: tuple[str, ...], report: Problem) -> GitIgnoreSpec:
    """Compile the patterns of a setting; one that is none is reported and not used."""

    def complain(pattern: str) -> None:
        text = _("kwdocs_{name} has {pattern}, which is not a gitignore pattern; it is not used")
        report("config", text.format(name=name, pattern=repr(pattern)))

    return compile_patterns(patterns, complain)


class Selection:
    """Which files the settings want, compiled once."""

    def __init__(self, config: Config, report: Problem) -> None:
        self._include = compile_setting("include", config.include, report) if config.include else None
        self._exclude = compile_setting("exclude", config.left_out, report) if config.left_out else None
        if config.withhold:
            # What comes of them is seen when files are read; what is wrong with them is said here, once.
            compile_setting("withhold", config.withhold, report)
        self._is_final = not any(pattern.startswith("!") for pattern in config.left_out)

    def wants(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether a file, or a repository inside this one, is to be listed."""
        if self._include is None and self._exclude is None:
            return True
        path = path.replace("\n", "\0") + ("/" if is_folder else "")
        if self._include is not None and not self._include.match_file(path):
            return False
        return self._exclude is None or not self._exclude.match_file(path)

    def prunes(self, folder: str) -> bool:
        """Whether nothing below a folder can be wanted, so that it need not be entered."""
        return self._exclude is not None and self._is_final and self._exclude.match_file(f"{folder}/")


def compile_patterns(patterns: Iterable[str], complain: Callable[[str], None]) -> GitIgnoreSpec:
    """Compile gitignore patterns, without those that are none."""
    # Its thirty modules are more than half of what a build loads that has no patterns and nothing to do.
    from pathspec import GitIgnoreSpec

    good = []
    for pattern in patterns:
        try:
            GitIgnoreSpec.from_lines((pattern,))
        except (ValueError, re.error):
            complain(pattern)
        else:
            good.append(pattern)
    return GitIgnoreSpec.from_lines(good)
