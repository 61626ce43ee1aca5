"""Follows one file from the disk to its HTML page, and says by which modules each room of the package is entered.

Who wants to know how a build works goes from room to room; what is behind a door can be read when it is needed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import house

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType

SOURCE = '''"""Shapes and their measures."""

import math


class Circle:
    """A circle."""

    def __init__(self, radius: float) -> None:
        self.radius = radius

    def area(self) -> float:
        """Return the area."""
        return math.pi * self.radius**2


def unit_area() -> float:
    """Return the area of the unit circle."""
    return Circle(1.0).area()
'''
NOUNS = frozenset({"model", "config", "wording", "translation", "digests"})
"""Rooms that are spoken of everywhere and lead nowhere."""


class Trace(NamedTuple):
    """Which modules had a part in making the pages of one file; loading a module is none."""

    doors: Mapping[str, str]
    """The modules by which rooms are entered, in the order in which they first are, each with who first does."""
    ran: frozenset[str]
    """All of them."""


@cache
def trace() -> Trace:
    """Make the pages of a small file and note who calls whom."""
    # Whatever is loaded late is loaded once before, so that it counts only if it runs.
    _make_pages()
    doors: dict[str, str] = {}
    ran: set[str] = set()

    def note(frame: FrameType, event: str, _given: object) -> None:
        module = _module_of(frame)
        if event != "call" or frame.f_code.co_name == "<module>" or not module:
            return
        ran.add(module)
        caller = _caller_of(frame)
        if not caller or house.room_of(caller) != house.room_of(module):
            doors.setdefault(module, caller)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        _make_pages()
    finally:
        sys.setprofile(before)
    return Trace({door: caller for door, caller in doors.items() if house.room_of(door) not in NOUNS}, frozenset(ran))


def _module_of(frame: FrameType) -> str:
    """Return the module of ours that a frame is of, or an empty text."""
    prefix = f"{house.PACKAGE}{os.sep}"
    name = frame.f_code.co_filename
    return name.removeprefix(prefix).removesuffix(".py").replace(os.sep, "/") if name.startswith(prefix) else ""


def _caller_of(frame: FrameType) -> str:
    """Return the module of ours that a call comes from, through whatever is not ours."""
    outer = frame.f_back
    while outer is not None and not _module_of(outer):
        outer = outer.f_back
    return _module_of(outer) if outer else ""


def _make_pages() -> int:
    from sphinx_kwdocs.config import Config
    from sphinx_kwdocs.pages import make_site, page_keys
    from sphinx_kwdocs.pipeline import build_index
    from sphinx_kwdocs.publish import Publication, render_page
    from sphinx_kwdocs.render.addresses import assign_addresses
    from sphinx_kwdocs.render.urls import Urls

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "shapes.py").write_text(SOURCE, encoding="utf-8")
        site = make_site(build_index(Path(folder), Config()), "Source index")
        publication = Publication(site, Urls(assign_addresses(page_keys(site))))
        keys = [key for key in page_keys(site) if key.kind == "docs"]
        return sum(len(render_page(publication, key).body) for key in keys)


def cold_path() -> list[str]:
    """List the doors as Markdown, in the order in which they are gone through."""
    found = trace()
    listed = [
        f"1. {{kw:file}}`{door}.py <{house.NAME}/{door}.py>`" + (f", from `{caller}`" if caller else "")
        for door, caller in found.doors.items()
    ]
    rooms = len({house.room_of(door) for door in found.doors})
    return [
        *listed,
        "",
        f"These are {len(found.doors)} doors of {rooms} rooms; behind them {len(found.ran)} modules ran.",
    ]
