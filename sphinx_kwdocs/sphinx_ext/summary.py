"""Says at the end of a build what was added to the site, where readers enter it, and whether the site is too large."""

from __future__ import annotations

import os
from contextlib import suppress
from os.path import relpath
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.sphinx_ext.settings import logger
from sphinx_kwdocs.sphinx_ext.time_spent import seconds_spent
from sphinx_kwdocs.translation import _, localized
from sphinx_kwdocs.wording import count, in_digits

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

MEGABYTE = 1_000_000
MOST_MEGABYTES = 900
"""What a site may have before it is told of: GitHub Pages takes 1 GB, and a site grows."""


class Made(NamedTuple):
    """What a build made."""

    pages: int
    """Pages of ours that were made."""
    of: int
    """Pages of ours that there are."""


def say_summary(app: Sphinx, builder: StandaloneHTMLBuilder, root: str, made: Made) -> None:
    """Say what a build made, and where readers enter it; `root` is the folder of our pages."""
    seconds = localized(f"{seconds_spent(app):.1f}")
    # To look at the size of every file takes longer than many a build after an edit.
    if 2 * made.pages > made.of:
        ours = _size_below(os.path.join(app.outdir, *root.split("/")))  # noqa: PTH118  a string
        said = _("{pages}, {megabytes} MB, added in {seconds} s").format(
            pages=count(made.of, "page"), megabytes=_in_megabytes(ours), seconds=seconds
        )
        _say(said)
        _say_if_large(os.fspath(app.outdir))
    else:
        said = _("{number} of {pages} made again in {seconds} s")
        _say(said.format(number=in_digits(made.pages), pages=count(made.of, "page"), seconds=seconds))
    say_entry(builder, root)


def say_entry(builder: StandaloneHTMLBuilder, root: str) -> None:
    """Say where the entry page is, as Sphinx says where all pages are."""
    entry = builder.get_outfilename(f"{root}/index")
    try:
        place = relpath(entry)
    except ValueError:
        # It is on another drive.
        place = os.fspath(entry)
    _say(_("the source index is {file}").format(file=place))


def _say_if_large(folder: str) -> None:
    size = _size_below(folder)
    if size > MOST_MEGABYTES * MEGABYTE:
        # Information: whether it matters depends on the host, and a build with `-W` must not fail for it.
        said = _(
            "the site has {megabytes} MB, and GitHub Pages takes 1,000 at most; "
            "kwdocs_exclude, kwdocs_pages, kwdocs_tests, kwdocs_vendored and kwdocs_frame make it smaller"
        )
        _say(said.format(megabytes=_in_megabytes(size)))


def _in_megabytes(size: int) -> str:
    return localized(f"{size / MEGABYTE:,.1f}")


def _size_below(folder: str) -> int:
    """Return the bytes of all files below a folder."""
    total, pending = 0, [folder]
    while pending:
        with suppress(OSError), os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    total += entry.stat(follow_symlinks=False).st_size
    return total


def _say(text: str) -> None:
    logger.info("kwdocs: %s", text)
