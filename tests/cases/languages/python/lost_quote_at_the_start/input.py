def one():
    ""Do one thing.

    class of things: many
    """

def two():
    """Do two."""

class Three:
    """Three."""
    def four(self):
        """
        Four.
        """
