"""A store that several checkouts share does not grow for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builds import write

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.memory.sqlite_store import SqliteStore
from sphinx_kwdocs.pipeline import read_repository, survey

if TYPE_CHECKING:
    from pathlib import Path

PLACES = ("states", "digests")
"""The tables with a row for each checkout."""


def places(store: SqliteStore, table: str) -> set[str]:
    """Return the checkouts that a table has rows of; linkers add their names."""
    return {key.partition(" ")[0] for key in store.keys(table)}


def test_what_is_kept_for_each_checkout_goes_with_what_their_files_said(tmp_path: Path) -> None:
    small = write(tmp_path / "small", {"a.py": "def f(): ...\n"})
    large = write(tmp_path / "large", {f"m{number}.py": f"def f{number}(): ...\n" for number in range(50)})
    with SqliteStore.open(tmp_path / "kept", lambda *_said: None) as store:
        snapshots = [read_repository(root, Config(), store=store) for root in (small, large)]
        for root, snapshot in zip((small, large), snapshots, strict=True):
            survey(root, Config(), snapshot)
        one, other = snapshots
        assert one.place != other.place
        assert [places(store, table) for table in PLACES] == [{one.place, other.place}] * 2
        # Nearly all files are those of the large one: nothing has to go for that.
        other.tidy()
        assert [places(store, table) for table in PLACES] == [{one.place, other.place}] * 2
        one.tidy()
        assert [places(store, table) for table in PLACES] == [{one.place}] * 2
        assert store.keys("facts") == {*one.keys.values()}
