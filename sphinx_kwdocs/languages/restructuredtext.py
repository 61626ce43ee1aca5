"""reStructuredText, read line by line: its sections, links, code and terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._lines import split_lines
from sphinx_kwdocs.languages._section_kind import KINDS
from sphinx_kwdocs.model.plugin_records import Language, TokenRules

if TYPE_CHECKING:
    from sphinx_kwdocs.model.facts import FileFacts


def extract(path: str, text: str) -> FileFacts:
    """Return what a reStructuredText file says."""
    # They take long to load, and are not needed where there is no such file or its facts are known.
    from sphinx_kwdocs.languages._prose.rst_blocks import read_rst_document
    from sphinx_kwdocs.languages._prose.sections import Prose

    prose = Prose("restructuredtext", path, split_lines(text))
    read_rst_document(prose)
    return prose.facts()


_ADORNMENTS = "|".join(
    rf"{mark}{{3,}}" for mark in ("=", "-", "~", r"\^", '"', "'", r"\*", r"\+", "#", ":", "`", "_", r"\.")
)

LANGUAGE = Language(
    "restructuredtext",
    "reStructuredText document",
    ("*.rst", "*.rest"),
    3,
    extract,
    tokens=TokenRules(
        specials=(
            (r"(?m:^\.\.(?:[ \t]++(?!_|\[|\||[A-Za-z][\w:+.-]*[ \t]?::)[^\n]*+)?+$(?:\n++[ \t][^\n]*+)*+)", "c"),
            (r"(?m:^[ \t]*\.\.[ \t]+(?:\|[^|\n]*\|[ \t]+)?[A-Za-z][\w:+.-]*[ \t]?::)", "k"),
            (r"(?m:^[ \t]*\.\.[ \t]+_[^\n]*$)", "nt"),
            (rf"(?m:^(?:{_ADORNMENTS})[ \t]*\n[^\n]+\n(?:{_ADORNMENTS})[ \t]*$)", "gh"),
            (rf"(?m:^[^\s.][^\n]*\n(?:{_ADORNMENTS})[ \t]*$)", "gh"),
            (r"(?m:^[ \t]*:[^:\s][^:\n]{0,100}:(?=[ \t]|$))", "na"),
            (r"``(?=\S)(?:[^`\n]|`(?!`)){1,1000}``", "sb"),
            (r":[\w:+.-]{1,80}:(?=`)", "k"),
            (r"`[^`\n]{1,1000}`__?", "nt"),
            (r"`[^`\n]{1,1000}`", "nb"),
            (r"https?://[^\s<>\"'`)\]]{1,2000}", "nt"),
            (r"\*\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*\*", "gs"),
            (r"(?<![\w*])\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*(?![\w*])", "ge"),
        ),
    ),
    pygments="rst",
    is_prose=True,
    kinds=KINDS,
    reads="headings, terms",
)
