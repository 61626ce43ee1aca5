import typing as t
from typing import TypeAlias

Vector: TypeAlias = list[float]
Matrix: t.TypeAlias = "list[Vector]"
Quoted: "TypeAlias" = int
not_an_alias: TypeAliasType = 3


class Scope:
    Item: TypeAlias = int
