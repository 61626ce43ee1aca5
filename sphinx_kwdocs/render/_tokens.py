"""Cuts text into tokens, one regular expression a language, and remembers the HTML of each token."""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from sphinx_kwdocs.render.characters import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.model.plugin_records import TokenRules

_NUMBER = r"\d\w*+(?:\.\d\w*+)?(?:(?<=[eE])[+-]\d+)?"
# Where a name after a dot is a member, it is never a keyword or a builtin: `re.compile`, `self.type`.
_MEMBER = r"\.(?:{word})"

# What a run of plain characters may be made of, as long as no pattern of the language is about them.
_PLAIN = " \t()[]{}:,;=+-*/%<>!?&|^~@$\\"
_ESCAPE_OR_CLASS = re.compile(r"\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]")
_GROUP_OPENING = re.compile(r"\(\?(?:[aiLmsux-]*:|[=!>]|<[=!])|\{\d*,?\d*\}[+?]?")
_INNER_GROUP = re.compile(r"\([^()]*\)")
# An anchor, indentation, a look behind or a prefix of letters, then one character or class that must be there.
_OPENING = re.compile(
    r"(?:\^|\[ \\t\]\*|\(\?[aiLmsux]*:[\w|\[\]]+\)\?|\(\?<[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\\[])*\))*"
    r"(\\[^\w\s]|\[(?!\^)(?:\\.|[^\]\\])*\]|[^\\\[\](){}|*+?.^$])(?![*?{])"
)

_LONGEST_KEPT = 40
_MOST_KEPT = 50_000


def span(css_class: str, text: str) -> str:
    """Return text as HTML in one span a line, so that each line is well-formed by itself."""
    html = escape(text)
    if not css_class:
        return html
    opening = f'<span class="{css_class}">'
    if "\n" not in html:
        return f"{opening}{html}</span>"
    # What the text itself has of this is escaped, so nothing else is taken for an empty line.
    lines = html.replace("\n", f"</span>\n{opening}")
    return f"{opening}{lines}</span>".replace(f"{opening}</span>", "")


class Highlighter(dict[str, str]):
    """The HTML of a language's tokens by their text, made when first asked for."""

    def __init__(self, rules: TokenRules) -> None:
        """Compile the rules; a token's class follows from its text alone, wherever it stands."""
        super().__init__()
        patterns = [
            *rules.specials,
            *((item, "c") for item in rules.comments),
            *((item, "s") for item in rules.strings),
        ]
        self._kinds = re.compile("|".join(f"({pattern})" for pattern, _ in patterns) or r"(?!)", re.MULTILINE)
        each = [re.compile(pattern, re.MULTILINE) for pattern, _ in patterns]
        # A plug-in's pattern may hold groups of its own, which count too.
        groups = list(accumulate((pattern.groups + 1 for pattern in each), initial=1))[:-1]
        self._classes = dict(zip(groups, [css_class for _, css_class in patterns], strict=True))
        self._each = dict(zip(groups, each, strict=True))
        self._specials = frozenset(list(self._classes)[: len(rules.specials)])
        self._words = {
            **dict.fromkeys(rules.builtins, "nb"),
            **dict.fromkeys(rules.constants, "kc"),
            **dict.fromkeys(rules.keywords, "k"),
        }
        self._pattern = re.compile(_covering(rules, [pattern for pattern, _ in patterns]), re.MULTILINE)
        self._cut = self._pattern.findall if not self._pattern.groups else self._cut_around_groups

    def render(self, text: str) -> str:
        """Return the HTML of a text; every character is in exactly one token."""
        return "".join(map(self.__getitem__, self._cut(text)))

    def __missing__(self, token: str) -> str:
        if len(token) > _LONGEST_KEPT:
            # They rarely come twice; keeping them would keep every comment of the repository.
            return self._render_token(token)
        if len(self) >= _MOST_KEPT:
            self.clear()
        html = self[token] = self._render_token(token)
        return html

    def _render_token(self, token: str) -> str:
        if css_class := self._words.get(token):
            return span(css_class, token)
        if len(token) <= 1 and not token.isdecimal():
            return escape(token)
        if number := self._kind(token):
            css_class = self._classes[number]
            if number in self._specials:
                return _delimited(css_class, token)
            is_block = css_class == "s" and ("\n" in token or '"""' in token[:6] or "'''" in token[:6])
            return span("sd" if is_block else css_class, token)
        if token[0].isdecimal():
            is_float = "." in token or ("e" in token.lower() and token[:2].lower() != "0x")
            return span("mf" if is_float else "mi", token)
        return escape(token)

    def _kind(self, token: str) -> int:
        """Return the number of the pattern that a whole token is of, or 0.

        A pattern matches as it did in the text, and what it leaves of the token counts against it. Were it made to
        match all (`fullmatch`), it would try every way to do so: without what stood around the token there may be none.
        """
        match = self._kinds.match(token)
        if match is None:
            return 0
        if match.end() == len(token):
            return match.lastindex or 0
        # What stood around it kept this pattern from matching in the text; it is one of those behind it.
        later = (number for number in self._classes if number > (match.lastindex or 0))
        return next((number for number in later if _covers(self._each[number], token)), 0)

    def _cut_around_groups(self, text: str) -> list[str]:
        # `findall` would return the groups of a plug-in's pattern instead of the tokens.
        return [match.group() for match in self._pattern.finditer(text)]


@cache
def highlighter(rules: TokenRules) -> Highlighter:
    """Return the highlighter of a language, the same one each time."""
    return Highlighter(rules)


def _covers(pattern: re.Pattern[str], token: str) -> bool:
    match = pattern.match(token)
    return match is not None and match.end() == len(token)


def _delimited(css_class: str, token: str) -> str:
    # What stands around a special token helped to recognise it (`key:`, `name =`) and stays plain.
    start = len(token) - len(token.lstrip(" \t\n"))
    end = len(token.rstrip(" \t\n:="))
    if start >= end:
        return escape(token)
    return escape(token[:start]) + span(css_class, token[start:end]) + escape(token[end:])


def _covering(rules: TokenRules, patterns: list[str]) -> str:
    alternatives = [f"(?:{pattern})" if "|" in pattern else pattern for pattern in patterns]
    alternatives += [_NUMBER, _MEMBER.format(word=rules.word), rules.word, _plain_run([*patterns, rules.word])]
    return "|".join([*alternatives, r"[\s\S]"])


def _plain_run(patterns: list[str]) -> str:
    # Half of a file's tokens are punctuation and space; taking runs of them at once makes rendering half as fast
    # again. A run may only hold characters with which no pattern begins.
    taken = {char for pattern in patterns for char in _may_begin(pattern)} - {" ", "\t"}
    safe = "".join(re.escape(char) for char in _PLAIN if char not in taken)
    if any("^" in _ESCAPE_OR_CLASS.sub("", pattern) for pattern in patterns):
        return rf"[{safe}]++\n*+|\n++"
    return rf"[{safe}\n]++"


def _may_begin(pattern: str) -> Iterator[str]:
    """Yield the punctuation with which a match may begin; if that is hard to tell, all that the pattern names."""
    opening = _OPENING.match(pattern)
    if opening and not _has_alternatives(pattern):
        yield from opening[1].strip("[]") if len(opening[1]) > len(r"\[") else opening[1]
        return
    bare = _GROUP_OPENING.sub("", pattern)
    for piece in _ESCAPE_OR_CLASS.findall(bare):
        if not piece.startswith("[^"):
            yield from piece[1:] if piece.startswith("\\") else piece[1:-1]
    yield from (char for char in _ESCAPE_OR_CLASS.sub("", bare) if char not in "()|*+?^$.")


def _has_alternatives(pattern: str) -> bool:
    bare, found = _ESCAPE_OR_CLASS.sub("", pattern), 1
    while found:
        bare, found = _INNER_GROUP.subn("", bare)
    return "|" in bare
