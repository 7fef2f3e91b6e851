"""Writes the report of `make bench` from its figures, into `.run/bench`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench.capacity import (
    TIMES,
    Load,
    a_second_per_core,
    bytes_a_purchase,
    crowd_seconds,
    parts,
    spent,
)

HEAD = """# Scaling

Written by `make bench`, on loopback, with clients and servers on the same cores. Each measurement
alternates with a bare engine that does the least possible work (nginx with one file, an empty
Django view, pgbench, an SMTP loop), so ratios can be compared between machines and rates cannot.
Work is read from the kernel's accounts of the servers' processes. The payment provider answers at
once; the model adds its waiting time. Each figure is the median of the rounds, with the lowest and
highest. Bold ratios and rows with ✗ miss their goal.
"""

P95_MS, GROWTH = 150.0, 2.0
# What a signed-in answer costs with nothing in it; a list may cost twice that above its bare SQL.
EMPTY, TIMES_EMPTY = "An empty signed-in answer", 2.0
# Looks over all that was ever sold: they grow with it.
LONG_LOOKS = ("Dashboard", "Statistics", "Reconciliation")
# Until the last of a crowd knows: times what its answers cost alone.
CROWD_TIMES = 2.5
NOT_ANSWERED = "not within 5 s"
NOT_MEASURED = "–"  # noqa: RUF001

Figures = dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    what: str
    ours: str
    beside: str
    bare: str
    # The ratio we mean to reach; None where it is only told.
    goal: float | None

    def ratio(self, figures: Figures) -> float:
        rates = figures["rates"]
        return float(rates[self.ours]["median"] / rates[self.beside]["median"])


COMPARED = [
    Comparison("Landing page through nginx", "landing", "bare file", "a bare file its size", 0.95),
    Comparison("`GET /api/bootcamps`", "catalogue", "bare list", "a bare file its size", 0.5),
    Comparison("The same, asked each time", "uncached", "empty view", "an empty Django view", None),
    Comparison("Holding a seat", "hold", "bare hold", "the same statement by pgbench", 0.4),
    Comparison("Holding a seat", "hold", "bare take_seat", "taking one by pgbench, no cap", None),
    Comparison("Completing a purchase", "complete", "bare take_seat", "taking a seat so", None),
    Comparison("Sold out at the Pay click", "hold, sold out", "complete", "a purchase", 5.0),
    Comparison("Sold out after the card", "complete, sold out", "complete", "a purchase", 5.0),
    Comparison("Moving a seat", "move", "hold, beside a move", "holding one", None),
    Comparison("Jobs that do nothing", "jobs", "bare jobs", "two updates by pgbench", None),
    Comparison("Emails", "mail", "bare mail", "a bare SMTP loop", None),
]
WORK = {
    "landing": "Landing page (nginx)",
    "catalogue": "`GET /api/bootcamps`",
    "hold": "Holding a seat",
    "complete": "Completing a purchase",
    "hold, sold out": "Sold out at the Pay click",
    "complete, sold out": "Sold out after the card",
    "hold, beside a move": "Holding a seat, measured with moves",
    "move": "Moving a seat",
    "jobs": "A job that does nothing",
}
# A move is to cost the server no more than this many holds of the same run.
HOLDS_TO_A_MOVE = 2.0


def render(figures: Figures) -> str:
    tables = [
        "\n".join([f"\n## {title}\n", *table(figures)]) + "\n" for title, table in TABLES.items()
    ]
    return HEAD + "".join(tables)


def missed(figures: Figures) -> list[str]:
    """The goals that this run did not reach."""
    compared = [
        f"{one.what} / {one.bare}: {one.ratio(figures):.2f} (goal {one.goal})"
        for one in _measured(figures)
        if one.goal is not None and one.ratio(figures) < one.goal
    ]
    pages = [name for name in figures["pages"] if not _page_is_met(figures, name)]
    wrong = [f"a crowd's outcome: {outcome}" for outcome in figures["crowd"]["wrong"]]
    late = [
        f"{size} buyers: {found['ratio']['median']:.1f} times (goal {CROWD_TIMES:g})"
        for size, found in figures["crowd"]["sizes"].items()
        if found["ratio"]["median"] > CROWD_TIMES
    ]
    moves = [] if "move" not in figures["work"] else _dear_moves(figures)
    return compared + [f"{name}: see the table" for name in pages] + late + wrong + moves


def _dear_moves(figures: Figures) -> list[str]:
    """What a move costs server and database, in holds of the same run, where that is too much."""
    holds = spent(figures, "move") / spent(figures, "hold, beside a move")
    words = f"a move costs as much as {holds:.1f} holds (goal {HOLDS_TO_A_MOVE:g})"
    return [words] if holds > HOLDS_TO_A_MOVE else []


def run_table(figures: Figures) -> Iterator[str]:
    run = figures["run"]
    yield f"{run['cores']} cores, {run['memory_gb']} GB, PostgreSQL {run['postgresql']}, Python {run['python']}."  # noqa: E501
    yield "The load average is the whole machine's, ours and others'; one is a core kept busy."
    yield ""
    yield "| Part | measured on | minutes | load average, before and after |"
    yield "|---|---|---:|---:|"
    for name, part in run["parts"].items():
        before, after = part["load"]
        yield f"| {name} | {part['on']} | {part['minutes']} | {before}, {after} |"


def rates_table(figures: Figures) -> Iterator[str]:
    yield "| What | a second | Beside it | a second | Ratio | Goal |"
    yield "|---|---:|---|---:|---:|---:|"
    for one in _measured(figures):
        ours, bare = figures["rates"][one.ours], figures["rates"][one.beside]
        goal = "" if one.goal is None else f"{one.goal:g}"
        ratio = one.ratio(figures)
        shown = f"**{ratio:.2f}**" if one.goal is not None and ratio < one.goal else f"{ratio:.2f}"
        yield f"| {one.what} | {_rate(ours)} | {one.bare} | {_rate(bare)} | {shown} | {goal} |"


def work_table(figures: Figures) -> Iterator[str]:
    yield "| One … | server or worker, ms | database, ms | a second for each core |"
    yield "|---|---:|---:|---:|"
    for name, what in WORK.items():
        if name in figures["work"]:
            own = figures["work"][name]["median"]
            rows = figures["database_work"].get(name, {"median": 0})["median"]
            each = a_second_per_core(figures, name)
            yield f"| {what} | {own:.3g} | {rows:.3g} | {each:,.0f} |"


def crowd_table(figures: Figures) -> Iterator[str]:
    crowd = figures["crowd"]
    rates = crowd["rates"]
    yield (
        f"| Buyers for {crowd['seats']} seats | all know after, s | alone, s | Ratio | Goal"
        " | 503 and asked again |"
    )
    yield "|---:|---:|---:|---:|---:|---:|"
    for size, found in crowd["sizes"].items():
        ratio = found["ratio"]["median"]
        shown = f"**{ratio:.1f}**" if ratio > CROWD_TIMES else f"{ratio:.1f}"
        seconds = found["seconds"]
        alone = seconds["median"] / ratio
        spread = f"{seconds['median']:.1f} ({seconds['low']:.1f} to {seconds['high']:.1f})"
        away = _rate(found["put_off"]) if "put_off" in found else ""
        yield f"| {int(size):,} | {spread} | {alone:.2f} | {shown} | {CROWD_TIMES:g} | {away} |"
    rights = "Every time exactly that many bought" if not crowd["wrong"] else str(crowd["wrong"])
    yield ""
    yield (
        f"Alone: their purchases at {_rate(rates['complete'])} and their sold-out answers at"
        f" {_rate(rates['hold, sold out'])} a second, in turns with the crowds."
        f" {rights}; rounds: {crowd['rounds']}."
    )


def pages_table(figures: Figures) -> Iterator[str]:
    sizes = [int(size) for size in figures["database_bytes"]]
    heads = " | ".join(f"{size:,}" for size in sizes)
    yield f"| Median and p95 in ms at … purchases | {heads} | bare SQL at {sizes[-1]:,} | growth | above bare |"  # noqa: E501
    yield "|---|" + "---:|" * (len(sizes) + 3)
    for name, by_size in figures["pages"].items():
        cells = " | ".join(_times(by_size[str(size)], "ours") for size in sizes)
        bare = _times(by_size[str(sizes[-1])], "bare")
        shown = f"{_growth(by_size, sizes)} | {_above_bare(figures, name)}"
        star = "" if _page_is_met(figures, name) else " ✗"
        yield f"| {name}{star} | {cells} | {bare} | {shown} |"


def catalogue_table(figures: Figures) -> Iterator[str]:
    yield "| Page | ms, median and p95 | bare SQL |"
    yield "|---|---:|---:|"
    for name, by_size in figures["catalogue_pages"].items():
        [found] = by_size.values()
        yield f"| {name} | {_times(found, 'ours')} | {_times(found, 'bare')} |"


def assumptions_table(figures: Figures) -> Iterator[str]:
    load = Load()
    rows = {
        f"Seats sold in a month ({load.bootcamps_a_month} bootcamps of {load.seats})": (
            f"{load.purchases_a_month:,}"
        ),
        "Visits for each purchase": f"{load.visits_to_a_purchase}",
        "Of a month's business in its busiest hour": f"{load.busiest_hour:.0%}",
        "Files for each visit, and calls to the application": (
            f"{load.files_to_a_visit}, {load.asked_by_a_visit}"
        ),
        "Emails and jobs for each purchase": (
            f"{load.emails_to_a_purchase}, {load.jobs_to_a_purchase}"
        ),
        "Calls to the provider for each purchase, and how long each takes": (
            f"{load.provider_calls}, {load.provider_seconds} s"
        ),
        "Threads (`WEB_WORKERS` times `WEB_THREADS`)": f"{load.threads}",
        "At once for one class when it opens": f"{load.crowd}",
    }
    yield "| Assumed | |"
    yield "|---|---:|"
    for what, number in rows.items():
        yield f"| {what} | {number} |"


def capacity_table(figures: Figures) -> Iterator[str]:
    load = Load()
    heads = " | ".join(f"{times} times" for times in TIMES)
    yield f"| Part of one machine | needed at the base | it has | {heads} |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for part in parts(figures, load):
        shares = " | ".join(_share(part.share(times)) for times in TIMES)
        has = f"{_number(part.has)} {part.unit}"
        yield f"| {part.name} | {_number(part.needed)} | {has} | {shares} |"
    seconds = " | ".join(
        f"{crowd_seconds(figures, buyers=load.crowd * times):,.1f} s" for times in TIMES
    )
    yield f"| Until the last of a crowd knows | {load.crowd} at once | | {seconds} |"
    rows = load.purchases_a_month * 12 * load.kept_years
    disk = " | ".join(
        f"{rows * times * bytes_a_purchase(figures) / 1e9:,.1f} GB" for times in TIMES
    )
    yield f"| Disk for the database after five years | {rows:,} purchases | | {disk} |"


def words_table(figures: Figures) -> Iterator[str]:
    load = Load()
    buying = spent(figures, "hold") + 2 * spent(figures, "complete")
    waiting = load.threads / (load.provider_calls * load.provider_seconds)
    catalogue = a_second_per_core(figures, "catalogue")
    yield (
        f"One machine of two cores, kept half busy, carries {1000 / buying:,.0f} purchases a second"
        f" by its cores and {waiting:,.1f} by its threads, which wait for the provider;"
        f" {catalogue:,.0f} catalogue answers and {a_second_per_core(figures, 'landing'):,.0f}"
        f" pages a second. The base load asks for {load.purchases_a_second:.3f} purchases a second"
        " in its busiest hour."
    )


TABLES: dict[str, Callable[[Figures], Iterator[str]]] = {
    "The run": run_table,
    "Rates": rates_table,
    "Work of one, in milliseconds of a core": work_table,
    "A crowd": crowd_table,
    "Lists and searches": pages_table,
    "Lists shown whole": catalogue_table,
    "Assumptions of the capacity model": assumptions_table,
    "Capacity of one machine, as shares of it": capacity_table,
    "Capacity in words": words_table,
}


def _measured(figures: Figures) -> list[Comparison]:
    return [one for one in COMPARED if one.ours in figures["rates"]]


def _rate(found: dict[str, float]) -> str:
    return f"{found['median']:,.0f} ({found['low']:,.0f} to {found['high']:,.0f})"


def _times(found: dict[str, Any] | None, whose: str) -> str:
    if found is None:
        return NOT_ANSWERED
    return f"{found[whose]['median']:.1f}, {found[whose]['p95']:.1f}"


def _growth(by_size: dict[str, Any], sizes: list[int]) -> str:
    """From the smallest to a hundred times of it, or as far as was measured, by medians."""
    last = str(min(sizes[-1], sizes[0] * 100))
    ends = by_size[str(sizes[0])], by_size[last]
    if None in ends:
        return NOT_MEASURED
    return f"{ends[1]['ours']['median'] / ends[0]['ours']['median']:.1f}"


def _at_goal(figures: Figures, name: str) -> dict[str, Any] | None:
    """At a hundred thousand purchases, or as many as were measured."""
    by_size = figures["pages"].get(name)
    if by_size is None:
        return None
    found: dict[str, Any] | None = by_size[str(min(max(map(int, by_size)), 100_000))]
    return found


def _above_bare(figures: Figures, name: str) -> str:
    """What our code adds to the bare SQL, in signed-in answers with nothing in them; by medians."""
    found, empty = _at_goal(figures, name), _at_goal(figures, EMPTY)
    if found is None or empty is None:
        return NOT_MEASURED
    ours, bare = found["ours"]["median"], found["bare"]["median"]
    return f"{(ours - bare) / empty['ours']['median']:.1f}"


def _page_is_met(figures: Figures, name: str) -> bool:
    """The goals of a list, at a hundred thousand purchases."""
    by_size = figures["pages"][name]
    found = _at_goal(figures, name)
    if found is None:
        return False
    if name.startswith(LONG_LOOKS):
        return bool(found["ours"]["p95"] <= 500)
    above = _above_bare(figures, name)
    return (
        found["ours"]["p95"] <= P95_MS
        and (above == NOT_MEASURED or float(above) <= TIMES_EMPTY)
        and float(_growth(by_size, [int(size) for size in by_size])) <= GROWTH
    )


def _share(share: float) -> str:
    shown = f"{share:.1%}" if share < 0.1 else f"{share:,.0%}"
    return f"**{shown}**" if share > 1 else shown


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.3g}"
