"""Renders the source of one file with its names as links: definitions to their uses, all others to what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.render.source import render_source
from sphinx_kwdocs.running.time_limit import USUAL, TimeLimit
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import count, first_sentence, purpose_in_words, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx_kwdocs.model.facts import Symbol
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.model.occurrences import FileReferences, Local, Remote
    from sphinx_kwdocs.render.source import Destination, Mark
    from sphinx_kwdocs.render.urls import ExternalUrls

LONGEST_SIGNATURE = 120
"""Characters of a signature that are shown when a reader points at a name; every place of the name repeats them."""
LONGEST_SENTENCE = 160
"""Characters of its documentation that are shown then."""


@dataclass(frozen=True, slots=True)
class SourceRenderer:
    """Renders the source of files as seen from one page."""

    index: Index
    """All that is known."""
    urls: Callable[[Target], str]
    """Where targets stand, seen from the page; an empty string where there is no such page."""
    uses: Callable[[Symbol], Target | None]
    """Says where a definition leads: to the uses of a symbol, or to its keyword, if it has either."""
    externals: ExternalUrls
    """Says where names from outside the repository are documented, if that is known."""

    def render(self, path: str, text: str, limit: TimeLimit = USUAL) -> str:
        """Return the HTML of a file's lines, for use inside `<pre>`; without colours if these take too long."""
        facts = self.index.facts[path]
        marks = self._definitions(facts.symbols)
        references = self.index.references.of(path)
        if references is not None:
            marks += self._references(references, path)
            marks += self._locals(references.locals, path)
            marks += self._remotes(references.remotes)
            marks += self._externals(references)
        # The sort is stable: where two stand in the same place, the one that is known better comes first and stays.
        marks.sort(key=_PLACE)
        # An excerpt, on any other page, may lack the line whose link has the title.
        is_own_page = self.urls(Target("docs", path)) == "#"
        language = self.index.languages[facts.language]
        return render_source(text, language, marks, filename=path, titles_once=is_own_page, limit=limit)

    def _definitions(self, symbols: Iterable[Symbol]) -> list[Mark]:
        marks = []
        for symbol in symbols:
            if css_class := all_kinds()[symbol.kind].css_class:
                line, col, _, end_col = symbol.span
                target = self.uses(symbol)
                number = self.index.references.count(symbol.id)
                said = count(number, "use") if number else ""
                marks.append((line, col, end_col, (self.urls(target) if target else "", css_class, said)))
        return marks

    def _references(self, references: FileReferences, path: str) -> list[Mark]:
        """Mark every resolved name; one that may mean several things leads to the first and names all."""
        names = self.index.references.names
        known: dict[int, Destination] = {}
        marks: list[Mark] = []
        last_line = last_col = 0
        columns = zip(references.lines, references.cols, references.ends, references.targets, strict=True)
        for line, col, end_col, number in columns:
            meaning = known.get(number)
            if meaning is None:
                meaning = known[number] = self._meaning(names[number], path)
            if col == last_col and line == last_line:
                _href, _class, title = meaning
                other = _("or {definition}").format(definition=title)
                _line, _col, first_end, (first_href, css_class, said) = marks[-1]
                marks[-1] = (line, col, first_end, (first_href, css_class, f"{said}\n{other}"))
            else:
                marks.append((line, col, end_col, meaning))
                last_line, last_col = line, col
        return marks

    def _meaning(self, target: str, path: str) -> Destination:
        """Return where a target stands and what a reader sees when pointing at its name."""
        symbol = self.index.symbols.get(target)
        if symbol is not None:
            href = self.urls(Target("docs", symbol.path, f"L{symbol.span.line}"))
            return href, "", symbol_title(symbol, path)
        name = self.index.modules.get(target)
        said = [
            _("module {name}").format(name=name) if name else _("file"),
            shown(target),
            _cut(purpose_in_words(self.index.purposes.get(target)), LONGEST_SENTENCE),
        ]
        return self.urls(Target("docs", target)), "", "\n".join(filter(None, said))

    def _locals(self, found: Iterable[Local], path: str) -> list[Mark]:
        # An excerpt has no lines of its own to lead to, so the page is named; on the file's own page that is nothing.
        page = self.urls(Target("docs", path, "L"))
        if not page:
            return []
        places = _Numbered(page)
        return [
            (line, col, end_col, places[to_line])
            for line, col, end_col, to_line, to_col, _first_line, _first_col in found
            if line != to_line or col != to_col
        ]

    def _remotes(self, remotes: Iterable[Remote]) -> list[Mark]:
        said = _("in {path}")
        return [
            (line, col, end_col, (self.urls(Target("docs", path, f"L{to_line}")), "", said.format(path=shown(path))))
            for line, col, end_col, to_line, _to_col, path in remotes
        ]

    def _externals(self, references: FileReferences) -> list[Mark]:
        places = {}
        for name in references.distinct_externals:
            if place := self.externals(name):
                # Builtins keep the colour that they have where they are no links.
                places[name] = place.url, "" if "." in name else "nb", place.title
        if not places:
            return []
        return [
            (line, col, end_col, places[name]) for line, col, end_col, name in references.externals if name in places
        ]


class _Numbered(dict[int, "Destination"]):
    """The lines of a page by number: a variable is named many times."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page

    def __missing__(self, line: int) -> Destination:
        place = self[line] = f"{self._page}{line}", "", ""
        return place


def symbol_title(symbol: Symbol, path: str) -> str:
    """Say in a file what a symbol is: kind and signature, its file if it is another, the first sentence of its doc."""
    signature = _cut(symbol.signature, LONGEST_SIGNATURE)
    space = " " if signature.startswith("=") else ""
    kind = _(all_kinds()[symbol.kind].singular)
    said = (
        f"{kind} {symbol.plain_qualname}{space}{signature}",
        "" if symbol.path == path else shown(symbol.path),
        _cut(first_sentence(symbol.doc), LONGEST_SENTENCE),
    )
    return "\n".join(filter(None, said))


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


_PLACE = itemgetter(0, 1)
