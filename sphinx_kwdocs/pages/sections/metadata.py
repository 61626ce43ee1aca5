"""What a file is on disk: its path, size, type and encoding, and where else it can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Code, FactList, WebLink
from sphinx_kwdocs.model.page import Section
from sphinx_kwdocs.pages._document_links import passage_link
from sphinx_kwdocs.pages._phrases_and_links import file_link, folder_link, type_label
from sphinx_kwdocs.pages._site import FileSection
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import in_digits, shown, size_in_words

if TYPE_CHECKING:
    from sphinx_kwdocs.model.blocks import Content
    from sphinx_kwdocs.pages._site import Site


def write(site: Site, path: str) -> Section:
    """Name the facts."""
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


SECTION = FileSection("file-metadata", 10, write)
