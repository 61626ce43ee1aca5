"""Finds out which of a theme's choices depend on the name of a page, so that pages are grouped by their outcome."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import TemplateError
from sphinx.util.matching import patmatch

from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError
from sphinx_kwdocs.sphinx_ext.shell.templates import name_tests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx.builders.html import StandaloneHTMLBuilder


class ChosenByName(NamedTuple):
    """What the name of a page decides."""

    sidebars: tuple[str, ...] | None
    """The templates of its sidebar; None if every page has the same."""
    secondary: tuple[str, ...] | str | None
    """Those of the other sidebar, in themes that have one; None if every page has the same."""
    tests: tuple[bool, ...]
    """What the tests in the author's own templates give."""

    def context(self) -> dict[str, Any]:
        """Return what a page of marks has to be told, since patterns do not match its name."""
        context: dict[str, Any] = {}
        if self.sidebars is not None:
            context["sidebars"] = list(self.sidebars)
        if self.secondary is not None:
            context["theme_secondary_sidebar_items"] = (
                self.secondary if isinstance(self.secondary, str) else list(self.secondary)
            )
        return context


class PassingName(str):
    """A marked name that passes for another one when a template compares it."""

    __slots__ = ("real",)
    real: str

    def __eq__(self, other: object) -> bool:
        return self.real == other

    def __ne__(self, other: object) -> bool:
        return self.real != other

    __hash__ = str.__hash__

    def __contains__(self, part: object) -> bool:
        return isinstance(part, str) and part in self.real

    def startswith(self, *arguments: Any) -> bool:  # noqa: ANN401  as `str` has it
        """Tell whether the real name begins so."""
        return self.real.startswith(*arguments)

    def endswith(self, *arguments: Any) -> bool:  # noqa: ANN401  as `str` has it
        """Tell whether the real name ends so."""
        return self.real.endswith(*arguments)


@dataclass(frozen=True, slots=True)
class NameChoices:
    """What in a site depends on the names of pages."""

    sidebars: Mapping[str, tuple[str, ...]]
    """By pattern; empty if every page has the same."""
    usual_sidebars: tuple[str, ...]
    secondary: Mapping[str, tuple[str, ...] | str]
    tests: tuple[Callable[[str], bool], ...]

    def chosen(self, name: str) -> ChosenByName | None:
        """Return what holds for a page, or None if Sphinx has something to say of it."""
        sidebars: tuple[str, ...] | None = None
        secondary: tuple[str, ...] | str | None = None
        if self.sidebars:
            matching = [pattern for pattern in self.sidebars if patmatch(name, pattern)]
            exact = [pattern for pattern in matching if not _has_wildcard(pattern)]
            if len(matching) - len(exact) > 1:
                return None
            # As Sphinx does it: the last that is exact, else the pattern.
            chosen = exact or matching
            sidebars = self.sidebars[chosen[-1]] if chosen else self.usual_sidebars
        if self.secondary:
            matching = [pattern for pattern in self.secondary if patmatch(name, pattern)]
            if len(matching) > 1:
                return None
            secondary = self.secondary[matching[0]] if matching else ()
        return ChosenByName(sidebars, secondary, tuple([test(name) for test in self.tests]))


def find_choices(builder: StandaloneHTMLBuilder) -> NameChoices:
    """Look through the settings and the author's own templates."""
    patterns = builder.get_builder_config("sidebars", "html")
    sidebars = {pattern: tuple(templates) for pattern, templates in patterns.items()}
    if set(sidebars) <= {"**"}:
        sidebars = {}
    secondary = builder.globalcontext.get("theme_secondary_sidebar_items")
    if not isinstance(secondary, dict):
        secondary = {}
    by_pattern = {name: value if isinstance(value, str) else tuple(value) for name, value in secondary.items()}
    usual = tuple(builder.theme.sidebar_templates or ())
    return NameChoices(sidebars, usual, by_pattern, tuple(_template_tests(builder)))


def _has_wildcard(pattern: str) -> bool:
    return not set("*?[").isdisjoint(pattern)


def _template_tests(builder: StandaloneHTMLBuilder) -> Iterator[Callable[[str], bool]]:
    """Yield the tests of a page's name in templates that are not part of a theme."""
    environment = getattr(builder.templates, "environment", None)
    for folder in builder.config.templates_path:
        for path in sorted(Path(builder.confdir, folder).rglob("*.html")):
            try:
                text = path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            if environment is None:
                message = f"{path.name} is not a template of the usual kind"
                raise UnusableError(message)
            try:
                yield from name_tests(environment.parse(text))
            except (TemplateError, UnusableError) as error:
                message = f"the template {path.name} {error}"
                raise UnusableError(message) from error
