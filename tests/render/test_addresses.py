"""Addresses are a contract: one for each page, none twice on any file system, in both styles of sites."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.pages import PAGE_FORMS
from sphinx_kwdocs.render._safe_names import end_mark, safe_address
from sphinx_kwdocs.render.addresses import assign_addresses
from sphinx_kwdocs.render.urls import Urls

if TYPE_CHECKING:
    from collections.abc import Iterable

TRICKY = st.sampled_from((
    "a", "A", "a_docs", "a_kw", "a_xref", "a_xref-2", "index", "INDEX", "doc", "sub", "keywords",
    "index.html", "index.js", "a_docs.html",
    "a#b", "a_b", "~2", "index~2", "x" * 250, "X" * 250, "x" * 236, "\u00e9" * 120, "\udcff", "\ufffd",
    "\u0130", "i\u0307", "ß", "ss", "\u00e9", "e\u0301", ".github", "dot~.github", "..", ".a", "dot~.a", "aux",
    "AUX.py", "aux~.py", "aux~", "con ", "COM1.x", "a.", "a ", "a.~", "a ~", "a'", "a~27", "a~7e27", "a~", "a~7e", "~",
    "~.", "\u2028", "a\udce9", "a~e9", "\u202e", "index.html~", "$a", "a;b", "a&b", "\\", "\x7f",
))  # fmt: skip
ANY = st.text(st.characters(exclude_characters="/\0", categories=None, codec="utf-8"), min_size=1, max_size=40)
NAME = (TRICKY | ANY).filter(lambda name: name not in {".", ".."})
PATHS = st.lists(st.lists(NAME, min_size=1, max_size=5).map("/".join), min_size=1, max_size=12)


# Written down apart from the code that is tested.
FORBIDDEN = re.compile(r"""[\x00-\x1f\x7f-\x9f"'<>&`\\|?*:#%$=;\u2028-\u202e\u2066-\u2069]""")
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$) *(\.|$)", re.IGNORECASE)


def keys_of(paths: Iterable[str]) -> list[Target]:
    """Name the pages of a repository with these files."""
    paths = sorted(set(paths))
    folders = {""}
    for path in paths:
        while path := path.rpartition("/")[0]:
            folders.add(path)
    files = [path for path in paths if path not in folders]
    return [
        Target("keywords"), Target("keywords", part=1), Target("diagnostics"),
        *(Target(kind, path) for kind in ("index", "doc", "sub") for path in sorted(folders)),
        *(Target(kind, path) for kind in ("docs", "kw") for path in files),
        *(Target("xref", path, part=part) for path in files for part in range(2)),
    ]  # fmt: skip


def written_files(addresses: dict[Target, str], *, folder_style: bool) -> list[str]:
    names = []
    for key, address in addresses.items():
        is_index = address == "index" or address.endswith("/index")
        names.append(f"{address}/index.html" if folder_style and not is_index else f"{address}.html")
        if key.kind == "index":
            names.append(f"{address}.js")
    return names


@given(PATHS)
@settings(max_examples=300, deadline=None)
@pytest.mark.once
def test_no_two_pages_are_written_to_the_same_place(paths: list[str]) -> None:
    keys = keys_of(paths)
    addresses = dict(assign_addresses(keys))
    assert set(addresses) == set(keys)
    for folder_style in (False, True):
        names = written_files(addresses, folder_style=folder_style)
        folded = [normalize("NFC", name.casefold()) for name in names]
        assert len(set(folded)) == len(names)
        folders = {"/".join(name.split("/")[:depth]) for name in folded for depth in range(1, name.count("/") + 1)}
        assert not folders & set(folded)
        for name in names:
            name.encode("utf-8")
            assert all(0 < len(part.encode()) <= 255 for part in name.split("/"))
            assert not {".", ".."} & set(name.split("/"))
            for part in name.split("/"):
                assert not FORBIDDEN.search(part), part
                assert not DEVICE.match(part), part
                assert not part.startswith("."), part
                assert not part.endswith((".", " ")), part
            assert len(name.encode()) < 1_000


@given(PATHS)
@settings(max_examples=100, deadline=None)
def test_every_page_links_to_every_other_by_a_relative_url(paths: list[str]) -> None:
    addresses = dict(assign_addresses(keys_of(paths)))
    urls = Urls(addresses)
    for key in list(addresses)[:6]:
        seen = urls.seen_from(key)
        for other in addresses:
            url = seen(other)
            assert url.isascii()
            assert not set(url) & set("\"'<>& \n\\")
            assert not url.startswith("/")


@given(st.lists(NAME, min_size=1, max_size=3).map("/".join), st.lists(NAME, min_size=1, max_size=3).map("/".join))
@settings(max_examples=500, deadline=None)
def test_different_paths_have_different_addresses_whatever_else_there_is(one: str, other: str) -> None:
    # That files and folders are apart is told by what follows the path.
    addresses = [safe_address(f"{path}_docs") for path in (one, other)]
    assert (addresses[0] == addresses[1]) == (one == other)
    folders = [safe_address(f"{path}/index").removesuffix("/index") for path in (one, other)]
    marked = ["/".join(part + end_mark(part) for part in folder.split("/")) for folder in folders]
    assert (marked[0] == marked[1]) == (one == other)


ORDINARY = [
    "src/measures/shapes.py", "README.md", "__init__.py", "_private/a.py", "a b/Release notes.txt", "c++/x.cc",
    "@types/x.d.ts", "(group)/[slug]/page.tsx", "{{cookiecutter.slug}}/setup.py", "a,b!.txt", "foo.py~", "a^b",
    "\u4e2d\u6587/\u00fcber.md", "\u0928\u094d\u200d\u092f.md", "\U0001f389.py", "com10.py", "console.py", "dot.py",
    "auxiliary/nullable.py", "x.aux", "v1.0/a.b.c",
]  # fmt: skip


@pytest.mark.parametrize("path", ORDINARY)
def test_an_ordinary_name_is_its_address(path: str) -> None:
    key = Target("docs", path)
    assert assign_addresses([key])[key] == f"{path}_docs"


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (".github/workflows/ci.yml", "dot~.github/workflows/ci.yml_docs"),
        (".gitignore", "dot~.gitignore_docs"),
        ("a';alert(1);'.py", "a~27~3balert(1)~3b~27.py_docs"),
        ("a#b?c%d", "a~23b~3fc~25d_docs"),
        ("aux.py", "aux~.py_docs"),
        ("con/nul", "con~/nul_docs"),
        ("a./b /c", "a.~/b ~/c_docs"),
        ("a~27", "a~7e27_docs"),
        ("bad\udcff", "bad~ff_docs"),
        ("\u202eevil", "~e2~80~aeevil_docs"),
        ("index.html/x", "index.html~/x_docs"),
    ],
)
def test_other_names_are_escaped_as_the_contract_says(path: str, address: str) -> None:
    key = Target("docs", path)
    assert assign_addresses([key])[key] == address


def test_addresses_are_those_of_the_contract() -> None:
    addresses = assign_addresses(keys_of(["src/shop/cart.py", "README.md"]))
    assert addresses[Target("docs", "src/shop/cart.py")] == "src/shop/cart.py_docs"
    assert addresses[Target("kw", "README.md")] == "README.md_kw"
    assert addresses[Target("xref", "src/shop/cart.py")] == "src/shop/cart.py_xref"
    assert addresses[Target("xref", "src/shop/cart.py", part=1)] == "src/shop/cart.py_xref-2"
    assert addresses[Target("index", "src")] == "src/index"
    assert addresses[Target("doc", "src/shop")] == "src/shop/doc"
    assert addresses[Target("sub")] == "sub"
    assert addresses[Target("index")] == "index"
    assert addresses[Target("keywords")] == "keywords"
    assert addresses[Target("keywords", part=1)] == "keywords-1"


def test_a_page_about_a_file_or_folder_always_has_its_path_in_its_address() -> None:
    for form in PAGE_FORMS.values():
        for part in (0, 1):
            key = Target(form.name, "" if form.scope == "site" else "some/path", part=part)
            address = assign_addresses([key])[key]
            assert address.startswith("some/path") == (form.scope != "site"), form
            assert form.name in address


def test_the_entry_page_and_the_keywords_keep_their_addresses_whatever_the_folders_are_called() -> None:
    addresses = assign_addresses(keys_of(["index/x", "keywords/x", "Keywords/y", "doc/x", "diagnostics/x"]))
    assert addresses[Target("index")] == "index"
    assert addresses[Target("keywords")] == "keywords"


def test_an_address_does_not_depend_on_files_that_do_not_meet_it() -> None:
    few = assign_addresses(keys_of(["a.py", "A.py"]))
    many = assign_addresses(keys_of(["a.py", "A.py", "b.py", "c/a.py", "a.pyx"]))
    assert {key: many[key] for key in few} == few


@pytest.mark.parametrize("length", [200, 236, 250])
def test_a_long_name_keeps_its_beginning(length: int) -> None:
    name = "n" * length
    address = assign_addresses([Target("docs", name)])[Target("docs", name)]
    assert address.startswith("n" * 200)
    assert len(address) <= 240
