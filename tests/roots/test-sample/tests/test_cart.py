from shop.cart import Cart
from shop.money import format_price


def test_total() -> None:
    assert Cart().total == format_price(0)
