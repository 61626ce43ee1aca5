"""What stands between Sphinx and its methods does what it is named for; tests lean on what the patches lean on."""

from __future__ import annotations

import ast
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.project import Project
from sphinx.search import IndexBuilder
from sphinx.testing.util import SphinxTestApp

from sphinx_kwdocs.sphinx_ext import patches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

PACKAGE = Path(patches.__file__).parent
INDEX = "Tiny\n====\n\nUmbrella.\n\n.. code-block:: python\n\n   answer = 42\n\n.. py:function:: area\n"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[SphinxTestApp]:
    """Make an application without our extension."""
    source = tmp_path / "docs"
    source.mkdir()
    (source / "conf.py").write_text("", encoding="utf-8")
    (source / "index.rst").write_text(INDEX, encoding="utf-8")
    made = SphinxTestApp("html", srcdir=source, builddir=tmp_path / "build")
    yield made
    made.cleanup()


def html_builder(app: SphinxTestApp) -> Any:  # noqa: ANN401  that of HTML, which Sphinx's types do not say
    return app.builder


def output(app: SphinxTestApp, name: str) -> Path:
    return Path(app.outdir, name)


def test_it_is_noted_when_all_is_to_be_written_and_for_how_long(app: SphinxTestApp) -> None:
    noted: list[object] = []
    patches.note_when_all_is_asked_for(app.builder, noted.append)
    app.connect("env-updated", lambda *_: noted.append("reads"))
    app.build(force_all=True)
    assert noted == [True, "reads", False]
    app.build()
    assert noted == [True, "reads", False, "reads"]


def test_the_documents_that_are_written_are_named_before_the_first_of_them_is(app: SphinxTestApp) -> None:
    named: list[tuple[set[str], bool]] = []

    def note(docnames: AbstractSet[str]) -> None:
        named.append((set(docnames), output(app, "index.html").exists()))

    patches.call_before_writing(app.builder, note)
    app.build()
    assert named == [({"index"}, False)]
    assert output(app, "index.html").exists()


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_search_index_that_is_kept_is_neither_read_nor_written(
    app: SphinxTestApp, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    app.build()
    read: list[str] = []
    monkeypatch.setattr(IndexBuilder, "load", lambda _self, stream, _format: read.append(stream.read()))
    file = output(app, "searchindex.js")
    file.write_text("mine", encoding="utf-8")
    Path(app.srcdir, "index.rst").write_text(f"{INDEX}\nMore.\n", encoding="utf-8")
    patches.keep_search_index(html_builder(app), lambda: is_kept)
    app.build()
    assert read == ([] if is_kept else ["mine"])
    assert (file.read_text(encoding="utf-8") == "mine") is is_kept


@pytest.mark.parametrize("is_written", [True, False])
def test_an_inventory_is_written_if_somebody_says_so(app: SphinxTestApp, is_written: bool) -> None:
    def write(dump: Callable[[], None]) -> None:
        assert not output(app, "objects.inv").exists()
        if is_written:
            dump()

    patches.write_inventory_through(html_builder(app), write)
    app.build()
    assert output(app, "objects.inv").exists() is is_written


def test_a_page_that_is_no_document_stays_in_the_search_and_no_word_of_what_is_gone_does(app: SphinxTestApp) -> None:
    def feed(app: Any) -> tuple[()]:  # noqa: ANN401  see `html_builder`
        indexer = app.builder.indexer
        for name, text in (("own/page", "parasol"), ("own/gone", "password")):
            document = new_document("")
            document += nodes.title("", f"Heading{text}")
            document += nodes.paragraph(text, text)
            # Sphinx finds no page for the entry of one that is gone, and fails.
            document += addnodes.index(entries=[("single", f"entry of {text}", "", "", None)])
            indexer.feed(name, "", f"title{text}", document)
        patches.keep_pages_in_search(indexer, {"own/page"})
        return ()

    app.connect("html-collect-pages", feed)
    app.build()
    written = output(app, "searchindex.js").read_text(encoding="utf-8")
    assert "own/page" in written
    assert "entry of parasol" in written
    indexer = html_builder(app).indexer
    assert sorted(indexer._index_entries) == ["index", "own/page"]  # noqa: SLF001  what we lean on
    assert {"umbrella", "parasol"} <= set(indexer._mapping)  # noqa: SLF001  what we lean on
    assert "tini" in indexer._title_mapping  # noqa: SLF001
    assert "password" not in written


def test_the_search_asks_domains_for_their_objects_within_the_context(
    app: SphinxTestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    within: list[bool] = []
    asked: list[bool] = []

    @contextmanager
    def context() -> Iterator[None]:
        within.append(True)
        yield
        within.clear()

    def freeze(app: Any) -> tuple[()]:  # noqa: ANN401  see `html_builder`
        patches.freeze_search_within(app.builder.indexer, context)
        domain = app.env.get_domain("py")
        objects = domain.get_objects
        monkeypatch.setattr(domain, "get_objects", lambda: asked.append(bool(within)) or objects())
        return ()

    app.connect("html-collect-pages", freeze)
    app.build()
    # Besides, the inventory asks once.
    assert sorted(set(asked)) == [False, True]
    assert not within
    assert "area" in output(app, "searchindex.js").read_text(encoding="utf-8")


def test_what_is_made_of_a_block_of_code_can_be_changed_by_its_node(app: SphinxTestApp) -> None:
    def change(html: str, node: object) -> str:
        assert isinstance(node, nodes.literal_block)
        return html.replace("42", f"42<!-- {node['language']} -->")

    patches.change_highlighted_blocks(app.builder, change)
    app.build()
    assert "42<!-- python -->" in output(app, "index.html").read_text(encoding="utf-8")


def test_a_builder_without_a_highlighter_is_left_alone(app: SphinxTestApp) -> None:
    del html_builder(app).highlighter
    patches.change_highlighted_blocks(app.builder, lambda html, _node: html)
    assert not hasattr(app.builder, "highlighter")


def test_a_page_can_be_changed_after_the_theme_has_made_it(app: SphinxTestApp) -> None:
    patches.change_rendered_pages(html_builder(app), lambda page: f"{page}<!-- changed -->")
    app.build()
    page = output(app, "index.html").read_text(encoding="utf-8")
    assert page.endswith("<!-- changed -->")
    assert "Umbrella" in page


def test_listeners_are_replaced_in_their_places(app: SphinxTestApp) -> None:
    called: list[str] = []
    later = app.connect("env-updated", lambda *_: called.append("later"), priority=700)
    app.connect("env-updated", lambda *_: called.append("sooner"), priority=300)
    handlers: list[object] = []

    def replacement(handler: Callable[..., object]) -> Callable[..., object] | None:
        if handler.__module__ != __name__:
            return None
        handlers.append(handler)
        number = len(handlers)
        return lambda *_: called.append(f"number {number}")

    patches.replace_listeners(app.events, "env-updated", replacement)
    app.build()
    assert called == ["number 1", "number 2"]
    # Whoever connected them can still take them away.
    app.disconnect(later)
    app.build()
    assert called == ["number 1", "number 2", "number 1"]
    patches.replace_listeners(app.events, "no-such-event", replacement)


def test_the_context_of_a_page_shows_the_files_that_are_added_meanwhile(app: SphinxTestApp) -> None:
    shown: list[bool] = []

    def add(app: Any, _name: str, _template: str, context: dict[str, Any], _doctree: object) -> None:  # noqa: ANN401
        # That is how Sphinx has it, and how a copy of its context is to be again.
        shown.append(context["css_files"] is app.builder._css_files)  # noqa: SLF001  what we lean on
        shown.append(context["script_files"] is app.builder._js_files)  # noqa: SLF001
        copied = {key: list(context[key]) for key in ("css_files", "script_files")}
        patches.show_added_files(app.builder, copied)
        app.add_css_file("added.css")
        app.add_js_file("added.js")
        names = [str(file.filename) for key in copied for file in copied[key]]
        shown.append(any("added.css" in name for name in names) and any("added.js" in name for name in names))

    app.connect("html-page-context", add)
    app.build()
    assert shown
    assert all(shown)


def test_documents_outside_of_the_source_folder_are_known(tmp_path: Path) -> None:
    project = Project(tmp_path, {".rst": "restructuredtext"})
    patches.add_documents(project, {"kwdocs/index": tmp_path / "elsewhere" / "stub.kwdocs"})
    assert isinstance(project._docname_to_path, dict)  # noqa: SLF001  this test names what we lean on
    assert "kwdocs/index" in project.docnames
    assert Path(project.doc2path("kwdocs/index", True)) == tmp_path / "elsewhere" / "stub.kwdocs"


SPHINX_OBJECTS = {"app", "builder", "env", "indexer", "project", "highlighter", "templates", "events", "patched"}
"""How variables are called that hold an object of Sphinx."""
ASKED_FOR = {"settings.py getattr(app.config, '_raw_config', {})"}
"""What is read beside the patches: it only helps to name a misspelt setting, and nothing is lost without it."""


@pytest.fixture
def own_names(app: SphinxTestApp) -> set[str]:
    """Return the methods that Sphinx's objects have, and all that they keep to themselves."""
    app.build()
    builder = html_builder(app)
    objects = (
        app, app.env, app.events, app.config, app.project, app.registry, builder, builder.indexer, builder.highlighter,
        builder.templates,
    )  # fmt: skip
    return {
        name
        for item in objects
        for name in dir(item)
        if not name.startswith("__") and (name.startswith("_") or callable(getattr(type(item), name, None)))
    }


def touched(source: str, own_names: AbstractSet[str]) -> Iterator[str]:
    """Yield what a module assigns to attributes of Sphinx's objects, or takes of what these keep to themselves.

    An object is one of Sphinx by the name of its variable, whatever is assigned; or, whatever its variable is called,
    by the name of the attribute, unless the module's own class has it.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=holder, attr=name):
                is_changed = not isinstance(node.ctx, ast.Load)
                is_named = ast.unparse(holder).rpartition(".")[2] in SPHINX_OBJECTS
                is_own = name in own_names and ast.unparse(holder) not in {"self", "cls", "super()"}
                is_touched = (is_named or is_own) and (is_changed or name.startswith("_"))
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, ast.Constant(value=str(name)), *_]):
                is_touched = name in own_names
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]):
                is_touched = name in own_names and name.startswith("_")
            case _:
                is_touched = False
        if is_touched:
            yield ast.unparse(node)


def test_nothing_else_touches_what_is_sphinxs_own(own_names: set[str]) -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()} {place}"
        for path in PACKAGE.rglob("*.py")
        for place in touched(path.read_text(encoding="utf-8"), own_names)
    }
    assert {place for place in found if not place.startswith("patches.py ")} == ASKED_FOR
    assert len(found) > 10


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("builder.anything = 1", "builder.anything"),
        ("b.dump_inventory = write", "b.dump_inventory"),
        ("del b.dump_inventory", "b.dump_inventory"),
        ("self.b.indexer.prune = prune", "self.b.indexer.prune"),
        ("words = index._mapping", "index._mapping"),
        ("setattr(b, 'finish', finish)", "setattr(b, 'finish', finish)"),
        ("words = getattr(index, '_mapping', {})", "getattr(index, '_mapping', {})"),
    ],
)
def test_it_is_found_whatever_its_variable_is_called(own_names: set[str], source: str, place: str) -> None:
    assert list(touched(source, own_names)) == [place]


@pytest.mark.parametrize("source", ["b.finish()", "self.finish = 1", "session.outcome = 1", "getattr(b, 'finish', 0)"])
def test_what_anybody_may_use_is_not(own_names: set[str], source: str) -> None:
    assert list(touched(source, own_names)) == []


def test_every_patch_says_with_which_versions_it_was_tried() -> None:
    tree = ast.parse((PACKAGE / "patches.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    here = Path(__file__).read_text(encoding="utf-8")
    assert len(functions) > 10
    for function in functions:
        assert "Sphinx 8.1 to 9.0." in " ".join((ast.get_docstring(function) or "").split())
        assert f"patches.{function.name}(" in here
