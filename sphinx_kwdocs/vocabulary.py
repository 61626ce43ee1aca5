"""The fixed words of the index, each declared once: kinds of symbols, roles, origins, codes of diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.translation import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model import Origin, Role


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of thing a symbol is, with the words a reader sees for it."""

    name: str
    """The word used in data."""
    singular: str
    """One of them, in a sentence; several are counted by `wording.count`."""
    plural: str
    """The heading of a group of them."""
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
        Kind("class", N_("class"), N_("Classes"), "Python: a `class` statement.", css_class="nc"),
        Kind(
            "function",
            N_("function"),
            N_("Functions"),
            "Python: a `def` or `async def` outside of a class body, also inside another function.",
            css_class="nf",
        ),
        Kind(
            "method",
            N_("method"),
            N_("Methods"),
            "Python: a `def` or `async def` in a class body that is not a property.",
            css_class="nf",
        ),
        Kind(
            "property",
            N_("property"),
            N_("Properties"),
            "Python: a method under `property`, `cached_property` or the like, or under the `setter` of one.",
            css_class="nf",
        ),
        Kind(
            "field",
            N_("field"),
            N_("Fields"),
            "Python: an annotated name in a dataclass, named tuple, typed dictionary, attrs class or `BaseModel`.",
            css_class="nv",
        ),
        Kind(
            "attribute",
            N_("attribute"),
            N_("Attributes"),
            "Python: any other name assigned in a class body, or by a method to an attribute of `self` or `cls`.",
            css_class="nv",
        ),
        Kind(
            "enum-member",
            N_("enum member"),
            N_("Enum members"),
            "Python: a name assigned without annotation in the body of an enum.",
            css_class="no",
        ),
        Kind(
            "constant",
            N_("constant"),
            N_("Constants"),
            "Python: a name in capitals assigned in a module or a class.",
            css_class="no",
        ),
        Kind(
            "variable", N_("variable"), N_("Variables"), "Python: any other name assigned in a module.", css_class="nv"
        ),
        Kind(
            "type-alias",
            N_("type alias"),
            N_("Type aliases"),
            "Python: a `type` statement, or a name annotated as `TypeAlias`.",
            css_class="nc",
        ),
        Kind(
            "type-parameter",
            N_("type parameter"),
            N_("Type parameters"),
            "Python: a parameter in square brackets behind a name, or a `TypeVar`, `ParamSpec` or `TypeVarTuple`.",
            css_class="nc",
        ),
        Kind("section", N_("section"), N_("Sections"), "Prose: a heading.", is_code=False),
        Kind(
            "import",
            N_("import"),
            N_("Imports"),
            "A name that a Python file imports. A keyword, not a definition.",
            is_definition=False,
        ),
        Kind(
            "term",
            N_("term"),
            N_("Terms"),
            "A word, phrase or piece of code that characterises a prose file. A keyword, not a definition.",
            is_definition=False,
            is_code=False,
        ),
        Kind(
            "identifier",
            N_("identifier"),
            N_("Identifiers"),
            "A name in a file whose language has no definitions here. A keyword, not a definition.",
            is_definition=False,
        ),
        Kind(
            "concept",
            N_("concept"),
            N_("Concepts"),
            "Documents: a keyword that an author declares with `kw:keyword`. A keyword, not a definition.",
            is_definition=False,
            is_code=False,
        ),
        Kind(
            "glossary-term",
            N_("glossary term"),
            N_("Glossary terms"),
            "Documents: a term of a glossary. A keyword, not a definition.",
            is_definition=False,
            is_code=False,
        ),
        Kind(
            "index-entry",
            N_("index entry"),
            N_("Index entries"),
            "Documents: an entry that an author made for the index. A keyword, not a definition.",
            is_definition=False,
            is_code=False,
        ),
        Kind(
            "object",
            N_("documented object"),
            N_("Documented objects"),
            "Documents: what a directive such as `c:function` describes and no file defines. "
            "A keyword, not a definition.",
            is_definition=False,
        ),
        Kind(
            "see-also",
            N_("see also"),
            N_("See also"),
            "Documents: what a keyword that an author declares points to. A keyword, not a definition.",
            is_definition=False,
            is_code=False,
        ),
        Kind(
            "documentation",
            N_("documented in"),
            N_("Documentation"),
            "Documents: the description of a symbol or a file. A keyword, not a definition.",
            is_definition=False,
        ),
        Kind(
            "mention",
            N_("mentioned in"),
            N_("Mentions"),
            "Documents: a section that speaks of a symbol or a file. A keyword, not a definition.",
            is_definition=False,
        ),
    )
}
"""Every kind, in the order in which groups appear on a page."""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """What a place does with the name that stands there, in the words a reader sees."""

    singular: str
    """One such place; several are counted by `wording.count`."""
    meaning: str
    """What counts as one, for the reference page."""


ROLE_WORDS: Mapping[Role, RoleWords] = {
    "definition": RoleWords(N_("definition"), "The name is given here."),
    "import": RoleWords(N_("import"), "The name is imported, or is that of a module in an import."),
    "call": RoleWords(N_("call"), "It is called; a class is instantiated."),
    "read": RoleWords(N_("read"), "Its value is used in any other way."),
    "write": RoleWords(N_("write"), "It is assigned to, or deleted."),
    "base": RoleWords(N_("base"), "A class derives from it."),
    "annotation": RoleWords(N_("annotation"), "It stands in the annotation of a type."),
    "decorator": RoleWords(N_("decorator"), "It decorates a definition."),
    "mention": RoleWords(N_("mention"), "Prose, a documentation string or `__all__` names it."),
}
"""Every role, in the order in which pages count them."""


DIAGNOSTIC_CODES: Mapping[str, str] = {
    "syntax": N_("The file does not parse; its page shows what a tolerant pass found."),
    "encoding": N_("The bytes fit no known encoding; unreadable ones were replaced."),
    "large": N_("The file is over `kwdocs_max_size`; its page shows the head of it, and no keywords."),
    "slow": N_("Reading or colouring the file took longer than `kwdocs_time_limit`; its page lacks what that gives."),
    "unreadable": N_("The file cannot be read."),
    "withheld": N_("The file looks like a key or a password, or `kwdocs_withhold` names it; nothing of it is shown."),
    "changed": N_("The file changed or vanished while the site was being built."),
    "extractor": N_("The extractor failed on this file, which is a defect of sphinx-kwdocs."),
    "linker": N_("The names of this file could not be resolved, which is a defect of sphinx-kwdocs; it has no links."),
    "plugin": N_("A language, rule or page of another package failed here, which is a defect of that package."),
}
"""Every diagnostic code with its meaning; the reference page is made from this."""


ORIGINS: Mapping[Origin, str] = {
    "repository": N_("This repository"),
    "standard": N_("Standard library"),
    "third-party": N_("Third party"),
    # A module of the repository's own packages that no file defines: compiled or generated, perhaps.
    "missing": N_("Not among the repository's files"),
    # Some file has that name, but nothing says that its folder is on the path.
    "unresolved": N_("Not resolved"),
}
"""Where an import comes from, with the words a reader sees."""
