"""The report of `make bench`: its tables, the goals that a run missed, and the capacity model."""

from typing import Any

from bench.capacity import Load, Part, crowd_seconds, parts
from bench.report import COMPARED, HEAD, TABLES, missed, render


def figure(median: float) -> dict[str, float]:
    return {"median": median, "low": median, "high": median}


def figures(**changes: Any) -> dict[str, Any]:
    names = {name for one in COMPARED for name in (one.ours, one.beside)}
    times = {"ours": {"median": 5.0, "p95": 6.0}, "bare": {"median": 4.0, "p95": 5.0}}
    lists = {
        name: {"1000": times, "100000": times} for name in ("Guests", "An empty signed-in answer")
    }
    run = {"cores": 2, "memory_gb": 24, "postgresql": "15", "python": "3.11"}
    crowd = {"seconds": figure(3.0), "ratio": figure(1.5)}
    return {
        "rates": {name: figure(100) for name in names} | {"bare take_seat": figure(10)},
        "work": {name: figure(2) for name in names},
        "database_work": {},
        "database_bytes": {"1000": 10_000_000, "100000": 100_000_000},
        "pages": lists,
        "catalogue_pages": {"Bundles": {"2000": times}},
        "crowd": {
            "seats": 20,
            "rounds": 1,
            "wrong": [],
            "rates": {"complete": figure(30), "hold, sold out": figure(300)},
            "sizes": {"500": crowd, "2000": crowd | {"seconds": figure(10.0)}},
        },
        "run": run | {"parts": {"jobs": {"on": "2026-11-15", "minutes": 1, "load": [1.4, 1.7]}}},
    } | changes


def test_the_report_has_every_table() -> None:
    text = render(figures())
    assert text.startswith(HEAD)
    assert [text.count(f"\n## {title}\n") for title in TABLES] == [1] * len(TABLES)
    assert "| jobs | 2026-11-15 | 1 | 1.4, 1.7 |" in text
    assert "| Guests | 5.0, 6.0 | 5.0, 6.0 | 4.0, 5.0 | 1.0 | 0.2 |" in text
    assert "| 2,000 | 10.0 (10.0 to 10.0) | 6.67 | 1.5 | 2.5 |  |" in text


def test_a_goal_that_is_missed_is_named() -> None:
    slow = {"100000": {"ours": {"median": 151, "p95": 160}, "bare": {"median": 1, "p95": 2}}}
    late = figures()["crowd"] | {"sizes": {"500": {"ratio": figure(2.6)}}, "wrong": ["oversold"]}
    found = missed(figures(pages={"Guests": slow}, crowd=late))
    assert "a crowd's outcome: oversold" in found
    assert "500 buyers: 2.6 times (goal 2.5)" in found
    assert "Guests: see the table" in found
    assert "Sold out at the Pay click / a purchase: 1.00 (goal 5.0)" in found


def test_what_is_needed_grows_with_the_business_and_what_there_is_does_not() -> None:
    part = Part("Threads", needed=0.5, has=8, unit="threads")
    assert [part.share(times) for times in (1, 10, 100)] == [0.0625, 0.625, 6.25]
    # From the crowd of the nearest size.
    assert crowd_seconds(figures(), buyers=500) == 3.0
    assert crowd_seconds(figures(), buyers=20_000) == 100.0


def test_the_model_counts_threads_that_wait_for_the_provider() -> None:
    load = Load(bootcamps_a_month=360, seats=100, busiest_hour=0.1)
    [waiting] = [part for part in parts(figures(), load) if part.unit == "threads"]
    # 3,600 purchases in the hour, one a second, each with three calls of 0.3 s.
    assert round(waiting.needed, 6) == 0.9
    assert waiting.has == load.threads
