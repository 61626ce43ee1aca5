"""This class is about from where we import things.

class Example(object):
    def method(self): pass

import nothing
"""
# class of things: each def in it
# class Commented(Base):
#     def commented(self): ...
# from the class import everything


class Real:  # class Fake: pass
    """The class from which we
class Bogus(Real):
    def bogus(self): ...
    """

    text = "class Str: pass"; more = 'def string(): ...'
    code = '''
class Quoted:
    def quoted(self): ...
from quoted import name
'''

    def real(self, x="def no(): ..."):
        # import hidden
        return f"""
        class {x}: def y(): ...
        def z(self): ...
        """
