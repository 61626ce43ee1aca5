"""Renders a theme's page once for many pages and puts their bodies into it, as long as that gives the same bytes.

A theme takes 4 to 90 ms for a page, of which nearly everything is the same on the next one. So the theme renders one
page of each depth and shape with marks in the places that vary, and what lies between the marks is used again. The
first real page of each shape is rendered both ways; if the two differ, every page is rendered the long way.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_kwdocs.publish import RenderedPage, Step
from sphinx_kwdocs.sphinx_ext.build import logger

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_kwdocs.sphinx_ext.build import Build

_KNOWN_LISTENERS = re.compile(
    r"(sphinx|sphinx_kwdocs|alabaster|furo|sphinx_basic_ng|sphinx_rtd_theme|pydata_sphinx_theme|sphinx_book_theme|"
    r"sphinxcontrib\.jquery|myst_parser|sphinx_copybutton)(\..*)?"
)
_MARK = re.compile(r"kwdocsmark([a-z]+\d*)kwdocsmark")
# Only values that every template writes in the same way, whatever it strips and escapes.
_PLAIN_TEXT = re.compile(r"(?:[^\s&<>\"'\\{}]| (?! ))*")
_PLAIN_NAME = re.compile(r"[\w./-]*", re.ASCII)


def page_context(page: RenderedPage) -> dict[str, Any]:
    """Return what a theme's template needs to know of a page."""
    return {
        "title": page.title,
        "body": page.body,
        "toc": page.toc,
        "display_toc": True,
        "parents": [_step(step) for step in page.parents],
        "prev": _step(page.previous) if page.previous else None,
        "next": _step(page.following) if page.following else None,
        "meta": {},
        "metatags": "",
    }


def _step(step: Step) -> dict[str, str]:
    return {"link": step.url, "title": step.title}


class Shape(NamedTuple):
    """What pages must have in common to share a shell."""

    depth: int
    """Folders between the root of our pages and the page."""
    is_index: bool
    """Whether its name is one that some builders treat in another way."""
    parents: int
    """Length of the way to it."""
    has_previous: bool
    """Whether a page comes before it."""
    has_following: bool
    """Whether a page comes after it."""
    has_sections: bool
    """Whether its table of contents lists anything."""


class Shells:
    """The shells of one build."""

    def __init__(self, builder: StandaloneHTMLBuilder, build: Build) -> None:
        self._builder = builder
        self._build = build
        self._shells: dict[Shape, list[str]] = {}
        self._trusted: set[Shape] = set()
        self._reason = _reason_against(builder, build)
        if self._reason:
            self._say_why()

    def _say_why(self) -> None:
        logger.info("kwdocs: every page goes through the theme's templates by itself, because %s", self._reason)

    def splice(self, name: str, page: RenderedPage) -> str | None:
        """Return a page's HTML made from its shell, or None if it has to go the long way."""
        if self._reason or not _is_plain(name, page):
            return None
        shape = self._shape(name, page)
        if shape not in self._shells:
            self._shells[shape] = self._make_shell(shape)
        values = _values(page)
        inner = name.removeprefix(f"{self._build.config.root}/")
        values.update((f"step{n}", step) for n, step in enumerate(inner.split("/")))
        parts = self._shells[shape]
        return "".join([values[part] if position % 2 else part for position, part in enumerate(parts)])

    def _shape(self, name: str, page: RenderedPage) -> Shape:
        return Shape(
            depth=name.count("/") - self._build.config.root.count("/") - 1,
            is_index=name.endswith("/index"),
            parents=len(page.parents),
            has_previous=page.previous is not None,
            has_following=page.following is not None,
            has_sections=page.toc.count("<ul>") > 1,
        )

    def _make_shell(self, shape: Shape) -> list[str]:
        """Let the theme render a page whose varying parts are marks, and cut it at them."""
        steps = [_mark(f"step{n}") for n in range(shape.depth)]
        # A builder that makes a folder of every page treats this one name in another way.
        name = "/".join([self._build.config.root, *steps, "index" if shape.is_index else _mark(f"step{shape.depth}")])
        parents = tuple(Step(_mark(f"parenturl{n}"), _mark(f"parent{n}")) for n in range(shape.parents))
        page = RenderedPage(
            key=next(iter(self._build.addresses)),
            title=_mark("title"),
            body=_mark("body"),
            toc=_mark("toc"),
            parents=parents,
            previous=Step(_mark("previousurl"), _mark("previous")) if shape.has_previous else None,
            following=Step(_mark("followingurl"), _mark("following")) if shape.has_following else None,
            diagnostics=(),
        )
        return _MARK.split(self._render(name, page))

    def _render(self, name: str, page: RenderedPage) -> str:
        with TemporaryDirectory() as folder:
            output = Path(folder, "page.html")
            self._builder.handle_page(name, page_context(page), "page.html", outfilename=output)
            return output.read_text(encoding="utf-8")

    def trusts(self, name: str, page: RenderedPage) -> bool:
        """Tell whether a page of this shape came out the same both ways."""
        return self._shape(name, page) in self._trusted

    def compare(self, name: str, page: RenderedPage, spliced: str) -> None:
        """Learn from a page that was also written the long way."""
        written = Path(self._builder.get_outfilename(name)).read_text(encoding="utf-8")
        if written == spliced:
            self._trusted.add(self._shape(name, page))
        elif not self._reason:
            self._reason = f"the theme or an extension varies {name}: {_first_difference(spliced, written)}"
            self._say_why()


def _reason_against(builder: StandaloneHTMLBuilder, build: Build) -> str:
    """Return why this build cannot use shells at all, or an empty string."""
    if builder.config.html_output_encoding.lower() not in {"utf-8", "utf8"}:
        return "html_output_encoding is not UTF-8"
    if any(set("*?[") & set(pattern) and pattern != "**" for pattern in builder.config.html_sidebars):
        return "html_sidebars has patterns"
    root = f"{build.config.root}/"
    if any(name.startswith(root) for name in builder.env.all_docs.keys() - build.document_names.keys()):
        return f"the project has documents of its own under {root}"
    if template := _template_that_varies(builder):
        return f"{template} asks for the name of the page"
    for listener in builder.events.listeners.get("html-page-context", ()):
        handler = getattr(listener.handler, "func", listener.handler)
        module = str(getattr(handler, "__module__", ""))
        if not _KNOWN_LISTENERS.fullmatch(module):
            # It may count pages, or write something for each one: a sitemap does.
            return f"{module} listens to html-page-context"
    return ""


def _template_that_varies(builder: StandaloneHTMLBuilder) -> str:
    """Return a template of the author's own that may show something on some pages only, or an empty string."""
    for folder in builder.config.templates_path:
        for path in sorted(Path(builder.confdir, folder).rglob("*.html")):
            try:
                text = path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            if "pagename" in text or "current_page_name" in text:
                return path.name
    return ""


def _values(page: RenderedPage) -> dict[str, str]:
    values = {"title": page.title, "body": page.body, "toc": page.toc}
    for number, step in enumerate(page.parents):
        values[f"parenturl{number}"], values[f"parent{number}"] = step.url, step.title
    for word, neighbour in (("previous", page.previous), ("following", page.following)):
        if neighbour:
            values[f"{word}url"], values[word] = neighbour.url, neighbour.title
    return values


def _is_plain(name: str, page: RenderedPage) -> bool:
    titles = [page.title, *(step.title for step in page.parents)]
    titles += [step.title for step in (page.previous, page.following) if step]
    return _PLAIN_NAME.fullmatch(name) is not None and all(_PLAIN_TEXT.fullmatch(title) for title in titles)


def _mark(word: str) -> str:
    return f"kwdocsmark{word}kwdocsmark"


def _first_difference(one: str, other: str) -> str:
    position = next(
        (n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
    return repr(other[max(0, position - 20) : position + 40])
