"""Finds the blocks of Python in a document, when it is read and again when it is written."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.ext.doctest import blankline_re, doctestopt_re

from sphinx_kwdocs.sphinx_ext.authored.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_kwdocs.model.documents import Sample

_SESSIONS = {"pycon", "pycon3"}
_PYTHON = {"default", "py", "py3", "python", "python3"}
_LONGEST = 100_000
"""A longer block is a listing of data; reading it as code would cost more than its links are worth."""
READ_FOR_SAMPLES = (addnodes.highlightlang, nodes.literal_block, nodes.doctest_block)
"""The nodes that a `SampleReader` has to be shown: blocks, and what sets their language."""


class SampleReader:
    """Reads blocks of code in the order of the document; each of its nodes has to be shown to it."""

    def __init__(self, doctree: nodes.document) -> None:
        config = getattr(getattr(doctree.settings, "env", None), "config", None)
        self._language: str = getattr(config, "highlight_language", "default")
        self._trims: bool = getattr(config, "trim_doctest_flags", True)

    def read(self, node: nodes.Element) -> str:
        """Return the text of a block as its page shows it; empty if it is none of Python."""
        if isinstance(node, addnodes.highlightlang):
            # Sphinx resolves these after reading, and then removes them.
            self._language = str(node["lang"])
        if not isinstance(node, (nodes.literal_block, nodes.doctest_block)):
            return ""
        text = node.astext()
        # Where the two differ the block has markup of its own, and Sphinx does not highlight it.
        if len(text) > _LONGEST or node.rawsource != text or not text.strip():
            return ""
        language = self._language_of(node)
        if language in _SESSIONS or (language in _PYTHON and text.startswith(">>>")):
            return self._trimmed(node, text)
        return text if language in _PYTHON or language.startswith("ipython") else ""

    def _language_of(self, node: nodes.Element) -> str:
        unset = "pycon" if isinstance(node, nodes.doctest_block) else self._language
        return str(node.get("language", unset)).lower()

    def _trimmed(self, node: nodes.Element, text: str) -> str:
        # As Sphinx does it before it writes; doing it again changes nothing.
        trims: Any = node.get("trim_flags", self._trims)
        return doctestopt_re.sub("", blankline_re.sub("", text)) if trims else text


def paired_samples(doctree: nodes.document, samples: Sequence[Sample]) -> Iterator[tuple[int, nodes.Element]]:
    """Yield each block that was collected, with its place in what was collected.

    Between reading and writing, blocks vanish (`only`) and other extensions add some, so counting does not do:
    blocks are the same if their texts are, and of several with one text the first is the first.
    """
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, sample in enumerate(samples):
        places[sample.text].append(number)
    for node, text in _texts_in(doctree):
        if places.get(text):
            yield places[text].popleft(), node


def _texts_in(doctree: nodes.document) -> Iterator[tuple[nodes.Element, str]]:
    reader = SampleReader(doctree)
    for node, _heading, _hides in walk(doctree):
        if isinstance(node, READ_FOR_SAMPLES) and (text := reader.read(node)):
            yield node, text
