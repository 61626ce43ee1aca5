"""What others wrote into a shared cache, with right checksums, costs time at most: it never ends a build."""

from __future__ import annotations

import marshal
import random
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from builds import DOCS, Built, build, call_git, track, write
from crawl import crawl
from test_edits import CART, CONTENTS, FIXTURE, HEIR, MONEY, PROSE, TEST

from sphinx_kwdocs.memory.atomic_files import with_checksum, without_checksum
from sphinx_kwdocs.memory.sqlite_store import FILE_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES: dict[str, Any] = DOCS | {
    "shop/__init__.py": "", "shop/money.py": MONEY, "shop/cart.py": CART, "shop/heir.py": HEIR,
    "notes.txt": CONTENTS[0], "tests/test_cart.py": TEST, "tests/conftest.py": FIXTURE, "README.md": PROSE,
    "a.yml": "key: value\nother: [1, 2]\n",
}  # fmt: skip
TABLES = ("facts", "interfaces", "links")
ODD = (None, True, -1, 0, 2**31, 2**80, 1.5, "", "odd\0\udcff", b"", b"\xff\xff", (), (1,), ("x",), [], {}, {"a": 1})


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shared")
    root = write(folder / "repo", FILES)
    call_git(root, "init", "-q")
    track(root)
    shared_build(folder, "first", folder / "cache")
    return folder


def shared_build(project: Path, to: str, cache: Path) -> Built:
    return build(project / "repo" / "docs", project / to, kwdocs_cache=str(cache))


def pages(built: Built) -> dict[str, bytes]:
    folder = built.out / "kwdocs"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.html")}


def change(cache: Path, alter: Callable[[str, bytes], bytes | None]) -> int:
    """Change values, with the checksums that belong to them; return how many."""
    changed = 0
    with sqlite3.connect(cache / FILE_NAME) as connection:
        for table in TABLES:
            seed = crc32(table.encode())
            for key, value in connection.execute(f"SELECT key, value FROM {table}").fetchall():  # noqa: S608  ours
                new = alter(table, value)
                if new is not None and new != value:
                    row = (crc32(new, crc32(key, seed)), new, key)
                    connection.execute(f"UPDATE {table} SET checksum = ?, value = ? WHERE key = ?", row)  # noqa: S608
                    changed += 1
    connection.close()
    return changed


def mutated(value: Any, chance: random.Random, depth: int = 0) -> Any:  # noqa: ANN401, PLR0911  any plain value
    """Return a value that differs from another in one place, also inside of bytes that hold values."""
    if isinstance(value, bytes) and value and depth < 4:
        try:
            inner = marshal.loads(value)  # noqa: S302  ours
        except (ValueError, EOFError, TypeError):
            at = chance.randrange(len(value))
            cut = bytes([value[at] ^ (1 << chance.randrange(8))])
            return chance.choice([value[:at], value[:at] + cut + value[at + 1 :], value + cut])
        return marshal.dumps(mutated(inner, chance, depth + 1))
    if isinstance(value, (tuple, list)) and value and chance.random() < 0.9:
        items = list(value)
        at = chance.randrange(len(items))
        if chance.random() < 0.2:
            items[at : at + 1] = chance.choice([[], [items[at], items[at]]])
        else:
            items[at] = mutated(items[at], chance, depth)
        return type(value)(items)
    if isinstance(value, dict) and value and chance.random() < 0.9:
        at = chance.choice(list(value))
        return {**value, at: mutated(value[at], chance, depth)}
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice([-1, 1, 1000, -1000, 2**31, 2**40])
    if isinstance(value, str) and chance.random() < 0.5:
        return chance.choice([value[1:], value + "\0x", value * 2, "odd.py#odd"])
    return chance.choice(ODD)


def copied(project: Path, name: str) -> Path:
    cache = project / f"cache-{name}"
    cache.mkdir()
    (cache / FILE_NAME).write_bytes((project / "cache" / FILE_NAME).read_bytes())
    return cache


def test_a_shared_cache_gives_the_same_pages_and_is_used(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = pages(Built(project / "first" / "html", "", ""))

    def fail(*_arguments: object) -> None:
        message = "a file was read again"
        raise AssertionError(message)

    monkeypatch.setattr("sphinx_kwdocs.reading.read.extract", fail)
    assert pages(shared_build(project, "second", copied(project, "second"))) == first


@pytest.mark.parametrize("seed", range(12))
def test_a_value_with_one_wrong_part_never_ends_a_build(project: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  not for secrets
    cache = copied(project, f"one-{seed}")

    def alter(_table: str, value: bytes) -> bytes | None:
        return marshal.dumps(mutated(marshal.loads(value), chance)) if chance.random() < 0.7 else None  # noqa: S302

    assert change(cache, alter)
    built = shared_build(project, f"out-{seed}", cache)
    assert built.warnings == ""
    assert crawl(built.out).pages == crawl(project / "first" / "html").pages


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_values_that_are_something_else_count_as_absent(project: Path, value: object) -> None:
    name = f"odd-{ODD.index(value)}-{type(value).__name__}"
    cache = copied(project, name)
    assert change(cache, lambda _table, _value: marshal.dumps(value))  # type: ignore[arg-type]
    built = shared_build(project, f"out-{name}", cache)
    assert built.warnings == ""
    assert pages(built) == pages(Built(project / "first" / "html", "", ""))


def test_a_few_bytes_cannot_fill_the_memory(project: Path) -> None:
    cache = copied(project, "huge")

    def lengthened(value: Any) -> Any:  # noqa: ANN401  any plain value
        if isinstance(value, list) and len(value) == 2 and isinstance(value[1], int):
            return [value[0], 2**40]
        if isinstance(value, tuple):
            return tuple(map(lengthened, value))
        with suppress(ValueError, EOFError, TypeError):
            return marshal.dumps(lengthened(marshal.loads(value)))  # noqa: S302  ours
        return value

    assert change(cache, lambda _table, value: marshal.dumps(lengthened(marshal.loads(value))))  # noqa: S302
    built = shared_build(project, "out-huge", cache)
    assert (built.warnings, pages(built)) == ("", pages(Built(project / "first" / "html", "", "")))


def test_bytes_that_hold_no_values_count_as_absent(project: Path) -> None:
    cache = copied(project, "bytes")
    assert change(cache, lambda _table, value: value[: len(value) // 2])
    built = shared_build(project, "out-bytes", cache)
    assert (built.warnings, pages(built)) == ("", pages(Built(project / "first" / "html", "", "")))


@pytest.mark.parametrize("kind", ["pages", "settled"])
def test_what_a_build_remembers_of_itself_counts_as_absent_if_it_is_something_else(project: Path, kind: str) -> None:
    chance = random.Random(kind)  # noqa: S311  not for secrets
    first = shared_build(project, f"kept-{kind}", project / "cache")
    (file,) = (project / f"kept-{kind}" / "doctrees" / "kwdocs").glob(f"{kind}-*")
    data = without_checksum(file.read_bytes())
    values = [*ODD, *(mutated(marshal.loads(data), chance) for _ in range(12))]  # noqa: S302  ours
    before = pages(first)
    for value in values:
        file.write_bytes(with_checksum(marshal.dumps(value)))
        built = shared_build(project, f"kept-{kind}", project / "cache")
        assert (built.warnings, pages(built)) == ("", before)


def test_what_is_known_of_one_checkout_is_not_shared(project: Path) -> None:
    with sqlite3.connect(project / "cache" / FILE_NAME) as connection:
        found = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608  ours
            for table in ("facts", "code", "interfaces", "links", "states", "digests")
        }
    connection.close()
    assert {table for table, number in found.items() if number} == set(TABLES)


def test_a_file_that_cannot_be_linked_anyway_is_no_fault_of_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("sphinx_kwdocs.linking.python.expressions.containers.awaited", fail)
    root = write(tmp_path / "repo", FILES | {"wait.py": "async def f(): ...\n(await f()).x\n"})
    call_git(root, "init", "-q")
    track(root)
    cache = tmp_path / "cache"
    first, again = (shared_build(tmp_path, to, cache) for to in ("first", "again"))
    for built in (first, again):
        assert "1 diagnostic about 1 file" in built.status
        assert "does not fit together" not in built.status
    with sqlite3.connect(cache / FILE_NAME) as connection:
        (kept,) = connection.execute("SELECT count(*) FROM facts").fetchone()
    connection.close()
    assert kept > len(FILES)
