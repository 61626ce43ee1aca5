"""Gives the boxes and lines of a graph their places, one connected part below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.render._graph_layers import arrange

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_kwdocs.render._graph_layers import Edge, Layers

BOX_HEIGHT = 28
ROW_GAP = 12
"""Room between two boxes of a column."""
BEND_HEIGHT = 14
"""Room that a passing line takes in a column."""
COLUMN_GAP = 56
"""Room for the lines between two columns."""
PART_GAP = 24
"""Room between two connected parts."""
WIDEST_GRID = 760
"""How wide the grid of boxes without lines may be, unless the rest is wider."""
PASSES = 8
"""How often boxes move towards their neighbours."""
_BEND_WEIGHT = 3.0


class Box(NamedTuple):
    """The place of a node."""

    x: int
    y: int
    width: int


class Line(NamedTuple):
    """The way of an edge, or of two that are each other's opposite."""

    points: tuple[tuple[int, int], ...]
    """From left to right, in pairs that a curve joins; between two pairs it is straight."""
    has_arrow: bool
    has_arrow_back: bool


class Layout(NamedTuple):
    """A graph with places."""

    boxes: list[Box]
    """By the numbers of the nodes."""
    lines: list[Line]
    width: int
    height: int


def lay_out(widths: Sequence[int], edges: Iterable[Edge], first: int = 0) -> Layout:
    """Lay out boxes of given widths; the part that holds the box `first` stands on top, then larger parts."""
    distinct = [edge for edge in dict.fromkeys(edges) if edge[0] != edge[1]]
    boxes = [Box(0, 0, width) for width in widths]
    lines: list[Line] = []
    right = top = 0
    parts = _parts(len(widths), distinct)
    parts.sort(key=lambda part: (first not in part, -len(part)))
    number_of = {node: number for part in parts for number, node in enumerate(part)}
    edges_of: dict[int, list[Edge]] = {}
    leader = {node: part[0] for part in parts for node in part}
    for start, end in distinct:
        edges_of.setdefault(leader[start], []).append((number_of[start], number_of[end]))
    for part in parts:
        if len(part) > 1:
            inner = _place([widths[node] for node in part], arrange(len(part), edges_of[part[0]]))
            for node, box in zip(part, inner.boxes, strict=True):
                boxes[node] = box._replace(y=box.y + top)
            lines += [line._replace(points=tuple((x, y + top) for x, y in line.points)) for line in inner.lines]
            right, top = max(right, inner.width), top + inner.height + PART_GAP
    alone = sorted(part[0] for part in parts if len(part) == 1)
    if alone:
        right, top = _place_in_grid(boxes, alone, right, top)
    return Layout(boxes, lines, right, max(0, top - PART_GAP))


def _parts(size: int, edges: Iterable[Edge]) -> list[list[int]]:
    """Return the nodes that are tied to one another, in order."""
    neighbours: list[list[int]] = [[] for _ in range(size)]
    for start, end in edges:
        neighbours[start].append(end)
        neighbours[end].append(start)
    seen = [False] * size
    parts = []
    for root in range(size):
        if not seen[root]:
            seen[root] = True
            part = [root]
            for node in part:
                new = [other for other in dict.fromkeys(neighbours[node]) if not seen[other]]
                for other in new:
                    seen[other] = True
                part += new
            parts.append(sorted(part))
    return parts


def _place_in_grid(boxes: list[Box], nodes: list[int], right: int, top: int) -> tuple[int, int]:
    step = max(boxes[node].width for node in nodes) + ROW_GAP
    across = max(1, (max(WIDEST_GRID, right) + ROW_GAP) // step)
    for number, node in enumerate(nodes):
        row, column = divmod(number, across)
        boxes[node] = boxes[node]._replace(x=column * step, y=top + row * (BOX_HEIGHT + ROW_GAP))
        right = max(right, boxes[node].x + boxes[node].width)
    rows = -(-len(nodes) // across)
    return right, top + rows * (BOX_HEIGHT + ROW_GAP) - ROW_GAP + PART_GAP


def _place(widths: Sequence[int], layers: Layers) -> Layout:
    """Place one connected part at the origin."""
    size = len(widths)
    middles = _middles(layers, size)
    lefts: dict[int, int] = {}
    rights: dict[int, int] = {}
    x = 0
    for column in layers.columns:
        width = max(widths[point] for point in column if point < size)
        for point in column:
            lefts[point], rights[point] = x, x + width
        x += width + COLUMN_GAP
    boxes = [
        # A box in the middle of its column, because neither of its sides matters more.
        Box(
            lefts[node] + (rights[node] - lefts[node] - widths[node]) // 2,
            middles[node] - BOX_HEIGHT // 2,
            widths[node],
        )
        for node in range(size)
    ]
    lines = []
    for points, has_arrow, has_arrow_back in layers.routes:
        start, end = boxes[points[0]], boxes[points[-1]]
        way = [(start.x + start.width, middles[points[0]])]
        for bend in points[1:-1]:
            way += [(lefts[bend], middles[bend]), (rights[bend], middles[bend])]
        lines.append(Line((*way, (end.x, middles[points[-1]])), has_arrow, has_arrow_back))
    return Layout(boxes, lines, x - COLUMN_GAP, max(middles) + BOX_HEIGHT // 2)


def _middles(layers: Layers, size: int) -> list[int]:
    """Return how far below the top the middle of each point is: near its neighbours, without touching any other."""
    heights = [BOX_HEIGHT + ROW_GAP if point < size else BEND_HEIGHT for point in range(len(layers.before))]
    weights = [1.0 if point < size else _BEND_WEIGHT for point in range(len(layers.before))]
    middles = [0.0] * len(heights)
    for column in layers.columns:
        _spread(column, [0.0] * len(column), heights, weights, middles)
    for turn in range(PASSES):
        is_last = turn == PASSES - 1
        for column in reversed(layers.columns) if turn % 2 else layers.columns:
            wanted = []
            for point in column:
                near = layers.behind[point] if turn % 2 else layers.before[point]
                if is_last or not near:
                    near = layers.before[point] + layers.behind[point]
                wanted.append(sum([middles[other] for other in near]) / len(near) if near else middles[point])
            _spread(column, wanted, heights, weights, middles)
    top = min(middle - (BOX_HEIGHT if point < size else BEND_HEIGHT) / 2 for point, middle in enumerate(middles))
    return [round(middle - top) for middle in middles]


def _spread(
    column: list[int], wanted: list[float], heights: list[int], weights: list[float], middles: list[float]
) -> None:
    """Bring the points of a column as near to their wanted places as their order and heights allow.

    With the room that the points above take subtracted, the places only have to ascend. The nearest ascending places
    are found by joining neighbours that are in each other's way into blocks that stand at their mean.
    """
    blocks: list[tuple[float, float, int]] = []  # mean, weight, number of points
    offsets = []
    offset = 0.0
    for place, point in enumerate(column):
        if place:
            offset += (heights[column[place - 1]] + heights[point]) / 2
        offsets.append(offset)
        mean, weight, number = wanted[place] - offset, weights[point], 1
        while blocks and blocks[-1][0] >= mean:
            other, other_weight, other_number = blocks.pop()
            mean = (mean * weight + other * other_weight) / (weight + other_weight)
            weight += other_weight
            number += other_number
        blocks.append((mean, weight, number))
    start = 0
    for mean, _, number in blocks:
        for place in range(start, start + number):
            middles[column[place]] = mean + offsets[place]
        start += number
