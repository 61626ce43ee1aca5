import functools
from functools import cached_property


class Box:
    @property
    def width(self) -> int:
        """How wide it is."""

    @width.setter
    def width(self, value: int) -> None: ...

    @width.deleter
    def width(self): ...

    @cached_property
    def area(self): ...

    @functools.cached_property
    def volume(self): ...

    @abc.abstractproperty
    def kind(self): ...

    @app.event.setter
    def not_a_property(self): ...

    @property_of("x")
    def neither(self): ...


@property
def at_module_level(self): ...
