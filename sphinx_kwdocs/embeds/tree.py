"""Shows the folders and files of a folder as a nested list, each in its own words; what is too much is counted."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from sphinx_kwdocs.embeds import _checks
from sphinx_kwdocs.embeds._arguments import find_path, matches
from sphinx_kwdocs.embeds._embed import Embed, EmbedError, EmbedOption
from sphinx_kwdocs.model.blocks import Tree, TreeItem
from sphinx_kwdocs.pages import and_more, description, file_link, folder_link
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import first_sentence, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.embeds._embed import Request
    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block, Content
    from sphinx_kwdocs.pages import Site


def build(site: Site, lookup: Lookup, request: Request) -> Iterator[Block]:
    """Show a folder with what lies in it."""
    path = find_path(site.index, lookup, request.argument, request.document)
    if path not in site.index.folders:
        raise EmbedError(_("{path} is a file, but a folder is needed").format(path=shown(path)), "folder")
    yield Tree(tuple(_items(site, path, _choose(site, path, request), request)))


def _choose(site: Site, root: str, request: Request) -> dict[str, tuple[list[str], int]]:
    """Choose what is shown of each folder, with the number of what is left out.

    The limit is used up level by level, so that a large folder far down takes nothing from those above it.
    """
    excluded = GitIgnoreSpec.from_lines(request.options["exclude"])
    left = request.options["limit"]
    chosen: dict[str, tuple[list[str], int]] = {}
    queue = deque([(root, 1)])
    while queue:
        path, depth = queue.popleft()
        folder = site.index.folders[path]
        inside = [child for child in folder.folders if not matches(excluded, f"{child}/")]
        if request.options["files"]:
            inside += [child for child in folder.files if not matches(excluded, child)]
        kept = inside[:left]
        left -= len(kept)
        chosen[path] = kept, len(inside) - len(kept)
        if depth < request.options["depth"]:
            queue += [(child, depth + 1) for child in kept if child in site.index.folders]
    return chosen


def _items(site: Site, root: str, chosen: dict[str, tuple[list[str], int]], request: Request) -> Iterator[TreeItem]:
    stack: list[tuple[str, int, int]] = [(root, 0, 0)]
    while stack:
        path, depth, more = stack.pop()
        if more:
            yield TreeItem(depth, (and_more(more),))
            continue
        yield TreeItem(depth, _line(site, path, request, is_root=path == root))
        kept, left_out = chosen.get(path, ([], 0))
        if left_out:
            stack.append((path, depth + 1, left_out))
        stack += [(child, depth + 1, 0) for child in reversed(kept)]


def _line(site: Site, path: str, request: Request, *, is_root: bool) -> Content:
    is_folder = path in site.index.folders
    link = folder_link(path, whole=is_root) if is_folder else file_link(path, whole=False)
    if not request.options["descriptions"]:
        return (link,)
    if is_folder:
        about = site.folder_words.get(path)
        said = first_sentence(about.words) if about else ""
    else:
        said = description(site.index, path)
    return (link, " — ", said) if said else (link,)


EMBED = Embed(
    name="tree",
    argument="a folder",
    is_required=False,
    help="The folders and files of a folder, by default of the whole repository, as a nested list with what each says "
    "of itself.",
    options=(
        EmbedOption(
            "depth", _checks.number(1, 20), "a whole number from 1 to 20", "How many levels are shown.", default=2
        ),
        EmbedOption("files", _checks.yes_or_no, "`yes` or `no`", "Whether files are shown.", default=True),
        EmbedOption(
            "exclude",
            _checks.patterns,
            "gitignore patterns, separated by commas or line breaks",
            "What is left out, relative to the repository's root.",
            default=(),
        ),
        EmbedOption(
            "descriptions",
            _checks.yes_or_no,
            "`yes` or `no`",
            "Whether each folder and file is followed by its own first sentence about itself.",
            default=True,
        ),
        EmbedOption(
            "limit",
            _checks.number(1, 2_000),
            "a whole number from 1 to 2000",
            "How many folders and files are shown; of deeper levels, what is left out is counted.",
            default=200,
        ),
    ),
    build=build,
)
