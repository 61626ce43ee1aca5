"""Keeps bytes from one build to the next, in one SQLite file that may be lost at any time but never gives wrong ones.

Nothing here raises: what cannot be read is absent, what cannot be written is not kept, and one sentence says so. Every
value stands beside a checksum of its table, its key and itself, so that damage shows. What a killed build was writing
is undone by SQLite's journal, a file beside ours during each short transaction; other than a write-ahead log it works
on network folders and in folders that cannot be written. Nothing waits for the disk: after a power cut the checksums
decide what is left. Forked processes read through a connection of their own and write nothing.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Self
from zlib import crc32

from sphinx_kwdocs.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from sphinx_kwdocs.config import Problem

TABLES = ("facts", "code", "interfaces", "links", "states", "digests")
"""The names of the tables; a file of before gets those that are added here."""
FILE_NAME = "facts-v1.sqlite"
APPLICATION = 0x6B776463
"""Tells our files from those of other programs."""
VERSION = 2
"""Tells our files from those of other versions of this module; 1 may hold what is withheld now."""
PATIENCE = 3.0
"""Seconds that a build waits for another one, in all."""
LARGEST = 1 << 28
"""Bytes of a value; larger ones are not kept."""

_Trouble = Literal["damaged", "useless", "busy"]
_SENTENCES: Mapping[_Trouble, str] = {
    "damaged": N_("The cache {path} is damaged or of another version; what is missing in it is found out again"),
    "useless": N_("The cache {path} cannot be used: {reason}; what this build finds out is not kept"),
    "busy": N_("The cache {path} is in use by another build; what this build finds out is not kept"),
}
_QUOTED = {table: f'"{table}"' for table in TABLES}
_SEEDS = {table: crc32(table.encode()) for table in TABLES}
_PORTION = 8_000_000
"""Bytes written in one transaction, and how long others wait."""
_FEW = 500
"""Keys in one statement; SQLite has a limit."""
_MOST_OTHERS = 1.5
"""So many times the keys that are asked for a table may have for reading all of it."""
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_OUTSIDE = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_NOLFS,
}  # fmt: skip
"""Errors that do not come from what the file holds."""
_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises: it may quote a damaged file in a message, which then is no text."""


class _Foreign(sqlite3.DatabaseError):
    """The file is a database, but none of this version."""

    sqlite_errorcode = sqlite3.SQLITE_NOTADB


class SqliteStore:
    """Tables of bytes by key, made by `SqliteStore.open`."""

    is_shared = False
    """It lies beside the doctrees, and whoever can write there can have Sphinx run what they like."""

    def __init__(self, path: Path, report: Problem) -> None:
        self._path = path
        self._report = report
        self._process = os.getpid()
        self._connection: sqlite3.Connection | None = None
        # A process must not even close a connection that it did not make.
        self._inherited: list[sqlite3.Connection | None] = []
        self._is_writable = True
        self._is_silent = False
        self._is_new = False

    @classmethod
    def open(cls, folder: Path, report: Problem) -> SqliteStore:
        """Open the file in a folder, or make both; `report` hears it if that is not possible."""
        store = cls(folder / FILE_NAME, report)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            store._give_up("useless", str(error))
        else:
            store._connect()
        return store

    def keys(self, table: str) -> frozenset[str]:
        """Return the keys of a table, without a look at the values."""
        rows = self._rows(f"SELECT key FROM {_QUOTED[table]}")  # noqa: S608  the name is one of ours
        return frozenset(key for (raw,) in rows if (key := _key_of(raw)) is not None)

    def read(self, table: str, keys: Iterable[str]) -> dict[str, bytes]:
        """Return the values of keys; a key that the table does not have is left out."""
        asked = list(keys)
        if len(asked) > _FEW and self._count(table) < _MOST_OTHERS * len(asked):
            # Row by row as they lie is two to three times as fast as key by key.
            every = self._values(table)
            return {key: every[key] for key in asked if key in every}
        found: dict[str, bytes] = {}
        wanted = map(_raw, asked)
        while chunk := list(islice(wanted, _FEW)):
            found.update(self._values(table, f" WHERE key IN ({','.join('?' * len(chunk))})", chunk))
        return found

    def _count(self, table: str) -> int:
        return sum(number for (number,) in self._rows(f"SELECT count(*) FROM {_QUOTED[table]}"))  # noqa: S608  see above

    def write(self, table: str, items: Mapping[str, bytes]) -> None:
        """Put values under keys, in place of what is there."""
        statement = f"INSERT OR REPLACE INTO {_QUOTED[table]} (key, checksum, value) VALUES (?, ?, ?)"  # noqa: S608  see above
        for rows in _portions(table, items):
            self._change(statement, rows)

    def remove(self, table: str, keys: Iterable[str]) -> None:
        """Take keys out of a table, if they are there."""
        self._delete(table, "key", map(_raw, keys))

    def keep_only(self, table: str, keys: Iterable[str]) -> frozenset[str]:
        """Take all others than these keys, which are in use, out of a table that has more than twice as many.

        Return what was taken out. So what other branches need is not lost at every change between them, and the file
        does not grow for ever.
        """
        used = frozenset(keys)
        present = self.keys(table)
        gone = present - used if len(present) > 2 * len(used) else frozenset()
        self.remove(table, gone)
        return gone

    def close(self) -> None:
        """Close the file; a closed store has nothing and keeps nothing."""
        if self._process == os.getpid():
            self._disconnect()
        else:
            self._inherited.append(self._connection)
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _values(self, table: str, condition: str = "", keys: Sequence[bytes] = ()) -> dict[str, bytes]:
        """Return the values that are as they were written; rows that are not are removed."""
        found = {}
        bad = []
        seed = _SEEDS[table]
        query = f"SELECT rowid, key, checksum, value FROM {_QUOTED[table]}{condition}"  # noqa: S608  see above
        for row, raw, checksum, value in self._rows(query, keys):
            key = _key_of(raw)
            if key is not None and isinstance(value, bytes) and crc32(value, crc32(raw, seed)) == checksum:
                found[key] = value
            else:
                bad.append(row)
        if bad:
            self._say("damaged")
            self._delete(table, "rowid", bad)
        return found

    def _delete(self, table: str, column: str, values: Iterable[object]) -> None:
        rows = ((value,) for value in values)
        while chunk := list(islice(rows, _FEW)):
            self._change(f"DELETE FROM {_QUOTED[table]} WHERE {column} = ?", chunk)  # noqa: S608  see above

    def _rows(self, query: str, values: Sequence[bytes] = ()) -> list[tuple[Any, ...]]:
        connection = self._own()
        if connection is None:
            return []
        try:
            return connection.execute(query, values).fetchall()
        except _ERRORS as error:
            self._face(error)
            return []

    def _change(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Change rows: all of them or, should that fail, none."""
        connection = self._own()
        if connection is None or not self._is_writable:
            return
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(statement, rows)
            connection.execute("COMMIT")
        except _ERRORS as error:
            with suppress(*_ERRORS):
                connection.rollback()
            self._face(error)

    def _own(self) -> sqlite3.Connection | None:
        """Return the connection of this process, if there is one."""
        if self._process != os.getpid():
            self._process = os.getpid()
            self._inherited.append(self._connection)
            self._is_writable = False
            self._is_silent = True
            if self._connection is not None:
                self._connect()
        return self._connection

    def _connect(self) -> None:
        self._connection = None
        try:
            self._connection = _opened(self._path, "rwc" if self._is_writable else "ro")
        except _ERRORS as error:
            self._face(error)
        except ValueError as error:  # there is no way to tell SQLite such a path
            self._give_up("useless", str(error))

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(*_ERRORS):
                self._connection.close()
        self._connection = None

    def _face(self, error: sqlite3.Error | UnicodeDecodeError) -> None:
        """Go on after an error in the best way there is."""
        # A mistake in how SQLite is called has no code, and is no reason to throw the file away.
        default = sqlite3.SQLITE_IOERR if isinstance(error, sqlite3.Error) else sqlite3.SQLITE_CORRUPT
        code = getattr(error, "sqlite_errorcode", default) & 0xFF
        if code in _BUSY:
            self._give_up("busy")
        elif code in _OUTSIDE:
            self._give_up("useless", str(error))
        else:
            self._start_over(str(error))

    def _start_over(self, reason: str) -> None:
        """Throw the file away and make a new one, once."""
        self._disconnect()
        if self._is_new or not self._is_writable:
            self._give_up("useless", reason)
            return
        self._is_new = True
        self._say("damaged")
        try:
            for ending in ("-journal", "-wal", "-shm", ""):
                self._path.with_name(FILE_NAME + ending).unlink(missing_ok=True)
        except OSError as error:
            self._give_up("useless", str(error))
        else:
            self._connect()

    def _give_up(self, trouble: _Trouble, reason: str = "") -> None:
        """Write nothing from now on, and wait for nobody."""
        self._is_writable = False
        self._say(trouble, reason)
        if self._connection is not None:
            with suppress(*_ERRORS):
                self._connection.execute("PRAGMA busy_timeout = 0")

    def _say(self, trouble: _Trouble, reason: str = "") -> None:
        """Say what is the matter, if it is the first thing; others mostly follow from it."""
        if not self._is_silent:
            self._is_silent = True
            self._report("store", _(_SENTENCES[trouble]).format(path=self._path, reason=reason))


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    _look_at_header(path)
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
    try:
        # Whatever a damaged file says is text.
        connection.text_factory = bytes
        # Large pages suit large values; deleted ones are wiped, so that damage cannot bring them back.
        for setting in ("page_size = 32768", "synchronous = OFF", "secure_delete = ON", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {setting}").fetchall()
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _look_at_header(path: Path) -> None:
    """Raise if the file says that it may not be changed, or has a write-ahead log, which SQLite would abide by."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(20)
        if head and head[18:] != bytes((1, 1)):
            raise _Foreign


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables that are missing; raise if the file is another program's or version's."""
    # All as it is at one moment: between two looks another build may make the tables.
    connection.execute("BEGIN")
    found = tuple(row[0] for name in ("application_id", "user_version") for row in connection.execute(f"PRAGMA {name}"))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.execute("COMMIT")
    if found != (APPLICATION, VERSION) and (any(found) or tables):
        raise _Foreign
    missing = [table for table in TABLES if table.encode() not in tables]
    if missing:
        # Another build may be doing the same.
        connection.execute("BEGIN IMMEDIATE")
        for table in missing:
            columns = "key BLOB NOT NULL UNIQUE, checksum INTEGER NOT NULL, value BLOB NOT NULL"
            connection.execute(f"CREATE TABLE IF NOT EXISTS {_QUOTED[table]} ({columns})")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")


def _raw(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _key_of(raw: object) -> str | None:
    try:
        return raw.decode("utf-8", "surrogatepass") if isinstance(raw, bytes) else None
    except UnicodeDecodeError:
        return None


def _portions(table: str, items: Mapping[str, bytes]) -> Iterator[list[tuple[bytes, int, bytes]]]:
    """Yield rows, so many at a time that a transaction is short."""
    rows: list[tuple[bytes, int, bytes]] = []
    size = 0
    for key, value in items.items():
        if len(value) > LARGEST:
            continue
        raw = _raw(key)
        rows.append((raw, crc32(value, crc32(raw, _SEEDS[table])), value))
        size += len(value)
        if size > _PORTION:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows
