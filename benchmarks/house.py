"""Prints how the package is built: rooms, imports against their order, chains of inheritance, the way of one file.

python benchmarks/house.py                                # this checkout
python benchmarks/house.py --package OTHER/sphinx_kwdocs  # another one, as far as it can be read without its rooms
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "_ext"))

import cold_path
import house

SPHINX_OBJECTS = frozenset({"app", "builder", "env", "events", "highlighter", "indexer", "project", "registry"})
"""Names that objects of Sphinx have in our code."""


def patches() -> list[str]:
    """Return the places that give an object of Sphinx another method or inner value."""
    return [
        f"{module}:{node.lineno}"
        for module in house.modules()
        for node in ast.walk(house.syntax_of(module))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute) and ast.unparse(target.value).rpartition(".")[2] in SPHINX_OBJECTS
    ]


def main() -> None:
    """Print the figures, and what is behind those that should be nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", type=Path, default=house.PACKAGE)
    here = house.PACKAGE
    house.PACKAGE = parser.parse_args().package.resolve()
    chain = house.longest_inheritance()
    late = [edge for edge in house.edges() if edge.how == "late"]
    print(f"modules at the top                {sum('/' not in module for module in house.modules())}")
    print(f"modules                           {len(house.modules())}")
    print(f"imports inside of functions       {len(late)}")
    print(f"modules that need one another     {', '.join(str(len(group)) for group in house.cycles()) or 'none'}")
    print(f"longest chain of inheritance      {len(chain)}: {' < '.join(chain)}")
    print(f"values of Sphinx that are changed {len(patches())}: {', '.join(patches())}")
    if here != house.PACKAGE:
        return
    against = [edge for edge in house.edges() if not house.is_in_order(edge)]
    print(f"imports against the order         {len(against)}, and {len(house.EXCEPTIONS)} by choice")
    way = cold_path.trace()
    print(f"doors on the way of one file      {len(way.doors)}, and {len(way.ran)} modules that run")
    print("modules and lines by room:")
    for room, (count, lines) in house.lines_by_room().items():
        print(f"  {room:30} {count:4} {lines:7}")


if __name__ == "__main__":
    main()
