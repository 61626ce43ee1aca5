"""The rule about public functions and classes that nothing in the repository was found to use, mention or export.

It looks at the top level of modules alone: there names are followed exactly, while a member may be used through a value
whose type is not known. Whatever may register itself or be loaded by its name is passed over, and so is a name that is
defined more than once: several modules with the same function may be asked for it one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.plugin_records import IndexRule
from sphinx_kwdocs.translation import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index

MESSAGE = N_("Nothing in the repository was found to use, mention or export it; users elsewhere may")
_KINDS = frozenset({"class", "function"})
_SCRIPTS = frozenset(
    ["__main__.py", "conf.py", "conftest.py", "fabfile.py", "manage.py", "noxfile.py", "setup.py", "tasks.py"]
)
_CALLED_BY_NAME = frozenset({"application", "main", "setup"})
"""Functions that programs look for in modules: servers, shells, and Sphinx in its extensions."""
_METADATA = ("pyproject.toml", "setup.cfg", "setup.py")


def check(index: Index, path: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of unused definitions of a file."""
    unused = _unused(index, path) if _is_looked_at(index, path) else []
    if not unused or _is_imported_whole(index, path):
        return
    exports = frozenset(index.facts[path].exports or ()) | _entry_points(index, path)
    for number in unused:
        symbol = index.facts[path].symbols[number]
        if (
            symbol.name not in exports
            # What stands under a condition may be used where that holds, and something else elsewhere.
            and not symbol.extent.col
            and len(index.symbols.by_name[symbol.name]) == 1
            and not _may_be_registered(symbol)
        ):
            yield symbol.span.line, MESSAGE


def _is_looked_at(index: Index, path: str) -> bool:
    """Tell whether a file can be read and imported, was written by people, and is neither a test, stub nor script."""
    return (
        path in index.modules
        and path.endswith(".py")
        and path.rpartition("/")[2] not in _SCRIPTS
        and path not in index.tests
        and path not in index.generated
        and path not in index.diagnostics
        and not index.facts[path].main_guard
    )


def _unused(index: Index, path: str) -> list[int]:
    """Return the numbers of the functions and classes at a file's top that have no use."""
    symbols, count = index.facts[path].symbols, index.references.count
    ids, qualnames, kinds = symbols.ids, symbols.qualnames, symbols.kinds
    return [
        number
        for number in symbols.public
        if kinds[number] in _KINDS and "." not in qualnames[number] and not count(ids[number])
    ]


def _may_be_registered(symbol: Symbol) -> bool:
    """Tell whether a decorator, a base or a metaclass may know the definition, or a program may ask for its name."""
    if symbol.decorators or symbol.name in _CALLED_BY_NAME or symbol.name.startswith(("__", "pytest_")):
        return True
    return symbol.kind == "class" and "(" in symbol.signature


def _is_imported_whole(index: Index, path: str) -> bool:
    """Tell whether a file takes all names of this one with `from … import *`, and so may pass them on."""
    for importer in {place.path for place in index.imported_by.get(path, ())}:
        names = index.facts[importer].imports.distinct_names
        if any(name.rpartition(".")[2] == "*" for name in names) and any(
            link.target == path and link.item.name == "*" for link in index.imports[importer]
        ):
            return True
    return False


def _entry_points(index: Index, path: str) -> frozenset[str]:
    """Return the names that the metadata in the folders above a file names as objects of its module."""
    start, found = f"{index.modules[path]}:", set()
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        for name in _METADATA:
            facts = index.facts.get(f"{folder}/{name}" if folder else name)
            if facts is not None and facts.packaging is not None:
                found |= {
                    point.removeprefix(start) for point in facts.packaging.entry_points if point.startswith(start)
                }
    return frozenset(found)


RULE = IndexRule(
    "unused-public",
    "maintenance",
    "info",
    N_("A public function or class that nothing in the repository was found to use, mention or export."),
    version=1,
    check=check,
    yields_to_documents=True,
)
