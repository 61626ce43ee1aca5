"""Turns targets into URLs, relative to the page that links, for builders with a file or with a folder a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from sphinx_kwdocs.model.page import DOCUMENT, PageKindName, Target
from sphinx_kwdocs.render.characters import keeping, show_controls

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
        self._scripts: dict[Target, str] = {}
        self._last = FolderUrls(self, "")
        """What the page before needed: pages are rendered folder by folder, and link to much the same."""

    def _url(self, address: str) -> str:
        quoted = quote(address)
        if not self._is_folder_style:
            return quoted + self._suffix
        if quoted == "index" or quoted.endswith("/index"):
            return quoted[: -len("index")]
        return f"{quoted}/"

    def seen_from(self, key: Target) -> PageUrls:
        """Return the URLs as one page has to write them."""
        return PageUrls(self._seen_from_folder(self.page(key).rpartition("/")[0]), key)

    def seen_from_script(self, key: Target) -> PageUrls:
        """Return the URLs relative to the script with a folder's contents."""
        return PageUrls(self._seen_from_folder(self.script(key).rpartition("/")[0]), None)

    def _seen_from_folder(self, folder: str) -> FolderUrls:
        if folder != self._last.folder:
            self._last = FolderUrls(self, folder)
        return self._last

    def page(self, key: Target) -> str:
        """Return a page's URL relative to the folder of all pages."""
        url = self._urls.get(key)
        if url is None:
            url = self._urls[key] = self._url(self._addresses[key])
        return url

    def usual_tail(self, kind: PageKindName) -> str:
        """Return what nearly all URLs of a kind of pages about files have behind the path of the file."""
        return self._url(f"_{kind}")

    def script(self, key: Target) -> str:
        """Return the URL of the script with a folder's contents, relative to the folder of all pages."""
        url = self._scripts.get(key)
        if url is None:
            url = self._scripts[key] = quote(self.script_address(key))
        return url

    def script_address(self, key: Target) -> str:
        """Return where that script is written, relative to the folder of all pages."""
        return f"{self._addresses[key]}.js"


class FolderUrls(dict[tuple[PageKindName, str, int], str]):
    """The URLs of pages by kind, path and part, as the pages of one folder write them; made when first asked for."""

    def __init__(self, urls: Urls, folder: str) -> None:
        super().__init__()
        self.folder = folder
        """The URL of the folder, relative to that of all pages."""
        self._urls = urls
        self._steps = folder.split("/") if folder else []
        self._ways: dict[str, str] = {}
        """What stands before the name of a page, by its folder."""

    def __missing__(self, key: tuple[PageKindName, str, int]) -> str:
        kind, path, part = key
        url = self[key] = self.relative(self._urls.page(Target(kind, path, "", part)))
        return url

    def script(self, key: Target) -> str:
        """Return the URL of the script with a folder's contents."""
        return self.relative(self._urls.script(key))

    def relative(self, url: str) -> str:
        """Return a URL that is relative to the folder of all pages as it has to be written here."""
        folder, _, name = url.rpartition("/")
        way = self._ways.get(folder)
        if way is None:
            way = self._ways[folder] = self._way(folder.split("/") if folder else [])
        # `quote` leaves nothing that an attribute would have to escape.
        return f"{way}{name}" or "./"

    def _way(self, folder: list[str]) -> str:
        common = 0
        for ours, theirs in zip(self._steps, folder, strict=False):
            if ours != theirs:
                break
            common += 1
        steps = [".."] * (len(self._steps) - common) + folder[common:]
        return "".join([f"{step}/" for step in steps])


class PageUrls:
    """URLs relative to one page."""

    __slots__ = ("_folder", "_own")

    def __init__(self, folder: FolderUrls, key: Target | None) -> None:
        """Take the URLs seen from the page's folder, and the page; None if it is no target."""
        self._folder = folder
        self._own = (key.kind, key.path, key.part) if key else None

    def __call__(self, target: Target) -> str:
        """Return the URL of a target, ready to stand in an attribute."""
        kind, path, anchor, part = target
        key = kind, path, part
        page = "" if key == self._own else self._folder[key]
        return f"{page}#{quote_anchor(anchor)}" if anchor else page or "#"

    href = __call__
    """The same; a method is called faster than an object, and a page has hundreds of links."""

    def lines(self, path: str) -> str:
        """Return what the URL of any line of a file begins with, up to the line's number."""
        return self.href(Target("docs", path, "L"))

    def raw(self, key: Target) -> str:
        """Return the URL of a page; empty for the page itself."""
        kind, path, _, part = key
        return "" if (kind, path, part) == self._own else self._folder[kind, path, part]

    def script(self, key: Target) -> str:
        """Return the URL of the script with a folder's contents."""
        return self._folder.script(key)

    def symbols(self) -> str:
        """Return the URL of the folder of the scripts with all names."""
        return self._folder.relative(f"{SYMBOLS}/")


def _fragment(anchor: str) -> str:
    if anchor.isascii() and (anchor.isalnum() or _PLAIN_ANCHOR.fullmatch(anchor)):
        return anchor
    return quote(show_controls(anchor), safe=_ANCHOR_SAFE)


# The anchors of a file's lines and symbols stand on all of its pages, and on those of others.
quote_anchor = keeping(_fragment)
"""Writes an anchor as a URL's fragment, ready to stand in an attribute."""
