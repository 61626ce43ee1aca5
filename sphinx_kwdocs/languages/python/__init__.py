"""Python: definitions, imports and documentation from the syntax tree, or line by line where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sphinx_kwdocs.languages.python.kind_words import KINDS
from sphinx_kwdocs.languages.python.tokens import PYTHON_TOKENS
from sphinx_kwdocs.model.plugin_records import Language

if TYPE_CHECKING:
    from sphinx_kwdocs.model.facts import FileFacts
    from sphinx_kwdocs.model.python_code import PythonCode


def extract(path: str, text: str) -> FileFacts:
    """Return what a Python file defines, imports and says of itself."""
    # Half of what loading all languages takes, and not needed where the facts of every file are known.
    from sphinx_kwdocs.languages.python.facts import extract_python

    return extract_python(path, text)


def encode_code(code: object) -> bytes:
    """Return what the statements of a file do with names as bytes."""
    from sphinx_kwdocs.languages.python.code_codec import encode_python

    return encode_python(cast("PythonCode", code))


def decode_code(data: bytes) -> object:
    """Return it from these bytes."""
    from sphinx_kwdocs.languages.python.code_codec import decode_python

    return decode_python(data)


LANGUAGE = Language(
    "python",
    "Python source",
    ("*.py", "*.pyi", "*.pyw", "sconstruct", "sconscript", "wscript"),
    version=5,
    extract=extract,
    kinds=KINDS,
    encode_code=encode_code,
    decode_code=decode_code,
    tokens=PYTHON_TOKENS,
    pygments="python",
    interpreters=("python", "pypy", "pythonw"),
    reads="definitions, imports",
)
