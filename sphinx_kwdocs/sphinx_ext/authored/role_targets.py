"""Finds what a role of ours refers to, and says what is the matter with one that refers to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from sphinx_kwdocs.lookup import Answer, first_and_last, problem_with, split_lines
from sphinx_kwdocs.model.page import DOCUMENT, Target
from sphinx_kwdocs.pages import place_of
from sphinx_kwdocs.render.file_source import symbol_title
from sphinx_kwdocs.sphinx_ext.nodes.target_links import uri_of
from sphinx_kwdocs.sphinx_ext.session import build_of
from sphinx_kwdocs.sphinx_ext.settings import warn
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import shown

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.sphinx_ext.state.build import BuildState

SUBTYPES = {"file": "file", "folder": "folder", "sym": "symbol", "key": "keyword"}
"""The subtype of the warning about a role that refers to nothing, by role."""
ANY = "any"
"""The role of Sphinx that refers to whatever has the name."""
_TRIED_FOR_ANY = ("key", "file", "folder")
"""Our roles that `any` stands for; that for keywords knows symbols too."""


class Found(NamedTuple):
    """What a role refers to."""

    target: Target
    """Where that is."""
    hint: str = ""
    """What a reader sees when pointing at the reference."""


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
    found = find(build, role, text, docname) if build else None
    if build is None or found is None:
        return None
    target = found.target
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
    if node.get("reftype") != ANY:
        return None
    return resolve(env, str(node.get("refdoc", env.docname)), ANY, str(node["reftarget"]), content)


def explain_missing(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Warn of a role of ours that refers to nothing, with what the author may have meant."""
    if domain is None or domain.name != "kw" or node["reftype"] not in SUBTYPES:
        return None
    build = build_of(app.env)
    if build is None:
        return None
    near = build.path_of(str(node.get("refdoc", app.env.docname)))
    warn(SUBTYPES[node["reftype"]], _PROBLEMS[node["reftype"]](build, node["reftarget"], near), location=node)
    return True


def find(build: BuildState, role: str, text: str, docname: str) -> Found | None:
    """Find what a role refers to; None if there is no such thing, or more than one."""
    near = build.path_of(docname)
    if role == ANY:
        tried = (_FINDERS[each](build, text, near) for each in _TRIED_FOR_ANY)
        return next((found for found in tried if found), None)
    return _FINDERS[role](build, text, near) if role in _FINDERS else None


def _find_symbol(build: BuildState, text: str, near: str) -> Found | None:
    target = build.lookup.symbol(text, near).target
    if not target:
        return None
    index = build.site.index
    symbol = index.symbols.get(target)
    return Found(place_of(index, target), symbol_title(symbol, "") if symbol else "")


def _find_file(build: BuildState, text: str, near: str) -> Found | None:
    files = build.site.index.files
    if text in files:
        return Found(Target("docs", text))
    path, lines = split_lines(text)
    target = build.lookup.file(path, near).target
    if not target:
        return None
    if not lines:
        return Found(Target("docs", target))
    first, last = first_and_last(lines) or (0, 0)
    if not 1 <= first <= last <= files[target].lines:
        return None
    return Found(Target("docs", target, f"L{first}-L{last}" if last > first else f"L{first}"))


def _find_folder(build: BuildState, text: str, near: str) -> Found | None:
    answer = build.lookup.folder(text, near)
    return Found(Target("index", answer.target)) if answer.is_found else None


def _find_keyword(build: BuildState, text: str, near: str) -> Found | None:
    found = build.words.find(text)
    if found is None:
        # The names of the repository are keywords too.
        return _find_symbol(build, text, near)
    word, passage = found
    return Found(Target(DOCUMENT, passage.document, passage.anchor), word.summary or passage.title)


_FINDERS = {"sym": _find_symbol, "file": _find_file, "folder": _find_folder, "key": _find_keyword}


def _symbol_problem(build: BuildState, text: str, near: str) -> str:
    return problem_with(text, "symbol", build.lookup.symbol(text, near))


def _file_problem(build: BuildState, text: str, near: str) -> str:
    path, lines = split_lines(text)
    answer = build.lookup.file(path, near)
    if answer.target:
        problem = _("{lines} is no range of lines of {path}, which has {number}; write L3 or L3-L9")
        number = build.site.index.files[answer.target].lines
        return problem.format(lines=repr(lines), path=shown(answer.target), number=number)
    if build.lookup.folder(path, near).is_found:
        return _('"{text}" is a folder of the repository, not a file; kw:folder names it').format(text=path)
    return problem_with(path, "file", answer)


def _folder_problem(build: BuildState, text: str, near: str) -> str:
    if build.lookup.file(text.rstrip("/"), near).target:
        return _('"{text}" is a file of the repository, not a folder; kw:file names it').format(text=text.rstrip("/"))
    return problem_with(text, "folder", build.lookup.folder(text, near))


def _keyword_problem(build: BuildState, text: str, near: str) -> str:
    del near
    return problem_with(text, "keyword", Answer("", tuple(build.words.nearest(text))))


_PROBLEMS = {"sym": _symbol_problem, "file": _file_problem, "folder": _folder_problem, "key": _keyword_problem}
