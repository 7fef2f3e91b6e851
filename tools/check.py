"""All of CI: runs every check, shows what failed, and ends with the number of tests.

Per change it waits for the small sizes of the great proofs; with PROOF=1 it runs the full ones.
ONLY="journeys" runs the steps that have this in their name.
Nothing is tried twice, except what asserts the wall clock and says so: a pytest marked `timing`, a
journey tagged `@timing`. What was late twice within a week fails.
"""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tools import check_record, proof_record
from tools.check_record import Outcome

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv/bin"
TIMES = ROOT / ".run/times"
IS_PROOF = bool(os.environ.get("PROOF"))
# Ours alone: tools that a step calls have a word of that name too.
ONLY = os.environ.pop("ONLY", "")


@dataclass(frozen=True)
class Step:
    name: str
    command: str
    folder: str = "."
    # The report with the seconds of each test, in `.run/times`.
    times: str = ""
    only_in_proof: bool = False


PYTEST = f"{BIN}/pytest -q"
PARALLEL = f"{PYTEST} -n 4 --dist loadfile"
# What states seconds has the machine to itself in the proof. Per change it allows for any machine.
CROWD = '-m "not long and not alone and not timing"' if IS_PROOF else ""
# Half of the proof's time, and a step of their own there: what has run stays run.
HEAVY = [f"tests/{folder}" for folder in ("races", "faults", "attacks")]
BUT_HEAVY = " ".join(f"--ignore={folder}" for folder in HEAVY) if IS_PROOF else ""

# Each of four processes would compile every test of a new clone for itself. One does so beside the
# component tests, which leave it a third of a core.
READ_TESTS = f"(cd ../backend && {PYTEST} --collect-only) >/dev/null 2>&1"

# In this order: the quickest answers first, and the browser last.
STEPS = (
    Step("no hosts, paths or secrets", f"{BIN}/python tools/no_hosts.py"),
    Step("style, types, ladder, migrations, API files", "make --no-print-directory lint"),
    Step("frontend tests", f"{READ_TESTS} & npm test", "frontend", times="frontend.json"),
    Step(
        "backend tests",
        f"{PARALLEL} {CROWD} {BUT_HEAVY} --junitxml={TIMES}/backend.xml",
        "backend",
        times="backend.xml",
    ),
    Step(
        "races, faults and attacks",
        f"{PARALLEL} {CROWD} {' '.join(HEAVY)} --junitxml={TIMES}/races.xml",
        "backend",
        times="races.xml",
        only_in_proof=True,
    ),
    Step(
        "timed tests, one at a time",
        f'{PYTEST} -n 0 -m "alone or timing" --junitxml={TIMES}/timed.xml',
        "backend",
        times="timed.xml",
        only_in_proof=True,
    ),
    Step("browser journeys", "tools/e2e", times="journeys.json"),
    Step(
        "a seventh of the mutants",
        f"{BIN}/python tools/mutants.py --part {time.localtime().tm_wday + 1}/7",
        only_in_proof=True,
    ),
    Step(
        "generated mutants",
        # The tests of the record are no new tests: their count stays out of the sum.
        "make --no-print-directory coverage >/dev/null; "
        f"make --no-print-directory mutate SEED={int(time.time()) // 86_400}",
        only_in_proof=True,
    ),
)

# The closing lines of pytest, vitest ("Tests  3 passed") and Playwright ("3 passed (4s)").
PASSED = re.compile(
    r"^(?:=+ |\s*Tests +|\s+)?(?:\d+ failed(?:, | \| ))?(\d+) passed\b", re.MULTILINE
)
FAILED = re.compile(r"^(?:=+ |\s*Tests +|\s+)?(\d+) failed\b", re.MULTILINE)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")

# What names a failure, in any of the tools.
FAILURE = re.compile(r"^\s*(?:FAILED |ERROR |FAIL |\u00d7|\d+\) |E   |(?:\w*Error|error)\b)")


def run(step: Step) -> tuple[Outcome, str]:
    started, busy_before = time.monotonic(), check_record.busy_seconds()
    # As it goes, and whole: for whoever waits, and for the figures that a passing test prints.
    log = TIMES / f"{step.name.replace(',', '').split()[0]}.log"
    with log.open("w") as written, check_record.Pace() as pace:
        done = subprocess.run(
            step.command,
            shell=True,
            cwd=ROOT / step.folder,
            env=os.environ | {"NO_COLOR": "1", "CI": "true"},
            stdout=written,
            stderr=subprocess.STDOUT,
            check=False,
        )
    output = ESCAPES.sub("", log.read_text())
    passed, failed = last(PASSED, output), last(FAILED, output)
    seconds = time.monotonic() - started
    cores = (check_record.busy_seconds() - busy_before) / seconds
    is_ok = done.returncode == 0
    late = tuple(check_record.late_in(output))
    return Outcome(step.name, is_ok, seconds, passed, failed, cores, pace.mean, late), output


def last(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.findall(text)
    return int(found[-1]) if found else 0


def show(outcome: Outcome, output: str) -> None:
    print(f"{'ok  ' if outcome.ok else 'FAIL'} {outcome.name} ({outcome.seconds:.0f} s)")
    if not outcome.ok:
        # A record of a run may keep its beginning only: what failed is said before how.
        found = [line for line in output.splitlines() if FAILURE.search(line)]
        print("\n".join(found[:40]))
        print("\n".join(output.splitlines()[-400:]))
    sys.stdout.flush()


def steps() -> list[Step]:
    return [step for step in STEPS if (IS_PROOF or not step.only_in_proof) and ONLY in step.name]


def slowest_of(*chosen: Step) -> list[check_record.Test]:
    return check_record.slowest(TIMES, [step.times for step in chosen if step.times])


def main() -> int:
    if not steps():
        print(f"No step has {ONLY!r} in its name:", *(step.name for step in STEPS), sep="\n")
        return 1
    TIMES.mkdir(parents=True, exist_ok=True)
    for old in TIMES.iterdir():
        old.unlink()
    outcomes: list[Outcome] = []
    for step in steps():
        outcome, output = run(step)
        show(outcome, output)
        outcomes.append(outcome)
        if IS_PROOF:
            order = [each.name for each in STEPS]
            proof_record.renew(ROOT, outcome, slowest_of(step), order)
    late = [name for outcome in outcomes for name in outcome.late]
    slowest = slowest_of(*steps())
    twice = check_record.note_late(late)
    print(check_record.as_text(outcomes, slowest, late))
    check_record.write(ROOT, outcomes, slowest, late)
    broken = [outcome.name for outcome in outcomes if not outcome.ok]
    broken += [f"late for the second time in a week: {name}" for name in twice]
    if broken:
        print("Failed: " + ", ".join(broken))
    # A check that is no test (a lint, a build) counts as one when it fails.
    failed = max(sum(outcome.failed for outcome in outcomes), len(broken))
    print(f"{sum(outcome.passed for outcome in outcomes)} passed, {failed} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
