"""Shapes, for the test of classes."""


class Base:
    """The root of them all."""

    def __init__(self, size: int = 3) -> None:
        """Set the size."""
        self.size = size

    def area(self): return self.size

    @staticmethod
    def make(*args, **kwargs): ...

    @classmethod
    def unit(cls, /, scale=1.0, *, name="u") -> "Base": ...

    class Meta:
        class Inner(object): pass

    def _hidden(self): pass


class Square ( Base , metaclass = abc.ABCMeta ) :
    pass


class Empty(): pass


class _Private(Base[int], Generic[T], *others, **options):
    def __call__(self): ...
    def public(self): ...
