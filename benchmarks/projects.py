"""Tries the extension on projects that others wrote: builds their documents with and without it, and compares.

    python benchmarks/projects.py                              # all projects of _project_table.py, three rounds
    python benchmarks/projects.py --only attrs flask --repeat 1
    python benchmarks/projects.py --only packaging --themes    # the same documents in five themes
    python benchmarks/projects.py --work FOLDER                # keep sdists, environments and sites there

For each project: its sdist and an environment with what its documents require are taken from PyPI, and its documents
are built with its own settings, in turns without the extension and with the one line that adds it. Both builds get one
more line, an empty `intersphinx_mapping`, so that nothing but PyPI is needed. Warnings, every page, every internal link
and the CPU time are compared; what time counts as what is said in `_project_clock.py`. Needs git, lxml and pip.
The exit status is 1 if a project does not build with the extension, has a new warning or a page changed otherwise.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from _project_build import BrokenError, UnavailableError, open_workshop, version
from _project_report import Outcome, costs_table, details, judge, pages_table
from _project_table import PROJECTS, Project, in_all_themes


def try_project(project: Project, work: Path, repeat: int) -> Outcome:
    """Build a project in turns, and compare."""
    workshop = open_workshop(project, work)
    rounds = []
    for number in range(repeat):
        print(f"{project.title}: round {number + 1} of {repeat}", file=sys.stderr, flush=True)
        # The other way round in every second one, so that a machine that slows down is unfair to both.
        order = (False, True) if number % 2 == 0 else (True, False)
        built = {with_extension: workshop.build(with_extension=with_extension) for with_extension in order}
        rounds.append((built[False], built[True]))
    return judge(project, version(workshop.python, "sphinx"), rounds)


def chosen(names: list[str], *, themes: bool) -> list[Project]:
    """Return the projects with these names, or all."""
    projects = [project for project in PROJECTS if not names or project.name in names]
    return [each for project in projects for each in in_all_themes(project)] if themes else projects


def main() -> None:
    """Try the projects and print tables, then everything that was not expected."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir(), "sphinx-kwdocs-projects"))
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", choices=[each.name for each in PROJECTS])
    parser.add_argument("--themes", action="store_true", help="build each in five themes instead of its own")
    parser.add_argument("--repeat", type=int, default=3, help="rounds, of which the median counts")
    options = parser.parse_args()
    outcomes, skipped, failed = [], [], []
    for project in chosen(options.only, themes=options.themes):
        try:
            outcomes.append(try_project(project, options.work.resolve(), options.repeat))
            print(details(outcomes[-1]), file=sys.stderr, flush=True)
        except UnavailableError as error:
            skipped.append(f"{project.title} {project.version} was left out: {error}")
            print(skipped[-1], file=sys.stderr, flush=True)
        except BrokenError as error:
            failed.append(f"{project.title} {project.version} does not build with the extension: {error}")
            print(failed[-1], file=sys.stderr, flush=True)
    print(
        pages_table(outcomes), costs_table(outcomes), "\n".join(map(details, outcomes)), *skipped, *failed, sep="\n\n"
    )
    sys.exit(bool(failed) or not all(outcome.is_clean for outcome in outcomes))


if __name__ == "__main__":
    main()
