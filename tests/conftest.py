"""Options and fixtures that all tests share."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options of this test suite."""
    parser.addoption(
        "--rewrite-cases",
        action="store_true",
        help="write what the extractors find now into the `expected` file of every language case",
    )


@pytest.fixture
def rewrite_cases(request: pytest.FixtureRequest) -> bool:
    """Say whether `expected` files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--rewrite-cases"))
