"""What files say, on its way from who reads them to who links them."""

import pickle

from sphinx_kwdocs.languages.python import LANGUAGE
from sphinx_kwdocs.linking.python.linker import PythonLinker
from sphinx_kwdocs.memory.facts import EncodedFacts, FactsCache, encode_file
from sphinx_kwdocs.memory.null_store import NULL_STORE
from sphinx_kwdocs.reading.extraction import extract_facts


def _nothing(path: str, key: str) -> EncodedFacts | None:
    del path, key
    return None


def encoded_file() -> EncodedFacts:
    """Return what a file of one line says."""
    return encode_file(extract_facts("a.py", "x = 1\n", LANGUAGE), LANGUAGE, PythonLinker())


def test_code_that_was_made_here_is_not_sent_to_another_process() -> None:
    encoded = encoded_file()
    assert encoded.made is not None
    assert pickle.loads(pickle.dumps(encoded)) == encoded._replace(made=None)  # noqa: S301  our own


def test_code_is_given_as_it_was_made_once_and_then_as_it_is_kept() -> None:
    encoded = encoded_file()
    known = FactsCache(NULL_STORE, _nothing)
    known.add("key", encoded)
    first, second = known.code("a.py", "key", LANGUAGE), known.code("a.py", "key", LANGUAGE)
    assert first is encoded.made
    assert second == first
    assert second is not first


def test_code_that_was_let_go_is_found_out_again() -> None:
    known = FactsCache(NULL_STORE, _nothing)
    known.add("key", encoded_file())
    known.forget()
    assert known.code("a.py", "key", LANGUAGE) is None
