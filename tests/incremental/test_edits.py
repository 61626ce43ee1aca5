"""Whatever is done to a repository between two builds, the second leaves what a clean build would have written."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from builds import DOCS, build, call_git, track, write
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

PATHS = (
    "shop/__init__.py", "shop/money.py", "shop/cart.py", "shop/money.pyi", "shop/deep/tools.py", "tests/test_cart.py",
    "tests/conftest.py", "run.py", "README.md", "shop/README.md", "notes.txt", "native/money.h", "script",
    "pyproject.toml", "shop/deep/a b <i>.py",
)  # fmt: skip
MONEY = """
class Money:
    '''A sum.'''
    def __init__(self, amount):
        self.amount = amount
    def plus(self, other):
        return Money(self.amount + other.amount)

RATE = 3
"""
HEIR = """
class Money:
    def minus(self, other): ...

class Cart(Money):
    def plus(self, other): return self
"""
CART = """
from shop.money import Money, RATE

class Cart:
    def __init__(self):
        self.total = Money(RATE)
    def add(self, other):
        self.total = self.total.plus(other)
        return self
"""
TEST = """
from shop import *
from shop.cart import Cart

def test_add(cart):
    assert cart.add(Cart()).total.amount
"""
FIXTURE = """
import pytest
from shop.cart import Cart

@pytest.fixture
def cart():
    return Cart()
"""
ROUNDABOUT = """
from . import money, cart as trolley
from .deep import tools

def Cart(x=tools.helper): return trolley.Cart()
"""
HELPER = """
def helper(sum_of_money: int = 1):
    '''Uses `Money.plus` and `RATE`.'''
    return sum_of_money
"""
PROSE = """# The shop

Use `Cart` with `Money.plus`, see [the code](shop/money.py) and run.py.

```python
RATE
```
"""
CONTENTS = (
    "", MONEY, HEIR, CART, TEST, FIXTURE, ROUNDABOUT, HELPER, PROSE,
    "from .money import Money\nfrom .cart import *\n__all__ = ['Money', 'Cart']\n",
    "def broken(:\n    class Money\n",
    "#!/usr/bin/env python3\nimport shop.cart\nprint(shop.cart.Cart().add(None), RATE)\n",
    "#pragma once\nstruct Money { int amount; };\nint plus(Money, Money);\n",
    "[project]\nname = 'shop'\n", "[project]\nname = 'x'\ndependencies = ['shop']\n",
    "\xff\x00 no text \x00",
)  # fmt: skip
GUIDE = """
Guide
=====

Use ``Cart`` and :kw:sym:`Money`.

.. code-block:: python

   from shop.cart import Cart
   Cart().add(1)
"""
DOCUMENTS = (
    GUIDE,
    "Guide\n=====\n\n.. py:class:: DESCRIBED\n\n.. kw:index:: shop\n",
    "Another title\n=============\n\nNothing.\n",
)


def words(script: bytes) -> bytes:
    """Return a search index without the words that no document has any more: Sphinx keeps them."""
    index = json.loads(script.removeprefix(b"Search.setIndex(").removesuffix(b")"))
    # It also forgets the entries of the index when it writes nothing.
    index.pop("indexentries", None)
    for part in ("terms", "titleterms"):
        index[part] = {word: places for word, places in index[part].items() if places != []}
    return json.dumps(index).encode()


def tree(folder: Path) -> dict[str, bytes]:
    """Return what a site holds."""
    files = (path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    found["searchindex.js"] = words(found["searchindex.js"])
    return found


class Edits(RuleBasedStateMachine):
    """Edits, each followed by a build of the same site and by one from nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.root = write(self.folder / "repo", DOCS | {"shop/money.py": MONEY, "shop/cart.py": CART})
        call_git(self.root, "init", "-q")
        track(self.root)
        self.jobs = 1

    def teardown(self) -> None:
        """Remove all files."""
        shutil.rmtree(self.folder)

    @rule(path=st.sampled_from(PATHS), content=st.sampled_from(CONTENTS))
    def write_file(self, path: str, content: str) -> None:
        """Write a file, or another content to it."""
        write(self.root, {path: content})

    @rule(path=st.sampled_from(PATHS))
    def shift_lines(self, path: str) -> None:
        """Put a line before all others of a file."""
        if (self.root / path).is_file():
            text = (self.root / path).read_bytes()
            (self.root / path).write_bytes(b"# more\n" + text)

    @rule(path=st.sampled_from(PATHS))
    def delete_file(self, path: str) -> None:
        """Remove a file."""
        (self.root / path).unlink(missing_ok=True)

    @rule(path=st.sampled_from(PATHS), other=st.sampled_from(PATHS))
    def rename_file(self, path: str, other: str) -> None:
        """Give a file another name."""
        if (self.root / path).is_file():
            (self.root / other).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).replace(self.root / other)

    @rule(name=st.sampled_from(["guide", "more"]), text=st.sampled_from(DOCUMENTS))
    def write_document(self, name: str, text: str) -> None:
        """Write a document."""
        # Of two that describe the same, Sphinx's domains know the one that was read last.
        described = {"guide": "shop.money.Money", "more": "shop.cart.Cart"}[name]
        write(self.root, {f"docs/{name}.rst": ":orphan:\n\n" + text.replace("DESCRIBED", described)})

    @rule(name=st.sampled_from(["guide", "more"]))
    def delete_document(self, name: str) -> None:
        """Remove a document."""
        (self.root / f"docs/{name}.rst").unlink(missing_ok=True)

    @rule()
    def touch_everything(self) -> None:
        """Do what a fresh checkout does: the same files with new times."""
        for path in self.root.rglob("*.py"):
            os.utime(path)

    @rule(jobs=st.sampled_from([1, 2]))
    def change_jobs(self, jobs: int) -> None:
        """Use another number of processes from now on."""
        self.jobs = jobs

    @invariant()
    def a_build_leaves_what_a_clean_one_would(self) -> None:
        """Compare every file of the two sites."""
        kept = build(self.root / "docs", self.folder / "kept", parallel=self.jobs)
        clean = build(self.root / "docs", self.folder / "clean")
        found, wanted = tree(kept.out), tree(clean.out)
        shutil.rmtree(self.folder / "clean")
        # What is left of a document that was removed is Sphinx's own affair.
        ours = {name for name in found if name.startswith("kwdocs/")}
        assert ours == {name for name in wanted if name.startswith("kwdocs/")}
        assert [name for name in wanted if found[name] != wanted[name]] == []


Edits.TestCase.settings = settings(
    max_examples=int(os.environ.get("KWDOCS_EDIT_RUNS", "4")),
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # A failing run of builds is short enough, and shrinking it takes minutes.
    phases=[Phase.generate],
    report_multiple_bugs=False,
)
TestEdits = pytest.mark.once(Edits.TestCase)
