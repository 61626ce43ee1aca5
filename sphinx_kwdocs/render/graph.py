"""Draws a Graph as SVG that can be read with any theme, by keyboard and by screen readers, and writes it as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.model.blocks import Link
from sphinx_kwdocs.render._graph_labels import cells, label, shorten
from sphinx_kwdocs.render._graph_layout import BOX_HEIGHT, lay_out
from sphinx_kwdocs.render.characters import attribute_to_html, text_to_html
from sphinx_kwdocs.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_kwdocs.model.blocks import Content, Graph, GraphNode
    from sphinx_kwdocs.model.page import Target
    from sphinx_kwdocs.render._graph_layout import Box, Layout, Line

    Href = Callable[[Target], str]

CELL_WIDTH = 7.4
"""Width of a letter, in a fixed-width font of 12 pixels; fonts differ by a few hundredths."""
PADDING = 10
"""Room between a label and the sides of its box."""
MARGIN = 20
"""Room around the picture, for loops and thick lines."""


def render_graph(graph: Graph, href: Callable[[Target], str], prefix: str) -> str:
    """Return a figure with the picture and the list; `prefix` begins its ids, which have to be unique in a document.

    `href` gives the URL of a target, or an empty string where there is no such page: the node is no link then.
    Without nodes there is nothing to show.
    """
    if not graph.nodes:
        return ""
    listed = "".join(f"<li>{_inline(content, href)}</li>\n" for content in graph_list(graph))
    more = f'<p class="kw-more">{text_to_html(left_out(graph))}</p>\n' if graph.left_out > 0 else ""
    summary = text_to_html(_("As a list"))
    return (
        f'<figure class="kw-graph">\n<figcaption>{text_to_html(graph.title)}</figcaption>\n'
        f'<div class="kw-graph-view">{_svg(graph, href, attribute_to_html(prefix))}</div>\n{more}'
        f'<details><summary>{summary}</summary>\n<ul class="simple">\n{listed}</ul></details>\n'
        "</figure>\n"
    )


def graph_list(graph: Graph) -> tuple[Content, ...]:
    """Return the same as sentences: a node, the verb and the nodes that its edges lead to."""
    followers: dict[int, list[int]] = {}
    tied = set()
    for start, end in _edges(graph):
        followers.setdefault(start, []).append(end)
        tied |= {start, end}
    sentences: list[Content] = []
    for number, node in enumerate(graph.nodes):
        if ends := followers.get(number):
            others: list[str | Link] = []
            for end in ends:
                others += [", ", graph.nodes[end].link]
            sentences.append((node.link, f" {graph.verb} ", *others[1:]))
        elif number not in tied:
            sentences.append((node.link,))
    return tuple(sentences)


def left_out(graph: Graph) -> str:
    """Say how many nodes the picture lacks."""
    words = ngettext("{number} more is not shown.", "{number} more are not shown.", graph.left_out)
    return words.format(number=graph.left_out)


def _edges(graph: Graph) -> dict[tuple[int, int], None]:
    """Return the distinct edges between nodes that there are."""
    numbers = range(len(graph.nodes))
    return dict.fromkeys(edge for edge in graph.edges if edge[0] in numbers and edge[1] in numbers)


def _inline(content: Content, href: Href) -> str:
    out = []
    for item in content:
        if isinstance(item, Link):
            text = f"<code>{text_to_html(item.text)}</code>" if item.is_code else text_to_html(item.text)
            url = href(item.target)
            out.append(f'<a href="{attribute_to_html(url)}">{text}</a>' if url else text)
        else:
            out.append(text_to_html(item if isinstance(item, str) else item.text))
    return "".join(out)


def _svg(graph: Graph, href: Href, prefix: str) -> str:
    edges = _edges(graph)
    names = [label(node.link.text) for node in graph.nodes]
    short = [shorten(name) for name in names]
    widths = [round(cells(name) * CELL_WIDTH) + 2 * PADDING for name in short]
    main = next((number for number, node in enumerate(graph.nodes) if node.is_main), 0)
    layout = lay_out(widths, edges, main)
    loops = [layout.boxes[start] for start, end in edges if start == end]
    urls = [attribute_to_html(href(node.link.target)) for node in graph.nodes]
    nodes = zip(graph.nodes, names, short, layout.boxes, urls, strict=True)
    # What is inside of an image cannot be reached by a screen reader, so it is one only where there is no link in it.
    role = "group" if any(urls) else "img"
    return "".join((
        *_opening(graph, len(edges), layout, role, prefix),
        '<g fill="none" stroke="currentColor">',
        *(_line(line, prefix) for line in layout.lines),
        *(_loop(box, prefix) for box in loops),
        "</g>\n",
        *(_node(*node) for node in nodes),
        "</svg>",
    ))  # fmt: skip


def _opening(graph: Graph, edges: int, layout: Layout, role: str, prefix: str) -> Iterator[str]:
    width, height = layout.width + 2 * MARGIN, layout.height + 2 * MARGIN
    boxes = ngettext("{number} box", "{number} boxes", len(graph.nodes)).format(number=len(graph.nodes))
    arrows = ngettext("{number} arrow", "{number} arrows", edges).format(number=edges)
    described = _("{boxes} and {arrows}; below, the same as a list.").format(boxes=boxes, arrows=arrows)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-labelledby="{prefix}-title" '
        f'aria-describedby="{prefix}-desc" width="{width}" height="{height}" '
        f'viewBox="{-MARGIN} {-MARGIN} {width} {height}" direction="ltr" fill="currentColor">\n'
        f'<title id="{prefix}-title">{attribute_to_html(label(graph.title))}</title>\n'
        f'<desc id="{prefix}-desc">{attribute_to_html(described)}</desc>\n'
    )
    if edges:
        yield (
            f'<defs><marker id="{prefix}-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
            'markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
            '<path d="M0 0.5L8 4L0 7.5z" fill="currentColor"/></marker></defs>\n'
        )


def _line(line: Line, prefix: str) -> str:
    points = iter(line.points)
    x, y = next(points)
    way = [f"M{x} {y}"]
    for to_x, to_y in points:
        middle = (x + to_x) // 2
        way.append(f"C{middle} {y} {middle} {to_y} {to_x} {to_y}" if y != to_y else f"H{to_x}")
        if (begin := next(points, None)) is None:
            break
        x, y = begin
        way.append(f"H{x}")
    arrow = f' marker-end="url(#{prefix}-arrow)"' * line.has_arrow
    arrow += f' marker-start="url(#{prefix}-arrow)"' * line.has_arrow_back
    return f'<path d="{"".join(way)}"{arrow}/>'


def _loop(box: Box, prefix: str) -> str:
    right = box.x + box.width
    way = f"M{right - 16} {box.y}C{right - 16} {box.y - 15} {right + 17} {box.y - 8} {right} {box.y + 9}"
    return f'<path d="{way}" marker-end="url(#{prefix}-arrow)"/>'


def _node(node: GraphNode, name: str, short: str, box: Box, url: str) -> str:
    hint = "\n".join(filter(None, (name, *map(label, node.hint.split("\n")))))
    title = "\n".join(map(attribute_to_html, hint.split("\n")))
    css_class = ' class="kw-main"' if node.is_main else ""
    inner = (
        f"<title>{title}</title>"
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{BOX_HEIGHT}" rx="5" '
        f'fill="none" stroke="currentColor" stroke-width="{2 if node.is_main else 1}"/>'
        f'<text x="{box.x + box.width // 2}" y="{box.y + BOX_HEIGHT // 2}" dy="0.35em" text-anchor="middle" '
        f'font-family="monospace" font-size="12">{attribute_to_html(short)}</text>'
    )
    element, link = ("a", f' href="{url}"') if url else ("g", "")
    return f"<{element}{link}{css_class}>{inner}</{element}>\n"
