"""PEP 695."""

type Plain = int | str
type Pair[A, B] = tuple[A, B]


class Stack[T: (int, str), * Ts, **P](Base[T]):
    """A stack."""

    type Local = T

    def push[ U ](self, item: U) -> T: ...


def first[T](items: list[T]) -> T:
    type Inner = T
    return items[0]


async def later[**Q](): ...
