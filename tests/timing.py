"""Says whether work takes too long, whatever else the process of the tests holds."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def cpu_seconds_below(limit: float) -> Iterator[None]:
    """Fail if what is done inside takes that much CPU time.

    The collector rests meanwhile: one pass over all that thousands of tests have left behind takes seconds by itself.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    begin = process_time()
    try:
        yield
        spent = process_time() - begin
    finally:
        if was_enabled:
            gc.enable()
    assert spent < limit, f"{spent:.2f} s of CPU time, {limit} s allowed"
