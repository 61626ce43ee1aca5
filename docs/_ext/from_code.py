"""The directive and the role with which our pages show what the code says: tables, help texts, links to source."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import declared_tables
import json_reference
import module_lists
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective, SphinxRole

from sphinx_kwdocs.sphinx_ext.nodes import target_link

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata, OptionSpec

WRITERS: Mapping[str, Callable[..., list[str]]] = {
    "settings-overview": declared_tables.settings_overview,
    "settings": declared_tables.settings,
    "kinds": declared_tables.kinds,
    "roles": declared_tables.roles,
    "diagnostics": declared_tables.diagnostics,
    "warnings": declared_tables.warnings,
    "languages": declared_tables.languages,
    "command-line": declared_tables.command_line,
    "json-schema": json_reference.json_schema,
    "json-fields": json_reference.json_fields,
    "json-example": json_reference.json_example,
    "modules": module_lists.modules,
}
"""What can be shown, by the directive's first word; further words are given to the function."""


class FromCode(SphinxDirective):
    """Shows Markdown that a function makes from the code."""

    required_arguments = 1
    optional_arguments = 1
    option_spec: ClassVar[OptionSpec] = {}

    def run(self) -> list[nodes.Node]:
        """Make the Markdown and parse it in place."""
        name, *arguments = self.arguments
        if name not in WRITERS:
            message = f"from-code knows {', '.join(WRITERS)}; not {name}"
            raise self.error(message)
        # What it shows is in modules that Sphinx does not watch.
        self.env.note_reread()
        source, line = self.get_source_info()
        lines = WRITERS[name](*arguments)
        holder = nodes.Element()
        self.state.nested_parse(StringList(lines, source=source), self.content_offset or line, holder)
        return holder.children


class SourceFile(SphinxRole):
    """Links to the page that sphinx-kwdocs makes of a file of this repository."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make a link that the extension resolves for each builder; fail if the file does not exist."""
        path, _, anchor = self.text.partition("#")
        if not (module_lists.PACKAGE.parent / path).is_file():
            message = self.inliner.reporter.error(f"there is no file {path}", line=self.lineno)
            return [nodes.literal("", path)], [message]
        text = nodes.literal("", path.removeprefix("sphinx_kwdocs/"))
        return [target_link("", "", text, kind="docs", path=path, anchor=anchor, part=0)], []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the role."""
    app.add_directive("from-code", FromCode)
    app.add_role("source-file", SourceFile())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
