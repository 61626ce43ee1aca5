import enum
from enum import Enum, IntFlag


class Colour(Enum):
    """Colours."""

    RED = 1
    green, BLUE = 2, 3
    _order_ = "RED green"
    __doc_url__ = "x"
    __private = 4
    _allowed = 5
    annotated: int = 6
    label = property(lambda self: self.name)
    shortcut = lambda self: 1
    helper = enum.nonmember(7)
    #: Documented.
    DOCUMENTED = 8

    def method(self): ...


class Mode(enum.IntEnum):
    ON = enum.auto()
    if EXTRA:
        OFF = 2


class Bits(str, IntFlag):
    A = 1


class EmptyEnum(str, Enum): ...


class Filled(EmptyEnum):
    X = "x"


class Column(sqlalchemy.Enum):
    SIZE = 3
    name = "n"
