"""Runs the tests with other versions of Sphinx and Python, each pair in an environment of its own.

    python .ci/matrix.py                    # all that this machine has
    python .ci/matrix.py --minutes 12       # those for which that is time enough

Tests that are marked `once` are left out: they take long, and no version makes a difference to them. A Python that is
not on this machine is left out too. What was left out is said at the end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
ENVIRONMENTS = ROOT / ".venv-matrix"
FAILED = "FAILED"
LATE = "left out: there is no time for it"
USUAL = 5 * 60.0
"""Seconds that an environment takes, as long as none has been timed."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Versions that are tested together."""

    sphinx: str
    """As in a requirement: `~=8.1.0`."""
    python: str
    """The series."""

    @property
    def name(self) -> str:
        """What is printed, and what the environment is called."""
        return f"sphinx{self.sphinx.lstrip('~=')}-python{self.python}"


PAIRS = (Pair("~=8.1.0", HERE), Pair("~=8.2.0", "3.12"), Pair("~=9.0", "3.13"), Pair("~=9.0", "3.14"))
"""The oldest versions, the newest ones, and what is between: `make test` has the newest Sphinx with this Python."""
INSTEAD = {"~=8.2.0": HERE}
"""The Python that takes the place of one that is not there, where that makes a pair of its own."""


def main() -> int:
    """Test every pair for which there is a Python and time; return 1 if a test fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="what has not ended by then is left out")
    end = time.monotonic() + 60 * parser.parse_args().minutes
    said: dict[str, str] = {}
    longest = USUAL
    for pair in PAIRS:
        python = find_python(pair.python)
        if python is None and pair.sphinx in INSTEAD:
            said[pair.name] = f"left out: there is no Python {pair.python}; tried with {HERE} instead"
            pair, python = Pair(pair.sphinx, INSTEAD[pair.sphinx]), sys.executable  # noqa: PLW2901
        if python is None:
            said[pair.name] = f"left out: there is no Python {pair.python}"
        elif time.monotonic() + longest > end:
            said[pair.name] = LATE
        else:
            begin = time.monotonic()
            said[pair.name] = run_tests(pair, python, end)
            longest = max(time.monotonic() - begin, 60.0)
    print("\n".join(["", *(f"{name:28} {outcome}" for name, outcome in said.items())]))
    return int(FAILED in said.values())


def find_python(series: str) -> str | None:
    """Return an interpreter of a series that can make environments; one by pyenv need not be the chosen one."""
    if series == HERE:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    candidates = [shutil.which(f"python{series}"), *sorted(pyenv.glob(f"{series}.*/bin/python"), reverse=True)]
    question = "import ensurepip, sqlite3, ssl, sys; print('%d.%d' % sys.version_info[:2])"
    for candidate in filter(None, candidates):
        done = subprocess.run([candidate, "-c", question], capture_output=True, text=True, check=False)
        if done.stdout.strip() == series:
            return str(candidate)
    return None


def run_tests(pair: Pair, python: str, end: float) -> str:
    """Make the environment and run the tests in it, until the end at the latest; return how that went."""
    print(f"\n{pair.name}", flush=True)
    folder = ENVIRONMENTS / pair.name
    inside = str(folder / "bin" / "python")
    commands = (
        [python, "-m", "venv", "--clear", str(folder)],
        [inside, "-m", "pip", "install", "--quiet", "--editable", ".[test]", f"sphinx{pair.sphinx}"],
        [inside, "-m", "pytest", "-q", "-n", "2", "-m", "not once", "-p", "no:cacheprovider"],
    )
    try:
        for command in commands:
            subprocess.run(command, check=True, cwd=ROOT, timeout=max(1.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        return LATE
    except subprocess.CalledProcessError:
        return FAILED
    return "passed"


if __name__ == "__main__":
    sys.exit(main())
