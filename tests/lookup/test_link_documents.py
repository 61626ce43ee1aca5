"""What documents describe and speak of is joined with the index, each place once and in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import write
from timing import cpu_seconds_below

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.lookup import Lookup
from sphinx_kwdocs.lookup.document_links import link_documents
from sphinx_kwdocs.model.documents import (
    Documentation,
    DocumentedObject,
    DocumentFacts,
    Heading,
    Mention,
    Passage,
    Sample,
    SampleName,
    Word,
)
from sphinx_kwdocs.pipeline import build_index

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx_kwdocs.model.index import Index

    Samples = Callable[[str], tuple[tuple[SampleName, ...], ...]]

CART = "shop/cart.py#Cart"
ADD = "shop/cart.py#Cart.add"
HEADINGS = (Heading("", "Guide"), Heading("carts", "Carts"), Heading("more", "More {braces}"))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    files = {
        "shop/__init__.py": "from .cart import Cart\n",
        "shop/cart.py": "class Cart:\n    def add(self): ...\ndef check_out(): ...\n",
        "shop/a/twin_file.py": "def twin_name(): ...\n",
        "shop/b/twin_file.py": "def twin_name(): ...\n",
    }
    return build_index(write(tmp_path_factory.mktemp("shop"), files), Config())


def join(index: Index, documents: Mapping[str, DocumentFacts], samples: Samples = pytest.fail) -> Documentation:
    return link_documents(index, Lookup(index), documents, samples)


def described(name: str, anchor: str, heading: int = 0, kind: str = "class") -> DocumentedObject:
    return DocumentedObject("py", kind, name, anchor, heading)


def test_no_documents_say_nothing(index: Index) -> None:
    assert join(index, {}) == Documentation()


def test_described_objects_are_documented_in_document_order(index: Index) -> None:
    found = join(
        index,
        {
            "guide": DocumentFacts(HEADINGS, objects=(described("shop.Cart", "shop.Cart", 2),)),
            "api": DocumentFacts(
                (Heading("", "API"),),
                objects=(
                    described("shop", "module-shop", kind="module"),
                    described("shop.Cart", "shop.Cart"),
                    described("shop.cart.Cart", "shop.Cart"),
                    described("shop.Cart.add", "shop.Cart.add", kind="method"),
                ),
            ),
        },
    )
    assert found.documented == {
        "shop/__init__.py": (Passage("api", "module-shop", "API", "shop"),),
        CART: (
            Passage("api", "shop.Cart", "API", "shop.Cart"),
            Passage("guide", "shop.Cart", "Guide § More {braces}", "shop.Cart"),
        ),
        ADD: (Passage("api", "shop.Cart.add", "API", "shop.Cart.add"),),
    }
    assert found.described == {
        "api": {"module-shop": "shop/__init__.py", "shop.Cart": CART, "shop.Cart.add": ADD},
        "guide": {"shop.Cart": CART},
    }
    assert found.objects == ()


def test_what_the_repository_does_not_define_is_kept_apart(index: Index) -> None:
    stranger = described("elsewhere.Thing", "elsewhere.Thing", 1)
    command = DocumentedObject("std", "program", "shop", "prog", 0)
    found = join(index, {"guide": DocumentFacts(HEADINGS, objects=(stranger, command))})
    assert found.objects == (
        (stranger, Passage("guide", "elsewhere.Thing", "Guide § Carts", "elsewhere.Thing")),
        (command, Passage("guide", "prog", "Guide", "shop")),
    )
    assert (found.documented, found.described) == ({}, {})


def test_keywords_have_their_places(index: Index) -> None:
    word = Word("concept", "trolley", "kw-trolley", 1)
    found = join(index, {"guide": DocumentFacts(HEADINGS, words=(word,))})
    assert found.words == ((word, Passage("guide", "kw-trolley", "Guide § Carts")),)


def test_each_section_that_speaks_of_something_is_listed_once(index: Index) -> None:
    mentions = (Mention("Cart", 2), Mention("shop.Cart", 2), Mention("Cart", 0), Mention("nonsense", 1))
    found = join(index, {"guide": DocumentFacts(HEADINGS, mentions=mentions)})
    assert found.mentioned == {CART: (Passage("guide", "", "Guide"), Passage("guide", "more", "Guide § More {braces}"))}
    assert found.links == {"guide": {"Cart": CART, "shop.Cart": CART}}


def test_a_section_that_documents_something_does_not_mention_it_besides(index: Index) -> None:
    facts = DocumentFacts(
        HEADINGS, objects=(described("shop.Cart", "shop.Cart", 1),), mentions=(Mention("Cart", 1), Mention("Cart", 2))
    )
    found = join(index, {"guide": facts})
    assert [passage.anchor for passage in found.mentioned[CART]] == ["more"]
    assert found.links == {"guide": {"Cart": CART}}


def test_roles_are_looked_up_as_they_say_and_from_where_they_stand(index: Index) -> None:
    mentions = (
        Mention("add", 0, "sym"),
        Mention("./twin_file.py", 0, "file"),
        Mention("cart.py#L1-L2", 0, "file"),
        Mention("shop/b/", 0, "folder"),
        Mention("/", 0, "folder"),
        Mention("twin_name", 0, "sym"),
        Mention("twin_file.py", 0, "file"),
        Mention("add", 0, "key"),
    )
    facts = DocumentFacts(HEADINGS, mentions=mentions)
    found = link_documents(index, Lookup(index), {"guide": facts}, lambda _: (), "shop/a")
    assert list(found.mentioned) == [ADD, "shop/a/twin_file.py", "shop/cart.py", "shop/b"]
    assert found.links == {}


def test_a_relative_path_leads_nowhere_from_outside_of_the_repository(index: Index) -> None:
    facts = DocumentFacts(HEADINGS, mentions=(Mention("./pyproject.toml", 0, "file"), Mention("./shop", 0, "folder")))
    assert link_documents(index, Lookup(index), {"guide": facts}, lambda _: ()).mentioned == {}


def test_a_reference_in_the_context_of_another_project_mentions_nothing_here(index: Index) -> None:
    mentions = (Mention("Cart", 0, "py", "elsewhere"), Mention("Cart", 1, "py", "shop.cart"))
    found = link_documents(index, Lookup(index), {"guide": DocumentFacts(HEADINGS, mentions=mentions)}, lambda _: ())
    assert [passage.title for passage in found.mentioned[CART]] == ["Guide § Carts"]


def test_names_in_code_are_mentions_too(index: Index) -> None:
    names = (
        (SampleName(1, 0, 4, CART), SampleName(2, 0, 4, "", "os.path")),
        (SampleName(1, 0, 4, "shop/cart.py"), SampleName(1, 5, 9, "gone.py#Gone"), SampleName(1, 10, 14, CART)),
    )
    samples = (Sample("Cart\njoin", 2), Sample("cart Gone Cart", 1))
    found = join(
        index,
        {
            "guide": DocumentFacts(HEADINGS, mentions=(Mention("Cart", 2),), samples=samples),
            "b": DocumentFacts(HEADINGS),
        },
        {"guide": names}.__getitem__,
    )
    assert found.mentioned == {
        CART: (Passage("guide", "carts", "Guide § Carts"), Passage("guide", "more", "Guide § More {braces}")),
        "shop/cart.py": (Passage("guide", "carts", "Guide § Carts"),),
    }
    assert found.samples == {"guide": names}


def test_a_document_without_headings_is_called_by_its_name(index: Index) -> None:
    facts = DocumentFacts((), mentions=(Mention("Cart", 7, "sym"), Mention("Cart", -1, "sym")))
    assert join(index, {"bare": facts}).mentioned == {CART: (Passage("bare", "", "bare"),)}


def test_the_order_in_which_documents_were_read_does_not_matter(index: Index) -> None:
    facts = {name: DocumentFacts(HEADINGS, mentions=(Mention("Cart", 0), Mention("add()", 1))) for name in "abc"}
    backwards = dict(reversed(facts.items()))
    assert repr(join(index, facts)) == repr(join(index, backwards))


def test_many_mentions_take_a_time_that_grows_with_their_number(index: Index) -> None:
    mentions = tuple(Mention(f"Cart.add({number % 50})", number % 3) for number in range(1000))
    facts = {f"doc{number}": DocumentFacts(HEADINGS, mentions=mentions) for number in range(100)}
    with cpu_seconds_below(3):
        found = join(index, facts)
    assert len(found.mentioned[ADD]) == 300
