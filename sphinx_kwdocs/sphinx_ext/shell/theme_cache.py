"""Keeps what Sphinx would work out again for every page although it is the same for all pages of a depth.

A profile of 2,000 pages with alabaster spent a fifth of the time in two places: resolving the site's navigation, and
reading style sheets and scripts to compute their checksums. Both depend on a streamed page only through the folder
that relative URLs start from; and as long as no document of the project lies between our pages, only through its depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState


def stand_alone(build: BuildState) -> bool:
    """Tell whether no document of the project lies in the folder of our pages, besides our own two."""
    root = f"{build.config.root}/"
    env = build.builder.env
    return not any(name.startswith(root) for name in env.all_docs.keys() - build.document_names.keys())


class FolderCache:
    """Remembers the results of a page context's functions for the pages of the current folder, or of all folders."""

    def __init__(self) -> None:
        self._build: BuildState | None = None
        self._is_shared = False
        self._folder: str | None = None
        self._results: dict[tuple[str, str, object], str] = {}

    def install(self, pagename: str, context: dict[str, Any], build: BuildState | None = None) -> None:
        """Put remembering functions into the context of a streamed page, which no table of contents contains."""
        if build is not self._build:
            self._build, self._folder = build, None
            self._is_shared = build is not None and stand_alone(build)
        folder = "" if self._is_shared else pagename.rpartition("/")[0]
        if folder != self._folder:
            # Pages come folder by folder, so only one folder's results are worth keeping.
            self._folder = folder
            self._results = {}
        # In a site with a folder a page, `index` stands one level above the other pages of its folder.
        up = str(context["content_root"])
        context["toctree"] = self._remember_toctree(up, context["toctree"])
        for name in ("css_tag", "js_tag"):
            context[name] = self._remember_tag(up, name, context[name])

    def _remember_toctree(self, up: str, resolve: Callable[..., str]) -> Callable[..., str]:
        def toctree(**options: Any) -> str:  # noqa: ANN401  whatever a theme asks for
            key = (up, "toctree", repr(sorted(options.items())))
            if key not in self._results:
                self._results[key] = resolve(**options)
            return self._results[key]

        return toctree

    def _remember_tag(self, up: str, name: str, make: Callable[[Any], str]) -> Callable[[Any], str]:
        def tag(asset: object) -> str:
            key = (up, name, asset)
            if key not in self._results:
                self._results[key] = make(asset)
            return self._results[key]

        return tag
