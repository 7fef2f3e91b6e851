"""Five hundred buyers for twenty seats through nginx, gunicorn and a worker, and what guards them.

Two rounds by default; `CROWD_ROUNDS=20` for the long run. Each race stands beside a control
that goes wrong when one guard is taken out of the database.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.faults.processes import report
from tests.postgres import Cluster, running_cluster
from tests.races.http_crowd import (
    Buyer,
    Wish,
    crowd,
    open_sessions,
    own_network,
    race,
    same_network,
)
from tests.races.shop import PRICE_CENTS, Shop, open_shop
from tests.sizes import size

pytestmark = pytest.mark.slow

ROUNDS = size("CROWD_ROUNDS")
CROWD = size("CROWD_BUYERS")
SEATS = 20
# 40 % of twenty; less once some are sold.
MOST_HELD = 8
PER_NETWORK = 3
# The kinds of event that can change anything here.
HEARD_OF = ["payment_intent.amount_capturable_updated", "payment_intent.succeeded"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("crowd")


@pytest.fixture(scope="module")
def cluster(folder: Path) -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def shop(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    with open_shop(cluster, "shop", folder=folder, events=HEARD_OF) as shop:
        yield shop


@pytest.fixture(scope="module")
def unguarded(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    """A shop to take guards out of."""
    with open_shop(cluster, "unguarded", folder=folder, events=HEARD_OF) as shop:
        yield shop


def buyers_of(
    shop: Shop, wishes: Sequence[Wish], *, address: Callable[[int], str] = own_network
) -> list[Buyer]:
    """Buyers with an open payment session each."""
    buyers = crowd(wishes, site_port=shop.port, provider_port=shop.stripe.port, address=address)
    open_sessions(buyers)
    return buyers


def money(shop: Shop, buyers: Sequence[Buyer]) -> tuple[int, Counter[str]]:
    """Cents captured from these buyers at the provider, and where their payments stand."""
    rows = shop.stripe.ledger()["payment_intents"]
    mine = [rows[buyer.intent] for buyer in buyers]
    return sum(row["captured"] for row in mine), Counter(row["status"] for row in mine)


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_a_crowd_for_twenty_seats_buys_exactly_twenty(turn: int, shop: Shop) -> None:
    bootcamp = shop.add_bootcamp()
    buyers = buyers_of(shop, [Wish(bootcamp=bootcamp)] * CROWD)
    run = race(buyers)
    began = time.monotonic()
    shop.wait_until_settled()
    report(
        f"round {turn + 1}: {CROWD} buyers know their answer after {run.seconds:.2f} s,"
        f" everything is settled {time.monotonic() - began:.1f} s later;"
        f" {shop.most_held(bootcamp)} held at most"
    )
    assert set(run.outcomes) <= {"bought", "sold out", "held by others"}
    assert (run.outcomes["bought"], run.outcomes.total()) == (SEATS, CROWD)
    assert shop.seats(bootcamp) == {"kept": SEATS}
    assert shop.most_held(bootcamp) <= MOST_HELD
    captured, statuses = money(shop, buyers)
    assert captured == SEATS * PRICE_CENTS
    assert statuses.pop("succeeded") == SEATS
    # Called off, or never authorized because the Pay click already said so.
    assert set(statuses) <= {"canceled", "requires_payment_method"}
    assert shop.states([buyer.intent for buyer in buyers])["completed"] == SEATS
    assert shop.violations() == []
    assert shop.errors_logged() == []


def test_control_without_the_row_lock_more_are_charged_than_there_are_seats(
    unguarded: Shop,
) -> None:
    """Two buyers look at the same free seat, and the second takes it from under the first."""
    bootcamp = unguarded.add_bootcamp()
    buyers = buyers_of(unguarded, [Wish(bootcamp=bootcamp)] * 100)
    without_lock = {
        "FOR UPDATE OF s SKIP LOCKED": "",
        # Makes sure that they look at the same time; with the lock it only costs time.
        "FROM seats s JOIN": "FROM (SELECT pg_sleep(0.02) OFFSET 0) pause, seats s JOIN",
    }
    with unguarded.rewritten("seat_enrollment", without_lock):
        run = race(buyers)
        unguarded.wait_until_settled()
    captured, _ = money(unguarded, buyers)
    report(f"control: {captured // PRICE_CENTS} charged for {SEATS} seats; {dict(run.outcomes)}")
    assert captured > SEATS * PRICE_CENTS


def five_bootcamps(shop: Shop) -> tuple[list[int], list[Wish]]:
    """Bootcamps and the packages on sale: each alone, and three bundles that overlap."""
    ids = [shop.add_bootcamp(f"Bootcamp {number}") for number in range(1, 6)]
    one, two, three, four, five = ids
    bundles = [[one, two, three], [five, three], [four, two, five]]
    packages = [Wish(bootcamp=each) for each in ids] + [
        Wish(bundle=shop.add_bundle(f"Bundle {number}", members))
        for number, members in enumerate(bundles, 1)
    ]
    return ids, packages


def test_a_crowd_for_singles_and_bundles_never_deadlocks(shop: Shop) -> None:
    bootcamps, packages = five_bootcamps(shop)
    count = min(CROWD * 3 // 2, 200)
    wishes = random.Random(5).choices(packages, weights=[1] * 5 + [3] * 3, k=count)
    buyers = buyers_of(shop, wishes)
    deadlocks = shop.deadlocks()
    run = race(buyers)
    shop.wait_until_settled()
    report(f"mixed: {dict(run.outcomes)} after {run.seconds:.2f} s")
    # In a small crowd every refused buyer may find the last seats on hold.
    refused = set(run.outcomes) - {"bought"}
    assert refused
    assert refused <= {"sold out", "held by others"}
    assert shop.deadlocks() == deadlocks
    bought = [buyer for buyer in buyers if buyer.outcome == "bought"]
    sizes = shop.database.ask(
        "SELECT count(i.id), count(s.id) FROM purchases p"
        " JOIN enrollments i ON i.purchase_id = p.id LEFT JOIN seats s"
        " ON s.enrollment_id = i.id AND s.bootcamp_id = i.bootcamp_id AND s.held_until IS NULL"
        " WHERE p.stripe_payment_intent_id = ANY(%s) GROUP BY p.id",
        [buyer.intent for buyer in bought],
    )
    assert len(sizes) == run.outcomes["bought"]
    assert all(wanted == kept for wanted, kept in sizes)
    # Nobody who was refused keeps anything, and no seat is left while somebody was refused it.
    assert sum(kept for _, kept in sizes) == sum(shop.seats(each)["kept"] for each in bootcamps)
    assert max(shop.most_held(each) for each in bootcamps) <= MOST_HELD
    captured, statuses = money(shop, buyers)
    assert captured == sum(wanted for wanted, _ in sizes) * PRICE_CENTS
    assert set(statuses) <= {"succeeded", "canceled", "requires_payment_method"}
    assert shop.violations() == []
    assert shop.errors_logged() == []


def test_control_bundles_locked_in_any_order_deadlock(unguarded: Shop) -> None:
    """A pause between two locks alone is harmless; without the order it is fatal."""
    locking = "pg_advisory_xact_lock(21, w::integer)"
    pause = {locking: f"{locking}, pg_sleep(0.05)"}
    any_order = {
        "FROM unnest(wanted) w;": "FROM (SELECT w FROM unnest(wanted) w ORDER BY random()) x (w);"
    }
    found = {}
    for name, changes in {"in order": pause, "in any order": pause | any_order}.items():
        _, packages = five_bootcamps(unguarded)
        buyers = buyers_of(unguarded, packages[5:] * 8)
        before = unguarded.deadlocks()
        with unguarded.rewritten("hold_seats", changes):
            race(buyers, _only_hold)
        found[name] = unguarded.deadlocks() - before
    report(f"control: deadlocks {found}")
    assert found["in order"] == 0
    assert found["in any order"] > 0


async def _only_hold(buyer: Buyer) -> str:
    return str((await buyer.hold()).status)


def test_sessions_hold_nothing_and_holds_never_keep_card_buyers_out(
    shop: Shop,
) -> None:
    bootcamp = shop.add_bootcamp()
    wish = Wish(bootcamp=bootcamp)
    # Twice the crowd in all: a thousand in the proof.
    part = CROWD * 2 // 5
    neighbors = buyers_of(shop, [wish] * part, address=same_network)
    strangers = buyers_of(shop, [wish] * 4 * part)
    assert shop.seats(bootcamp) == {"free": SEATS}

    assert race(neighbors, _only_hold).outcomes == {"200": part}
    assert shop.seats(bootcamp)["held"] == PER_NETWORK
    assert race(strangers[:part], _only_hold).outcomes == {"200": part}
    assert (shop.seats(bootcamp)["held"], shop.most_held(bootcamp)) == (MOST_HELD, MOST_HELD)

    # Whoever comes with a card and no hold still has the other twelve, and nobody is told that
    # the held ones are sold.
    run = race(strangers[part : part + 40])
    shop.wait_until_settled()
    left = SEATS - MOST_HELD
    assert run.outcomes == {"bought": left, "held by others": 40 - left}
    assert shop.seats(bootcamp) == {"kept": SEATS - MOST_HELD, "held": MOST_HELD}
    assert shop.violations() == []
