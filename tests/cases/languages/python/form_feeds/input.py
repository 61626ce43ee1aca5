"""Doc."""

def f(): ...
class A:
    x = ""; y = 2
    
    def g(self): ...
#   separator
z = 1