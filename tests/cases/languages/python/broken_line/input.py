"""A module with one broken line."""
from __future__ import annotations

import os, sys as system
from .pkg import (
    one,
    two as deux,
)
from ..up import *

__all__ = ["Reader", "LIMIT"]
LIMIT: int = 3
TABLE = {
    "a": 1,
    "class": "class Fake: pass",
}
lower = 1
if TYPE_CHECKING:
    import typed


@decorated(
    1,
)
@other
class Reader(Base, metaclass=Meta):
    """Reads.

    class Fake(Base):
        def fake(self): ...
    """

    x = = 3

    # def commented(): ...
    @property
    def size(self) -> int:
        """How much."""
        def inner(a): return a

    async def read(
        self,
        count: int = 3,  # at most
    ) -> bytes:
        import late
        return """
def fake(): ...
""".format(
)

    def last(self, text="def no(): ..."): pass


try:
    import maybe
except ImportError:
    pass

def _after(a, b=(1, 2)): ...

if __name__ == "__main__":
    _after()
