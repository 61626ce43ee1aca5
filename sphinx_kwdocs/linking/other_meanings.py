"""Knows what else a name in prose may mean: a parameter of the repository, or something that it has from elsewhere."""

from __future__ import annotations

import re
import sys
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.mentions import NAME, WORD, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.model.facts import FileFacts, Symbol
    from sphinx_kwdocs.model.occurrences import FileReferences

_PARAMETER = re.compile(r"[(,]\s*\*{0,2}([a-z_]\w*+)(?=\s*[:=,)])")
"""A parameter in a signature, and at times a name in one of its defaults."""
_WITHOUT_ARGUMENTS = frozenset({"()", "(...)", "(…)"})


class OtherMeanings:
    """Doubts readings of names; it looks at files when it is asked for the first time."""

    def __init__(
        self,
        facts: Mapping[str, FileFacts],
        symbols: Mapping[str, Symbol],
        offered: Iterable[str],
        references: Mapping[str, FileReferences],
    ) -> None:
        """Take what files say, the symbols, the files that offer names to readers, and what the names in code mean."""
        self._facts = facts
        self._symbols = symbols
        self._offered = offered
        self._references = references

    def doubt(self, reading: Reading, text: str) -> Reading:
        """Return a reading of a text with what is to be doubted of it."""
        match = NAME.fullmatch(text.strip()) if reading.target else None
        if match is None:
            return reading
        *before, name = match[1].split(".")
        arguments = match[2] or ""
        if not before and arguments and arguments not in _WITHOUT_ARGUMENTS and name in self._standard:
            # Documents speak of both: `Path("-")` is that of `pathlib`, beside `click.Path`.
            return Reading()
        is_other = any(part in self.outer for part in before or (name,))
        if is_other or (not before and not arguments and self._is_parameter(reading.target, name)):
            return reading._replace(doubt=WORD)
        return reading

    @cached_property
    def outer(self) -> frozenset[str]:
        """What the repository itself calls things outside of it: such a name alone may mean them just as well."""
        return frozenset(name.rpartition(".")[2] for name in self._externals)

    @cached_property
    def owners(self) -> frozenset[str]:
        """The packages that the repository imports from others; those of the standard library are words as well."""
        tops = (name.partition(".")[0] for name in self._externals if "." in name)
        return frozenset(tops) - sys.stdlib_module_names

    @cached_property
    def _standard(self) -> frozenset[str]:
        names = (name.split(".") for name in self._externals)
        return frozenset(parts[-1] for parts in names if len(parts) > 1 and parts[0] in sys.stdlib_module_names)

    @cached_property
    def _externals(self) -> frozenset[str]:
        return frozenset(name for file in self._references.values() for name in file.distinct_externals)

    def _is_parameter(self, target: str, name: str) -> bool:
        """Tell whether a function is called like a parameter of another; of fixtures that is the use."""
        symbol = self._symbols.get(target)
        is_function = symbol is not None and symbol.kind == "function" and name == name.lower()
        if symbol is None or not is_function or any("fixture" in each for each in symbol.decorators):
            return False
        return name in self._parameters

    @cached_property
    def _parameters(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self._offered:
            for symbol in self._facts[path].symbols:
                if symbol.kind in {"function", "method"}:
                    found.update(_PARAMETER.findall(symbol.signature))
        return frozenset(found)
