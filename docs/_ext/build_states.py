"""Draws the phases of a build and the steps between them from the table that builds are held to."""

from __future__ import annotations

from sphinx_kwdocs.sphinx_ext.session import TRANSITIONS, Phase


def build_states() -> list[str]:
    """Draw every step with what leads to it, and say what each phase is."""
    steps: dict[tuple[Phase, str], list[str]] = {}
    for (before, after), reason in TRANSITIONS.items():
        steps.setdefault((after, reason), []).append(before.name)
    names = {key: ", ".join(befores) for key, befores in steps.items()}
    width, target_width = max(map(len, names.values())), max(len(phase.name) for phase in Phase)
    drawn = [f"{names[after, reason]:{width}} ──► {after.name:{target_width}}  {reason}" for after, reason in steps]
    said = [f"- `{phase.name}`: {phase.value}." for phase in Phase]
    return [*said, "", "```text", *drawn, "```"]
