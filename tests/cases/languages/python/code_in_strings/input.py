class Tests:
    def test_one(self): ...

    """
    # Commented out: the following tests fail.

    from torch.testing import parametrize

    @parametrize("x", [True, False])
    def test_disabled(self):
        class SimulateError(Function):
            def forward(ctx): ...

    class Disabled(Base): ...
    """

    def test_two(self):
        self.run("""
def generated():
    pass
class Generated: ...
""")
        '''
        def test_inner(self): ...
        '''

    def test_three(self): ...
