"""Writes the report of `make failover` from its figures, under `.run/failover`."""

import json
import os
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.faults.controls import CONTROLS
from tests.faults.losses import LOSSES

ROOT = Path(__file__).resolve().parents[1]
RUN = ROOT / ".run/failover"
HEAD = """# Losing a database machine

Written by `make failover`. Three network namespaces stand for three machines and share one kernel
and one disk. Three customers at a time buy, leave and ask for refunds against two web processes and
two workers.

- **Sales stop**: the longest time without an answer below 500. **Jobs stop**: the longest time
  without a finished job. Each figure is the median of the rounds, with the longest.
- **Refusal**: a 503 with `Retry-After`. Any other answer above 499, and any broken connection, is
  wrong.
- **Slowed**: how many seconds a second of work took before each round.
- **Goals**: the table's, no refusal after more than 8 s, jobs at most 10 s later than sales, and
  nothing wrong. Bold figures miss their goal.
- A **control** runs an engine that is known to lose data. It must lose something.
"""

# What must never be, whatever is lost.
LONGEST_REFUSAL_SECONDS = 8.0
WORKERS_LATER_SECONDS = 10.0
# What a control must show: payments or histories, and not merely a round that took too long.
LOSSES_OF_DATA = ("lost", "books", "doubled", "oversold", "two primaries", "histories", "breaks")

Figures = dict[str, Any]


def shortened(done: Mapping[str, Any]) -> dict[str, Any]:
    """One round as it is kept: tenths of seconds, and how many of each kind are wrong."""
    row = {
        name: round(value, 1) if isinstance(value, float) else value for name, value in done.items()
    }
    row["wrong"] = {kind: len(found) for kind, found in done["wrong"].items()}
    row.pop("loss")
    return row


def has_lost(wrong: Mapping[str, object]) -> bool:
    return any(kind in wrong for kind in LOSSES_OF_DATA)


def missed(figures: Figures) -> list[str]:
    """The goals that were not reached, in words."""
    found = []
    for name, kept in figures["losses"].items():
        rounds, goal = kept["rounds"], LOSSES[name].goal
        if len(rounds) < kept["wanted"]:
            found.append(f"{name}: {len(rounds)} of {kept['wanted']} rounds")
        if not rounds:
            continue
        if wrong := _wrong(rounds):
            found.append(f"{name}: {_listed(wrong)}")
        if goal and _median(rounds, "gap") > goal:
            found.append(f"{name}: {_median(rounds, 'gap'):.1f} s without a sale (goal {goal:g})")
        if _longest(rounds, "longest") > LONGEST_REFUSAL_SECONDS:
            found.append(f"{name}: a refusal after {_longest(rounds, 'longest'):.1f} s")
        if max(one["worker_gap"] - one["gap"] for one in rounds) > WORKERS_LATER_SECONDS:
            found.append(f"{name}: jobs went on later than sales")
    for name, kept in figures["controls"].items():
        if not any(has_lost(one["wrong"]) for one in kept["rounds"]):
            found.append(f"control {name}: nothing was lost in {len(kept['rounds'])} rounds")
    return found


def run_table(figures: Figures) -> Iterator[str]:
    machine = figures["machine"]
    parts = [kept for part in ("losses", "controls") for kept in figures[part].values()]
    loads = [one["load"] for kept in parts for one in kept["rounds"]]
    yield (
        f"{machine['cores']} cores, {machine['memory_gb']} GB, shared with other work;"
        f" {' and '.join(sorted({kept['on'] for kept in parts}))};"
        f" load average {min(loads):.0f} to {max(loads):.0f}."
    )
    short = [
        f"{len(kept['rounds'])} of {kept['wanted']} of {name!r}"
        for name, kept in figures["losses"].items()
        if len(kept["rounds"]) < kept["wanted"]
    ]
    if short:
        yield f"**Not whole**: {', '.join(short)}."


def losses_table(figures: Figures) -> Iterator[str]:
    yield (
        "| What was lost | Rounds | Sales stop for, s | Goal | Jobs stop for, s"
        " | Longest refusal, s | Refusals | Purchases | Slowed | Wrong afterwards |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|"
    for name, loss in LOSSES.items():
        rounds = figures["losses"].get(name, {}).get("rounds", [])
        if not rounds:
            yield f"| {loss.what} | 0 | | | | | | | | not tried |"
            continue
        goal = f"{loss.goal:g}" if loss.goal else ""
        yield (
            f"| {loss.what} | {len(rounds)} | {_seconds(rounds, 'gap', loss.goal)} | {goal}"
            f" | {_seconds(rounds, 'worker_gap')} | {_longest(rounds, 'longest'):.1f}"
            f" | {_sum(rounds, 'refused')} | {_sum(rounds, 'completed')}"
            f" | {_slowed(rounds)} | {_listed(_wrong(rounds)) or 'nothing'} |"
        )


def controls_table(figures: Figures) -> Iterator[str]:
    yield "| Control | What was lost | Rounds until it showed | What went wrong |"
    yield "|---|---|---:|---|"
    for name, (_, loss, _) in CONTROLS.items():
        rounds = figures["controls"].get(name, {}).get("rounds", [])
        if not rounds:
            yield f"| {name} | {loss.what} | | not tried |"
            continue
        shown = any(has_lost(one["wrong"]) for one in rounds)
        count = f"{len(rounds)}" if shown else f"not in {len(rounds)}"
        yield f"| {name} | {loss.what} | {count} | {_listed(_wrong(rounds)) or 'nothing'} |"


TABLES = {"The run": run_table, "Losses": losses_table, "Controls": controls_table}


def render(figures: Figures) -> str:
    tables = [
        "\n".join([f"\n## {title}\n", *table(figures)]) + "\n" for title, table in TABLES.items()
    ]
    return HEAD + "".join(tables)


def _wrong(rounds: list[Figures]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for one in rounds:
        counted.update(one["wrong"])
    return counted


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"**{kind} {count}**" for kind, count in sorted(counts.items()))


def _median(rounds: list[Figures], name: str) -> float:
    return float(statistics.median(one[name] for one in rounds))


def _longest(rounds: list[Figures], name: str) -> float:
    return float(max(one[name] for one in rounds))


def _sum(rounds: list[Figures], name: str) -> int:
    return sum(int(one[name]) for one in rounds)


def _slowed(rounds: list[Figures]) -> str:
    known = [one for one in rounds if "slowed" in one]
    return f"{_median(known, 'slowed'):.0f} times" if known else ""


def _seconds(rounds: list[Figures], name: str, goal: float | None = None) -> str:
    median = _median(rounds, name)
    shown = f"**{median:.1f}**" if goal and median > goal else f"{median:.1f}"
    return f"{shown} (longest {_longest(rounds, name):.1f})" if len(rounds) > 1 else shown


def read_figures(*, is_long: bool) -> Figures:
    place = _figures(is_long=is_long)
    read: Figures = json.loads(place.read_text()) if place.exists() else {}
    return {"losses": {}, "controls": {}, **read}


def forget(*, is_long: bool) -> None:
    _figures(is_long=is_long).unlink(missing_ok=True)


def _figures(*, is_long: bool) -> Path:
    return RUN / ("long" if is_long else "short") / "figures.json"


def write(figures: Figures, *, is_long: bool) -> None:
    kept = _figures(is_long=is_long)
    kept.parent.mkdir(parents=True, exist_ok=True)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    figures["machine"] = {"cores": os.cpu_count(), "memory_gb": round(memory / 2**30)}
    kept.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n")
    kept.with_name("failover.md").write_text(render(figures))
