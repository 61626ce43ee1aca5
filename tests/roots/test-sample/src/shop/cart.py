"""The cart of a customer. It knows its total."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import requests

from . import money
from .money import RATE as rate, format_price
from .vanished import gone

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 99


class Cart:
    """Holds what a customer wants to buy, e.g. bread. Never empty."""

    size: int = 0

    def __init__(self) -> None:
        self.items: list[int] = []

    def add(self, item: int) -> None:
        """Put an item into the cart."""
        self.items.append(item)

    @property
    def total(self) -> str:
        """The price of everything."""

        def inner() -> int:
            return sum(self.items)

        return format_price(inner())


class _Basket(Cart):
    async def add(self, item: int) -> None:
        import shop.cli

        # the class of all of them, from which the class is derived
        await json.dumps(requests, money, rate, gone, shop.cli, "class Ghost: def phantom(): pass")
