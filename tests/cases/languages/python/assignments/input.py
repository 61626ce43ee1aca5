import re

MAXIMUM = 10
_LIMIT: int = 3
lower, UPPER = 1, "two"
first, (second, *third) = unpack()
a = b = c = []
declared: dict[str, int]
(parenthesised): int = 4
obj.attribute = 5
table["key"] = 6
counter += 1
pattern = re.compile(
    # why
    r"a # b"  # trailing
    "  two  blanks",
    re.X,
)
long_value = {"alpha": 1, "beta": 2, "gamma": 3, "delta": 4, "epsilon": 5, "zeta": 6, "eta": 7}
text = """one
two"""
listed = [
    1,
    2,
]
chained = (
    query
    .filter(a)
    .all()
)
T = TypeVar("T", bound=int)
P = typing.ParamSpec("P")
MAXIMUM = 11
del lower
print(walrus := 3)
f = lambda x: x


class Config:
    SIZE = 4
    path: str = "."
    hint: int
    _cache = {}
    __slots__ = ("a",)
    one, two = range(2)
    path = "again"
