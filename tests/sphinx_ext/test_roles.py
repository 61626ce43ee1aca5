"""Authors name files, folders, symbols and keywords in their text, and hear of it when there is no such thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from builds import Built, build, repository
from crawl import crawl
from lxml import html

if TYPE_CHECKING:
    from pathlib import Path

SHAPES = '''"""Shapes."""


class Square:
    """A square."""

    def area(self):
        """Return the area."""
        return 1


def scale(shape):
    """Scale a shape."""
    return shape
'''
OTHER = "def scale(number):\n    return number\n"
FILES = {
    "pyproject.toml": "[project]\nname = 'shapes'\n",
    "src/shapes/__init__.py": "from shapes.plane import Square\n",
    "src/shapes/plane.py": SHAPES,
    "src/shapes/other.py": OTHER,
    "src/my data/a b.txt": "text\nmore\n",
}


def page(text: str, path: Path, *, myst: bool = False, **settings: object) -> Built:
    """Build a project with one document of this text."""
    name = "docs/guide.md" if myst else "docs/guide.rst"
    conf = 'project = "Tiny"\nextensions = ["myst_parser", "sphinx_kwdocs"]\n'
    title = "# Guide\n\n" if myst else "Guide\n=====\n\n"
    index = "Tiny\n====\n\n.. toctree::\n\n   guide\n"
    root = repository(path / "repo", {**FILES, "docs/conf.py": conf, "docs/index.rst": index, name: title + text})
    return build(root / "docs", path / "out", **settings)


def links(built: Built) -> dict[str, str]:
    """Return the links of the guide's text by what they show."""
    body = html.fromstring(built.html("guide.html")).xpath("//div[@class='body']")[0]
    return {link.text_content(): link.get("href") for link in body.xpath(".//p//a")}


CASES = {
    "file": ("kw:file", "src/shapes/plane.py", "kwdocs/src/shapes/plane.py_docs.html", "src/shapes/plane.py"),
    "end of a path": ("kw:file", "plane.py", "kwdocs/src/shapes/plane.py_docs.html", "plane.py"),
    "lines": ("kw:file", "plane.py#L3-L9", "kwdocs/src/shapes/plane.py_docs.html#L3-L9", "plane.py#L3-L9"),
    "a line": ("kw:file", "plane.py#L4", "kwdocs/src/shapes/plane.py_docs.html#L4", "plane.py#L4"),
    "short file": ("kw:file", "~src/shapes/plane.py", "kwdocs/src/shapes/plane.py_docs.html", "plane.py"),
    "title": ("kw:file", "the plane <plane.py>", "kwdocs/src/shapes/plane.py_docs.html", "the plane"),
    "spaces": ("kw:file", "src/my data/a b.txt", "kwdocs/src/my%20data/a%20b.txt_docs.html", "src/my data/a b.txt"),
    "folder": ("kw:folder", "src/shapes", "kwdocs/src/shapes/index.html", "src/shapes"),
    "folder with a slash": ("kw:folder", "~src/shapes/", "kwdocs/src/shapes/index.html", "shapes"),
    "root": ("kw:folder", "/", "kwdocs/index.html", "/"),
    "symbol": ("kw:sym", "Square", "kwdocs/src/shapes/plane.py_docs.html#L4", "Square"),
    "member": ("kw:sym", "Square.area", "kwdocs/src/shapes/plane.py_docs.html#L7", "Square.area"),
    "short symbol": ("kw:sym", "~shapes.plane.Square.area", "kwdocs/src/shapes/plane.py_docs.html#L7", "area"),
    "id": (
        "kw:sym",
        "src/shapes/plane.py#scale",
        "kwdocs/src/shapes/plane.py_docs.html#L12",
        "src/shapes/plane.py#scale",
    ),
    "short id": ("kw:sym", "~src/shapes/plane.py#Square.area", "kwdocs/src/shapes/plane.py_docs.html#L7", "area"),
    "exported symbol": ("kw:sym", "shapes.Square", "kwdocs/src/shapes/plane.py_docs.html#L4", "shapes.Square"),
    "any": ("any", "Square.area", "kwdocs/src/shapes/plane.py_docs.html#L7", "Square.area"),
}


@pytest.mark.parametrize("myst", [False, True], ids=["rst", "myst"])
def test_a_role_links_to_what_it_names(tmp_path: Path, myst: bool) -> None:
    roles = [f"{{{role}}}`{text}`" if myst else f":{role}:`{text}`" for role, text, _, _ in CASES.values()]
    built = page("\n\n".join(roles) + "\n", tmp_path, myst=myst)
    assert built.warnings == ""
    found = links(built)
    assert {shown: found.get(shown) for _, _, _, shown in CASES.values()} == {
        shown: href for _, _, href, shown in CASES.values()
    }
    assert crawl(built.out).broken == []


@pytest.mark.parametrize("text", [":kw:sym:`!nothing`", ":kw:file:`!nothing.py`", ":kw:key:`!nothing`"])
def test_a_mark_suppresses_the_link_and_the_warning(tmp_path: Path, text: str) -> None:
    built = page(text, tmp_path)
    assert built.warnings == ""
    assert "nothing" in built.html("guide.html")
    assert links(built) == {}


PROBLEMS = {
    "unknown symbol": (
        ":kw:sym:`Sqare`",
        'the repository defines no symbol "Sqare"; did you mean src/shapes/plane.py#Square?',
        "symbol",
    ),
    "ambiguous symbol": (
        ":kw:sym:`scale`",
        '"scale" names more than one symbol of the repository: src/shapes/other.py#scale, src/shapes/plane.py#scale',
        "symbol",
    ),
    "unknown file": (
        ":kw:file:`src/shapes/plan.py`",
        'there is no file "src/shapes/plan.py" in the repository',
        "file",
    ),
    "outside": (":kw:file:`../../etc/passwd`", 'there is no file "../../etc/passwd" in the repository', "file"),
    "ambiguous file": (":kw:file:`conf.txt`", 'there is no file "conf.txt" in the repository', "file"),
    "lines beyond the end": (
        ":kw:file:`plane.py#L3-L900`",
        "'L3-L900' is no range of lines of src/shapes/plane.py",
        "file",
    ),
    "lines backwards": (":kw:file:`plane.py#L9-L3`", "'L9-L3' is no range of lines of src/shapes/plane.py", "file"),
    "a folder for a file": (":kw:file:`src/shapes`", "kw:folder names it", "file"),
    "a file for a folder": (":kw:folder:`plane.py`", "kw:file names it", "folder"),
    "unknown folder": (":kw:folder:`src/shape`", 'there is no folder "src/shape/" in the repository', "folder"),
    "unknown keyword": (":kw:key:`geometry`", 'no document has a keyword "geometry"', "keyword"),
}


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_name_that_means_nothing_or_too_much_is_a_warning_that_can_be_silenced(tmp_path: Path, case: str) -> None:
    text, expected, subtype = PROBLEMS[case]
    built = page(text, tmp_path / "loud", nitpicky=False)
    assert expected in built.warnings
    assert f"[kwdocs.{subtype}]" in built.warnings
    assert "guide.rst:4" in built.warnings
    assert page(text, tmp_path / "quiet", suppress_warnings=[f"kwdocs.{subtype}"]).warnings == ""


def test_nitpick_ignore_knows_our_roles(tmp_path: Path) -> None:
    assert page(":kw:sym:`Gone`", tmp_path, nitpick_ignore=[("kw:sym", "Gone")]).warnings == ""


def test_a_role_in_a_title_links_there_and_leaves_the_table_of_contents_whole(tmp_path: Path) -> None:
    built = page("About :kw:sym:`Square`\n----------------------\n\nText.\n", tmp_path)
    assert built.warnings == ""
    heading = html.fromstring(built.html("guide.html")).xpath("//h2")[0]
    assert heading.text_content().startswith("About Square")
    assert heading.xpath(".//a")[0].get("href") == "kwdocs/src/shapes/plane.py_docs.html#L4"
    assert "About <code" in built.html("index.html")


@pytest.mark.parametrize("builder", ["text", "man", "latex", "xml", "singlehtml", "epub", "texinfo", "gettext"])
def test_builders_without_pages_show_the_text_of_a_role(tmp_path: Path, builder: str) -> None:
    conf = (
        'project = "Tiny"\nextensions = ["sphinx_kwdocs"]\ncopyright = "us"\nman_pages = [("index", "a", "", "", 1)]\n'
        'epub_show_urls = "no"\nversion = "1"\n'
    )
    text = INDEX + "See :kw:sym:`the square <Square>` in :kw:file:`plane.py`.\n"
    root = repository(tmp_path / "repo", {**FILES, "docs/conf.py": conf, "docs/index.rst": text})
    built = build(root / "docs", tmp_path / "out", builder)
    assert built.warnings == ""
    written = "".join(path.read_text("utf-8", "replace") for path in built.out.rglob("*") if path.is_file())
    assert "the square" in re.sub(r"<[^>]*>", "", written)


INDEX = "Tiny\n====\n\n"


def test_what_any_finds_elsewhere_stays_as_it_was(tmp_path: Path) -> None:
    text = ".. py:class:: Square\n\nSee :any:`Square`.\n"
    built = page(text, tmp_path)
    assert built.warnings == ""
    assert links(built)["Square"] == "#Square"
