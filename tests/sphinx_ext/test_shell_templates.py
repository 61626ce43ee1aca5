"""What a template does with the name of a page decides whether pages can share a shell."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from sphinx_kwdocs.sphinx_ext.shell.page_names import PassingName
from sphinx_kwdocs.sphinx_ext.shell.placeholders import UnusableError
from sphinx_kwdocs.sphinx_ext.shell.templates import name_tests

NAMES = ("kwdocs/a/index", "kwdocs/a/b.py_docs", "kwdocs/tests/b.py_kw", "kwdocs/doc")
WRITING = (
    "{{ pagename }}",
    "{{ pagename|e }}.html",
    "{{ 'x/' ~ pagename + '.html' }}",
    "{% set url = base + pagename + suffix %}<a href='{{ url }}'>",
    "{% if title and pagename != root_doc %}{{ title|striptags|e }}{% endif %}",
    "{{ pathto(pagename) }}",
    "{% if hasdoc(pagename) %}x{% endif %}",
    "{{ body }}{% if toc %}{{ toc }}{% endif %}",
    "{% for doc in parents %}{{ doc.title }}{% endfor %}",
)
ASKING = (
    "{% if pagename == 'kwdocs/doc' %}x{% endif %}",
    "{% if pagename in ['index', 'kwdocs/doc'] %}x{% endif %}",
    "{% if current_page_name not in ('kwdocs/a/index',) %}x{% endif %}",
    "{% if pagename.startswith('kwdocs/tests') and title %}x{% endif %}",
    "{{ 'x' if pagename.endswith(('/index', 'doc')) }}",
    "{% if 'tests' in pagename %}x{% endif %}",
)
UNKNOWN = (
    "{% if pagename.split('/')[1] == 'a' %}x{% endif %}",
    "{% if pagename == other %}x{% endif %}",
    "{% if pagename in 'kwdocs/a/index' %}x{% endif %}",
    "{% if pagename|length > 9 %}x{% endif %}",
    "{{ table[pagename] }}",
    "{{ show(pagename) }}",
    "{% set url = 'x' ~ pagename %}{% if url == 'xkwdocs/doc' %}x{% endif %}",
    "{{ body|wordcount }}",
    "{% if 'math' in body %}x{% endif %}",
    "{% if title == 'Index' %}x{% endif %}",
)


@pytest.mark.parametrize("template", WRITING)
def test_a_template_may_write_what_varies(template: str) -> None:
    assert list(name_tests(Environment(autoescape=True).parse(template))) == []


@pytest.mark.parametrize("template", ASKING)
def test_pages_are_grouped_by_what_a_template_asks(template: str) -> None:
    environment = Environment(autoescape=True)
    [test] = name_tests(environment.parse(template))
    outcomes = {name: test(name) for name in NAMES}
    assert set(outcomes.values()) == {True, False}
    shown = {}
    for name in NAMES:
        marked = PassingName("kwdocs/mark")
        marked.real = name
        values = {"title": "T", "pagename": marked, "current_page_name": marked}
        shown[name] = environment.from_string(template).render(values)
        # Passing for another page shows the same as being it.
        real = values | {"pagename": name, "current_page_name": name}
        assert shown[name] == environment.from_string(template).render(real)
    # And within a group it is the same for all.
    assert len({(outcomes[name], shown[name]) for name in NAMES}) == 2


@pytest.mark.parametrize("template", UNKNOWN)
def test_a_template_that_asks_for_more_is_not_trusted(template: str) -> None:
    with pytest.raises(UnusableError, match="than write it"):
        list(name_tests(Environment(autoescape=True).parse(template)))
