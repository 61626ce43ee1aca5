"""Reads the content of a role, which MyST and reStructuredText share: `title <target>`, `~shortened.Name`, `!plain`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._prose.passage import InlineCode, InlineLink

if TYPE_CHECKING:
    from sphinx_kwdocs.languages._prose.passage import Passage

_TITLED = re.compile(r"([^<>]*[^<>\s]|)\s*<([^<>]+)>\s*")
_LINKING = frozenset({"doc", "download", "any", "numref", "ref"})
_STRESSING = frozenset({"term", "dfn", "strong", "emphasis", "index", "guilabel", "menuselection", "abbr"})
_SILENT = frozenset(
    {"cite", "cite:p", "cite:t", "math", "eq", "raw", "raw-html", "footcite", "sub", "sup", "rfc", "pep"}
    | {"kbd", "samp", "regexp", "mimetype", "mailheader", "newsgroup", "manpage", "issue", "pr", "user", "cve", "cwe"}
)


PYTHON_ROLES = frozenset(
    {"attr", "class", "const", "data", "deco", "exc", "func", "meth", "mod", "obj", "type", "kw:sym"}
)
"""Roles with which an author says that something is a name of Python, without their domain."""
CODE_ROLES = frozenset({"", "code", "file", "literal"})
"""Roles that only mark code, and none at all; the content of any other is what that role says it is."""


def read_role(passage: Passage, role: str, opening: int, start: int, end: int, behind: int) -> None:
    """Note a role whose content stands at `start` to `end`, and whose marks reach from `opening` to `behind`."""
    content = passage.text[start:end]
    titled = _TITLED.fullmatch(content)
    shown = (start, start + len(titled.group(1))) if titled and titled.group(1) else (start, end)
    target = (start + titled.start(2), start + titled.end(2)) if titled else (start, end)
    prefix = len(passage.text[target[0] : target[1]]) - len(passage.text[target[0] : target[1]].lstrip("~!. "))
    target = (min(target[0] + prefix, target[1]), target[1])
    text = " ".join(passage.text[target[0] : target[1]].split())
    if not titled and passage.text[start:end].startswith("~"):
        shown = (end - len(text.rpartition(".")[2]), end)
    elif not titled:
        shown = target
    passage.hidden += [(opening, shown[0]), (shown[1], behind)]
    short = role.lower()
    if short in _STRESSING:
        passage.stressed.append(shown)
        return
    passage.opaque.append(shown) if short not in _LINKING else None
    if short in _LINKING:
        passage.links.append(InlineLink(*shown, text))
    elif short not in _SILENT and target[0] < target[1]:
        passage.codes.append(InlineCode(*target, text, short))
