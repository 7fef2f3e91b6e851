"""Many buyers, fewer seats, and a code of fewer uses: through nginx, gunicorn and a worker.

Beside it a control that goes wrong when the code's limit is taken out of the database.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.faults.processes import report
from tests.postgres import Cluster, running_cluster
from tests.races.http_crowd import (
    SESSIONS_AT_ONCE,
    Buyer,
    Wish,
    crowd,
    open_sessions,
    race,
    refusal,
)
from tests.races.shop import PRICE_CENTS, Shop, open_shop
from tests.sizes import size

pytestmark = pytest.mark.slow

BUYERS = size("CODE_BUYERS")
SEATS = BUYERS // 5
USES = BUYERS // 25
HEARD_OF = ["payment_intent.amount_capturable_updated", "payment_intent.succeeded"]
LOWERED_CENTS = PRICE_CENTS * 8 // 10
PLAIN, LOWERED = (f"{cents / 100:.2f}" for cents in (PRICE_CENTS, LOWERED_CENTS))
WITHOUT_LIMIT = {"found.uses >= found.max_uses": "false"}
NOT_SAID_BEFORE = {"c.uses >= c.max_uses": "false"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("codes")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def shop(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    with open_shop(cluster, "codes", folder=folder, events=HEARD_OF) as shop:
        yield shop


def add_code(shop: Shop, code: str) -> None:
    shop.database.do(
        "INSERT INTO discount_codes (code, kind, value, max_uses) VALUES (%s, 'percent', 20, %s)",
        *(code, USES),
    )


def with_code(shop: Shop, bootcamp: int, code: str) -> list[Buyer]:
    """Everybody has typed the code and was shown the lower price."""
    wishes = [Wish(bootcamp=bootcamp)] * BUYERS
    buyers = crowd(wishes, site_port=shop.port, provider_port=shop.stripe.port)
    for buyer in buyers:
        buyer.more = {"code": code, "shownAmount": LOWERED}
    open_sessions(buyers)
    return buyers


async def pay_or_pay_more(buyer: Buyer) -> str:
    """Whoever is told that the code is gone looks at the plain price, and pays that."""
    first = await buyer.pay()
    if first != "code gone":
        return first
    buyer.asked["told"] += 1
    buyer.more = {"shownAmount": PLAIN}
    async with _turns():
        answer = await buyer.begin()
    return await buyer.pay() if answer.status == 200 else refusal(answer)


_semaphores: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


def _turns() -> asyncio.Semaphore:
    loop = asyncio.get_running_loop()
    return _semaphores.setdefault(loop, asyncio.Semaphore(SESSIONS_AT_ONCE))


def captured(shop: Shop, buyers: Sequence[Buyer]) -> Counter[int]:
    """What was taken from how many, by their last payments."""
    rows = shop.stripe.ledger()["payment_intents"]
    return Counter(rows[buyer.intent]["captured"] for buyer in buyers)


def uses(shop: Shop, code: str) -> tuple[int, int]:
    """As counted, and as kept."""
    rows = shop.database.ask(
        "SELECT c.uses, (SELECT count(*) FROM code_uses u WHERE u.code_id = c.id)"
        " FROM discount_codes c WHERE c.code = %s",
        code,
    )
    return int(rows[0][0]), int(rows[0][1])


def test_exactly_as_many_are_discounted_as_the_code_has_uses(shop: Shop) -> None:
    add_code(shop, "SPRING")
    bootcamp = shop.add_bootcamp(seats=SEATS)
    buyers = with_code(shop, bootcamp, "SPRING")
    run = race(buyers, pay_or_pay_more, within=300)
    shop.wait_until_settled()
    report(f"{BUYERS} buyers with one code know their answer after {run.seconds:.2f} s")
    paid = captured(shop, buyers)
    assert set(run.outcomes) <= {"bought", "sold out", "held by others"}, run.outcomes
    assert paid == {LOWERED_CENTS: USES, PRICE_CENTS: SEATS - USES, 0: BUYERS - SEATS}
    assert uses(shop, "SPRING") == (USES, USES)
    # What each was shown last is what was taken, or nothing was; nothing at all by other payments.
    rows = shop.stripe.ledger()["payment_intents"]
    for buyer in buyers:
        taken = rows[buyer.intent]["captured"]
        assert taken in (0, round(float(buyer.amount) * 100))
        assert (taken > 0) == (buyer.outcome == "bought")
    total = USES * LOWERED_CENTS + (SEATS - USES) * PRICE_CENTS
    assert shop.stripe.ledger()["totals"]["captured"] == total
    # Whoever bought at the plain price was told before that the code is gone.
    told = [buyer for buyer in buyers if buyer.amount == PLAIN]
    assert all(buyer.asked["told"] for buyer in told)
    assert len(told) >= SEATS - USES
    assert shop.seats(bootcamp) == {"kept": SEATS}
    assert shop.violations() == []
    assert shop.errors_logged() == []


def test_control_without_the_codes_limit_more_are_discounted(
    cluster: Cluster, folder: Path
) -> None:
    with open_shop(cluster, "limitless", folder=folder, events=HEARD_OF) as shop:
        add_code(shop, "SPRING")
        bootcamp = shop.add_bootcamp(seats=SEATS)
        buyers = with_code(shop, bootcamp, "SPRING")
        with (
            shop.rewritten("claim_code", WITHOUT_LIMIT),
            shop.rewritten("hold_seats", NOT_SAID_BEFORE),
        ):
            race(buyers, pay_or_pay_more, within=300)
            shop.wait_until_settled()
        assert captured(shop, buyers)[LOWERED_CENTS] == SEATS > USES
