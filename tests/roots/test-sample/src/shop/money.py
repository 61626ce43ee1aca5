"""Prices."""

RATE = 2


def format_price(amount: int) -> str:
    """Write an amount as a price."""
    return f"{amount * RATE} EUR"
