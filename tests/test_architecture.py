"""Data flows one way: each part imports only what stands before it, and only one part knows Sphinx."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "sphinx_kwdocs"
NAME = "sphinx_kwdocs"
# What a part may import of ours, besides its own parts that begin with an underscore. A folder stands for its modules.
ALLOWED: dict[str, set[str]] = {
    "__init__": {"sphinx_ext"},
    "model": {"python_code", "references"},
    "file_references": {"digests", "model"},
    "references": {"file_references", "model"},
    "digests": set(),
    "_columns": {"_thawed", "model"},
    "_kept": set(),
    "terms": {"_columns", "_kept", "_thawed", "model"},
    "symbols": {"_columns", "_kept", "_thawed", "model", "vocabulary"},
    "imports": {"_columns", "_kept", "_thawed", "model"},
    "symbol_table": {"model", "symbols"},
    "store": {"config", "translation"},
    "_facts_codec": {"_columns", "_thawed", "digests", "imports", "model", "python_code", "symbols", "terms"},
    "_references_codec": {"_fitting", "digests", "file_references", "model"},
    "_thawed": set(),
    "no_store": set(),
    "program": set(),
    "collector": set(),
    "time_limit": set(),
    "workers": {"collector", "time_limit"},
    "_fitting": set(),
    "checked_facts": {"_facts_codec", "_fitting", "imports", "model", "symbols", "terms", "vocabulary"},
    "shared_store": {"no_store"},
    "known_facts": {"_facts_codec", "checked_facts", "model", "no_store", "program", "python_code", "python_interface"},
    "known_links": {
        "_facts_codec",
        "_fitting",
        "_references_codec",
        "digests",
        "inference",
        "model",
        "no_store",
        "symbols",
    },
    "whole_files": set(),
    "manifest": {"_fitting", "watch", "whole_files"},
    "watch": {"model", "file_references", "references"},
    "page_sources": {"model", "pages", "references", "symbol_table", "watch"},
    "page_states": {
        "_facts_codec",
        "digests",
        "imports",
        "manifest",
        "model",
        "page_sources",
        "pages",
        "symbols",
        "terms",
        "watch",
    },
    "statements": {"languages", "model", "wording"},
    "extraction": {"foreign_facts", "languages", "model", "rules", "statements", "wording"},
    "reading": {
        "_listing",
        "_thawed",
        "_times",
        "config",
        "extraction",
        "known_facts",
        "languages",
        "model",
        "no_store",
        "program",
        "scan",
        "time_limit",
        "workers",
    },
    "python_code": set(),
    "documents": set(),
    "translation": set(),
    "vocabulary": {"model", "translation"},
    "config": {"translation"},
    "page": {"blocks", "translation"},
    "blocks": {"page"},
    "wording": {"model", "translation"},
    "addresses": {"page", "_safe_names"},
    "_safe_names": set(),
    "decode": {"model", "config"},
    "git": {"model", "config", "_hosting"},
    "scan": {"model", "config", "decode", "withheld", "_folders", "_listing", "_opening"},
    "withheld": {"_ignore"},
    "_root": {"git", "translation"},
    "_times": {"_listing"},
    "_hosting": set(),
    "_opening": set(),
    "_folders": {"_opening"},
    "_ignore": {"_opening", "config", "translation"},
    "_listing": {"config", "git", "translation", "_folders", "_ignore", "_opening"},
    "link": {
        "model",
        "config",
        "file_references",
        "references",
        "inference",
        "_ignore",
        "known_links",
        "link_files",
        "link_mentions",
        "link_modules",
        "link_offered",
        "imports",
        "link_purposes",
        "link_terms",
        "python_code",
        "python_interface",
        "symbol_table",
    },
    "link_files": {"_references_codec", "inference", "known_links", "link_mentions", "references", "workers"},
    "inference": {
        "model",
        "python_code",
        "python_interface",
        "file_references",
        "references",
        "link_modules",
        "documents",
        "symbols",
    },
    "python_interface": {"digests", "model", "python_code"},
    "link_modules": {"link_packaging", "model"},
    "link_packaging": {"model"},
    "link_mentions": {"digests", "model", "symbol_table"},
    "link_offered": {"link_packaging", "model"},
    "link_purposes": {"model", "statements", "wording"},
    "link_terms": {"model", "terms"},
    "link_documents": {"model", "documents", "link_mentions", "lookup", "translation"},
    "lookup": {
        "model",
        "documents",
        "link_mentions",
        "link_modules",
        "link_offered",
        "symbol_table",
        "translation",
        "wording",
    },
    "samples": {"model", "python_code", "documents", "inference", "languages"},
    "skip": {"model", "file_references", "references"},
    "public_names": {"_thawed", "model", "symbols"},
    "plugins": set(),
    "rules": {"model", "plugins", "vocabulary"},
    "foreign_facts": {"model", "vocabulary"},
    "pipeline": {
        "_listing",
        "collector",
        "config",
        "known_links",
        "languages",
        "link",
        "model",
        "no_store",
        "reading",
        "rules",
        "samples",
        "translation",
    },
    "languages": {"_thawed", "model", "plugins", "python_code"},
    "pages": {
        "blocks",
        "model",
        "config",
        "documents",
        "file_references",
        "references",
        "plugins",
        "vocabulary",
        "page",
        "translation",
        "wording",
        "imports",
        "symbol_table",
        "symbols",
        "terms",
    },
    "embeds": {
        "blocks",
        "model",
        "file_references",
        "references",
        "vocabulary",
        "page",
        "pages",
        "wording",
        "lookup",
        "documents",
        "public_names",
        "translation",
    },
    "render": {
        "blocks",
        "model",
        "file_references",
        "symbols",
        "time_limit",
        "vocabulary",
        "page",
        "translation",
        "wording",
    },
    "export": {"model", "file_references"},
    "publish": {
        "blocks",
        "languages",
        "model",
        "page",
        "page_sources",
        "pages",
        "render",
        "scan",
        "time_limit",
        "wording",
        "workers",
    },
    "api": {
        "blocks",
        "config",
        "documents",
        "lookup",
        "model",
        "page",
        "pages",
        "pipeline",
        "file_references",
        "references",
        "sphinx_ext",
    },
    "__main__": {"__init__", "config", "export", "pipeline", "wording"},
}
FREE = "sphinx_ext"
MODULES = sorted(path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py"))


def imports_of(module: str) -> list[str]:
    """Return the full names of the modules and packages that a module imports, wherever in it."""
    found = []
    for node in ast.walk(ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            base = str(node.module)
            is_package = base == NAME or (PACKAGE / base.removeprefix(f"{NAME}.").replace(".", "/")).is_dir()
            found += [f"{base}.{alias.name}" if is_package and base.startswith(NAME) else base for alias in node.names]
    return found


def ours(module: str) -> list[list[str]]:
    return [name.split(".")[1:] for name in imports_of(module) if name.split(".")[0] == NAME]


def part_of(module: str) -> str:
    return module.split("/", maxsplit=1)[0]


def is_allowed(module: str, target: list[str]) -> bool:
    part = part_of(module)
    is_module = (PACKAGE / target[0]).is_dir() or (PACKAGE / f"{target[0]}.py").is_file()
    first = target[0] if is_module else "__init__"
    if part == FREE or first in ALLOWED[part]:
        return True
    return first == part and len(target) > 1 and _is_shared(module, target[1])


def _is_shared(module: str, sibling: str) -> bool:
    """Tell whether a module may import a sibling: helpers of its folder, and everything from the folder's own front."""
    part, _, name = module.partition("/")
    if sibling.startswith("_") or name == "__init__":
        return True
    # The renderer of pages shows source, names URLs and writes characters; there is one of each, so none is a plug-in.
    return part == "render" and sibling in {"bar", "characters", "excerpt", "finder", "graph", "source", "urls"}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_no_inner_module_of_another_folder(module: str) -> None:
    assert [
        ".".join(target)
        for target in ours(module)
        if len(target) > 1 and target[1].startswith("_") and target[1][1] != "_" and target[0] != part_of(module)
    ] == []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_stands_before_it(module: str) -> None:
    wrong = [".".join(target) for target in ours(module) if not is_allowed(module, target)]
    assert wrong == []


def test_the_rule_knows_every_part() -> None:
    assert {part_of(module) for module in MODULES} - {FREE} == set(ALLOWED)


def test_the_rule_forbids_what_it_should() -> None:
    assert not is_allowed("pages/file_docs", ["pages", "file_keywords"])
    assert not is_allowed("pages/file_docs", ["render", "html"])
    assert not is_allowed("languages/python", ["scan"])
    assert not is_allowed("languages/python", ["languages", "markdown"])
    assert not is_allowed("model", ["config"])
    assert not is_allowed("scan", ["sphinx_ext", "build"])
    assert is_allowed("pages/file_docs", ["pages", "_site"])


@pytest.mark.parametrize("module", [module for module in MODULES if part_of(module) != FREE])
def test_only_one_part_imports_sphinx_or_docutils(module: str) -> None:
    names = {name.split(".")[0] for name in imports_of(module)}
    assert not names & {"docutils"}
    # These two name it in annotations.
    assert "sphinx" not in names or module in {"__init__", "api"}


BLOCKED = """
import importlib, sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"sphinx", "docutils", "myst_parser", "jinja2"}:
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Blocker())
for name in sys.argv[1:]:
    importlib.import_module(name)
print(len(sys.argv) - 1)
"""
HEAVY = {"ast", "pygments", "markdown_it", "pathspec", "sphinx", "docutils", "subprocess", "multiprocessing", "json"}


def run(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_but_one_part_works_with_sphinx_blocked() -> None:
    names = [module.replace("/", ".").removesuffix(".__init__") for module in MODULES if part_of(module) != FREE]
    names = [NAME if name == "__init__" else f"{NAME}.{name}" for name in names]
    assert int(run(BLOCKED, *names)) == len(names) > 60


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys; before = set(sys.modules); import sphinx_kwdocs; print(*sorted(set(sys.modules) - before))"
    loaded = set(run(code).split())
    assert NAME in loaded
    assert {name for name in loaded if name.startswith(f"{NAME}.")} == set()
    assert {name.split(".")[0] for name in loaded} & HEAVY == set()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_opens_with_what_it_is_responsible_for(module: str) -> None:
    doc = ast.get_docstring(ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8")))
    assert doc
    assert doc.split("\n\n")[0].rstrip().endswith((".", ";"))
