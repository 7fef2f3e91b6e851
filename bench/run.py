"""`make bench`: everything beside its bare engine, in one run on loopback, written as figures.

The shop window, buying, the admin's desk, jobs and letters. The figures of a whole run become
those of `docs/scaling.md`; a quick one (`QUICK=1`) only shows them. Ends with an error when a goal
is missed. Rates of a shared machine are noisy; the ratios, taken in turns, are what counts.
"""

import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import Any

from bench.buying import measure_buying
from bench.document import FIGURES, TABLES, missed, write_document
from bench.jobs import measure_jobs
from bench.lists import measure_lists
from bench.measure import QUICK, ROOT
from bench.pages import measure_pages

# What `bench.mail` calls its two ways, and what they are called here.
MAIL = {"outbox": "mail", "bare loop": "bare mail"}
RATE = re.compile(r"^(.+?) +([\d,]+) /s +\(([\d,]+)\D([\d,]+)\)$", re.MULTILINE)
LATEST = ROOT / ".run/bench/figures.json"


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


def load_average() -> float:
    return round(os.getloadavg()[0], 1)


def measure_all() -> dict[str, Any]:
    started, before = time.monotonic(), load_average()
    figures: dict[str, Any] = {"rates": {}, "work": {}, "database_work": {}}
    for measure in (measure_pages, measure_buying, measure_lists, measure_jobs, measure_mail):
        print(f"{datetime.now(UTC):%H:%M} {measure.__name__.replace('_', ' ')} …", flush=True)
        for name, found in measure().items():
            if name in figures:
                figures[name].update(found)
            else:
                figures[name] = found
        # Should a later part break off, what was found is not lost.
        _keep(figures)
    figures["run"] = {
        "on": datetime.now(UTC).date().isoformat(),
        "size": "quick" if QUICK else "whole",
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "postgresql": _postgresql(),
        "python": platform.python_version(),
        "load_before": before,
        "load_after": load_average(),
        "minutes": round((time.monotonic() - started) / 60, 1),
    }
    return figures


def _keep(figures: dict[str, Any]) -> None:
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(json.dumps(figures, indent=1) + "\n")


def _postgresql() -> str:
    done = subprocess.run(["psql", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[2]


def main() -> int:
    figures = measure_all()
    _keep(figures)
    if not QUICK:
        shutil.copy(LATEST, FIGURES)
        write_document(figures)
    for table in TABLES.values():
        print(*table(figures), sep="\n", end="\n\n")
    wrong = missed(figures)
    for one in wrong:
        print(f"MISS {one}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
