"""Picks what of a network of ties is shown in one picture: the nearest first, never more than a limit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Network:
    """What a picture shows."""

    title: str
    """What the picture shows, in a sentence."""
    verb: str
    """What an edge says."""
    nothing: str
    """What is said where there is no edge."""
    nodes: Sequence[str]
    """Symbols' ids or paths, the most important first."""
    edges: Mapping[str, Sequence[str]]
    """To which others each one is tied."""
    left_out: int = 0
    """How many nodes there are besides."""


def nearby(start: str, ties: Mapping[str, Sequence[str]], depth: int) -> list[str]:
    """Return what can be reached in so many steps, itself first, the nearest next."""
    found = {start: None}
    level = [start]
    for _step in range(depth):
        level = [end for node in level for end in ties.get(node, ())]
        level = [node for node in dict.fromkeys(level) if node not in found]
        found.update(dict.fromkeys(level))
    return list(found)


def limited(network: Network, limit: int) -> Network:
    """Keep the first nodes, and the edges between them, none from a node to itself."""
    kept = list(network.nodes[:limit])
    inside = set(kept)
    edges = {
        node: ends
        for node in kept
        if (ends := [end for end in dict.fromkeys(network.edges.get(node, ())) if end in inside and end != node])
    }
    return replace(network, nodes=kept, edges=edges, left_out=len(network.nodes) - len(kept))
