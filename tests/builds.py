"""Makes small repositories and builds their sites, as every test of a whole build needs."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crawl import find_in, parse
from sphinx.testing.util import SphinxTestApp
from sphinx.util.inventory import InventoryFile

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.pages import Site, build_page, make_site, page_keys
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.publish import Publication
from sphinx_kwdocs.render.addresses import assign_addresses
from sphinx_kwdocs.render.urls import Urls
from sphinx_kwdocs.running.workers import forking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_kwdocs.model.page import Page, Target

ROOTS = Path(__file__).parent / "roots"
CONF = 'project = "Tiny"\nextensions = ["sphinx_kwdocs"]\n'
INDEX = "Tiny\n====\n\nAn own document.\n"
DOCS: dict[str, Any] = {"docs/conf.py": CONF, "docs/index.rst": INDEX}


@dataclass(frozen=True)
class Built:
    """What a build left behind."""

    out: Path
    status: str
    warnings: str

    def html(self, name: str) -> str:
        """Return the text of an output file."""
        return (self.out / name).read_text(encoding="utf-8")

    def find(self, name: str, query: str) -> list[str]:
        """Return what an XPath finds in a page: an element's words with single spaces, an attribute as it is."""
        return find_in(parse(self.out / name), query)


def write(root: Path, files: Mapping[str, Any]) -> Path:
    """Write files below a folder, and return the folder; those of a checkout are made known to git."""
    for path, content in files.items():
        full = root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
    if (root / ".git").exists():
        track(root)
    return root


def track(root: Path) -> None:
    """Make git track all that it does not ignore, as `git add` does."""
    call_git(root, "add", "-A", "-N", ".")


def call_git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, whatever the machine's settings."""
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-C", str(folder), *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(command, check=True, capture_output=True, env=environment)


def repository(root: Path, files: Mapping[str, Any], *, git: bool = True) -> Path:
    """Make a repository with a small Sphinx project in it."""
    write(root, DOCS | dict(files))
    if git:
        call_git(root, "init", "-q")
        track(root)
    return root


def sample(root: Path) -> Path:
    """Make a copy of the sample repository, with the files that cannot lie in ours."""
    shutil.copytree(ROOTS / "test-sample", root, ignore=shutil.ignore_patterns("__pycache__"))
    write(root, {"data.bin": b"\x7fELF\0\0\1\2" * 9, ".gitignore": "ignored.py\n", "ignored.py": "secret = 1\n"})
    (root / "alias").symlink_to("src/shop/money.py")
    (root / "outside").symlink_to("/nowhere/at/all")
    call_git(root, "init", "-q")
    track(root)
    return root


def build(
    docs: Path,
    to: Path,
    builder: str = "html",
    *,
    parallel: int = 1,
    prepare: Callable[[SphinxTestApp], object] | None = None,
    **settings: Any,  # noqa: ANN401  any setting
) -> Built:
    """Build a site in this process; `prepare` may connect to its events."""
    app = SphinxTestApp(
        builder, srcdir=docs, builddir=to, parallel=parallel, confoverrides={"nitpicky": True, **settings}
    )
    try:
        if prepare:
            prepare(app)
        # With few files no process is forked, and those of tests are few.
        with forking(always=parallel > 1):
            app.build()
        return Built(Path(app.outdir), app.status.getvalue(), app.warning.getvalue())
    finally:
        # Before Sphinx 8.2 this ends with removing a file from the source folder, which may not be writable.
        with suppress(OSError):
            app.cleanup()


def site_of(root: Path, **settings: Any) -> Site:  # noqa: ANN401  any setting
    """Index a folder and prepare its pages, without Sphinx."""
    return make_site(build_index(root, Config(**settings)), "Source index")


def all_pages(site: Site) -> dict[Target, Page]:
    """Build every page."""
    return {key: build_page(site, key) for key in page_keys(site)}


def publication_of(site: Site) -> Publication:
    """Give a site the addresses that a build would give it."""
    return Publication(site, Urls(assign_addresses(page_keys(site))))


def inventory(built: Built) -> dict[str, dict[str, str]]:
    """Return the names and URLs of a site's inventory, by type."""
    with (built.out / "objects.inv").open("rb") as stream:
        loaded = InventoryFile.load(stream, "", lambda base, uri: base + uri)
    # What stands there is a tuple before Sphinx 8.2, then an object.
    return {
        kind: {name: item[2] if isinstance(item, tuple) else item.uri for name, item in items.items()}
        for kind, items in loaded.items()
    }
