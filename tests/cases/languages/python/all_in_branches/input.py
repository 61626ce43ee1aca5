try:
    from fast import *
    __all__ = ["one"]
except ImportError:
    __all__: list[str] = ["one", "two"]
one = 1
two = 2
three = 3
