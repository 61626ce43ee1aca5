"""The directives with which our pages show what the code says and does: tables, help texts, examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import api_reference
import build_states
import cold_path
import declared_tables
import house_drawings
import json_reference
import module_lists
from both_ways import BothWays
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

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
    "findings": declared_tables.findings,
    "warnings": declared_tables.warnings,
    "withheld-names": declared_tables.withheld_names,
    "withheld-texts": declared_tables.withheld_texts,
    "languages": declared_tables.languages,
    "command-line": declared_tables.command_line,
    "directive": declared_tables.directive,
    "json-schema": json_reference.json_schema,
    "json-fields": json_reference.json_fields,
    "json-example": json_reference.json_example,
    "api": api_reference.api_section,
    "events": api_reference.events,
    "entry-points": api_reference.entry_points,
    "modules": module_lists.modules,
    "cold-path": cold_path.cold_path,
    "staircase": house_drawings.staircase,
    "memory-wing": house_drawings.memory_wing,
    "build-states": build_states.build_states,
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


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("from-code", FromCode)
    app.add_directive("both-ways", BothWays)
    app.add_object_type("event", "event", objname="event")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
