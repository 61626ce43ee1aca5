"""The fixed words of the index, each declared once: kinds of keywords, roles, origins, codes of diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_kwdocs.model.plugin_records import Kind
from sphinx_kwdocs.translation import N_, NN_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_kwdocs.model.index import Origin, Role


SECTION = "section"
"""The kind of headings, which are no definitions of code."""


KEYWORD_KINDS = (
    Kind(
        "import",
        N_("import"),
        N_("Imports"),
        "A name that a file imports, or a file that it includes. A keyword, not a definition.",
        is_definition=False,
        counted=NN_("{number} import", "{number} imports"),
        order=1000,
    ),
    Kind(
        "term",
        N_("term"),
        N_("Terms"),
        "A word, phrase or piece of code that characterises a prose file. A keyword, not a definition.",
        is_definition=False,
        is_code=False,
        counted=NN_("{number} term", "{number} terms"),
        order=1010,
    ),
    Kind(
        "identifier",
        N_("identifier"),
        N_("Identifiers"),
        "A name in a file whose language has no definitions here. A keyword, not a definition.",
        is_definition=False,
        counted=NN_("{number} identifier", "{number} identifiers"),
        order=1020,
    ),
    Kind(
        "concept",
        N_("concept"),
        N_("Concepts"),
        "Documents: a keyword that an author declares with `kw:keyword`. A keyword, not a definition.",
        is_definition=False,
        is_code=False,
        counted=NN_("{number} concept", "{number} concepts"),
        order=1030,
    ),
    Kind(
        "glossary-term",
        N_("glossary term"),
        N_("Glossary terms"),
        "Documents: a term of a glossary. A keyword, not a definition.",
        is_definition=False,
        is_code=False,
        counted=NN_("{number} glossary term", "{number} glossary terms"),
        order=1040,
    ),
    Kind(
        "index-entry",
        N_("index entry"),
        N_("Index entries"),
        "Documents: an entry that an author made for the index. A keyword, not a definition.",
        is_definition=False,
        is_code=False,
        counted=NN_("{number} index entry", "{number} index entries"),
        order=1050,
    ),
    Kind(
        "object",
        N_("documented object"),
        N_("Documented objects"),
        "Documents: what a directive such as `c:function` describes and no file defines. A keyword, not a definition.",
        is_definition=False,
        counted=NN_("{number} documented object", "{number} documented objects"),
        order=1060,
    ),
    Kind(
        "see-also",
        N_("see also"),
        N_("See also"),
        "Documents: what a keyword that an author declares points to. A keyword, not a definition.",
        is_definition=False,
        is_code=False,
        counted=NN_("{number} pointer", "{number} pointers"),
        order=1070,
    ),
    Kind(
        "documentation",
        N_("documented in"),
        N_("Documentation"),
        "Documents: the description of a symbol or a file. A keyword, not a definition.",
        is_definition=False,
        counted=NN_("documented at {number} place", "documented at {number} places"),
        order=1080,
    ),
    Kind(
        "mention",
        N_("mentioned in"),
        N_("Mentions"),
        "Documents: a section that speaks of a symbol or a file. A keyword, not a definition.",
        is_definition=False,
        counted=NN_("{number} mention", "{number} mentions"),
        order=1090,
    ),
)
"""The kinds of keywords that are no definitions, in the order in which groups appear; languages have the others."""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """What a place does with the name that stands there, in the words a reader sees."""

    singular: str
    """One such place; several are counted by `wording.count`."""
    meaning: str
    """What counts as one, for the reference page."""


ROLE_WORDS: Mapping[Role, RoleWords] = {
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
    "large": N_(
        "The file is over `kwdocs_max_size`, or has more than 100,000 bytes in very long lines; its page shows the "
        "head of it, and no keywords."
    ),
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
