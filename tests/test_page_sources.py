"""After an edit those pages are made again that may show something of it, and no others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from builds import publication_of, site_of, write

from sphinx_kwdocs.manifest import Group, Manifest, give_up, read_manifest, write_manifest
from sphinx_kwdocs.page_sources import watch_site
from sphinx_kwdocs.page_states import states_of
from sphinx_kwdocs.pages import page_keys
from sphinx_kwdocs.publish import group_of, render_groups
from sphinx_kwdocs.watch import ALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx_kwdocs.manifest import States
    from sphinx_kwdocs.page import Target
    from sphinx_kwdocs.pages import Site

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
    for group in render_groups(publication_of(site), chosen, lambda group: group):
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
    site, notes = watch_site(site_of(write(tmp_path, FILES)))
    for ask in (list, len, lambda keywords: keywords.left_out):
        ask(site.keywords)
        assert notes.take() == {("keywords", ALL), ("file_keywords", ALL)}
    list(site.keywords.part(0))
    assert notes.take() == {("keywords", "0")}


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


def test_whoever_asks_more_of_a_file_than_what_it_is_is_noted(tmp_path: Path) -> None:
    site, notes = watch_site(site_of(write(tmp_path, FILES)))
    facts = site.index.facts["shop/money.py"]
    assert (facts.language, facts.title, facts.doc) == ("python", "", "")
    assert notes.take() == {("about", "shop/money.py")}
    assert [symbol.name for symbol in facts.symbols] == ["total", "rate"]
    assert notes.take() == {("facts", "shop/money.py")}
    assert facts == site_of(tmp_path).index.facts["shop/money.py"]
    assert replace(facts, title="Money").title == "Money"
    notes.take()
    assert "shop/none.py" not in site.index.facts
    assert site.index.facts.get("shop/none.py") is None
    assert notes.take() == {("about", "shop/none.py")}
    assert len(list(site.index.facts)) == len(FILES)
    assert notes.take() == {("facts", ALL)}


def test_whoever_asks_who_calls_a_function_is_tied_to_what_all_call(tmp_path: Path) -> None:
    site, notes = watch_site(site_of(write(tmp_path, FILES)))
    assert site.index.calls.callers["shop/money.py#total"] == ("shop/abacus.py#add", "shop/cart.py#pay")
    assert notes.take() == {("calls", ALL)}
    assert site.index.calls.callers.get("shop/money.py#rate") is None
    assert "shop/money.py#rate" not in site.index.calls.callers
    assert notes.take() == {("calls", ALL)}


def test_whoever_asks_for_all_is_tied_to_each() -> None:
    manifest = Manifest(states={"names": {"a": b"1", "b": b"1"}})
    manifest.groups["all"] = Group(manifest.number([("names", ALL)]), {})
    assert manifest.outdated({"names": {"b": b"1", "a": b"1"}}, ["all"]) == set()
    for states in ({"a": b"2", "b": b"1"}, {"a": b"1"}, {"a": b"1", "b": b"1", "c": b"1"}, {}):
        assert manifest.outdated({"names": states}, ["all"]) == {"all"}


def test_whoever_asks_where_a_name_is_used_is_noted(tmp_path: Path) -> None:
    site, notes = watch_site(site_of(write(tmp_path, FILES)))
    references, target = site.index.references, "shop/money.py#total"
    ways, places = ("ways", "shop/money.py"), ("places", "shop/money.py")

    def noted(ask: Callable[[], object]) -> set[tuple[str, str]]:
        ask()
        return notes.take() & {ways, places}

    assert noted(lambda: references.count(target)) == {ways}
    assert noted(lambda: [(uses.roles, uses.holders) for uses in references.uses_by_file(target).values()]) == {ways}
    assert noted(lambda: [uses.file for uses in references.uses_by_file(target).values()]) == {ways, places}
    assert noted(lambda: list(references.uses(target))) == {ways, places}
    assert noted(lambda: references.rows_by_file(target)) == {ways, places}


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
