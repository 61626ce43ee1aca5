"""Turns targets into URLs, relative to the page that links, for builders with a file or with a folder a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from sphinx_kwdocs.page import DOCUMENT, Target
from sphinx_kwdocs.render.characters import show_controls

if TYPE_CHECKING:
    from collections.abc import Mapping

SYMBOLS = "_symbols"
"""The folder, beside all pages, of the scripts with all names."""
_PLAIN_ANCHOR = re.compile(r"[\w.:~/-]*", re.ASCII)
_ANCHOR_SAFE = "!$()*+,;=:@/?~-._"  # without `&` and quotes, which an attribute would have to escape


class ExternalPlace(NamedTuple):
    """Where a name from outside the repository is documented."""

    url: str
    """An absolute URL."""
    title: str
    """What a reader sees when pointing at the name."""


ExternalUrls = Callable[[str], ExternalPlace | None]
"""Takes a full dotted name, `os.path.join`, or that of a builtin; None if its place is not known."""


def no_externals(name: str) -> ExternalPlace | None:
    """Know no place for any dotted name."""
    del name
    return None


class Urls:
    """The URLs of all pages, relative to the folder under which every page stands."""

    def __init__(
        self,
        addresses: Mapping[Target, str],
        *,
        suffix: str = ".html",
        is_folder_style: bool = False,
        documents: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare; `documents` has the URLs of the project's own documents by name, seen from our pages' folder."""
        self._suffix = suffix
        self._is_folder_style = is_folder_style
        self._addresses = addresses
        self._urls = {Target(DOCUMENT, name): url for name, url in (documents or {}).items()}
        """The URLs that are known; those of pages as they are asked for."""

    def _url(self, address: str) -> str:
        quoted = quote(address)
        if not self._is_folder_style:
            return quoted + self._suffix
        if quoted == "index" or quoted.endswith("/index"):
            return quoted[: -len("index")]
        return f"{quoted}/"

    def seen_from(self, key: Target) -> PageUrls:
        """Return the URLs as one page has to write them."""
        return PageUrls(self, key, self.page(key))

    def seen_from_script(self, key: Target) -> PageUrls:
        """Return the URLs relative to the script with a folder's contents."""
        return PageUrls(self, None, self.script(key))

    def page(self, key: Target) -> str:
        """Return a page's URL relative to the folder of all pages."""
        url = self._urls.get(key)
        if url is None:
            url = self._urls[key] = self._url(self._addresses[key])
        return url

    def script(self, key: Target) -> str:
        """Return the URL of the script with a folder's contents, relative to the folder of all pages."""
        return quote(self.script_address(key))

    def script_address(self, key: Target) -> str:
        """Return where that script is written, relative to the folder of all pages."""
        return f"{self._addresses[key]}.js"


class PageUrls:
    """URLs relative to one page."""

    def __init__(self, urls: Urls, key: Target | None, own_url: str) -> None:
        self._urls = urls
        self._key = key
        self._folder = own_url.split("/")[:-1]
        self._ways: dict[str, str] = {}
        """What stands before the name of a page, by its folder."""
        self._known: dict[tuple[str, str, int], str] = {}

    def __call__(self, target: Target) -> str:
        """Return the URL of a target, ready to stand in an attribute."""
        kind, path, anchor, part = target
        page = self._known.get((kind, path, part))
        if page is None:
            page = self._known[kind, path, part] = self.raw(Target(kind, path, "", part))
        if not anchor:
            return page or "#"
        if anchor.isalnum() and anchor.isascii():
            return f"{page}#{anchor}"
        return f"{page}#{quote_anchor(anchor)}"

    def lines(self, path: str) -> str:
        """Return what the URL of any line of a file begins with, up to the line's number."""
        return self(Target("docs", path, "L"))

    def raw(self, key: Target) -> str:
        """Return the URL of a page; empty for the page itself."""
        return "" if key == self._key else self._relative(self._urls.page(key))

    def script(self, key: Target) -> str:
        """Return the URL of the script with a folder's contents."""
        return self._relative(self._urls.script(key))

    def symbols(self) -> str:
        """Return the URL of the folder of the scripts with all names."""
        return self._relative(f"{SYMBOLS}/")

    def _relative(self, url: str) -> str:
        folder, _, name = url.rpartition("/")
        way = self._ways.get(folder)
        if way is None:
            way = self._ways[folder] = self._way(folder.split("/") if folder else [])
        # `quote` leaves nothing that an attribute would have to escape.
        return f"{way}{name}" or "./"

    def _way(self, folder: list[str]) -> str:
        common = 0
        for ours, theirs in zip(self._folder, folder, strict=False):
            if ours != theirs:
                break
            common += 1
        steps = [".."] * (len(self._folder) - common) + folder[common:]
        return "".join([f"{step}/" for step in steps])


def quote_anchor(anchor: str) -> str:
    """Write an anchor as a URL's fragment, ready to stand in an attribute."""
    if anchor.isascii() and (anchor.isalnum() or _PLAIN_ANCHOR.fullmatch(anchor)):
        return anchor
    return quote(show_controls(anchor), safe=_ANCHOR_SAFE)
