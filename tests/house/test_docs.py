"""The documentation says what the code says: its tables are complete, its links lead somewhere."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinx_kwdocs.config import OPTIONS, WARNING_SUBTYPES, Config
from sphinx_kwdocs.embeds import EMBEDS
from sphinx_kwdocs.export.json_lines import SCHEMA
from sphinx_kwdocs.languages import all_kinds, all_languages
from sphinx_kwdocs.model.vocabulary import DIAGNOSTIC_CODES, ROLE_WORDS
from sphinx_kwdocs.pages import PAGE_KINDS, build_page, make_site, page_keys
from sphinx_kwdocs.pages._document_links import MOST_NAMES, MOST_PASSAGES
from sphinx_kwdocs.pages._use_plan import MOST_FILES, MOST_LINES, PART_SIZE
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.reading.scan import LONG_LINE, LONG_LINES_FROM
from sphinx_kwdocs.render.addresses import MAX_ADDRESS, MAX_COMPONENT
from sphinx_kwdocs.sphinx_ext.authored.directives import KEYWORD_OPTIONS, LONGEST_ID, make_directives
from sphinx_kwdocs.sphinx_ext.authored.role_targets import SUBTYPES
from sphinx_kwdocs.sphinx_ext.roles import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PARTS = ("both_ways", "declared_tables", "json_reference", "module_lists", "markdown_text", "house", "cold_path")
FIRST_CELL = re.compile(r"\| (?:\{confval\})?`([^`]+)`")


@pytest.fixture
def ext(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """Give the modules of docs/_ext, and forget them afterwards: their names are not ours to keep."""
    import importlib

    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    yield {name: importlib.import_module(name) for name in PARTS}
    for name in PARTS:
        sys.modules.pop(name, None)


def first_cells(lines: list[str]) -> list[str]:
    return [match[1] for line in lines if (match := FIRST_CELL.match(line))]


def page_source(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_settings_page_has_every_option_with_its_default(ext: dict[str, ModuleType]) -> None:
    names = [f"kwdocs_{option.name}" for option in OPTIONS]
    assert first_cells(ext["declared_tables"].settings_overview()) == names
    lines = ext["declared_tables"].settings()
    assert [line.split()[-1] for line in lines if "{confval}" in line] == names
    assert ":default: `2000000`" in lines
    shown = page_source("reference/settings.md")
    assert "{from-code} settings-overview\n" in shown
    assert "{from-code} settings\n" in shown


def test_the_messages_page_has_every_diagnostic_code(ext: dict[str, ModuleType]) -> None:
    assert first_cells(ext["declared_tables"].diagnostics()) == list(DIAGNOSTIC_CODES)
    assert "{from-code} diagnostics\n" in page_source("reference/messages.md")


def test_the_messages_page_has_every_subtype_that_the_code_warns_with(ext: dict[str, ModuleType]) -> None:
    given = {
        subtype
        for path in (ROOT / "sphinx_kwdocs").rglob("*.py")
        for subtype in re.findall(r'\bwarn\(\s*"([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    assert given <= set(WARNING_SUBTYPES)
    assert first_cells(ext["declared_tables"].warnings()) == [f"kwdocs.{subtype}" for subtype in WARNING_SUBTYPES]
    assert "{from-code} warnings\n" in page_source("reference/messages.md")


def test_the_kinds_page_has_every_kind_with_a_meaning(ext: dict[str, ModuleType]) -> None:
    assert first_cells(ext["declared_tables"].kinds()) == list(all_kinds())
    assert all(kind.meaning for kind in all_kinds().values())
    assert "{from-code} kinds\n" in page_source("reference/kinds.md")


def test_the_kinds_page_has_every_role_with_a_meaning(ext: dict[str, ModuleType]) -> None:
    assert first_cells(ext["declared_tables"].roles()) == list(ROLE_WORDS)
    assert all(words.meaning for words in ROLE_WORDS.values())
    assert "{from-code} roles\n" in page_source("reference/kinds.md")


def test_the_languages_page_has_every_language_with_its_file_names(ext: dict[str, ModuleType]) -> None:
    text = "\n".join(ext["declared_tables"].languages())
    for language in all_languages().values():
        row = next(line for line in text.splitlines() if f" | `{language.name}` | " in line)
        assert language.label in row.replace("\\", "")
        for pattern in language.patterns:
            assert f"`{pattern}`" in row
    assert "{from-code} languages\n" in page_source("reference/languages.md")


def test_the_json_page_describes_exactly_the_fields_of_a_line(ext: dict[str, ModuleType]) -> None:
    reference = ext["json_reference"]
    shown = page_source("reference/json-lines.md")
    for part, parent in (("file", None), ("symbol", "symbols"), ("import", "imports"), ("reference", "references"),
                         ("external", "externals"), ("variable", "variables")):  # fmt: skip
        records = [item for record in reference.sample_records() for item in (record[parent] if parent else [record])]
        assert first_cells(reference.json_fields(part)) == list(records[0])
        assert f"{{from-code}} json-fields {part}\n" in shown
    assert reference.json_schema() == [f"This is schema {SCHEMA}."]
    assert '"id": "shapes.py#Circle.area",' in "\n".join(reference.json_example())


def test_the_command_line_page_shows_the_help_of_every_command(ext: dict[str, ModuleType]) -> None:
    text = "\n".join(ext["declared_tables"].command_line())
    for words in (
        "--version",
        "write the index for other programs",
        "--format",
        "--output",
        "--include",
        "--exclude",
        "--max-size",
    ):
        assert words in text
    assert "{from-code} command-line\n" in page_source("reference/command-line.md")


@pytest.mark.parametrize("name", make_directives())
def test_the_directives_page_has_every_directive_with_its_options_and_an_example(
    ext: dict[str, ModuleType], name: str
) -> None:
    options = KEYWORD_OPTIONS if name == "keyword" else EMBEDS[name].options
    text = "\n".join(ext["declared_tables"].directive(name))
    assert re.findall(r"^`([\w-]+)`\n: \S", text, re.MULTILINE) == [option.name for option in options]
    assert text.count("*Allowed:*") == len(options)
    shown = page_source("reference/directives.md")
    section = re.search(rf"^## kw:{name}\n(.*?)(?=^## |\Z)", shown, re.MULTILINE | re.DOTALL)
    assert section
    assert f"{{from-code}} directive {name}\n" in section[1]
    assert f"````{{both-ways}}\n```{{kw:{name}}} " in section[1]


def test_the_default_of_an_option_is_shown_as_an_author_writes_it(ext: dict[str, ModuleType]) -> None:
    assert "*Default:* `yes`." in "\n".join(ext["declared_tables"].directive("tree"))
    assert "*Default:* `name, kind, file, summary`." in "\n".join(ext["declared_tables"].directive("index"))


def test_an_example_is_written_as_restructuredtext_does(ext: dict[str, ModuleType]) -> None:
    markdown = ["```{kw:keyword} unit", ":see: Circle", "", "A word.", "```"]
    assert ext["both_ways"].rewritten(markdown) == [".. kw:keyword:: unit", "   :see: Circle", "", "   A word."]
    assert ext["both_ways"].rewritten(["```{kw:tree}", "```"]) == [".. kw:tree::"]


def test_the_roles_page_has_every_role_and_the_subtype_of_its_warning() -> None:
    shown = page_source("reference/roles.md")
    for role in ROLES:
        assert f"| `kw:{role}` | " in shown
        assert f"`kwdocs.{SUBTYPES[role]}`" in shown


def test_the_architecture_page_lists_every_module(ext: dict[str, ModuleType]) -> None:
    lists = ext["module_lists"]
    listed = "\n".join(line for heading in lists.headings() for line in lists.modules(heading))
    for module in lists.house.modules():
        assert lists.opening_words(module), module
        assert f"<sphinx_kwdocs/{module}.py>`" in listed
    shown = page_source("explanation/architecture.md")
    assert re.findall(r"\{from-code\} modules (\w+)", shown) == lists.headings()


def test_the_pages_page_names_every_section_that_pages_have(tmp_path: Path) -> None:
    sample = {
        "README.md": "# Sample\n\nMakes things of wood: `make_thing()`, `take_thing()` in [the code](src/one/a.py).\n",
        "src/one/__init__.py": '"""One."""\n',
        "src/one/a.py": '"""A."""\n\nclass B(str): ...\n\n\ndef make_thing(): ...\n\n\ndef take_thing(): ...\n',
        "src/one/lost.py": "def lose(): ...\n",
        "src/two/c.py": 'import os\nfrom one.a import make_thing\n\nif __name__ == "__main__":\n    make_thing()\n',
        "tests/test_a.py": "from one.a import make_thing\n",
        "broken.py": "def (:\n",
    }
    for name, text in sample.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    site = make_site(build_index(tmp_path, Config()), "Source index")
    shown = page_source("reference/pages.md")
    found = set()
    for key in page_keys(site):
        documented = re.search(rf"^## .*`(?:<\w+>[/_])?{key.kind}`\n(.*?)(?=^## |\Z)", shown, re.MULTILINE | re.DOTALL)
        assert documented, key.kind
        for section in build_page(site, key).sections:
            if not section.anchor.startswith("letter-"):
                row = re.escape(section.title) + r"(?: †)? \| `" + re.escape(section.anchor) + "`"
                assert re.search(rf"\| {row}", documented[1]), (key.kind, section.title)
                found.add((key.kind, section.anchor))
    assert {kind for kind, _ in found} == set(PAGE_KINDS) - {"keywords"}
    documented_rows = re.findall(r"^\| .* \| `([a-z-]+)` \| ", shown, re.MULTILINE)
    assert len(documented_rows) == len(found) + 1, "`parts` needs a long list; every other section occurs in the sample"


def test_the_addresses_page_states_the_limits_of_the_code() -> None:
    text = " ".join(page_source("reference/addresses.md").split())
    assert f"longer than {MAX_COMPONENT} bytes" in text
    assert f"longer than {MAX_ADDRESS} bytes" in text
    assert f"cut at {LONGEST_ID} characters" in text


def test_the_pages_page_states_the_limits_of_pages_of_uses() -> None:
    text = " ".join(page_source("reference/pages.md").split())
    assert f"at most {MOST_LINES} lines are shown" in text
    assert f"in up to {MOST_FILES} files one by one" in text
    assert f"A page has up to {PART_SIZE:,} lines" in text
    assert f"up to {MOST_PASSAGES} places are linked, of a file up to {MOST_NAMES} names" in text


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_relative_link_leads_to_a_file_of_the_repository(name: str) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    relative = [link.partition("#")[0] for link in links if "://" not in link]
    assert [link for link in relative if not (ROOT / link).is_file()] == []
    assert relative or name == "CHANGELOG.md"


def test_the_readme_names_its_two_commands_as_the_makefile_does() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`make (\w+)`", readme)) == {"site", "test"}
    assert {"site", "test"} <= targets
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`make ([a-z]+)`", contributing)) <= targets


def test_the_settings_in_the_readme_exist_and_are_right_as_they_stand_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `kwdocs_(\w+) = ([^`]+)` \|", readme, re.MULTILINE))
    options = {option.name: option for option in OPTIONS}
    assert len(shown) > 5
    for name, value in shown.items():
        assert options[name].check(ast.literal_eval(value)) != options[name].default, name


def test_the_page_about_large_repositories_states_of_which_files_the_head_is_shown() -> None:
    text = " ".join(page_source("how-to/large-repositories.md").split())
    assert f"more than {LONG_LINES_FROM:,} bytes in lines of more than {LONG_LINE} on average" in text
