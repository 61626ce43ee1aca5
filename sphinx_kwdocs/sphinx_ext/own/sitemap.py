"""Keeps generated pages out of the sitemap that sphinx-sitemap makes, if the project wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.sphinx_ext.session import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def connect(app: Sphinx) -> None:
    """Connect to the build, before the first page is written."""
    app.connect("env-updated", _leave_out, priority=900)


def _leave_out(app: Sphinx, env: BuildEnvironment) -> None:
    build = build_of(env)
    if build is None or build.config.sitemap or "sitemap_excludes" not in app.config:
        return
    pattern = f"{build.config.root}/*"
    if pattern not in app.config.sitemap_excludes:
        app.config.sitemap_excludes = [*app.config.sitemap_excludes, pattern]
