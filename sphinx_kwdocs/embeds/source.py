"""Shows the source of a symbol, wherever it has moved to, or some lines of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds import _checks
from sphinx_kwdocs.embeds._arguments import find_anything, find_file
from sphinx_kwdocs.embeds._embed import Embed, EmbedError, EmbedOption
from sphinx_kwdocs.model.blocks import Excerpt, Paragraph
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.embeds._checks import Lines
    from sphinx_kwdocs.embeds._embed import Request
    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages import Site


def build(site: Site, lookup: Lookup, request: Request) -> Iterator[Block]:
    """Show the lines, below the author's caption if there is one."""
    path, line, end_line = _place(site.index, lookup, request)
    if caption := request.options["caption"]:
        yield Paragraph((caption,))
    yield Excerpt(path, line, end_line)


def _place(index: Index, lookup: Lookup, request: Request) -> tuple[str, int, int]:
    """Find the file and its lines: the first and the last one."""
    wanted: Lines | None = request.options["lines"]
    name, mark, fragment = request.argument.rpartition("#L")
    # A qualified name may begin with a capital L: `cart.py#Line`.
    if mark and request.argument not in index.symbols and (lines := _fragment_lines(fragment)):
        target = name if name in index.files else find_file(lookup, name, request.document)
        wanted = wanted or lines
    else:
        target = find_anything(index, lookup, request.argument, request.document)
    if symbol := index.symbols.get(target):
        first, last = symbol.extent.line, symbol.extent.end_line
        return (symbol.path, *_within(symbol.qualname, wanted, first, last))
    total = _line_count(index, target)
    return (target, *_within(target, wanted, 1, total))


def _fragment_lines(fragment: str) -> Lines | None:
    try:
        return _checks.lines(f"L{fragment}")
    except ValueError:
        return None


def _line_count(index: Index, path: str) -> int:
    file = index.files[path]
    if path not in index.facts or not file.lines:
        raise EmbedError(_("{path} has no source that could be shown").format(path=shown(path)), "file")
    return file.lines


def _within(name: str, wanted: Lines | None, first: int, last: int) -> tuple[int, int]:
    """Return the lines wanted, counted from the first of those there are."""
    if wanted is None:
        return first, last
    total = last - first + 1
    begin, end = wanted[0], wanted[1] or total
    if not begin <= end <= total:
        said = f"{wanted[0]}" if wanted[0] == wanted[1] else f"{wanted[0]}-{wanted[1] or ''}"
        message = _("{name} has {total} lines, so that lines {wanted} cannot be shown")
        raise EmbedError(message.format(name=shown(name), total=total, wanted=said), "file")
    return first + begin - 1, first + end - 1


EMBED = Embed(
    name="source",
    argument="a symbol, or the path of a file",
    is_required=True,
    help="The source of a symbol or of some lines of a file, in any language, highlighted and linked as on the file's "
    "page. A symbol is followed when its lines move; when it vanishes, there is a warning.",
    options=(
        EmbedOption(
            "lines",
            _checks.lines,
            "lines such as `3`, `3-9` or `3-`",
            "Which lines: of the file, or of the symbol's definition, counted from its first line. "
            "For a file, `path#L3-L9` says the same.",
        ),
        EmbedOption(
            "caption",
            _checks.plain_text,
            "a text",
            "What stands above the lines, besides the path of their file.",
        ),
    ),
    build=build,
)
