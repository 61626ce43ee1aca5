"""Tells which files hold what a project offers its readers, so that prose which names something can mean it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinx_kwdocs.linking.packaging import SIDE_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from sphinx_kwdocs.model.facts import FileFacts

_TOOLS = """
admin benchmark benchmarks bench bin build_tools buildtools ci dev devel devtools etc hack maint misc packaging release
script scripts tasks tool tools util
"""
TOOL_FOLDERS = SIDE_FOLDERS | frozenset(_TOOLS.split())
"""Folders, beside what a project builds, of what its own people use."""
_INNER = frozenset(
    ["test", "tests", "example", "examples", "benchmark", "benchmarks", "_vendor", "_vendored", "vendor", "vendored"]
)
"""Folders inside of a package that hold nothing for those who import it."""
_SCRIPTS = frozenset(["conf.py", "conftest.py", "fabfile.py", "manage.py", "noxfile.py", "setup.py", "tasks.py"])
_SUFFIXES = "c cc cpp cs cu cxx dart go h hpp hs java jl js jsx kt lua m mm php pl r rb rs scala swift ts tsx"
_CODE = frozenset(_SUFFIXES.split())
"""Suffixes of code in languages other than Python."""
_MANY_MORE = 4


def offered_files(
    facts: Mapping[str, FileFacts], modules: Mapping[str, str], tests: Container[str]
) -> Mapping[str, str]:
    """Return the files of importable packages, but for tests, examples, tools and scripts, by path with their names.

    `modules` are the names by which files are surely imported. A package in folders that are none may be part of a
    namespace. A module that stands alone counts if the project's metadata names it, or if there is none and nothing
    shows that it is a script.
    """
    built = {name for file in facts.values() if file.packaging for name in file.packaging.builds}
    names = {**_namespace_names(facts), **modules}
    tops: dict[str, str] = {}
    for path, module in names.items():
        top = _top_folder(path, module)
        if top and TOOL_FOLDERS.isdisjoint(top.lower().split("/")):
            if _INNER.isdisjoint(path[len(top) + 1 :].split("/")[:-1]):
                tops[path] = top
        elif not top and path not in tests and _is_module_of_project(path, module, facts[path], built):
            tops[path] = path
    everything, tested = Counter(tops.values()), Counter(top for path, top in tops.items() if path in tests)
    return {path: names[path] for path, top in tops.items() if path not in tests and 2 * tested[top] <= everything[top]}


def _namespace_names(paths: Iterable[str]) -> dict[str, str]:
    """Return the names of the files in packages as if every folder were one."""
    files = [path for path in paths if path.endswith((".py", ".pyi"))]
    packages = {path.rpartition("/")[0] for path in files if "/__init__." in path}
    names = {
        path: path.rpartition(".")[0].removesuffix("/__init__").removeprefix("src/").replace("/", ".")
        for path in files
        if path.rpartition("/")[0] in packages
    }
    return {path: name for path, name in names.items() if all(map(str.isidentifier, name.split(".")))}


def _top_folder(path: str, module: str) -> str:
    """Return the folder of the top-level package that a module stands in; empty if it stands alone."""
    depth = module.count(".") + (path.rpartition("/")[2].startswith("__init__."))
    folders = path.split("/")[:-1]
    return "/".join(folders[: len(folders) - depth + 1]) if depth else ""


def _is_module_of_project(path: str, module: str, file: FileFacts, built: Container[str]) -> bool:
    if not TOOL_FOLDERS.isdisjoint(path.lower().split("/")[:-1]):
        return False
    return module.lower() in built or not (built or file.main_guard or path.rpartition("/")[2] in _SCRIPTS)


def package_folders(offered: Mapping[str, str]) -> frozenset[str]:
    """Return the folders of the top-level packages that hold these files."""
    return frozenset(top for path, name in offered.items() if (top := _top_folder(path, name)))


class Homes:
    """Tells of which language the code is that stands nearest to a text."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._python: Counter[str] = Counter()
        self._others: Counter[str] = Counter()
        for path in paths:
            suffix = path.rpartition(".")[2].lower()
            if suffix in {"py", "pyi"}:
                self._python.update(_folders_of(path))
            elif suffix in _CODE:
                self._others.update(_folders_of(path))

    def is_foreign(self, path: str) -> bool:
        """Tell whether a text stands among code of other languages, but for a script or two: its names are theirs."""
        for folder in _folders_of(path):
            if self._python[folder] or self._others[folder]:
                return self._others[folder] > _MANY_MORE * self._python[folder]
        return False


def _folders_of(path: str) -> Iterator[str]:
    """Yield the folders above a file, the nearest first and the root left out."""
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
