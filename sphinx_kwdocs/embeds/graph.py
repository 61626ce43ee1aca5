"""Draws what is tied to what: imports of a folder or file, the relatives of a class, the callers of a function."""

from __future__ import annotations

from dataclasses import replace
from posixpath import commonpath
from typing import TYPE_CHECKING

from sphinx_kwdocs.embeds import _checks
from sphinx_kwdocs.embeds._arguments import exact_path, find_path, find_symbol
from sphinx_kwdocs.embeds._embed import Embed, EmbedError, EmbedOption
from sphinx_kwdocs.embeds._import_graph import file_imports, folder_imports
from sphinx_kwdocs.embeds._network import Network, limited, nearby
from sphinx_kwdocs.languages import all_kinds
from sphinx_kwdocs.model.blocks import Graph, GraphNode, Paragraph
from sphinx_kwdocs.pages import definition_link, file_link, folder_link
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.embeds._embed import Request
    from sphinx_kwdocs.lookup import Lookup
    from sphinx_kwdocs.model.blocks import Block
    from sphinx_kwdocs.model.index import Index
    from sphinx_kwdocs.pages import Site

SHOWS = ("imports", "hierarchy", "callers", "callees")
_MEMBERS = frozenset({"method", "property", "field", "attribute", "enum-member", "constant"})


def build(site: Site, lookup: Lookup, request: Request) -> Iterator[Block]:
    """Draw one picture, or say that there is nothing to draw."""
    index = site.index
    target, show = _subject(index, lookup, request)
    if show == "imports":
        network = _imports(index, target, request)
    elif show == "hierarchy":
        network = _hierarchy(index, target, request)
    else:
        network = _calls(index, target, show, request)
    if network.edges or network.left_out:
        yield _picture(index, network, target)
    else:
        yield Paragraph((network.nothing,))


def _subject(index: Index, lookup: Lookup, request: Request) -> tuple[str, str]:
    """Find what the picture is about and what it shows of it."""
    show = request.options["show"]
    path = exact_path(index, request.argument)
    if show == "imports" or (show is None and path is not None):
        return find_path(index, lookup, request.argument, request.document), "imports"
    if not request.argument:
        message = _('with the option "show" as {show} a symbol is needed')
        raise EmbedError(message.format(show=show), "symbol")
    target = path if path is not None else find_symbol(lookup, request.argument, request.document)
    symbol = index.symbols.get(target)
    if symbol is None and show:
        message = _('"{text}" is a file or a folder, but with the option "show" as {show} a symbol is needed')
        raise EmbedError(message.format(text=request.argument, show=show), "symbol")
    if symbol is None:
        return target, "imports"
    return target, show or ("hierarchy" if symbol.kind == "class" else "callers")


def _imports(index: Index, path: str, request: Request) -> Network:
    depth, limit = request.options["depth"], request.options["limit"]
    if path in index.files:
        title = _("What {path} imports and what imports it").format(path=shown(path))
        nothing = _("{path} imports no file of the repository, and none imports it.").format(path=shown(path))
        edges, order = file_imports(index, path, depth or 1)
    else:
        name = f"{shown(path)}/"
        title = _("Imports inside {path}").format(path=name) if path else _("Imports inside the repository")
        nothing = _("No file imports another one here.")
        edges, order = folder_imports(index, path, depth, limit)
    return limited(Network(title, _("imports"), nothing, order, edges), limit)


def _hierarchy(index: Index, target: str, request: Request) -> Network:
    symbol = index.symbols[target]
    name = symbol.plain_qualname
    up, down, _overrides, _overridden = index.hierarchy
    title = _("What {name} derives from and what derives from it").format(name=name)
    nothing = _("{name} derives from no class of the repository, and none derives from it.").format(name=name)
    verb = _("derives from")
    if symbol.kind in _MEMBERS:
        up, down = index.hierarchy.overrides, index.hierarchy.overridden_by
        title = _("What {name} overrides and what overrides it").format(name=name)
        nothing = _("{name} overrides no definition of the repository, and none overrides it.").format(name=name)
        verb = _("overrides")
    depth = request.options["depth"] or 3
    order = list(dict.fromkeys((*nearby(target, up, depth), *nearby(target, down, depth))))
    # Bases go first: what a class is made of is needed to understand it.
    return limited(Network(title, verb, nothing, _known(index, order), up), request.options["limit"])


def _calls(index: Index, target: str, show: str, request: Request) -> Network:
    name = index.symbols[target].plain_qualname
    depth = request.options["depth"] or 2
    callees, callers = index.calls
    if show == "callers":
        title = _("What calls {name}").format(name=name)
        nothing = _("No other definition is known that calls {name}.").format(name=name)
        order = nearby(target, callers, depth)
    else:
        title = _("What {name} calls").format(name=name)
        nothing = _("No other definition of the repository is known that {name} calls.").format(name=name)
        order = nearby(target, callees, depth)
    return limited(Network(title, _("calls"), nothing, _known(index, order), callees), request.options["limit"])


def _known(index: Index, targets: list[str]) -> list[str]:
    return [target for target in targets if target in index.symbols or target in index.files]


def _picture(index: Index, network: Network, main: str) -> Graph:
    places = {target: place for place, target in enumerate(network.nodes)}
    edges = sorted((places[start], places[end]) for start, ends in network.edges.items() for end in ends)
    paths = [target for target in network.nodes if target not in index.symbols]
    # The folder that all have in common tells nothing; their last names alone would often be the same.
    common = commonpath(paths) if len(paths) > 1 else ""
    shared = len(common) + 1 if common and common not in paths else 0
    nodes = tuple(_node(index, target, shared, is_main=target == main) for target in network.nodes)
    return Graph(network.title, nodes, tuple(edges), network.verb, network.left_out)


def _node(index: Index, target: str, shared: int, *, is_main: bool) -> GraphNode:
    symbol = index.symbols.get(target)
    if symbol:
        hint = _("{kind} in {path}").format(kind=_(all_kinds()[symbol.kind].singular), path=shown(symbol.path))
        return GraphNode(definition_link(symbol), hint, is_main)
    if target in index.files:
        return GraphNode(replace(file_link(target), text=shown(target[shared:])), shown(target), is_main)
    return GraphNode(replace(folder_link(target), text=f"{shown(target[shared:])}/"), f"{shown(target)}/", is_main)


EMBED = Embed(
    name="graph",
    argument="a folder, a file or a symbol",
    is_required=False,
    help="A picture of what is tied to what, and the same as a list where there are no pictures. Without an argument: "
    "the imports of the whole repository.",
    options=(
        EmbedOption(
            "show",
            _checks.one_of(*SHOWS),
            "`imports` of a folder or file; `hierarchy`, `callers` or `callees` of a symbol",
            "What the picture shows. By default imports, the hierarchy of a class, or the callers of another symbol.",
        ),
        EmbedOption(
            "depth",
            _checks.number(1, 20),
            "a whole number from 1 to 20",
            "How many steps away from a symbol or file; by default 3 for a hierarchy, 2 for calls, 1 for imports. "
            "For a folder, how many levels of folders are told apart; by default as many as there is room for.",
        ),
        EmbedOption(
            "limit",
            _checks.number(2, 60),
            "a whole number from 2 to 60",
            "How many things are in the picture; what is left out is counted.",
            default=30,
        ),
    ),
    build=build,
)
