"""Every setting once: its name, default, what it may be, and what it is for; and how the core talks to its caller."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from sphinx_kwdocs.translation import _

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping
    from pathlib import Path

Problem = Callable[[str, str], None]
"""Called with a subtype and a text; a subtype that is no key of `WARNING_SUBTYPES` is information, not a warning."""

WARNING_SUBTYPES: Mapping[str, str] = {
    "config": "A setting cannot be used; the text says what was given, what is allowed and what is used instead. "
    "Or there is no setting of this name; the text names the nearest one.",
    "symbol": "A role or directive names a symbol that the repository does not define, or more than one.",
    "file": "A role or directive names a file that is not in the repository, or a line that the file does not have.",
    "folder": "A role or directive names a folder that is not in the repository.",
    "keyword": "A role names a keyword that no document declares, or two documents declare the same one.",
    "plugin": "An entry point of another package cannot be used, or what an extension adds to the keyword index.",
}
"""What follows `kwdocs.` in `suppress_warnings`; the reference page is made from this."""

T = TypeVar("T")


class Progress(Protocol):
    """Passes items on while showing how far the work is."""

    def __call__(self, items: Iterable[T], label: str, length: int) -> Iterator[T]:
        """Show progress under a label."""


def ignore_problem(subtype: str, message: str) -> None:
    """Pass over a warning."""
    del subtype, message


def show_nothing(items: Iterable[T], label: str, length: int) -> Iterator[T]:
    """Pass items on without a word."""
    del label, length
    yield from items


DEFAULT_TEST_PATTERNS = (
    "test_*.py", "*_test.py", "*_tests.py", "tests.py", "conftest.py",
    "*_test.c", "*_test.cc", "*_test.cpp", "*_test.cxx", "*-test.cc", "*_unittest.cc", "test_*.c", "test_*.cc",
    "test_*.cpp",
    "*_test.go", "*_test.rs", "*Test.java", "*Tests.java", "*Test.kt", "*Tests.cs", "*Test.php",
    "*.test.ts", "*.test.tsx", "*.test.js", "*.test.jsx", "*.test.mjs", "*.spec.ts", "*.spec.tsx", "*.spec.js",
    "*.spec.jsx",
    "*_spec.rb", "*_test.rb", "test_*.rb", "test-*.R", "*.bats",
    "test/", "tests/", "__tests__/", "testthat/",
)  # fmt: skip

VENDORED_PATTERNS = (
    "vendor/", "_vendor/", "vendored/", "_vendored/", "third_party/", "third-party/", "thirdparty/", "3rdparty/",
    "extern/", "external/", "externals/", "node_modules/", "bower_components/",
)  # fmt: skip
"""Folders of code from elsewhere, as patterns relative to the repository's root."""
OPTIONAL_PAGES = ("kw", "xref", "doc", "sub")
"""The kinds of pages that a site can do without; `pages.PAGE_FORMS` says what they are."""
PRIVATE = ("shown", "folded")
"""What may become of private names."""
FRAMES = ("theme", "slim")
"""What may stand around generated pages."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one build, checked."""

    root: str = "kwdocs"
    repository: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: bool = True
    vendored: bool = True
    untracked: bool = False
    withhold: tuple[str, ...] = ()
    max_size: int = 2_000_000
    time_limit: float = 30.0
    title: str = "Source index"
    navigation: bool = True
    repository_url: str = ""
    revision: str = ""
    test_patterns: tuple[str, ...] = DEFAULT_TEST_PATTERNS
    pages: tuple[str, ...] = OPTIONAL_PAGES
    private: str = "shown"
    frame: str = "theme"
    noindex: bool = False
    sitemap: bool = True
    source_links: bool = True
    inline_links: bool = True
    code_links: bool = True
    document_links: bool = True
    search_names: int = 2_000
    cache: str = ""
    generated: tuple[Path, ...] = ()
    """Folders on this machine that a build writes to; never a setting."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The patterns of files that are not indexed; later ones can bring files back."""
        tests = () if self.tests else self.test_patterns
        vendored = () if self.vendored else VENDORED_PATTERNS
        return (*tests, *vendored, *self.exclude)


_DEFAULTS: Mapping[str, Any] = {item.name: item.default for item in fields(Config)}


class Option(NamedTuple):
    """One setting as it is declared; no dataclass, since to make one takes a millisecond of every start of Sphinx."""

    name: str
    """The field of `Config` it fills; `conf.py` spells it with `kwdocs_` in front."""
    check: Callable[[Any], Any]
    """Turns what `conf.py` says into the value used, or raises ValueError."""
    allowed: str
    """What may be given, completing "must be …"."""
    help: str
    """What it is for, for the reference page."""
    rebuild: Literal["", "html", "env"] = ""
    """What has to be done with the project's own documents when it changes: write (`html`) or read them again."""

    @property
    def default(self) -> Any:  # noqa: ANN401  each setting has its own type
        """What is used when it is not set, and when what is set is not allowed."""
        return _DEFAULTS[self.name]


class PartlyWrongError(ValueError):
    """Some of what was given cannot be used; the argument is what is left without it."""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _root(value: object) -> str:
    text = _text(value).strip("/")
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*", text) or any(part.strip(".") == "" for part in text.split("/")):
        raise ValueError
    return text


def _title(value: object) -> str:
    text = " ".join(_text(value).split())
    if not text:
        raise ValueError
    return text


def _url(value: object) -> str:
    text = _text(value).strip()
    if text and not re.match(r"https?://[^\s\"'<>]+$", text):
        raise ValueError
    return text.rstrip("/")


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _size(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError
    return value


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < float("inf"):
        raise ValueError
    return float(value)


def _patterns(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        raise ValueError
    if not all(isinstance(item, str) and "\n" not in item for item in value):
        raise ValueError
    return tuple(value)


def _optional_pages(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        raise ValueError
    kinds = tuple(kind for kind in OPTIONAL_PAGES if kind in value)
    if any(item not in OPTIONAL_PAGES for item in value):
        raise PartlyWrongError(kinds) if kinds else ValueError
    return kinds


def _one_of(*allowed: str) -> Callable[[Any], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ValueError
        return value

    return check


OPTIONS: tuple[Option, ...] = (
    Option("root", _root, "a relative path such as 'kwdocs' or 'api/source'",
           "The folder of the site under which every generated page stands.", rebuild="env"),
    Option("repository", _text, "a path, absolute or relative to the folder of conf.py",
           "The repository's root. Empty: the git checkout that holds conf.py, else the nearest folder with a file "
           "such as pyproject.toml, else the parent of its folder."),
    Option("include", _patterns, "a list of gitignore patterns",
           "If given, only files that match one of these patterns, relative to the repository's root, are indexed."),
    Option("exclude", _patterns, "a list of gitignore patterns",
           "Files that match one of these patterns, relative to the repository's root, are not indexed."),
    Option("tests", _flag, "True or False",
           "Whether tests are indexed, that is files that match `kwdocs_test_patterns`. What is left out so can be "
           "brought back by a `!` pattern of `kwdocs_exclude`."),
    Option("vendored", _flag, "True or False",
           "Whether code from elsewhere is indexed, that is files in folders with names such as `vendor` or "
           "`third_party`. What is left out so can be brought back by a `!` pattern of `kwdocs_exclude`."),
    Option("untracked", _flag, "True or False",
           "Whether files that git neither tracks nor ignores are indexed too."),
    Option("withhold", _patterns, "a list of gitignore patterns",
           "Files that match one of these patterns have a page that shows nothing of what they hold. "
           "A pattern with `!` shows files that are withheld because they look like keys or passwords."),
    Option("max_size", _size, "a whole number of bytes, at least 1",
           "Of larger files the head is shown, and nothing in them is indexed. The same holds, whatever is set, for "
           "files of more than 100,000 bytes in lines of more than 500 on average, unless they are Python."),
    Option("time_limit", _seconds, "a number of seconds, 0 for no limit",
           "A file that takes longer to read, or to colour, gets a page without keywords, or without colours, and a "
           "diagnostic. Counted is the time of the processor. Colours by Pygments have five seconds in any case."),
    Option("title", _title, "a text that is not empty",
           "Title of the entry page, and its name in the site's navigation.", rebuild="env"),
    Option("navigation", _flag, "True or False",
           "Whether the site's navigation gains an entry for the entry page, or the root document a link where "
           "the theme does not show that.", rebuild="env"),
    Option("repository_url", _url, "an http or https URL",
           "Where the repository is hosted, for links to the hosted file. Empty: taken from git's `origin` remote."),
    Option("revision", _text, "the name of a branch, tag or commit",
           "The revision in links to the hosted file. Empty: the commit that is checked out."),
    Option("test_patterns", _patterns, "a list of gitignore patterns",
           "Which files are tests, as patterns relative to the repository's root. Left as it is, folders called "
           "`testing` count too, if most of what is in them has the name of a test."),
    Option("pages", _optional_pages, "a list of 'kw', 'xref', 'doc' and 'sub'",
           "Which kinds of pages there are besides the documentation of files, the index of folders and the keywords: "
           "keyword indexes of files, uses of files, documentation of folders, keywords of folders."),
    Option("private", _one_of(*PRIVATE), "'shown' or 'folded'",
           "Whether private names stand in a file's lists of names like others, or folded up at the end of them."),
    Option("frame", _one_of(*FRAMES), "'theme' or 'slim'",
           "What stands around generated pages: all that the theme puts there, or a small frame of our own."),
    Option("noindex", _flag, "True or False",
           "Whether generated pages ask search engines not to list them."),
    Option("sitemap", _flag, "True or False",
           "Whether sphinx-sitemap, if the project uses it, lists generated pages."),
    Option("source_links", _flag, "True or False",
           "Whether what documents describe with directives such as `py:function` gains links to its source and uses.",
           rebuild="html"),
    Option("inline_links", _flag, "True or False",
           "Whether inline code of documents that names exactly one symbol or file of the repository becomes a link.",
           rebuild="html"),
    Option("code_links", _flag, "True or False",
           "Whether names in Python code blocks of documents become links.", rebuild="html"),
    Option("document_links", _flag, "True or False",
           "Whether generated pages say in which documents a name is described or mentioned."),
    Option("search_names", _count, "a whole number, 0 or more",
           "How many files and public names at most are added to Sphinx's search, those with most uses first."),
    Option("cache", _text, "a path, absolute or relative to the folder of conf.py",
           "The folder for what was found out about files, which CI may keep and several builds may share. "
           "Empty: a folder beside the doctrees."),
)  # fmt: skip
"""Every setting; the reference page and the registration with Sphinx are made from this."""


def read_config(values: Mapping[str, Any], warn: Problem, generated: tuple[Path, ...] = ()) -> Config:
    """Check the values that are given, by option name; a wrong one is reported and its default used instead."""
    checked: dict[str, Any] = {}
    for option in OPTIONS:
        given = values.get(option.name, option.default)
        try:
            checked[option.name] = option.check(given)
        except ValueError as error:
            checked[option.name] = error.args[0] if isinstance(error, PartlyWrongError) else option.default
            text = _("kwdocs_{name} is {given}, but must be {allowed}; using {default}")
            known = {"allowed": _(option.allowed), "default": _as_given(checked[option.name])}
            warn("config", text.format(name=option.name, given=repr(given), **known))
    return Config(**checked, generated=generated)


def _as_given(value: object) -> str:
    """Write a value as `conf.py` would: what we keep as a tuple is a list there."""
    return repr(list(value) if isinstance(value, tuple) else value)


def warn_of_unknown_settings(names: Iterable[str], registered: Container[str], warn: Problem) -> None:
    """Warn of each name that begins as ours do and that nobody has registered, with the nearest one of ours."""
    ours = [option.name for option in OPTIONS]
    for name in sorted(name for name in names if name.startswith("kwdocs_") and name not in registered):
        # Few projects have such a name, and this takes a while to load.
        from difflib import get_close_matches

        near = get_close_matches(name.removeprefix("kwdocs_"), ours, 1)
        text = _("{name} is no setting; did you mean {nearest}?") if near else _("{name} is no setting")
        warn("config", text.format(name=name, nearest=f"kwdocs_{near[0]}" if near else ""))


assert {option.name for option in OPTIONS} == {item.name for item in fields(Config)} - {"generated"}  # noqa: S101
