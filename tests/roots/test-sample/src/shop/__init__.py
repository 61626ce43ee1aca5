"""A shop: carts and prices."""

from shop.cart import Cart
from shop.money import format_price

__all__ = ["Cart", "format_price"]
