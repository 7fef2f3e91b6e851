"""`make bench`: everything beside its bare engine, in one run on loopback, written as figures.

The shop window, buying, a crowd, the admin's desk, jobs and emails. Figures and report are written
into `.run/bench`, those of a quick run (`QUICK=1`) under names of their own. Parts named after the
command (`python -m bench.run jobs mail`) are measured anew and the others kept. `ROUNDS` says how
often each is measured. Ends with an error when a goal is missed. Rates of a shared machine are
noisy; the ratios, taken in turns, are what counts.
"""

import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from bench.buying import measure_buying
from bench.crowd import measure_crowd
from bench.jobs import measure_jobs
from bench.lists import measure_lists
from bench.measure import QUICK, ROOT
from bench.moves import measure_moves
from bench.pages import measure_pages
from bench.report import missed, render

# What `bench.mail` calls its two ways, and what they are called here.
MAIL = {"outbox": "mail", "bare loop": "bare mail"}
RATE = re.compile(r"^(.+?) +([\d,]+) /s +\(([\d,]+)\D([\d,]+)\)$", re.MULTILINE)
LATEST = ROOT / ".run/bench" / ("quick.json" if QUICK else "figures.json")


def measure_mail() -> dict[str, Any]:
    """The figures of bulk mail, as its own command prints them."""
    if importlib.util.find_spec("bench.mail") is None:
        return {}
    few = {"MAIL_MESSAGES": "200", "MAIL_ROUNDS": "2"} if QUICK else {}
    done = subprocess.run(
        [sys.executable, "-m", "bench.mail"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}"} | few,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(done.stdout)
    return {
        "rates": {
            MAIL[name]: {
                "median": float(middle.replace(",", "")),
                "low": float(low.replace(",", "")),
                "high": float(high.replace(",", "")),
            }
            for name, middle, low, high in RATE.findall(done.stdout)
            if name in MAIL
        }
    }


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "pages": measure_pages,
    "buying": measure_buying,
    "moves": measure_moves,
    "crowd": measure_crowd,
    "lists": measure_lists,
    "jobs": measure_jobs,
    "mail": measure_mail,
}


def load_average() -> float:
    return round(os.getloadavg()[0], 1)


def measure_part(part: str) -> None:
    """Measure it and put it among the figures, beside those of the other parts."""
    print(f"{datetime.now(UTC):%H:%M} {part} …", flush=True)
    started, before = time.monotonic(), load_average()
    found = PARTS[part]()
    figures = _latest()
    for name, values in found.items():
        figures[name] = figures.get(name, {}) | values if isinstance(values, dict) else values
    figures["run"] = {
        "size": "quick" if QUICK else "whole",
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "postgresql": _postgresql(),
        "python": platform.python_version(),
        "parts": figures["run"]["parts"]
        | {
            part: {
                "on": datetime.now(UTC).date().isoformat(),
                "minutes": round((time.monotonic() - started) / 60, 1),
                "load": [before, load_average()],
            }
        },
    }
    _keep(figures)


def _latest() -> dict[str, Any]:
    if LATEST.exists():
        return dict(json.loads(LATEST.read_text()))
    return {"rates": {}, "work": {}, "database_work": {}, "run": {"parts": {}}}


def _keep(figures: dict[str, Any]) -> None:
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(json.dumps(figures, indent=1) + "\n")


def _postgresql() -> str:
    done = subprocess.run(["psql", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[2]


def main() -> int:
    wanted = sys.argv[1:] or list(PARTS)
    if not sys.argv[1:]:
        LATEST.unlink(missing_ok=True)
    for part in wanted:
        measure_part(part)
    figures = _latest()
    if not {"pages", "buying", "crowd", "lists", "jobs"} <= set(figures["run"]["parts"]):
        return 0
    report = render(figures)
    LATEST.with_suffix(".md").write_text(report)
    print(report)
    wrong = missed(figures)
    for one in wrong:
        print(f"MISS {one}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
