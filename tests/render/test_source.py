"""The highlighter: text in is text out, whatever the text, the language and the marks; and colours mean something."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import html5lib  # type: ignore[import-untyped]
import lxml.html  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import cpu_seconds_below

from sphinx_kwdocs.languages import all_languages
from sphinx_kwdocs.model.facts import FileFacts
from sphinx_kwdocs.model.plugin_records import Language, TokenRules
from sphinx_kwdocs.render.source import (
    LONGEST_LINE,
    LONGEST_TEXT_FOR_PYGMENTS,
    Mark,
    render_snippet,
    render_source,
)
from sphinx_kwdocs.running.time_limit import TimeLimit, can_interrupt

LANGUAGES = sorted(all_languages().values(), key=lambda language: language.name)
CODED = [language for language in LANGUAGES if language.tokens is not None]
SNIPPETS = (
    '"', "'", '"""', "'''", "`", "\\", "\\\n", "\n", "\n\n", " ", "\t", "/*", "*/", "//", "#", "<!--", "-->", "--",
    "<a", "&amp;", "<", ">", "{", "}", "(", ")", "[", "]", "$", "${x}", 'R"x(', ')x"', 'r#"', '"#', 'f"{x}"',
    "0x1F", "1.5e-3", "1'000", "a.b", "key:", "key = ", "@name", "#include <a>", "def", "class", "\xe9\xdf",
    "\u4e2d", "\ua000", "\u202e", "\u2066", "\x00", "\x0b", "\x0c", "\r", "\x1c", "\x85", "\u2028", "\u2029",
    "\x7f", "\x9f", "\ud800", "\ufdd0", "\uffff", "\U0001ffff",
)  # fmt: skip


def language(name: str) -> Language:
    return all_languages()[name]


def mark_at(line: int, col: int, end_col: int, href: str, css_class: str = "", title: str = "") -> Mark:
    return line, col, end_col, (href, css_class, title)


def rules_of(**rules: object) -> Language:
    tokens = TokenRules(**rules)  # type: ignore[arg-type]
    return Language("test", "Test", (), 1, lambda _path, _text: FileFacts("test"), tokens=tokens)


@cache
def strict_parser() -> html5lib.HTMLParser:
    # In strict mode a forbidden character, a stray end tag or an unclosed one is an exception.
    return html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=False)


def parse(html: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div><pre>{html}</pre></div>")


def text_of(html: str) -> str:
    return "".join(strict_parser().parseFragment(f"<pre>{html}</pre>").itertext())


def as_shown(text: str) -> str:
    """Say what a reader must see, character by character, independently of how it is done."""
    shown = []
    for char in text:
        code = ord(char)
        if char in "\t\n":
            shown.append(char)
        elif code < 0x20:
            shown.append(chr(0x2400 + code))
        elif code == 0x7F:
            shown.append("\u2421")
        elif 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or 0xFDD0 <= code < 0xFDF0 or code & 0xFFFE == 0xFFFE:
            shown.append("\ufffd")
        else:
            shown.append(char)
    return "".join(shown)


def tokens(html: str, css_class: str) -> list[str]:
    return [element.text_content() for element in parse(html).xpath(f'.//*[@class="{css_class}"]')]


characters = st.one_of(st.characters(), st.sampled_from(SNIPPETS))
texts = st.one_of(st.text(max_size=60), st.lists(characters, max_size=40).map("".join))


@st.composite
def language_texts(draw: st.DrawFn) -> tuple[Language, str]:
    """Draw a language, and a text made of its own words and of what opens and closes tokens somewhere."""
    drawn = draw(st.sampled_from(LANGUAGES))
    rules = drawn.tokens or TokenRules()
    words = sorted(rules.keywords | rules.constants | rules.builtins) or ["word"]
    parts = st.one_of(st.sampled_from(SNIPPETS), st.sampled_from(words), st.just(" "))
    return drawn, draw(st.one_of(texts, st.lists(parts, max_size=40).map("".join)))


@st.composite
def marked_texts(draw: st.DrawFn) -> tuple[Language, str, list[Mark]]:
    """Draw marks too, many of them wrong: outside the text, over one another, in any order."""
    drawn, text = draw(language_texts())
    numbers = st.integers(-1, 12)
    mark = st.builds(mark_at, numbers, numbers, numbers, st.sampled_from(["", "a.html#L1", '"><b>&\n']), st.just("n"))
    return drawn, text, draw(st.lists(mark, max_size=12))


@given(language_texts())
@settings(max_examples=200, deadline=None)
def test_the_page_shows_the_text_and_one_anchor_a_line(drawn: tuple[Language, str]) -> None:
    chosen, text = drawn
    html = render_source(text, chosen)
    complete = text if not text or text.endswith("\n") else text + "\n"
    assert text_of(html) == as_shown(complete)
    assert re.findall(r'<span id="L(\d+)">', html) == [str(number + 1) for number in range(complete.count("\n"))]


@given(marked_texts())
@settings(max_examples=200, deadline=None)
def test_marks_of_any_kind_change_no_text_and_no_line(drawn: tuple[Language, str, list[Mark]]) -> None:
    chosen, text, marks = drawn
    html = render_source(text, chosen, marks)
    complete = text if not text or text.endswith("\n") else text + "\n"
    assert text_of(html) == as_shown(complete)
    assert html.count('<span id="L') == html.count("\n</span>") == complete.count("\n")


@given(language_texts())
@settings(max_examples=80, deadline=None)
def test_a_snippet_shows_its_code_and_has_no_anchors(drawn: tuple[Language, str]) -> None:
    chosen, text = drawn
    html = render_snippet(text, chosen)
    # Behind the opening of `<pre>`, browsers drop one line break.
    assert text_of(f"<i>.</i>{html}") == "." + as_shown(text)
    assert 'id="' not in html


def test_every_line_is_well_formed_by_itself() -> None:
    html = render_source('x = """one\n\nthree"""\n', language("python"))
    assert html == (
        '<span id="L1">x = <span class="sd">"""one</span>\n</span>'
        '<span id="L2">\n</span>'
        '<span id="L3"><span class="sd">three"""</span>\n</span>'
    )


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("\n", 1), ("a\n\n", 2), ("a\x0bb\u2028c\x85", 1)]
)
def test_only_a_line_feed_ends_a_line(text: str, lines: int) -> None:
    assert render_source(text, language("c")).count("<span id=") == lines


def test_lines_are_numbered_from_one_however_long_the_file_before_was() -> None:
    for lines in (3, 20_002, 20_005, 3):
        html = render_source("x\n" * lines, language("c"))
        assert html == "".join(f'<span id="L{number + 1}">x\n</span>' for number in range(lines))


def test_the_sources_of_sphinx_come_out_as_they_are() -> None:
    spec = find_spec("sphinx")
    assert spec is not None
    assert spec.origin is not None
    texts = [file.read_text("utf-8") for file in sorted(Path(spec.origin).parent.rglob("*.py"))]
    assert len(texts) > 100
    for text in filter(None, texts):
        shown = parse(render_source(text, language("python"))).text_content()
        assert shown == (text if text.endswith("\n") else text + "\n")


def test_comments_keywords_and_strings_of_python_are_told_apart() -> None:
    html = render_source(
        "@cache\n"
        "def f(x):  # a 'comment'\n"
        "    return print(f'{x!r} # no', \"it's \\\" no\", rb'''a\n# b''', None, x.print, 0x1F, 1.5e-3)\n",
        language("python"),
    )
    assert tokens(html, "c") == ["# a 'comment'"]
    assert tokens(html, "k") == ["def", "return"]
    assert tokens(html, "kc") == ["None"]
    assert tokens(html, "nb") == ["print"]
    assert tokens(html, "nd") == ["@cache"]
    assert tokens(html, "s") == ["f'{x!r} # no'", '"it\'s \\" no"']
    assert tokens(html, "sd") == ["rb'''a", "# b'''"]
    assert tokens(html, "mi") == ["0x1F"]
    assert tokens(html, "mf") == ["1.5e-3"]


def test_raw_strings_macros_and_characters_of_cpp_are_told_apart() -> None:
    html = render_source(
        "#include <map>\n#define ADD(a, b) \\\n  ((a) + (b)) /* sum */\n"
        "char quote = '\\''; auto raw = R\"x(a \" // b)x\"; // c\\\nstill a comment\n"
        'int big = 1\'000\'000; auto text = u8"\\""; delete p;\n',
        language("cpp"),
    )
    assert tokens(html, "cp") == ["#include <map>", "#define"]
    assert tokens(html, "c") == ["/* sum */", "// c\\", "still a comment"]
    assert tokens(html, "s") == ["'\\''", 'R"x(a " // b)x"', 'u8"\\""']
    assert tokens(html, "mi") == ["1'000'000"]
    assert tokens(html, "k") == ["auto", "auto", "delete"]
    assert tokens(html, "nb") == ["char", "int"]


def test_a_special_token_is_coloured_without_its_delimiters() -> None:
    html = render_source('{"key" : "value"}', language("json"))
    assert '<span class="nt">"key"</span> : <span class="s">"value"</span>' in html


def test_a_plug_in_may_use_groups_and_patterns_that_match_nothing() -> None:
    custom = rules_of(
        specials=((r"(a)(b)\2", "nv"), (r"x*", "nl")), comments=(r"(#)[^\n]*",), keywords=frozenset({"if"})
    )
    html = render_source("if abb # c\nxx", custom)
    assert text_of(html) == "if abb # c\nxx\n"
    assert tokens(html, "k") == ["if"]
    assert tokens(html, "c") == ["# c"]
    assert tokens(html, "nl") == ["xx"]


def test_a_mark_becomes_a_link_and_its_attributes_are_escaped() -> None:
    html = render_source(
        "def name(): pass", language("python"), [mark_at(1, 4, 8, 'a&"b.html#L1', "nf", 'say "<hi>"\nnow')]
    )
    (link,) = parse(html).xpath(".//a")
    assert dict(link.attrib) == {"class": "nf", "href": 'a&"b.html#L1', "title": 'say "<hi>"\nnow'}
    assert link.text_content() == "name"
    assert '<span class="k">def</span> <a class="nf"' in html


def test_a_mark_without_an_address_is_only_coloured() -> None:
    html = render_source("def name(): pass", language("python"), [mark_at(1, 4, 8, "", "nf")])
    assert '<span class="nf">name</span>' in html


def test_a_mark_inside_a_string_or_a_comment_is_a_link_within_its_token() -> None:
    html = render_source(
        '"""one\nsee name here\n"""  # name', language("python"), [mark_at(2, 4, 8, "a"), mark_at(3, 7, 11, "b")]
    )
    assert '<span class="sd">see <a href="a">name</a> here</span>' in html
    assert '<span class="c"># <a href="b">name</a></span>' in html


def test_marks_do_not_change_how_the_rest_is_coloured() -> None:
    text = '@deco\ndef f(a, b):\n    """Doc of f."""\n    return a.b + "x" # f\n'
    plain = render_source(text, language("python"))
    marks = [
        mark_at(number, match.start(), match.end(), "u")
        for number, line in enumerate(text.split("\n"), 1)
        for match in re.finditer(r"\b[abf]\b", line)
    ]
    html = render_source(text, language("python"), marks)
    assert html.count("<a ") == len(marks) == 7
    assert re.sub(r"</?a\b[^>]*>", "", html) == plain


@pytest.mark.parametrize(
    "mark",
    [
        mark_at(0, 0, 1, "u"),
        mark_at(3, 0, 1, "u"),
        mark_at(1, 0, 9, "u"),
        mark_at(1, -2, 1, "u"),
        mark_at(1, 2, 2, "u"),
        mark_at(1, 2, 1, "u"),
    ],
)
def test_a_mark_outside_the_text_is_left_out(mark: Mark) -> None:
    assert render_source("a = b\n", language("python"), [mark]) == render_source("a = b\n", language("python"))


def test_of_two_marks_that_overlap_the_first_is_kept() -> None:
    html = render_source(
        "abcdef", language("python"), [mark_at(1, 0, 3, "one"), mark_at(1, 2, 5, "two"), mark_at(1, 3, 6, "three")]
    )
    assert parse(html).xpath(".//a/@href") == ["one", "three"]


def test_a_text_that_holds_the_placeholder_letter_keeps_its_links() -> None:
    html = render_source("\ua000 = b\ua001", language("python"), [mark_at(1, 4, 5, "u")])
    assert parse(html).xpath("string(.//a)") == "b"
    assert text_of(html) == "\ua000 = b\ua001\n"


def test_a_character_that_turns_text_around_stands_alone_and_says_what_it_is() -> None:
    html = render_source("x = 1 # \u202e \u2066", language("python"))
    found = parse(html).xpath('.//bdi[@class="kw-bidi"]')
    assert [(item.text_content(), item.get("title")) for item in found] == [("\u202e", "U+202E"), ("\u2066", "U+2066")]


def test_a_file_with_an_endless_line_has_its_links_but_no_colours() -> None:
    text = "if x: pass\n" + "y" * (LONGEST_LINE + 1)
    html = render_source(text, language("python"), [mark_at(1, 3, 4, "u")])
    assert html.startswith('<span id="L1">if <a href="u">x</a>: pass\n</span>')
    assert "class=" in render_source(text[:-1], language("python"))


def by_pygments(name: str = "") -> Language:
    return Language("other", "Other", (), 1, lambda _path, _text: FileFacts("other"), pygments=name)


def test_a_language_without_rules_is_coloured_by_pygments() -> None:
    html = render_source("local x = nil -- c", by_pygments("lua"), [mark_at(1, 6, 7, "u", "n")])
    assert tokens(html, "c1") == ["-- c"]
    assert tokens(html, "n") == ["x"]
    assert text_of(html) == "local x = nil -- c\n"


def test_pygments_is_found_by_file_name_and_missed_without_harm() -> None:
    assert tokens(render_source("-- c", by_pygments(), filename="a/b.lua"), "c1") == ["-- c"]
    assert "class=" not in render_source("-- c", by_pygments(), filename="a/b.nothing-known")
    assert "class=" not in render_source("-- c", by_pygments("no such lexer"))


def test_pygments_is_not_asked_about_large_files() -> None:
    assert "class=" not in render_source("-- comment\n" * (LONGEST_TEXT_FOR_PYGMENTS // 10), by_pygments("lua"))


@pytest.mark.skipif(not can_interrupt(), reason="this system has no alarm")
@pytest.mark.parametrize(
    ("filename", "text"),
    [
        ("a.el", "*\\ \\ " + "." * 1_000 + "!"),
        ("a.feature", "\n" + " \t\n" * 20_000),
        ("a.fy", "m/" + "\\ " * 500 + "\n"),
    ],
)
def test_a_lexer_that_does_not_end_costs_the_colours(filename: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx_kwdocs.render.source.LONGEST_TIME_FOR_PYGMENTS", 0.3)
    heard: list[float] = []
    with cpu_seconds_below(3):
        html = render_source(text, by_pygments(), filename=filename, limit=TimeLimit(30, heard.append))
    assert heard == [0.3]
    assert text_of(html) == text if text.endswith("\n") else f"{text}\n"
    assert "class=" not in html


def test_no_lexer_is_asked_where_none_could_be_interrupted() -> None:
    found: list[str] = []
    thread = Thread(target=lambda: found.append(render_source("-- c", by_pygments("lua"))))
    thread.start()
    thread.join()
    assert text_of(found[0]) == "-- c\n"
    assert "class=" not in found[0]


HOSTILE = (
    '"',
    "(",
    "\\",
    "'''",
    "{",
    " ",
    "/*",
    '"\\',
    "\\\n",
    "'",
    "`",
    "<a ",
    '="',
    "=/[",
    "#[",
    "${",
    "a.",
    "a:",
    'R"x(',
    "- ",
)


@pytest.mark.parametrize("unit", ['"', "(", "\\", "'''", "{", " ", "/*", "\\\n"])
@pytest.mark.parametrize("name", ["python", "cpp"])
def test_a_megabyte_of_one_token_takes_no_second(name: str, unit: str) -> None:
    in_one_line = unit * (1_000_000 // len(unit))
    in_lines = (unit * (200 // len(unit)) + "\n") * 5_000
    for text in (in_one_line, in_lines):
        with cpu_seconds_below(1):
            assert render_source(text, language(name))


@pytest.mark.parametrize("chosen", CODED, ids=lambda item: item.name)
def test_time_grows_with_the_text_and_not_faster(chosen: Language) -> None:
    # Lines just short enough to be coloured: where a pattern looks to the end of the line again and again, this shows.
    with cpu_seconds_below(4):
        for unit in HOSTILE:
            text = unit.replace("\n", "") * (LONGEST_LINE // len(unit)) + "\n"
            assert render_source(text, chosen)


@pytest.mark.parametrize("indent", [" ", "        ", "\t \t "])
def test_a_comment_of_restructuredtext_is_one_however_it_ends(indent: str) -> None:
    comment = f"..\n{indent}comment:: not\n\n" + f"{indent}more\n" * 40 + f"{indent}last"
    with cpu_seconds_below(1):
        html = parse(render_source(f"text\n\n{comment}\n\n\ntext\n", language("restructuredtext")))
    assert "\n".join(html.xpath("//span[@class='c']/text()")) == comment.replace("\n\n", "\n")


def test_a_target_behind_two_spaces_is_no_comment() -> None:
    html = parse(render_source("..  _target:\n\n..  note:: x\n", language("restructuredtext")))
    assert html.xpath("//span[@class='c']") == []


def test_a_token_is_classified_without_trying_every_way_to_match_it() -> None:
    # In the text it takes the line break; of the token alone it does not, and may divide the rest in any way.
    chosen = rules_of(specials=((r"<(?:a|aa)*(?:\n(?=;))?", "k"), (r"<a*\n?", "s")))
    with cpu_seconds_below(1):
        html = render_source("<" + "a" * 60 + "\n;", chosen)
    assert f'<span class="s">&lt;{"a" * 60}</span>' in html


def told(html: str) -> list[str]:
    """Return what a reader who points at each link is told, as our script does it."""
    links = parse(html).xpath("//a")
    first: dict[str, str] = {}
    for link in links:
        if link.get("title") is not None:
            first.setdefault(link.get("href"), link.get("title"))
    return [link.get("title", first.get(link.get("href"), "")) for link in links]


def test_a_title_stands_at_the_first_of_several_links_to_the_same_place() -> None:
    marks = [mark_at(line, 0, 1, "#L9", title="function f") for line in (1, 2, 3)]
    html = render_source("f\nf\nf\n", language("python"), marks, titles_once=True)
    assert [link.get("title") for link in parse(html).xpath("//a")] == ["function f", None, None]
    assert told(html) == ["function f"] * 3


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "one", "two"])), max_size=12))
def test_no_link_gets_the_title_of_another(marked: list[tuple[str, str]]) -> None:
    marks = [mark_at(line, 0, 1, f"#{href}", title=title) for line, (href, title) in enumerate(marked, 1)]
    html = render_source("x\n" * (len(marks) + 1), language("python"), marks, titles_once=True)
    assert told(html) == [title for _href, title in marked]
