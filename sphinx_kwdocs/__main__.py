"""The command line: the same index without a Sphinx project."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_kwdocs import __version__
from sphinx_kwdocs.config import OPTIONS, read_config
from sphinx_kwdocs.export import added_exports, all_exports
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.wording import diagnostics_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

_INTERRUPTED = 130
"""What shells say of a command that Ctrl-C has ended: 128 and the number of the signal."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        return _index(options)
    except KeyboardInterrupt:
        print("sphinx_kwdocs: interrupted", file=sys.stderr)
        return _INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sphinx-kwdocs",
        description="Index a repository: its files, definitions, imports and keywords. Nothing is imported or run.",
        epilog="As a Sphinx extension, add 'sphinx_kwdocs' to `extensions` in conf.py instead.",
    )
    parser.add_argument("--version", action="version", version=f"sphinx-kwdocs {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    index = commands.add_parser(
        "index",
        help="write the index for other programs",
        description="Write what is known of the files of a repository. "
        + " ".join(f"{export.name}: {export.meaning}" for export in all_exports().values()),
    )
    index.add_argument("path", type=Path, metavar="PATH", help="the repository's root")
    index.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write; standard output if not given")
    formats = tuple(all_exports())
    index.add_argument("--format", choices=formats, default="json-lines", help="what to write; json-lines if not given")
    index.add_argument("--include", action="append", default=[], metavar="PATTERN", help=_help("include"))
    index.add_argument("--exclude", action="append", default=[], metavar="PATTERN", help=_help("exclude"))
    index.add_argument("--untracked", action="store_true", help=_help("untracked"))
    index.add_argument("--withhold", action="append", default=[], metavar="PATTERN", help=_help("withhold"))
    index.add_argument("--max-size", type=int, default=_default("max_size"), metavar="BYTES", help=_help("max_size"))
    return parser


def _index(options: argparse.Namespace) -> int:
    if not options.path.is_dir():
        print(f"sphinx_kwdocs: {options.path} is not a folder", file=sys.stderr)
        return 2
    for problem in added_exports().problems:
        _complain("plugin", problem)
    names = ("include", "exclude", "untracked", "withhold", "max_size")
    values = {name: getattr(options, name) for name in names}
    config = read_config(values, _complain, generated=(options.output,) if options.output else ())
    index = build_index(options.path.resolve(), config, report=_complain)
    try:
        _write(all_exports()[options.format].write(index), options.output)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"sphinx_kwdocs: {error}", file=sys.stderr)
        return 1
    if index.diagnostics:
        said = diagnostics_in_words(index.all_diagnostics)
        print(f"sphinx_kwdocs: {said}", file=sys.stderr)
    return 0


def _complain(subtype: str, message: str) -> None:
    del subtype
    print(f"sphinx_kwdocs: {message}", file=sys.stderr)


def _write(lines: Iterable[str], output: Path | None) -> None:
    if output is None:
        for line in lines:
            print(line)
        sys.stdout.flush()
        return
    with output.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _help(name: str) -> str:
    return next(option.help for option in OPTIONS if option.name == name)


def _default(name: str) -> int:
    return int(next(option.default for option in OPTIONS if option.name == name))


if __name__ == "__main__":
    sys.exit(main())
