"""Finds what a role of ours refers to, and says what is the matter with one that refers to nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from sphinx_kwdocs.page import DOCUMENT, Target
from sphinx_kwdocs.render.file_source import symbol_title
from sphinx_kwdocs.sphinx_ext.build import build_of, warn
from sphinx_kwdocs.sphinx_ext.links import uri_of
from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.build import Build

_LINES = re.compile(r"L?(\d+)(?:-L?(\d+))?")
SUBTYPES = {"file": "file", "folder": "folder", "sym": "symbol", "key": "keyword"}
"""The subtype of the warning about a role that refers to nothing, by role."""


class Found(NamedTuple):
    """What a role refers to, or why it refers to nothing."""

    target: Target | None
    hint: str = ""
    """What a reader sees when pointing at the reference."""
    problem: str = ""
    """What is the matter, if there is no target."""


def connect(app: Sphinx) -> None:
    """Connect the references to the build."""
    # After all others, so that only what nobody else knows is looked up in the repository.
    app.connect("missing-reference", resolve_any, priority=900)
    app.connect("warn-missing-reference", explain_missing)


def resolve(
    env: BuildEnvironment, docname: str, role: str, text: str, content: nodes.Element
) -> nodes.reference | None:
    """Make a reference to what a role names; None if there is no such thing, or more than one."""
    build = build_of(env)
    found = find(build, role, text, docname) if build else Found(None)
    if build is None or found.target is None:
        return None
    return _reference(build, docname, found, content)


def _reference(build: Build, docname: str, found: Found, content: nodes.Element) -> nodes.reference | None:
    target = found.target
    if target is None:
        return None
    if target.kind == DOCUMENT and target.path == docname:
        return make_refnode(build.builder, docname, target.path, target.anchor, content, found.hint)
    uri = uri_of(build, docname, target)
    if not uri:
        # Shown without a link, by a builder that has no such page; Sphinx takes that for nothing to warn of.
        raise NoUri
    node = nodes.reference("", "", content, internal=True, refuri=uri)
    if found.hint:
        node["reftitle"] = found.hint
    return node


def resolve_any(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.reference | None:
    """Resolve what the role `any` names, if it is in the repository and nowhere else."""
    del app
    build = build_of(env)
    if build is None or node.get("reftype") != "any":
        return None
    docname = str(node.get("refdoc", env.docname))
    for role in ("key", "sym", "file", "folder"):
        found = find(build, role, str(node["reftarget"]), docname)
        if found.target is not None:
            return _reference(build, docname, found, content)
    return None


def explain_missing(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Warn of a role of ours that refers to nothing, with what the author may have meant."""
    if domain is None or domain.name != "kw" or node["reftype"] not in SUBTYPES:
        return None
    build = build_of(app.env)
    if build is None:
        return None
    found = find(build, node["reftype"], node["reftarget"], str(node.get("refdoc", app.env.docname)))
    warn(SUBTYPES[node["reftype"]], found.problem, location=node)
    return True


def find(build: Build, role: str, text: str, docname: str) -> Found:
    """Find what a role refers to."""
    return _FINDERS[role](build, text, docname)


def _find_symbol(build: Build, text: str, docname: str) -> Found:
    answer = build.lookup.symbol(text, build.path_of(docname))
    index = build.site.index
    symbol = index.symbols.get(answer.target)
    if symbol is not None:
        return Found(Target("docs", symbol.path, f"L{symbol.span.line}"), symbol_title(symbol, ""))
    if answer.target:
        return Found(Target("docs", answer.target))
    return Found(None, problem=no_symbol(text, answer.candidates, is_known=answer.is_ambiguous))


def no_symbol(text: str, candidates: Iterable[str], *, is_known: bool) -> str:
    """Say that a text names no symbol, or too many."""
    return _explain(
        _("{name} is not the name of a symbol of the repository").format(name=repr(text)),
        _("{name} names more than one symbol of the repository").format(name=repr(text)),
        candidates,
        is_known=is_known,
    )


def _find_file(build: Build, text: str, docname: str) -> Found:
    index = build.site.index
    if text in index.files:
        return Found(Target("docs", text))
    path, hash_sign, lines = text.partition("#")
    answer = build.lookup.file(path, build.path_of(docname))
    if not answer.target:
        unknown = _("{name} is not a file of the repository").format(name=repr(path))
        several = _("{name} names more than one file of the repository").format(name=repr(path))
        problem = _explain(unknown, several, answer.candidates, is_known=answer.is_ambiguous)
        return Found(None, problem=problem)
    if not hash_sign:
        return Found(Target("docs", answer.target))
    anchor = _line_anchor(lines, index.files[answer.target].lines)
    if anchor:
        return Found(Target("docs", answer.target, anchor))
    problem = _("{lines} is no range of lines of {path}, which has {number}; write L3 or L3-L9")
    number = index.files[answer.target].lines
    return Found(None, problem=problem.format(lines=repr(lines), path=answer.target, number=number))


def _line_anchor(text: str, number: int) -> str:
    match = _LINES.fullmatch(text)
    if not match:
        return ""
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= number:
        return ""
    return f"L{first}-L{last}" if last > first else f"L{first}"


def _find_folder(build: Build, text: str, docname: str) -> Found:
    answer = build.lookup.folder(text, build.path_of(docname))
    if answer.is_found:
        return Found(Target("index", answer.target))
    unknown = _("{name} is not a folder of the repository").format(name=repr(text))
    several = _("{name} names more than one folder of the repository").format(name=repr(text))
    return Found(None, problem=_explain(unknown, several, answer.candidates, is_known=answer.is_ambiguous))


def _find_keyword(build: Build, text: str, docname: str) -> Found:
    found = build.words.find(text)
    if found is not None:
        word, passage = found
        return Found(Target(DOCUMENT, passage.document, passage.anchor), word.summary or passage.title)
    # The names of the repository are keywords too.
    symbol = _find_symbol(build, text, docname)
    if symbol.target is not None:
        return symbol
    unknown = _("{name} is a keyword of no document").format(name=repr(text))
    return Found(None, problem=_explain(unknown, unknown, build.words.nearest(text), is_known=False))


_FINDERS = {"sym": _find_symbol, "file": _find_file, "folder": _find_folder, "key": _find_keyword}


def _explain(unknown: str, several: str, candidates: Iterable[str], *, is_known: bool) -> str:
    listed = ", ".join(candidates)
    if is_known:
        return _("{what}: {candidates}").format(what=several, candidates=listed)
    return _("{what}; did you mean {candidates}?").format(what=unknown, candidates=listed) if listed else unknown
