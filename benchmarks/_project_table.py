"""Which projects the extension is tried on: their versions, where their documents are, and what their settings need."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Project:
    """One project as it is published."""

    name: str
    version: str
    theme: str
    """For the table only: what its settings choose."""
    requirements: tuple[str, ...]
    """What its own requirements for documents list."""
    docs: str = "docs"
    """The folder of `conf.py`."""
    builder: str = "html"
    options: tuple[str, ...] = ()
    """Further arguments of `sphinx-build`."""
    settings: tuple[str, ...] = ()
    """Further lines of `conf.py`, with and without the extension."""
    label: str = ""

    @property
    def title(self) -> str:
        """Its name in the table, and that of its folder."""
        return self.label or self.name


PROJECTS = (
    Project("sphinx", "9.0.4", "sphinx13 (its own)", ("sphinxcontrib-websupport",), docs="doc"),
    Project(
        "attrs", "26.1.0", "furo",
        ("sphinx<9.1", "furo", "myst-parser", "sphinx-notfound-page", "sphinxcontrib-towncrier", "towncrier", "cogapp"),
        options=("-n",),
    ),
    Project(
        "flask", "3.1.3", "pallets", ("sphinx<9", "pallets-sphinx-themes", "sphinx-tabs", "sphinxcontrib-log-cabinet"),
        builder="dirhtml",
    ),
    Project(
        "structlog", "26.1.0", "sphinx-book-theme",
        ("sphinx<9", "cogapp", "myst-parser", "sphinx-design", "sphinx-copybutton", "sphinx-book-theme",
         "sphinx-notfound-page", "sphinxcontrib-mermaid", "sphinxext-opengraph", "twisted"),
        options=("-n",),
    ),
    Project(
        "urllib3", "2.8.0", "furo",
        ("sphinx<9.1", "furo", "myst-parser", "requests", "sphinx-copybutton", "sphinxext-opengraph"),
    ),
    Project("packaging", "26.3", "furo", ("sphinx<9.1", "furo")),
    Project("pyparsing", "3.3.3", "alabaster", ("sphinx<8.2", "myst-parser", "railroad-diagrams", "jinja2")),
    Project("tornado", "6.6.1", "sphinx-rtd-theme", ("sphinx<9.1", "sphinx-rtd-theme")),
    Project(
        "traitlets", "5.16.1", "pydata-sphinx-theme", ("sphinx<9.1", "myst-parser", "pydata-sphinx-theme"),
        docs="docs/source",
    ),
    Project(
        "pip", "26.3", "furo",
        ("sphinx<8.2", "towncrier<24", "furo", "myst-parser", "sphinx-copybutton", "sphinx-inline-tabs",
         "sphinxcontrib-towncrier", "sphinx-issues", "certifi"),
        docs="docs/html", builder="dirhtml",
    ),
)  # fmt: skip
"""Published on PyPI with their documents, which build in a minute or two without the network."""


class Theme(NamedTuple):
    """A theme that a project's documents can be built with instead of their own."""

    name: str
    distribution: str


THEMES = (
    Theme("alabaster", "alabaster"),
    Theme("furo", "furo"),
    Theme("pydata_sphinx_theme", "pydata-sphinx-theme"),
    Theme("sphinx_book_theme", "sphinx-book-theme"),
    Theme("sphinx_rtd_theme", "sphinx-rtd-theme"),
)


def in_all_themes(project: Project) -> list[Project]:
    """Return a project once for each theme, with the theme's own options and sidebars instead of the project's."""
    return [
        replace(
            project,
            theme=theme.name,
            requirements=(*project.requirements, theme.distribution),
            settings=(f'html_theme = "{theme.name}"', "html_theme_options = {}", "html_sidebars = {}"),
            label=f"{project.name}-{theme.name}",
        )
        for theme in THEMES
    ]
