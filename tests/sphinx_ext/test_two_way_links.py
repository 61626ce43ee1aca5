"""What authors write leads to the source, and the source leads to what they wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from builds import Built, build, repository
from crawl import crawl
from lxml import html

if TYPE_CHECKING:
    from pathlib import Path

PLANE = '''"""Shapes of the plane."""


class Square:
    """A square."""

    side = 1

    def area(self):
        """Return the area."""
        return self.side


def scale_shape(shape: Square):
    """Scale a shape."""
    return shape.area()
'''
GUIDE = """Guide
=====

.. py:module:: shapes.plane

.. py:class:: Square

   .. py:method:: area()

   .. py:attribute:: side

.. py:function:: scale_shape(shape)
.. py:function:: nowhere()

Usage of ``scale_shape``
------------------------

Use ``scale_shape`` and ``Square.area``, in ``src/shapes/plane.py``; never ``data`` or ``nowhere_else``.

.. rst-class:: kw-nolink

Not here: ``scale_shape``.

.. code-block:: python

   from shapes.plane import Square, scale_shape

   square = Square()
   print(square.area())

>>> scale_shape(square)
"""
FILES = {
    "pyproject.toml": "[project]\nname = 'shapes'\n",
    "src/shapes/__init__.py": "",
    "src/shapes/plane.py": PLANE,
    "docs/guide.rst": GUIDE,
    "docs/more.rst": "More\n====\n\nAlso ``scale_shape``.\n",
    "docs/index.rst": "Tiny\n====\n\n.. toctree::\n\n   guide\n   more\n",
}


def site(path: Path, builder: str = "html", files: dict[str, str] | None = None, **settings: object) -> Built:
    """Build the site."""
    root = repository(path / "repo", {**FILES, **(files or {})})
    built = build(root / "docs", path / "out", builder, **settings)
    assert built.warnings == ""
    return built


def hrefs(built: Built, css_class: str, page: str = "guide.html", within: str = "") -> dict[str, str]:
    """Return the links of a class, by their text."""
    root = html.fromstring(built.html(page))
    found = root.xpath(f"{within}//a[contains(concat(' ', @class, ' '), ' {css_class} ')]")
    return {link.text_content(): link.get("href") for link in found}


def leading_to(built: Built, document: str, page: str) -> dict[str, str]:
    """Return the texts of the links from a generated page's text to a document, by URL."""
    root = html.fromstring(built.html(page))
    found = root.xpath(f"//div[@class='kwdocs']//a[contains(@href, '{document}')]")
    return {link.get("href"): link.text_content() for link in found}


def signature_links(built: Built, css_class: str) -> dict[str, str]:
    """Return the links of one class in signatures, by the anchor of what is described."""
    root = html.fromstring(built.html("guide.html"))
    return {
        signature.get("id"): link.get("href")
        for signature in root.xpath("//dt[@id]")
        for link in signature.xpath(f".//a[contains(@class, '{css_class}')]")
    }


def test_descriptions_link_to_their_source_and_uses(tmp_path: Path) -> None:
    built = site(tmp_path)
    page = "kwdocs/src/shapes/plane.py"
    assert signature_links(built, "kw-source-link") == {
        "shapes.plane.Square": f"{page}_docs.html#L4",
        "shapes.plane.Square.area": f"{page}_docs.html#L9",
        "shapes.plane.Square.side": f"{page}_docs.html#L7",
        "shapes.plane.scale_shape": f"{page}_docs.html#L14",
    }
    assert signature_links(built, "kw-uses-link")["shapes.plane.Square.area"] == f"{page}_xref.html#Square.area"
    assert crawl(built.out).broken == []


def test_source_links_stand_back_where_another_extension_makes_them(tmp_path: Path) -> None:
    conf = (
        'extensions = ["sphinx_kwdocs", "sphinx.ext.linkcode"]\n'
        'def linkcode_resolve(domain, info):\n    return "https://example.org/" + info["fullname"]\n'
    )
    built = site(tmp_path, files={"docs/conf.py": conf})
    assert signature_links(built, "kw-source-link") == {}
    assert "shapes.plane.Square.area" in signature_links(built, "kw-uses-link")


def test_inline_code_that_names_one_thing_is_a_link_to_its_description_or_source(tmp_path: Path) -> None:
    built = site(tmp_path)
    assert hrefs(built, "kw-link") == {
        "scale_shape": "#shapes.plane.scale_shape",
        "Square.area": "#shapes.plane.Square.area",
        "src/shapes/plane.py": "#module-shapes.plane",
    }
    assert hrefs(built, "kw-link", "more.html") == {"scale_shape": "guide.html#shapes.plane.scale_shape"}
    assert hrefs(built, "kw-link", within="//h2") == {}
    assert built.html("guide.html").count('class="kw-link ') + built.html("guide.html").count(' kw-link"') == 3


def test_inline_code_leads_to_the_source_where_nobody_described_it(tmp_path: Path) -> None:
    built = site(tmp_path, files={"docs/guide.rst": "Guide\n=====\n\nUse ``scale_shape()``.\n"})
    assert hrefs(built, "kw-link") == {"scale_shape()": "kwdocs/src/shapes/plane.py_docs.html#L14"}


def test_a_document_can_opt_out_as_a_whole(tmp_path: Path) -> None:
    built = site(tmp_path, files={"docs/more.rst": ":kw-nolink:\n\nMore\n====\n\nAlso ``scale_shape``.\n"})
    assert hrefs(built, "kw-link", "more.html") == {}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_names_in_code_blocks_are_links(tmp_path: Path, builder: str) -> None:
    built = site(tmp_path, builder)
    page = "guide.html" if builder == "html" else "guide/index.html"
    found = hrefs(built, "kw-name", page, within="//div[@class='highlight']")
    assert found["Square"] == "#shapes.plane.Square"
    assert found["area"] == "#shapes.plane.Square.area"
    assert found["scale_shape"] == "#shapes.plane.scale_shape"
    assert crawl(built.out, folder_style=builder == "dirhtml").broken == []


@pytest.mark.parametrize(
    ("setting", "css_class"),
    [
        ("kwdocs_source_links", "kw-source-link"),
        ("kwdocs_source_links", "kw-uses-link"),
        ("kwdocs_inline_links", "kw-link"),
        ("kwdocs_code_links", "kw-name"),
    ],
)
def test_each_sort_of_link_has_a_setting(tmp_path: Path, setting: str, css_class: str) -> None:
    assert hrefs(site(tmp_path / "on"), css_class) != {}
    assert hrefs(site(tmp_path / "off", **{setting: False}), css_class) == {}


def test_a_changed_setting_writes_the_documents_again(tmp_path: Path) -> None:
    assert hrefs(site(tmp_path), "kw-link") != {}
    assert hrefs(site(tmp_path, kwdocs_inline_links=False), "kw-link") == {}


def test_generated_pages_say_where_a_name_is_described_and_mentioned(tmp_path: Path) -> None:
    built = site(tmp_path)
    for name in ("_docs", "_kw", "_xref"):
        found = leading_to(built, "guide.html", f"kwdocs/src/shapes/plane.py{name}.html")
        assert "../../../guide.html#shapes.plane.scale_shape" in found, name
    mentions = leading_to(built, "more.html", "kwdocs/src/shapes/plane.py_xref.html")
    assert mentions == {"../../../more.html": "More"}
    keywords = built.html("kwdocs/keywords.html")
    assert "documented in" in keywords
    assert 'href="../guide.html#shapes.plane.scale_shape"' in keywords
    assert 'href="../more.html"' in keywords


def test_generated_pages_can_be_silent_about_documents(tmp_path: Path) -> None:
    built = site(tmp_path, kwdocs_document_links=False)
    assert leading_to(built, "guide.html", "kwdocs/src/shapes/plane.py_xref.html") == {}
    assert hrefs(built, "kw-link") != {}


def test_a_document_is_written_again_when_what_it_names_moves(tmp_path: Path) -> None:
    files = {"docs/guide.rst": "Guide\n=====\n\nUse ``scale_shape()``.\n"}
    site(tmp_path, files=files)
    built = site(tmp_path, files={**files, "src/shapes/plane.py": "import os\n" + PLANE})
    assert hrefs(built, "kw-link") == {"scale_shape()": "kwdocs/src/shapes/plane.py_docs.html#L15"}


def test_a_document_that_is_gone_is_mentioned_no_more(tmp_path: Path) -> None:
    site(tmp_path)
    (tmp_path / "repo" / "docs" / "more.rst").unlink()
    built = site_again(tmp_path)
    assert "more.html" not in built.html("kwdocs/src/shapes/plane.py_xref.html")
    assert crawl(built.out).broken == []


def site_again(path: Path) -> Built:
    """Build the site once more as it is."""
    (path / "repo" / "docs" / "index.rst").write_text("Tiny\n====\n\n.. toctree::\n\n   guide\n", encoding="utf-8")
    built = build(path / "repo" / "docs", path / "out")
    assert built.warnings == ""
    return built


def test_the_result_is_the_same_with_several_processes(tmp_path: Path) -> None:
    files = {f"docs/part{number}.rst": f"Part {number}\n======\n\nSee ``scale_shape``.\n" for number in range(8)}
    files["docs/index.rst"] = "Tiny\n====\n\n.. toctree::\n   :glob:\n\n   *\n"
    one = site(tmp_path / "one", files=files)
    root = tmp_path / "one" / "repo"
    two = build(root / "docs", tmp_path / "two", parallel=2)
    assert two.warnings == ""
    for page in sorted(one.out.rglob("*.html")):
        name = page.relative_to(one.out).as_posix()
        assert two.html(name) == one.html(name), name


def test_a_document_is_written_again_when_a_description_elsewhere_is_gone(tmp_path: Path) -> None:
    called = {"docs/more.rst": "More\n====\n\nAlso ``scale_shape()``.\n"}
    before = site(tmp_path, files=called)
    assert hrefs(before, "kw-link", "more.html") == {"scale_shape()": "guide.html#shapes.plane.scale_shape"}
    built = site(tmp_path, files=called | {"docs/guide.rst": "Guide\n=====\n\nNothing.\n"})
    assert hrefs(built, "kw-link", "more.html") == {"scale_shape()": "kwdocs/src/shapes/plane.py_docs.html#L14"}
    # Sphinx leaves the index of modules behind when there are no more.
    assert [link for link in crawl(built.out).broken if not link.startswith("py-modindex")] == []


def test_a_document_is_written_again_when_a_keyword_moves(tmp_path: Path) -> None:
    keyword = "\n.. kw:keyword:: unit\n"
    files = {"docs/guide.rst": f"Guide\n=====\n{keyword}\nText.\n", "docs/more.rst": "More\n====\n\n:kw:key:`unit`\n"}
    assert 'href="guide.html#kw-unit"' in site(tmp_path, files=files).html("more.html")
    files |= {"docs/guide.rst": "Guide\n=====\n\nText.\n", "docs/index.rst": FILES["docs/index.rst"] + keyword}
    assert 'href="index.html#kw-unit"' in site(tmp_path, files=files).html("more.html")


def test_a_keyword_points_to_others_and_to_names_of_the_repository(tmp_path: Path) -> None:
    text = "\n.. kw:keyword:: unit\n   :aliases: one\n   :see: measure; Square\n\n.. kw:keyword:: measure\n\nText.\n"
    built = site(tmp_path, files={"docs/more.rst": f"More\n====\n{text}"})
    keywords = built.html("kwdocs/keywords.html")
    assert 'see also <a class="reference internal" href="../more.html#kw-measure">measure</a>' in keywords
    assert 'see also Square in <a class="reference internal" href="src/shapes/plane.py_docs.html#L4">' in keywords


def test_a_keyword_that_points_to_nothing_is_a_warning(tmp_path: Path) -> None:
    text = "More\n====\n\n.. kw:keyword:: unit\n   :see: nothing at all\n\nText.\n"
    built = build(repository(tmp_path / "repo", {**FILES, "docs/more.rst": text}) / "docs", tmp_path / "out")
    assert (
        "more.rst: WARNING: the keyword 'unit' points to 'nothing at all', which is neither a keyword" in built.warnings
    )


def test_of_two_descriptions_the_one_under_the_name_that_is_used_is_meant(tmp_path: Path) -> None:
    old = ".. py:function:: old_shapes.scale_shape(shape)\n"
    code = "\n.. code-block:: python\n\n   from {} import scale_shape\n   scale_shape(1)\n"
    files = {
        "src/old_shapes/__init__.py": "from shapes.plane import scale_shape\n",
        "docs/a_old.rst": f"Old\n===\n\n{old}",
        "docs/more.rst": "More\n====\n" + code.format("shapes.plane"),
        "docs/other.rst": "Other\n=====\n\n``old_shapes.scale_shape``\n" + code.format("old_shapes"),
        "docs/index.rst": "Tiny\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
    }
    built = site(tmp_path, files=files)
    assert hrefs(built, "kw-name", "more.html")["scale_shape"] == "guide.html#shapes.plane.scale_shape"
    assert hrefs(built, "kw-name", "other.html")["scale_shape"] == "a_old.html#old_shapes.scale_shape"
    assert hrefs(built, "kw-link", "other.html") == {"old_shapes.scale_shape": "a_old.html#old_shapes.scale_shape"}
