"""Knows how the addresses of files look on the sites that host repositories; pure text, nothing secret comes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit


@dataclass(frozen=True, slots=True)
class Layout:
    """How one kind of site writes the address of a file."""

    commit: str
    """What stands between the repository and the path, for a commit; `{}` is the revision."""
    branch: str
    """The same for a branch."""
    tag: str
    """The same for a tag."""
    line: str = "#L"
    """What stands before a line number."""
    as_source: str = ""
    """The query that shows the source of a file that is otherwise shown rendered, where lines have no anchors."""


_GITHUB = Layout("/blob/{}/", "/blob/{}/", "/blob/{}/", as_source="?plain=1")
_GITLAB = Layout("/-/blob/{}/", "/-/blob/{}/", "/-/blob/{}/", as_source="?plain=1")
_BITBUCKET = Layout("/src/{}/", "/src/{}/", "/src/{}/", line="#lines-")
_GITEA = Layout("/src/commit/{}/", "/src/branch/{}/", "/src/tag/{}/", as_source="?display=source")
_SOURCEHUT = Layout("/tree/{}/item/", "/tree/{}/item/", "/tree/{}/item/")

_LAYOUT_OF_HOST = {
    "bitbucket.org": _BITBUCKET,
    "codeberg.org": _GITEA,
    "framagit.org": _GITLAB,
    "git.sr.ht": _SOURCEHUT,
    "invent.kde.org": _GITLAB,
    "salsa.debian.org": _GITLAB,
}
# Sites that people run themselves carry the software's name: `gitlab.gnome.org`, `github.example.com`.
_LAYOUT_OF_LABEL = {"github": _GITHUB, "gitlab": _GITLAB, "gitea": _GITEA, "forgejo": _GITEA}
# Hosts that only speak ssh, on a port that firewalls let through.
_WEB_HOST = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}
_RENDERED = (".adoc", ".asciidoc", ".ipynb", ".markdown", ".md", ".mdown", ".mediawiki", ".org", ".rst", ".textile")

_SCP_ADDRESS = re.compile(r"(?:[^@:/\s]+@)?([^@:/\s]{2,}):(?!//)/?(.+)")
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")
# No `@`, `:` or `?`: what is left of a password with an unescaped slash must not pass for a path.
_PATH = re.compile(r"[\w.~+-]+(?:/[\w.~+ -]+)*")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class HostedRepository:
    """A repository on the web."""

    address: str
    """Its page, without credentials and without a slash at the end."""
    layout: Layout
    """How its files are addressed."""


@dataclass(frozen=True, slots=True, repr=False)
class HostedFiles:
    """Where the files of a repository can be seen on the web."""

    start: str
    """What stands before the path of a file."""
    line: str
    """What stands before a line number."""
    as_source: str
    """The query that makes a rendered file show its lines."""
    tracked: frozenset[str] | None
    """The files that are hosted; None if that is not known."""

    def __repr__(self) -> str:
        # Builds compare it with that of an earlier run, and a set's own order changes from run to run.
        tracked = None if self.tracked is None else sorted(self.tracked)
        return f"HostedFiles({self.start!r}, {self.line!r}, {self.as_source!r}, {tracked!r})"

    def url(self, path: str, line: int = 0) -> str:
        """Give the address of a file, or of a line of it; empty for a file that is not hosted."""
        if self.tracked is not None and path not in self.tracked:
            return ""
        address = self.start + _quote(path)
        if line < 1:
            return address
        query = self.as_source if path.lower().endswith(_RENDERED) else ""
        return f"{address}{query}{self.line}{line}"


def place_files(
    site: HostedRepository, revision: str, *, is_tag: bool, prefix: str, tracked: frozenset[str] | None
) -> HostedFiles:
    """Address the files of one revision; the prefix is the folder of the checkout that paths are relative to."""
    layout = site.layout
    named = layout.tag if is_tag else layout.branch
    middle = layout.commit if _COMMIT.fullmatch(revision) else named
    start = site.address + middle.format(_quote(revision)) + _quote(prefix)
    return HostedFiles(start, layout.line, layout.as_source, tracked)


def read_site(address: str, *, is_setting: bool) -> HostedRepository | None:
    """Find the web page of a repository from the address it is cloned from, leaving out user, password and query."""
    found = _split(address)
    if found is None:
        return None
    scheme, host, port, path = found
    path = path.strip("/").removesuffix(".git").rstrip("/")
    if not _HOST.fullmatch(host) or not _PATH.fullmatch(path) or {".", ".."} & set(path.split("/")):
        return None
    host = _WEB_HOST.get(host, host)
    layout = _layout(host)
    # A gist has one part, a wiki its own addresses.
    is_usual = "/" in path and not path.endswith(".wiki")
    if layout is None or not is_usual:
        if not is_setting:
            return None
        layout = layout or _GITHUB
    return HostedRepository(f"{scheme}://{host}{port}/{_quote(path)}", layout)


def _split(address: str) -> tuple[str, str, str, str] | None:
    """Give scheme, host, port with its colon, and path of the page that belongs to a remote's address."""
    if "://" not in address:
        match = _SCP_ADDRESS.fullmatch(address)
        return ("https", match[1].lower(), "", match[2]) if match else None
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    path = unquote(parts.path, errors="surrogateescape")
    if parts.scheme in {"http", "https"}:
        return parts.scheme, host, f":{port}" if port else "", path
    if parts.scheme in {"ssh", "git", "git+ssh", "ssh+git"}:
        # The port is that of another protocol.
        return "https", host, "", path
    return None


def _layout(host: str) -> Layout | None:
    if host in _LAYOUT_OF_HOST:
        return _LAYOUT_OF_HOST[host]
    labels = host.split(".")
    if labels[-2:] == ["ghe", "com"]:
        return _GITHUB
    return next((layout for label, layout in _LAYOUT_OF_LABEL.items() if label in labels), None)


def _quote(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")
