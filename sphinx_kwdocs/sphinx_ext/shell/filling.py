"""A theme's page with marks in it, and how a page is put into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.publish import RenderedPage, Step
from sphinx_kwdocs.sphinx_ext.shell.contents import ANCHOR, TEXT, read_contents
from sphinx_kwdocs.sphinx_ext.shell.placeholders import ENTRY, MARKUP, harmless, mark, text_mark

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from sphinx_kwdocs.model.page import Target
    from sphinx_kwdocs.sphinx_ext.shell.contents import Contents, TocStyle
    from sphinx_kwdocs.sphinx_ext.shell.page_names import ChosenByName
    from sphinx_kwdocs.sphinx_ext.shell.placeholders import SplitText
    from sphinx_kwdocs.sphinx_ext.shell.unknown_listeners import ListenerView

_ANCHOR = harmless(frozenset())
# What may be written in another way anywhere in a table of contents, except for a quote: its markup has four an entry.
_SUSPICIOUS = ("&", "'", "{", "}", "\\", "\t", "\r", "\f", "\v", "  ", "> ", " <")
_QUOTES = 4


def page_context(page: RenderedPage) -> dict[str, Any]:
    """Return what a theme's template needs to know of a page."""
    return {
        "title": page.title,
        "body": page.body,
        "toc": page.toc,
        "display_toc": True,
        "parents": [_step(step) for step in page.parents],
        "prev": _step(page.previous) if page.previous else None,
        "next": _step(page.following) if page.following else None,
        "meta": {},
        "metatags": "",
    }


def _step(step: Step) -> dict[str, str]:
    return {"link": step.url, "title": step.title}


class Shape(NamedTuple):
    """What pages must have in common to share a shell."""

    depth: int
    """Folders between the root of our pages and the page."""
    is_index: bool
    """Whether its name is one that some builders treat in another way."""
    parents: int
    """Length of the way to it."""
    has_previous: bool
    """Whether a page comes before it."""
    has_following: bool
    """Whether a page comes after it."""
    has_sections: bool
    """Whether its table of contents lists anything."""
    chosen: ChosenByName
    """What its name decides."""

    def marked_name(self, root: str) -> str:
        """Return a name for a page of this shape, made of marks."""
        steps = [mark(f"step{n}") for n in range(self.depth)]
        # A builder that makes a folder of every page treats this one name in another way.
        return "/".join([root, *steps, "index" if self.is_index else mark(f"step{self.depth}")])

    def marked_page(self, key: Target, toc: str) -> RenderedPage:
        """Return a page of this shape whose parts are marks, except for its table of contents."""
        parents = tuple(Step(mark(f"parenturl{n}"), text_mark(f"parent{n}")) for n in range(self.parents))
        return RenderedPage(
            key=key,
            title=text_mark("title"),
            body=mark("body"),
            toc=toc,
            parents=parents,
            previous=Step(mark("previousurl"), text_mark("previous")) if self.has_previous else None,
            following=Step(mark("followingurl"), text_mark("following")) if self.has_following else None,
            diagnostics=(),
        )


def has_sections(page: RenderedPage) -> bool:
    """Tell whether a page's table of contents lists more than the page itself."""
    return page.toc.count("<ul>") > 1


def values_of(page: RenderedPage, steps: Sequence[str]) -> dict[str, str]:
    """Return what stands on a page in the places of the marks; `steps` are the parts of its name."""
    values = {"title": page.title, "body": page.body, "toc": page.toc}
    for number, step in enumerate(page.parents):
        values[f"parenturl{number}"], values[f"parent{number}"] = step.url, step.title
    for word, neighbour in (("previous", page.previous), ("following", page.following)):
        if neighbour:
            values[f"{word}url"], values[word] = neighbour.url, neighbour.title
    for number, name in enumerate(steps):
        values[f"step{number}"] = name
    if not has_sections(page):
        contents = read_contents(page.toc)
        values["toctext0"] = contents.entries[0][TEXT] if contents else page.toc
    return values


@dataclass(frozen=True, slots=True)
class Shell:
    """A theme's page, cut at its marks."""

    parts: list[str]
    checks: tuple[tuple[str, re.Pattern[str]], ...]
    """Marks of texts that may be written in another way, and which of these texts are not."""
    contents: tuple[TocStyle, ...]
    """How each table of contents in the page is written, if not as it was given."""
    entries: re.Pattern[str]
    """What its entries may be."""
    has_sections: bool
    views: tuple[ListenerView, ...]
    """What listeners saw that are to be called for each page."""

    def fill(self, values: dict[str, str]) -> str | None:
        """Return the page with these values, or None if the theme may write one of them in another way."""
        for word, pattern in self.checks:
            if not pattern.fullmatch(values[word]):
                return None
        if self.contents and not self._write_contents(values):
            return None
        return "".join([values[part] if place % 2 else part for place, part in enumerate(self.parts)])

    def _write_contents(self, values: dict[str, str]) -> bool:
        """Add the tables of contents to the values, if all in them is known."""
        toc = values["toc"]
        contents = read_contents(toc)
        if contents is None or not (_is_harmless(toc, len(contents.kinds)) or self._knows(contents)):
            return False
        try:
            for number, learned in enumerate(self.contents):
                values[f"contents{number}"] = learned.write(contents)
        except KeyError:
            return False
        return True

    def _knows(self, contents: Contents) -> bool:
        """Tell whether the theme writes all entries as they are."""
        return all(
            self.entries.fullmatch(entry[TEXT]) and _ANCHOR.fullmatch(entry[ANCHOR]) for entry in contents.entries
        )


def _is_harmless(toc: str, entries: int) -> bool:
    """Tell whether nothing in a table of contents may be written in another way; that is so for most, and told fast."""
    return toc.isascii() and toc.count('"') == _QUOTES * entries and not any(text in toc for text in _SUSPICIOUS)


def make_shell(
    page: SplitText, parts: list[str], contents: tuple[TocStyle, ...], views: Sequence[ListenerView], shape: Shape
) -> Shell:
    """Make a shell of a page that was cut at its marks; in `parts`, tables of contents are one word each."""
    entries = frozenset(ENTRY)
    checks = []
    for word, kept in page.kept.items():
        if word.startswith("toctext") and shape.has_sections:
            entries &= kept
        elif not (word.startswith("added") and kept.issuperset(MARKUP)):
            checks.append((word, harmless(kept)))
    return Shell(parts, tuple(checks), contents, harmless(entries), shape.has_sections, tuple(views))
