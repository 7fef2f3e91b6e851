"""Anybody killed at any moment and a database that crashes, with customers in the shop.

How many kills and crashes stands in `tests/sizes.py`; a long run has rounds of a fresh shop each.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults.busy_shop import BusyShop, busy_shop
from tests.faults.customers import Asked, Customers
from tests.faults.processes import report, wait_until
from tests.faults.record import record
from tests.pace import allowed
from tests.postgres import Cluster
from tests.sizes import size

pytestmark = pytest.mark.slow

KILLS = size("RANDOM_KILLS")
CRASHES = size("DATABASE_CRASHES")
# Not more to a round: the worker whose minute is a second compares all its payments every five.
ROUNDS = max(1, KILLS // 100)
AT_ONCE = 6
BACK_WITHIN_SECONDS = 15
# Nobody may wait for ever, on a busy machine either.
LONGEST_ANSWER_SECONDS = 30
SETTLED_WITHIN_SECONDS = 300
# Somebody dies while a request is on its way: seen by us a moment earlier or later.
A_MOMENT = 0.5
# So many deaths of web processes cut somebody off.
ENOUGH_DEATHS = 5

# What the auditor must see: each breaks one promise behind the rules' back.
PLANTED = {
    "oversold": """
        UPDATE seats SET enrollment_id = NULL WHERE id IN (
            SELECT s.id FROM seats s JOIN enrollments e ON e.id = s.enrollment_id
            JOIN purchases p ON p.id = e.purchase_id
            WHERE p.state = 'completed' LIMIT 1)""",
    "doubled": """
        INSERT INTO communication_logs SELECT (jsonb_populate_record(l, jsonb_build_object(
            'id', 0, 'dedupe_key', 'planted', 'message_id', 'planted'))).*
        FROM communication_logs l WHERE purchase_id IS NOT NULL LIMIT 1""",
    "lost": """
        UPDATE communication_logs SET status = 'FAILED' WHERE category = 'WELCOME'
            AND purchase_id IN (
                SELECT purchase_id FROM communication_logs WHERE category = 'WELCOME' LIMIT 1)""",
    "books": """
        UPDATE purchases SET total_amount = total_amount + 0.01 WHERE id IN (
            SELECT id FROM purchases WHERE state = 'completed' LIMIT 1)""",
}


@dataclass
class Spell:
    """A while of trouble: what the customers saw, and what the auditor found afterwards."""

    customers: Customers
    times: int
    settled_after: float = 0.0
    wrong: dict[str, list[str]] = field(default_factory=dict)
    # Seconds until somebody was served again, for each crash.
    back_after: list[float] = field(default_factory=list)


@dataclass
class Day:
    kills: Spell
    crashes: Spell
    killed: dict[str, list[float]]
    twins: int
    seen: dict[str, list[str]]


def spend_day(busy: BusyShop, cluster: Cluster, *, seed: int) -> Day:
    kills = _kill_at_random(busy, times=KILLS // ROUNDS, seed=seed)
    crashes = _crash_the_database(busy, cluster, times=CRASHES // ROUNDS, seed=seed)
    crashes.wrong = busy.audit([*kills.customers.visits, *crashes.customers.visits])
    return Day(kills, crashes, busy.killed, busy.postbox.twins(), _see_what_is_planted(busy))


def _kill_at_random(busy: BusyShop, *, times: int, seed: int) -> Spell:
    customers = Customers(busy.shop, busy.baskets, seed)
    chance = random.Random(seed)
    with customers.buying(at_once=AT_ONCE):
        wait_until(lambda: customers.served >= 20, what="customers are served")
        for _ in range(times):
            time.sleep(chance.uniform(0.3, 1.0))
            busy.kill_somebody(chance)
        wait_until(customers.have_done_everything, within=180, what="customers did everything")
    spell = Spell(customers, times)
    spell.settled_after = busy.settle(within=SETTLED_WITHIN_SECONDS)
    spell.wrong = busy.audit(customers.visits)
    return spell


def _crash_the_database(busy: BusyShop, cluster: Cluster, *, times: int, seed: int) -> Spell:
    customers = Customers(busy.shop, busy.baskets, seed + 1000)
    spell = Spell(customers, times)
    chance = random.Random(seed)
    with customers.buying(at_once=AT_ONCE):
        wait_until(lambda: customers.served >= 20, what="customers are served")
        for _ in range(times):
            cluster.stop(immediate=True)
            cluster.start()
            spell.back_after.append(_wait_for_service(customers, since=time.monotonic()))
            time.sleep(chance.uniform(0.2, 0.8))
        wait_until(customers.have_done_everything, within=180, what="customers did everything")
    spell.settled_after = busy.settle(within=SETTLED_WITHIN_SECONDS)
    return spell


def _wait_for_service(customers: Customers, *, since: float) -> float:
    wait_until(lambda: customers.served_at > since, what="somebody is served again")
    return customers.served_at - since


def _see_what_is_planted(busy: BusyShop) -> dict[str, list[str]]:
    """Break one promise after another by hand: what the auditor says of each."""
    seen = {}
    for kind, plant in PLANTED.items():
        assert busy.audit([])[kind] == []
        busy.shop.database.do(f"SET session_replication_role = replica; {plant}")
        seen[kind] = busy.audit([])[kind]
    return seen


@pytest.fixture(scope="module", params=range(ROUNDS), ids=lambda number: f"round-{number}")
def day(request: pytest.FixtureRequest, cluster: Cluster, folder: Path) -> Iterator[Day]:
    number: int = request.param
    with busy_shop(cluster, f"busy_{number}", folder=folder) as busy:
        yield spend_day(busy, cluster, seed=number)


def nothing_wrong(spell: Spell) -> None:
    assert {kind: found for kind, found in spell.wrong.items() if found} == {}
    customers = spell.customers
    assert customers.unexplained == []
    assert customers.in_vain == []
    assert customers.have_done_everything()


def test_killed_at_random_under_load_nothing_is_oversold_lost_or_doubled(day: Day) -> None:
    spell = day.kills
    nothing_wrong(spell)
    assert min(len(moments) for moments in day.killed.values()) >= max(1, spell.times // 5)
    told = spell.customers.told()
    record(
        "random kills",
        row="F27",
        times=spell.times,
        by_place={place: len(moments) for place, moments in day.killed.items()},
        purchases=told,
        cut=len(spell.customers.cut),
        refused=len(spell.customers.refused),
        unexplained=len(spell.customers.unexplained),
        twins=day.twins,
        settled_after=spell.settled_after,
        wrong={kind: len(found) for kind, found in spell.wrong.items()},
    )
    report(
        f"{spell.times} random kills: {dict(told)}, {len(spell.customers.cut)} connections cut,"
        f" {len(spell.customers.refused)} refused, settled after {spell.settled_after:.1f} s"
    )


def test_only_connections_of_a_killed_web_process_are_cut(day: Day) -> None:
    cut = day.kills.customers.cut
    # One death may find nobody being answered; many do not.
    assert cut != [] or len(day.killed["web"]) < ENOUGH_DEATHS
    assert [asked for asked in cut if not _somebody_died(day, asked)] == []


def _somebody_died(day: Day, asked: Asked) -> bool:
    return any(
        asked.began - A_MOMENT <= moment <= asked.ended + A_MOMENT for moment in day.killed["web"]
    )


def test_a_crashing_database_under_load_loses_and_doubles_nothing_and_is_back_soon(
    day: Day,
) -> None:
    spell = day.crashes
    nothing_wrong(spell)
    assert (day.kills.customers.told() + spell.customers.told())["sold out"] > 0
    # Nobody's connection breaks: everybody is refused in words and told to come back.
    assert spell.customers.cut == []
    assert len(spell.customers.refused) >= spell.times // 2
    longest = max(asked.ended - asked.began for asked in spell.customers.refused)
    assert longest < allowed(LONGEST_ANSWER_SECONDS)
    assert max(spell.back_after) < allowed(BACK_WITHIN_SECONDS)
    record(
        "database crashes",
        row="F29",
        times=spell.times,
        purchases=Counter(spell.customers.told()),
        refused=len(spell.customers.refused),
        unexplained=len(spell.customers.unexplained),
        longest_refusal=longest,
        back_after=max(spell.back_after),
        settled_after=spell.settled_after,
        wrong={kind: len(found) for kind, found in spell.wrong.items()},
    )
    report(
        f"{spell.times} database crashes: {dict(spell.customers.told())},"
        f" {len(spell.customers.refused)} refused (longest {longest:.1f} s), served again after"
        f" {max(spell.back_after):.1f} s at worst, settled after {spell.settled_after:.1f} s"
    )


@pytest.mark.parametrize("kind", PLANTED)
def test_control_the_auditor_sees_what_was_planted(day: Day, kind: str) -> None:
    assert len(day.seen[kind]) == 1, day.seen
