"""What a file says comes back from its bytes exactly as it was."""

from __future__ import annotations

import pickle
import sys
from array import array
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import sphinx
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.languages.python import LANGUAGE
from sphinx_kwdocs.languages.unknown import LANGUAGE as UNKNOWN
from sphinx_kwdocs.memory.facts_codec import NOT_KEPT, decode_code, decode_facts, encode_facts
from sphinx_kwdocs.memory.references_codec import decode_references, encode_references
from sphinx_kwdocs.model.facts import (
    CodeBlock,
    CodeSpan,
    FileFacts,
    Hyperlink,
    Import,
    Imports,
    NameUse,
    Symbol,
    Symbols,
    Term,
    Terms,
)
from sphinx_kwdocs.model.fast_frozen import maker
from sphinx_kwdocs.model.files import Diagnostic, Span
from sphinx_kwdocs.model.index import (
    ANNOTATION,
    BASE,
    BY_NAME,
    CALL,
    CERTAINTIES,
    DECORATOR,
    EXACT,
    IMPORT,
    INFERRED,
    MENTION,
    READ,
    ROLES,
    WRITE,
)
from sphinx_kwdocs.model.lazy_sequence import LazySequence
from sphinx_kwdocs.model.occurrences import NOWHERE, FileReferences, FileUsage
from sphinx_kwdocs.model.symbol_table import SymbolTable
from sphinx_kwdocs.model.vocabulary import ROLE_WORDS

PATH = "a folder/ä#1.py"
SPAN = Span(1, 0, 1, 3)


def again(facts: FileFacts, path: str = PATH) -> FileFacts:
    language = all_languages().get(facts.language, UNKNOWN)
    data, code = encode_facts(facts, language)
    assert data
    return replace(decode_facts(data, path), code=decode_code(code, language))


def types_of(value: object) -> object:
    """Return the types of all that a value is made of, so that `1 == True` and `() == Span()` are told apart."""
    if isinstance(value, LazySequence):
        value = tuple(value)
    if is_dataclass(value):
        return type(value), [types_of(getattr(value, item.name)) for item in fields(value)]
    if isinstance(value, dict):
        return type(value), [(types_of(key), types_of(item)) for key, item in value.items()], list(value)
    if isinstance(value, (tuple, list)):
        return type(value), [types_of(item) for item in value]
    if isinstance(value, array):
        return value.typecode
    if hasattr(value, "__slots__") and not isinstance(value, (str, bytes)):
        return type(value), [types_of(getattr(value, name)) for name in value.__slots__]
    return type(value)


def assert_same(found: FileFacts, wanted: FileFacts) -> None:
    assert found == wanted
    assert types_of(found) == types_of(wanted)


def symbol(qualname: str, path: str = PATH, **others: Any) -> Symbol:  # noqa: ANN401  fields of a symbol
    values: dict[str, Any] = {"name": qualname.rpartition(".")[2], "kind": "function", "span": SPAN, "extent": SPAN}
    return Symbol(id=f"{path}#{qualname}", qualname=qualname, path=path, **values | others)


EXAMPLES = {
    "markdown": "# Title\n\nSee [it](x.md) and `code.of(x)`, the `list`.\n\n```python\nimport x\n```\n\n## Title\n",
    "restructuredtext": "Title\n=====\n\n`it <x.rst>`_ and ``code`` of an index\n\n.. code:: c\n\n   int x;\n",
    "python": '"""Doc."""\nfrom . import x as y\nclass A(B, m=C):\n  def f(self, *a, b: int = 1, **k): self.x = [a]\n',
    "c_header": "/* What it is. */\nint frobnicate_it(struct thing *thing);\nint frobnicate_it(void);\n",
}


@pytest.mark.parametrize("language", sorted(EXAMPLES))
def test_what_a_language_finds_comes_back(language: str) -> None:
    facts = all_languages()[language].extract(PATH, EXAMPLES[language])
    assert facts.symbols or facts.terms
    assert_same(again(facts), facts)


def test_what_every_file_of_a_package_says_comes_back() -> None:
    folder = Path(sphinx.__file__).parent
    count = 0
    for path in sorted((folder / "ext").glob("*.py")):
        name = path.relative_to(folder).as_posix()
        facts = all_languages()["python"].extract(name, path.read_text(encoding="utf-8"))
        assert_same(again(facts, name), facts)
        count += len(facts.symbols) + len(facts.imports)
    assert count > 500


def test_a_file_that_cannot_be_parsed_comes_back_with_its_diagnostics() -> None:
    facts = all_languages()["python"].extract(PATH, "class A:\n  def f(self): pass\nx = (\n")
    assert facts.diagnostics
    assert facts.symbols
    assert facts.code is None
    assert encode_facts(facts, LANGUAGE)[1] == b""
    assert_same(again(facts), facts)


def test_facts_become_those_of_the_path_they_are_read_for() -> None:
    extract = all_languages()["python"].extract
    text = "class A:\n    def f(self): pass\n"
    assert_same(again(extract("a.py", text), "b/c.py"), extract("b/c.py", text))


def test_equal_names_of_different_files_are_one_string() -> None:
    data, _code = encode_facts(FileFacts("text", symbols=(symbol("a_name"),), terms=(Term("a_term", (1,)),)), UNKNOWN)
    one, other = (decode_facts(data, f"{name}.py") for name in ("x", "x"))
    assert one.terms[0].name is other.terms[0].name
    assert one.symbols[0].name is other.symbols[0].name
    assert one.symbols[0].path is other.symbols[0].path


@pytest.mark.parametrize("text", ["\udcff half \ud800", "\0", "a\0b", "", "\U0010ffff", "ä" * 300, "\n\r\x85"])
def test_any_text_comes_back(text: str) -> None:
    facts = FileFacts(
        "text",
        title=text,
        doc=text,
        symbols=(symbol("A", doc=text, signature=text, decorators=(text,)), symbol("A.b" + text, parent=f"{PATH}#A")),
        exports=(text,),
        terms=(Term(text, (1, 2)), Term("other", (1,), weight=-0.0), Term("third", (), weight=0.0)),
        hyperlinks=(Hyperlink(1, text, text),),
        code_spans=(CodeSpan(SPAN, text), CodeSpan(Span(70_000, 5, 70_000, 6), "x")),
        code_blocks=(CodeBlock(1, 2, text),),
        diagnostics=(Diagnostic(PATH, 0, "syntax", text),),
    )
    assert_same(again(facts), facts)
    assert [str(term.weight) for term in again(facts).terms] == ["1.0", "-0.0", "0.0"]


class Words(str):
    """A string of another package."""

    __slots__ = ()


class OtherSymbol(Symbol):
    """A symbol of another package."""

    __slots__ = ()


ODD = {
    "a string of another class": FileFacts("x", title=Words("a")),
    "a name of another class": FileFacts("x", terms=(Term(Words("a"), (1,)),)),
    "a name that is none": FileFacts("x", terms=(Term(3, (1,)),)),  # type: ignore[arg-type]
    "an id of another class": FileFacts("x", symbols=(replace(symbol("a"), id=Words(f"{PATH}#a")),)),
    "a path of another class": FileFacts("x", symbols=(replace(symbol("a"), path=Words(PATH)),)),
    "a symbol of another class": FileFacts(
        "x", symbols=(OtherSymbol(f"{PATH}#a", "a", "a", "class", PATH, SPAN, SPAN),)
    ),
    "an id that is not made of its path": FileFacts("x", symbols=(replace(symbol("a"), id="a"),)),
    "a parent that is not there": FileFacts("x", symbols=(replace(symbol("a"), parent="b"),)),
    "symbols of two files": FileFacts("x", symbols=(symbol("a"), symbol("b", "another"))),
    "a diagnostic of another file": FileFacts("x", symbols=(symbol("a"),), diagnostics=(Diagnostic("b", 1, "c", "d"),)),
    "a span that is none": FileFacts("x", symbols=(symbol("a", span=(1, 2, 3, 4)),)),
    "a range of lines": FileFacts("x", terms=(Term("a", range(3)),)),  # type: ignore[arg-type]
    "a number that is too large": FileFacts("x", code_spans=(CodeSpan(Span(1, 2**70, 1, 2), ""), CodeSpan(SPAN, ""))),
    "what is no symbol": FileFacts("x", symbols=("a",)),  # type: ignore[arg-type]
    "a function": FileFacts("x", exports=(print,)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("facts", ODD.values(), ids=ODD)
def test_facts_that_would_not_come_back_exactly_are_not_kept(facts: FileFacts) -> None:
    assert encode_facts(facts, LANGUAGE) == NOT_KEPT


def test_odd_values_that_can_be_kept_keep_their_types() -> None:
    lines: Any = [1, 2]
    odd: Any = True
    facts = FileFacts("x", doc_line=odd, terms=(Term("a", lines, weight=1), Term("b", (odd,), weight=2.0)))
    assert_same(again(facts), facts)


TEXT = st.text(st.characters(exclude_categories=()), max_size=8)
NUMBER = st.integers(0, 300) | st.integers(0, 2**31)
SPANS = st.builds(Span, NUMBER, NUMBER, NUMBER, NUMBER)
NAMES = st.lists(TEXT, unique=True, max_size=4)
TEXTS = st.lists(TEXT, max_size=2).map(tuple)


@st.composite
def all_facts(draw: st.DrawFn) -> FileFacts:
    symbols: list[Symbol] = []
    for qualname in draw(NAMES):
        parent = draw(st.sampled_from(["", *(item.id for item in symbols)]))
        texts = dict.fromkeys(("name", "kind", "signature", "doc"), TEXT)
        places = {"span": SPANS, "extent": SPANS}
        lists = {"decorators": TEXTS, "bases": TEXTS}
        others: dict[str, Any] = draw(st.fixed_dictionaries({**texts, **places, **lists}))
        symbols.append(symbol(qualname, parent=parent, is_async=draw(st.booleans()), **others))
    flags = st.booleans()
    terms = st.builds(Term, TEXT, st.lists(NUMBER, max_size=4).map(tuple), st.floats(allow_nan=False), flags)
    return FileFacts(
        language=draw(TEXT),
        title=draw(TEXT),
        doc=draw(TEXT),
        doc_line=draw(NUMBER),
        symbols=tuple(symbols),
        imports=draw(
            st.lists(st.builds(Import, SPANS, TEXT, TEXT, TEXT, NUMBER, flags, flags, flags), max_size=4).map(tuple)
        ),
        uses=draw(st.lists(st.builds(NameUse, SPANS, TEXT, st.sampled_from(ROLES)), max_size=4).map(tuple)),
        exports=draw(st.none() | NAMES.map(tuple)),
        main_guard=draw(NUMBER),
        terms=draw(st.lists(terms, max_size=4).map(tuple)),
        hyperlinks=draw(st.lists(st.builds(Hyperlink, NUMBER, TEXT, TEXT), max_size=4).map(tuple)),
        code_spans=draw(st.lists(st.builds(CodeSpan, SPANS, TEXT), max_size=4).map(tuple)),
        code_blocks=draw(st.lists(st.builds(CodeBlock, NUMBER, NUMBER, TEXT), max_size=4).map(tuple)),
        is_generated=draw(flags),
        diagnostics=draw(st.lists(st.builds(Diagnostic, st.just(PATH), NUMBER, TEXT, TEXT), max_size=2).map(tuple)),
    )


@settings(max_examples=60, deadline=None)
@given(facts=all_facts())
def test_any_facts_come_back(facts: FileFacts) -> None:
    assert_same(again(facts), facts)


NAMES_NOW = ("a.py#A", "a.py#A.f", "b#c/d.py#x", "a.py", "b#c/d.py", "e.py#\udcff")


def some_references(names: tuple[str, ...] = NAMES_NOW) -> FileReferences:
    numbers = {name: number for number, name in enumerate(names)}
    refs = FileReferences(names)
    refs.add(1, 0, 3, 2, 0, numbers["a.py#A.f"], NOWHERE)
    refs.add(2, 4, 70_000, 3, 1, numbers["b#c/d.py#x"], numbers["a.py#A"])
    refs.add(2, 4, 6, 7, 2, numbers["b#c/d.py"], numbers["a.py#A.f"])
    refs.add(9, 1, 2, 0, 0, numbers["e.py#\udcff"], numbers["a.py#A"])
    refs.locals = [(1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14)]
    refs.remotes = [(1, 2, 3, 4, 5, "z.py"), (2, 2, 3, 4, 5, "y.py"), (3, 2, 3, 4, 5, "z.py")]
    refs.externals = [(1, 2, 3, "os.path"), (4, 5, 6, "len"), (7, 8, 9, "os.path")]
    return refs


def columns_of(refs: FileReferences) -> list[object]:
    # The order of rows follows from the others, when somebody asks for it.
    return [getattr(refs, name) for name in FileReferences.__slots__ if name not in {"_asked", "_order"}]


@pytest.mark.parametrize("refs", [some_references(), FileReferences(NAMES_NOW)], ids=["some", "none"])
def test_occurrences_come_back(refs: FileReferences) -> None:
    numbers = {name: number for number, name in enumerate(NAMES_NOW)}
    found = decode_references(encode_references(refs), NAMES_NOW, numbers)
    assert found is not None
    assert columns_of(found) == columns_of(refs)
    assert types_of(columns_of(found)) == types_of(columns_of(refs))
    assert all(name is sys.intern(name) for _line, _col, _end, name in found.externals)


def test_how_a_file_speaks_of_others_comes_back_without_the_occurrences() -> None:
    numbers = {name: number for number, name in enumerate(NAMES_NOW)}
    refs = some_references()
    found = decode_references(encode_references(refs), NAMES_NOW, numbers)
    assert found is not None
    usage = found.usage()
    assert usage == refs.usage()
    assert {each.path + rest for each in usage for rest in each.rests} == {NAMES_NOW[target] for target in refs.targets}


def test_usage_changes_with_roles_holders_and_mentions_but_not_with_places() -> None:
    def state(line: int = 1, role: int = CALL, holder: int = NOWHERE) -> list[FileUsage]:
        refs = FileReferences(NAMES_NOW)
        refs.add(line, 2, 3, role, 0, 1, holder)
        return refs.usage()

    assert state() == state(line=9)
    assert state(role=MENTION) != state(role=MENTION, line=9)
    assert len({state()[0].state, state(role=MENTION)[0].state, state(holder=2)[0].state}) == 3


def test_terms_are_known_by_name_before_they_are_made() -> None:
    terms = (Term("a", (1,), is_code=True), Term("b c", (2, 3), 0.5, is_code=True))
    kept = again(FileFacts("plain", terms=terms)).terms
    assert kept.names == Terms(terms).names == ("a", "b c")
    assert kept.are_code
    assert not kept.are_made
    assert kept == terms
    assert (len(kept), kept[1], kept[:1], hash(kept)) == (2, terms[1], terms[:1], hash(terms))
    words = again(FileFacts("plain", terms=(*terms, Term("d", (1,))))).terms
    assert not words.are_code


def test_occurrences_get_the_numbers_of_now() -> None:
    names = ("new.py", *reversed(NAMES_NOW))
    numbers = {name: number for number, name in enumerate(names)}
    found = decode_references(encode_references(some_references()), names, numbers)
    assert found is not None
    assert columns_of(found) == columns_of(some_references(names))
    assert list(found) == list(some_references())


def test_what_a_file_speaks_of_is_known_before_its_occurrences_are_unpacked() -> None:
    numbers = {name: number for number, name in enumerate(NAMES_NOW)}
    refs = some_references()
    refs.add(9, 3, 4, 0, 0, numbers["a.py#A.f"])
    found = decode_references(encode_references(refs), NAMES_NOW, numbers)
    assert found is not None
    assert not found.is_empty
    assert sorted(found.tally()) == sorted(refs.tally()) == [(1, 2), (2, 1), (4, 1), (5, 1)]
    assert list(found.distinct_externals) == list(refs.distinct_externals) == ["os.path", "len"]
    with pytest.raises(AttributeError):
        object.__getattribute__(found, "lines")
    assert list(found.rows_of(1)) == list(refs.rows_of(1)) == [0, 4]
    assert list(found.rows_of(0)) == []


def test_the_state_of_occurrences_changes_with_them_but_not_with_the_numbers_of_targets() -> None:
    def state(refs: FileReferences, names: tuple[str, ...]) -> tuple[bytes, bytes]:
        found = decode_references(encode_references(refs), names, {name: number for number, name in enumerate(names)})
        assert found is not None
        return refs.state, found.state

    names = ("new.py", *NAMES_NOW)
    plain, kept = state(some_references(), NAMES_NOW)
    assert state(some_references(names), names) == (plain, kept)
    changed = [some_references() for _ in range(5)]
    changed[0].add(9, 3, 4, 0, 0, 1)
    changed[1].cols[0] = 1
    changed[2].locals = ()
    changed[3].externals = [(1, 2, 3, "os.path")]
    changed[4].remotes = [(1, 2, 3, 4, 6, "z.py")]
    states = [state(refs, NAMES_NOW) for refs in changed]
    assert len({plain, *(one for one, _ in states)}) == len({kept, *(one for _, one in states)}) == 6


@pytest.mark.parametrize("gone", ["a.py#A.f", "b#c/d.py", "a.py#A"])
def test_occurrences_of_what_is_gone_do_not_come_back(gone: str) -> None:
    numbers = {name: number for number, name in enumerate(NAMES_NOW) if name != gone}
    assert decode_references(encode_references(some_references()), NAMES_NOW, numbers) is None


def test_an_object_that_was_made_fast_is_like_any_other_and_frozen() -> None:
    made, wanted = maker(Term)("name", (1, 2), 2.0, True), Term("name", (1, 2), 2.0, is_code=True)
    assert made == wanted
    assert type(made) is Term
    assert hash(made) == hash(wanted)
    with pytest.raises(FrozenInstanceError):
        made.name = "another"  # type: ignore[misc]


def test_columns_of_kept_symbols_and_imports_say_what_the_objects_say_and_make_none() -> None:
    facts = all_languages()["python"].extract(PATH, EXAMPLES["python"] + "class _P:\n  def g(self): pass\n")
    kept = decode_facts(encode_facts(facts, LANGUAGE)[0], PATH)
    for column in ("names", "ids", "qualnames", "kinds", "lines", "public"):
        assert getattr(kept.symbols, column) == getattr(facts.symbols, column)
    assert kept.imports.distinct_names == facts.imports.distinct_names
    assert kept.imports.lines == facts.imports.lines
    table = SymbolTable({PATH: kept})
    assert table.path_of(facts.symbols[0].id) == PATH
    assert table.definitions == len(table) == len(facts.symbols)
    assert not kept.symbols.are_made
    assert not kept.imports.are_made
    assert list(table.values()) == list(facts.symbols)
    for name, group in table.by_name.items():
        assert list(group) == [symbol for symbol in facts.symbols if symbol.name == name]


def test_facts_take_tuples_and_lists_and_give_nouns() -> None:
    one, other, term = symbol("a"), Import(SPAN, "os"), Term("b", (1,))
    facts = FileFacts("x", symbols=(one,), imports=[other], terms=(term,))  # type: ignore[arg-type]
    assert (type(facts.symbols), type(facts.imports), type(facts.terms)) == (Symbols, Imports, Terms)
    assert facts.symbols == (one,)
    assert facts.symbols.names == ("a",)
    assert replace(facts, doc="doc").symbols is facts.symbols
    assert facts == FileFacts("x", symbols=Symbols([one]), imports=Imports([other]), terms=Terms([term]))


def test_facts_go_to_another_process_and_come_back() -> None:
    facts = all_languages()["python"].extract(PATH, EXAMPLES["python"])
    for sent in (facts, decode_facts(encode_facts(facts, LANGUAGE)[0], PATH)):
        assert pickle.loads(pickle.dumps(sent.symbols)) == facts.symbols  # noqa: S301  its own bytes
        assert pickle.loads(pickle.dumps(replace(sent, code=None))) == replace(facts, code=None)  # noqa: S301  see above


def test_numbers_of_roles_and_certainties_are_their_places() -> None:
    numbers = (IMPORT, CALL, READ, WRITE, BASE, ANNOTATION, DECORATOR, MENTION)
    names = ("import", "call", "read", "write", "base", "annotation", "decorator", "mention")
    assert tuple(ROLES[number] for number in numbers) == names == tuple(ROLE_WORDS)
    assert tuple(CERTAINTIES[number] for number in (EXACT, INFERRED, BY_NAME)) == ("exact", "inferred", "name")
