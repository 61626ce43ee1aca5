"""Describes the public API from what `sphinx_kwdocs.api` exports: signatures, docstrings and fields."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import TYPE_CHECKING, Any, NamedTuple

from markdown_text import code, prose, table

from sphinx_kwdocs import api
from sphinx_kwdocs.plugins import GROUPS
from sphinx_kwdocs.sphinx_ext.listeners import EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

PLUGINS = ("Language", "Kind", "TokenRules", "Rule", "IndexRule", "PageKind", "PageForm", "FileSection")
PARTS = {
    "model": "repository",
    "file_references": "references",
    "references": "references",
    "documents": "documents",
    "lookup": "names",
    "page": "pages",
    "blocks": "pages",
    "pages": "pages",
}
"""The section for what a module defines; functions and plug-ins have sections of their own."""
PUBLIC_FIELDS = {"Site": ("index", "title", "documentation", "keywords", "paths")}
"""Of these classes, what others may rely on."""


class Field(NamedTuple):
    """A field of a class as its source declares it."""

    name: str
    annotation: str
    meaning: str


def section_of(name: str) -> str:
    """Return the section that describes a name of the API."""
    if inspect.isfunction(getattr(api, name)):
        return "functions"
    return "plug-ins" if name in PLUGINS else PARTS[getattr(api, name).__module__.split(".")[1]]


def api_section(section: str) -> list[str]:
    """Describe every name of a section, each as a target for links."""
    names = [name for name in api.__all__ if section_of(name) == section]
    if section == "plug-ins":
        names.sort(key=PLUGINS.index)
    lines: list[str] = []
    for name in names:
        item = getattr(api, name)
        lines += _function(name, item) if inspect.isfunction(item) else _class(name, item)
    return lines


def _function(name: str, function: Any) -> list[str]:  # noqa: ANN401  whatever is exported
    return [f"````{{py:function}} sphinx_kwdocs.api.{name}({_parameters(function)})", "", *_doc(function), "````", ""]


def _class(name: str, item: type) -> list[str]:
    lines = [f"`````{{py:class}} sphinx_kwdocs.api.{name}", "", *_doc(item), ""]
    fields = [field for field in fields_of(item) if field.name in PUBLIC_FIELDS.get(name, (field.name,))]
    if fields:
        lines += table(("Field", "Type", "Meaning"), [(code(f[0]), code(f[1]), prose(f[2])) for f in fields])
        lines.append("")
    if name in PUBLIC_FIELDS:
        lines += ["What it has besides may change.", ""]
    else:
        lines += _members(item)
    return [*lines, "`````", ""]


def _members(item: type) -> Iterator[str]:
    for name, member in vars(item).items():
        function = member.__func__ if isinstance(member, classmethod) else member
        if name.startswith("_") or not inspect.getdoc(function):
            continue
        if isinstance(function, property):
            yield from (f"````{{py:property}} {name}", "", *_doc(function), "````", "")
        elif inspect.isfunction(function):
            option = [":classmethod:"] if isinstance(member, classmethod) else []
            yield from (f"````{{py:method}} {name}({_parameters(function)})", *option, "", *_doc(function), "````", "")


def _parameters(function: Any) -> str:  # noqa: ANN401  see above
    """Write the parameters without their types, which would be links to nowhere."""
    signature = inspect.signature(function)
    kept = [item.replace(annotation=inspect.Parameter.empty) for item in signature.parameters.values()]
    if kept and kept[0].name in {"self", "cls"}:
        kept = kept[1:]
    shown = [item.replace(default=_Shown(item.default)) if item.default is not item.empty else item for item in kept]
    return str(signature.replace(parameters=shown, return_annotation=inspect.Signature.empty))[1:-1]


class _Shown:
    """A default as a reader sees it."""

    def __init__(self, value: object) -> None:
        self.words = getattr(value, "__name__", repr(value))

    def __repr__(self) -> str:
        return self.words


def _doc(item: object) -> list[str]:
    paragraphs = (inspect.getdoc(item) or "").split("\n\n")
    return [line for paragraph in paragraphs for line in (prose(paragraph), "")]


def fields_of(item: type) -> list[Field]:
    """Return the fields of a class in order, each with the string beneath it."""
    try:
        source = textwrap.dedent(inspect.getsource(item))
    except (OSError, TypeError):
        return []
    definition = ast.parse(source).body[0]
    if not isinstance(definition, ast.ClassDef):
        return []
    found = []
    for node, following in zip(definition.body, [*definition.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            meaning = following.value if isinstance(following, ast.Expr) else None
            said = meaning.value if isinstance(meaning, ast.Constant) and isinstance(meaning.value, str) else ""
            found.append(Field(node.target.id, ast.unparse(node.annotation), said))
    return found


def events() -> list[str]:
    """Describe every event."""
    lines: list[str] = []
    for event in EVENTS:
        said = f"It is emitted {prose(event.time)}. Listeners are called with {code(event.arguments)}."
        lines += [f"````{{event}} {event.name}", "", said, "", prose(event.help), "````", ""]
    return lines


def entry_points() -> list[str]:
    """List the groups of entry points."""
    return table(("Group", "What an entry point names"), [(code(name), prose(text)) for name, text in GROUPS.items()])
