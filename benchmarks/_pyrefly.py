"""Runs pyrefly over a tree and reads what it says: its Glean report, and its language server for exact places.

The report names targets by file and qualified name. That is no place where the name is inherited (`a.py`,
`mod.Receiver.method`), an instance attribute or reached through `super()`; the server's go-to-definition is the same
engine and gives lines and columns, but leads from a call of a class to its `__init__`. Together they are exact.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SERVER_COMMAND = "pyrefly lsp --indexing-mode none"
_BATCH = 64
"""Requests under way at once: more would fill both pipes and stop everything."""


class Declared(NamedTuple):
    """A declaration of the Glean report."""

    kind: str
    """`module`, `cls`, `func`, `variable` or `imp`."""
    start: int
    """First byte of the declaration."""
    length: int
    """Its length in bytes."""
    origin: str = ""
    """For `imp`, the qualified name that is imported."""


class Named(NamedTuple):
    """A target of the Glean report."""

    path: str
    """The file, relative to the tree or to typeshed; empty if it names none."""
    name: str
    """The qualified name."""


class GleanFile(NamedTuple):
    """What the Glean report says of one file."""

    path: str
    declared: dict[str, list[Declared]]
    """By qualified name."""
    xrefs: dict[tuple[int, int], list[Named]]
    """By first byte and length."""


class Spot(NamedTuple):
    """A place in a file, as the language server counts: from 0, in UTF-16 units."""

    path: str
    """Relative to the tree; empty for any place outside."""
    line: int
    col: int


def prepare_tree(root: Path, tree: Path, search: Sequence[str]) -> list[str]:
    """Copy the Python files of a repository, with a configuration that sees typeshed and nothing else.

    Return where imports are looked for.
    """
    shutil.rmtree(tree, ignore_errors=True)
    for path in sorted(root.rglob("*.py*")):
        relative = path.relative_to(root)
        hidden = any(part.startswith(".") for part in relative.parts)
        if path.suffix in {".py", ".pyi"} and path.is_file() and not hidden:
            (tree / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, tree / relative)
    roots = [".", *(name for name in ("src", "lib") if _is_root(tree / name)), *search]
    settings = [
        f"search-path = {json.dumps(roots)}",
        "site-package-path = []",
        "skip-interpreter-query = true",
        'python-version = "3.13"',
        "",
    ]
    (tree / "pyrefly.toml").write_text("\n".join(settings), encoding="utf-8")
    return roots


def _is_root(folder: Path) -> bool:
    """Say whether packages stand in a folder that is none itself."""
    return folder.is_dir() and not (folder / "__init__.py").exists()


def run_check(program: str, tree: Path, glean: Path) -> str:
    """Write the Glean report of a tree; return the command."""
    shutil.rmtree(glean, ignore_errors=True)
    command = [program, "check", "-c", "pyrefly.toml", "--output-format", "omit-errors", "--report-glean", str(glean)]
    # Type errors give exit code 1, which says nothing about the report.
    subprocess.run([*command, "."], cwd=tree, capture_output=True, check=False)
    if not any(glean.glob("*.json")):
        message = f"pyrefly wrote no report to {glean}"
        raise SystemExit(message)
    return "pyrefly check -c pyrefly.toml --output-format omit-errors --report-glean DIR ."


def read_glean(folder: Path) -> Iterator[GleanFile]:
    """Yield every file of a Glean report."""
    for path in sorted(folder.glob("*.json")):
        facts = {item["predicate"]: item["facts"] for item in json.loads(path.read_bytes()) if "predicate" in item}
        own = facts["src.FileLanguage.1"][0]["key"]["file"]["key"]
        declared: dict[str, list[Declared]] = defaultdict(list)
        for fact in facts["python.DeclarationLocation.4"]:
            ((kind, item),) = fact["key"]["declaration"].items()
            name = item["key"]["as_name" if kind == "imp" else "name"]["key"]
            span = fact["key"]["span"]
            origin = item["key"]["from_name"]["key"] if kind == "imp" else ""
            declared[name].append(Declared(kind, span["start"], span["length"], origin))
        xrefs: dict[tuple[int, int], list[Named]] = defaultdict(list)
        for fact in facts["python.xrefs.XRefsByFile.1"]:
            for xref in fact["key"]["xrefs"]:
                target, span = xref["target"], xref["source"]
                named = Named(target["file"]["key"] if "file" in target else "", target["name"]["key"])
                xrefs[span["start"], span["length"]].append(named)
        yield GleanFile(own, dict(declared), dict(xrefs))


class Server:
    """A language server that answers where names are defined."""

    def __init__(self, program: str, tree: Path) -> None:
        self._tree = tree.resolve()
        self._process = subprocess.Popen(
            [program, "lsp", "--indexing-mode", "none"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        folder = {"uri": self._tree.as_uri(), "name": "tree"}
        number = self._send("initialize", {"processId": None, "capabilities": {}, "workspaceFolders": [folder]})
        self._answers({number})
        self._notify("initialized", {})

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.communicate()

    def definitions(self, path: str, places: Sequence[tuple[int, int]]) -> list[list[Spot]]:
        """Return where the names at some places of a file are defined."""
        uri = (self._tree / path).as_uri()
        text = (self._tree / path).read_text(encoding="utf-8", errors="replace")
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": document})
        found: list[list[Spot]] = []
        for start in range(0, len(places), _BATCH):
            numbers = [
                self._send(
                    "textDocument/definition",
                    {"textDocument": {"uri": uri}, "position": {"line": line, "character": col}},
                )
                for line, col in places[start : start + _BATCH]
            ]
            answers = self._answers(set(numbers))
            found.extend(self._spots(answers[number]) for number in numbers)
        self._notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        return found

    def _spots(self, result: Any) -> list[Spot]:  # noqa: ANN401  JSON
        """Read an answer: one location, several, or none."""
        locations = [result] if isinstance(result, dict) else result or []
        return [self._spot(item) for item in locations]

    def _spot(self, location: dict[str, Any]) -> Spot:
        """Read a location."""
        start = location["range"]["start"]
        path = Path(unquote(urlsplit(location["uri"]).path))
        inside = path.is_relative_to(self._tree)
        return Spot(path.relative_to(self._tree).as_posix() if inside else "", start["line"], start["character"])

    def _write(self, message: dict[str, Any]) -> None:
        """Send one message."""
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        if self._process.stdin:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
            self._process.stdin.flush()

    def _notify(self, method: str, params: dict[str, Any]) -> None:
        """Send what needs no answer."""
        self._write({"method": method, "params": params})

    def _send(self, method: str, params: dict[str, Any]) -> int:
        """Send a request; return its number."""
        self._number += 1
        self._write({"id": self._number, "method": method, "params": params})
        return self._number

    def _answers(self, wanted: set[int]) -> dict[int, Any]:
        """Wait for answers; what the server asks meanwhile gets an empty one."""
        answers: dict[int, Any] = {}
        while len(answers) < len(wanted):
            message = self._read()
            if "method" in message and "id" in message:
                self._write({"id": message["id"], "result": [{}] if "configuration" in message["method"] else None})
            elif message.get("id") in wanted:
                answers[message["id"]] = message.get("result")
        return answers

    def _read(self) -> dict[str, Any]:
        """Read one message."""
        out = self._process.stdout
        length = 0
        while out and (line := out.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length or not out:
            message = "the language server ended"
            raise SystemExit(message)
        return dict(json.loads(out.read(length)))
