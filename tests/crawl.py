"""Follows every link and anchor of a built site as a browser would, and checks the HTML of our own pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

import html5lib  # type: ignore[import-untyped]
import lxml.html  # type: ignore[import-untyped]

from sphinx_kwdocs.publish import render_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml.etree import _Element  # type: ignore[import-untyped]

    from sphinx_kwdocs.model.page import Target
    from sphinx_kwdocs.publish import Publication

_LINKS = (("href", "//@href"), ("src", "//@src"), ("tree", "//@data-kw-folder"))
_RANGE = re.compile(r"L\d+-L\d+")
_SCRIPT = re.compile(r"kwdocs\.folder\((.*)\);\n", re.DOTALL)
_SYMBOLS = re.compile(r"kwdocs\.symbols\((.*)\);\n", re.DOTALL)


@dataclass
class Crawl:
    """What a walk over a site found."""

    pages: int = 0
    links: int = 0
    anchors: int = 0
    scripts: int = 0
    broken: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)


def parse(path: Path) -> _Element:
    """Parse a page of a site."""
    return lxml.html.document_fromstring(path.read_bytes().decode("utf-8"), parser=_parser())


def find_in(root: _Element, query: str) -> list[str]:
    """Return what an XPath finds: an element's words with single spaces, an attribute or a text as it is."""
    found = root.xpath(query)
    return [str(item) if isinstance(item, str) else " ".join(str(item.xpath("string()")).split()) for item in found]


def _parser() -> lxml.html.HTMLParser:
    # Without `huge_tree` a page of more than 10 MB is cut off silently.
    return lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)


def crawl(out: Path, *, folder_style: bool = False, suffix: str = ".html") -> Crawl:
    """Check every link of every page, and every URL of every script of ours."""
    found = Crawl()
    files = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    pages = {name: parse(out / name) for name in sorted(files) if name.endswith(suffix)}
    ids = {name: _ids(name, page, found) for name, page in pages.items()}
    for name, page in pages.items():
        found.pages += 1
        for attribute, query in _LINKS:
            for url in page.xpath(query):
                _check(name, f"{attribute}={url}", str(url), files, ids, found, folder_style=folder_style)
    tail = ""
    for name in sorted(files):
        if name.endswith(".js") and not name.startswith("_static/"):
            text = (out / name).read_text(encoding="utf-8")
            tail = _tail(text) or tail
            for url in (*_script_urls(text, found), *_symbol_urls(text, tail)):
                _check(name, f"script {url}", url, files, ids, found, folder_style=folder_style)
    return found


def _ids(name: str, page: _Element, found: Crawl) -> set[str]:
    counts = Counter(str(value) for value in page.xpath("//@id"))
    found.duplicates.extend(f"{name}: {value}" for value, number in counts.items() if number > 1)
    return set(counts)


def _script_urls(text: str, found: Crawl) -> Iterator[str]:
    match = _SCRIPT.fullmatch(text)
    if match:
        found.scripts += 1
        data = json.loads(match[1])
        yield from filter(None, [data["up"], data.get("more")])
        for entry in (*data["folders"], *data["files"]):
            yield from entry[1:]


def _tail(text: str) -> str:
    """Return what the first script of all names says that URLs end with; it is sorted before the others."""
    match = _SYMBOLS.fullmatch(text)
    return str(json.loads(match[1]).get("tail", "")) if match else ""


def _symbol_urls(text: str, tail: str) -> Iterator[str]:
    match = _SYMBOLS.fullmatch(text)
    data = json.loads(match[1]) if match else {}
    for letter in data.get("next", ""):
        yield f"s-{data['at']}{letter}.js"
    for row in data.get("rows", ()):
        url = row[4] if len(row) > 4 and row[4] else quote(row[3]) + tail
        anchor = row[5] if len(row) > 5 else row[1] or row[0]
        yield f"../{url}" + (f"#{quote(anchor)}" if anchor else "")


def _check(
    page: str, what: str, url: str, files: set[str], ids: dict[str, set[str]], found: Crawl, *, folder_style: bool
) -> None:
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return
    found.links += 1
    target = page
    if parts.path:
        target = _join(page, unquote(parts.path, errors="strict"))
        if folder_style and (target == "" or parts.path.endswith(("/", "/..", "."))):
            target = f"{target}/index.html".lstrip("/")
    if target not in files:
        found.broken.append(f"{page}: {what}")
        return
    anchor = unquote(parts.fragment, errors="strict")
    if not anchor or _RANGE.fullmatch(anchor):
        return
    found.anchors += 1
    if anchor not in ids.get(target, ()):
        found.broken.append(f"{page}: {what} (no such anchor)")


def _join(page: str, relative: str) -> str:
    parts = [] if relative.startswith("/") else list(PurePosixPath(page).parent.parts)
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return "outside of the site"
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def invalid_html(publication: Publication, keys: list[Target]) -> list[str]:
    """Say which of these pages' bodies and tables of contents are not valid HTML, or repeat an id."""
    problems = []
    for key in keys:
        page = render_page(publication, key)
        for part in (page.body, page.toc):
            text = f"<!DOCTYPE html><html><head><title>{page.title}</title></head><body>{part}</body></html>"
            try:
                tree = html5lib.HTMLParser(strict=True).parse(text)
            except html5lib.html5parser.ParseError as error:
                problems.append(f"{key}: {error}")
                continue
            counts = Counter(element.get("id") for element in tree.iter() if element.get("id") is not None)
            problems += [f"{key}: id {value!r} repeated" for value, number in counts.items() if number > 1]
            problems += [f"{key}: id {value!r} is not one" for value in counts if not value or re.search(r"\s", value)]
    return problems
