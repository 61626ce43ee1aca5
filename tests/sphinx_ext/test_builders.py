"""Every builder writes what authors asked for and our two documents: nothing lost, nothing left over, no dead link."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from builds import ROOTS, Built, build, inventory, repository, sample, write
from crawl import crawl, parse
from lxml import etree  # type: ignore[import-untyped]
from sphinx.config import Config as SphinxConfig
from timing import cpu_seconds_below

from sphinx_kwdocs.running.time_limit import can_interrupt
from sphinx_kwdocs.sphinx_ext.own.latex import escape_for
from sphinx_kwdocs.translation import use_language

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SETTINGS: Any = {"version": "1", "copyright": "them"}
# Said by the directives of one document and by those of the other; some builders break lines in between.
SHOWN = ["Put an item into the cart", "carts and prices", "public names", "Imports inside src/shop"]
TEXTS = {
    "html": ["written.html", "marked.html", "kwdocs/index.html", "kwdocs/keywords.html"],
    "dirhtml": ["written/index.html", "marked/index.html", "kwdocs/index.html", "kwdocs/keywords/index.html"],
    "singlehtml": ["index.html"],
    "latex": ["authored.tex"],
    "epub": ["written.xhtml", "marked.xhtml", "kwdocs/index.xhtml", "kwdocs/keywords.xhtml"],
    "text": ["written.txt", "marked.txt", "kwdocs/index.txt", "kwdocs/keywords.txt"],
    "man": ["authored.1"],
    "texinfo": ["authored.texi"],
    "xml": ["written.xml", "marked.xml", "kwdocs/index.xml", "kwdocs/keywords.xml"],
    "pseudoxml": ["written.pseudoxml", "marked.pseudoxml", "kwdocs/index.pseudoxml", "kwdocs/keywords.pseudoxml"],
}
WITHOUT_TEXT = ["changes", "dummy", "linkcheck"]
ODD_NAMES: dict[str, Any] = {
    "src/文書.py": '"""説明 of it."""\nimport src.ж\n\ndef λ(x: int) -> str:\n    """Greek 🎉."""\n    return "日本"\n',
    "src/ж.py": "class Größe: pass\n",
    "src/שלום.txt": "x",
    "src/🎉.md": "# 🎉 Party ► Title\n\nWords.\n",
    "src/a\x01b.py": "z = 1\n",
    "src/a_%#&$~^\\{}.py": "w = 1\n",
    "docs/index.rst": "Plain\n=====\n\n.. kw:tree::\n\n.. kw:source:: λ\n\n.. kw:index::\n\n.. kw:graph:: src\n",
}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use_language(None)


def authored(root: Path) -> Path:
    """Make the sample repository with documents that use every role and directive."""
    sample(root)
    shutil.rmtree(root / "docs")
    shutil.copytree(ROOTS / "test-authored" / "docs", root / "docs")
    return root


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return authored(tmp_path_factory.mktemp("authored") / "repo")


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    """Build with every builder, each with doctrees of its own."""
    folder = tmp_path_factory.mktemp("builders")
    names = [*TEXTS, *WITHOUT_TEXT, "gettext"]
    return {name: build(root / "docs", folder / name, name, **SETTINGS) for name in names}


def text_of(built: Built, builder: str) -> str:
    return "\n".join(built.html(name) for name in TEXTS[builder])


def words(text: str) -> str:
    """Return a text without markup and line breaks, so far as the words of a sentence are in need of it."""
    plain = re.sub(r"<[^>]*>|\\sphinxhyphen\{\}|\\", "", text).replace("/{}", "/")
    return " ".join(plain.split())


@pytest.mark.parametrize("builder", [*TEXTS, *WITHOUT_TEXT, "gettext"])
def test_no_builder_warns(built: dict[str, Built], builder: str) -> None:
    assert built[builder].warnings == ""


@pytest.mark.parametrize("builder", TEXTS)
def test_every_builder_shows_what_authors_asked_for(built: dict[str, Built], builder: str) -> None:
    text = words(text_of(built[builder], builder))
    assert [shown for shown in SHOWN if shown not in text] == []
    assert "names at" in text


@pytest.mark.parametrize("builder", TEXTS)
def test_no_builder_writes_what_only_we_understand(built: dict[str, Built], builder: str) -> None:
    text = text_of(built[builder], builder)
    assert not re.search(r"kw_embed|target_link|kw_words|kw_names|made by sphinx-kwdocs from the repository", text)


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_every_link_leads_somewhere(built: dict[str, Built], builder: str) -> None:
    found = crawl(built[builder].out, folder_style=builder == "dirhtml")
    if builder == "singlehtml":
        # Sphinx 9 writes two anchors into its own links, and links to pages that a single page does not have.
        own = "//*[@id='kwdocs-index' or @id='kwdocs-keywords' or contains(@class, 'kw-embed')]//a/@href"
        ours = {str(url) for url in parse(built[builder].out / "index.html").xpath(own)}
        assert len(ours) > 20
        assert [problem for problem in found.broken if re.split("href=| ", problem)[2] in ours] == []
        return
    assert found.broken == []
    assert found.duplicates == []
    assert found.anchors > 20


def test_a_link_checker_has_nothing_to_do_for_our_links(built: dict[str, Built]) -> None:
    assert "broken" not in built["linkcheck"].html("output.json")


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_pictures_are_drawn_in_pages(built: dict[str, Built], builder: str) -> None:
    assert text_of(built[builder], builder).count("<svg") > 3


def test_a_book_for_readers_that_reject_unannounced_pictures_has_lists_instead(built: dict[str, Built]) -> None:
    with zipfile.ZipFile(built["epub"].out / "Authored.epub") as book:
        pages = {name: etree.fromstring(book.read(name)) for name in book.namelist() if name.endswith(".xhtml")}
    assert len(pages) > len(TEXTS["epub"])
    assert not [name for name, page in pages.items() if page.xpath("//*[local-name()='svg']")]
    assert "derives from" in "".join(pages["written.xhtml"].itertext())


@pytest.mark.parametrize("name", ["kwdocs", "code"])
def test_a_book_whose_folder_holds_the_doctrees_gives_no_warning_of_our_files(tmp_path: Path, name: str) -> None:
    root = repository(tmp_path / "repo", {"a.py": "def a(): ...\n"})
    settings = ["-D", "version=1", "-D", "copyright=them", "-D", "epub_exclude_files=authors.odd"]
    # An author leaves a file out as well, which is to stay out.
    write(tmp_path, {"out/authors.odd": "", "plain/authors.odd": ""})

    def warnings(out: str, *more: str) -> list[str]:
        places = [str(root / "docs"), str(tmp_path / out)]
        command = [sys.executable, "-m", "sphinx", "-b", "epub", *settings, *more, *places]
        return subprocess.run(command, check=True, capture_output=True, text=True).stderr.splitlines()

    for _round in range(2):
        # Sphinx warns of its own files there, whoever reads the documents.
        plain = warnings("plain", "-C")
        assert len(plain) > 1
        assert warnings("out", "-D", f"kwdocs_root={name}") == plain
        (root / "docs" / "index.rst").write_text("Tiny\n====\n\nChanged.\n", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "out" / "Tiny.epub") as book:
        assert not [file for file in book.namelist() if "doctree" in file]


def test_an_inventory_of_a_single_page_has_no_pages_that_are_not_there(built: dict[str, Built]) -> None:
    def kinds(builder: str) -> set[str]:
        return {kind for kind in inventory(built[builder]) if kind.startswith("kw:")}

    assert kinds("html") == {"kw:file", "kw:folder", "kw:symbol", "kw:keyword"}
    assert kinds("singlehtml") == {"kw:keyword"}


@pytest.mark.parametrize("builder", ["singlehtml", "latex", "man", "texinfo", "text", "xml"])
def test_signposts_to_pages_that_a_builder_has_not_are_left_out(built: dict[str, Built], builder: str) -> None:
    text = words(text_of(built[builder], builder))
    assert not re.search(r"\bFolder documentation\b|\bAbout this repository\b|\bNavigation</h", text)


@pytest.mark.parametrize("builder", ["latex", "text", "xml"])
def test_the_link_behind_a_folders_description_is_left_out_with_its_page(built: dict[str, Built], builder: str) -> None:
    assert words(text_of(built["html"], "html")).count("the documents below. about") == 1
    text = words(text_of(built[builder], builder))
    assert "documents below." in text
    assert not re.search(r"documents below\. about\b", text)


def test_messages_for_translators_are_those_of_the_author(built: dict[str, Built]) -> None:
    catalogs = sorted(path.name for path in built["gettext"].out.glob("**/*.pot"))
    assert catalogs == ["index.pot", "marked.pot", "written.pot"]
    messages = "".join(built["gettext"].html(name) for name in catalogs)
    assert 'msgid "An author explains how the shop works."' in messages
    assert "Source index" not in messages
    assert "carts and prices" not in messages


@pytest.mark.parametrize("compact", [False, "all"])
def test_catalogs_of_translators_may_be_many_or_one(root: Path, tmp_path: Path, *, compact: bool | str) -> None:
    built = build(root / "docs", tmp_path, "gettext", gettext_compact=compact)
    names = {path.relative_to(built.out).as_posix() for path in built.out.glob("**/*.pot")}
    assert names == ({"all.pot"} if compact else {"index.pot", "marked.pot", "written.pot"})


def test_code_side_by_side_stays_apart_in_plain_text(built: dict[str, Built]) -> None:
    assert '""' not in built["text"].html("written.txt").replace('"""', "")


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a project whose author's words have been translated."""
    docs = authored(tmp_path_factory.mktemp("translated") / "repo") / "docs"
    catalog = Catalog(locale="de")
    catalog.add("An author explains how the shop works.", "Wie der Laden arbeitet.")
    path = docs / "locale" / "de" / "LC_MESSAGES" / "written.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    return docs


@pytest.mark.parametrize("builder", ["html", "latex", "text"])
def test_a_german_project_has_german_words_of_its_author_and_of_ours(
    translated: Path, tmp_path: Path, builder: str
) -> None:
    built = build(translated, tmp_path, builder, language="de", locale_dirs=["locale"], **SETTINGS)
    text = words(text_of(built, builder))
    assert built.warnings == ""
    assert "Wie der Laden arbeitet." in text
    for english in ("An author explains how the shop works", "names at", "public names", "Source index"):
        assert english not in text
    assert "öffentliche" in text
    if builder == "html":
        page = parse(built.out / "kwdocs/src/shop/cart.py_docs.html")
        assert page.get("lang") == "de"
        assert "Klasse" in page.text_content()


def test_a_project_is_english_again_when_its_language_is(translated: Path, tmp_path: Path) -> None:
    german = build(translated, tmp_path, "text", language="de", **SETTINGS)
    assert "öffentliche" in german.html("written.txt")
    assert "Quelltext" in german.html("kwdocs/index.txt")
    english = build(translated, tmp_path, "text", **SETTINGS)
    assert english.warnings == ""
    assert "public names" in english.html("written.txt")
    assert "Source index" in english.html("kwdocs/index.txt")
    assert "names at" in english.html("kwdocs/keywords.txt")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Größe — “naïve” → ½", "Größe — “naïve” → ½"),
        ("文書.py", "\\u6587\\u66f8.py"),
        ("λ ► 🎉", "\\u03bb \\u25ba \\U0001f389"),
        ("e\u0301", "\xe9"),
        ("שלום", "\\u05e9\\u05dc\\u05d5\\u05dd"),
    ],
)
def test_what_it_cannot_set_is_written_as_escapes(text: str, shown: str) -> None:
    assert escape_for(config_of({}))(text) == shown


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"language": "ru"}, "Привет"),
        ({"latex_elements": {"fontenc": r"\usepackage[X2,T1]{fontenc}"}}, "Привет"),
        ({"latex_elements": {"fontenc": r"\usepackage[LGR,T1]{fontenc}"}}, "λόγος"),
        ({"latex_elements": {"preamble": r"\DeclareUnicodeCharacter{25BA}{>}"}}, "►"),
        ({"latex_elements": {"preamble": r"\newunicodechar{λ}{l}"}}, "λ"),
        ({"latex_engine": "xelatex"}, "λ Привет שלום"),
        ({"latex_engine": "xelatex", "language": "zh_CN"}, "文書"),
        ({"latex_engine": "lualatex", "latex_elements": {"fontpkg": r"\setmainfont{Noto}"}}, "文書 🎉"),
        ({"latex_engine": "uplatex", "language": "ja"}, "文書"),
    ],
)
def test_what_an_author_has_made_possible_stays(settings: dict[str, Any], text: str) -> None:
    assert escape_for(config_of(settings))(text) == text


def test_fonts_without_pictures_get_escapes_too() -> None:
    assert escape_for(config_of({"latex_engine": "xelatex"}))("a文🎉") == "a\\u6587\\U0001f389"


def config_of(settings: dict[str, Any]) -> SphinxConfig:
    given = {"latex_engine": "pdflatex", "latex_elements": {}, "language": "en"} | settings
    config = SphinxConfig({}, given)
    config.add("latex_engine", "pdflatex", "", ())
    config.add("latex_elements", {}, "", ())
    return config


def test_only_what_is_ours_is_escaped(tmp_path: Path) -> None:
    files = ODD_NAMES | {"docs/index.rst": "Λόγος\n=====\n\nIt is ``λ``.\n\n.. kw:source:: λ\n"}
    tex = build(repository(tmp_path / "repo", files) / "docs", tmp_path / "out", "latex").html("tiny.tex")
    assert "It is \\sphinxcode{\\sphinxupquote{λ}}" in tex
    assert re.search(r"\\PYGZbs\{\}\}?(\\PYG\{\w+\}\{)?u03bb", tex)
    assert "文書" not in tex


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="needs LaTeX")
def test_it_sets_a_repository_of_names_in_every_script(tmp_path: Path) -> None:
    built = build(repository(tmp_path / "repo", ODD_NAMES) / "docs", tmp_path / "out", "latex")
    assert built.warnings == ""
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "tiny.tex"]
    for _turn in range(2):
        done = subprocess.run(command, cwd=built.out, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
    log = (built.out / "tiny.log").read_text(encoding="utf-8", errors="replace")
    assert "undefined" not in log
    assert "Overfull \\hbox" not in log


def test_tables_wider_than_the_page_get_widths_in_which_names_fit(tmp_path: Path) -> None:
    files = {
        "docs/index.rst": "T\n=\n\n.. kw:index::\n",
        "a.py": f'def a_function_of_some_name():\n    """{"Long " * 30}."""\n',
    }
    tex = build(repository(tmp_path / "repo", files) / "docs", tmp_path / "out", "latex").html("tiny.tex")
    widths = [int(width) for width in re.findall(r"\\X\{(\d+)\}\{\d+\}", tex.partition("\\chapter")[0])]
    assert len(widths) == 4
    assert widths[0] > len("a_function_of_some_name")
    assert widths[3] == max(widths)


def test_a_place_in_a_book_is_seen_from_its_own_document(tmp_path: Path) -> None:
    files: dict[str, Any] = {
        "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   deep/page\n",
        "docs/deep/page.rst": "Page\n====\n\n.. kw:source:: ./near.py\n",
        "docs/deep/near.py": "NEAR = 1\n",
        "docs/near.py": "FAR = 1\n",
    }
    root = repository(tmp_path / "repo", files)
    for builder, name in (("html", "deep/page.html"), ("latex", "tiny.tex"), ("singlehtml", "index.html")):
        built = build(root / "docs", tmp_path / builder, builder)
        assert built.warnings == ""
        shown = re.sub(r"<[^>]*>|\\PYG\{[\w+]+\}|\\PYGZ\w+|[{}]", "", built.html(name))
        assert "NEAR = 1" in shown, builder
        assert "FAR = 1" not in shown, builder


def test_builders_that_share_what_was_read_write_what_each_writes_alone(
    root: Path, built: dict[str, Built], tmp_path: Path
) -> None:
    for builder in ("text", "html", "xml", "text"):
        shared = build(root / "docs", tmp_path, builder, **SETTINGS)
        assert shared.warnings == ""
        if builder != "html":
            assert text_of(shared, builder) == text_of(built[builder], builder)
    assert text_of(build(root / "docs", tmp_path, "html", **SETTINGS), "html") == text_of(built["html"], "html")


@pytest.mark.skipif(not can_interrupt(), reason="this system has no alarm")
def test_source_whose_colours_would_take_for_ever_has_none_in_a_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sphinx_kwdocs.render.source.LONGEST_TIME_FOR_PYGMENTS", 0.3)
    source = '"' + "\\" * 82 + "a\n"
    files = {"evil.chpl": source, "docs/index.rst": "Plain\n=====\n\n.. kw:source:: evil.chpl\n"}
    with cpu_seconds_below(20):
        built = build(repository(tmp_path / "repo", files) / "docs", tmp_path / "out", "latex")
    assert built.warnings == ""
    assert any("PYGZbs" in path.read_text(encoding="utf-8") for path in built.out.glob("*.tex"))
