"""What is collected from a project's own documents while Sphinx reads them."""

from __future__ import annotations

import pickle
import re
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import builds
import pytest
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.utils import new_document
from sphinx.addnodes import pending_xref
from sphinx.testing.util import SphinxTestApp

from sphinx_kwdocs.model.documents import DocumentFacts, Heading, Mention, Sample, Word
from sphinx_kwdocs.sphinx_ext.authored.collect import collect, documents_of, paired_samples

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx.environment import BuildEnvironment


# The way myst-parser resolves links to other documents is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore:.*MystReferenceResolver.app")


class kw_embed(nodes.General, nodes.Element):  # noqa: N801  as nodes are named
    """Stands where a directive of ours shows something."""


class Embed(Directive):
    """Stands for the directives of ours that show parts of the index."""

    def run(self) -> list[nodes.Node]:
        """Make a placeholder."""
        return [kw_embed(directive="kw:index")]


class Declare(Directive):
    """Stands for the directive that declares keywords."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Make a place with a keyword for each line."""
        target = nodes.target("", "", ids=["kw-here"])
        self.state.document.note_explicit_target(target)
        target["kw_words"] = [Word("concept", text, "kw-here", 99, aliases=("same",)) for text in self.content]
        return [target]


class Refer(Directive):
    """Stands for the roles of ours."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make a reference."""
        name = self.arguments[0]
        shown = nodes.literal(name, name, classes=["xref"])
        return [nodes.paragraph("", "", pending_xref("", shown, refdomain="kw", reftype="sym", reftarget=name))]


@dataclass
class Collected:
    """What a build collected, and what it found again when it wrote."""

    read: dict[str, DocumentFacts] = field(default_factory=dict)
    """What documents say by themselves."""
    facts: dict[str, DocumentFacts] = field(default_factory=dict)
    """The same with what domains know."""
    part: dict[str, DocumentFacts] = field(default_factory=dict)
    """The same of one document alone."""
    early_pairs: dict[str, list[int]] = field(default_factory=dict)
    """The places of the samples found before Sphinx resolves languages."""
    pairs: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The samples found when all is resolved, with their places."""

    def listen(self, app: SphinxTestApp) -> None:
        """Collect while a build reads, and look for samples when it writes."""
        app.add_directive("embed", Embed)
        app.add_directive("declare", Declare)
        app.add_directive("refer", Refer)
        app.connect("doctree-read", self.on_read)
        app.connect("env-updated", self.on_updated)
        app.connect("doctree-resolved", self.on_resolved)

    def on_read(self, app: SphinxTestApp, doctree: nodes.document) -> None:
        """Collect a document."""
        facts = pickle.loads(pickle.dumps(collect(app, doctree)))  # noqa: S301  just made
        self.read[app.env.docname] = facts
        self.early_pairs[app.env.docname] = [number for number, _node in paired_samples(doctree, facts.samples)]

    def on_updated(self, app: SphinxTestApp, env: BuildEnvironment) -> None:
        """Add what the domains know."""
        del app
        self.facts = documents_of(env, self.read)
        self.part = documents_of(env, {name: facts for name, facts in self.read.items() if name == "words"})

    def on_resolved(self, app: SphinxTestApp, doctree: nodes.document, docname: str) -> None:
        """Find the samples again, and take out what no builder knows."""
        del app
        for node in list(doctree.findall(kw_embed)):
            node.parent.remove(node)
        pairs = paired_samples(doctree, self.read[docname].samples)
        self.pairs[docname] = [(number, node.astext()) for number, node in pairs]


DOCUMENTS: dict[str, str] = {}
"""All of one project: each test looks at the documents that stand above it."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Collected:
    """Build all documents once."""
    return build(tmp_path_factory.mktemp("collected"), DOCUMENTS)


def build(root: Path, files: Mapping[str, str], builder: str = "html", **settings: Any) -> Collected:  # noqa: ANN401  any setting
    """Build a project of these documents, and return what was collected."""
    extensions = [
        "myst_parser",
        "sphinx.ext.autodoc",
        "sphinx.ext.ifconfig",
        "sphinx.ext.intersphinx",
        "sphinx.ext.todo",
    ]
    conf = f"extensions = {extensions}\nproject = 'Tiny'\nimport sys\nsys.path.insert(0, {str(root / 'src')!r})\n"
    builds.write(root / "src", {"conf.py": conf, "index.rst": "Tiny\n====\n", **files})
    found = Collected()
    settings = {"html_theme": "basic", "suppress_warnings": ["toc.not_included"], **settings}
    app = SphinxTestApp(builder, srcdir=root / "src", builddir=root / "out", confoverrides=settings)
    path = list(sys.path)
    try:
        found.listen(app)
        app.build()
    finally:
        app.cleanup()
        sys.path[:] = path
    return found


def names(facts: DocumentFacts) -> list[tuple[str, int]]:
    """Return mentions as plain tuples."""
    return [(mention.text, mention.heading) for mention in facts.mentions]


def words(facts: DocumentFacts, kind: str) -> list[tuple[str, int]]:
    """Return keywords of a kind with their sections."""
    return [(word.text, word.heading) for word in facts.words if word.kind == kind]


DOCUMENTS["sections.rst"] = """
Guide [#f]_ to ``shop``
=======================

Top.

.. _deeper:

First
-----

Inner
~~~~~

Second
------

.. [#f] A footnote.
"""
DOCUMENTS["sections_md.md"] = "# Guide\n\n## First\n\n(place)=\n### Inner *one*\n\n## First\n"
DOCUMENTS["untitled.rst"] = "Only ``text`` here.\n"


def test_sections_are_numbered_in_order_and_the_title_is_the_document_itself(project: Collected) -> None:
    facts = project.facts["sections"]
    first, inner, second = Heading("first", "First"), Heading("inner", "Inner"), Heading("second", "Second")
    assert facts.headings == (Heading("", "Guide to shop"), first, inner, second)
    assert facts.places["deeper"] == 1
    assert facts.places["guide-to-shop"] == 0


def test_a_document_without_a_title_goes_by_its_name(project: Collected) -> None:
    facts = project.facts["untitled"]
    assert facts.headings == (Heading("", "untitled"),)
    assert facts.mentions == (Mention("text", 0),)


def test_sections_of_markdown_are_sections(project: Collected) -> None:
    facts = project.facts["sections_md"]
    assert [heading.title for heading in facts.headings] == ["Guide", "First", "Inner one", "First"]
    assert len({heading.anchor for heading in facts.headings}) == 4
    assert (facts.headings[2].anchor, facts.places["inner-one"]) == ("place", 2)


DOCUMENTS["mentions.rst"] = """
.. |sub| replace:: ``substituted``

Speaking of names
=================

``plain`` and ``plain`` again, :code:`coded`, :literal:`lit`, |sub|, :file:`src/shop.py`, **bold**, `cited`.
None: :kbd:`Ctrl`, :samp:`x{y}`, :file:`src/{name}.py`, :option:`-v`, :regexp:`[a-z]`, :any:`anything`, :ref:`search`,
:download:`mentions.rst`.
Links: :py:func:`~os.path.join`, :py:meth:`.Cart.add`, :py:class:`a cart <shop.Cart>`, :c:func:`cfunc`,
:external:py:class:`other.Thing`, :py:class:`!shop.Quiet`, :py:mod:`shop`.

``Cart``
--------

``plain``, and ``LONG``.

.. parsed-literal::

   ``in a block``

.. py:function:: run(x: shop.Money) -> shop.Price

   Runs ``inner``.

   :param shop.Type x: some ``parameter``

pkg.module
----------

Word
----

Using ``part``
--------------

.. list-table::

   * - ``cell``
""".replace("LONG", "x" * 201)
DOCUMENTS["mentions_md.md"] = """# Names in `Markdown`

`plain`, {code}`coded`, {py:class}`~shop.Cart`, {py:class}`!shop.Quiet`, {kbd}`Ctrl`, {any}`thing`.
[`linked`](https://example.org) and [`local`](sections.rst).

## Second

`plain`

```{note}
`noted`
```
"""


def test_inline_code_is_a_mention_once_a_section(project: Collected) -> None:
    facts = project.facts["mentions"]
    assert [item for item in names(facts) if item[1] == 0] == [
        ("plain", 0), ("coded", 0), ("lit", 0), ("substituted", 0), ("src/shop.py", 0),
        ("os.path.join", 0), ("Cart.add", 0), ("shop.Cart", 0), ("shop", 0),
    ]  # fmt: skip


DOCUMENTS["owners.rst"] = (
    "``read_csv`` from pandas, ``one`` of the ``two`` in ``three``, ``four`` in\nnumpy, ``five`` from ``dask``.\n"
)


def test_inline_code_has_the_word_that_may_say_whose_it_is(project: Collected) -> None:
    facts = project.facts["owners"]
    assert [(each.text, each.module) for each in facts.mentions] == [
        ("read_csv", "pandas"), ("one", ""), ("two", "three"), ("three", ""), ("four", "numpy"),
        ("five", "dask"), ("dask", ""),
    ]  # fmt: skip


def test_titles_that_are_names_are_mentions_and_signatures_are_not(project: Collected) -> None:
    facts = project.facts["mentions"]
    assert [heading.title for heading in facts.headings[1:]] == ["Cart", "pkg.module", "Word", "Using part"]
    assert [item for item in names(facts) if item[1]] == [
        ("Cart", 1), ("plain", 1), ("inner", 1), ("shop.Type", 1), ("parameter", 1),
        ("pkg.module", 2), ("part", 4), ("cell", 4),
    ]  # fmt: skip


def test_markdown_mentions_names_too_and_links_are_none(project: Collected) -> None:
    assert names(project.facts["mentions_md"]) == [
        ("Markdown", 0), ("plain", 0), ("coded", 0), ("shop.Cart", 0), ("plain", 1), ("noted", 1),
    ]  # fmt: skip


DOCUMENTS["roles.rst"] = "Roles\n=====\n\nSection\n-------\n\n.. refer:: Cart.add\n\n.. refer:: Cart.add\n"


def test_our_roles_are_mentions_that_say_which_role_it_was(project: Collected) -> None:
    facts = project.facts["roles"]
    assert facts.mentions == (Mention("Cart.add", 1, "sym"),)
    assert facts.roles[0] == ("sym", "Cart.add")


DOCUMENTS["words.rst"] = """
Words
=====

.. index:: apple; green, pear
   pair: ship; sail
   triple: a; b; c
   see: automobile; car
   seealso: pear; fruit

An :index:`inline <single: inline entry>` one, :index:`again`, :pep:`8`.

.. index:: before a section

Below
-----

.. glossary::

   Tensor
   *n-d* array
     A grid, e.g. of numbers. It has a shape.

     .. index:: in a glossary

   Bare

.. declare::

   caching
   eviction <b>

Behind it.

Module
------

.. py:module:: words_module

.. py:function:: documented()

.. py:function:: documented()
   :no-index:
"""


def test_entries_of_the_index_are_written_as_readers_look_them_up(project: Collected) -> None:
    facts = project.facts["words"]
    assert words(facts, "index-entry") == [
        ("apple (green)", 0), ("pear", 0), ("ship (sail)", 0), ("sail (ship)", 0),
        ("a (b c)", 0), ("b (c, a)", 0), ("c (a b)", 0), ("automobile", 0),
        ("inline entry", 0), ("again", 0), ("Python Enhancement Proposals (PEP 8)", 0),
        ("before a section", 1), ("in a glossary", 1),
    ]  # fmt: skip
    by_text = {word.text: word for word in facts.words}
    assert by_text["automobile"].see == ("car",)
    assert by_text["pear"].see == ("fruit",)
    assert by_text["apple (green)"].anchor == "index-0"


def test_terms_of_a_glossary_come_with_their_first_sentence(project: Collected) -> None:
    facts = project.facts["words"]
    assert words(facts, "glossary-term") == [("Tensor", 1), ("n-d array", 1), ("Bare", 1)]
    tensor, array, bare = (word for word in facts.words if word.kind == "glossary-term")
    assert tensor.summary == array.summary
    assert tensor.summary.startswith("A grid")
    assert (tensor.anchor, bare.summary) == ("term-Tensor", "")


def test_declared_keywords_get_the_section_they_stand_in(project: Collected) -> None:
    facts = project.facts["words"]
    assert [word for word in facts.words if word.kind == "concept"] == [
        Word("concept", "caching", "kw-here", 1, aliases=("same",)),
        Word("concept", "eviction <b>", "kw-here", 1, aliases=("same",)),
    ]
    assert facts.places["kw-here"] == 1


DOCUMENTS["objects.rst"] = """
Objects
=======

.. envvar:: SHOP_HOME

.. program:: shop

.. option:: -v, --verbose

Python
------

.. py:class:: shop.Cart
   :canonical: shop._cart.Cart

   .. py:method:: add(item)

Others
------

.. c:function:: int c_add(int left, int right)

.. cpp:function:: template <typename T> T math::twice(T value)

.. js:function:: jsAdd(a)

.. rst:directive:: card
"""
DOCUMENTS["twice.rst"] = "Twice\n=====\n\n.. py:function:: again.described()\n"
DOCUMENTS["twice_too.rst"] = "Twice\n=====\n\n.. py:function:: again.described()\n"


def test_objects_of_all_domains_are_found_in_their_sections(project: Collected) -> None:
    facts = project.facts["objects"]
    assert [(item.domain, item.kind, item.name, item.heading) for item in facts.objects] == [
        ("std", "envvar", "SHOP_HOME", 0),
        ("std", "cmdoption", "shop.--verbose", 0),
        ("std", "cmdoption", "shop.-v", 0),
        ("py", "class", "shop.Cart", 1),
        ("py", "class", "shop._cart.Cart", 1),
        ("py", "method", "shop.Cart.add", 1),
        ("c", "function", "c_add", 2),
        ("cpp", "function", "math::twice", 2),
        ("js", "function", "jsAdd", 2),
        ("rst", "directive", "card", 2),
    ]
    assert facts.objects[3].anchor == "shop.Cart"
    assert facts.words == ()


def test_every_object_has_its_place_and_automatic_entries_are_no_keywords(project: Collected) -> None:
    anchors = {item.anchor for item in project.facts["objects"].objects}
    assert anchors <= set(project.facts["objects"].places)
    module, function = project.facts["words"].objects
    assert (module.kind, module.name, module.heading) == ("module", "words_module", 2)
    assert (function.name, function.anchor) == ("words_module.documented", "words_module.documented")
    # Sphinx remembers one of two descriptions, and has entries for both in its index.
    both = project.facts["twice"], project.facts["twice_too"]
    assert [facts.words for facts in both] == [(), ()]
    assert sum(len(facts.objects) for facts in both) == 1


def test_only_documents_that_were_asked_for_are_returned(project: Collected) -> None:
    assert list(project.facts) == sorted(project.read)
    assert list(project.part) == ["words"]
    assert project.part["words"] == project.facts["words"]


@pytest.mark.parametrize("step", [1, -1])
def test_objects_stand_in_the_order_of_the_document_whichever_way_a_domain_lists_them(step: int) -> None:
    objects = [(name, name, "function", "doc", name, 1) for name in ("c", "a", "b")] + [
        ("lost", "lost", "thing", "doc", None, 1),
        ("else", "else", "function", "another", "else", 1),
    ]
    env: Any = SimpleNamespace(domains={"py": SimpleNamespace(get_objects=lambda: iter(objects[::step]))})
    facts = DocumentFacts((Heading("", "Doc"), Heading("s", "S")), {"b": 0, "c": 0, "a": 1})
    found = documents_of(env, {"doc": facts})["doc"].objects
    assert [(item.name, item.heading) for item in found] == [("lost", 0), ("b", 0), ("c", 0), ("a", 1)]


DOCUMENTS["shop_code.py"] = '''"""Sells things, with ``Money``.

>>> sell(1)
2
"""


def sell(count):
    """Sell like :py:func:`trade` does, or ``barter``."""
'''
DOCUMENTS["described.rst"] = """
API
===

.. py:currentmodule:: shop_code

.. automodule:: shop_code
   :members:
"""


def test_docstrings_are_read_as_part_of_the_document(project: Collected) -> None:
    facts = project.facts["described"]
    assert names(facts) == [("Money", 0), ("trade", 0), ("barter", 0)]
    assert [(item.kind, item.name) for item in facts.objects] == [
        ("module", "shop_code"),
        ("function", "shop_code.sell"),
    ]
    assert [sample.text for sample in facts.samples] == [">>> sell(1)\n2"]
    assert facts.words == ()


DOCUMENTS["samples.rst"] = """
Samples
=======

Default::

    one()

.. code-block:: Python
   :caption: with a caption

   two()

.. code-block:: console

   $ no

>>> three()  # doctest: +SKIP
<BLANKLINE>
4

.. parsed-literal::

   **no** ()

.. highlight:: c

Below
-----

C::

   no();

.. code-block:: ipython3

   four()

.. highlight:: python3

Python again::

   >>> five()  # doctest: +SKIP

.. only:: latex

   ::

      no_reader_sees()

.. code-block:: python

   two()
"""
DOCUMENTS["samples_md.md"] = """# Samples

```python
one()
```

```
bare()
```

```bash
no
```

```pycon
>>> two()
```

    indented
"""


def test_blocks_of_python_are_samples_as_their_pages_show_them(project: Collected) -> None:
    facts = project.facts["samples"]
    # Sphinx 8 leaves the spaces before a flag.
    assert [(re.sub(" +$", "", sample.text, flags=re.MULTILINE), sample.heading) for sample in facts.samples] == [
        ("one()", 0),
        ("two()", 0),
        (">>> three()\n\n4", 0),
        ("four()", 1),
        (">>> five()", 1),
        ("two()", 1),
    ]
    assert [sample.text for sample in project.facts["samples_md"].samples] == ["one()\n", "bare()\n", ">>> two()\n"]


@pytest.mark.parametrize("docname", ["samples", "samples_md", "described"])
def test_samples_are_found_again_when_the_document_is_written(project: Collected, docname: str) -> None:
    samples = project.facts[docname].samples
    expected = [(number, sample.text) for number, sample in enumerate(samples)]
    assert project.pairs[docname] == expected
    assert project.early_pairs[docname] == [number for number, _text in expected]


DOCUMENTS["hidden.rst"] = """
Hidden
======

.. only:: html

   Shown
   -----

   ``shown``

.. only:: latex

   Unseen
   ------

   ``unseen`` :index:`unseen entry`

   .. embed::

.. only:: bad (

   ``broken``

.. ifconfig:: False

   ``never``

.. todo::

   ``later``

.. embed::

.. raw:: html

   <code>raw</code>
"""


def test_what_readers_of_the_pages_do_not_see_is_not_collected(project: Collected) -> None:
    facts = project.facts["hidden"]
    assert facts.headings == (Heading("", "Hidden"), Heading("shown", "Shown"))
    assert [text for text, _heading in names(facts)] == ["shown", "broken"]
    assert facts.words == ()
    assert facts.embeds == ("kw:index", "kw:index")


def test_it_does_not_matter_which_builder_reads(project: Collected, tmp_path: Path) -> None:
    hidden = {"hidden.rst": DOCUMENTS["hidden.rst"]}
    assert build(tmp_path, hidden, "latex").read["hidden"] == project.read["hidden"]


def test_settings_decide_what_is_python_and_whether_flags_are_shown(tmp_path: Path) -> None:
    found = build(
        tmp_path,
        {"index.rst": "T\n=\n\n::\n\n   no\n\n>>> yes()  # doctest: +SKIP\n"},
        highlight_language="none",
        trim_doctest_flags=False,
        todo_include_todos=True,
    )
    assert [sample.text for sample in found.read["index"].samples] == [">>> yes()  # doctest: +SKIP"]
    assert found.pairs["index"] == [(0, ">>> yes()  # doctest: +SKIP")]


def test_a_sample_that_vanished_takes_no_other_with_it() -> None:
    doctree = new_document("somewhere")
    for text in ("b()", "new()", "a()", "b()", "b()"):
        doctree += nodes.literal_block(text, text)
    samples = [Sample("a()", 0), Sample("b()", 0), Sample("gone()", 0), Sample("b()", 0)]
    found = list(paired_samples(doctree, samples))
    assert [number for number, _node in found] == [1, 0, 3]
    assert [doctree.index(node) for _number, node in found] == [0, 2, 3]


def test_deep_and_odd_documents_are_walked_without_an_error() -> None:
    doctree = new_document("somewhere")
    inner: nodes.Element = doctree
    for _ in range(3000):
        deeper = nodes.block_quote()
        inner += deeper
        inner = deeper
    inner += nodes.section()
    inner += nodes.literal_block("x = 1", "x = 1")
    inner += nodes.literal_block("y" * 100_001, "y" * 100_001)
    samples = [Sample("x = 1", 0), Sample("y" * 100_001, 0)]
    assert [number for number, _node in paired_samples(doctree, samples)] == [0]
