import dataclasses
from dataclasses import KW_ONLY, InitVar, dataclass
from typing import ClassVar, NamedTuple, TypedDict

import attr
import attrs


@dataclass
class Point:
    x: int
    """The abscissa."""
    y: int = 0  #: The ordinate.
    _: KW_ONLY
    COUNT: ClassVar[int] = 0
    shared: "ClassVar[list[int]]" = []
    seed: InitVar[int] = 3
    plain = 5

    def norm(self) -> float: ...


@dataclasses.dataclass(frozen=True)
class Frozen:
    value: str = dataclasses.field(default="x", repr=False)


class Pair(NamedTuple):
    left: int
    right: int = 2


class Options(TypedDict, total=False):
    name: str


class MoreOptions(Options):
    size: int


class Model(pydantic.BaseModel):
    id: int
    model_config = {}


class SubModel(Model):
    extra: int


class NotADataclass(Point):
    z: int


@attr.s
class Old:
    a = attr.ib()
    b = 3


@attrs.define
class New:
    c: int
