"""Movers, hand-overs and buyers at once on three classes of twenty, over HTTP.

Nobody loses a seat, none is sold twice, and whoever is refused sits where they sat. The control
takes the lock out of the function that takes a seat.
"""

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.signing import Signer

from frontrow.sales.buyers.visitors import digest
from tests.faults.processes import report
from tests.postgres import Cluster, running_cluster
from tests.races.http_crowd import (
    Buyer,
    Line,
    Wish,
    crowd,
    open_sessions,
    own_network,
)
from tests.races.shop import PRICE_CENTS, Shop, open_shop
from tests.sizes import size

pytestmark = pytest.mark.slow

SEATS = 20
# Of each class; the others are what everybody is after.
SEATED = 15
MOVES = size("SEAT_MOVES")
HAND_OVERS = MOVES // 5
BUYERS = MOVES // 3
# As the servers of these tests sign.
KEY = "faults-only-" + "z" * 50

_SEATED = """
WITH bought AS (
    INSERT INTO purchases (
        bootcamp_id, package_name, total_amount, refunded_amount, currency, state, cancel_reason,
        completed_at, guest_email, guest_full_name, guest_phone, terms_version, policy_version,
        stripe_customer_id, checkout_key, created_at, updated_at
    )
    SELECT b.id, b.name, b.price, 0, 'usd', 'completed', '', now(),
        'seated-' || b.id || '-' || n || '@example.test', 'Sam Seated', '', '', '2026-11',
        '', '', now(), now()
    FROM bootcamps b, generate_series(1, %s) n WHERE b.id = ANY(%s)
    RETURNING id, bootcamp_id
), enrolled AS (
    INSERT INTO enrollments (purchase_id, bootcamp_id, name, price, paid, starts_at, ends_at,
        timezone)
    SELECT p.id, b.id, b.name, b.price, b.price, b.starts_at, b.ends_at, b.timezone
    FROM bought p JOIN bootcamps b ON b.id = p.bootcamp_id
    RETURNING id, bootcamp_id
)
SELECT id, bootcamp_id FROM enrolled ORDER BY bootcamp_id, id
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("changing")


@pytest.fixture(scope="module")
def cluster(folder: Path) -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def shop(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    with open_shop(cluster, "changing", folder=folder) as shop:
        yield shop


@dataclass
class Act:
    """One call to change a seat, on a connection of its own."""

    line: Line
    path: str
    body: dict[str, object]
    outcome: str = ""

    async def run(self) -> None:
        answer = await self.line.post(self.path, json.dumps(self.body).encode())
        self.outcome = "done" if answer.status == 200 else str(answer.body.get("code"))


def three_classes(shop: Shop) -> tuple[list[int], list[tuple[int, int]]]:
    """Three classes, each with fifteen who have a seat: enrollment and class of each."""
    classes = [shop.add_bootcamp("Class") for _ in range(3)]
    seated = shop.database.ask(_SEATED, SEATED, classes)
    for bootcamp in classes:
        mine = [enrollment for enrollment, where in seated if where == bootcamp]
        for number, enrollment in enumerate(mine, start=1):
            shop.database.do(
                "UPDATE seats SET enrollment_id = %s WHERE bootcamp_id = %s AND number = %s",
                *(enrollment, bootcamp, number),
            )
    return classes, [(enrollment, where) for enrollment, where in seated]


def signed(enrollment: int) -> str:
    return Signer(key=KEY, salt="frontrow seat link", sep=".").sign(f"{enrollment}-0")


def moves(shop: Shop, classes: Sequence[int], seated: Sequence[tuple[int, int]]) -> list[Act]:
    """Everybody tries several times, each time to another class."""
    chance = random.Random(7)
    people = itertools.islice(itertools.cycle(seated), MOVES)
    return [
        Act(
            Line(shop.port, source=own_network(number)),
            "/api/seat/move",
            {
                "token": signed(enrollment),
                "bootcampId": chance.choice([one for one in classes if one != where]),
            },
        )
        for number, (enrollment, where) in enumerate(people)
    ]


def hand_overs(shop: Shop, seated: Sequence[tuple[int, int]]) -> list[Act]:
    """Offers that are open, each accepted twice in the same moment."""
    acts = []
    for number, (enrollment, _) in enumerate(seated[: -HAND_OVERS // 2 - 1 : -1]):
        token = f"offer-{enrollment}"
        shop.database.do(
            "INSERT INTO hand_overs (enrollment_id, to_email, to_name, token_hash, state,"
            " expires_at) VALUES (%s, %s, 'Fay Friend', %s, 'offered', now() + interval '1 day')",
            *(enrollment, f"friend-{enrollment}@example.test", digest(token)),
        )
        for twice in range(2):
            line = Line(shop.port, source=own_network(5000 + 2 * number + twice))
            acts.append(Act(line, "/api/seat-offer/accept", {"token": token}))
    return acts


def all_together(acts: Sequence[Act], buyers: Sequence[Buyer]) -> None:
    async def one(buyer: Buyer) -> None:
        buyer.outcome = await asyncio.wait_for(buyer.pay(), 120)

    async def run() -> None:
        await asyncio.gather(*(act.run() for act in acts), *(one(each) for each in buyers))
        for each in buyers:
            each.close()
        for act in acts:
            act.line.close()

    asyncio.run(run())


def live_seats(shop: Shop) -> int:
    """People with a right to a seat, each on exactly one chair of the class they are in."""
    return int(
        shop.database.ask(
            "SELECT count(*) FROM enrollments e JOIN purchases p ON p.id = e.purchase_id"
            " JOIN seats s ON s.enrollment_id = e.id AND s.bootcamp_id = e.bootcamp_id"
            " AND s.held_until IS NULL WHERE e.ended_at IS NULL AND p.state = 'completed'"
        )[0][0]
    )


def test_movers_hand_overs_and_buyers_at_once_lose_no_seat_and_sell_none_twice(
    shop: Shop,
) -> None:
    classes, seated = three_classes(shop)
    buyers = crowd(
        [Wish(bootcamp=classes[number % 3]) for number in range(BUYERS)],
        site_port=shop.port,
        provider_port=shop.stripe.port,
    )
    open_sessions(buyers)
    acts = [*moves(shop, classes, seated), *hand_overs(shop, seated)]
    random.Random(3).shuffle(acts)
    deadlocks = shop.deadlocks()
    all_together(acts, buyers)
    shop.wait_until_settled()
    changed = Counter(f"{act.path} {act.outcome}" for act in acts)
    bought = Counter(buyer.outcome for buyer in buyers)
    report(f"{MOVES} moves, {len(acts) - MOVES} acceptances, {BUYERS} buyers: {changed} {bought}")
    assert set(bought) <= {"bought", "sold out", "held by others"}
    moved = {act.outcome for act in acts if "move" in act.path}
    assert moved <= {"done", "sold_out", "seat_cannot_move", "seat_handed_over", "not_found"}
    assert changed["/api/seat/move done"] > 0
    # Of two who accept one offer at once, one has the seat.
    accepted = {act.outcome for act in acts if "accept" in act.path}
    assert accepted <= {"done", "gone"}
    assert 0 < changed["/api/seat-offer/accept done"] <= HAND_OVERS // 2
    # Everybody who sat still sits, and whoever bought sits too.
    assert live_seats(shop) == 3 * SEATED + bought["bought"]
    assert sum(shop.seats(each)["kept"] for each in classes) == 3 * SEATED + bought["bought"]
    captured = sum(
        row["captured"]
        for intent, row in shop.stripe.ledger()["payment_intents"].items()
        if intent in {buyer.intent for buyer in buyers}
    )
    assert captured == bought["bought"] * PRICE_CENTS
    assert shop.deadlocks() == deadlocks
    assert shop.violations() == []
    assert shop.errors_logged() == []


def test_control_without_the_row_lock_movers_take_each_others_chairs(shop: Shop) -> None:
    classes, seated = three_classes(shop)
    without_lock = {
        "FOR UPDATE OF s SKIP LOCKED": "",
        "FROM seats s JOIN": "FROM (SELECT pg_sleep(0.02) OFFSET 0) pause, seats s JOIN",
    }
    with shop.rewritten("seat_enrollment", without_lock):
        all_together(moves(shop, classes, seated), [])
    shop.wait_until_settled()
    kinds = {kind for kind, _ in shop.violations()}
    report(f"control: {kinds}")
    assert "completed without all its seats" in kinds
