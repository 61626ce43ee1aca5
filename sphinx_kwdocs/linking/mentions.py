"""Finds the symbol that prose means by a name: exactly one fits, or none is taken."""

from __future__ import annotations

import builtins
import re
from itertools import tee
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.digests import sum_up
from sphinx_kwdocs.model.facts import without_repeats
from sphinx_kwdocs.model.symbol_table import Namesakes

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

    from sphinx_kwdocs.linking.other_meanings import OtherMeanings
    from sphinx_kwdocs.model.facts import CodeSpan, FileFacts, Symbol, Term
    from sphinx_kwdocs.model.files import Span
    from sphinx_kwdocs.model.plugin_records import Language

NAME = re.compile(r"@?~?!?([^\W\d]\w*(?:\.[^\W\d]\w*)*)(\(.*\))?", re.DOTALL)
"""A name as prose writes it: with its dots, and perhaps with a call's parentheses behind it."""
_TELLING = re.compile(r"[A-Z]|\w_\w|\d")
_DISTINCT = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[^\W_]_[^\W_]")
"""What sets a name apart from a single word: `DataLoader`, `read_csv`, `HTTPError`."""
_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_FEW_WORDS = 2
_BUILTINS = frozenset(dir(builtins))
_OFFERED_KINDS = {"class", "function", "type-alias"}
"""Kinds that prose calls by their bare names; that of a variable is that of an option, a column or a key as well."""
SHORTEST = 3
"""Shorter names are keys, letters and options more often than symbols."""
_TOOLING = frozenset({"testing", "_testing"})
"""Folders of packages that hold what their users test with."""
CALLABLE = {"class", "function", "method"}
"""Kinds that can stand before parentheses."""


SURE, DOUBTED, WORD = range(3)
"""What else a text has to say so that a name in it means something: nothing; anything of the file that defines it; or
something of the very thing."""


class Reading(NamedTuple):
    """What a name in running text stands for."""

    target: str = ""
    """The id of the only symbol that it can mean, or an empty string."""
    doubt: int = SURE
    """How much else the text has to say for that."""


_NOTHING = Reading()


class Spoken:
    """What a text surely speaks of: symbols, the classes that these are members of, and files."""

    def __init__(self, targets: Iterable[str]) -> None:
        """Take ids of symbols and paths of files."""
        self._targets: set[str] = set()
        self._files: set[str] = set()
        for target in targets:
            path, _, qualname = target.partition("#")
            self._files.add(path)
            while qualname:
                self._targets.add(f"{path}#{qualname}")
                qualname = qualname.rpartition(".")[0]

    def bears_out(self, reading: Reading) -> bool:
        """Tell whether a name in the text means what it seems to mean."""
        if reading.doubt == SURE or reading.target in self._targets:
            return True
        return reading.doubt == DOUBTED and reading.target.partition("#")[0] in self._files


class NameFinder:
    """Answers which symbol a name in running text stands for: one that the project offers its readers, or none."""

    def __init__(
        self,
        by_name: Mapping[str, Sequence[Symbol]],
        offered: Mapping[str, str],
        tests: Collection[str] = (),
    ) -> None:
        """Take the symbols by name, the files that offer names with the names of their modules, and the tests."""
        self._by_name = by_name
        self._offered = offered
        self._tests = tests
        self._found: dict[str, str] = {}
        self._readings: dict[str, Reading] = {}

    def find(self, text: str) -> str:
        """Return the id of the symbol that the text surely means, or an empty string."""
        if text not in self._found:
            reading = self.read(text)
            self._found[text] = reading.target if reading.doubt == SURE else ""
        return self._found[text]

    def read(self, text: str) -> Reading:
        """Return what the text means, perhaps only if its surroundings bear it out."""
        if text not in self._readings:
            self._readings[text] = self._search(text)
        return self._readings[text]

    @property
    def state(self) -> str:
        """What changes whenever an answer may, beside the symbols of its name."""
        return sum_up((sorted(self._offered.items()), sorted(self._tests))).hex()

    @property
    def answers(self) -> Mapping[str, str]:
        """What was found out so far."""
        return self._found

    def recall(self, answers: Mapping[str, str], changed: Container[str]) -> None:
        """Take over what was found out in an earlier build, but for names of symbols that have changed since."""
        self._found.update({text: target for text, target in answers.items() if _name_in(text) not in changed})

    def _search(self, text: str) -> Reading:
        match = NAME.fullmatch(text.strip())
        dotted, call = match.groups() if match else ("", None)
        prefix, _, name = dotted.rpartition(".")
        if not prefix and (not _may_stand_alone(name, call) or name in _BUILTINS):
            return _NOTHING
        symbol = self._only(dotted, call)
        if symbol is None or symbol.path not in self._offered or not _is_public(symbol):
            return _NOTHING
        if prefix:
            return Reading(symbol.id, self._doubt_of_dotted(symbol, prefix, dotted))
        if symbol.parent:
            # A bare name seldom means a member of some class.
            return Reading(symbol.id) if call and _DISTINCT.search(name) else _NOTHING
        # A name of what helps to test is a word of tests, unless somebody says whose it is.
        is_tooling = not _TOOLING.isdisjoint(symbol.path.split("/")[:-1])
        return Reading(symbol.id, WORD if is_tooling else _doubt_of_bare(symbol, is_call=bool(call)))

    def _doubt_of_dotted(self, symbol: Symbol, prefix: str, dotted: str) -> int:
        if self._is_full_name(symbol, dotted):
            return SURE
        # `Cart.total` is that of the one class, or of one among others; but `app.run` may be any program's.
        return WORD if not symbol.parent else SURE if self._is_one_class(prefix) else DOUBTED

    def _is_one_class(self, dotted: str) -> bool:
        classes = (each for each in self.named(dotted) if each.kind == "class" and each.visibility != "local")
        return only(each for each in classes if each.path not in self._tests) is not None

    def _only(self, dotted: str, call: str | None = None) -> Symbol | None:
        """Return the only thing of a name, but for what tests define."""
        return only(each for each in _callable(self.named(dotted), call) if each.path not in self._tests)

    def named(self, dotted: str) -> Iterable[Symbol]:
        """Return the symbols of whose names a dotted name is the end, one after the other."""
        group = self._by_name.get(dotted.rpartition(".")[2], ())
        return ending_with(group, dotted) if "." in dotted else group

    def _is_full_name(self, symbol: Symbol, dotted: str) -> bool:
        return f"{self._offered[symbol.path]}.{without_repeats(symbol.qualname)}" == dotted

    def mentions(self, file: FileFacts, others: OtherMeanings) -> Iterator[tuple[Span, str]]:
        """Yield the code spans of a prose file that name a symbol and nothing else, each with the symbol's id."""
        spans = [code for code in file.code_spans if code.span.line == code.span.end_line]
        readings = [self._read_span(code, others) for code in spans]
        spoken = Spoken(reading.target for reading in readings if reading.target and reading.doubt == SURE)
        for code, reading in zip(spans, readings, strict=True):
            if reading.target and spoken.bears_out(reading):
                yield code.span, reading.target

    def _read_span(self, code: CodeSpan, others: OtherMeanings) -> Reading:
        """Return what a code span means; of one that an author says is a name, the only thing that fits."""
        if not code.is_named:
            return others.doubt(self.read(code.text), code.text)
        match = NAME.fullmatch(code.text.strip())
        if not match:
            return _NOTHING
        symbols = [each for each in self.named(match[1]) if each.path in self._offered]
        if "." not in match[1]:
            return Reading(only_named(symbols, code.text))
        symbol = only(_callable(symbols, match[2]))
        # What follows the sign that projects write for their own object is no module: `@control.inspect`.
        is_object_s = code.text.startswith("@") and symbol is not None and not symbol.parent
        return Reading(symbol.id if symbol and not is_object_s else "")

    def term_symbols(
        self,
        terms: Mapping[str, Sequence[Term]],
        facts: Mapping[str, FileFacts],
        languages: Mapping[str, Language],
    ) -> dict[str, str]:
        """Return the symbol of every term of prose that names one."""
        prose = (path for path, file in facts.items() if languages[file.language].is_prose)
        names = {term.name for path in prose for term in terms.get(path, ())}
        return {name: target for name in sorted(names) if (target := self.find(name))}


def only_named(symbols: Sequence[Symbol], text: str) -> str:
    """Return the id of the only symbol that a bare name can mean which an author says is one; or an empty string.

    The symbols are those of that name.
    """
    match = NAME.fullmatch(text.strip())
    if not match or not _may_stand_alone(*match.groups()):
        return ""
    candidates = _callable(symbols, match[2])
    if not match[2]:
        candidates, others = tee(candidates)
        # A bare name seldom means a member of some class.
        if any(symbol.parent for symbol in others):
            return ""
    symbol = only(candidates)
    return symbol.id if symbol else ""


def _doubt_of_bare(symbol: Symbol, *, is_call: bool) -> int:
    if symbol.kind not in _OFFERED_KINDS or not _DISTINCT.search(symbol.name):
        return WORD
    # Options, keys and variables of readers are called `two_words` as well, and classes of others `TwoWords`.
    return DOUBTED if not is_call and len(_WORDS.findall(symbol.name)) <= _FEW_WORDS else SURE


def _is_public(symbol: Symbol) -> bool:
    return symbol.visibility == "public" or (symbol.name.startswith("__") and symbol.name.endswith("__"))


def _may_stand_alone(name: str, call: str | None) -> bool:
    # An ordinary word in code marks (`name`, `data`) is seldom the one variable that happens to be called so.
    is_word = not call and not _TELLING.search(name)
    return not (is_word or name.startswith("__") or len(name) < SHORTEST)


def _callable(symbols: Iterable[Symbol], call: str | None) -> Iterator[Symbol]:
    """Yield what a name can mean, one after the other: the first few mostly tell that there are several."""
    return (each for each in symbols if each.visibility != "local" and (not call or each.kind in CALLABLE))


def ending_with(symbols: Sequence[Symbol], dotted: str) -> Iterator[Symbol]:
    """Yield the symbols of whose path and name a dotted name is the end, whatever the file is imported as."""

    def fits(path: str, qualname: str) -> bool:
        return f".{dotted_place(path)}.{without_repeats(qualname)}".endswith(f".{dotted}")

    if isinstance(symbols, Namesakes):
        return symbols.choose(fits)
    return (symbol for symbol in symbols if fits(symbol.path, symbol.qualname))


def dotted_place(path: str) -> str:
    """Return a file's path as if the repository were one package."""
    return path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def _name_in(text: str) -> str:
    """Return the name that all symbols have which a text may mean; empty if it can mean none."""
    match = NAME.fullmatch(text.strip())
    return match[1].rpartition(".")[2] if match else ""


def _is_stub(symbol: Symbol) -> bool:
    """Tell whether a definition only declares one of several signatures, or what can be done with a property."""
    return any(each.endswith(("overload", ".setter", ".deleter")) for each in symbol.decorators)


def distinct(candidates: Iterable[Symbol], most: int = 1000) -> list[str]:
    """Return an id for each thing among the candidates, but no more than `most`.

    Overloads and a stub beside its source are one thing.
    """
    return [symbol.id for symbol in _things(candidates, most)]


def _things(candidates: Iterable[Symbol], most: int) -> list[Symbol]:
    things: dict[tuple[str, str], Symbol] = {}
    for symbol in candidates:
        key = (symbol.path.removesuffix("i"), symbol.plain_qualname)
        if key not in things:
            if len(things) == most:
                break
            things[key] = symbol
        elif _rank(symbol) < _rank(things[key]):
            things[key] = symbol
    return list(things.values())


def _rank(symbol: Symbol) -> tuple[bool, bool, Span]:
    """Put first what a reader wants to see of a thing that is defined several times."""
    return symbol.path.endswith(".pyi"), _is_stub(symbol), symbol.span


def only(candidates: Iterable[Symbol]) -> Symbol | None:
    """Return the one thing among the candidates."""
    things = _things(candidates, 2)
    return things[0] if len(things) == 1 else None
