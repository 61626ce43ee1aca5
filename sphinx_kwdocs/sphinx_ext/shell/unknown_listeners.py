"""Calls the extensions that look at every page's context, once for each page, also where the theme is not asked.

Such an extension may note the page for itself, as a sitemap does, or add to the context. Both have to happen for a page
that is put into a shell. So each of them is called for it with the context that it would see, and what it adds is part
of what varies from page to page. Nothing is known of these extensions: where two pages differ in something that cannot
be marked, they share no shell.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.osutil import relative_uri

from sphinx_kwdocs.sphinx_ext.patches import replace_listeners, show_added_files
from sphinx_kwdocs.sphinx_ext.shell.context_changes import (
    ContextChange,
    ContextSnapshot,
    added_texts,
    apply,
    with_marks,
)
from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError, cut, holds_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

_EVENT = "html-page-context"


@dataclass(slots=True)
class ListenerView:
    """The context that one listener sees of a page that is made of marks."""

    values: dict[str, Any]
    cut: dict[str, list[str]]
    """The texts with marks in them, cut at these."""


@dataclass(slots=True)
class UnknownListeners:
    """The listeners of a build of which nothing is known."""

    builder: StandaloneHTMLBuilder
    handlers: list[Callable[..., object]] = field(default_factory=list)
    """In the order in which they are called."""
    recording: str = ""
    """The page whose effects are to be noted."""
    replayed: str = ""
    """The page for which listeners have been called already."""
    effects: list[ContextChange] = field(default_factory=list)
    """Those noted, or to be used again."""
    marking: bool = False
    """Whether a page of marks is rendered, for which no listener must be called."""
    views: list[ListenerView] = field(default_factory=list)
    app: object = None
    """What listeners are called with; known once one has been called."""

    def watch(self, is_known: Callable[[Callable[..., object]], bool]) -> None:
        """Stand between Sphinx and each unknown listener."""
        self.unwatch()

        def watched(handler: Callable[..., object]) -> _Watched | None:
            if is_known(handler):
                return None
            self.handlers.append(handler)
            return _Watched(self, len(self.handlers) - 1, handler)

        replace_listeners(self.builder.events, _EVENT, watched)

    def unwatch(self) -> None:
        """Let Sphinx call the listeners itself again, also those that an earlier build of the application watched."""
        replace_listeners(
            self.builder.events, _EVENT, lambda handler: handler.handler if isinstance(handler, _Watched) else None
        )

    def start(self, *, recording: str = "", replayed: str = "", marking: bool = False) -> None:
        """Say what the next page is for; effects to be used again stay."""
        self.recording, self.replayed, self.marking = recording, replayed, marking
        if recording:
            self.effects = []
        if marking:
            self.views = []

    def call(
        self, views: Sequence[ListenerView], values: Mapping[str, str], page: dict[str, Any]
    ) -> list[ContextChange]:
        """Call the listeners for a page; `values` are those of its marks, `page` is its own part of the context.

        Should one fail, those before it have been called for this page, and need not be called again.
        """
        self.effects = []
        for handler, view in zip(self.handlers, views, strict=True):
            context = self._context(view, {**values, **added_texts(self.effects)}, page)
            before = ContextSnapshot(context)
            try:
                template = handler(self.app, context["pagename"], "page.html", context, None)
            except Exception as error:
                message = f"{name_of(handler)} needs more than the context of a page"
                raise UnusableError(message) from error
            effect = ContextChange(before.changes(context), template)
            if any(isinstance(change.value, str) and holds_marks(change.value) for change in effect.changes):
                message = f"{name_of(handler)} uses what another extension made of the page"
                raise UnusableError(message)
            self.effects.append(effect)
            page = {key: context.get(key, value) for key, value in page.items()}
        return self.effects

    def varying(self, signatures: Iterable[Hashable]) -> str:
        """Name the modules whose listeners treated pages in different ways, by the signatures of what was done."""
        ways = zip(*(cast("tuple[Hashable, ...]", done) for done in signatures), strict=True)
        names = [name_of(handler) for handler, done in zip(self.handlers, ways, strict=True) if len(set(done)) > 1]
        return ", ".join(dict.fromkeys(names)) or "an extension"

    def _context(self, view: ListenerView, values: Mapping[str, str], page: dict[str, Any]) -> dict[str, Any]:
        """Make a context like the one that a listener sees, with what is the page's own in it."""
        context = _copied(view.values)
        show_added_files(self.builder, context)
        for key, parts in view.cut.items():
            filled = [values.get(part) if place % 2 else part for place, part in enumerate(parts)]
            if None not in filled:
                context[key] = "".join(map(str, filled))
        if getattr(context.get("pathto"), "__module__", "") == StandaloneHTMLBuilder.__module__:
            context["pathto"] = _path_function(self.builder, context["pagename"])
        return context | page


class _Watched:
    """Stands in the place of a listener."""

    def __init__(self, unknown: UnknownListeners, number: int, handler: Callable[..., object]) -> None:
        self.unknown = unknown
        self.number = number
        self.handler = handler
        # Should it fail, Sphinx names it and the extension that it is from.
        self.__module__ = name_of(handler)

    def __repr__(self) -> str:
        return repr(self.handler)

    def __call__(
        self, app: object, pagename: str, templatename: str, context: dict[str, Any], doctree: object
    ) -> object:
        unknown = self.unknown
        unknown.app = app
        if unknown.marking:
            unknown.views.append(_view(context))
            effect = unknown.effects[self.number]
            return apply(context, with_marks(effect, self.number))
        if unknown.replayed == pagename and self.number < len(unknown.effects):
            return apply(context, unknown.effects[self.number])
        if unknown.recording != pagename:
            return self.handler(app, pagename, templatename, context, doctree)
        before = ContextSnapshot(context)
        template = self.handler(app, pagename, templatename, context, doctree)
        unknown.effects.append(ContextChange(before.changes(context), template))
        return template


def name_of(handler: Callable[..., object]) -> str:
    """Return the module that a listener comes from."""
    return str(getattr(getattr(handler, "func", handler), "__module__", "")) or "an extension"


def _view(context: dict[str, Any]) -> ListenerView:
    """Keep the context of a page of marks as a listener would see it."""
    values = _copied(context)
    texts: dict[str, list[str]] = {}
    for key, value in values.items():
        if isinstance(value, str) and holds_marks(value):
            # What cannot be filled in stays as it is, and is noticed should a listener use it.
            with suppress(UnusableError):
                texts[key] = cut(value).parts
    return ListenerView(values, texts)


def _copied(context: dict[str, Any]) -> dict[str, Any]:
    """Copy a context, so that what is added to its lists is not added to those of other pages."""
    return {key: value.copy() if type(value) in {list, dict, set} else value for key, value in context.items()}


def _path_function(builder: StandaloneHTMLBuilder, name: str) -> Callable[..., str]:
    """Return what Sphinx gives to the templates of a page to make URLs."""
    base = builder.get_target_uri(name).rsplit("#", 1)[0]

    def pathto(otheruri: str, resource: bool = False, baseuri: str = base) -> str:
        if resource and "://" in otheruri:
            return otheruri
        uri = relative_uri(baseuri, otheruri if resource else builder.get_target_uri(otheruri)) or "#"
        return baseuri if uri == "#" and not builder.allow_sharp_as_current_path else uri

    return pathto
