"""Sums up what all pages of ours have in common: settings, versions, and what the theme puts around them."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.build import Build

_SHIFTED = re.compile(r"~\d+$")


def page_state(builder: StandaloneHTMLBuilder, build: Build, around: str | None) -> str:
    """Return what changes whenever every page has to be written again; `around` is what the theme puts around one.

    Where that varies from page to page, nothing tells which pages a change to the site concerns, and it may be any.
    """
    info = builder.build_info
    # An address that another page has taken is the only one that depends on other pages.
    shifted = sorted((key, address) for key, address in build.addresses.items() if _SHIFTED.search(address))
    theme = build.digest if around is None else around
    said = (build.shared, info.config_hash, info.tags_hash, builder.name, builder.link_suffix, shifted, theme)
    return blake2b(repr(said).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
