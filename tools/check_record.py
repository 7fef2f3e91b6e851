"""What is kept of a run of the checks: seconds per step, the slowest tests, and who was late."""

import json
import os
import re
import threading
import time
import xml.etree.ElementTree as ET
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

SHOWN = 50
# Little enough that the measuring itself is no work: a thousandth of a core.
WORK = 100_000
SAMPLED_EVERY_SECONDS = 5
WEEK_SECONDS = 7 * 24 * 60 * 60
# Outside the checkout: a fresh clone on the same machine remembers who was late.
LATE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "frontrow/late.jsonl"

RERUN = re.compile(r"^RERUN (\S.*)$")
RETRIED = re.compile(r"\(retry x\d")
# Playwright ends with its tests grouped: "  1 flaky", then a line for each.
GROUP = re.compile(r"^ {2}\d+ (\w+)")
JOURNEY = re.compile(r"^ {4}(.*e2e/.*?)[\s\u2500]*$")


@dataclass(frozen=True)
class Outcome:
    name: str
    ok: bool
    seconds: float
    passed: int
    failed: int
    # Of the machine's, whoever used them: what is near their number is bound by them.
    cores: float
    # Milliseconds of a core for a fixed piece of work: cores may be twice as slow an hour later.
    pace: float
    late: tuple[str, ...] = ()


@dataclass(frozen=True)
class Test:
    name: str
    seconds: float


def busy_seconds() -> float:
    """What all cores together have worked since the machine started."""
    ticks = [int(one) for one in Path("/proc/stat").read_text().splitlines()[0].split()[1:8]]
    user, nice, system, _idle, _iowait, *interrupts = ticks
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


class Pace:
    """What a fixed piece of work takes now and then, so that two runs' minutes can be compared."""

    def __init__(self) -> None:
        self._taken: list[float] = []
        self._over = threading.Event()
        self._sampling = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._sampling.start()
        return self

    def _sample(self) -> None:
        while not self._taken or not self._over.wait(SAMPLED_EVERY_SECONDS):
            began = time.thread_time()
            sum(number * number for number in range(WORK))
            self._taken.append(1000 * (time.thread_time() - began))

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._sampling.join()

    @property
    def mean(self) -> float:
        return sum(self._taken) / len(self._taken)


def late_in(output: str) -> list[str]:
    """The tests that passed at their second try only."""
    late, group = [], ""
    for line in output.splitlines():
        if found := GROUP.match(line):
            group = found[1]
        elif group == "flaky" and (found := JOURNEY.match(line)):
            late.append(found[1].strip())
        elif found := RERUN.match(line):
            late.append(found[1])
        elif RETRIED.search(line):
            late.append(line.strip())
    # A tool may name one twice.
    return list(dict.fromkeys(late))


def note_late(names: list[str], *, now: float | None = None) -> list[str]:
    """Remembers them; those that were late within the last week already."""
    now = now or time.time()
    LATE.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in LATE.read_text().splitlines()] if LATE.exists() else []
    recent = [entry for entry in known if now - entry["at"] < WEEK_SECONDS]
    before = {entry["name"] for entry in recent}
    recent += [{"name": name, "at": now} for name in names]
    LATE.write_text("".join(json.dumps(entry) + "\n" for entry in recent))
    return sorted(before & set(names))


def slowest(folder: Path, reports: list[str]) -> list[Test]:
    tests: list[Test] = []
    for report in reports:
        if (path := folder / report).exists():
            tests += READERS[report](path)
    return sorted(tests, key=lambda test: -test.seconds)[:SHOWN]


def _backend(path: Path) -> list[Test]:
    # Our own pytest wrote it.
    cases = ET.parse(path).getroot().iter("testcase")  # noqa: S314
    return [
        Test(f"{case.get('classname')}::{case.get('name')}", float(case.get("time") or 0))
        for case in cases
    ]


def _frontend(path: Path) -> list[Test]:
    return [
        Test(f"{file['name'].split('/src/')[-1]} {test['fullName']}", test["duration"] / 1000)
        for file in json.loads(path.read_text())["testResults"]
        for test in file["assertionResults"]
        if test.get("duration")
    ]


def _journeys(path: Path) -> list[Test]:
    def inside(suite: dict[str, Any]) -> list[Test]:
        own = [
            Test(
                f"e2e/{spec['file']} {spec['title']}",
                sum(result["duration"] for test in spec["tests"] for result in test["results"])
                / 1000,
            )
            for spec in suite.get("specs", [])
        ]
        return own + [test for one in suite.get("suites", []) for test in inside(one)]

    return [test for suite in json.loads(path.read_text())["suites"] for test in inside(suite)]


READERS = {
    "backend.xml": _backend,
    "races.xml": _backend,
    "timed.xml": _backend,
    "frontend.json": _frontend,
    "journeys.json": _journeys,
}


def as_text(outcomes: list[Outcome], slow: list[Test], late: list[str]) -> str:
    lines = [f"{sum(outcome.seconds for outcome in outcomes) / 60:.1f} minutes in all"]
    lines += [
        f"{outcome.seconds:7.0f} s on {outcome.cores:.1f} cores"
        f" at a pace of {outcome.pace:.0f} ms  {outcome.name}"
        for outcome in outcomes
    ]
    lines += [f"The {len(slow)} slowest tests:"]
    lines += [f"{test.seconds:7.1f} s  {test.name}" for test in slow]
    lines += [f"Late, passed at the second try: {name}" for name in late]
    return "\n".join(lines)


def write(root: Path, outcomes: list[Outcome], slow: list[Test], late: list[str]) -> None:
    record = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "outcomes": [asdict(outcome) for outcome in outcomes],
        "slowest": [asdict(test) for test in slow],
        "late": late,
    }
    (root / ".run/record.json").write_text(json.dumps(record, indent=1) + "\n")
