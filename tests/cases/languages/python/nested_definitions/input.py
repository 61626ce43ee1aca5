def outer(a):
    """Outer doc."""
    LIMIT = 3

    def inner(b):
        def innermost(): ...
        return innermost

    class Local:
        attribute = 1

        def method(self):
            def helper(): ...

    type_ = 4
    return inner


class Holder:
    def method(self):
        class InMethod:
            def __init__(self): ...

    if DEBUG:
        def debug(self): ...
    else:
        def release(self): ...
        extra = 1
