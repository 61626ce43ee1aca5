"""No time grows faster than the text: the short form of `benchmarks/patterns.py`, and that it would find what does."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import patterns
from _attacks import Attack, attacks
from _growth import measure
from _used_patterns import Used, used_patterns

from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.reading.extraction import extract_facts

EXPONENTIAL = (
    (r"(?:a|aa)*b", "match"),
    (r"requirements(?:[-_.]\w+)*\.txt", "fullmatch"),
    (r"(?m:^\.\.$(?:\n(?:[ \t]+[^\n]*$|(?=\n)))*)", "fullmatch"),
)
FASTER = (
    (r"\s+$", "search"),
    (r"[a-z]\w*[A-Z]", "search"),
    (r"(.*?)\s*<([^<>]+)>", "fullmatch"),
    (r"\[[^\]]*\]", "findall"),
    (r"<!--[\s\S]*?-->", "sub"),
)
LINEAR = (
    (r"(?<!\s)\s+$", "search"),
    (r"(?:a|b)*+c", "match"),
    (r'"[^"\\\n]*+(?:\\[\s\S][^"\\\n]*+)*+"?', "findall"),
    (r"<!--[\s\S]*?(?:-->|\Z)", "sub"),
    (r"`[^`\n]{1,1000}`", "finditer"),
)


def findings(pattern: str, method: str) -> list[patterns.Finding]:
    used = Used("given", re.compile(pattern), frozenset({method}))
    return [finding for suspect in patterns.of_pattern(used) for finding in patterns.try_out(suspect)]


@pytest.mark.parametrize(("pattern", "method"), EXPONENTIAL + FASTER)
def test_what_backtracks_too_far_is_found_by_texts_that_are_derived_from_it(
    pattern: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("_growth.LONGEST_RUN", 0.4)
    found = findings(pattern, method)
    assert len(found) == 1
    assert found[0].growth.exponent > 1.5
    assert found[0].name == f"given.{method}"


@pytest.mark.parametrize(("pattern", "method"), LINEAR)
def test_what_takes_time_in_proportion_passes(pattern: str, method: str) -> None:
    assert findings(pattern, method) == []


def test_a_function_that_is_quadratic_is_found() -> None:
    def run(text: str) -> int:
        return sum(text[:end].count("\n") for end, letter in enumerate(text) if letter == "x")

    assert measure(run, Attack("", "x", "").text, 4_000, -1).is_too_much
    assert not measure(run, Attack("", "y", "").text, 4_000, -1).is_too_much


def test_texts_are_made_of_what_a_pattern_repeats_and_of_what_leads_there() -> None:
    found = attacks(r"key:\s*(?P<value>\w+(?:,\w+)*);")
    assert {("key: ", " "), ("key: a", ",a"), ("key: ", "a")} <= {(attack.head, attack.unit) for attack in found}
    assert all(len(attack.text(1_000)) >= 900 for attack in found)


def test_every_pattern_of_the_package_is_found_with_its_use() -> None:
    found = used_patterns()
    assert len(found) > 150
    # Of the few that are handed from function to function it is not known how they are used.
    unknown = Used("given", re.compile("a+"), frozenset())
    assert [suspect.name for suspect in patterns.of_pattern(unknown)] == ["given.match", "given.search"]
    assert len([used for used in found if not used.methods]) < len(found) / 10
    by_name = {used.where: used.methods for used in found}
    assert by_name["sphinx_kwdocs.languages._prose.rst_blocks._DIRECTIVE"] == {"fullmatch"}
    # Written where it is used; used in another module than its own; one of several in a table.
    assert [used for used in found if used.where.startswith("sphinx_kwdocs.languages._prose.plain_text:")]
    assert by_name["sphinx_kwdocs.linking.mentions.NAME"]
    assert by_name["sphinx_kwdocs.languages.python.broken_mask._LINE_STRING"]


@pytest.mark.parametrize("unit", ["[", "(", "{", "> ", "- ", "<a>", "not ", "\0", "[a](", "f'{", ".. a::\n "])
def test_nesting_of_any_depth_costs_no_language_its_facts(unit: str) -> None:
    for language in all_languages().values():
        path = f"a{language.patterns[0][1:]}" if language.patterns else "a"
        facts = extract_facts(path, unit * 5_000, language)
        assert [problem.message for problem in facts.diagnostics if problem.code == "extractor"] == []


@pytest.mark.once
def test_the_short_form_finds_nothing_in_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert patterns.main(["--short"]) == 0, capsys.readouterr().out
    said = re.search(r"(\d+) tried with ([\d,]+) texts", capsys.readouterr().out)
    assert said
    assert int(said[1]) > 250
