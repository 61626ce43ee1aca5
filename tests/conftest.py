"""Options and fixtures that all tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import builds
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_kwdocs.pages import Site

# Repositories and inputs that tests read; what looks like a test there is none.
collect_ignore = ["roots", "cases"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options of this test suite."""
    parser.addoption(
        "--rewrite-cases",
        action="store_true",
        help="write what the extractors find now into the `expected` file of every language case",
    )


_BUILDING = ("sphinx_ext", "incremental", "running", "benchmarks")
"""Folders whose tests build whole sites, start processes, or measure."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make quick` leaves out by their folders, and those that look at a whole site."""
    for item in items:
        if item.path.parent.name in _BUILDING or "sample_html" in getattr(item, "fixturenames", ()):
            item.add_marker("build")


@pytest.fixture
def rewrite_cases(request: pytest.FixtureRequest) -> bool:
    """Say whether `expected` files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--rewrite-cases"))


@pytest.fixture(scope="session")
def sample_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the sample repository; tests only read it."""
    return builds.sample(tmp_path_factory.mktemp("sample") / "repo")


@pytest.fixture(scope="session")
def sample_html(sample_root: Path, tmp_path_factory: pytest.TempPathFactory) -> builds.Built:
    """Build the sample repository's site once."""
    return builds.build(sample_root / "docs", tmp_path_factory.mktemp("sample-html"))


@pytest.fixture(scope="session")
def sample_site(sample_root: Path) -> Site:
    """Index the sample repository without Sphinx."""
    return builds.site_of(sample_root)
