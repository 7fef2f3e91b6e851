"""No webhook comes, or payments of another site do: the provider's lists alone, and only ours."""

import random
from decimal import Decimal

import pytest
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from frontrow.sales.models import Dispute, Movement, Purchase, ReconciliationBreak, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.provider_list import purchases_to_settle
from frontrow.sales.reconciliation.stripe_events import follow_event_list
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from tests.factories import make_bootcamp
from tests.fakes.stripe import SITE, StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

OTHER_SITE = "rehearsal.example.test"
# Of ten minutes, at one reading of the list every two.
READINGS = 5


def buy_several(server: StripeServer, count: int) -> list[str]:
    bootcamp = make_bootcamp(max_seats=count)
    return [
        Shopper(server, email=f"buyer-{one}@example.test", address=f"10.0.0.{one}")
        .buy(bootcamp=bootcamp.pk)
        .stripe_payment_intent_id
        or ""
        for one in range(count)
    ]


def move_in_every_way(server: StripeServer, intents: list[str]) -> None:
    whole, part, pending, failed, opened, lost, lost_part, won, asked = intents
    server.refund_at_provider(whole)
    server.refund_at_provider(part, 10_000)
    open_one, lost_one, part_one, won_one = (
        server.dispute(intent, amount=cents)
        for intent, cents in ((opened, 99_500), (lost, 99_500), (lost_part, 5_000), (won, 99_500))
    )
    assert open_one["status"] == "needs_response"
    server.leave_refunds_pending()
    server.refund_at_provider(pending, 2_500)
    purchase = Purchase.objects.get(stripe_payment_intent_id=asked)
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    fails = server.refund_at_provider(failed)
    for dispute, ending in ((lost_one, "lost"), (part_one, "lost"), (won_one, "won")):
        server.decide_dispute(dispute["id"], ending)
    server.settle_refund(fails["id"], "failed")
    server.settle_refund(Refund.objects.get().stripe_refund_id or "")


def test_an_hour_without_webhooks_is_made_good_by_the_event_list_within_ten_minutes(
    stripe_server: StripeServer,
) -> None:
    intents = buy_several(stripe_server, 9)
    follow_event_list(timestamp=0)
    run_jobs()
    stripe_server.advance_clock(60 * 60)
    move_in_every_way(stripe_server, intents)
    for _ in range(READINGS):
        follow_event_list(timestamp=0)
        run_jobs()
    states = [Purchase.objects.get(stripe_payment_intent_id=one).state for one in intents]
    whole, lost, asked = 0, 5, 8
    assert states == [
        "refunded" if place in {whole, lost, asked} else "completed" for place in range(9)
    ]
    rows = stripe_server.ledger()["payment_intents"]
    for intent in intents:
        assert our_net(intent) == rows[intent]["net"], intent
    waiting = Movement.objects.get(kind="refund", status="pending")
    assert waiting.amount == Decimal("-25.00")
    assert sorted(Dispute.objects.values_list("status", flat=True)) == [
        "lost",
        "lost",
        "needs_response",
        "won",
    ]
    assert violations() == []


def our_net(intent: str) -> int:
    moved = Movement.objects.filter(purchase__stripe_payment_intent_id=intent, status="succeeded")
    return int(sum(moved.values_list("amount", flat=True)) * 100)


def pay_elsewhere(
    server: StripeServer, number: int, chance: random.Random, *, site: str = OTHER_SITE
) -> str:
    """A payment of the other site's, for its purchase of that number, in any status."""
    notes = {"purchase_id": str(number), "site": site, "bootcamps": "1"}
    match chance.choice(["unpaid", "authorized", "paid", "refunded", "disputed", "lost"]):
        case "unpaid":
            return server.create(metadata=notes).id
        case "authorized":
            return server.authorize(metadata=notes).id
        case "paid":
            return server.pay(metadata=notes).id
        case "refunded":
            intent = server.pay(metadata=notes).id
            server.refund_at_provider(intent, chance.choice([None, 10_000]))
            return intent
        case ending:
            intent = server.pay(metadata=notes).id
            dispute = server.dispute(intent, amount=chance.choice([10_000, 99_500]))
            if ending == "lost":
                server.decide_dispute(dispute["id"], "lost")
            return intent


def ours() -> list[list[object]]:
    models: list[type[Model]] = [Purchase, Movement, Refund, Dispute, ReconciliationBreak]
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def sell(server: StripeServer, count: int) -> list[int]:
    """Every second one is paid for; the numbers of all."""
    bootcamp = make_bootcamp(max_seats=count)
    for one in range(count):
        address = f"10.1.{one // 256}.{one % 256}"
        shopper = Shopper(server, email=f"buyer-{one}@example.test", address=address)
        if one % 2:
            shopper.session(bootcamp=bootcamp.pk)
        else:
            shopper.buy(bootcamp=bootcamp.pk)
    follow_event_list(timestamp=0)
    run_jobs(limit=10 * count)
    return list(Purchase.objects.order_by("pk").values_list("pk", flat=True))


def let_the_clock_work(server: StripeServer, count: int) -> set[str]:
    """The kinds of calls that our jobs made."""
    before = len(server.requests())
    for job in (compare_with_provider, follow_event_list, sweep_unfinished):
        job(timestamp=0)
    run_jobs(limit=10 * count)
    return {call["method"] for call in server.requests()[before:]}


def test_two_sites_with_the_same_numbers_on_one_account_leave_each_other_alone(
    stripe_server: StripeServer,
) -> None:
    count, chance = size("TWO_SITES"), random.Random(7)
    numbers = sell(stripe_server, count)
    elsewhere = [pay_elsewhere(stripe_server, number, chance) for number in numbers]
    before, theirs = ours(), [stripe_server.intent(one) for one in elsewhere]
    assert let_the_clock_work(stripe_server, count) == {"GET"}
    assert [stripe_server.intent(one) for one in elsewhere] == theirs
    assert ours() == before


def test_control_without_the_sites_name_they_do_not(stripe_server: StripeServer) -> None:
    chance = random.Random(7)
    for number in sell(stripe_server, 6):
        pay_elsewhere(stripe_server, number, chance, site=SITE)
    assert "POST" in let_the_clock_work(stripe_server, 6)
    assert ReconciliationBreak.objects.filter(kind="unknown_payment").exists()


def test_payments_of_another_site_cost_no_statement_of_ours(
    stripe_server: StripeServer, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Two statements for each of them, every five minutes, would be a busy shop's beside ours."""
    [ours] = buy_several(stripe_server, 1)
    for number in range(30):
        stripe_server.pay(metadata={"purchase_id": str(number), "site": OTHER_SITE})
    with django_assert_max_num_queries(3):
        assert purchases_to_settle(since=0) == []
    assert not ReconciliationBreak.objects.exists()
    assert Purchase.objects.get().stripe_payment_intent_id == ours
