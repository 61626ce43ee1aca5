"""The choice of a text's keywords among its candidates."""

from __future__ import annotations

from sphinx_kwdocs.linking.terms import choose_terms
from sphinx_kwdocs.model.facts import FileFacts, Term


def text_of(*terms: Term) -> FileFacts:
    return FileFacts("markdown", terms=terms)


def names_of(terms: tuple[Term, ...]) -> list[str]:
    return [term.name for term in terms]


def words(count: int, line: int = 1) -> list[Term]:
    return [Term(f"word {number:03}", (line,), float(count - number)) for number in range(count)]


def test_every_code_term_is_kept_however_light_it_is() -> None:
    code = [Term(f"name_{number:03}", (1,), 0.1, is_code=True) for number in range(200)]
    chosen = choose_terms({"a.md": text_of(*words(100), *code)}, set())
    assert {term for term in chosen["a.md"] if term.is_code} == set(code)


def test_a_short_text_keeps_its_heaviest_words_only() -> None:
    chosen = choose_terms({"a.md": text_of(*words(100))}, set())["a.md"]
    assert names_of(chosen) == [f"word {number:03}" for number in range(16)]


def test_a_longer_text_keeps_more_words_but_never_more_than_sixty() -> None:
    facts = {"a.md": text_of(*words(100, 100)), "b.md": text_of(*words(100, 9000))}
    chosen = choose_terms(facts, set())
    assert [len(chosen[path]) for path in facts] == [26, 60]


def test_a_word_of_every_text_gives_way_to_one_of_this_text_alone() -> None:
    facts = {f"{number}.md": text_of(Term("common", (1,), 9.0), Term(f"own{number}", (1,), 1.0)) for number in range(9)}
    assert names_of(choose_terms(facts, set())["3.md"]) == ["own3"]


def test_in_few_texts_a_common_word_stays() -> None:
    facts = {f"{number}.md": text_of(Term("common", (1,), 9.0)) for number in range(2)}
    assert names_of(choose_terms(facts, set())["1.md"]) == ["common"]


def test_rarity_decides_between_words_of_equal_weight() -> None:
    many = [Term(f"shared{number:02}", (1,), 5.0) for number in range(16)]
    facts = {"a.md": text_of(*many, Term("zebra", (1,), 5.0)), "b.md": text_of(*many)}
    chosen = names_of(choose_terms(facts, set())["a.md"])
    assert "zebra" in chosen
    assert "shared15" not in chosen


def test_a_name_of_a_symbol_is_kept_but_a_common_word_is_not_for_being_one() -> None:
    terms = (*words(40), Term("DataLoader", (1,), 0.1), Term("model", (1,), 0.1))
    chosen = names_of(choose_terms({"a.md": text_of(*terms)}, {"DataLoader", "model"})["a.md"])
    assert "DataLoader" in chosen
    assert "model" not in chosen


def test_identifiers_of_code_pass_unchanged() -> None:
    terms = tuple(Term(f"n{number}", (number,), 1.0, is_code=True) for number in range(1, 300))
    facts = FileFacts("unknown", terms=terms)
    assert choose_terms({"a.zig": facts, "b.md": text_of(Term("n1", (1,)))}, set())["a.zig"] is facts.terms


def test_keywords_are_sorted_without_regard_to_case_and_files_without_any_are_listed() -> None:
    terms = (Term("b", (1,)), Term("A", (1,)), Term("a", (1,)), Term("B", (1,), is_code=True))
    assert choose_terms({"a.md": text_of(*terms), "b.png": FileFacts("")}, set()) == {
        "a.md": (terms[1], terms[2], terms[3], terms[0]),
        "b.png": (),
    }


def test_the_order_of_candidates_does_not_matter() -> None:
    terms = [Term(f"w{number}", (1,), 1.0) for number in range(50)]
    forward = choose_terms({"a.md": text_of(*terms)}, set())
    assert choose_terms({"a.md": text_of(*reversed(terms))}, set()) == forward
