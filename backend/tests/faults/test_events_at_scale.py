"""Events in bulk, doubled, shuffled and late, while buyers come back or do not: one effect each.

How many deliveries stands in `tests/sizes.py`.
"""

import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from frontrow.messaging.models import Message, TemplateCategory
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.settlement.decision import Decision, PaymentSeen, PurchaseSeen, decide
from tests.factories import make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.faults.processes import report
from tests.jobs import run_jobs
from tests.postgres import Cluster
from tests.races.http_crowd import Buyer, Wish, crowd, open_sessions, race
from tests.races.shop import PRICE_CENTS, Shop, open_shop
from tests.sales.buying import Shopper
from tests.sizes import size

DELIVERIES = size("EVENT_DELIVERIES")
COPIES = 5
# From the session to the captured money the provider tells of six things.
EVENTS_PER_PURCHASE = 6
BUYERS = -(-DELIVERIES // (EVENTS_PER_PURCHASE * COPIES))
EMAILS_PER_PURCHASE = 2
_EVENT_JOBS = (
    "SELECT count(*) FROM procrastinate_jobs"
    " WHERE task_name = 'sales.reconciliation.stripe_events.handle_event'"
)


@pytest.fixture
def shop(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    with open_shop(cluster, "events", folder=folder) as shop:
        shop.stripe.control(
            "POST", "webhooks", {"copies": COPIES, "delay_ms": 300, "shuffle_ms": 3000}
        )
        yield shop


async def _pay_and_perhaps_come_back(buyer: Buyer) -> str:
    """Of three buyers one stays to the end; the others' tabs are gone after the card's yes."""
    assert (await buyer.hold()).status == 200
    assert (await buyer.confirm()).body["status"] == "requires_capture"
    if buyer.number % 3:
        return "gone"
    answer = await buyer.complete()
    return f"{answer.status} {answer.body['status']}"


@pytest.mark.slow
def test_doubled_shuffled_and_late_events_complete_every_purchase_once(shop: Shop) -> None:
    bootcamp = shop.add_bootcamp(seats=min(1000, BUYERS + 20))
    buyers = crowd(
        [Wish(bootcamp=bootcamp)] * BUYERS, site_port=shop.port, provider_port=shop.stripe.port
    )
    began = time.monotonic()
    open_sessions(buyers)
    outcomes = race(buyers, _pay_and_perhaps_come_back).outcomes
    shop.wait_until_settled(within=900)
    assert set(outcomes) == {"gone", "200 completed"}

    # Days later the provider sends them all once more: known, so nothing is even looked at.
    jobs = shop.database.ask(_EVENT_JOBS)
    for (event,) in shop.database.ask("SELECT id FROM stripe_events"):
        shop.stripe.control("POST", "webhooks/resend", {"event": event})
    shop.wait_until_settled(within=900)
    assert shop.database.ask(_EVENT_JOBS) == jobs

    delivered = _deliveries(shop)
    report(
        f"{dict(delivered)} deliveries about {BUYERS} purchases in"
        f" {time.monotonic() - began:.0f} s; {dict(outcomes)}"
    )
    assert delivered[200] == BUYERS * EVENTS_PER_PURCHASE * (COPIES + 1) >= DELIVERIES
    # None was refused; one that got no answer in ten seconds on a busy machine was sent again.
    assert set(delivered) <= {200, None}
    _every_effect_is_there_once(shop, bootcamp, buyers)


def _deliveries(shop: Shop) -> Counter[int | None]:
    attempts = shop.stripe.control("GET", "webhooks")["attempts"]
    return Counter(attempt["status"] for attempt in attempts)


def _every_effect_is_there_once(shop: Shop, bootcamp: int, buyers: Sequence[Buyer]) -> None:
    assert shop.states([buyer.intent for buyer in buyers]) == {"completed": BUYERS}
    assert shop.seats(bootcamp)["kept"] == BUYERS
    assert set(shop.postbox.emails.values()) == {1}
    per_reader = Counter(reader for reader, _ in shop.postbox.emails)
    assert per_reader == {buyer.email: EMAILS_PER_PURCHASE for buyer in buyers}
    totals = shop.stripe.ledger()["totals"]
    assert (totals["captured"], totals["net"]) == (BUYERS * PRICE_CENTS,) * 2
    ((ours, open_breaks),) = shop.database.ask(
        "SELECT sum(total_amount) * 100, (SELECT count(*) FROM reconciliation_breaks)"
        " FROM purchases WHERE state = 'completed'"
    )
    assert (ours, open_breaks) == (totals["captured"], 0)
    ((stored, unhandled),) = shop.database.ask(
        "SELECT count(*), count(*) FILTER (WHERE handled_at IS NULL) FROM stripe_events"
    )
    assert (stored, unhandled) == (BUYERS * EVENTS_PER_PURCHASE, 0)
    assert shop.violations() == []
    assert shop.errors_logged() == []


class Guards:
    """What keeps a second event from a second effect, to be taken out one by one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def forget_the_state(self) -> None:
        """Whoever sees money completes the purchase, whatever became of it before."""

        def forgetful(purchase: PurchaseSeen, payment: PaymentSeen | None) -> Decision:
            if purchase.state == PurchaseState.COMPLETED:
                purchase = replace(purchase, state=PurchaseState.CAPTURING)
            return decide(purchase, payment)

        self._patch.setattr("frontrow.sales.settlement.settling.decide", forgetful)

    def forget_the_key(self) -> None:
        """Every email is a new one."""

        def forgetful(emails: Sequence[NewMessage]) -> None:
            write_messages(
                [replace(email, event=f"{email.event}:{uuid.uuid4()}") for email in emails]
            )

        self._patch.setattr("frontrow.sales.settlement.completion.write_messages", forgetful)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("out", "emails"),
    [
        ((), 1),
        (("forget_the_state",), 1),
        (("forget_the_key",), 1),
        (("forget_the_state", "forget_the_key"), 2),
    ],
    ids=["none", "the state", "the key", "both"],
)
def test_control_a_second_event_is_told_twice_only_when_both_guards_are_out(
    out: tuple[str, ...],
    emails: int,
    stripe_server: StripeServer,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for guard in out:
        getattr(Guards(monkeypatch), guard)()
    Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    for kind in ("payment_intent.amount_capturable_updated", "payment_intent.succeeded"):
        (event,) = stripe_server.events(kind)
        assert stripe_server.deliver(client, event).status_code == 200
        run_jobs()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    confirmations = Message.objects.filter(category=TemplateCategory.REGISTRATION_CONFIRM)
    assert confirmations.count() == emails
