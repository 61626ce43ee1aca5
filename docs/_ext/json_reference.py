"""Describes every field of the JSON lines, and checks the words against lines made from a small repository."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from markdown_text import block, code, prose, table

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.export.json_lines import SCHEMA, json_lines
from sphinx_kwdocs.pipeline import build_index

SAMPLE = {
    "README.md": "# Shapes\n\nBegin with `Circle.area()`.\n",
    "broken.py": "def unfinished(:\n",
    "shapes.py": (
        '"""Shapes in the plane."""\n\nimport math as m\n\n\n'
        'class Circle:\n    """A round shape."""\n\n'
        '    def area(self) -> float:\n        """Return the area of the unit circle."""\n        return m.pi\n\n\n'
        "def make() -> Circle:\n    return Circle()\n\n\n"
        "for each in (make(), make()):\n    print(each)\n"
    ),
    "colours.py": "def mix(one: str, other: str) -> str:\n    return one + other\n",
}
"""A repository in which every part of a line occurs."""

FILE = {
    "schema": "Number of the schema that the line follows.",
    "path": "The file, relative to the root, with `/`. Bytes that are no UTF-8 stand as lone surrogates.",
    "kind": "`text`, `binary`, `symlink`, `large`, `unreadable`, `submodule` or `withheld`. Only `text` has symbols.",
    "language": "Name of the language that read it, or null unless the kind is `text`.",
    "digest": "BLAKE2b of the bytes, 32 hexadecimal digits, or null if they were not read.",
    "size": "Bytes on disk.",
    "lines": "Number of lines. A last line without a line break counts.",
    "symbols": "Definitions, in order of appearance; see below.",
    "imports": "Imports, in order of appearance; see below.",
    "references": "Places that use or name a symbol or a file of the repository, in text order; see below. One that "
    "may mean several things stands there once for each.",
    "externals": "Places that use a name from outside the repository, in text order; see below.",
    "variables": "Places that use a variable which a module or a class only works with, such as that of a loop, in "
    "text order; see below.",
    "findings": "What rules found in it that see all files; see below.",
    "diagnostics": "What went wrong with this file; see below.",
}
PLACE = {
    "line": "Line of the first character, from 1.",
    "col": "Column of the first character, from 0, in code points.",
    "end_line": "Line of the last character.",
    "end_col": "Column behind the last character.",
}
SYMBOL = {
    "id": "Unique in the repository: the path, `#` and the qualified name.",
    "name": "The last part of the name, as written.",
    "qualname": "The name from the file's top, joined with dots. A repeated one carries `~2`, `~3` in order of "
    "appearance.",
    "kind": "A kind of symbol, as in the table of kinds.",
    **PLACE,
    "extent": "The whole definition with its decorators, as an object of the same four numbers.",
    "parent": "The id of the symbol it is nested in, or null.",
    "signature": "How it is declared, on one line, without its name; may be empty.",
    "doc": "Its docstring or leading comment, dedented; may be empty.",
    "visibility": "`public`, `private`, `special` (`__init__`) or `local` (inside a function).",
    "bases": "For a class, the ids of the repository's classes that it names as its bases, in order.",
    "subclasses": "For a class, the ids of the classes that name it as a base.",
    "overrides": "For a member of a class, the ids of the definitions next up the method resolution order.",
    "overridden_by": "For a member of a class, the ids of the definitions that replace it in subclasses.",
    "calls": "The ids of the functions and classes that it calls, in text order.",
    "called_by": "The ids of the definitions that call it, and the paths of files that do so outside of any.",
}
IMPORT = {
    "line": "The line.",
    "module": "The module as written, with its leading dots.",
    "name": "The name taken out of the module, `*` for all, or null for `import module`.",
    "alias": "The name after `as`, or null.",
    "target": "The file of the repository that it leads to, or null.",
    "origin": "`repository`, `standard`, `third-party`, `missing` for a module of the repository's own packages "
    "that no file defines, or `unresolved` if a file has that name but nothing says that it is meant.",
}
REFERENCE = {
    **PLACE,
    "role": "What the place does with the target, as in the table of roles.",
    "target": "The id of a symbol, or the path of a file that is meant as a module.",
    "known": "How the target is known: `exact` through scopes and imports, `inferred` from the type of a value, or "
    "`name` if it is the only symbol that the text can mean.",
    "holder": "The id of the innermost definition that the place stands in, or null.",
}
EXTERNAL = {
    **PLACE,
    "name": "The full dotted name, such as `os.path.join`; one of Python's builtins without a module.",
}
VARIABLE = {
    **PLACE,
    "path": "The file that gives the variable.",
    "to_line": "The line where it is first given.",
    "to_col": "The column where it begins there.",
}
FINDING = {
    "rule": "The name of the rule.",
    "category": "What it is about, in one word.",
    "severity": "How much it matters, in one word.",
    "line": "The line, or 0 for the whole file.",
    "message": "What is the matter.",
    "excerpt": "The definition on that line, its name with its signature; empty if there is none.",
}
DIAGNOSTIC = {
    "line": "The line, or 0 for the whole file.",
    "code": "A diagnostic code.",
    "message": "What is the matter.",
}


@cache
def sample_records() -> tuple[dict[str, Any], ...]:
    """Index the sample and return its lines, read back."""
    with TemporaryDirectory() as folder:
        for name, text in SAMPLE.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        return tuple(json.loads(line) for line in json_lines(build_index(Path(folder), Config())))


def json_fields(part: str) -> list[str]:
    """List the fields of one part of a line; fail if a real line has others."""
    described, found = {
        "file": (FILE, sample_records()),
        "symbol": (SYMBOL, _all("symbols")),
        "import": (IMPORT, _all("imports")),
        "reference": (REFERENCE, _all("references")),
        "external": (EXTERNAL, _all("externals")),
        "variable": (VARIABLE, _all("variables")),
        "finding": (FINDING, _all("findings")),
        "diagnostic": (DIAGNOSTIC, _all("diagnostics")),
    }[part]
    for record in found:
        if list(record) != list(described):
            message = f"the documented fields of a {part} are {list(described)}, those of a line are {list(record)}"
            raise ValueError(message)
    return table(("Field", "Meaning"), [(code(name), prose(text)) for name, text in described.items()])


def _all(part: str) -> list[dict[str, Any]]:
    found = [item for record in sample_records() for item in record[part]]
    if not found:
        message = f"the sample has no {part}"
        raise ValueError(message)
    return found


def json_schema() -> list[str]:
    """Say which version of the schema this is."""
    return [f"This is schema {SCHEMA}."]


def json_example() -> list[str]:
    """Show a small source and the line that is made of it, spread out to be read."""
    record = next(item for item in sample_records() if item["path"] == "shapes.py")
    mention = next(item for item in sample_records() if item["path"] == "README.md")["references"]
    return [
        "A file `shapes.py`:",
        "",
        *block("python", SAMPLE["shapes.py"]),
        "",
        "gives this line, spread out here to be read:",
        "",
        *block("json", json.dumps(record, indent=2)),
        "",
        "The references of this `README.md` beside it:",
        "",
        *block("markdown", SAMPLE["README.md"]),
        "",
        "are:",
        "",
        *block("json", json.dumps(mention, indent=2)),
    ]
