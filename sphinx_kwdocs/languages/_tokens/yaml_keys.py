"""Finds the keys of YAML with those they stand below, line by line, by their indentation.

This is no parser: of values written in braces nothing is taken, and what it cannot read it passes over.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_KEY = 80
_DEEPEST = 30
_UNREAD = "\0"
"""Stands for a key that is not read; what is below it has no path."""
_DASHES = re.compile(r"(?:-[ ]+)*")
_KEY = re.compile(
    r"(?:\"([^\"\\\n]{1,80})\"|'([^'\n]{1,80})'|([\w./$<@*+][\w./$<@*+-]*(?:[ ][\w./()+-]+){0,5}))[ ]*:(?=[ \t]|$)"
)
_BLOCK = re.compile(r"(?:[&!]\S+[ \t]+)*[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$")
_QUOTE_OPEN = {'"': re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+$'), "'": re.compile(r"'[^']*+(?:''[^']*+)*+$")}
_QUOTE_CLOSE = {'"': re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"'), "'": re.compile(r"[^']*+(?:''[^']*+)*+'(?!')")}
_PLAIN_VALUE = re.compile(r"(?:\"([^\"\\]+)\"[ \t]*+|'([^']+)'[ \t]*+|([^\s\"'#&*!|>{\[%@`][^#]*+))(?:#.*)?$")
# Keys whose values are names that somebody looks up, by the files that have them.
_WORKFLOW = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+$")
_WORKFLOW_NAMES = re.compile(r"name|jobs\.[^.]+\.name")
_NAME_LINE = re.compile(r"^name:[ \t]+(\S[^\n]*)", re.MULTILINE)
_HOOKS = re.compile(r"(?:^|/)\.pre-commit-(?:config|hooks)\.ya?ml$")
_HOOK_NAMES = re.compile(r"(?:repos\.hooks\.)?id")


def yaml_keys(path: str, text: str) -> Iterator[tuple[str, int]]:
    """Yield each key by its path, with its line; and what workflows, their jobs and hooks are called."""
    is_workflow, has_hooks = _WORKFLOW.search(path), _HOOKS.search(path)
    for key, value, line in _entries(text):
        yield key, line
        is_named = (is_workflow and _WORKFLOW_NAMES.fullmatch(key)) or (has_hooks and _HOOK_NAMES.fullmatch(key))
        if is_named and value and (match := _PLAIN_VALUE.match(value)):
            name = (match[1] or match[2] or match[3]).strip()
            if "{{" not in name and name.isprintable() and len(name) <= _LONGEST_KEY:
                yield name, line


def workflow_name(path: str, text: str) -> str:
    """Return what a workflow calls itself, or nothing."""
    if not _WORKFLOW.search(path):
        return ""
    found = _NAME_LINE.search(text)
    match = _PLAIN_VALUE.match(found[1]) if found else None
    name = (match[1] or match[2] or match[3]).strip() if match else ""
    return name if "{{" not in name and name.isprintable() and len(name) <= _LONGEST_KEY else ""


def _entries(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the path of each key, what stands behind it on its line, and the line."""
    above: list[tuple[int, str]] = []
    for number, start, line in _lines_outside_of_texts(text):
        if line.startswith(("---", "...")):
            above.clear()
            continue
        column = _column(line, start)
        # An item ends all that stands further to the right than its dash; it may stand right below the key it is of.
        edge = start + 1 if column > start else column
        while above and above[-1][0] >= edge:
            above.pop()
        if key := _KEY.match(line, column):
            above.append((column, key[1] or key[2] or key[3]))
            # A path that is not read in full is not printable, either.
            if len(above) <= _DEEPEST and (path := ".".join([name for _, name in above])).isprintable():
                yield path, line[key.end() :].strip(), number
        elif line.rstrip().endswith(":"):
            above.append((column, _UNREAD))


def _lines_outside_of_texts(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines that may hold a key, each with its number and its indentation."""
    block = -1
    quote = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quote:
            quote = "" if _QUOTE_CLOSE[quote].match(line) else quote
            continue
        start = len(line) - len(line.lstrip(" "))
        if not line.strip() or line[start] in "#\t" or start > block >= 0:
            continue
        yield number, start, line
        column = _column(line, start)
        key = _KEY.match(line, column)
        value = line[key.end() if key else column :].strip()
        # Text of a list's item may begin right below its dash.
        block = (column if key else start) if _BLOCK.match(value) else -1
        if value[:1] in _QUOTE_OPEN and _QUOTE_OPEN[value[0]].match(value):
            quote = value[0]


def _column(line: str, start: int) -> int:
    """Return where a line's content begins, behind the dashes of lists."""
    dashes = _DASHES.match(line, start)
    return dashes.end() if dashes else start
