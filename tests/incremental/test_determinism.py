"""The same repository gives the same bytes, whatever the process, its hashes or the number of jobs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from builds import Built, build

if TYPE_CHECKING:
    import pytest

# Sphinx's pickled environment and doctrees lie outside of the output; `.buildinfo` and all else is compared.


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def differing(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def test_two_builds_and_two_jobs_are_identical_byte_for_byte(
    sample_root: Path, sample_html: Built, tmp_path: Path
) -> None:
    expected = tree(sample_html.out)
    assert len(expected) > 70
    assert differing(expected, tree(build(sample_root / "docs", tmp_path / "one").out)) == []
    assert differing(expected, tree(build(sample_root / "docs", tmp_path / "two", parallel=2).out)) == []


def test_another_process_with_other_hashes_exports_the_same_index(
    sample_root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("index")
    texts = set()
    for seed in ("1", "2"):
        path = out / f"{seed}.jsonl"
        command = [sys.executable, "-m", "sphinx_kwdocs", "index", str(sample_root), "-o", str(path)]
        package = Path(__file__).parents[2]
        search = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH", "")]))
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": search}
        subprocess.run(command, check=True, env=environment, capture_output=True)
        texts.add(path.read_bytes())
    assert len(texts) == 1
    assert texts.pop().count(b"\n") > 10
