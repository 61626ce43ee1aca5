"""The fixed words of the index, each declared once: kinds of symbols, roles, origins, codes of diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model import Origin, Role


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of thing a symbol is, with the words a reader sees for it."""

    name: str
    """The word used in data."""
    singular: str
    """One of them, in a sentence."""
    plural: str
    """Several of them; also the heading of a group."""
    meaning: str
    """What counts as one, for the reference page."""
    css_class: str = ""
    """Pygments' class for the name where it is defined; if empty, the name is no link."""
    is_definition: bool = True
    """Whether it is something that a file defines; otherwise it is a keyword only."""
    is_code: bool = True
    """Whether the name is written as code."""


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("class", "class", "Classes", "Python: a `class` statement.", css_class="nc"),
        Kind(
            "function",
            "function",
            "Functions",
            "Python: a `def` or `async def` outside of a class body, also inside another function.",
            css_class="nf",
        ),
        Kind(
            "method",
            "method",
            "Methods",
            "Python: a `def` or `async def` in a class body that is not a property.",
            css_class="nf",
        ),
        Kind(
            "property",
            "property",
            "Properties",
            "Python: a method under `property`, `cached_property` or the like, or under the `setter` of one.",
            css_class="nf",
        ),
        Kind(
            "field",
            "field",
            "Fields",
            "Python: an annotated name in a dataclass, named tuple, typed dictionary, attrs class or `BaseModel`.",
            css_class="nv",
        ),
        Kind(
            "attribute",
            "attribute",
            "Attributes",
            "Python: any other name assigned in a class body, or by a method to an attribute of `self` or `cls`.",
            css_class="nv",
        ),
        Kind(
            "enum-member",
            "enum member",
            "Enum members",
            "Python: a name assigned without annotation in the body of an enum.",
            css_class="no",
        ),
        Kind(
            "constant",
            "constant",
            "Constants",
            "Python: a name in capitals assigned in a module or a class.",
            css_class="no",
        ),
        Kind("variable", "variable", "Variables", "Python: any other name assigned in a module.", css_class="nv"),
        Kind(
            "type-alias",
            "type alias",
            "Type aliases",
            "Python: a `type` statement, or a name annotated as `TypeAlias`.",
            css_class="nc",
        ),
        Kind(
            "type-parameter",
            "type parameter",
            "Type parameters",
            "Python: a parameter in square brackets behind a name, or a `TypeVar`, `ParamSpec` or `TypeVarTuple`.",
            css_class="nc",
        ),
        Kind("section", "section", "Sections", "Prose: a heading.", is_code=False),
        Kind(
            "import",
            "import",
            "Imports",
            "A name that a Python file imports. A keyword, not a definition.",
            is_definition=False,
        ),
        Kind(
            "term",
            "term",
            "Terms",
            "A word, phrase or piece of code that characterises a prose file. A keyword, not a definition.",
            is_definition=False,
            is_code=False,
        ),
        Kind(
            "identifier",
            "identifier",
            "Identifiers",
            "A name in a file whose language has no definitions here. A keyword, not a definition.",
            is_definition=False,
        ),
    )
}
"""Every kind, in the order in which groups appear on a page."""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """What a place does with the name that stands there, in the words a reader sees."""

    singular: str
    """One such place."""
    plural: str
    """Several of them."""
    meaning: str
    """What counts as one, for the reference page."""


ROLE_WORDS: Mapping[Role, RoleWords] = {
    "definition": RoleWords("definition", "definitions", "The name is given here."),
    "import": RoleWords("import", "imports", "The name is imported, or is that of a module in an import."),
    "call": RoleWords("call", "calls", "It is called; a class is instantiated."),
    "read": RoleWords("read", "reads", "Its value is used in any other way."),
    "write": RoleWords("write", "writes", "It is assigned to, or deleted."),
    "base": RoleWords("base", "bases", "A class derives from it."),
    "annotation": RoleWords("annotation", "annotations", "It stands in the annotation of a type."),
    "decorator": RoleWords("decorator", "decorators", "It decorates a definition."),
    "mention": RoleWords("mention", "mentions", "Prose, a documentation string or `__all__` names it."),
}
"""Every role, in the order in which pages count them."""


DIAGNOSTIC_CODES: Mapping[str, str] = {
    "syntax": "The file does not parse; its page shows what a tolerant pass found.",
    "encoding": "The bytes fit no known encoding; unreadable ones were replaced.",
    "large": "The file is over `kwdocs_max_size`; its page has no source.",
    "unreadable": "The file cannot be read.",
    "changed": "The file changed or vanished while the site was being built.",
    "extractor": "The extractor failed on this file, which is a defect of sphinx-kwdocs.",
    "linker": "The names of this file could not be resolved, which is a defect of sphinx-kwdocs; it has no links.",
}
"""Every diagnostic code with its meaning; the reference page is made from this."""


ORIGINS: Mapping[Origin, str] = {
    "repository": "This repository",
    "standard": "Standard library",
    "third-party": "Third party",
    # A module of the repository's own packages that no file defines: compiled or generated, perhaps.
    "missing": "Not among the repository's files",
    # Some file has that name, but nothing says that its folder is on the path.
    "unresolved": "Not resolved",
}
"""Where an import comes from, with the words a reader sees."""
