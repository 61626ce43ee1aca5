def one():
    """Do one thing.

    class Fake(object) is prose.
    ""
    return 1

def two():
    """Do two."""

class Three:
    """Three.""
    def four(self):
        """
        Four.
        """
