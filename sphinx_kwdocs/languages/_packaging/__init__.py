"""Reads what the files of packaging tools say: what a project is, which names it builds and which it takes."""

from __future__ import annotations

import ast
import json
import re
import tomllib
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._packaging.import_names import import_names
from sphinx_kwdocs.languages._parser_limits import may_exhaust_the_parser
from sphinx_kwdocs.model.facts import Packaging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_REQUIREMENTS = re.compile(r"(?<![^\W_])requirements(?![^\W_])")
_DISTRIBUTION = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*+)(?![+:/\\])")
_LOCKED = re.compile(r"name = [\"']([A-Za-z0-9][A-Za-z0-9._-]*+)[\"']\s*")
# The parser looks at all parts of a dotted key again for each of them.
_KEY = r"(?:[\w-]++|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+')"
_EXHAUSTING = re.compile(rf"(?<![\w.-])(?:{_KEY}[ \t]*+\.[ \t]*+){{100}}")
_ENTRY_POINT = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*+)[ \t]*+:[ \t]*+([A-Za-z_]\w*+)")
_NAMES_ENTRY_POINTS = frozenset({"pyproject.toml", "setup.cfg", "setup.py"})
_LARGEST = 5_000_000
"""Characters of a file; no larger one was written to declare something."""


def read_packaging(path: str, text: str) -> Packaging | None:
    """Return what a file says of the names of its project and of others; None if it is no such file."""
    *folders, name = path.lower().split("/")
    is_list = name.endswith((".txt", ".in")) and ("requirements" in folders or _REQUIREMENTS.search(name))
    read = _READERS.get(name, _of_requirements if is_list else None)
    if read is None or len(text) > _LARGEST:
        return None
    found = read(text)
    return replace(found, entry_points=_entry_points(text)) if name in _NAMES_ENTRY_POINTS else found


def _entry_points(text: str) -> tuple[str, ...]:
    """Return what may be entry points, wherever it stands: who asks wants to know what is surely none."""
    return tuple(sorted({f"{match[1]}:{match[2]}" for match in _ENTRY_POINT.finditer(text)}))


def _of_requirements(text: str) -> Packaging:
    return _required(split_lines(text))


def _of_pipfile(text: str) -> Packaging:
    content = _toml(text)
    return _required([*_keys(content, "packages"), *_keys(content, "dev-packages")])


def _of_lock_file(text: str) -> Packaging:
    return _required(_locked(text))


def _required(requirements: Iterable[object]) -> Packaging:
    return Packaging((), _names(requirements))


def _names(requirements: Iterable[object]) -> tuple[str, ...]:
    """Return the modules of the distributions that requirements begin with, each once."""
    found: set[str] = set()
    for each in requirements:
        if isinstance(each, str) and (match := _DISTRIBUTION.match(each)):
            found.update(import_names(match[1]))
    return tuple(sorted(found))


def _toml(text: str) -> Mapping[str, Any]:
    try:
        return {} if _EXHAUSTING.search(text) else tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _table(holder: object, *keys: str) -> Mapping[str, Any]:
    """Return the table under some keys, an empty one if there is none."""
    for key in keys:
        holder = holder.get(key) if isinstance(holder, dict) else None
    return holder if isinstance(holder, dict) else {}


def _list(holder: object) -> list[Any]:
    return holder if isinstance(holder, list) else []


def _keys(holder: object, *keys: str) -> list[str]:
    return list(_table(holder, *keys))


def _lists(table: Mapping[str, Any]) -> Iterator[Any]:
    for value in table.values():
        yield from _list(value)


def _of_pyproject(text: str) -> Packaging:
    content = _toml(text)
    project, tool = _table(content, "project"), _table(content, "tool")
    poetry = _table(tool, "poetry")
    requires = [
        *_list(project.get("dependencies")),
        *_lists(_table(project, "optional-dependencies")),
        *_lists(_table(content, "dependency-groups")),
        *_list(_table(content, "build-system").get("requires")),
        *_lists(_table(tool, "pdm", "dev-dependencies")),
        *_keys(poetry, "dependencies"),
        *_keys(poetry, "dev-dependencies"),
        *(name for group in _table(poetry, "group").values() for name in _keys(group, "dependencies")),
    ]
    builds = _built([project.get("name"), poetry.get("name")], _listed_packages(tool))
    return Packaging(builds, _names(requires), _described(project.get("description"), poetry.get("description")))


def _described(*values: object) -> str:
    """Return the first text of some values that is one, on one line."""
    texts = (" ".join(value.split()) for value in values if isinstance(value, str))
    return next(filter(None, texts), "")


def _of_cargo(text: str) -> Packaging:
    return Packaging(description=_described(_table(_toml(text), "package").get("description")))


def _of_package_json(text: str) -> Packaging:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return Packaging()
    return Packaging(description=_described(content.get("description") if isinstance(content, dict) else None))


def _listed_packages(tool: Mapping[str, Any]) -> Iterator[object]:
    """Yield the packages and modules that build tools are told to take."""
    setuptools = _table(tool, "setuptools")
    yield from (*_list(setuptools.get("packages")), *_list(setuptools.get("py-modules")))
    yield from (each.get("include") for each in _list(_table(tool, "poetry").get("packages")) if isinstance(each, dict))
    for path in _list(_table(tool, "hatch", "build", "targets", "wheel").get("packages")):
        yield path.rstrip("/").rpartition("/")[2] if isinstance(path, str) else None
    yield _table(tool, "flit", "module").get("name")


def _built(names: Iterable[object], packages: Iterable[object]) -> tuple[str, ...]:
    tops = {each.partition(".")[0].partition("/")[0].lower() for each in packages if isinstance(each, str)}
    return tuple(sorted({*_names(names), *filter(str.isidentifier, tops)}))


def _of_setup_cfg(text: str) -> Packaging:
    """Read by lines what `configparser` would take: a value goes on in the lines below that are indented."""
    values: dict[tuple[str, str], list[str]] = {}
    section, current = "", []
    for line in split_lines(text):
        stripped = line.strip()
        if not stripped or stripped[0] in "#;":
            continue
        if line[0].isspace():
            current.append(stripped)
        elif stripped[0] == "[":
            section, current = stripped.strip("[]").strip(), []
        else:
            key, _, value = stripped.partition("=")
            current = values.setdefault((section, key.strip()), [])
            current += [value.strip()] if value.strip() else []
    requires = [
        item
        for (holder, key), items in values.items()
        if holder == "options.extras_require" or (holder == "options" and key.endswith(("_require", "_requires")))
        for item in items
    ]
    packages = [*values.get(("options", "packages"), ()), *values.get(("options", "py_modules"), ())]
    described = _described(" ".join(values.get(("metadata", "description"), ())))
    return Packaging(_built(values.get(("metadata", "name"), ()), packages), _names(requires), described)


def _locked(text: str) -> Iterator[str]:
    is_head = False
    for line in split_lines(text):
        if is_head and (match := _LOCKED.fullmatch(line)):
            yield match[1]
        is_head = line.startswith(("[[package]]", "[[packages]]"))


_SETUP_KEYS = (
    "name", "description", "packages", "py_modules", "install_requires", "setup_requires", "tests_require",
    "extras_require",
)  # fmt: skip


def _of_setup_py(text: str) -> Packaging:
    """Read what a call of `setup` is given as literals, also by the name of a module's variable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse("" if may_exhaust_the_parser(text) else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Packaging()
    given: dict[str, object] = {}
    constants: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            constants[node.targets[0].id] = node.value
        elif isinstance(node, ast.Call) and _called(node.func) == "setup":
            given |= {each.arg: each.value for each in node.keywords if each.arg}
    values = {key: _literal(given[key], constants) for key in _SETUP_KEYS if key in given}
    extras = values.get("extras_require")
    lists = [value for key, value in values.items() if key.endswith(("_require", "_requires"))]
    requires = [item for value in lists for item in ([value] if isinstance(value, str) else _list(value))]
    requires += _lists(extras) if isinstance(extras, dict) else ()
    packages = [*_list(values.get("packages")), *_list(values.get("py_modules"))]
    return Packaging(_built([values.get("name")], packages), _names(requires), _described(values.get("description")))


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _literal(node: object, constants: Mapping[str, ast.expr]) -> object:
    if isinstance(node, ast.Name):
        node = constants.get(node.id)
    if not isinstance(node, ast.expr):
        return None
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


_READERS: Mapping[str, Callable[[str], Packaging]] = {
    "pyproject.toml": _of_pyproject,
    "setup.cfg": _of_setup_cfg,
    "setup.py": _of_setup_py,
    "pipfile": _of_pipfile,
    "cargo.toml": _of_cargo,
    **dict.fromkeys(("package.json", "composer.json"), _of_package_json),
    **dict.fromkeys(("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml"), _of_lock_file),
}
