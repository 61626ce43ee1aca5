"""After an edit those pages are made again that may show something of it, and no others."""

from __future__ import annotations

from dataclasses import make_dataclass, replace
from typing import TYPE_CHECKING

import pytest
from builds import publication_of, site_of, write

from sphinx_kwdocs.memory.fingerprints import states_of
from sphinx_kwdocs.memory.manifest import Group, Manifest, give_up, read_manifest, write_manifest
from sphinx_kwdocs.memory.recorded_site import UNRECORDED, record_reads, recorded_fields
from sphinx_kwdocs.memory.recording import WHOLE_ASPECT, RecordingImports, RecordingSymbols
from sphinx_kwdocs.model.documents import Documentation
from sphinx_kwdocs.model.facts import FileFacts
from sphinx_kwdocs.model.import_table import ImportTable
from sphinx_kwdocs.model.index import Index
from sphinx_kwdocs.model.symbol_table import SymbolTable
from sphinx_kwdocs.pages import Site, page_keys
from sphinx_kwdocs.publish import group_of, render_groups

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx_kwdocs.memory.manifest import States
    from sphinx_kwdocs.model.page import Target

FILES = {
    "shop/__init__.py": "",
    "shop/money.py": "def total():\n    return 1\n\n\ndef rate():\n    return 2\n",
    "shop/abacus.py": "from shop.money import total\n\n\ndef add():\n    return total()\n",
    "shop/cart.py": "from shop.money import total\n\n\ndef pay():\n    return total()\n",
    "tests/test_cart.py": "from shop.cart import pay\n\n\ndef test_pay():\n    assert pay()\n",
    "README.md": "# Shop\n\nSee `shop.money.rate`.\n",
}
CART = FILES["shop/cart.py"]


def site_and_states(root: Path, before: States) -> tuple[Site, States]:
    site = site_of(root, test_patterns=("tests/",))
    keys = {path: site.index.files[path].digest for path in site.index.facts}
    return site, states_of(site, keys, "".join(keys.values()), before)


def groups_of(site: Site) -> dict[str, list[Target]]:
    groups: dict[str, list[Target]] = {}
    for key in page_keys(site):
        groups.setdefault(group_of(key, site.forms), []).append(key)
    return groups


def made_again(root: Path, edits: dict[str, str]) -> set[str]:
    """Make all pages, edit files, and return the groups that are out of date."""
    site, states = site_and_states(write(root, FILES), {})
    manifest = Manifest(states=states)
    chosen = ((name, tuple(keys)) for name, keys in groups_of(site).items())
    for group in render_groups(publication_of(site), chosen, lambda group: group, recorder=record_reads):
        manifest.groups[group.name] = Group(manifest.number(group.sources), {})
    after, now = site_and_states(write(root, edits), states)
    return manifest.outdated(now, groups_of(after))


def test_a_moved_line_leaves_the_documentation_of_what_it_uses(tmp_path: Path) -> None:
    made = made_again(tmp_path, {"shop/cart.py": CART.replace("    return", "    # Everything.\n    return")})
    assert {"file:shop/cart.py", "xref 0:shop/money.py"} <= made
    assert not {"file:shop/money.py", "file:shop/__init__.py", "file:README.md"} & made


def test_a_moved_line_is_told_where_it_is_quoted_as_an_example(tmp_path: Path) -> None:
    abacus = FILES["shop/abacus.py"]
    made = made_again(tmp_path, {"shop/abacus.py": abacus.replace("    return", "    # Everything.\n    return")})
    assert "file:shop/money.py" in made
    assert "file:shop/cart.py" not in made


def test_one_more_use_is_counted_in_the_documentation_of_what_is_used(tmp_path: Path) -> None:
    made = made_again(tmp_path, {"shop/cart.py": CART + "\n\nprint(total())\n"})
    assert {"file:shop/cart.py", "xref 0:shop/money.py", "file:shop/money.py"} <= made
    assert "file:README.md" not in made


def test_a_use_in_another_test_is_told_in_the_documentation_of_what_it_tests(tmp_path: Path) -> None:
    tests = FILES["tests/test_cart.py"]
    more = "\n\ndef test_more():\n    assert pay()\n"
    assert "file:shop/cart.py" in made_again(tmp_path, {"tests/test_cart.py": tests + more})


def test_a_moved_mention_is_told_in_the_documentation_of_what_is_mentioned(tmp_path: Path) -> None:
    made = made_again(tmp_path, {"README.md": "# Shop\n\nA shop.\n\nSee `shop.money.rate`.\n"})
    assert {"file:README.md", "file:shop/money.py", "xref 0:shop/money.py"} <= made
    assert "file:shop/cart.py" not in made


def test_parts_of_the_uses_are_made_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx_kwdocs.pages._use_plan.PART_SIZE", 6)
    bill = "from shop.money import rate\n\n\ndef bill():\n    return [rate]\n"
    monkeypatch.setitem(FILES, "shop/bill.py", bill)
    made = made_again(tmp_path, {"shop/bill.py": bill.replace("    return", "    # Everything.\n    return")})
    # The first has what only another file uses; the last the file itself, which both import.
    assert {name for name in made if name.endswith(":shop/money.py")} == {
        "xref 1:shop/money.py",
        "xref 2:shop/money.py",
    }
    assert "xref 0:shop/money.py" in groups_of(site_of(tmp_path))


def test_the_index_from_a_to_z_is_made_again_if_it_shows_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sphinx_kwdocs.pages.global_keywords.INLINE", 0)
    assert "keywords 1:" not in made_again(tmp_path / "same", {"shop/cart.py": CART + "# The end.\n"})
    assert "keywords 1:" in made_again(tmp_path / "moved", {"shop/cart.py": "# The beginning.\n" + CART})
    assert "keywords 1:" in made_again(tmp_path / "kind", {"shop/cart.py": CART.replace("def pay()", "class pay")})


def test_whoever_asks_for_keywords_is_tied_to_all_that_their_files_say(tmp_path: Path) -> None:
    site, log = record_reads(site_of(write(tmp_path, FILES)))
    for ask in (list, len, lambda keywords: keywords.left_out):
        ask(site.keywords)
        assert log.take() == {("keywords", WHOLE_ASPECT), ("file_keywords", WHOLE_ASPECT)}
    list(site.keywords.part(0))
    assert log.take() == {("keywords", "0")}


def test_imports_that_stay_where_they_are_do_not_count_as_changed(tmp_path: Path) -> None:
    made = made_again(tmp_path, {"shop/cart.py": CART + "# The end.\n"})
    assert "folder:shop" in made
    assert "file:shop/money.py" not in made


def test_who_only_names_a_module_is_tied_to_what_the_module_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "shop/till.py", "import shop.money\n")
    money = FILES["shop/money.py"]
    moved = made_again(tmp_path / "moved", {"shop/money.py": f"# Money.\n\n\n{money}".replace("# Money", "NO = 0  #")})
    assert {"file:shop/money.py", "file:shop/cart.py"} <= moved
    assert "file:shop/till.py" not in moved
    told = made_again(tmp_path / "told", {"shop/money.py": f'"""Coins and notes."""\n\n\n{money}'})
    assert "file:shop/till.py" in told


def test_whoever_asks_what_a_file_is_is_not_tied_to_all_it_says(tmp_path: Path) -> None:
    site, log = record_reads(site_of(write(tmp_path, FILES)))
    assert site.index.about["shop/money.py"] == ("python", "", "")
    assert site.index.about.get("shop/none.py") is None
    assert log.take() == {("about", "shop/money.py"), ("about", "shop/none.py")}
    facts = site.index.facts["shop/money.py"]
    assert [symbol.name for symbol in facts.symbols] == ["total", "rate"]
    assert log.take() == {("facts", "shop/money.py")}
    assert type(facts) is FileFacts
    assert "shop/none.py" not in site.index.facts
    assert log.take() == {("facts", "shop/none.py")}
    assert len(list(site.index.facts)) == len(list(site.index.about)) == len(FILES)
    assert log.take() == {("facts", WHOLE_ASPECT), ("about", WHOLE_ASPECT)}


def test_tables_note_what_they_are_asked_besides_their_keys(tmp_path: Path) -> None:
    plain = site_of(write(tmp_path, FILES))
    site, log = record_reads(plain)
    assert site.index.symbols.definitions == plain.index.symbols.definitions
    assert list(site.index.symbols.by_name) == list(plain.index.symbols.by_name)
    assert log.take() == {("symbols", WHOLE_ASPECT)}
    assert site.index.symbols.path_of("shop/money.py#rate") == "shop/money.py"
    assert site.index.symbols.path_of("shop/money.py") is None
    assert log.take() == {("symbols", "shop/money.py")}
    assert site.index.imports.meanings == plain.index.imports.meanings
    assert log.take() == {("imports", WHOLE_ASPECT)}


@pytest.mark.parametrize(("noun", "table"), [(RecordingSymbols, SymbolTable), (RecordingImports, ImportTable)])
def test_whatever_else_a_table_can_be_asked_is_noted(noun: type, table: type) -> None:
    assert {name for name in vars(table) if not name.startswith("_")} <= {
        name for cls in noun.__mro__[: noun.__mro__.index(table)] for name in vars(cls)
    }


@pytest.mark.parametrize("noun", [Index, Site, Documentation])
def test_a_field_that_pages_could_read_unnoticed_stops_the_program(noun: type) -> None:
    recorded_fields(noun)

    def with_field(annotation: str) -> type:
        return make_dataclass(noun.__name__, [("added", annotation, None)], bases=(noun,), kw_only=True, frozen=True)

    for annotation in ("tuple[str, ...]", "Findings", "Mapping[int, str]", "str"):
        with pytest.raises(TypeError, match=rf"{noun.__name__}\.added unnoticed"):
            recorded_fields(with_field(annotation))
    assert "added" in recorded_fields(with_field("Mapping[str, Finding]"))
    assert "added" in recorded_fields(with_field("frozenset[str]"))


def test_every_field_that_is_not_recorded_has_a_reason_and_is_still_there() -> None:
    assert all(reason for reasons in UNRECORDED.values() for reason in reasons.values())
    with pytest.raises(TypeError, match="Index no longer has"):
        recorded_fields(make_dataclass("Index", [("files", "Mapping[str, SourceFile]")]))


def test_all_that_is_noted_has_a_state_by_which_a_change_is_seen(tmp_path: Path) -> None:
    site, states = site_and_states(write(tmp_path, FILES), {})
    _site, log = record_reads(site)
    assert log.aspects <= states.keys()
    _site, log = record_reads(replace(site, hosting=NoHosting()))
    assert log.aspects - states.keys() == {"hosting"}


class NoHosting:
    """Knows nothing."""

    def url(self, path: str, line: int = 0) -> str:  # noqa: ARG002, D102  as its protocol says
        return ""


def test_whoever_asks_who_calls_a_function_is_tied_to_what_all_call(tmp_path: Path) -> None:
    site, log = record_reads(site_of(write(tmp_path, FILES)))
    assert site.index.calls.callers["shop/money.py#total"] == ("shop/abacus.py#add", "shop/cart.py#pay")
    assert log.take() == {("calls", WHOLE_ASPECT)}
    assert site.index.calls.callers.get("shop/money.py#rate") is None
    assert "shop/money.py#rate" not in site.index.calls.callers
    assert log.take() == {("calls", WHOLE_ASPECT)}


def test_whoever_asks_for_all_is_tied_to_each() -> None:
    manifest = Manifest(states={"names": {"a": b"1", "b": b"1"}})
    manifest.groups["all"] = Group(manifest.number([("names", WHOLE_ASPECT)]), {})
    assert manifest.outdated({"names": {"b": b"1", "a": b"1"}}, ["all"]) == set()
    for states in ({"a": b"2", "b": b"1"}, {"a": b"1"}, {"a": b"1", "b": b"1", "c": b"1"}, {}):
        assert manifest.outdated({"names": states}, ["all"]) == {"all"}


def test_whoever_asks_where_a_name_is_used_is_noted(tmp_path: Path) -> None:
    site, log = record_reads(site_of(write(tmp_path, FILES)))
    references, target = site.index.references, "shop/money.py#total"
    usage, places = ("usage", "shop/money.py"), ("places", "shop/money.py")

    def noted(ask: Callable[[], object]) -> set[tuple[str, str]]:
        ask()
        return log.take() & {usage, places}

    assert noted(lambda: references.count(target)) == {usage}
    assert noted(lambda: [(uses.roles, uses.holders) for uses in references.uses_by_file(target).values()]) == {usage}
    assert noted(lambda: [uses.file for uses in references.uses_by_file(target).values()]) == {usage, places}
    assert noted(lambda: list(references.uses(target))) == {usage, places}
    assert noted(lambda: references.rows_by_file(target)) == {usage, places}


def manifest_of(*names: str) -> Manifest:
    manifest = Manifest("state", "digest", {"files": {"a": b"1"}})
    for name in names:
        manifest.groups[name] = Group(manifest.number([("files", "a"), ("facts", name)]), {f"{name}.html": b"2"})
    return manifest


def test_a_manifest_comes_back(tmp_path: Path) -> None:
    manifest = manifest_of("a", "b")
    write_manifest(tmp_path / "pages", manifest)
    assert read_manifest(tmp_path / "pages") == manifest


def test_groups_that_were_given_up_do_not_count_until_the_manifest_is_written_again(tmp_path: Path) -> None:
    file, manifest = tmp_path / "pages", manifest_of("a", "b")
    write_manifest(file, manifest)
    give_up(file, ["b", "unknown"])
    found = read_manifest(file)
    assert (set(found.groups), found.digest, found.states) == ({"a"}, "", manifest.states)
    write_manifest(file, manifest)
    assert read_manifest(file) == manifest


@pytest.mark.parametrize("damaged", ["pages", "pages-given-up"])
def test_a_manifest_of_which_a_part_is_damaged_counts_as_none(damaged: str, tmp_path: Path) -> None:
    file = tmp_path / "pages"
    write_manifest(file, manifest_of("a", "b"))
    give_up(file, ["b"])
    (tmp_path / damaged).write_bytes((tmp_path / damaged).read_bytes()[:-1])
    assert read_manifest(file) == Manifest()


def test_keys_that_no_group_has_are_given_up_when_they_are_many(tmp_path: Path) -> None:
    manifest = manifest_of("a", "b")
    manifest.number(("facts", f"gone {number}") for number in range(2000))
    manifest.compact()
    assert set(manifest.keys) == {"a", "b"}
    assert manifest.outdated({"files": {"a": b"1"}, "facts": {"b": b"3"}}, ["a", "b", "c"]) == {"b", "c"}
    write_manifest(tmp_path / "pages", manifest)
    assert read_manifest(tmp_path / "pages") == manifest
