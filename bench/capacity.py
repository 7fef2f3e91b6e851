"""What the measured figures mean for a business: how full each part of one machine is, and when.

Every number here is either measured (from the figures of a run) or assumed (named in `Load`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

CORES = 2
# Beyond this a queue grows faster than it shrinks whenever two people come together.
USABLE = 0.5
TIMES = (1, 10, 100, 1_000)
SECONDS_AN_HOUR = 3_600


@dataclass(frozen=True)
class Load:
    """The business at its first good year. A visit is one person who looks around once."""

    bootcamps_a_month: int = 20
    seats: int = 20
    visits_to_a_purchase: int = 50
    # A launch is announced: a tenth of the month comes within one hour.
    busiest_hour: float = 0.1
    files_to_a_visit: int = 12
    # What pages ask when they open: the catalogue, the bundles, who is there.
    asked_by_a_visit: int = 3
    emails_to_a_purchase: int = 8
    jobs_to_a_purchase: int = 25
    # Creating, reading and capturing a payment, each while a thread waits.
    provider_calls: int = 3
    provider_seconds: float = 0.3
    threads: int = 8
    crowd: int = 500
    kept_years: int = 5

    @property
    def purchases_a_month(self) -> int:
        return self.bootcamps_a_month * self.seats

    @property
    def purchases_a_second(self) -> float:
        return self.purchases_a_month * self.busiest_hour / SECONDS_AN_HOUR

    @property
    def visits_a_second(self) -> float:
        return self.purchases_a_second * self.visits_to_a_purchase


@dataclass(frozen=True)
class Part:
    """Something that can be full: what is needed of it at the base load, what one machine has."""

    name: str
    needed: float
    has: float
    unit: str

    def share(self, times: int) -> float:
        return self.needed * times / self.has


def parts(figures: dict[str, Any], load: Load) -> Iterator[Part]:
    cores = 1000 * CORES * USABLE
    yield Part(
        "Pages, by nginx",
        load.visits_a_second * load.files_to_a_visit * spent(figures, "landing"),
        cores,
        "ms of the cores a second",
    )
    yield Part(
        "Catalogue, by nginx",
        load.visits_a_second * load.asked_by_a_visit * spent(figures, "catalogue"),
        cores,
        "ms of the cores a second",
    )
    buying = spent(figures, "hold") + 2 * spent(figures, "complete")
    yield Part(
        "Buying, by application and database",
        load.purchases_a_second * buying,
        cores,
        "ms of the cores a second",
    )
    yield Part(
        "Threads that wait for the provider",
        load.purchases_a_second * load.provider_calls * load.provider_seconds,
        load.threads,
        "threads",
    )
    yield Part(
        "Jobs, by worker and database",
        load.purchases_a_second * load.jobs_to_a_purchase * spent(figures, "jobs"),
        cores,
        "ms of the cores a second",
    )
    if "mail" in figures["rates"]:
        yield Part(
            "Emails, by one worker",
            load.purchases_a_second * load.emails_to_a_purchase,
            figures["rates"]["mail"]["median"],
            "emails a second",
        )
    yield Part(
        "Purchases in the lists after five years",
        load.purchases_a_month * 12 * load.kept_years,
        largest(figures),
        "rows",
    )


def spent(figures: dict[str, Any], name: str) -> float:
    """Milliseconds of all processes for one answer."""
    return sum(
        float(figures[where].get(name, {"median": 0})["median"])
        for where in ("work", "database_work")
    )


def a_second_per_core(figures: dict[str, Any], name: str) -> float:
    return 1000 / spent(figures, name)


def largest(figures: dict[str, Any]) -> int:
    """The largest number of purchases that was measured."""
    return max(int(size) for size in figures["database_bytes"])


def bytes_a_purchase(figures: dict[str, Any]) -> float:
    sizes = sorted((int(size), taken) for size, taken in figures["database_bytes"].items())
    (small, at_small), (large, at_large) = sizes[0], sizes[-1]
    return float(at_large - at_small) / (large - small)


def crowd_seconds(figures: dict[str, Any], *, buyers: int) -> float:
    """Until the last of a crowd knows the answer: they are served in turn."""
    sizes = figures["crowd"]["sizes"]
    nearest = min(sizes, key=lambda size: abs(int(size) - buyers))
    return float(sizes[nearest]["seconds"]["median"]) * buyers / int(nearest)
