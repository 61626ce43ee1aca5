"""Sorts the nodes of a connected graph into columns so that edges lead to the right and cross one another seldom."""

from __future__ import annotations

from bisect import bisect_right, insort
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_BENDS = 600
"""Points that keep long edges clear of boxes; edges beyond them run straight, since such a picture is a tangle."""
SWEEPS = 8
"""How often the columns are sorted by their neighbours, from left to right and back in turns."""

Edge = tuple[int, int]


class Route(NamedTuple):
    """A line through the columns."""

    points: tuple[int, ...]
    """Its two nodes, and between them its bends; from left to right."""
    has_arrow: bool
    """Whether an edge leads along it."""
    has_arrow_back: bool
    """Whether an edge leads the other way."""


class Layers(NamedTuple):
    """Nodes and bends in columns. Nodes have the numbers they came with, bends the numbers that follow."""

    columns: list[list[int]]
    """What stands in each column, from top to bottom."""
    routes: list[Route]
    """The lines."""
    before: list[list[int]]
    """The neighbours of each point in the column before its own."""
    behind: list[list[int]]
    """The neighbours of each point in the column behind its own."""


def arrange(size: int, edges: Sequence[Edge]) -> Layers:
    """Arrange the nodes from 0 to `size`; edges are distinct and never lead from a node to itself."""
    turned = _edges_closing_cycles(size, edges)
    ways: dict[Edge, list[bool]] = {}
    for start, end in edges:
        is_turned = (start, end) in turned
        ways.setdefault((end, start) if is_turned else (start, end), [False, False])[is_turned] = True
    layers = _layers(size, ways)
    columns: list[list[int]] = [[] for _ in range(max(layers, default=-1) + 1)]
    for node, layer in enumerate(layers):
        columns[layer].append(node)
    result = Layers(columns, [], [[] for _ in range(size)], [[] for _ in range(size)])
    trunks: dict[Edge, int] = {}
    routes = {}
    # Short edges come first, so that it is the longest ones that may get no bends.
    for edge in sorted(ways, key=lambda edge: (layers[edge[1]] - layers[edge[0]], edge)):
        has_arrow, has_arrow_back = ways[edge]
        between = range(layers[edge[0]] + 1, layers[edge[1]])
        points: tuple[int, ...] = edge
        if len(result.before) - size + len(between) <= MOST_BENDS:
            # Edges to the same node meet on their way. One that leads back has a way of its own: in a common one it
            # would look as if it led on from where the others come from.
            points = _bend(result, edge, between, {} if has_arrow_back else trunks)
        routes[edge] = Route(points, has_arrow, has_arrow_back)
    result.routes.extend(routes[edge] for edge in ways)
    _uncross(result)
    return result


def _bend(layers: Layers, edge: Edge, between: range, trunks: dict[Edge, int]) -> tuple[int, ...]:
    """Lead an edge through the columns between its nodes; `trunks` has the bends on the way to a node, by column."""
    start, end = edge
    points = [start]
    for layer in between:
        if (end, layer) not in trunks:
            trunks[end, layer] = len(layers.before)
            layers.columns[layer].append(len(layers.before))
            layers.before.append([])
            layers.behind.append([])
        points.append(trunks[end, layer])
    points.append(end)
    for left, right in pairwise(points):
        if right not in layers.behind[left]:
            layers.behind[left].append(right)
            layers.before[right].append(left)
    return tuple(points)


def _edges_closing_cycles(size: int, edges: Iterable[Edge]) -> set[Edge]:
    """Find edges without which there is no cycle, by walking as deep as possible from nodes that nothing leads to."""
    followers: list[list[int]] = [[] for _ in range(size)]
    is_reached = [False] * size
    for start, end in edges:
        followers[start].append(end)
        is_reached[end] = True
    turned = set()
    state = [0] * size  # 1 while on the way, 2 when done
    for root in sorted(range(size), key=is_reached.__getitem__):
        if state[root]:
            continue
        state[root] = 1
        way = [(root, iter(followers[root]))]
        while way:
            node, rest = way[-1]
            for follower in rest:
                if state[follower] == 1:
                    turned.add((node, follower))
                elif not state[follower]:
                    state[follower] = 1
                    way.append((follower, iter(followers[follower])))
                    break
            else:
                state[node] = 2
                way.pop()
    return turned


def _layers(size: int, edges: Iterable[Edge]) -> list[int]:
    """Return the column of each node: as far left as its edges allow, or near its followers if it has more of these."""
    followers: list[list[int]] = [[] for _ in range(size)]
    waiting = [0] * size
    for start, end in edges:
        followers[start].append(end)
        waiting[end] += 1
    numbers_before = waiting.copy()
    layers = [0] * size
    order = [node for node in range(size) if not waiting[node]]
    for node in order:  # which grows meanwhile
        for follower in followers[node]:
            layers[follower] = max(layers[follower], layers[node] + 1)
            waiting[follower] -= 1
            if not waiting[follower]:
                order.append(follower)
    for node in reversed(order):
        if len(followers[node]) > numbers_before[node]:
            layers[node] = min(layers[follower] for follower in followers[node]) - 1
    return layers


def _uncross(layers: Layers) -> None:
    """Sort the columns by the mean places of their neighbours, and keep the best of the orders tried."""
    columns, before, behind = layers.columns, layers.before, layers.behind
    places = [0.0] * len(before)
    for column in columns:
        _number(column, places)
    best, fewest = [column.copy() for column in columns], _crossings(layers, places)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        neighbours, ordered = (behind, reversed(columns)) if sweep % 2 else (before, iter(columns))
        for column in ordered:
            means = {
                point: sum([places[other] for other in near]) / len(near)
                if (near := neighbours[point])
                else places[point]
                for point in column
            }
            column.sort(key=means.__getitem__)
            _number(column, places)
        if (number := _crossings(layers, places)) < fewest:
            best, fewest = [column.copy() for column in columns], number
    columns[:] = best


def _number(column: list[int], places: list[float]) -> None:
    for place, point in enumerate(column):
        places[point] = place


def _crossings(layers: Layers, places: list[float]) -> int:
    found = 0
    for column in layers.columns:
        ends: list[float] = []
        for point in column:
            # Lines from the same point do not cross, so its own ends are added after all were counted.
            new = [places[other] for other in layers.behind[point]]
            found += sum(len(ends) - bisect_right(ends, end) for end in new)
            for end in new:
                insort(ends, end)
    return found
