"""The scorer that measures our cross-references: a scorer that is wrong would flatter or hide everything else."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from _answers import Answer, Answers, no_answers, shuffled_answers
from _join import Join
from _lines import Lines
from _oracle import Oracle
from _pyrefly import Declared, GleanFile, Named, Spot
from _score import Score, score
from _site_reader import read_sites
from _sites import DEFINITION, INSIDE, OUTSIDE, SILENT, Definition, Place, Row
from _source import Source, read_source
from accuracy import verdict
from call_graph import Edge, judge, read_lambdas

pytestmark = pytest.mark.once
FUNCTION = Place("a.py", 1, 4)
OTHER = Place("a.py", 5, 4)
VARIABLE = Place("a.py", 9, 0)
AGAIN = Place("a.py", 10, 0)


def row(line: int, state: str, *targets: Place, category: str = "names", col: int = 0) -> Row:
    return Row(line, col, col + 3, "foo", state, category, "read", targets)


def oracle(*rows: Row) -> Oracle:
    definitions = {
        FUNCTION: Definition(1, 4, "function", "foo"),
        OTHER: Definition(5, 4, "function", "bar"),
        VARIABLE: Definition(9, 0, "module variable", "foo"),
        AGAIN: Definition(10, 0, "module variable", "foo"),
    }
    return Oracle({}, {"b.py": list(rows)}, definitions)


def answers(
    *given: tuple[int, int, Place], writes: dict[Place, frozenset[str]] | None = None, width: int = 3
) -> Answers:
    spans: dict[tuple[int, int], tuple[int, tuple[Answer, ...]]] = {}
    for line, col, place in given:
        before = spans.get((line, col + width), (col, ()))[1]
        spans[line, col + width] = col, (*before, Answer(f"{place.path}#{place.line}", place, "read"))
    return Answers({"b.py": spans}, writes or {})


def figures(result: Score, name: str = "together") -> tuple[int, int, int, int, int]:
    tally = result.group(name)
    return tally.expected, tally.right, tally.wrong, tally.missed, tally.unjudged


def test_an_answer_at_the_oracles_place_is_right_and_its_absence_missed() -> None:
    result = score(oracle(row(1, INSIDE, FUNCTION), row(2, INSIDE, FUNCTION)), answers((1, 0, FUNCTION)))
    assert figures(result) == (2, 1, 0, 1, 0)
    assert (result.group("together").recall, result.group("together").precision) == (0.5, 1.0)


def test_an_answer_at_another_place_is_wrong_and_not_recalled() -> None:
    assert figures(score(oracle(row(1, INSIDE, FUNCTION)), answers((1, 0, OTHER)))) == (1, 0, 1, 0, 0)


def test_an_answer_for_something_outside_of_the_repository_is_wrong() -> None:
    assert figures(score(oracle(row(1, OUTSIDE)), answers((1, 0, FUNCTION)))) == (0, 0, 1, 0, 0)


def test_an_answer_that_leads_to_the_import_of_something_outside_is_left_out() -> None:
    place = Place("b.py", 1, 7)
    assert figures(score(oracle(row(3, OUTSIDE, place)), answers((3, 0, place)))) == (0, 0, 0, 0, 0)


def test_an_answer_where_the_oracle_is_silent_is_counted_as_unjudged() -> None:
    result = score(oracle(row(1, SILENT)), answers((1, 0, FUNCTION), (7, 0, FUNCTION)))
    assert figures(result) == (0, 0, 0, 0, 2)
    assert [case.verdict for case in result.cases] == ["unjudged", "unjudged"]


def test_a_definition_is_neither_expected_nor_judged() -> None:
    assert figures(score(oracle(row(1, DEFINITION)), answers((1, 0, OTHER)))) == (0, 0, 0, 0, 0)


def test_one_of_several_targets_of_the_oracle_is_enough_but_all_of_ours_must_be_among_them() -> None:
    both = oracle(row(1, INSIDE, FUNCTION, OTHER))
    assert figures(score(both, answers((1, 0, OTHER)))) == (1, 1, 0, 0, 0)
    assert figures(score(both, answers((1, 0, OTHER), (1, 0, FUNCTION)))) == (1, 1, 0, 0, 0)
    one = oracle(row(1, INSIDE, FUNCTION))
    assert figures(score(one, answers((1, 0, OTHER), (1, 0, FUNCTION)))) == (1, 0, 1, 0, 0)


def test_by_sets_one_of_our_answers_is_enough_but_one_elsewhere_is_none() -> None:
    rows = oracle(row(1, INSIDE, FUNCTION), row(2, INSIDE, FUNCTION), row(3, INSIDE, FUNCTION), row(4, OUTSIDE))
    given = answers((1, 0, OTHER), (1, 0, FUNCTION), (2, 0, OTHER), (4, 0, FUNCTION))
    tally = score(rows, given).group("together")
    assert (tally.right, tally.among, tally.wrong, tally.missed) == (0, 1, 3, 1)
    assert (tally.set_recall, tally.set_precision) == (1 / 3, 1 / 3)
    assert (tally.recall, tally.precision) == (0, 0)


def test_any_assignment_that_we_hold_for_the_same_variable_is_the_variable() -> None:
    again = oracle(row(1, INSIDE, AGAIN))
    held = answers((1, 0, VARIABLE), writes={AGAIN: frozenset({"a.py#9"})})
    assert figures(score(again, held)) == (1, 1, 0, 0, 0)
    assert score(again, held).group("together").elsewhere == 1
    assert figures(score(again, answers((1, 0, VARIABLE)))) == (1, 0, 1, 0, 0)


def test_another_definition_of_a_function_is_wrong_even_if_we_hold_it_for_an_assignment() -> None:
    held = answers((1, 0, OTHER), writes={FUNCTION: frozenset({"a.py#5"})})
    assert figures(score(oracle(row(1, INSIDE, FUNCTION)), held)) == (1, 0, 1, 0, 0)


def test_the_span_of_a_whole_dotted_module_speaks_of_its_last_part_in_imports_only() -> None:
    for category, right in (("imports", 1), ("instance attributes", 0)):
        last = oracle(row(1, INSIDE, FUNCTION, category=category, col=4))
        assert figures(score(last, answers((1, 0, FUNCTION), width=7)))[1] == right


def test_locals_and_keywords_stand_outside_of_the_figure_for_all_together() -> None:
    result = score(oracle(row(1, INSIDE, VARIABLE, category="locals")), answers((1, 0, VARIABLE)))
    assert figures(result) == (0, 0, 0, 0, 0)
    assert figures(result, "everything") == (1, 1, 0, 0, 0)


def test_controls_score_badly_where_true_answers_score_well() -> None:
    places = [Place("a.py", line, 4) for line in range(1, 101)]
    truth = oracle(*(row(number, INSIDE, place) for number, place in enumerate(places, 1)))
    ours = answers(*((number, 0, place) for number, place in enumerate(places, 1)))
    assert score(truth, ours).group("together").precision == 1.0
    assert score(truth, shuffled_answers(ours)).group("together").precision < 0.1
    assert score(truth, no_answers()).group("together").recall == 0.0


def test_a_control_that_scores_well_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    good = score(oracle(row(1, INSIDE, FUNCTION)), answers((1, 0, FUNCTION)))
    bad = score(oracle(row(1, INSIDE, FUNCTION)), answers((1, 0, OTHER)))
    assert verdict({"shuffled": bad}) == 0
    assert verdict({"shuffled": good}) == 1
    assert "shuffled" in capsys.readouterr().err


def test_columns_are_counted_in_characters_whatever_the_text() -> None:
    lines = Lines('s = "é𝄞"; x = y\n')
    assert lines.col(1, len('s = "é𝄞"; x'.encode())) == len('s = "é𝄞"; x')
    assert lines.utf16(1, 7) == 8
    assert lines.from_utf16(1, 8) == 7
    assert {site.text: site.col for site in read_sites('s = "é𝄞"; x = y\n').sites.values()} == {
        "s": 0,
        "x": 10,
        "y": 14,
    }


@pytest.mark.parametrize(
    ("code", "shape"),
    [
        ("def f(p): p.foo", "name: parameter without annotation"),
        ("def f(p: int): p.foo", "name: annotated parameter"),
        ("v = g()\nv.foo", "name: assigned from call of a name"),
        ("v = 1\nv = g()\nv.foo", "name: assigned from a constant (bound several times)"),
        ("for i, j in zip(a, b): j.foo", "name: unpacked, loop variable over zip()"),
        ("[i.foo for i in d.values()]", "name: comprehension variable over .values()"),
        ("with open() as w: w.foo", "name: with call of a name"),
        ("class C:\n def m(self): self.foo", "self"),
        ("class C:\n def m(self): self.a.foo", "self attribute"),
        ("class C:\n def m(self): super().foo", "super()"),
        ("a.b.foo", "attribute chain"),
        ("a[0].foo", "result of a subscript"),
        ("g().foo", "result of call of a name"),
    ],
)
def test_misses_are_sorted_by_what_the_attribute_is_taken_from(code: str, shape: str) -> None:
    assert [site.shape for site in read_sites(code).sites.values() if site.text == "foo"] == [shape]


FIRST = """class Base:
    def m(self):
        self.x = 1
def f(): ...
"""
SECOND = """from a import Base as B, f
import os
class D(B): ...
D().m
D().x
f
os
"""


def join(folder: Path) -> Join:
    """Join a report as pyrefly writes it: inherited members are named after the receiver, in the definer's file."""
    (folder / "a.py").write_text(FIRST, encoding="utf-8")
    (folder / "b.py").write_text(SECOND, encoding="utf-8")
    at = SECOND.index
    first = {
        "a": [Declared("module", 0, len(FIRST))],
        "a.Base": [Declared("cls", 0, FIRST.index("def f"))],
        "a.Base.m": [Declared("func", FIRST.index("def m"), 10)],
        "a.f": [Declared("func", FIRST.index("def f"), 12)],
    }
    second = {
        "b.f": [Declared("imp", at("f\nimport"), 1, "a.f")],
        "b.os": [Declared("imp", at("os"), 2, "os")],
        "b.D": [Declared("cls", at("class D"), 15)],
    }
    xrefs = {
        (at("D()"), 1): [Named("b.py", "b.D")],
        (at("m\nD"), 1): [Named("a.py", "a.D.m")],
        (at("x\nf"), 1): [Named("a.py", "a.D.x")],
        (at("f\nos"), 1): [Named("b.py", "b.f")],
        (at("os\n", at("f\nos")), 2): [Named("b.py", "b.os"), Named("os/__init__.pyi", "os")],
    }
    files = {"a.py": GleanFile("a.py", first, {}), "b.py": GleanFile("b.py", second, xrefs)}
    sources: dict[str, Source] = {path: read_source(folder, path) for path in files}
    return Join(sources, files)


def test_the_two_answers_of_the_oracle_are_joined_to_places(tmp_path: Path) -> None:
    spots = {(4, 0): [Spot("a.py", 1, 8)], (4, 4): [Spot("a.py", 1, 8)], (5, 4): [Spot("a.py", 2, 13)]}
    rows = {(item.line, item.col): item for item in join(tmp_path).rows("b.py", spots)}
    meant = {key: (item.state, item.category, item.targets) for key, item in rows.items()}
    assert meant[4, 0] == (INSIDE, "names", (Place("b.py", 3, 6),))
    assert meant[4, 4] == (INSIDE, "instance attributes", (Place("a.py", 2, 8),))
    assert meant[5, 4] == (INSIDE, "instance attributes", (Place("a.py", 3, 13),))
    assert meant[6, 0] == (INSIDE, "names", (Place("a.py", 4, 4),))
    assert meant[7, 0] == (OUTSIDE, "names", (Place("b.py", 2, 7),))


def test_lambdas_are_numbered_as_in_the_call_graphs() -> None:
    names = [item.name for item in read_lambdas("x = lambda: 1\ndef f():\n    return lambda: (lambda: 2)\n")]
    assert names == ["<lambda1>", "f.<lambda1>", "f.<lambda1>.<lambda1>"]


def test_call_edges_that_are_missing_or_invented_are_told_apart(tmp_path: Path) -> None:
    case = tmp_path / "calls" / "one"
    case.mkdir(parents=True)
    (case / "main.py").write_text("def f(): ...\ndef g(): ...\nf()\nprint(f)\n", encoding="utf-8")
    graph = {"main": ["main.f", "<builtin>.print"]}
    (case / "callgraph.json").write_text(json.dumps(graph), encoding="utf-8")
    assert judge(case)[2:] == ([], [])
    (case / "callgraph.json").write_text(json.dumps({"main": ["main.g"]}), encoding="utf-8")
    assert judge(case)[2:] == ([Edge("main", "main.f")], [Edge("main", "main.g")])
