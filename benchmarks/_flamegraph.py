"""Draws stacks with their weights as a flame graph: an SVG without a script, whose boxes say what they are on hover."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WIDTH, _HEIGHT, _LETTER = 1600.0, 17, 6.6
_LEAST = 0.4
"""Narrower boxes are left out, in pixels: nobody could see them."""


@dataclass(slots=True)
class Box:
    """A function as it was called from the one below it."""

    name: str
    weight: int = 0
    inner: dict[str, Box] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placed:
    """A box with its place."""

    box: Box
    left: float
    width: float
    depth: int


def merge(lines: Iterable[str]) -> Box:
    """Merge stacks, one a line, into a tree; the weight of a box is its own and that of all above it."""
    root = Box("all")
    for line in lines:
        stack, _, weight = line.rpartition(" ")
        root.weight += int(weight)
        box = root
        for name in stack.split(";"):
            box = box.inner.setdefault(name, Box(name))
            box.weight += int(weight)
    return root


def place(root: Box) -> Iterator[Placed]:
    """Give each box that can be seen its place."""
    waiting = [Placed(root, 0.0, _WIDTH, 0)]
    while waiting:
        placed = waiting.pop()
        yield placed
        left = placed.left
        for box in sorted(placed.box.inner.values(), key=lambda each: each.name):
            width = _WIDTH * box.weight / max(root.weight, 1)
            if width >= _LEAST:
                waiting.append(Placed(box, left, width, placed.depth + 1))
            left += width


def flamegraph(lines: Iterable[str]) -> str:
    """Return the SVG, the outermost function at the top."""
    root = merge(lines)
    boxes = list(place(root))
    height = _HEIGHT * (1 + max(placed.depth for placed in boxes))
    style = "text{font:11px monospace;pointer-events:none}rect{stroke:#fff;stroke-width:.4}rect:hover{stroke:#000}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH:.0f}" height="{height}">\n<style>{style}</style>\n'
    ]
    for placed in boxes:
        box, top = placed.box, placed.depth * _HEIGHT
        title = f"{box.name}: {box.weight / 1e6:.2f} s, {100 * box.weight / max(root.weight, 1):.1f} %"
        # The same function has the same colour everywhere, and ours other colours than everyone else's.
        hue = (190 if "sphinx_kwdocs" in box.name else 20) + crc32(box.name.encode()) % 35
        parts.append(
            f'<rect x="{placed.left:.1f}" y="{top}" width="{placed.width:.1f}" height="{_HEIGHT}" '
            f'fill="hsl({hue} 75% 70%)"><title>{escape(title)}</title></rect>\n'
        )
        if (letters := int(placed.width / _LETTER) - 1) > 3:
            shown = escape(box.name.rpartition(":")[2][:letters])
            parts.append(f'<text x="{placed.left + 3:.1f}" y="{top + 12}">{shown}</text>\n')
    return "".join((*parts, "</svg>\n"))
