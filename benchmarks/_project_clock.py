"""Runs `sphinx-build` and writes down for what it spent its CPU time; started in the interpreter of a project's own.

    python -P _project_clock.py RESULT.json ARGUMENTS-OF-SPHINX-BUILD...

Time belongs to one account at a time: `loading` our extension, its `index` of the repository and the documents
(whatever it does when Sphinx asks what is outdated, when all documents are read, and when the build is over), the
`generated` pages (reading and writing everything under `kwdocs/`), our listeners and transforms on the project's own
`documents`, what Sphinx writes once for the whole `site` (the search index and the inventory), and `own`, all that is
left. `documents`, `own` and as much of `site` as it takes without the extension are the time for the project's own
pages; what `site` takes more is for our names and pages in it. Without the extension there are only `own` and `site`.

What cannot be told apart stays with `own`, even if it is our doing: the links that we put into code while Sphinx
highlights it, the larger doctrees and pages that it writes then, our entry in the navigation of every page, what the
environment holds of ours when it is pickled, and slower memory, since there is more of it. Garbage is collected at the
expense of whoever runs when that is due. It looks through everything that was not set aside, so its time depends on us
in both directions: what we set aside makes it cheaper for the documents.

A shared machine is up to a third slower in one minute than in the next. So a small piece of work that is always the
same is done again and again during the build, and its mean time is written down as the machine's `pace`. It makes
next to no objects: how long that takes depends on the state of the memory, which is the build's and not the machine's.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PACKAGE = "sphinx_kwdocs"
ROOT = "kwdocs/"
_PULSE = 8000
INDEXING = {"env-get-outdated", "env-before-read-docs", "env-updated", "env-check-consistency", "build-finished"}
"""The events at which what we do is for the whole repository, not for one document."""


class Clock:
    """Charges CPU time to the innermost account that is open."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.account = "own"
        self.pulses = 0
        self._since = 0.0  # with the start of the interpreter

    def take_pulse(self) -> None:
        """Do the piece of work by which the machine's pace is known."""
        with self.charging("pulse"):
            number = 0
            for _ in repeat(None, _PULSE):
                number = (5 * number + 1) % 251
        self.pulses += 1

    def accounts(self) -> dict[str, float]:
        """Return the seconds of each account, without those for the pulse, and their mean as `pace`."""
        self.switch(self.account)
        spent: dict[str, float] = dict(self.spent)
        pace = spent.pop("pulse", 0.0) / max(self.pulses, 1)
        return {**spent, "pace": pace}

    def switch(self, account: str) -> str:
        """Charge what passed to the present account, open another, and return the one before."""
        now = time.process_time()
        self.spent[self.account] += now - self._since  # type: ignore[assignment]  # a Counter may hold floats
        before, self.account, self._since = self.account, account, now
        return before

    @contextmanager
    def charging(self, account: str) -> Iterator[None]:
        """Charge an account as long as the block runs."""
        before = self.switch(account)
        try:
            yield
        finally:
            self.switch(before)

    def step_by_step(self, items: Iterable[Any], account: str) -> Iterator[Any]:
        """Charge an account whenever an item is made, not while it is used."""
        iterator = iter(items)
        while True:
            with self.charging(account):
                try:
                    item = next(iterator)
                except StopIteration:
                    return
            yield item


def is_ours(callback: Any) -> bool:  # noqa: ANN401  functions, methods, partial objects
    """Tell whether a listener is one of our extension."""
    function = getattr(callback, "func", callback)
    return str(getattr(function, "__module__", "")).partition(".")[0] == PACKAGE


def charge_by_name(clock: Clock, owner: type, method: str) -> None:
    """Charge a method whose first argument is a document's name to the generated pages, where it is one of these."""
    wrapped: Callable[..., Any] = getattr(owner, method)

    def charged(self: object, name: str, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        if not name.startswith(ROOT):
            clock.take_pulse()
            return wrapped(self, name, *arguments, **options)
        with clock.charging("generated"):
            return wrapped(self, name, *arguments, **options)

    setattr(owner, method, charged)


def charge_site(clock: Clock, owner: type, method: str) -> None:
    """Charge a method that writes what a site has once."""
    wrapped: Callable[..., Any] = getattr(owner, method)

    def charged(self: object) -> Any:  # noqa: ANN401
        with clock.charging("site"):
            return wrapped(self)

    setattr(owner, method, charged)


def charge_listeners(clock: Clock) -> None:
    """Charge what our listeners do, for the whole repository or for a document."""
    from sphinx.events import EventManager

    connect: Callable[..., int] = EventManager.connect

    def charged_connect(self: EventManager, name: str, callback: Callable[..., Any], priority: int) -> int:
        def index(*arguments: Any) -> Any:  # noqa: ANN401
            with clock.charging("index"):
                return callback(*arguments)

        def collect(*arguments: Any) -> Any:  # noqa: ANN401
            # Our listener writes most pages before it returns; what it leaves to Sphinx is made step by step.
            with clock.charging("generated"):
                pages = callback(*arguments)
            return clock.step_by_step(pages, "generated")

        charged = (
            index if name in INDEXING else collect if name == "html-collect-pages" else _on_documents(clock, callback)
        )
        return connect(self, name, charged if is_ours(callback) else callback, priority)

    EventManager.connect = charged_connect  # type: ignore[method-assign]


def charge_transforms(clock: Clock) -> None:
    """Charge what our transforms do to a document."""
    from sphinx.registry import SphinxComponentRegistry

    for method in ("add_transform", "add_post_transform"):
        add: Callable[..., None] = getattr(SphinxComponentRegistry, method)

        def charged_add(self: object, transform: Any, *, add: Callable[..., None] = add) -> None:  # noqa: ANN401
            if is_ours(transform):
                transform.apply = _on_documents(clock, transform.apply)
            add(self, transform)

        setattr(SphinxComponentRegistry, method, charged_add)


def _on_documents(clock: Clock, function: Callable[..., Any]) -> Callable[..., Any]:
    def charged(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        # Within a generated page it is time for that.
        if clock.account != "own":
            return function(*arguments, **options)
        # Without `with`: some listeners are called a thousand times, and do less than it takes to enter a block.
        clock.switch("documents")
        try:
            return function(*arguments, **options)
        finally:
            clock.switch("own")

    return charged


def charge_loading(clock: Clock) -> None:
    """Charge the import and setup of our extension."""
    from sphinx.registry import SphinxComponentRegistry

    load = SphinxComponentRegistry.load_extension

    def charged_load(self: SphinxComponentRegistry, app: Any, extname: str) -> None:  # noqa: ANN401
        with clock.charging("loading" if extname == PACKAGE else clock.account):
            load(self, app, extname)

    SphinxComponentRegistry.load_extension = charged_load  # type: ignore[method-assign]


def main() -> int:
    """Build, and write the accounts."""
    clock = Clock()
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.cmd.build import main as build
    from sphinx.environment import BuildEnvironment

    for owner, method in (
        (Builder, "read_doc"),
        (BuildEnvironment, "get_and_resolve_doctree"),
        (StandaloneHTMLBuilder, "write_doc_serialized"),
        (StandaloneHTMLBuilder, "write_doc"),
        (StandaloneHTMLBuilder, "handle_page"),
    ):
        charge_by_name(clock, owner, method)
    charge_site(clock, StandaloneHTMLBuilder, "handle_finish")
    charge_listeners(clock)
    charge_transforms(clock)
    charge_loading(clock)
    result, *arguments = sys.argv[1:]
    status = build(arguments)
    Path(result).write_text(json.dumps(clock.accounts()), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
