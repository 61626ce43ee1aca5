"""Writes pages into a small frame of our own, with what the settings of the project say of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_kwdocs.render.slim_frame import SlimFrame, SlimPage

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.publish import RenderedPage
    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


class SlimPages:
    """Makes whole pages without the theme, and without the extensions that listen to it."""

    def __init__(self, builder: StandaloneHTMLBuilder, build: BuildState) -> None:
        config = builder.config
        copyright_ = config.html_show_copyright and config.copyright
        lines = copyright_ if isinstance(copyright_, (list, tuple)) else [copyright_] if copyright_ else []
        self._builder = builder
        self._root_doc = config.root_doc
        self._base = (config.html_baseurl or "").rstrip("/")
        self._frame = SlimFrame(
            language=(config.language or "").replace("_", "-"),
            encoding=config.html_output_encoding,
            site_title=config.html_title or config.project,
            footer=" ".join(f"\N{COPYRIGHT SIGN} {line}" for line in lines),
            has_noindex=build.config.noindex,
        )

    def around(self) -> str:
        """Return what stands around every page."""
        return self._frame.around(SlimPage("", "", "", "", "search" if self._has_search else "", self._base, ()))

    @property
    def _has_search(self) -> bool:
        return self._builder.search

    def make(self, name: str, page: RenderedPage) -> str:
        """Return the whole HTML of a page."""
        builder = self._builder
        url = builder.get_target_uri(name)
        near = (("prev", page.previous), ("next", page.following))
        return self._frame.around(
            SlimPage(
                title=page.title,
                body=page.body,
                up="../" * url.count("/"),
                home=builder.get_relative_uri(name, self._root_doc),
                search=builder.get_relative_uri(name, "search") if self._has_search else "",
                canonical=f"{self._base}/{quote(url, safe='/%')}" if self._base else "",
                neighbours=[(relation, step.url, step.title) for relation, step in near if step],
            )
        )
