"""How Python text is cut into tokens for highlighting."""

from __future__ import annotations

import keyword

from sphinx_kwdocs.model.plugin_records import TokenRules

_CONSTANTS = frozenset({"True", "False", "None"})

# Written out, so that a page does not depend on the Python that builds it.
_BUILTINS = frozenset(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
    ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
    ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
    ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented
    NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
    PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
    StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError
    TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
    UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __build_class__ __debug__
    __import__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile
    complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash
    help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord
    pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars
    zip
    """.split()  # noqa: SIM905  a paragraph reads better than 160 lines
)

_DOUBLE_LINE = r'"(?:[^"\\\r\n]++|\\(?:\r\n|[\s\S]))*+"?'
_SINGLE_LINE = r"'(?:[^'\\\r\n]++|\\(?:\r\n|[\s\S]))*+'?"
_DOUBLE_TRIPLE = r'"""(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:"""|\\?\Z)'
_SINGLE_TRIPLE = r"'''(?:[^'\\]++|\\[\s\S]|'(?!''))*+(?:'''|\\?\Z)"

_BODIES = (_DOUBLE_TRIPLE, _SINGLE_TRIPLE, _DOUBLE_LINE, _SINGLE_LINE)
# A prefix in front of each body would be optional there, and `re` passes over an alternative quickly only if it begins
# with something definite: that made cutting Python three times slower.
_PREFIXED = rf"[rRbBuUfFtT][rRbBfFtT]?(?:{'|'.join(_BODIES)})"

PYTHON_TOKENS = TokenRules(
    comments=(r"#[^\r\n]*",),
    strings=(*_BODIES, _PREFIXED),
    keywords=frozenset(keyword.kwlist) - _CONSTANTS,
    constants=_CONSTANTS,
    builtins=_BUILTINS,
    # Matrix multiplication has a blank behind its sign, or none before it.
    specials=((r"(?<!\S)@[^\W\d]\w*(?:\.[^\W\d]\w*)*", "nd"),),
)
