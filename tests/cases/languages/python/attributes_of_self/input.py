class Counter:
    total = 0

    def bump(self, by):
        self.last = by
        self.total = by
        self.inherited += by
        other.unknown = by

    def __init__(self, start: int, *rest):
        self.last = start  #: What was added last.
        self.first, self.rest = start, rest
        self.names: dict[str, int] = {}
        """Who counts."""
        self._hidden = self.LIMIT = 3
        for self.turn in rest:
            pass
        later = lambda: setattr(self, "by_name", 1)

        class Inner:
            def run(this):
                this.own = self.outer = 1

    @property
    def shown(self):
        self.shown = 1

    @classmethod
    def make(cls):
        cls.made = cls(1)

    @staticmethod
    def free(self):
        self.nothing = 1


def function(self):
    self.nothing = 1
