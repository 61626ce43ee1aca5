"""Sums up what all pages of ours have in common: settings, versions, and what the theme puts around them."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

_SHIFTED = re.compile(r"~\d+$")


def page_state(app: Sphinx, builder: StandaloneHTMLBuilder, build: BuildState, around: str | None) -> str:
    """Return what changes whenever every page has to be written again; `around` is what the theme puts around one.

    Where that varies from page to page, nothing tells which pages a change to the site concerns, and it may be any.
    """
    info = builder.build_info
    # An address that another page has taken is the only one that depends on other pages.
    shifted = sorted((key, address) for key, address in build.addresses.items() if _SHIFTED.search(address))
    theme = build.digest if around is None else around
    said = (
        build.shared,
        build.site.hosting is None,
        (info.config_hash, info.tags_hash, builder.name, builder.link_suffix),
        # What is around one page says nothing of an extension or a template that treats some pages in another way.
        sorted((extension.name, str(extension.version)) for extension in app.extensions.values()),
        [_content(path) for path in _templates(app)],
        shifted,
        theme,
    )
    return blake2b(repr(said).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def _templates(app: Sphinx) -> Iterator[Path]:
    for folder in app.config.templates_path:
        yield from sorted(path for path in Path(app.confdir, folder).rglob("*") if path.is_file())


def _content(path: Path) -> tuple[str, bytes]:
    try:
        return path.name, blake2b(path.read_bytes(), digest_size=8).digest()
    except OSError:
        return path.name, b""
