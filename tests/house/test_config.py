"""Settings: what is wrong is said once, with what was given, what is allowed and what is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from builds import CONF, build, repository

from sphinx_kwdocs.config import OPTIONS, Config, read_config

if TYPE_CHECKING:
    from pathlib import Path

WRONG: list[tuple[str, Any]] = [
    ("root", 3), ("root", ""), ("root", "../up"), ("root", "a//b"), ("root", "a b"), ("root", "."), ("root", None),
    ("repository", 3), ("repository", None), ("include", "*.py"), ("include", [1]), ("include", ["a\nb"]),
    ("exclude", "*.py"), ("exclude", {"a": 1}), ("exclude", None), ("untracked", 1), ("withhold", ".env"),
    ("max_size", 0), ("max_size", -1),
    ("max_size", "1MB"), ("max_size", True), ("max_size", 1.5), ("title", ""), ("title", "  \n"), ("title", 3),
    ("navigation", 1), ("navigation", "no"), ("navigation", None), ("repository_url", "ftp://x/"),
    ("repository_url", "javascript:alert(1)"), ("repository_url", 'https://x/"onclick='), ("repository_url", 3),
    ("revision", 3), ("revision", None), ("test_patterns", "tests/"), ("test_patterns", [None]),
    ("source_links", "yes"), ("inline_links", 0), ("code_links", None), ("document_links", 1),
    ("search_names", -1), ("search_names", True), ("search_names", "all"),
    ("tests", "no"), ("vendored", 0), ("pages", "kw"), ("pages", ["docs"]),
    ("pages", None), ("private", "hidden"), ("private", False), ("frame", "none"), ("frame", None), ("noindex", 1),
    ("sitemap", "yes"),
    ("cache", None), ("cache", ["folder"]), ("time_limit", -1), ("time_limit", "1 s"), ("time_limit", True),
    ("time_limit", float("inf")), ("time_limit", float("nan")),
]  # fmt: skip
RIGHT: list[tuple[str, Any, Any]] = [
    ("root", "api/source", "api/source"), ("root", "/code/", "code"), ("include", ["*.py"], ("*.py",)),
    ("title", " The\n code ", "The code"), ("repository_url", "https://example.org/x/", "https://example.org/x"),
    ("max_size", 1, 1), ("time_limit", 2, 2.0), ("time_limit", 0, 0.0),
    ("navigation", False, False), ("search_names", 0, 0), ("code_links", False, False),
    ("pages", [], ()), ("pages", ["sub", "kw", "kw"], ("kw", "sub")), ("frame", "slim", "slim"),
    ("private", "folded", "folded"),
]  # fmt: skip


def read(**values: object) -> tuple[Config, list[tuple[str, str]]]:
    problems: list[tuple[str, str]] = []
    return read_config(values, lambda subtype, message: problems.append((subtype, message))), problems


def test_every_option_has_a_wrong_value_here() -> None:
    assert {name for name, _ in WRONG} == {option.name for option in OPTIONS}


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_is_said_once_with_what_is_allowed_and_used(name: str, value: object) -> None:
    config, problems = read(**{name: value})
    option = next(option for option in OPTIONS if option.name == name)
    assert [subtype for subtype, _ in problems] == ["config"]
    message = problems[0][1]
    assert message.startswith(f"kwdocs_{name} is {value!r}")
    assert option.allowed in message
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    assert message.endswith(f"using {default!r}")
    assert getattr(config, name) == option.default


@pytest.mark.parametrize(("name", "value", "used"), RIGHT)
def test_a_right_value_is_used(name: str, value: object, used: object) -> None:
    config, problems = read(**{name: value})
    assert problems == []
    assert getattr(config, name) == used


def test_of_a_list_of_pages_the_right_entries_are_used_and_shown_as_a_list() -> None:
    config, problems = read(pages=["xref", "kv", "kw"])
    assert config.pages == ("kw", "xref")
    [(subtype, message)] = problems
    assert subtype == "config"
    assert message.startswith("kwdocs_pages is ['xref', 'kv', 'kw'], but must be ")
    assert message.endswith("; using ['kw', 'xref']")


def test_a_name_that_is_no_setting_is_warned_of_with_the_nearest_one(tmp_path: Path) -> None:
    lines = (
        "kwdocs_page = ['kw']\nkwdocs_zzz = 1\nkwdocs_title = 'Code'\nkwdocs_mine = 1\n\n\n"
        "def kwdocs_helper(): ...\n\n\ndef setup(app):\n    app.add_config_value('kwdocs_mine', 0, '')\n"
    )
    root = repository(tmp_path / "repo", {"docs/conf.py": CONF + lines})
    built = build(root / "docs", tmp_path / "out")
    said = [line.rpartition("WARNING: ")[2].partition("\x1b")[0] for line in built.warnings.splitlines()]
    assert said == [
        "kwdocs_page is no setting; did you mean kwdocs_pages? [kwdocs.config]",
        "kwdocs_zzz is no setting [kwdocs.config]",
    ]


def test_the_defaults_of_the_settings_are_those_of_the_class() -> None:
    assert read()[0] == Config()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("tiny") / "repo", {"a.py": "x = 1\n"})


def test_a_build_warns_once_for_each_wrong_setting(tmp_path: Path) -> None:
    wrong: dict[str, Any] = {"kwdocs_root": 3, "kwdocs_max_size": "big", "kwdocs_navigation": "no", "kwdocs_title": ""}
    lines = "".join(f"{name} = {value!r}\n" for name, value in wrong.items())
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n", "docs/conf.py": CONF + lines})
    built = build(root / "docs", tmp_path / "out")
    assert built.warnings.count("WARNING") == len(wrong)
    assert built.warnings.count("[kwdocs.config]") == len(wrong)
    for name, value in wrong.items():
        assert built.warnings.count(f"{name} is {value!r}, but must be") == 1
    assert (built.out / "kwdocs" / "a.py_docs.html").is_file()


def test_a_repository_that_is_not_there_is_warned_of_and_found_by_itself(tiny: Path, tmp_path: Path) -> None:
    built = build(tiny / "docs", tmp_path, kwdocs_repository="../nowhere")
    assert built.warnings.count("WARNING") == 1
    assert "kwdocs_repository is '../nowhere'" in built.warnings
    assert f"using {tiny.resolve()}" in built.warnings
    assert (built.out / "kwdocs" / "a.py_docs.html").is_file()


@pytest.mark.parametrize("name", ["include", "exclude", "test_patterns"])
def test_a_pattern_that_is_none_is_warned_of_and_left_out(tiny: Path, tmp_path: Path, name: str) -> None:
    settings: dict[str, Any] = {f"kwdocs_{name}": ["*.py", "!"] if name == "include" else ["!"]}
    built = build(tiny / "docs", tmp_path, **settings)
    assert built.warnings.count("WARNING") == 1
    assert f"kwdocs_{name} has '!'" in built.warnings
    assert (built.out / "kwdocs" / "a.py_docs.html").is_file()


@pytest.mark.parametrize("suppressed", ["kwdocs", "kwdocs.config", "kwdocs.*"])
def test_warnings_can_be_suppressed(tiny: Path, tmp_path: Path, suppressed: str) -> None:
    built = build(tiny / "docs", tmp_path, kwdocs_max_size=0, suppress_warnings=[suppressed])
    assert built.warnings == ""


def test_settings_choose_the_files_and_the_titles(tiny: Path, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"kwdocs_exclude": ["docs/"], "kwdocs_title": "Code & <b>more</b> {{ x }}"}
    built = build(tiny / "docs", tmp_path, **settings)
    assert built.warnings == ""
    assert not (built.out / "kwdocs" / "docs").exists()
    assert "Code &amp; &lt;b&gt;more&lt;/b&gt; {{ x }}" in built.html("kwdocs/a.py_docs.html")


def test_a_known_host_is_linked(tiny: Path, tmp_path: Path) -> None:
    built = build(tiny / "docs", tmp_path, kwdocs_repository_url="https://github.com/ann/tiny", kwdocs_revision="v1")
    assert built.warnings == ""
    # The file is not committed, so it is not on the web.
    assert "github.com/ann/tiny/blob/v1/a.py" not in built.html("kwdocs/a.py_docs.html")
