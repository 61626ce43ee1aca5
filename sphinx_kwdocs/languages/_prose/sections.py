"""What prose languages share: running text with its markup told apart, sections, and the facts made of both."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.languages._prose.passage import Passage
from sphinx_kwdocs.languages._prose.roles import CODE_ROLES, PYTHON_ROLES
from sphinx_kwdocs.languages._prose.terms import collect_terms
from sphinx_kwdocs.languages._tokens.notices import holds_licence_text, is_licence_name, opens_notice
from sphinx_kwdocs.model.facts import CodeBlock, CodeSpan, FileFacts, Hyperlink, Symbol, Symbols, Terms
from sphinx_kwdocs.model.files import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_kwdocs.languages._prose.passage import InlineCode

_MOST_OPENING, _LONGEST_OPENING = 6, 3_000
# A name does not say more than this many words, a sentence does.
_LONGEST_BYLINE = 12
# Licences and lists of people: their words are not what the repository is about.
_TERMLESS = re.compile(
    r"(?:licen[cs]e|copying|copyright|notice|authors|contributors|maintainers|thanks|credits|patents)s?(?:[.-].*)?"
)


def github_slug(name: str) -> str:
    """Return the fragment that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", name.strip().lower()).replace(" ", "-") or "section"


class _Heading(NamedTuple):
    level: int
    passage: Passage
    line: int


@dataclass(slots=True)
class Prose:
    """What a scanner of a prose language has found so far; `facts` closes it."""

    language: str
    path: str
    lines: list[str]
    """The source without line breaks."""
    title: str = ""
    """Set by a scanner if the title is not a heading of the text, such as an HTML one."""
    fallback_title: str = ""
    """Used if the text has no heading at all."""
    described: tuple[str, int] = ("", 0)
    """How the text's own metadata describe it, and their line."""
    domain: str = "py"
    """Of which domain roles are that name none: `class` may be one of C++."""
    passages: list[Passage] = field(default_factory=list)
    code_blocks: list[CodeBlock] = field(default_factory=list)
    hyperlinks: list[Hyperlink] = field(default_factory=list)
    code_spans: list[CodeSpan] = field(default_factory=list)
    _headings: list[_Heading] = field(default_factory=list)

    def add(self, passage: Passage) -> None:
        """Take in a passage whose markup has been scanned."""
        passage.settle()
        self.passages.append(passage)
        for code in passage.codes:
            if code.start < code.end:
                self._note_code(passage, code)
        for link in passage.links:
            shown = link.text or passage.plain(link.start, link.end)
            self.hyperlinks.append(Hyperlink(passage.place(link.start)[0], shown, link.target))

    def _note_code(self, passage: Passage, code: InlineCode) -> None:
        role = code.role.removeprefix("py:")
        if role in PYTHON_ROLES and role == code.role and self.domain != "py" and ":" not in role:
            return
        if role in PYTHON_ROLES or role in CODE_ROLES:
            self.code_spans.append(CodeSpan(passage.span(code.start, code.end), code.text, role in PYTHON_ROLES))

    def add_heading(self, level: int, passage: Passage, line: int) -> None:
        """Take in a heading; `line` is where its section starts."""
        self.add(passage)
        self._headings.append(_Heading(level, passage, line))

    def has_heading(self) -> bool:
        """Say whether a heading was taken in."""
        return bool(self._headings)

    def add_code(self, first: int, last: int, language: str) -> None:
        """Take in a block of code, unless it is empty."""
        last = min(last, self._last_line())
        if first <= last:
            self.code_blocks.append(CodeBlock(first, last, language))

    def facts(self) -> FileFacts:
        """Return what the file says."""
        symbols = tuple(self._sections())
        doc, doc_line = self._opening()
        name = self.path.rpartition("/")[2].lower()
        terms = () if _TERMLESS.fullmatch(name) else collect_terms(self.passages)
        return FileFacts(
            self.language,
            title=self.title or self._first_title(symbols, doc_line),
            doc=doc,
            doc_line=doc_line,
            symbols=Symbols(symbols),
            terms=Terms(terms),
            hyperlinks=tuple(sorted(self.hyperlinks, key=lambda link: link.line)),
            code_spans=tuple(sorted(self.code_spans, key=lambda code: code.span)),
            code_blocks=tuple(sorted(self.code_blocks, key=lambda block: block.line)),
        )

    def _first_title(self, symbols: tuple[Symbol, ...], doc_line: int) -> str:
        # A heading below the text that says what the file is belongs to a part of it.
        if not symbols or 0 < doc_line < symbols[0].span.line:
            return self.fallback_title
        return next((symbol.name for symbol in symbols if not _is_aside(symbol.name)), self.fallback_title)

    def _sections(self) -> Iterator[Symbol]:
        ends = _section_ends([heading.level for heading in self._headings])
        slugs = _Slugs()
        enclosing: list[tuple[int, str]] = []
        for heading, following in zip(self._headings, ends, strict=True):
            passage = heading.passage
            name = passage.plain() or " ".join(link.text for link in passage.links if link.text)
            if not any(character.isprintable() and character != " " for character in name):
                # Such as `&ZeroWidthSpace;`: a link with that text would be none that anybody sees.
                continue
            while enclosing and enclosing[-1][0] >= heading.level:
                enclosing.pop()
            qualname = slugs.unique(github_slug(name))
            last = self._headings[following].line - 1 if following >= 0 else self._last_line()
            last = max(last, heading.line)
            yield Symbol(
                id=f"{self.path}#{qualname}",
                name=name,
                qualname=qualname,
                kind="section",
                path=self.path,
                span=passage.span(0, len(passage.text)),
                extent=Span(heading.line, 0, last, len(self.lines[last - 1])),
                parent=enclosing[-1][1] if enclosing else "",
            )
            enclosing.append((heading.level, f"{self.path}#{qualname}"))

    def _last_line(self) -> int:
        # A line break at the end of the file starts no further line.
        return max(len(self.lines) - (self.lines[-1] == ""), 1)

    def _opening(self) -> tuple[str, int]:
        """Return the paragraphs that the text opens with, each as far below the first as it is in the file."""
        said, first = self.described
        lines = [said] if said else []
        length = len(said)
        for passage in islice(self._opening_paragraphs(), _MOST_OPENING):
            words, line = passage.plain(), passage.pieces[0].line
            if length + len(words) > _LONGEST_OPENING and lines:
                break
            length += len(words)
            passage.is_lead = len(lines) <= bool(said)
            first = first or line
            lines += [""] * (line - first - len(lines))
            lines.append(words)
        return "\n".join(lines), first

    def _opening_paragraphs(self) -> Iterator[Passage]:
        """Yield the real paragraphs up to the first part of the text; they may stand above its title."""
        has_title = is_aside = has_said = False
        is_licence = is_licence_name(self.path.rpartition("/")[2])
        for passage in self.passages:
            if passage.role == "heading":
                heading = passage.plain()
                is_aside = _is_aside(heading)
                if not is_aside and (has_title or has_said) and (has_said or not _INTRODUCES.match(heading)):
                    return
                has_title = has_title or not is_aside
            elif not is_aside and _is_running(passage) and (is_licence or not _is_legal(passage)):
                has_said = True
                yield passage


_INTRODUCES = re.compile(
    r"\W*(?:(?:project|package|library|general) )?(?:introduction|intro\b|overview|about|abstract|description|summary"
    r"|background|motivation|purpose|goals?\b|scope|our pledge|tl;?dr|what(?:['\u2019]s| is| are| does)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"(?:donat|sponsor|backer|funding|badges|table of contents|contents$|build status)", re.IGNORECASE)


def _is_running(passage: Passage) -> bool:
    if passage.role != "paragraph" or passage.has_gaps or passage.text.startswith(("!!! ", "??? ", "???+ ")):
        # The last are admonitions of MkDocs.
        return False
    return _says_something(passage) and not _is_byline(passage)


def _is_legal(passage: Passage) -> bool:
    """Say whether a paragraph is a notice that opens a text, as one opens files of code."""
    return holds_licence_text(passage.text) or opens_notice(passage.text.strip("# \t"))


def _is_aside(heading: str) -> bool:
    """Say whether what stands below a heading is about something else than what the file is."""
    return _ASIDE.match(heading) is not None


def _is_byline(passage: Passage) -> bool:
    """Say whether a paragraph is all stressed and no sentence, as names below a title are."""
    text = passage.plain()
    is_stressed = any(end - start >= len(passage.text.strip(" *_")) for start, end in passage.stressed)
    return is_stressed and text[-1:] not in ".!?" and len(text.split()) <= _LONGEST_BYLINE


_SUBSTITUTION = re.compile(r"\|[^|\n]+\|_{0,2}")


def _says_something(passage: Passage) -> bool:
    """Tell a paragraph from a row of badges or links."""
    if len(_SUBSTITUTION.sub(" ", passage.text).split()) < 3:  # noqa: PLR2004  fewer words are a label
        return False
    outside = Passage("paragraph", passage.pieces)
    outside.cuts = passage.cuts + passage.hidden + [(link.start, link.end) for link in passage.links]
    outside.settle()
    return len(re.findall(r"[^\W\d_]{2,}", outside.plain())) >= 2 and len(passage.plain().split()) >= 3  # noqa: PLR2004


def _section_ends(levels: list[int]) -> list[int]:
    """Return for each heading the next one of the same or a higher level, or -1."""
    ends = [-1] * len(levels)
    waiting: list[int] = []
    for number, level in enumerate(levels):
        while waiting and levels[waiting[-1]] >= level:
            ends[waiting.pop()] = number
        waiting.append(number)
    return ends


class _Slugs:
    """Gives each slug of a file a form of its own, the way GitHub does."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def unique(self, slug: str) -> str:
        if slug not in self._used:
            self._used[slug] = 0
            return slug
        while True:
            self._used[slug] += 1
            numbered = f"{slug}-{self._used[slug]}"
            if numbered not in self._used:
                self._used[numbered] = 0
                return numbered
