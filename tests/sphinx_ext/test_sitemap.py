"""A sitemap of sphinx-sitemap has generated pages, or not, as the project wants."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from builds import CONF, Built, build, repository

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("sphinx_sitemap")
pytestmark = pytest.mark.filterwarnings("default")  # what sphinx-sitemap does with Sphinx is its own

BASE = "https://example.org/"
SETTINGS = {"html_baseurl": BASE, "sitemap_url_scheme": "{link}"}


def listed(built: Built) -> set[str]:
    """Return the pages that the sitemap has."""
    places = ET.parse(built.out / "sitemap.xml").findall("{*}url/{*}loc")  # noqa: S314  our own output
    return {str(place.text).removeprefix(BASE) for place in places}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    conf = CONF.replace('"sphinx_kwdocs"', '"sphinx_sitemap", "sphinx_kwdocs"')
    return repository(tmp_path / "repo", {"docs/conf.py": conf, "pkg/a.py": "x = 1\n", "pkg/b.py": "x = 1\n"}) / "docs"


def test_the_sitemap_has_all_generated_pages(docs: Path, tmp_path: Path) -> None:
    built = build(docs, tmp_path / "out", **SETTINGS)
    pages = {path.relative_to(built.out).as_posix() for path in built.out.rglob("*.html")}
    assert {"kwdocs/index.html", "kwdocs/pkg/a.py_docs.html", "kwdocs/pkg/b.py_kw.html"} < pages
    assert listed(built) == pages


def test_generated_pages_can_be_kept_out_of_it(docs: Path, tmp_path: Path) -> None:
    built = build(docs, tmp_path / "out", kwdocs_sitemap=False, sitemap_excludes=["genindex.html"], **SETTINGS)
    assert listed(built) == {"index.html", "search.html"}
