from typing import overload


@overload
def parse(value: int) -> int: ...
@overload
def parse(value: str) -> str: ...
def parse(value):
    def step(): ...
    def step(): ...


class Twice:
    def go(self): ...


class Twice:
    def go(self): ...


name = None
name = 3


def name(): ...


def late(): ...


late = decorate(late)
