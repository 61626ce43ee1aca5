"""Makes a project that is large enough for several processes, and edits it at random."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from pathlib import Path

MODULES, DOCUMENTS = 90, 14
WORDS = (
    "amount", "basket", "carrier", "discount", "envelope", "freight", "goods", "handling", "invoice", "journal",
    "ledger", "margin", "note", "order", "parcel", "quote", "receipt", "stock", "tariff", "voucher",
)  # fmt: skip
CONF = """\
project = "Faults"
extensions = ["sphinx_kwdocs"]
html_theme = "alabaster"
"""


@dataclass(frozen=True, slots=True)
class FaultProject:
    """A repository, its documents and the folders that a build writes to."""

    place: Path

    @property
    def docs(self) -> Path:
        """The folder of the documents."""
        return self.place / "repo" / "docs"

    @property
    def sources(self) -> Path:
        """The folder of the modules."""
        return self.place / "repo" / "shop"

    @property
    def out(self) -> Path:
        """The site that is built again and again."""
        return self.place / "kept" / "html"

    @property
    def doctrees(self) -> Path:
        """What Sphinx and we keep from build to build."""
        return self.place / "kept" / "doctrees"


def make_fault_project(place: Path, chance: random.Random) -> FaultProject:
    """Write the project."""
    project = FaultProject(place)
    project.docs.mkdir(parents=True)
    project.sources.mkdir()
    (project.docs / "conf.py").write_text(CONF, encoding="utf-8")
    (project.sources / "__init__.py").touch()
    for number in range(MODULES):
        (project.sources / f"m{number}.py").write_text(_module(number, chance), encoding="utf-8")
    for number in range(DOCUMENTS):
        (project.docs / f"d{number}.rst").write_text(_document(number, chance), encoding="utf-8")
    index = "Shop\n====\n\n.. toctree::\n   :glob:\n\n   d*\n"
    (project.docs / "index.rst").write_text(index, encoding="utf-8")
    return project


def edit_at_random(project: FaultProject, chance: random.Random) -> str:
    """Make one edit, and name it."""
    name = chance.choices(list(EDITS), [weight for weight, _ in EDITS.values()])[0]
    EDITS[name][1](project, chance)
    return name


def _module(number: int, chance: random.Random) -> str:
    others = sorted(chance.sample(range(MODULES), 3))
    lines = [f'"""{_sentence(chance)}"""', "", *(f"from shop.m{other} import Class{other}" for other in others), ""]
    for name in (f"Class{number}", f"Other{number}"):
        lines += ["", f"class {name}:", f'    """{_sentence(chance)}"""', ""]
        for method in chance.sample(WORDS, 8):
            other = chance.choice(others)
            lines += [f"    def {method}(self, {chance.choice(WORDS)}_of=1):", f"        # {_sentence(chance)}"]
            lines += [f"        return Class{other}().{chance.choice(WORDS)}(2)", ""]
    return "\n".join(lines)


def _document(number: int, chance: random.Random) -> str:
    # The title stays: Sphinx does not write the neighbours again that show it.
    word, other = WORDS[number], chance.choice(WORDS)
    module = chance.randrange(MODULES)
    title = f"On {word}"
    lines = [title, "=" * len(title), "", f".. index:: {word}; of {other}", "", _sentence(chance), ""]
    lines += [f"See ``Class{module}`` and :doc:`index`.", "", f".. py:class:: shop.m{number}.Class{number}", ""]
    lines += [_sentence(chance), "", f"More of {other}", "-" * 30, "", _sentence(chance), ""]
    return "\n".join(lines)


def _sentence(chance: random.Random) -> str:
    return f"The {' '.join(chance.choices(WORDS, k=7))} {chance.randrange(1000)}."


def _some(folder: Path, pattern: str, chance: random.Random) -> Path:
    return chance.choice(sorted(folder.glob(pattern)))


def _write_module(project: FaultProject, chance: random.Random) -> None:
    number = chance.randrange(MODULES + 5)
    (project.sources / f"m{number}.py").write_text(_module(number, chance), encoding="utf-8")


def _write_many_modules(project: FaultProject, chance: random.Random) -> None:
    for _again in range(40):
        _write_module(project, chance)


def _remove_module(project: FaultProject, chance: random.Random) -> None:
    _some(project.sources, "m*.py", chance).unlink()


def _rename_module(project: FaultProject, chance: random.Random) -> None:
    file = _some(project.sources, "m*.py", chance)
    file.replace(file.with_name(f"m{chance.randrange(MODULES + 5)}.py"))


def _write_document(project: FaultProject, chance: random.Random) -> None:
    number = chance.randrange(DOCUMENTS)
    (project.docs / f"d{number}.rst").write_text(_document(number, chance), encoding="utf-8")


def _write_orphan(project: FaultProject, chance: random.Random) -> None:
    # Outside of the table of contents, for the same reason.
    number = chance.randrange(DOCUMENTS, DOCUMENTS + 4)
    text = f":orphan:\n\n{_document(number, chance)}"
    (project.docs / f"o{number}.rst").write_text(text, encoding="utf-8")


def _remove_orphan(project: FaultProject, chance: random.Random) -> None:
    (project.docs / f"o{chance.randrange(DOCUMENTS, DOCUMENTS + 4)}.rst").unlink(missing_ok=True)


def _remove_output(project: FaultProject, _chance: random.Random) -> None:
    shutil.rmtree(project.out, ignore_errors=True)


def _remove_doctrees(project: FaultProject, _chance: random.Random) -> None:
    shutil.rmtree(project.doctrees, ignore_errors=True)


def _remove_cache(project: FaultProject, _chance: random.Random) -> None:
    shutil.rmtree(project.doctrees / "kwdocs", ignore_errors=True)


def _remove_search_index(project: FaultProject, _chance: random.Random) -> None:
    (project.out / "searchindex.js").unlink(missing_ok=True)


EDITS = {
    "module written": (4, _write_module),
    "40 modules written": (3, _write_many_modules),
    "module removed": (2, _remove_module),
    "module renamed": (2, _rename_module),
    "document written": (4, _write_document),
    "orphan written": (2, _write_orphan),
    "orphan removed": (1, _remove_orphan),
    "output removed": (1, _remove_output),
    "doctrees removed": (1, _remove_doctrees),
    "cache removed": (1, _remove_cache),
    "search index removed": (1, _remove_search_index),
}
"""What is done between two builds: how often, and how."""
