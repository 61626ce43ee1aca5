"""Follows the internal links of a built site, page by page, and says which lead nowhere."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from _project_diff import parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_RANGE = re.compile(r"L\d+-L\d+")


def broken_links(out: Path) -> tuple[int, list[str]]:
    """Return how many internal links there are, and those without a target, each as page and address."""
    files = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    pages = sorted(name for name in files if name.endswith(".html"))
    anchors: dict[str, frozenset[str]] = {}
    wanted: dict[tuple[str, str], str] = {}
    count = 0
    broken = []
    for name in pages:
        page = parse((out / name).read_bytes())
        # Old pages, and themes' own, name places by `name` too.
        anchors[name] = frozenset(map(str, page.xpath("//@id|//a/@name")))
        for address in page.xpath("//@href|//@src"):
            for target, anchor in _internal(name, str(address)):
                count += 1
                file = target if target in files else posixpath.join(target, "index.html").removeprefix("./")
                if file not in files:
                    broken.append(f"{name}: {address}")
                elif anchor and file.endswith(".html") and not _RANGE.fullmatch(anchor):
                    wanted.setdefault((file, anchor), f"{name}: {address}")
    broken += [place for (file, anchor), place in wanted.items() if anchor not in anchors[file]]
    return count, sorted(broken)


def _internal(name: str, address: str) -> Iterator[tuple[str, str]]:
    """Yield the file of the site and the anchor that an address names, unless it leads elsewhere."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return
    if parts.scheme or parts.netloc or parts.path.startswith("/") or not (parts.path or parts.fragment):
        return
    path = posixpath.join(posixpath.dirname(name), unquote(parts.path)) if parts.path else name
    anchor = unquote(parts.fragment)
    yield posixpath.normpath(path), "" if anchor == "top" else anchor
