"""Servers killed at every step of buying: nothing is lost, nothing doubled, all is mended soon.

Per change each place is met once, with single bootcamps and bundles in turn; in the proof twice,
with one and with the other; in a long run often, with both mixed and the places in any order.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults.browser import Browser
from tests.faults.deaths import IN_WEB, IN_WORKER, Death
from tests.faults.processes import report, wait_until
from tests.faults.record import record
from tests.faults.shop import Books, Shop, running_shop
from tests.postgres import Cluster
from tests.sizes import size

ROUNDS = size("KILL_ROUNDS")
LARGEST_BUNDLE = 3
# Longer than the quick worker needs for anything.
IDLE_SECONDS = 8
# With the quick worker, however busy the machine, and with production's own clock: the promise.
MENDED_WITHIN_SECONDS = {"fast": 120, "real": 120}
COMPARED_WITHIN_SECONDS = {"fast": 120, "real": 330}
# The sweep runs on the minute and leaves alone what is younger than 20 seconds, and the comparison
# runs every fifth: whoever is killed 41 seconds after one of those waits longest for the sweep.
WORST_SECOND, OF_SECONDS = 41, 300
PLACES = {"web": IN_WEB, "worker": IN_WORKER}
LANES = ["web", "worker"]


@dataclass
class Ruin:
    """One purchase, from the kill to the end."""

    death: Death
    browser: Browser
    left: Books
    members: int
    # What a worker without sweep and rescue made of it.
    untended: Books | None = None
    mended_after: float | None = None
    at_the_end: Books | None = None

    @property
    def expected_left(self) -> Books:
        return self.death.left.in_bundle(self.members)

    @property
    def expected_after(self) -> Books:
        return self.death.after.in_bundle(self.members)


@dataclass
class Aftermath:
    ruins: list[Ruin] = field(default_factory=list)
    violations: list[tuple[str, ...]] = field(default_factory=list)
    breaks: list[tuple[str, ...]] = field(default_factory=list)
    our_cents: tuple[int, int] = (0, 0)
    their_cents: tuple[int, int] = (0, 0)

    def of(self, death: Death) -> Ruin:
        return next(ruin for ruin in self.ruins if ruin.death == death)


def live_through(shop: Shop, deaths: Sequence[Death], *, manner: str, idle: bool) -> Aftermath:
    """Kill at every place, come back where somebody does, and let a second life mend the rest."""
    aftermath = Aftermath()
    for death in deaths:
        browser = shop.browser(death.name)
        death.lead_there(shop, browser, death.label)
        members = len(browser.basket.bootcamps)
        aftermath.ruins.append(Ruin(death, browser, shop.books(browser), members))
    for ruin in aftermath.ruins:
        if ruin.death.come_back:
            ruin.death.come_back(shop, ruin.browser)
    if idle:
        with shop.worker("idle"):
            time.sleep(IDLE_SECONDS)
            for ruin in aftermath.ruins:
                ruin.untended = shop.books(ruin.browser)
    if manner == "real":
        time.sleep((WORST_SECOND - time.time()) % OF_SECONDS)
        shop.as_if_killed_just_now()
    began = time.monotonic()
    with shop.worker(manner):
        wait_until_mended(shop, aftermath, since=began, within=COMPARED_WITHIN_SECONDS[manner])
        shop.let_events_arrive()
    for ruin in aftermath.ruins:
        ruin.at_the_end = shop.books(ruin.browser)
    aftermath.violations, aftermath.breaks = shop.violations(), shop.breaks()
    aftermath.our_cents, aftermath.their_cents = shop.our_cents(), shop.their_cents()
    return aftermath


def wait_until_mended(shop: Shop, aftermath: Aftermath, *, since: float, within: float) -> None:
    """Stops at the deadline: the tests of those that are not mended say so."""

    def all_mended() -> bool:
        for ruin in aftermath.ruins:
            if ruin.mended_after is None and shop.books(ruin.browser) == ruin.expected_after:
                ruin.mended_after = time.monotonic() - since
        # Asking is work for the very processes that are waited for.
        time.sleep(0.5)
        late = time.monotonic() - since > within
        return late or all(ruin.mended_after is not None for ruin in aftermath.ruins)

    wait_until(all_mended, within=within + 10, what="the deadline")


@dataclass
class Lanes:
    manner: str
    running: dict[str, Future[list[Aftermath]]]

    def of(self, place: str) -> list[Aftermath]:
        """One for each round."""
        return self.running[place].result(timeout=3600)


def wishes(deaths: Sequence[Death], number: int) -> Mapping[str, int]:
    """How many bootcamps each browser buys: first all one, then all several, then either."""
    if ROUNDS == 1:
        return {death.name: 1 + place % 2 for place, death in enumerate(deaths)}
    if number < 2:
        return {death.name: 1 + number for death in deaths}
    chance = random.Random(number)
    return {death.name: chance.randint(1, LARGEST_BUNDLE) for death in deaths}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("fast", marks=pytest.mark.slow),
        pytest.param("real", marks=pytest.mark.long),
    ],
)
def lanes(request: pytest.FixtureRequest, cluster: Cluster, folder: Path) -> Iterator[Lanes]:
    """Both places side by side, each in a shop of its own."""
    manner: str = request.param

    def run(place: str) -> list[Aftermath]:
        return [run_round(place, number) for number in range(ROUNDS if manner == "fast" else 1)]

    def run_round(place: str, number: int) -> Aftermath:
        deaths = list(PLACES[place])
        if number:
            random.Random(number).shuffle(deaths)
        with running_shop(
            cluster,
            f"{place}_{manner}_{number}",
            folder=folder,
            bootcamps=wishes(deaths, number),
            fates=[death.label for death in deaths] if place == "web" else [],
        ) as shop:
            return live_through(shop, deaths, manner=manner, idle=number == 0)

    with ThreadPoolExecutor(max_workers=len(LANES)) as together:
        yield Lanes(manner, {place: together.submit(run, place) for place in LANES})


CASES = [
    pytest.param(place, death, id=f"{death.name}-{place}-{death.label.split('/')[-1]}")
    for place, deaths in PLACES.items()
    for death in deaths
]


@pytest.mark.parametrize(("place", "death"), CASES)
def test_the_process_died_there_and_the_purchase_is_mended_without_a_browser(
    lanes: Lanes, place: str, death: Death
) -> None:
    limits = MENDED_WITHIN_SECONDS if death.is_payable else COMPARED_WITHIN_SECONDS
    for number, aftermath in enumerate(lanes.of(place)):
        ruin = aftermath.of(death)
        assert ruin.left == ruin.expected_left, f"round {number}"
        assert ruin.mended_after is not None, f"{ruin.untended} became {ruin.at_the_end}"
        assert ruin.mended_after < limits[lanes.manner]
        # The provider's events came only now, all of them, in any order: they change nothing.
        assert ruin.at_the_end == ruin.expected_after, f"round {number}"
        record(
            "labeled kill",
            row=death.name[:3].upper(),
            place=place,
            label=death.label,
            clock=lanes.manner,
            mended_after=ruin.mended_after,
        )
        report(f"{death.name} {place} {death.label}: mended after {ruin.mended_after:.1f} s")


# Left by a killed request, with no job and no event: only the clock can find them.
ONLY_THE_SWEEP = ["f05", "f06", "f07", "f08", "f10", "f14", "f15", "f16"]


def test_control_without_the_sweep_a_killed_request_stays_unfinished(lanes: Lanes) -> None:
    ruins = {ruin.death.name: ruin for ruin in lanes.of("web")[0].ruins}
    assert {name: ruins[name].untended for name in ONLY_THE_SWEEP} == {
        name: ruins[name].expected_left for name in ONLY_THE_SWEEP
    }


def test_control_without_rescue_and_sweep_a_killed_job_stays_unfinished(lanes: Lanes) -> None:
    ruins = lanes.of("worker")[0].ruins
    assert [ruin.untended for ruin in ruins] == [ruin.expected_left for ruin in ruins]


@pytest.mark.parametrize("place", LANES)
def test_no_rule_is_broken_and_our_books_are_the_providers_to_the_cent(
    lanes: Lanes, place: str
) -> None:
    for aftermath in lanes.of(place):
        assert aftermath.violations == []
        assert aftermath.breaks == []
        expected = [ruin.expected_after for ruin in aftermath.ruins]
        sums = sum(one.captured for one in expected), sum(one.refunded for one in expected)
        assert aftermath.our_cents == aftermath.their_cents == sums
