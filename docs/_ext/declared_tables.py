"""Makes the tables of the reference pages from the declarations in the code, so that neither can forget the other."""

from __future__ import annotations

import os
import re
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import TYPE_CHECKING

from markdown_text import block, code, prose, table

from sphinx_kwdocs.__main__ import main
from sphinx_kwdocs.config import OPTIONS
from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.languages._token_facts import comment_extractor, keys_extractor, words_extractor
from sphinx_kwdocs.model import DIAGNOSTIC_CODES, KINDS, TokenRules

if TYPE_CHECKING:
    from sphinx_kwdocs.model import Language

_QUOTED = re.compile(r"'[^']*'")
KIND_MEANINGS = {
    "class": "Python: a `class` statement.",
    "function": "Python: a `def` or `async def` outside of a class body, also inside another function.",
    "method": "Python: a `def` or `async def` in a class body that is not a property.",
    "property": "Python: a method under `property`, `cached_property`, `abstractproperty`, or under the `setter`, "
    "`getter` or `deleter` of one.",
    "field": "Python: an annotated name in a dataclass, named tuple, typed dictionary, attrs class or `BaseModel`; "
    "an `attr.ib` in an attrs class.",
    "attribute": "Python: any other name assigned in a class body.",
    "enum-member": "Python: a name assigned without annotation in the body of an enum.",
    "constant": "Python: a name in capitals assigned in a module or a class.",
    "variable": "Python: any other name assigned in a module.",
    "type-alias": "Python: a `type` statement, or a name annotated as `TypeAlias`.",
    "type-parameter": "Python: a parameter in square brackets behind a name, or a `TypeVar`, `ParamSpec` or "
    "`TypeVarTuple`.",
    "section": "Prose: a heading.",
    "import": "A name that a Python file imports. A keyword, not a definition.",
    "term": "A word, phrase or piece of code that characterises a prose file. A keyword, not a definition.",
    "identifier": "A name in a file whose language has no definitions here. A keyword, not a definition.",
}
"""What each kind stands for; the words for it are declared in `model.KINDS`."""

WARNING_SUBTYPES = {
    "config": "A setting has a value that is not allowed. The warning says what was given, what is allowed and what "
    "is used instead.",
}
"""Every subtype under which a warning is given, with its meaning."""


def settings_overview() -> list[str]:
    """List every setting with its default and its purpose."""
    rows = [(f"{{confval}}`kwdocs_{option.name}`", prose(option.help)) for option in OPTIONS]
    return table(("Setting", "What it is for"), rows)


def settings() -> list[str]:
    """Describe every setting, each as a target for links."""
    lines: list[str] = []
    for option in OPTIONS:
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        allowed = _QUOTED.sub(r"`\g<0>`", option.allowed)
        lines += [
            f"````{{confval}} kwdocs_{option.name}",
            f":default: {code(repr(default))}",
            "",
            prose(option.help),
            "",
            f"It must be {prose(allowed)}.",
            "````",
            "",
        ]
    return lines


def kinds() -> list[str]:
    """List every kind of keyword, in the order in which pages group them."""
    rows = [(code(kind.name), kind.plural, prose(KIND_MEANINGS[kind.name])) for kind in KINDS.values()]
    return table(("Kind", "Heading", "What it is"), rows)


def diagnostics() -> list[str]:
    """List every diagnostic code."""
    return table(("Code", "Meaning"), [(code(name), prose(text)) for name, text in DIAGNOSTIC_CODES.items()])


def warnings() -> list[str]:
    """List every warning subtype as `suppress_warnings` spells it."""
    return table(
        ("Warning", "Meaning"), [(code(f"kwdocs.{name}"), prose(text)) for name, text in WARNING_SUBTYPES.items()]
    )


def languages() -> list[str]:
    """List every language with the files it reads and what it finds in them."""
    rows = []
    for language in sorted(all_languages().values(), key=lambda item: (item.name == "unknown", item.label.casefold())):
        names = ", ".join(map(code, language.patterns)) or "every other text file"
        if language.interpreters:
            names += f"; `#!` with {', '.join(map(code, language.interpreters))}"
        rows.append((prose(language.label), code(language.name), names, _what_it_reads(language), _colours(language)))
    return table(("Language", "In data", "Files", "Keywords", "Highlighting"), rows)


def _what_it_reads(language: Language) -> str:
    if language.is_prose:
        return "headings, terms"
    if language.name == "python":
        return "definitions, imports"
    if language.name == "unknown":
        return "identifiers, if the file is code"
    known = {
        getattr(maker("", TokenRules()), "func", None): words
        for maker, words in (
            (words_extractor, "identifiers"),
            (keys_extractor, "keys, targets or selectors"),
            (comment_extractor, "none"),
        )
    }
    return known[getattr(language.extract, "func", language.name)]


def _colours(language: Language) -> str:
    if language.tokens is not None:
        return "own rules"
    return "Pygments" if language.pygments else "Pygments, by file name"


def command_line() -> list[str]:
    """Show what the command line says of itself."""
    lines: list[str] = []
    for arguments in ([], ["index"]):
        lines += [f"`{' '.join(['python -m sphinx_kwdocs', *arguments, '--help'])}`", "", *_help(arguments), ""]
    return lines


def _help(arguments: list[str]) -> list[str]:
    printed = StringIO()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"  # argparse wraps at the width of the terminal, which a build does not have
    try:
        with redirect_stdout(printed), suppress(SystemExit):
            main([*arguments, "--help"])
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    return block("text", printed.getvalue())
