"""Every place that stands between Sphinx and a method of its own, or touches what Sphinx keeps to itself.

For none of these is there an event or another public way. Each function is named for its reason and says which versions
of Sphinx it was tried with; `tests/test_patches.py` fails when Sphinx changes what it leans on.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Set as AbstractSet
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.events import EventManager
    from sphinx.project import Project
    from sphinx.search import IndexBuilder


def note_when_all_is_asked_for(builder: Builder, note: Callable[[bool], None]) -> None:
    """Tell `note` when a builder begins and ends to write everything, as `sphinx-build -a` asks it to.

    Stands before `Builder.build_all`, which `Sphinx.build` calls. Tried with Sphinx 8.1 to 9.0.
    """
    patched: Any = builder
    build_all = patched.build_all

    def note_and_build_all() -> None:
        note(True)
        try:
            build_all()
        finally:
            note(False)

    patched.build_all = note_and_build_all


def call_before_writing(builder: Builder, call: Callable[[AbstractSet[str]], None]) -> None:
    """Call something with the names of the documents that are about to be written, as soon as Sphinx has chosen them.

    Stands before `Builder.prepare_writing`, which `Builder.write` calls.
    Tried with Sphinx 8.1 to 9.0.
    """
    patched: Any = builder
    prepare = patched.prepare_writing

    def call_and_prepare(docnames: AbstractSet[str]) -> None:
        call(docnames)
        prepare(docnames)

    patched.prepare_writing = call_and_prepare


def keep_search_index(builder: StandaloneHTMLBuilder, is_kept: Callable[[], bool]) -> None:
    """Neither read nor write the search index while it is to be kept as it is.

    Stands before `StandaloneHTMLBuilder.load_indexer`, which `prepare_writing` calls, and `dump_search_index`, which is
    a task of `finish`. Tried with Sphinx 8.1 to 9.0.
    """
    patched: Any = builder
    load, dump = patched.load_indexer, patched.dump_search_index
    patched.load_indexer = lambda docnames: None if is_kept() else load(docnames)
    patched.dump_search_index = lambda: None if is_kept() else dump()


def write_inventory_through(builder: StandaloneHTMLBuilder, write: Callable[[Callable[[], None]], None]) -> None:
    """Leave it to `write` whether the inventory is written: it is given what would write it.

    Stands before `StandaloneHTMLBuilder.dump_inventory`, which is a task of `finish`. Tried with Sphinx 8.1 to 9.0.
    """
    patched: Any = builder
    dump = patched.dump_inventory
    patched.dump_inventory = lambda: write(dump)


def keep_pages_in_search(indexer: IndexBuilder, names: AbstractSet[str]) -> None:
    """Keep pages in the search index that are no documents, and no word of those that are gone.

    Before it is written, Sphinx has `IndexBuilder.prune` remove all that is no document. It leaves the words of what is
    gone in `_mapping` and `_title_mapping`, and one of these may be a password that was shown by mistake; and in
    `_index_entries` the entries of what is gone, for which it then finds no page. Tried with Sphinx 8.1 to 9.0.
    """
    prune = indexer.prune

    def prune_others(docnames: Iterable[str]) -> None:
        kept = {*docnames, *names}
        prune(kept)
        entries = getattr(indexer, "_index_entries", {})
        for name in entries.keys() - kept:
            del entries[name]
        for words in (getattr(indexer, "_mapping", {}), getattr(indexer, "_title_mapping", {})):
            for word in [word for word, places in words.items() if not places]:
                del words[word]

    indexer.prune = prune_others  # type: ignore[method-assign]


def freeze_search_within(indexer: IndexBuilder, context: Callable[[], AbstractContextManager[None]]) -> None:
    """Have the search index ask domains for their objects within a context, so that ours can tell who asks.

    Stands around `IndexBuilder.freeze`, which `IndexBuilder.dump` calls. Tried with Sphinx 8.1 to 9.0.
    """
    freeze = indexer.freeze

    def freeze_within() -> dict[str, Any]:
        with context():
            return freeze()

    indexer.freeze = freeze_within  # type: ignore[method-assign]


def change_highlighted_blocks(builder: Builder, change: Callable[[str, object], str]) -> None:
    """Change what a builder's highlighter makes of blocks; `change` is given the HTML and the block's node.

    Stands behind `PygmentsBridge.highlight_block`, which Sphinx's writers hand the node as `location`, to be named in
    warnings. That is the one way to reach what is made of a block without doing all of the work again. Tried with
    Sphinx 8.1 to 9.0.
    """
    highlighter: Any = getattr(builder, "highlighter", None)
    if highlighter is None:
        return
    highlight = highlighter.highlight_block

    def highlight_and_change(*arguments: Any, **options: Any) -> str:  # noqa: ANN401  as Sphinx calls it
        return change(highlight(*arguments, **options), options.get("location"))

    highlighter.highlight_block = highlight_and_change


def change_rendered_pages(builder: StandaloneHTMLBuilder, change: Callable[[str], str]) -> None:
    """Change each page after the theme has made it.

    Stands behind `BuiltinTemplateLoader.render`, which `StandaloneHTMLBuilder.handle_page` calls. Tried with Sphinx 8.1
    to 9.0.
    """
    templates: Any = builder.templates
    render = templates.render
    templates.render = lambda template, context: change(render(template, context))


def replace_listeners(
    events: EventManager, event: str, replacement: Callable[[Callable[..., object]], Callable[..., object] | None]
) -> None:
    """Put others in the places of an event's listeners; they are asked for in the order in which they are called.

    Touches `EventManager.listeners`, from which `EventManager.emit` takes whom to call. Connecting others would change
    the order. Tried with Sphinx 8.1 to 9.0.
    """
    listeners = events.listeners.get(event, [])
    for listener in sorted(listeners, key=attrgetter("priority")):
        handler = replacement(listener.handler)
        if handler is not None:
            listeners[listeners.index(listener)] = listener._replace(handler=handler)


def show_added_files(builder: StandaloneHTMLBuilder, context: dict[str, Any]) -> None:
    """Let a page's context show the style sheets and scripts that are added while its listeners are called.

    `Sphinx.add_css_file` and `add_js_file` add to the lists `_css_files` and `_js_files` of the builder, which are the
    ones in a page's context. Tried with Sphinx 8.1 to 9.0.
    """
    patched: Any = builder
    for key, files in (("css_files", patched._css_files), ("script_files", patched._js_files)):  # noqa: SLF001
        if isinstance(context.get(key), list):
            files[:] = context[key]
            context[key] = files


def add_documents(project: Project, paths: Mapping[str, Path]) -> None:
    """Tell Sphinx of documents that lie outside of the source folder.

    Touches `Project._docname_to_path`, in which `Project.doc2path` looks up where a document is read from. Tried with
    Sphinx 8.1 to 9.0.
    """
    project.docnames.update(paths)
    for name, path in paths.items():
        project._docname_to_path[name] = path  # noqa: SLF001
