"""What is worked out only when a page asks for it is the same as if all had been worked out at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import site_of, write
from hypothesis import given
from hypothesis import strategies as st

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import Keyword, build_page, in_index_order, letter_of, page_keys
from sphinx_kwdocs.pages._a_to_z import COMMON, Listing, StableListing
from sphinx_kwdocs.pages._keywords import _fold, by_letter, keyword_names, keywords_of, shown_values
from sphinx_kwdocs.pages._lazy_mapping import Computed

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.pages import Site

NAMES = st.text("aAb_.1é漢#\x00", max_size=3)
KEYWORDS = st.lists(
    st.builds(
        Keyword, NAMES, st.sampled_from(["class", "import", "term"]), st.sampled_from("xyz"), st.integers(1, 3), NAMES
    ),
    max_size=30,
)


def test_a_computed_value_is_made_once_and_only_when_asked_for() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    values = Computed(("a", "b", "c"), make)
    assert (len(values), "b" in values, "z" in values, values.get("z")) == (3, True, False, None)
    assert made == []
    assert values["b"] == values["b"] == "B"
    assert made == ["b"]
    assert dict(values) == {"a": "A", "b": "B", "c": "C"}
    with pytest.raises(KeyError):
        values["z"]


@given(st.sets(NAMES, max_size=30))
def test_names_stand_below_their_letters_whatever_their_case_and_underscores(names: set[str]) -> None:
    found = by_letter(names)
    assert [letter for letter, _group in found] == sorted(set(map(letter_of, names)))
    assert [name for _letter, group in found for name in group] == sorted(
        names, key=lambda name: (letter_of(name), _fold(name), name)
    )
    assert all(letter_of(name) == letter for letter, group in found for name in group)


@given(KEYWORDS, st.integers(0, 30), st.integers(0, 30))
def test_a_listing_is_its_keywords_in_index_order(keywords: list[Keyword], start: int, end: int) -> None:
    listing = Listing(keywords)
    order = in_index_order(keywords)
    assert (list(listing), len(listing)) == (order, len(order))
    assert [listing[position] for position in range(len(order))] == order
    assert [listing.name_at(position) for position in range(len(order))] == [keyword.name for keyword in order]
    rows = list(listing.rows(start, end))
    assert [keyword for _name, _is_continued, places in rows for keyword in places] == order[start:end]
    assert [is_continued for _name, is_continued, _places in rows] == [
        number == 0 and start > 0 and order[start - 1].name == name for number, (name, *_rest) in enumerate(rows)
    ]


@given(KEYWORDS)
def test_every_letter_is_where_it_begins(keywords: list[Keyword]) -> None:
    listing = Listing(keywords)
    letters = [letter_of(keyword.name) for keyword in listing]
    assert list(listing.letters()) == [(letter, letters.index(letter)) for letter in dict.fromkeys(letters)]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Site:
    files: dict[str, str] = {f"c/{number}.c": f"int everywhere = own_{number};\n" for number in range(COMMON + 2)}
    files |= {"a.py": "import os\nimport os\n\ndef everywhere(): ...\n", "b.md": "# everywhere\n"}
    root: Path = write(tmp_path_factory.mktemp("many"), files)
    return site_of(root)


def test_the_names_and_numbers_of_keywords_are_those_of_the_keywords(many: Site) -> None:
    for path in many.index.facts:
        keywords = keywords_of(many.index, path)
        assert keyword_names(many.index, path) == [keyword.name for keyword in keywords]
        assert len(keywords) == many.keyword_numbers[path]


def test_the_index_of_all_files_is_made_of_their_keywords_without_common_identifiers(many: Site) -> None:
    keywords = [keyword for path in many.index.facts for keyword in keywords_of(many.index, path)]
    wanted = [keyword for keyword in keywords if (keyword.name, keyword.kind) != ("everywhere", "identifier")]
    assert len(wanted) < len(keywords)
    assert list(many.keywords) == in_index_order(wanted)
    assert len(many.keywords) == len(wanted)
    assert many.keywords.left_out >= 1


def test_a_part_gives_what_is_shown_of_its_keywords(many: Site) -> None:
    found = [(name, *entry[:5]) for name, _is_continued, entries in many.keywords.part(0) for entry in entries]
    assert len({kind for _name, kind, *_rest in found}) > 3
    assert found == [(keyword.name, *shown_values(keyword)[:5]) for keyword in many.keywords]


def test_what_a_part_shows_is_told_without_making_its_keywords(many: Site) -> None:
    shown = {name: sorted(map(tuple, entries)) for name, _is_continued, entries in many.keywords.part(0)}
    assert {name: sorted(values) for name, values in many.keywords.values(0)} == shown


def test_no_keywords_are_made_to_know_which_pages_there_are(many: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(_index: object, path: str) -> tuple[Keyword, ...]:
        asked.append(path)
        return ()

    monkeypatch.setattr("sphinx_kwdocs.pages._site.keywords_of", ask)
    site = site_of(many.index.root)
    assert Target("keywords") in set(page_keys(site))
    assert asked == []
    build_page(site, Target("kw", "a.py"))
    assert asked == ["a.py"]


def test_one_more_name_changes_no_part_but_its_own() -> None:
    names = [f"f{number:05}" for number in range(0, 20_000, 5)]
    before, after = (
        StableListing(Keyword.in_file(name, "function", "a.py", 1) for name in found)
        for found in (names, [*names, "f10001"])
    )

    def parts(listing: StableListing) -> set[tuple[str, ...]]:
        return {tuple(name for name, *_rest in listing.part(part)) for part in range(len(listing.cuts))}

    assert len(parts(before)) > 4
    assert len(parts(before) - parts(after)) == 1
    assert sorted(name for part in parts(after) for name in part) == sorted([*names, "f10001"])
