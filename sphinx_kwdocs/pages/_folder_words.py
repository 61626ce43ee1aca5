"""Finds what a folder is: in its own words, or else by what plainly shows in the files that it holds."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.translation import _, chosen_language
from sphinx_kwdocs.wording import first_sentence, purpose_in_words, shown

if TYPE_CHECKING:
    from sphinx_kwdocs.model.index import Index

_TELLERS = (
    "__init__.py", "__init__.pyi", "mod.rs", "lib.rs", "doc.go", "package-info.java",
    "index.md", "index.rst", "index.txt", "index.ts", "index.js",
)  # fmt: skip
"""Files that speak for their folder where it has no README, the best first."""
_PROJECT_FILES = ("pyproject.toml", "setup.cfg", "setup.py", "package.json", "Cargo.toml", "composer.json")
"""Files in which the project in a folder introduces itself, the best first."""
_README = re.compile(r"readme(?:[._-](?P<language>[a-z]{2}(?:[_-][a-z]{2,4})?)(?=\.)|)(?:\.[a-z\d]+)?")
_WORKFLOWS = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows$")
_EXAMPLES = re.compile(r"(?:^|/)(?:examples?|samples?|demos?)")
_SPHINX_SETTINGS = frozenset({"extensions", "html_theme", "master_doc", "project", "root_doc", "source_suffix"})
_FEWEST_SETTINGS = 2
_MOST_NAMES = 8
_FEWEST_FILES = 2
_MOST_PLAIN = 0.8
"""The share of imports that has to go to one package for a folder to be about it."""
_MOST_TESTS = 0.8
"""The share of modules that have to be tests for a folder to be one of tests: packages hold theirs, too."""


class FolderWords(NamedTuple):
    """What a folder is."""

    words: str
    """Of its README, of its docstring or its metadata, the first paragraph; or what its files show."""
    teller: str
    """The file that says it, or empty where its files show it."""


class FolderDescriber:
    """Describes folders; what files import is counted once for all of them, and only if a folder needs it."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def words_of(self, path: str) -> FolderWords | None:
        """Return what a folder is, if it says or shows that."""
        return self._own_words(path) or self._shown_by_files(path)

    def _own_words(self, path: str) -> FolderWords | None:
        index = self.index
        prefix = f"{path}/" if path else ""
        for file in [*_readmes(index, path), *(prefix + name for name in _TELLERS)]:
            if purpose := index.purposes.get(file):
                return FolderWords(purpose.text or purpose.title, file)
        for file in (prefix + name for name in _PROJECT_FILES):
            facts = index.facts.get(file)
            if facts and facts.packaging and facts.packaging.description:
                return FolderWords(facts.packaging.description, file)
        return None

    def _shown_by_files(self, path: str) -> FolderWords | None:
        if not path:
            return None
        if held := self._only_child(path):
            return held
        words = self._workflows(path) or self._documentation(path) or self._users(path)
        return FolderWords(words, "") if words else None

    def _only_child(self, path: str) -> FolderWords | None:
        """Say what the one thing is that a folder holds."""
        folder = self.index.folders[path]
        if len(folder.folders) + len(folder.files) != 1:
            return None
        child = (*folder.folders, *folder.files)[0]
        about = self._own_words(child) if folder.folders else None
        said = first_sentence(about.words) if about else purpose_in_words(self.index.purposes.get(child))
        if not said:
            return None
        words = _("Holds {name}: {description}").format(name=shown(child.rpartition("/")[2]), description=said)
        return FolderWords(words, about.teller if about else child)

    def _workflows(self, path: str) -> str:
        if not _WORKFLOWS.search(path):
            return ""
        facts = self.index.facts
        names = [facts[file].title for file in self.index.folders[path].files if file in facts and facts[file].title]
        if not names:
            return ""
        listed = ", ".join(names[:_MOST_NAMES])
        return _("Workflows: {names}").format(names=listed if len(names) <= _MOST_NAMES else f"{listed}, …")

    def _documentation(self, path: str) -> str:
        """Tell a folder by the settings of Sphinx in it."""
        facts = self.index.facts.get(f"{path}/conf.py")
        if facts is None:
            return ""
        settings = _SPHINX_SETTINGS.intersection(symbol.name for symbol in facts.symbols)
        is_plain = len(settings) >= _FEWEST_SETTINGS or any(item.module.startswith("sphinx") for item in facts.imports)
        return _("Sphinx documentation, set up in conf.py") if is_plain else ""

    def _users(self, path: str) -> str:
        """Tell tests and examples by the package that most of their imports name."""
        tests, others = self._imports["tests"].get(path), self._imports["examples"].get(path)
        if tests and self._holds_tests(path) and (package := self._package_of(tests, path)):
            return _("Tests of {package}").format(package=package)
        if others and (package := self._package_of(others, path)):
            return _("Examples that use {package}").format(package=package)
        return ""

    def _holds_tests(self, path: str) -> bool:
        tests, files = self._imports["tests"].get(path), self._imports["all"].get(path)
        return tests is not None and files is not None and tests.files >= _MOST_TESTS * files.files

    def _package_of(self, imports: _Imports, path: str) -> str:
        """Return the longest dotted name below which nearly all of the imported modules are, or nothing."""
        counts: Counter[str] = Counter()
        total = 0
        for target, number in imports.targets.items():
            is_helper = target.startswith(f"{path}/") or self._holds_tests(target.partition("/")[0])
            module = self.index.modules.get(target, "")
            if module and not is_helper:
                total += number
                parts = module.split(".")
                counts.update({".".join(parts[:depth]): number for depth in range(1, len(parts) + 1)})
        plain = [name for name, number in counts.items() if number >= max(_FEWEST_FILES, _MOST_PLAIN * total)]
        return max(plain, key=lambda name: name.count("."), default="")

    @cached_property
    def _imports(self) -> dict[str, dict[str, _Imports]]:
        """What files below each folder import: tests, what stands among examples, and how many modules there are."""
        kinds: dict[str, defaultdict[str, _Imports]] = {
            kind: defaultdict(_Imports) for kind in ("tests", "examples", "all")
        }
        tests = self.index.tests
        for file in self.index.facts:
            links = self.index.imports.get(file, ())
            targets = {link.target for link in links if link.target and link.target not in tests}
            is_test = file in tests
            is_module = file in self.index.modules and not file.endswith(("/__init__.py", "/conftest.py"))
            folder = file
            while "/" in folder:
                folder = folder.rpartition("/")[0]
                kinds["all"][folder].files += is_test or is_module
                if is_test:
                    kinds["tests"][folder].take(targets)
                elif _EXAMPLES.search(folder):
                    kinds["examples"][folder].take(targets)
        return {kind: dict(found) for kind, found in kinds.items()}


class _Imports:
    """The files that some files import, each with how many of them do."""

    def __init__(self) -> None:
        self.files = 0
        self.targets: Counter[str] = Counter()

    def take(self, targets: set[str]) -> None:
        self.files += 1
        self.targets.update(targets)


def _readmes(index: Index, path: str) -> list[str]:
    """Return the READMEs of a folder: first the one in no particular language, then that in the documentation's."""
    wanted = chosen_language().casefold().replace("_", "-")
    found: list[tuple[int, str]] = []
    for file in index.folders[path].files:
        if match := _README.fullmatch(file.rpartition("/")[2].casefold()):
            language = (match["language"] or "").replace("_", "-")
            is_wanted = wanted and language.partition("-")[0] == wanted.partition("-")[0]
            found.append((0 if not language else 1 if is_wanted else 2 if language == "en" else 3, file))
    return [file for _rank, file in sorted(found)]
