"""The record of the proof, `.run/proof-record.md`: a section for each step, renewed when it ends.

A whole proof takes two hours, and a machine may be lost meanwhile. What has run stays written, and
says at which commit.
"""

import os
import re
import subprocess
from pathlib import Path

from tests.sizes import SIZES

from tools.check_record import Outcome, Test

RECORD = Path(".run/proof-record.md")
HEAD = """# The record of the proof

Written by `make proof`: the last run of each of its steps. `backend/tests/sizes.py` has the sizes.
The pace is what a core took for a fixed piece of work meanwhile.
"""
SECTION = re.compile(r"^## ", re.MULTILINE)


def renew(root: Path, outcome: Outcome, slow: list[Test], order: list[str]) -> None:
    """Replaces the step's own section; those of steps that are no more go."""
    document = root / RECORD
    document.parent.mkdir(exist_ok=True)
    known = SECTION.split(document.read_text())[1:] if document.exists() else []
    sections = {text.partition("\n")[0]: text for text in known}
    sections[outcome.name] = as_section(outcome, slow, at=commit(root))
    kept = [sections[name] for name in order if name in sections]
    document.write_text("\n".join([HEAD, *(f"## {text.strip()}\n" for text in kept)]))


def as_section(outcome: Outcome, slow: list[Test], *, at: str) -> str:
    counted = [f"{outcome.passed:,} passed"] if outcome.passed else []
    counted += [f"{outcome.failed:,} failed"] if outcome.failed else []
    held = "Held" if outcome.ok else "**Failed**"
    cores = f"{os.cpu_count()} cores ({outcome.cores:.1f} busy)"
    lines = [
        outcome.name,
        "",
        f"{held} at {at}, on {cores} at a pace of {outcome.pace:.0f} ms.",
        f"In {outcome.seconds:,.0f} s: {', '.join(counted) or 'nothing to count'}.",
    ]
    lines += [f"Late, and tried again: {name}." for name in outcome.late]
    other_sizes = [f"{name} {os.environ[name]}" for name in SIZES if os.environ.get(name)]
    lines += [f"Sizes of its own: {', '.join(other_sizes)}."] if other_sizes else []
    if slow:
        lines += ["", f"| Seconds | The {len(slow)} slowest |", "|---|---|"]
        lines += [f"| {test.seconds:.1f} | {test.name.replace('|', '/')} |" for test in slow]
    return "\n".join(lines)


def commit(root: Path) -> str:
    """Where it ran, and whether that was all that ran."""
    last = _git(root, "log", "-1", "--format=%h of %cs")
    changed = _git(root, "status", "--porcelain", "--", ".", f":!{RECORD}")
    return f"{last}, with changes" if changed else last


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()
