def f(): ...
class A:
    """Doc
    two."""
    x = 1  #: X
y = (1,
  2)
