import os
CALL = f(1, [2, 3
def after(a, b:
    pass
class Next(Base
    def method(self): ...
OTHER = 1
def broken(:
def last(): ...
