"""Draws the package from its imports: the staircase of rooms, and the modules that remember beside it."""

from __future__ import annotations

import house

MEMORY = "memory"
_WIDTH = 47


def staircase() -> list[str]:
    """Draw the ranks of rooms, the lowest first, each with what stands in it."""
    sizes = house.lines_by_room()
    rows = []
    for number, rank in enumerate(house.RANKS):
        rooms = ", ".join(rank)
        count, lines = (sum(sizes[room][place] for room in rank) for place in (0, 1))
        rows.append(f"{number:2}  {rooms:{_WIDTH}} {count:4} modules {lines:6,} lines")
    return ["```text", *rows, "```"]


def memory_wing() -> list[str]:
    """List the modules that remember, each with the rooms that it imports from and those that import it."""
    rows = ["| Module | Imports from | Is imported by |", "| --- | --- | --- |"]
    edges = [edge for edge in house.edges() if edge.how != "types"]
    for module in house.modules():
        if house.room_of(module) != MEMORY or module.endswith("/__init__"):
            continue
        imported = {house.room_of(edge.target) for edge in edges if edge.module == module} - {MEMORY}
        users = {house.room_of(edge.module) for edge in edges if edge.target == module} - {MEMORY}
        file = f"{{kw:file}}`{module.partition('/')[2]} <{house.NAME}/{module}.py>`"
        rows.append(f"| {file} | {_names(imported)} | {_names(users)} |")
    return rows


def _names(rooms: set[str]) -> str:
    return ", ".join(f"`{room}`" for room in sorted(rooms, key=house.rank_of_room))
