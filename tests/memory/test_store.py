"""The store gives back what was written or nothing, whatever happens to its file, and never raises."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from timing import cpu_seconds_below

from sphinx_kwdocs.memory import sqlite_store as store_module
from sphinx_kwdocs.memory.sqlite_store import FILE_NAME, TABLES, SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]


class Log:
    """Hears what the store says."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, subtype: str, message: str) -> None:
        """Note a line."""
        assert subtype == "store"
        self.lines.append(message)


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def store(tmp_path: Path, log: Log) -> Iterator[SqliteStore]:
    with SqliteStore.open(tmp_path, log) as opened:
        yield opened


def read_all(store: SqliteStore, table: str) -> dict[str, bytes]:
    # So many keys that the rows are read as they lie, those without a key that can be read among them.
    return store.read(table, [*store.keys(table), *(f"absent {number}" for number in range(1_000))])


def test_values_are_there_in_the_next_build(tmp_path: Path, log: Log) -> None:
    items = {"a": b"1", "ä\udcff": b"", "big": os.urandom(10_000_000), "": b"\0"}
    with SqliteStore.open(tmp_path / "new" / "folder", log) as store:
        store.write("facts", items)
        store.write("states", {"a": b"another"})
    with SqliteStore.open(tmp_path / "new" / "folder", log) as store:
        assert read_all(store, "facts") == items
        assert store.read("facts", ["a", "ä\udcff", "missing"]) == {"a": b"1", "ä\udcff": b""}
        assert store.read("states", iter(["a", "big"])) == {"a": b"another"}
        assert store.keys("facts") == set(items)
        assert read_all(store, "code") == {}
    assert log.lines == []


def test_a_closed_store_leaves_one_file(tmp_path: Path, log: Log) -> None:
    with SqliteStore.open(tmp_path, log) as store:
        store.write("facts", {"a": b"1"})
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_a_closed_store_is_empty_and_keeps_nothing(store: SqliteStore, log: Log) -> None:
    store.write("facts", {"a": b"1"})
    store.close()
    store.close()
    store.write("facts", {"b": b"1"})
    assert read_all(store, "facts") == {}
    assert log.lines == []


def test_only_known_tables_can_be_named(store: SqliteStore) -> None:
    with pytest.raises(KeyError):
        read_all(store, "facts; DROP TABLE code")


def test_many_keys_are_read_and_removed_at_once(store: SqliteStore) -> None:
    items = {f"key {number}": b"%d" % number for number in range(2_345)}
    store.write("code", items)
    assert store.read("code", items) == items
    store.remove("code", list(items)[5:])
    assert read_all(store, "code") == dict(list(items.items())[:5])


def test_a_table_is_pruned_when_more_than_half_of_it_is_out_of_use(store: SqliteStore) -> None:
    items = {f"key {number}": b"x" for number in range(20)}
    store.write("facts", items)
    used = list(items)[:10]
    store.keep_only("facts", used)
    assert len(store.keys("facts")) == 20
    store.write("facts", {"one more": b""})
    store.keep_only("facts", used)
    assert store.keys("facts") == set(used)


def test_the_file_does_not_grow_with_the_number_of_builds(tmp_path: Path, store: SqliteStore) -> None:
    sizes = []
    for build in range(12):
        keys = [f"{build} {number}" for number in range(10)]
        store.write("facts", {key: os.urandom(50_000) for key in keys})
        store.keep_only("facts", keys)
        sizes.append((tmp_path / FILE_NAME).stat().st_size)
    assert sizes[-1] == sizes[5] < 3 * sizes[0]


def test_a_small_change_writes_little(tmp_path: Path, store: SqliteStore) -> None:
    store.write("facts", {f"key {number}": os.urandom(3_000) for number in range(3_000)})
    before = (tmp_path / FILE_NAME).read_bytes()
    store.write("facts", {"key 1500": os.urandom(3_000)})
    after = (tmp_path / FILE_NAME).read_bytes()
    pages = range(0, len(after), 4096)
    assert 0 < sum(before[start : start + 4096] != after[start : start + 4096] for start in pages) < len(pages) / 50


def test_twelve_thousand_rows_are_read_fast(store: SqliteStore) -> None:
    items = {f"{number:032x}": b"%d" % number * 200 for number in range(12_000)}
    store.write("facts", items)
    with cpu_seconds_below(0.5):  # a third of that on an idle machine
        assert read_all(store, "facts") == items


def test_a_file_of_before_gets_the_tables_that_are_new(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(store_module, "TABLES", TABLES[:2])
        with SqliteStore.open(tmp_path, log) as store:
            store.write("facts", {"a": b"1"})
    with SqliteStore.open(tmp_path, log) as store:
        store.write(TABLES[-1], {"b": b"2"})
        assert (read_all(store, "facts"), read_all(store, TABLES[-1])) == ({"a": b"1"}, {"b": b"2"})
    assert log.lines == []


def run_sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def overwrite(path: Path, start: int, data: bytes) -> None:
    before = path.read_bytes()
    path.write_bytes(before[:start] + data + before[start + len(data) :])


def filled(folder: Path) -> Path:
    with SqliteStore.open(folder, Log()) as store:
        store.write("facts", {"a": b"1", "b": b"2"})
    return folder / FILE_NAME


DAMAGE: dict[str, Callable[[Path], object]] = {
    "not a database": lambda path: path.write_bytes(b"hello" * 1000),
    "cut off": lambda path: os.truncate(path, path.stat().st_size // 2),
    "cut off in the header": lambda path: os.truncate(path, 50),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "of a newer version": lambda path: run_sql(path, "PRAGMA user_version = 3"),
    "of another program": lambda path: run_sql(path, "PRAGMA application_id = 7"),
    "with tables of another program": lambda path: run_sql(
        path, "PRAGMA application_id = 0", "PRAGMA user_version = 0", "DROP TABLE code"
    ),
    "marked as not to be changed": lambda path: overwrite(path, 18, b"\x07"),
    "with a write-ahead log": lambda path: run_sql(path, "PRAGMA journal_mode = WAL"),
    "with a table whose name is no text": lambda path: overwrite(path, path.read_bytes().index(b"codecode"), b"\xff"),
    "with other columns": lambda path: run_sql(path, "DROP TABLE facts", "CREATE TABLE facts (x)"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_file_that_cannot_be_used_is_replaced_with_one_line(
    damage: Callable[[Path], object], tmp_path: Path, log: Log
) -> None:
    path = filled(tmp_path)
    damage(path)
    with SqliteStore.open(tmp_path, log) as store:
        assert read_all(store, "facts") == {}
        store.write("facts", {"c": b"3"})
        assert read_all(store, "facts") == {"c": b"3"}
    assert len(log.lines) == 1
    assert str(path) in log.lines[0]
    with SqliteStore.open(tmp_path, log) as store:
        assert read_all(store, "facts") == {"c": b"3"}
    assert len(log.lines) == 1


def test_an_empty_file_is_as_good_as_none(tmp_path: Path, log: Log) -> None:
    (tmp_path / FILE_NAME).touch()
    with SqliteStore.open(tmp_path, log) as store:
        store.write("facts", {"c": b"3"})
        assert read_all(store, "facts") == {"c": b"3"}
    assert log.lines == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE facts SET value = x'32' WHERE key = x'61'",
        "UPDATE facts SET checksum = 'text' WHERE key = x'61'",
        "UPDATE facts SET value = 1 WHERE key = x'61'",
        "UPDATE facts SET key = x'ff' WHERE key = x'61'",
        "UPDATE facts SET key = x'63' WHERE key = x'61'",
        "INSERT INTO facts SELECT x'63', checksum, value FROM code WHERE key = x'63'",
    ],
)
def test_a_row_that_is_not_as_it_was_written_is_removed_with_one_line(change: str, tmp_path: Path, log: Log) -> None:
    path = filled(tmp_path)
    with SqliteStore.open(tmp_path, log) as store:
        store.write("code", {"c": b"3"})
    run_sql(path, change)
    with SqliteStore.open(tmp_path, log) as store:
        kept = read_all(store, "facts")
        assert kept == ({"b": b"2"} if change.startswith("UPDATE") else {"a": b"1", "b": b"2"})
        assert store.keys("facts") == set(kept)
    assert len(log.lines) == 1


def test_damage_at_any_place_never_raises_or_changes_a_value(tmp_path: Path) -> None:
    chance = random.Random(5)  # noqa: S311  the same damage each time
    items = {f"key {number}": chance.randbytes(chance.choice((0, 10, 300, 5_000, 20_000))) for number in range(30)}
    others = {key: value[::-1] for key, value in items.items()}
    with SqliteStore.open(tmp_path / "sound", Log()) as store:
        store.write("states", dict.fromkeys(items, b"old"))
        store.write("facts", items)
        store.write("states", others)
        store.remove("facts", ["key 3"])
    whole = (tmp_path / "sound" / FILE_NAME).read_bytes()
    folder = tmp_path / "damaged"
    folder.mkdir()
    lost = 0
    for attempt in range(300):
        data = bytearray(whole)
        for _flip in range(chance.choice((1, 1, 3, 200))):
            # Most of the file is values; what holds it together stands at its start and at the start of pages.
            start = chance.choice((0, 0, chance.randrange(0, len(data), 32768)))
            at = start + chance.choice((chance.randrange(100), chance.randrange(32768)))
            data[at % len(data)] ^= 1 << chance.randrange(8)
        (folder / FILE_NAME).write_bytes(data[: chance.randrange(len(data))] if attempt % 10 == 0 else data)
        log = Log()
        with SqliteStore.open(folder, log) as store:
            found = read_all(store, "facts")
            assert found.items() <= items.items()
            assert store.read("states", others).items() <= others.items()
            store.write("facts", {"new": b"new"})
            store.keep_only("states", ["key 1"])
            lost += len(found) < len(items) - 1
            now = read_all(store, "facts")
            assert now.pop("new", b"new") == b"new"
            assert now.items() <= items.items()
        assert len(log.lines) <= 1
    assert 20 < lost < 300


def test_a_file_in_place_of_the_folder_costs_one_line(tmp_path: Path, log: Log) -> None:
    (tmp_path / "file").touch()
    with SqliteStore.open(tmp_path / "file", log) as store:
        store.write("facts", {"a": b"1"})
        store.remove("facts", ["a"])
        assert read_all(store, "facts") == store.read("facts", ["a"]) == {}
        assert store.keys("facts") == frozenset()
    assert len(log.lines) == 1
    assert (tmp_path / "file").read_bytes() == b""


@pytest.mark.parametrize("folder", ["a\0b", "x" * 300])
def test_a_folder_that_cannot_be_there_costs_one_line(folder: str, tmp_path: Path, log: Log) -> None:
    with SqliteStore.open(tmp_path / folder, log) as store:
        store.write("facts", {"a": b"1"})
        assert read_all(store, "facts") == {}
    assert len(log.lines) == 1


def test_a_folder_in_place_of_the_file_costs_one_line(tmp_path: Path, log: Log) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with SqliteStore.open(tmp_path, log) as store:
        store.write("facts", {"a": b"1"})
        assert read_all(store, "facts") == {}
    assert len(log.lines) == 1


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite open files as it does where it may not write; tests may run as somebody who may write everywhere."""
    connect = sqlite3.connect

    def connect_to_read(address: str, **options: float) -> sqlite3.Connection:
        return connect(address.replace("mode=rwc", "mode=ro"), **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect_to_read)


def test_a_file_that_may_only_be_read_is_read(tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    read_only(monkeypatch)
    with SqliteStore.open(tmp_path, log) as store:
        assert log.lines == []
        for _again in range(2):
            store.write("facts", {"c": b"3"})
            assert read_all(store, "facts") == {"a": b"1", "b": b"2"}
    assert len(log.lines) == 1


def test_a_damaged_file_that_may_only_be_read_costs_one_line(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_sql(filled(tmp_path), "UPDATE facts SET value = x'32' WHERE key = x'61'")
    read_only(monkeypatch)
    with SqliteStore.open(tmp_path, log) as store:
        assert read_all(store, "facts") == read_all(store, "facts") == {"b": b"2"}
    assert len(log.lines) == 1


def test_a_full_disk_costs_one_line_and_no_value_that_was_there(tmp_path: Path, log: Log) -> None:
    filled(tmp_path)
    with SqliteStore.open(tmp_path, log) as store:
        connection = store._connection  # noqa: SLF001  only it can be told that the disk is small
        assert connection is not None
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        store.write("facts", {"large": os.urandom(500_000)})
        store.write("facts", {"small": b"1"})
        assert read_all(store, "facts") == {"a": b"1", "b": b"2"}
    assert len(log.lines) == 1
    assert "full" in log.lines[0]
    with SqliteStore.open(tmp_path, log) as store:
        store.write("facts", {"small": b"1"})
        assert read_all(store, "facts") == {"a": b"1", "b": b"2", "small": b"1"}
    assert len(log.lines) == 1


def test_a_disk_that_is_really_full_costs_one_line(tmp_path: Path, log: Log) -> None:
    command = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(tmp_path)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be made here")
    try:
        filled(tmp_path)
        with SqliteStore.open(tmp_path, log) as store:
            store.write("facts", {str(number): os.urandom(50_000) for number in range(40)})
            assert read_all(store, "facts") == {"a": b"1", "b": b"2"}
        assert len(log.lines) == 1
        with SqliteStore.open(tmp_path, log) as store:
            assert read_all(store, "facts") == {"a": b"1", "b": b"2"}
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_another_build_that_writes_for_long_is_not_waited_for(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path)
    monkeypatch.setattr(store_module, "PATIENCE", 0.2)
    other = sqlite3.connect(path, isolation_level=None)
    with SqliteStore.open(tmp_path, log) as store:
        other.execute("BEGIN EXCLUSIVE")
        start = time.monotonic()
        for _again in range(20):
            store.write("facts", {"c": b"3"})
            assert read_all(store, "facts") == {}
        assert time.monotonic() - start < 2
        other.execute("COMMIT")
        assert read_all(store, "facts") == {"a": b"1", "b": b"2"}
    other.execute("BEGIN EXCLUSIVE")
    with SqliteStore.open(tmp_path, log) as store:
        assert read_all(store, "facts") == {}
    other.close()
    assert len(log.lines) == 2
    assert all("another build" in line for line in log.lines)


WRITER = """
import sys
from pathlib import Path
from sphinx_kwdocs.memory.sqlite_store import SqliteStore
folder, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
with SqliteStore.open(folder, lambda subtype, message: print(message, flush=True)) as store:
    print("ready", flush=True)
    for number in range(rounds):
        key = f"{name} {number}"
        store.write("facts", {key: key.encode() * 3000, "shared": name.encode() * 100_000})
        assert store.read("facts", [key, "shared"])[key] == key.encode() * 3000
"""


def writer(folder: Path, name: str, rounds: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), name, str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def test_two_builds_at_once_both_keep_what_they_find(tmp_path: Path, log: Log) -> None:
    processes = [writer(tmp_path, name, 40) for name in ("x", "y")]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["ready\n", "ready\n"]
    assert [process.returncode for process in processes] == [0, 0]
    with SqliteStore.open(tmp_path, log) as store:
        found = read_all(store, "facts")
    assert found.pop("shared") in {b"x" * 100_000, b"y" * 100_000}
    assert found == {key: key.encode() * 3000 for name in "xy" for key in (f"{name} {number}" for number in range(40))}
    assert log.lines == []


def test_a_killed_build_leaves_a_sound_file(tmp_path: Path, log: Log) -> None:
    chance = random.Random(3)  # noqa: S311  any moments will do
    kept = 0
    for attempt in range(8):
        process = writer(tmp_path, f"{attempt}", 1_000_000)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(chance.random() / 10)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with SqliteStore.open(tmp_path, log) as store:
            found = read_all(store, "facts")
            found.pop("shared", None)
            assert len(found) >= kept
            kept = len(found)
            assert all(value == key.encode() * 3000 for key, value in found.items())
    assert kept
    assert log.lines == []
    check = sqlite3.connect(tmp_path / FILE_NAME)
    assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    check.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_reads_but_does_not_write(store: SqliteStore, log: Log) -> None:
    store.write("facts", {"a": b"1"})
    child = os.fork()
    if not child:
        store.write("facts", {"b": b"2"})
        is_right = store.read("facts", ["a"]) == {"a": b"1"}
        store.close()
        os._exit(0 if is_right else 1)
    assert os.waitpid(child, 0)[1] == 0
    store.write("facts", {"c": b"3"})
    assert read_all(store, "facts") == {"a": b"1", "c": b"3"}
    assert log.lines == []


KEYS = st.sampled_from(["a", "b", "c", "d", "e", "\udcff"])
VALUES = st.binary(max_size=20) | st.integers(1, 9).map(lambda number: b"x" * 15_000 * number)
ANY_TABLE = st.sampled_from(TABLES[:2])


class StoreMachine(RuleBasedStateMachine):
    """Does to a store what it does to dictionaries."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        (folder / FILE_NAME).unlink(missing_ok=True)
        self.log = Log()
        self.store = SqliteStore.open(self.folder, self.log)
        self.tables: dict[str, dict[str, bytes]] = {table: {} for table in TABLES}

    @rule(table=ANY_TABLE, items=st.dictionaries(KEYS, VALUES))
    def write(self, table: str, items: dict[str, bytes]) -> None:
        """Write some values."""
        self.store.write(table, items)
        self.tables[table].update(items)

    @rule(table=ANY_TABLE, keys=st.lists(KEYS))
    def remove(self, table: str, keys: list[str]) -> None:
        """Remove some keys."""
        self.store.remove(table, keys)
        for key in keys:
            self.tables[table].pop(key, None)

    @rule(table=ANY_TABLE, keys=st.sets(KEYS))
    def keep_only(self, table: str, keys: set[str]) -> None:
        """Prune a table."""
        self.store.keep_only(table, keys)
        if len(self.tables[table]) > 2 * len(keys):
            self.tables[table] = {key: value for key, value in self.tables[table].items() if key in keys}

    @rule()
    def reopen(self) -> None:
        """Let another build go on."""
        self.store.close()
        self.store = SqliteStore.open(self.folder, self.log)

    @rule(table=ANY_TABLE, keys=st.lists(KEYS))
    def read(self, table: str, keys: list[str]) -> None:
        """Compare some values."""
        have = self.tables[table]
        assert self.store.read(table, keys) == {key: have[key] for key in keys if key in have}

    @invariant()
    def has_everything(self) -> None:
        """Compare all values."""
        for table, items in self.tables.items():
            assert read_all(self.store, table) == items
            assert self.store.keys(table) == set(items)
        assert self.log.lines == []

    def teardown(self) -> None:
        """Close the store."""
        self.store.close()


def test_a_store_does_as_dictionaries_do(tmp_path: Path) -> None:
    few = settings(max_examples=25, stateful_step_count=15, deadline=None)
    run_state_machine_as_test(lambda: StoreMachine(tmp_path), settings=few)  # type: ignore[arg-type]  # any callable


def test_a_file_that_another_build_makes_meanwhile_is_not_taken_for_a_foreign_one(tmp_path: Path) -> None:
    class Meanwhile:
        """Passes on what is asked, and has another build make the tables between two questions."""

        def __init__(self, inner: sqlite3.Connection) -> None:
            self.inner = inner

        def execute(self, statement: str) -> sqlite3.Cursor:
            if statement.startswith("SELECT name"):
                other = sqlite3.connect(tmp_path / FILE_NAME, timeout=0, isolation_level=None)
                with suppress(sqlite3.OperationalError):
                    store_module._prepare(other)  # noqa: SLF001  what another process would do
                other.close()
            return self.inner.execute(statement)

    connection = sqlite3.connect(tmp_path / FILE_NAME, timeout=0, isolation_level=None)
    store_module._prepare(Meanwhile(connection))  # type: ignore[arg-type]  # noqa: SLF001
    assert connection.execute("PRAGMA user_version").fetchone() == (store_module.VERSION,)
    connection.close()
