"""The fault bench: kills, crashes and cuts everything in the catalogue, and writes what came of it.

`LONG=1` for the large numbers. The report is written into `.run/faults` or `.run/faults-long`. With
`ONLY=crowd` or `ONLY=each` that spell is run again, and the report keeps the figures of the other.
"""

import fnmatch
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.faults.catalogue import FAULTS, Fault
from tests.sizes import SIZES

ROOT = Path(__file__).resolve().parents[1]
Line = dict[str, Any]

IS_LONG = bool(os.environ.get("LONG"))
FIGURES = ROOT / (".run/faults-long" if IS_LONG else ".run/faults")
REPORT = FIGURES / "report.md"
# What is set in the environment already is kept.
LONG_SIZES = {
    name: str(SIZES[name].long)
    for name in ("KILL_ROUNDS", "RANDOM_KILLS", "DATABASE_CRASHES", "EVENT_DELIVERIES")
}
CROWD = "tests/faults/test_killed_under_load.py"
COUNTED = ("cut", "refused", "unexplained", "twins")
REPAIRS = ("mended_after", "settled_after", "back_after")
WRONG = ("oversold", "lost", "doubled", "books", "breaks", "rules broken")

TEXT = """# Faults, and what came of them

Written by `make faults` on {day}: the {size} run, {minutes} minutes on {cores} cores.
Sizes: {sizes}.
Tests: {tests}. After every spell of trouble the faults end, all is left to settle, the
invariants are read, and our books are compared with the provider's to the cent.

- Labeled kills: {labeled}.
- Random kills under load: {at_random}.
- Database crashes under load: {crashes}.
- Customers under load, by what they were told last: {told}.
- Connections cut with the process that served them: {cut}. Refusals with 503 and `Retry-After`:
  {refused}. Any other answer of 500 or above: {unexplained}.
- Found afterwards: {wrong}.
- Emails handed over twice under one Message-ID, which F23 allows: {twins}.

Repair is counted from the end of the fault, with a worker whose minute is a second
(`backend/tests/faults/quick_clock.py`). With production's own clock it takes up to two minutes, or
five where only the comparison with the provider can know: `pytest -m long` shows it.

| Row | Fault | Times | Outcome | Worst repair | Shown by, under `backend/tests/` |
|---|---|---|---|---|---|
{table}
"""


@dataclass
class Row:
    number: str
    fault: Fault
    # Outcomes of its tests, and the figures they left.
    outcomes: Counter[str] = field(default_factory=Counter)
    figures: list[Line] = field(default_factory=list)

    @property
    def times(self) -> int:
        done = sum(figure.get("times", 1) for figure in self.figures)
        return int(done) or sum(self.outcomes.values())

    @property
    def outcome(self) -> str:
        if not self.outcomes:
            return "not run"
        return "held" if set(self.outcomes) == {"passed"} else "**did not hold**"

    @property
    def worst_repair(self) -> str:
        seconds = [line[name] for line in self.figures for name in REPAIRS if name in line]
        return f"{max(seconds):.1f} s" if seconds else ""


def run_tests() -> int:
    shown_by = sorted({test for fault in FAULTS.values() for test in fault.shown_by})
    elsewhere = [f"tests/{test}" for test in shown_by if not test.startswith("faults/")]
    # The whole folder: its tests that are in no row are faults all the same. The crowd, which keeps
    # a machine busy by itself, comes last and alone.
    spells = {
        "each": ["-n2", "--dist=loadfile", "tests/faults", f"--ignore={CROWD}", *elsewhere],
        "crowd": ["-n0", CROWD],
    }
    only = os.environ.get("ONLY")
    return max(run_spell(name, spells[name]) for name in ([only] if only else spells))


def run_spell(name: str, tests: list[str]) -> int:
    FIGURES.mkdir(parents=True, exist_ok=True)
    figures, began = FIGURES / f"{name}.jsonl", time.monotonic()
    figures.unlink(missing_ok=True)
    done = subprocess.run(
        [f"{ROOT}/.venv/bin/pytest", "-q", *(["--timeout=0"] if IS_LONG else []), *tests],
        cwd=ROOT / "backend",
        env=(LONG_SIZES if IS_LONG else {})
        | os.environ
        | {"FAULTS_REPORT": str(figures), "PROOF": "1"},
        check=False,
    )
    with figures.open("a") as lines:
        took = {"kind": "spell", "spell": name, "seconds": time.monotonic() - began}
        lines.write(json.dumps(took) + "\n")
    return done.returncode


def read_figures() -> list[Line]:
    files = sorted(FIGURES.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def fill_rows(lines: list[Line]) -> list[Row]:
    tests = [line for line in lines if line["kind"] == "test"]
    rows = []
    for number, fault in FAULTS.items():
        row = Row(number, fault)
        row.figures = [line for line in lines if line.get("row") == number]
        row.outcomes = Counter(test["outcome"] for test in tests if shows(test["id"], number))
        rows.append(row)
    return rows


def shows(test: str, number: str) -> bool:
    """One test may stand for many faults, with the fault's number first among its parameters."""
    name, _, parameters = test.removeprefix("tests/").partition("[")
    named = re.match(r"fast-(f\d\d)", parameters)
    if named and named[1].upper() != number:
        return False
    full = f"{name} {parameters}"
    return any(fnmatch.fnmatchcase(full, f"{shown}*") for shown in FAULTS[number].shown_by)


def add_up(lines: list[Line]) -> dict[str, Any]:
    labeled = Counter(line["place"] for line in lines if line["kind"] == "labeled kill")
    at_random: Counter[str] = Counter()
    told: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for line in lines:
        at_random.update(line.get("by_place", {}))
        told.update(line.get("purchases", {}))
        counted.update({name: line.get(name, 0) for name in COUNTED})
        counted.update(line.get("wrong", {}))
        if line["kind"] == "database crashes":
            counted["crashes"] += line["times"]
    return {
        "labeled": f"{labeled.total()} ({_listed(labeled)})",
        "at_random": f"{at_random.total()} ({_listed(at_random)})",
        "told": _listed(told),
        "crashes": counted["crashes"],
        "wrong": ", ".join(f"{name} {counted[name]}" for name in WRONG),
        **{name: counted[name] for name in COUNTED},
    }


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in sorted(counts.items())) or "none"


def write_report(lines: list[Line]) -> str:
    table = [
        f"| {row.number} | {row.fault.what} | {row.times if row.outcomes else 0} | {row.outcome}"
        f" | {row.worst_repair} | {', '.join(f'`{test}`' for test in row.fault.shown_by)} |"
        for row in fill_rows(lines)
    ]
    tests = Counter(line["outcome"] for line in lines if line["kind"] == "test")
    return TEXT.format(
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        size="long" if IS_LONG else "short",
        sizes=", ".join(f"{name} {os.environ.get(name, full)}" for name, full in LONG_SIZES.items())
        if IS_LONG
        else "as in `make proof`",
        tests=_listed(tests),
        minutes=round(sum(line["seconds"] for line in lines if line["kind"] == "spell") / 60),
        cores=os.cpu_count(),
        table="\n".join(table),
        **add_up(lines),
    )


def main() -> int:
    code = run_tests()
    REPORT.write_text(write_report(read_figures()))
    print(f"Report: {REPORT.relative_to(ROOT)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
