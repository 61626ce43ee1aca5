"""Python: definitions, imports and documentation from the syntax tree, or line by line where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._python_tokens import PYTHON_TOKENS
from sphinx_kwdocs.model import Language

if TYPE_CHECKING:
    from sphinx_kwdocs.model import FileFacts


def extract(path: str, text: str) -> FileFacts:
    """Return what a Python file defines, imports and says of itself."""
    # Half of what loading all languages takes, and not needed where the facts of every file are known.
    from sphinx_kwdocs.languages._python_facts import extract_python

    return extract_python(path, text)


LANGUAGE = Language(
    "python",
    "Python source",
    ("*.py", "*.pyi", "*.pyw", "sconstruct", "sconscript", "wscript"),
    version=4,
    extract=extract,
    tokens=PYTHON_TOKENS,
    pygments="python",
    interpreters=("python", "pypy", "pythonw"),
    reads="definitions, imports",
)
