"""Writes the sections of a file's documentation; a section with nothing true to say is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.blocks import Code, FactList, Link, Outline, OutlineItem, Paragraph, SourceBlock, Tree, WebLink
from sphinx_kwdocs.page import Section, Target
from sphinx_kwdocs.pages._documents import passage_link
from sphinx_kwdocs.pages._file_links import cross_references, dependencies, related_files
from sphinx_kwdocs.pages._file_tests import testing_and_usage
from sphinx_kwdocs.pages._hierarchy import class_tree
from sphinx_kwdocs.pages._uses import file_uses, uses_target
from sphinx_kwdocs.pages._words import (
    definition_link,
    file_link,
    folder_link,
    joined,
    kind_counts,
    line_link,
    sentence,
    type_label,
)
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.vocabulary import KINDS
from sphinx_kwdocs.wording import count, first_sentence, in_digits, purpose_in_words, shown, size_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_kwdocs.blocks import Block, Content
    from sphinx_kwdocs.model import SourceFile, Symbol
    from sphinx_kwdocs.pages._site import Site


def file_sections(site: Site, path: str) -> tuple[Section, ...]:
    """Return the sections of a file's documentation, in the order that every file's page keeps."""
    return site.sections.of(path, lambda: tuple([section for write in _WRITERS if (section := write(site, path))]))


def _metadata(site: Site, path: str) -> Section:
    source = site.index.files[path]
    name = path.rpartition("/")[2]
    suffix = name.rpartition(".")[2] if "." in name.lstrip(".") else ""
    rows: list[tuple[str, Content]] = [(_("Path"), (Code(shown(path)),))]
    if source.kind not in {"symlink", "submodule"}:
        rows.append((_("Size"), (size_in_words(source.size),)))
    rows.append((_("Type"), (type_label(site.index, path),)))
    if suffix:
        rows.append((_("Extension"), (Code(f".{shown(suffix)}"),)))
    if source.kind == "text":
        rows.append((_("Lines"), (in_digits(source.lines),)))
        rows.append((_("Encoding"), (source.encoding,)))
    if source.link_target:
        inside = source.link_target in site.index.files
        rows.append((_("Points to"), (file_link(source.link_target) if inside else Code(shown(source.link_target)),)))
    rows.append((_("Folder"), (folder_link(path.rpartition("/")[0]),)))
    if document := site.told.sources.get(path):
        rows.append((_("Built page"), (passage_link(document),)))
    if site.hosting and (url := site.hosting.url(path)):
        rows.append((_("Hosted at"), (WebLink(url, url),)))
    return Section("file-metadata", _("File Metadata"), (FactList(tuple(rows)),))


def _purpose(site: Site, path: str) -> Section | None:
    said: list[Block] = []
    if purpose := site.index.purposes.get(path):
        words: Content = (purpose_in_words(purpose, whole=True),)
        said.append(Paragraph((*words, " (", line_link(path, purpose.line), ")") if purpose.line else words))
    if path in site.index.tests:
        said.append(Paragraph((_("It belongs to the tests, by its path."),)))
    if path.endswith(("/__init__.py", "/__init__.pyi")):
        module = site.index.modules.get(path)
        if module:
            said.append(
                Paragraph(sentence(_("It is what {statement} reads first."), statement=Code(f"import {module}")))
            )
    return Section("file-purpose", _("File Purpose"), tuple(said)) if said else None


def _source(site: Site, path: str) -> Section | None:
    source = site.index.files[path]
    if source.kind == "large":
        return Section("original-source", _("Original Source"), (_head_words(source), SourceBlock(path)))
    if source.kind != "text":
        return None
    if not source.size:
        return Section("original-source", _("Original Source"), (Paragraph((_("The file is empty."),)),))
    return Section("original-source", _("Original Source"), (SourceBlock(path),))


def _head_words(source: SourceFile) -> Paragraph:
    lines, head, size = count(source.lines, "line"), count(source.head, "byte"), size_in_words(source.size)
    said = _("The head of the file is shown: {lines}, {head} of {size}.").format(lines=lines, head=head, size=size)
    return Paragraph((said,))


def _overview(site: Site, path: str) -> Section | None:
    facts = site.index.facts.get(path)
    if facts is None:
        return None
    said: list[Block] = []
    parts = [words] if (words := kind_counts(symbol.kind for symbol in facts.symbols)) else []
    if facts.imports:
        parts.append(count(len(facts.imports), "import"))
    if facts.code_blocks:
        parts.append(count(len(facts.code_blocks), "code block"))
    if facts.hyperlinks:
        parts.append(count(len(facts.hyperlinks), "link"))
    if parts:
        said.append(Paragraph((_("The file has {contents}.").format(contents=", ".join(parts)),)))
    public = [symbol for symbol in facts.symbols if not symbol.parent and symbol.visibility == "public"]
    public = [symbol for symbol in public if symbol.kind not in {"section", "type-parameter"}]
    if public:
        names = joined([(definition_link(symbol),) for symbol in public])
        said.append(Paragraph(sentence(_("Public names: {names}."), names=names)))
    return Section("high-level-overview", _("High-Level Overview"), tuple(said)) if said else None


def _analysis(site: Site, path: str) -> Section | None:
    facts = site.index.facts.get(path)
    if facts is None or not facts.symbols:
        return None
    title = _("Document Structure") if facts.symbols[0].kind == "section" else _("Code Structure")
    outline = Outline(tuple(_outline(site, path)))
    inner = Section("code-structure", title, (outline,))
    return Section("detailed-analysis", _("Detailed Analysis"), (), (inner,))


def _outline(site: Site, path: str) -> Iterator[OutlineItem]:
    depths: dict[str, int] = {}
    private: set[str] = set()
    used = file_uses(site, path)
    for symbol in site.index.facts[path].symbols:
        depth = depths[symbol.parent] + 1 if symbol.parent in depths else 0
        depths[symbol.id] = depth
        kind = _(KINDS[symbol.kind].singular)
        words = _("async {kind}").format(kind=kind) if symbol.is_async else kind
        link = definition_link(symbol, symbol.name)
        uses = _uses(site, symbol, used[symbol.id].number) if symbol.id in used else None
        # What is defined in something private is folded up with it.
        is_folded = site.choices.folds_private and symbol.visibility == "private" and symbol.parent not in private
        if symbol.visibility == "private":
            private.add(symbol.id)
        yield OutlineItem(depth, words, link, symbol.signature, first_sentence(symbol.doc), uses, is_folded)


def _uses(site: Site, symbol: Symbol, number: int) -> Link | None:
    target = uses_target(site, symbol)
    return Link(target, count(number, "use")) if target else None


def _architecture(site: Site, path: str) -> Section | None:
    facts = site.index.facts.get(path)
    if facts is None:
        return None
    rows: list[tuple[str, Content]] = []
    module = site.index.modules.get(path, "")
    if module:
        rows.append((_("Module"), (Code(module),)))
    if facts.exports is not None:
        names = count(len(facts.exports), "name")
        rows.append((_("Exports"), sentence(_("{names} in {place}"), names=names, place=Code("__all__"))))
    if facts.main_guard:
        guard = line_link(path, facts.main_guard)
        rows.append((_("Runs as a script"), sentence(_("its main guard is on {line}"), line=guard)))
    if importers := {place.path for place in site.index.imported_by.get(path, ())}:
        link = Link(Target("docs", path, "cross-references"), count(len(importers), "file"))
        rows.append((_("Imported by"), (link,)))
    blocks: list[Block] = [FactList(tuple(rows))] if rows else []
    if classes := tuple(class_tree(site.index, facts.symbols)):
        blocks.append(Tree(classes))
    return Section("architecture-design", _("Architecture & Design"), tuple(blocks)) if blocks else None


_WRITERS: tuple[Callable[[Site, str], Section | None], ...] = (
    _metadata,
    _purpose,
    _source,
    _overview,
    _analysis,
    _architecture,
    dependencies,
    testing_and_usage,
    related_files,
    cross_references,
)
