"""Calls the extensions that look at every page's context, once for each page, also where the theme is not asked.

Such an extension may note the page for itself, as a sitemap does, or add to the context. Both have to happen for a page
that is put into a shell. So each of them is called for it with the context that it would see, and what it adds is part
of what varies from page to page. Nothing is known of these extensions: where two pages differ in something that cannot
be marked, they share no shell.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.osutil import relative_uri

from sphinx_kwdocs.sphinx_ext._shell_effects import Before, Effect, added_texts, apply, with_marks
from sphinx_kwdocs.sphinx_ext._shell_marks import UnusableError, cut, holds_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_EVENT = "html-page-context"


@dataclass(slots=True)
class View:
    """The context that one listener sees of a page that is made of marks."""

    values: dict[str, Any]
    cut: dict[str, list[str]]
    """The texts with marks in them, cut at these."""


@dataclass(slots=True)
class Strangers:
    """The listeners of a build of which nothing is known."""

    builder: StandaloneHTMLBuilder
    handlers: list[Callable[..., object]] = field(default_factory=list)
    """In the order in which they are called."""
    recording: str = ""
    """The page whose effects are to be noted."""
    replayed: str = ""
    """The page for which listeners have been called already."""
    effects: list[Effect] = field(default_factory=list)
    """Those noted, or to be used again."""
    marking: bool = False
    """Whether a page of marks is rendered, for which no listener must be called."""
    views: list[View] = field(default_factory=list)
    app: object = None
    """What listeners are called with; known once one has been called."""

    def watch(self, is_known: Callable[[Callable[..., object]], bool]) -> None:
        """Stand between Sphinx and each unknown listener."""
        self.unwatch()
        listeners = self.builder.events.listeners.get(_EVENT, [])
        unknown = [listener for listener in listeners if not is_known(listener.handler)]
        for number, listener in enumerate(sorted(unknown, key=attrgetter("priority"))):
            self.handlers.append(listener.handler)
            watched = _Watched(self, number, listener.handler)
            listeners[listeners.index(listener)] = listener._replace(handler=watched)

    def unwatch(self) -> None:
        """Let Sphinx call the listeners itself again."""
        listeners = self.builder.events.listeners.get(_EVENT, [])
        for place, listener in enumerate(listeners):
            # Also one that an earlier build with the same application left there.
            if isinstance(listener.handler, _Watched):
                listeners[place] = listener._replace(handler=listener.handler.handler)

    def start(self, *, recording: str = "", replayed: str = "", marking: bool = False) -> None:
        """Say what the next page is for; effects to be used again stay."""
        self.recording, self.replayed, self.marking = recording, replayed, marking
        if recording:
            self.effects = []
        if marking:
            self.views = []

    def call(self, views: Sequence[View], values: Mapping[str, str], page: dict[str, Any]) -> list[Effect]:
        """Call the listeners for a page; `values` are those of its marks, `page` is its own part of the context.

        Should one fail, those before it have been called for this page, and need not be called again.
        """
        self.effects = []
        for handler, view in zip(self.handlers, views, strict=True):
            context = self._context(view, {**values, **added_texts(self.effects)}, page)
            before = Before(context)
            try:
                template = handler(self.app, context["pagename"], "page.html", context, None)
            except Exception as error:
                message = f"{name_of(handler)} needs more than the context of a page"
                raise UnusableError(message) from error
            effect = Effect(before.changes(context), template)
            if any(isinstance(change.value, str) and holds_marks(change.value) for change in effect.changes):
                message = f"{name_of(handler)} uses what another extension made of the page"
                raise UnusableError(message)
            self.effects.append(effect)
            page = {key: context.get(key, value) for key, value in page.items()}
        return self.effects

    def _context(self, view: View, values: Mapping[str, str], page: dict[str, Any]) -> dict[str, Any]:
        """Make a context like the one that a listener sees, with what is the page's own in it."""
        context = _copied(view.values)
        builder: Any = self.builder
        for key, files in (("css_files", builder._css_files), ("script_files", builder._js_files)):  # noqa: SLF001
            # Adding a file for one page adds it to the builder's list, which the context shows.
            if isinstance(context.get(key), list):
                files[:] = context[key]
                context[key] = files
        for key, parts in view.cut.items():
            filled = [values.get(part) if place % 2 else part for place, part in enumerate(parts)]
            if None not in filled:
                context[key] = "".join(map(str, filled))
        if getattr(context.get("pathto"), "__module__", "") == StandaloneHTMLBuilder.__module__:
            context["pathto"] = _path_function(self.builder, context["pagename"])
        return context | page


class _Watched:
    """Stands in the place of a listener."""

    def __init__(self, strangers: Strangers, number: int, handler: Callable[..., object]) -> None:
        self.strangers = strangers
        self.number = number
        self.handler = handler
        # Should it fail, Sphinx names it and the extension that it is from.
        self.__module__ = name_of(handler)

    def __repr__(self) -> str:
        return repr(self.handler)

    def __call__(
        self, app: object, pagename: str, templatename: str, context: dict[str, Any], doctree: object
    ) -> object:
        strangers = self.strangers
        strangers.app = app
        if strangers.marking:
            strangers.views.append(_view(context))
            effect = strangers.effects[self.number]
            return apply(context, with_marks(effect, self.number))
        if strangers.replayed == pagename and self.number < len(strangers.effects):
            return apply(context, strangers.effects[self.number])
        if strangers.recording != pagename:
            return self.handler(app, pagename, templatename, context, doctree)
        before = Before(context)
        template = self.handler(app, pagename, templatename, context, doctree)
        strangers.effects.append(Effect(before.changes(context), template))
        return template


def name_of(handler: Callable[..., object]) -> str:
    """Return the module that a listener comes from."""
    return str(getattr(getattr(handler, "func", handler), "__module__", "")) or "an extension"


def _view(context: dict[str, Any]) -> View:
    """Keep the context of a page of marks as a listener would see it."""
    values = _copied(context)
    texts: dict[str, list[str]] = {}
    for key, value in values.items():
        if isinstance(value, str) and holds_marks(value):
            # What cannot be filled in stays as it is, and is noticed should a listener use it.
            with suppress(UnusableError):
                texts[key] = cut(value).parts
    return View(values, texts)


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
