"""Sphinx starts about as fast with the extension as without: what it needs is loaded when a build needs it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LOADED = """
import io, json, sys
from pathlib import Path
from sphinx.application import Sphinx

folder = Path(sys.argv[1])
arguments = dict(buildername="html", status=None, warning=io.StringIO())
app = Sphinx(folder, folder, folder / "out", folder / "doctrees", **arguments)
before = set(sys.modules)
app.setup_extension("sphinx_kwdocs")
print(json.dumps(sorted(set(sys.modules) - before)))
"""
START = {"", ".config", ".translation", ".sphinx_ext", ".sphinx_ext.event_names", ".sphinx_ext.domain"}
START |= {".sphinx_ext.remembered", ".sphinx_ext.remembered.write_all", ".sphinx_ext.roles", ".sphinx_ext.session"}
START |= {".sphinx_ext.patches", ".sphinx_ext.own", ".sphinx_ext.own.virtual_documents"}
KNOWN_FACTS = """
import json, sys
from sphinx_kwdocs.languages import all_languages, language_of

names = [language_of(path).name for path in ("a.py", "a.md", "a.rst", "a.cpp")]
print(json.dumps([names, len(all_languages()), sorted(sys.modules)]))
"""


def run(code: str, *arguments: str) -> list[object]:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_setup_loads_only_what_has_to_be_declared_before_a_build(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("", encoding="utf-8")
    loaded = [str(name) for name in run(LOADED, str(tmp_path))]
    ours = {name.removeprefix("sphinx_kwdocs") for name in loaded if name.split(".")[0] == "sphinx_kwdocs"}
    assert ours == START
    foreign = {name.split(".")[0] for name in loaded} - {"sphinx_kwdocs"}
    assert not foreign & {"ast", "concurrent", "markdown_it", "mdit_py_plugins", "pathspec", "pygments", "sqlite3"}


def test_knowing_the_languages_of_files_loads_no_parser() -> None:
    names, count, loaded = run(KNOWN_FACTS)
    assert names == ["python", "markdown", "restructuredtext", "cpp"]
    assert isinstance(count, int)
    assert isinstance(loaded, list)
    assert count > 20
    heavy = {"python.facts", "python.walk", "python.broken_source", "_prose.markdown_blocks"}
    assert {f"sphinx_kwdocs.languages.{name}" for name in heavy}.isdisjoint(loaded)
    assert {"markdown_it", "mdit_py_plugins", "sphinx", "docutils"}.isdisjoint(loaded)
