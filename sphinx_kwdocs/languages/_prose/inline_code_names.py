"""Says what a piece of inline code names: an identifier, an option, a file or a short command; or nothing."""

from __future__ import annotations

import re

from sphinx_kwdocs.languages._prose.word_lists import COMMANDS, LITERALS

_LONGEST = 60
_MOST_COMMAND_WORDS = 4
_NAME = re.compile(r"(?:[@$.~:/%]|\./|~/)?[A-Za-z_][\w.:/$+#@~-]*\*?")
_CALL = re.compile(r"([@$.]?[A-Za-z_][\w.:]*)\(")
_SETTING = re.compile(r"(--?[A-Za-z][\w-]*|[A-Za-z_][\w.-]*)\s?=(?!=)")
_OPTION = re.compile(r"(--[A-Za-z][\w-]*)(?:[ =\[/]|$)")
_COMMAND_WORD = re.compile(r"[\w./:@=+-]+")
_QUOTED = re.compile(r"""(["'])([^"']*)\1""")
_NOT_A_NAME = re.compile(
    r"[0-9a-f]{7,}|v?\d[\w.+-]*|https?:.*|www\..*|[A-Za-z]\d*|[^A-Za-z]*|[\w.+-]+@[\w.-]+|0x[0-9A-Fa-f]+"
    r"|[\w.-]+\.(?:com|net|org)(?:[/:].*)?|(?=[a-z-]*\d)[a-z\d]{4}(?:-[a-z\d]{4})+"
)


def name_in_code(code: str) -> str:
    """Return the name that inline code gives, or an empty string."""
    text = code.strip().removeprefix("$ ")
    if not text or len(text) > _LONGEST or "\n" in text:
        return ""
    if quoted := _QUOTED.fullmatch(text):
        text = quoted.group(2)
    if option := _OPTION.match(text):
        return option.group(1)
    if match := _CALL.match(text) or _SETTING.match(text):
        return _accepted(match.group(1))
    if " " in text:
        return _command(text)
    return _accepted(text.lstrip("*&!~")) if _NAME.fullmatch(text.lstrip("*&!~")) else ""


def _accepted(name: str) -> str:
    name = name.rstrip(".:,") if not name.startswith(":") else name
    bare = name.lstrip("$@.~:/-")
    if _NOT_A_NAME.fullmatch(bare) or bare.lower() in LITERALS:
        return ""
    return name


def _command(text: str) -> str:
    """Return a short command line: of a program that is known, or of any that is given an option."""
    words = text.split()
    if not 0 < len(words) <= _MOST_COMMAND_WORDS or not all(_COMMAND_WORD.fullmatch(word) for word in words):
        return ""
    is_command = words[0] in COMMANDS or (words[0].islower() and any(word.startswith("--") for word in words))
    return " ".join(words) if is_command else ""
