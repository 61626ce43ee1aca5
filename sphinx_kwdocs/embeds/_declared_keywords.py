"""Makes items of an index out of what authors declare in documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds._index_rows import IndexItem
from sphinx_kwdocs.pages import Keyword
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinx_kwdocs.model.documents import Passage
    from sphinx_kwdocs.pages import Site


def word_items(site: Site, kinds: Collection[str]) -> Iterator[IndexItem]:
    """Yield the keywords of documents of these kinds, and each of the other words for them."""
    for word, passage in site.documentation.words:
        if word.kind in kinds:
            yield _item(word.text, word.kind, passage, word.summary)
            for alias in word.aliases:
                yield _item(alias, word.kind, passage, _("see {keyword}").format(keyword=word.text))
    if "object" in kinds:
        for found, passage in site.documentation.objects:
            yield _item(found.name, "object", passage, "")


def _item(name: str, kind: str, passage: Passage, summary: str) -> IndexItem:
    return IndexItem(Keyword.in_document(name, kind, passage), passage, summary)
