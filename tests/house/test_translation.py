"""The words of pages in other languages: catalogs are complete and up to date, and pages are written in them."""

from __future__ import annotations

import ast
import gettext
import html
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from builds import all_pages, publication_of, site_of, write
from page_contents import titles

from sphinx_kwdocs.config import read_config
from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Code, Link
from sphinx_kwdocs.model.page import Target
from sphinx_kwdocs.model.vocabulary import ROLE_WORDS
from sphinx_kwdocs.pages import PAGE_FORMS, Latest, build_page
from sphinx_kwdocs.pages._phrases_and_links import numbered_lines, sentence
from sphinx_kwdocs.publish import render_page
from sphinx_kwdocs.translation import CATALOG, LOCALE_DIR, _, lowered, use_language
from sphinx_kwdocs.wording import count, count_kind, in_digits, size_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

    from sphinx_kwdocs.pages import Site

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "sphinx_kwdocs"
LANGUAGES = sorted(path.name for path in LOCALE_DIR.iterdir() if path.is_dir())
CALLS = {"_", "N_", "NN_", "ngettext", "pgettext"}
CART = "src/shop/cart.py"
# Words of every kind of page, each of which stands in the English pages of the sample repository.
ENGLISH = [
    "File Metadata", "File Purpose", "Original Source", "High-Level Overview", "The file has", "Public names",
    "Code Structure", "Architecture & Design", "Dependencies", "Standard library", "Third party", "Related Files",
    "Cross-References", "Imported by", "Used by", "named after it", "Keyword index", "Folder", "Uses",
    "Keywords Extracted", "Keyword → Section Map", "No keywords were found", "overridden by", "Classes", "Methods",
    "Names on this page", "no use of it is known", "on line", "lines", "uses", "files", "method", "attribute", "import",
    "Contents Overview", "Key Concepts", "Important Files", "Working with This Folder", "Parent", "Description",
    "Every file, folder and name", "Keywords from A to Z", "names at", "Diagnostics", "Meaning", "Binary file",
    "Symbolic link", "Python source", "bytes", "directly inside", "Scope", "Link to this heading", "Breadcrumbs",
    "On this page", "this file", "a test", "(by name)", "mention",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use_language(None)


@pytest.fixture(scope="module")
def template() -> Catalog:
    with (LOCALE_DIR / f"{CATALOG}.pot").open("rb") as file:
        return read_po(file)


def catalog_path(language: str, ending: str) -> Path:
    return LOCALE_DIR / language / "LC_MESSAGES" / f"{CATALOG}.{ending}"


def catalog(language: str) -> Catalog:
    with catalog_path(language, "po").open("rb") as file:
        return read_po(file, locale=language)


def messages(found: Catalog) -> dict[tuple[object, object], Message]:
    return {(message.context, message.id): message for message in found if message.id}


def places(text: str) -> list[str]:
    return sorted(name for _text, name, *_rest in Formatter().parse(text) if name is not None)


def forms(words: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ())


def seen_words(site: Site) -> str:
    """Return all that a reader of a site's pages sees and hears, without the text of the repository's own files."""
    publication = publication_of(site)
    bodies = "\n".join(render_page(publication, key).body for key in all_pages(site))
    for unseen in (r"<pre>.*?</pre>", r"<code.*?</code>", r"<(?!/?(?:nav|a)\b)[^>]*>", r' (?:href|class|id)="[^"]*"'):
        bodies = re.sub(unseen, " ", bodies, flags=re.DOTALL)
    return html.unescape(bodies)


def has_words(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def test_the_template_has_exactly_the_messages_of_the_code(template: Catalog) -> None:
    # The gathering is the one of `make messages`, whose keywords are declared there.
    declared = re.search(r"^MESSAGE_KEYWORDS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert declared
    code = Catalog()
    for _file, _line, message, comments, context in extract_from_dir(
        PACKAGE, keywords=parse_keywords(declared[1].split()), comment_tags=("Translators:",)
    ):
        code.add(message, auto_comments=comments, context=context)
    assert len(messages(code)) > 300
    assert messages(template).keys() == messages(code).keys(), "run `make messages`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_translates_every_message_and_keeps_its_places(language: str, template: Catalog) -> None:
    translated = messages(catalog(language))
    assert translated.keys() == messages(template).keys(), "run `make messages`"
    assert [message.id for message in translated.values() if not all(forms(message.string) or [""])] == []
    assert [message.id for message in translated.values() if message.fuzzy] == []
    # A form for one may leave its number out, but none may name a place that the code does not fill.
    wrong = [
        (message.id, form)
        for message in translated.values()
        for form in forms(message.string)
        if places(form) != places(forms(message.id)[-1])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_compiled_catalog_is_up_to_date(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, catalog(language))
    compiled.seek(0)
    with catalog_path(language, "mo").open("rb") as file:
        shipped, wanted = gettext.GNUTranslations(file), gettext.GNUTranslations(compiled)
    assert without_header(shipped) == without_header(wanted), "run `make messages`"


def without_header(found: gettext.GNUTranslations) -> dict[object, str]:
    return {key: text for key, text in vars(found)["_catalog"].items() if key}


@pytest.mark.once
def test_messages_are_written_where_they_are_found_by_every_version_of_python() -> None:
    # What stands inside an f-string is gathered by some versions only, and what is put together by none.
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
            wrong += [f"{path.name}:{call.lineno}" for call in calls_in(text, CALLS) if has_text(call)]
        for call in calls_in(tree, CALLS):
            wrong += [f"{path.name}:{call.lineno}" for part in call.args if isinstance(part, ast.JoinedStr)]
    assert wrong == []


def calls_in(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def has_text(call: ast.Call) -> bool:
    return any(isinstance(part, ast.Constant) for part in call.args)


def test_everything_that_is_counted_has_words_for_one_and_for_several() -> None:
    counted = {
        str(call.args[1].value)
        for path in PACKAGE.rglob("*.py")
        for call in calls_in(ast.parse(path.read_text(encoding="utf-8")), {"count"})
        if len(call.args) == 2 and isinstance(call.args[1], ast.Constant)
    }
    assert {"file", "use", "more line"} <= counted
    for noun in sorted({*counted, *ROLE_WORDS}):
        assert count(1, noun) != count(2, noun).replace("2", "1"), noun
    for kind in all_kinds().values():
        assert count_kind(1, kind) != count_kind(2, kind).replace("2", "1"), kind
    kind = all_kinds()["class"]
    assert [count_kind(number, kind) for number in (0, 1, 1204)] == [
        "0 classes",
        "1 class",
        "1,204 classes",
    ]


def test_a_german_site_has_no_english_words(sample_site: Site) -> None:
    english = seen_words(replace(sample_site, sections=Latest()))
    use_language("de")
    german = seen_words(replace(sample_site, sections=Latest()))
    assert [words for words in ENGLISH if not has_words(english, words)] == []
    assert [words for words in ENGLISH if has_words(german, words)] == []
    assert has_words(german, "Link zu dieser Überschrift")


def test_headings_are_translated_while_addresses_stay(sample_site: Site) -> None:
    english = build_page(replace(sample_site, sections=Latest()), Target("docs", CART))
    use_language("de")
    german = build_page(replace(sample_site, sections=Latest()), Target("docs", CART))
    assert titles(german)[:3] == ["Metadaten der Datei", "Zweck der Datei", "Originalquelltext"]
    assert [section.anchor for section in german.sections] == [section.anchor for section in english.sections]
    assert german.title == f"{CART} – Dokumentation"  # noqa: RUF001  a title's dash
    assert english.title == f"{CART} – documentation"  # noqa: RUF001
    assert [tab.text for tab in german.tabs] == ["Dokumentation", "Schlüsselwortverzeichnis", "Verwendungen", "Ordner"]


@pytest.mark.parametrize("language", ["de", "de_AT", "de-CH", "de_DE"])
def test_a_variant_of_a_language_uses_its_catalog(language: str) -> None:
    use_language(language)
    assert _("Keywords") == "Schlüsselwörter"
    assert lowered("Ordner, Teil 2") == "Ordner, Teil 2"


@pytest.mark.parametrize("language", [None, "", "en", "en_GB", "xx", "../de", "d"])
def test_without_a_catalog_words_are_english(language: str | None) -> None:
    use_language("de")
    use_language(language)
    assert (_("Keywords"), count(1204, "use"), in_digits(1204)) == ("Keywords", "1,204 uses", "1,204")
    assert (size_in_words(3411), lowered("Keyword index")) == ("3,411 bytes (3.33 KB)", "keyword index")


def test_numbers_are_written_as_the_language_does() -> None:
    use_language("de")
    assert [count(number, "use") for number in (0, 1, 1204)] == ["0 Verwendungen", "1 Verwendung", "1.204 Verwendungen"]
    assert (in_digits(1234567), size_in_words(3411)) == ("1.234.567", "3.411 Byte (3,33 KB)")


def test_a_sentence_takes_its_pieces_in_the_order_of_the_translation() -> None:
    link, code = Link(Target("docs", "a.py"), "a.py"), Code("{b}")
    assert sentence("{file} has {names}.", file=link, names=(code, ", ", "{c}")) == (
        link, " has ", code, ", ", "{c}", ".",
    )  # fmt: skip
    assert sentence("{names} in {file}", file=link, names=(code,)) == (code, " in ", link)
    use_language("de")
    assert numbered_lines("a.py", [3])[0] == "Zeile "
    assert numbered_lines("a.py", [3, 1])[0] == "Zeilen "


@pytest.mark.parametrize("words", [form.heading for form in PAGE_FORMS.values()])
def test_every_kind_of_page_has_a_german_heading(words: str, template: Catalog) -> None:
    assert (None, words) in messages(template)


def test_braces_in_a_repository_are_not_taken_for_places(tmp_path: Path) -> None:
    files = {
        "{a}/{0}.py": 'class A:\n    """{x} {}."""\n\n\nclass B(A): ...\n',
        "tests/test_{b}.py": "# {c}\n",
        "{a}/README.md": "# {d}\n\nThe `A` of `{e}`.\n",
    }
    site = site_of(write(tmp_path, files))
    use_language("de")
    pages = all_pages(site)
    assert Target("docs", "{a}/{0}.py") in pages
    assert has_words(seen_words(site), "Klasse")


def test_a_setting_that_cannot_be_used_is_said_in_the_projects_language() -> None:
    use_language("de")
    said: list[str] = []
    read_config({"navigation": "no"}, lambda _subtype, message: said.append(message))
    assert said == ["kwdocs_navigation ist 'no', muss aber Folgendes sein: True oder False; verwendet wird True"]
