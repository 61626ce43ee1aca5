"""What files say, on its way from who reads them to who links them."""

import pickle

from sphinx_kwdocs.extraction import extract_facts
from sphinx_kwdocs.known_facts import KnownFacts, Packed, pack
from sphinx_kwdocs.no_store import NO_STORE


def _nothing(path: str, key: str) -> Packed | None:
    del path, key
    return None


def test_code_that_was_made_here_is_not_sent_to_another_process() -> None:
    packed = pack(extract_facts("a.py", "x = 1\n"))
    assert packed.made is not None
    assert pickle.loads(pickle.dumps(packed)) == packed._replace(made=None)  # noqa: S301  our own


def test_code_is_given_as_it_was_made_once_and_then_as_it_is_kept() -> None:
    packed = pack(extract_facts("a.py", "x = 1\n"))
    known = KnownFacts(NO_STORE, _nothing)
    known.add("key", packed)
    first, second = known.code("a.py", "key"), known.code("a.py", "key")
    assert first is packed.made
    assert second == first
    assert second is not first


def test_code_that_was_let_go_is_found_out_again() -> None:
    known = KnownFacts(NO_STORE, _nothing)
    known.add("key", pack(extract_facts("a.py", "x = 1\n")))
    known.forget()
    assert known.code("a.py", "key") is None
