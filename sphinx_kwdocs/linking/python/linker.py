"""Links Python files: the Linker that the rest of the package knows of all modules in this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sphinx_kwdocs.linking.python.interface import Interface, read_interface
from sphinx_kwdocs.linking.python.modules import ModuleMap
from sphinx_kwdocs.linking.python.resolver import Resolver
from sphinx_kwdocs.model.python_code import code_of

if TYPE_CHECKING:
    from sphinx_kwdocs.linking.linker import LinkInput, LinkTargets
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.python_code import PythonCode


class PythonLinker:
    """Follows names of Python through scopes, imports and types."""

    name = "python"
    """The word under which what it found is kept."""
    languages = frozenset({"python"})
    """The names of the languages whose files it links."""

    def interface(self, facts: FileFacts) -> bytes:
        """Return what other files can see of a file, as bytes."""
        return read_interface(facts, code_of(facts)).to_bytes()

    def is_interface(self, data: bytes) -> bool:
        """Tell whether bytes that anybody may have written are those of an interface."""
        try:
            return type(Interface.from_bytes(data).digest) is str
        except Exception:  # noqa: BLE001  whatever is wrong with them, they are not there
            return False

    def prepare(self, found: LinkInput, targets: LinkTargets) -> Resolver:
        """Get ready to link the Python files of a repository."""
        packaging = {path: file.packaging for path, file in found.facts.items() if file.packaging}
        return Resolver(
            found.facts,
            ModuleMap(found.facts, packaging),
            targets.names,
            lambda path: cast("PythonCode | None", found.code_of(path)),
            lambda path: Interface.from_bytes(found.interface_of(path)),
            targets.numbers,
            found.time_limit,
        )
