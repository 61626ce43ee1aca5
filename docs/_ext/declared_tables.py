"""Makes the tables of the reference pages from the declarations in the code, so that neither can forget the other."""

from __future__ import annotations

import os
import re
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import TYPE_CHECKING

from markdown_text import block, code, prose, table

from sphinx_kwdocs.__main__ import main
from sphinx_kwdocs.config import OPTIONS, WARNING_SUBTYPES
from sphinx_kwdocs.embeds import EMBEDS
from sphinx_kwdocs.languages import all_kinds, all_languages
from sphinx_kwdocs.model.vocabulary import DIAGNOSTIC_CODES, ROLE_WORDS
from sphinx_kwdocs.reading.withheld import SECRET_NAMES, SECRET_TEXTS, SETTINGS_SUFFIXES
from sphinx_kwdocs.rules import all_index_rules
from sphinx_kwdocs.sphinx_ext.authored.directives import KEYWORD_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_kwdocs.embeds import EmbedOption
    from sphinx_kwdocs.model.plugin_records import Language

_QUOTED = re.compile(r"'[^']*'")


def settings_overview() -> list[str]:
    """List every setting with its default and its purpose."""
    rows = [(f"{{confval}}`kwdocs_{option.name}`", prose(option.help)) for option in OPTIONS]
    return table(("Setting", "What it is for"), rows)


def settings() -> list[str]:
    """Describe every setting, each as a target for links."""
    lines: list[str] = []
    for option in OPTIONS:
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        allowed = _QUOTED.sub(r"`\g<0>`", option.allowed)
        lines += [
            f"````{{confval}} kwdocs_{option.name}",
            f":default: {code(repr(default))}",
            "",
            prose(option.help),
            "",
            f"It must be {prose(allowed)}.",
            "````",
            "",
        ]
    return lines


def kinds() -> list[str]:
    """List every kind that our languages and documents have, in the order in which pages group them."""
    rows = [(code(kind.name), kind.plural, prose(kind.meaning)) for kind in all_kinds().values()]
    return table(("Kind", "Heading", "What it is"), rows)


def roles() -> list[str]:
    """List every role of a use, in the order in which pages count them."""
    return table(("Role", "What it is"), [(code(name), prose(words.meaning)) for name, words in ROLE_WORDS.items()])


def diagnostics() -> list[str]:
    """List every diagnostic code."""
    return table(("Code", "Meaning"), [(code(name), prose(text)) for name, text in DIAGNOSTIC_CODES.items()])


def findings() -> list[str]:
    """List our rules that see the whole Index."""
    rows = [
        (code(rule.name), code(rule.category), code(rule.severity), prose(rule.meaning))
        for rule in all_index_rules().values()
    ]
    return table(("Rule", "Category", "Severity", "Meaning"), rows)


def warnings() -> list[str]:
    """List every warning subtype as `suppress_warnings` spells it."""
    return table(
        ("Warning", "Meaning"), [(code(f"kwdocs.{name}"), prose(text)) for name, text in WARNING_SUBTYPES.items()]
    )


def withheld_names() -> list[str]:
    """List the names of files that are withheld."""
    rows = [
        (prose(each.what), ", ".join(map(code, each.examples)), ", ".join(map(code, each.others)))
        for each in SECRET_NAMES
    ]
    return table(("Looks like", "Such as", "But not"), rows)


def withheld_texts() -> list[str]:
    """List the texts of files that are withheld, and which files count as settings and data."""
    rows = [(prose(each.what), prose(each.where)) for each in SECRET_TEXTS]
    suffixes = ", ".join(code(f".{suffix}") for suffix in SETTINGS_SUFFIXES)
    return [
        *table(("Looks like", "Looked for in"), rows),
        "",
        f"Settings and data are files with no suffix or one of {suffixes}.",
    ]


def languages() -> list[str]:
    """List every language with the files it reads and what it finds in them."""
    rows = []
    for language in sorted(all_languages().values(), key=lambda item: (item.name == "unknown", item.label.casefold())):
        names = ", ".join(map(code, language.patterns)) or "every other text file"
        if language.interpreters:
            names += f"; `#!` with {', '.join(map(code, language.interpreters))}"
        rows.append((prose(language.label), code(language.name), names, prose(language.reads), _colours(language)))
    return table(("Language", "In data", "Files", "Keywords", "Highlighting"), rows)


def _colours(language: Language) -> str:
    if language.tokens is not None:
        return "own rules"
    return "Pygments" if language.pygments else "Pygments, by file name"


def directive(name: str) -> list[str]:
    """Describe a directive: what it shows, its argument, and its options."""
    if name == "keyword":
        return _options(KEYWORD_OPTIONS)
    embed = EMBEDS[name]
    need = "has to be given" if embed.is_required else "may be left out"
    return [
        prose(embed.help),
        "",
        f"Its argument is {prose(embed.argument)}, and {need}.",
        "",
        *_options(embed.options),
    ]


def _options(options: Iterable[EmbedOption]) -> list[str]:
    """List options, not in a table: on a narrow screen its columns would be a few words wide."""
    lines = ["Options:", ""]
    for option in options:
        default = _default(option.default)
        allowed = f"*Allowed:* {prose(option.allowed)}."
        lines += [code(option.name), f": {prose(option.help)}", ""]
        lines += [f"  {allowed} *Default:* {code(default)}." if default else f"  {allowed}", ""]
    return lines


def _default(value: object) -> str:
    """Write a default as an author would write it; none if it is said in words what happens without the option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def command_line() -> list[str]:
    """Show what the command line says of itself."""
    lines: list[str] = []
    for arguments in ([], ["index"]):
        lines += [f"`{' '.join(['sphinx-kwdocs', *arguments, '--help'])}`", "", *_help(arguments), ""]
    return lines


def _help(arguments: list[str]) -> list[str]:
    printed = StringIO()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"  # argparse wraps at the width of the terminal, which a build does not have
    try:
        with redirect_stdout(printed), suppress(SystemExit):
            main([*arguments, "--help"])
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    return block("text", printed.getvalue())
