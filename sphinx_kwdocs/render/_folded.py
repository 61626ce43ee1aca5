"""Writes lists whose private names are folded up at the end; browsers unfold them, also without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.render.characters import text_to_html
from sphinx_kwdocs.wording import count

if TYPE_CHECKING:
    from collections.abc import Sequence


class ListItem(NamedTuple):
    """A line of lists in lists."""

    depth: int
    """How deeply it is nested, from 0."""
    html: str
    """What it says."""
    is_folded: bool = False
    """Whether it stands, with all that is nested in it, folded up at the end of its list."""


def fold(html: str, number: int) -> str:
    """Fold up the HTML of a list with that many names."""
    return f"{_beginning(number)}{html}</details>\n"


def _beginning(number: int) -> str:
    return f'<details class="kw-folded"><summary>{text_to_html(count(number, "private name"))}</summary>\n'


def nested_lists(items: Sequence[ListItem], css_class: str) -> str:
    """Write lists in lists."""
    children: dict[int, list[int]] = {}
    way: list[int] = []
    for number, item in enumerate(items):
        del way[item.depth :]
        children.setdefault(way[-1] if way else -1, []).append(number)
        way.append(number)
    out: list[str] = []
    # What is to be written, the next step last: HTML, or the number of an item whose inner list comes there. No
    # recursion, since source can be nested as deeply as it likes.
    steps: list[str | int] = [-1]
    while steps:
        step = steps.pop()
        if isinstance(step, str):
            out.append(step)
        else:
            steps += reversed(_lists(items, children.get(step, ()), css_class))
    return "".join(out)


def _lists(items: Sequence[ListItem], numbers: Sequence[int], css_class: str) -> list[str | int]:
    steps: list[str | int] = []
    for is_folded in (False, True):
        chosen = [number for number in numbers if items[number].is_folded == is_folded]
        if not chosen:
            continue
        steps.append(f'{_beginning(len(chosen)) if is_folded else ""}<ul class="{css_class}">\n')
        for number in chosen:
            steps += (f"<li>{items[number].html}", number, "</li>\n")
        steps.append("</ul></details>\n" if is_folded else "</ul>\n")
    return steps
