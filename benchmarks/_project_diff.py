"""Compares the pages and warnings of two builds, and tells what the extension is meant to add from all the rest."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import lxml.etree  # type: ignore[import-untyped]
import lxml.html  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.html import HtmlElement

ROOT = "kwdocs"
SOURCE, USES, INLINE, CODE = "source links", "uses links", "inline links", "links in code"
NAVIGATION, ORDER, ASSETS = "navigation entries", "reading order", "style and script"
_REMOVED = {"kw-source-link": SOURCE, "kw-uses-link": USES}
"""Links that stand for themselves, by class."""
_UNWRAPPED = {"kw-link": INLINE, "kw-name": CODE}
"""Links around something that was there before."""
_ASSETS = re.compile(r"(^|/)kwdocs\.(css|js)(\?|$)")
_ORDER_WORDS = re.compile(r"\b(next|prev|previous)\b|accesskey")
_HIDDEN_TOCTREE = ['<div class="toctree-wrapper compound">', " ", "</div>"]
_MEMORY_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
_SPACE = re.compile(r"\s+")
_LARGE = 30_000_000
"""Above this product of lengths the rest of two pages counts as one difference: finding several would take minutes."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """A difference that is left."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    def __str__(self) -> str:
        return f"{_shorten(self.before)} → {_shorten(self.after)}"


@dataclass
class PageDifference:
    """What is different in one page."""

    added: Counter[str] = field(default_factory=Counter)
    """What the extension is meant to add, counted by category."""
    hunks: list[Hunk] = field(default_factory=list)
    """Everything else."""


def new_lines(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the lines that are in the second only, or more often, without what varies between any two builds."""
    surplus = Counter(_normal(line) for line in after)
    surplus.subtract(_normal(line) for line in before)
    return sorted((+surplus).elements())


def _normal(line: str) -> str:
    return _MEMORY_ADDRESS.sub("0x…", line.strip())


def compare_page(name: str, before: bytes, after: bytes) -> PageDifference:
    """Compare a page of the build without the extension with the same page of that with it."""
    found = PageDifference()
    if before == after:
        return found
    page = parse(after)
    _take_out_links(name, page, found.added)
    for hunk in _hunks(list(_tokens(parse(before))), list(_tokens(page))):
        if not hunk.before and list(hunk.after) in (_HIDDEN_TOCTREE, [*_HIDDEN_TOCTREE, " "], [" ", *_HIDDEN_TOCTREE]):
            found.added[NAVIGATION] += 1
        else:
            found.hunks.append(hunk)
    return found


def parse(text: bytes) -> HtmlElement:
    """Parse a page, however large."""
    return lxml.html.document_fromstring(text, parser=lxml.html.HTMLParser(encoding="utf-8", huge_tree=True))


def _take_out_links(name: str, page: HtmlElement, added: Counter[str]) -> None:
    """Take everything out of a page that the extension is meant to add, and count it."""
    for element in list(page.iter("link", "script")):
        address = element.get("href") or element.get("src") or ""
        if _ASSETS.search(address):
            _drop(element, ASSETS, added)
        elif element.tag == "link" and _is_generated(name, address):
            _drop(element, ORDER, added)
    for link in list(page.iter("a")):
        classes = (link.get("class") or "").split()
        for word in classes:
            if word in _REMOVED:
                parent = link.getparent()
                _drop(link, _REMOVED[word], added)
                _drop_frame(parent)
            elif word in _UNWRAPPED:
                link.drop_tag()
                added[_UNWRAPPED[word]] += 1
            else:
                continue
            break
        else:
            if _is_generated(name, link.get("href") or "") and _is_attached(page, link):
                _take_out_navigation(name, link, added)


def _take_out_navigation(name: str, link: HtmlElement, added: Counter[str]) -> None:
    """Take out an entry of the site's navigation, or a link to the next page; any other link stays, and shows."""
    category = ORDER if _ORDER_WORDS.search(_attributes(link)) else NAVIGATION
    item = _entry_of(name, link)
    if item is not None:
        parent = item.getparent()
        _drop(item, category, added)
        if _is_empty(parent):
            parent.drop_tree()
    elif category == ORDER:
        _drop(link, ORDER, added)


def _drop_frame(frame: HtmlElement) -> None:
    """Take out what stood around our links in a signature and nothing else; themes place it by the class."""
    if _is_empty(frame) and frame.tag == "span" and "kw-signature-links" in frame.get("class", ""):
        frame.drop_tree()


def _is_empty(element: HtmlElement) -> bool:
    return len(element) == 0 and not (element.text or "").strip()


def _entry_of(name: str, link: HtmlElement) -> HtmlElement | None:
    """Return the outermost item of a list that holds a link and none but links to generated pages."""
    entry = None
    for item in link.iterancestors("li"):
        if not all(_is_generated(name, other.get("href") or "") for other in item.iter("a")):
            break
        entry = item
    return entry


def _is_attached(page: HtmlElement, element: HtmlElement) -> bool:
    """Tell whether an element is still there, or went with an entry around it."""
    return element is page or any(ancestor is page for ancestor in element.iterancestors())


def _drop(element: HtmlElement, category: str, added: Counter[str]) -> None:
    element.drop_tree()
    added[category] += 1


def _is_generated(name: str, address: str) -> bool:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not parts.path:
        return False
    if parts.path.startswith("/"):
        # As on pages for missing addresses, which may be shown at any depth.
        return ROOT in parts.path.split("/")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
    return target == ROOT or target.startswith(f"{ROOT}/")


def _tokens(page: HtmlElement) -> Iterator[str]:
    """Yield tags and texts in order; runs of white space count as one space except in preformatted text."""
    text, depth = "", 0
    for event, element in lxml.etree.iterwalk(page, events=("start", "end", "comment")):
        if event == "comment":
            mark, following = f"<!--{element.text}-->", element.tail
        elif event == "start":
            mark, following = f"<{element.tag}{_attributes(element)}>", element.text
        else:
            mark, following = f"</{element.tag}>", element.tail
        yield from _text(text, exact=depth > 0)
        yield mark
        depth += (element.tag == "pre") * {"start": 1, "end": -1, "comment": 0}[event]
        text = following or ""


def _text(text: str, *, exact: bool) -> Iterator[str]:
    if text:
        yield text if exact else _SPACE.sub(" ", text)


def _attributes(element: HtmlElement) -> str:
    return "".join(f' {key}="{value}"' for key, value in element.items())


def _hunks(before: list[str], after: list[str]) -> Iterator[Hunk]:
    start = 0
    shortest = min(len(before), len(after))
    while start < shortest and before[start] == after[start]:
        start += 1
    end = 0
    while end < shortest - start and before[-1 - end] == after[-1 - end]:
        end += 1
    left, right = before[start : len(before) - end], after[start : len(after) - end]
    if not left or not right or len(left) * len(right) > _LARGE:
        if left or right:
            yield Hunk(tuple(left), tuple(right))
        return
    for kind, left_start, left_end, right_start, right_end in SequenceMatcher(None, left, right, False).get_opcodes():
        if kind != "equal":
            yield Hunk(tuple(left[left_start:left_end]), tuple(right[right_start:right_end]))


def _shorten(tokens: tuple[str, ...]) -> str:
    text = "".join(tokens)
    return repr(text if len(text) <= 300 else f"{text[:200]} … {text[-80:]}")
