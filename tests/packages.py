"""Makes packages with entry points, as pip would have installed them, and forgets them afterwards."""

from __future__ import annotations

import importlib
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from builds import write

from sphinx_kwdocs import export, languages, plugins, rules
from sphinx_kwdocs.pages import _plugin_kinds, sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_REMEMBERED = (
    plugins._points,  # noqa: SLF001  what is installed changes in no other process than that of these tests
    languages.added_languages,
    languages.all_languages,
    languages.all_kinds,
    languages._finders,  # noqa: SLF001  see above
    rules.all_rules,
    rules.all_index_rules,
    rules._every_rule,  # noqa: SLF001  see above
    _plugin_kinds.added_kinds,
    sections.added_sections,
    sections.all_sections,
    export.added_exports,
    export.all_exports,
)


def forget_plugins() -> None:
    """Let the next build look again at what is installed."""
    importlib.invalidate_caches()
    for function in _REMEMBERED:
        function.cache_clear()


@contextmanager
def installed(
    folder: Path, files: Mapping[str, str], points: Mapping[str, Mapping[str, str]], version: str = "1.0"
) -> Iterator[None]:
    """Install modules and entry points, by group and name, for as long as a test needs them."""
    lines = [f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in found.items())
             for group, found in points.items()]  # fmt: skip
    metadata = f"Metadata-Version: 2.1\nName: extra-kwdocs\nVersion: {version}\n"
    info = {"METADATA": metadata, "entry_points.txt": "\n".join(lines)}
    write(folder, {**files, **{f"extra_kwdocs-{version}.dist-info/{name}": text for name, text in info.items()}})
    sys.path.insert(0, str(folder))
    forget_plugins()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in files:
            sys.modules.pop(name.removesuffix(".py"), None)
        forget_plugins()
