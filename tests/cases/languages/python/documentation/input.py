r"""A raw docstring with a back\slash.

    Indented.
Back.
"""

#: Above.
above = 1

#: Two
#: lines.
two = 2

behind = 3  #: Behind.
string = 4
"""A string after."""

#: Too far away.

far = 5
not_doc = 6  # plain
a, b = 7, 8
"""Of both."""
text = """
#: in a string"""
after_string = 9
one = 1; other = 2  #: Only the last.
value = 10
f"""not {a} docstring"""
value2 = 11
b"""bytes"""


class Documented:
    #: First in a class.
    attribute = 1

    def method(self):
        'Single quoted.'

    def joined(self):
        "One " "string."

    def expression(self):
        "not " + "a docstring"

    def half(self):
        "Half \ud800 of a pair."

    def odd(self):
        """    First.

            Deeper.
        Base.

        """
