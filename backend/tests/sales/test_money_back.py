"""Money on its way back, by whichever door: never twice, never too much, never unseen."""

import random
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from frontrow.backoffice.purchases.desk import preview_refund
from frontrow.backoffice.statistics.figures import count_stats
from frontrow.backoffice.statistics.operator_calendar import Period
from frontrow.backoffice.statistics.revenue import read_revenue
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingSession
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Message
from frontrow.portal.billing import billing_of
from frontrow.sales.attending.certificates import issue_certificate
from frontrow.sales.changes.complimentary import enroll, withdraw
from frontrow.sales.ledger import refund_records
from frontrow.sales.models import (
    Certificate,
    Dispute,
    Enrollment,
    Movement,
    Purchase,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.reconciliation.invariants import look_at_classes_long_over, violations
from frontrow.sales.reconciliation.refunding_again import refund_again
from frontrow.sales.reconciliation.stripe_events import follow_event_list
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import from_now, make_bootcamp, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)


def bought(server: StripeServer, **fields: object) -> Purchase:
    return Shopper(server).buy(bootcamp=make_bootcamp(**fields).pk)


def intent_of(purchase: Purchase) -> str:
    assert purchase.stripe_payment_intent_id
    return purchase.stripe_payment_intent_id


def refunded_there(server: StripeServer) -> int:
    totals = server.ledger()["totals"]
    return int(totals["refunded"] + totals["refund_pending"])


def settle_now() -> Purchase:
    settle(purchase=Purchase.objects.get())
    return Purchase.objects.get()


def open_breaks() -> list[str]:
    return list(ReconciliationBreak.objects.filter(resolved_at=None).values_list("kind", flat=True))


# A refund that exists at the provider is never made again.


def test_a_pending_refund_made_in_the_dashboard_is_not_made_a_second_time(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    stripe_server.refund_at_provider(intent_of(purchase), 10_000)
    settle(purchase=purchase)
    run_jobs()
    assert refunded_there(stripe_server) == 10_000
    assert not Refund.objects.exists(), "nobody asked us"
    stripe_server.settle_refunds()
    assert settle_now().refunded_amount == Decimal("100.00")
    assert refunded_there(stripe_server) == 10_000
    assert violations() == []


@pytest.mark.parametrize("seed", range(size("SHUFFLED_EVENTS")))
def test_its_events_in_any_order_and_number_pay_it_once(
    seed: int, stripe_server: StripeServer, client: Client
) -> None:
    chance = random.Random(seed)
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    stripe_server.refund_at_provider(intent_of(purchase), 10_000)
    events = stripe_server.events("charge.refunded", "refund.created", "refund.updated")
    for event in chance.choices(events, k=chance.randint(1, 4)):
        assert stripe_server.deliver(client, event).status_code == 200
    run_jobs()
    stripe_server.settle_refunds()
    events = stripe_server.events("charge.refunded", "refund.updated")
    for event in chance.sample(events, len(events)):
        stripe_server.deliver(client, event)
    run_jobs()
    now = settle_now()
    assert stripe_server.ledger()["totals"]["refunded"] == 10_000
    assert (now.state, now.refunded_amount) == ("completed", Decimal("100.00"))
    assert open_breaks() == []


def test_what_is_left_is_asked_of_the_provider_and_not_of_our_memory(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.refund_at_provider(intent_of(purchase), 10_000)  # nobody has told us
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    now = Purchase.objects.get()
    assert (now.state, now.refunded_amount) == ("refunded", Decimal("995.00"))
    assert Refund.objects.get().amount == Decimal("895.00")
    assert refunded_there(stripe_server) == 99_500
    assert open_breaks() == []


def test_a_refund_made_there_between_our_look_and_our_asking_is_taken_into_account(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="first session")
    once = [10_000]

    def somebody_is_quicker(label: str) -> None:
        if label == "refund.before_create" and once:
            stripe_server.refund_at_provider(intent_of(purchase), once.pop())

    monkeypatch.setattr(refund_records, "crash_point", somebody_is_quicker)
    run_jobs()
    now = Purchase.objects.get()
    assert (now.state, now.refunded_amount) == ("refunded", Decimal("995.00"))
    assert refunded_there(stripe_server) == 99_500
    assert open_breaks() == []


def test_more_than_ten_refunds_of_one_payment_add_up(stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    for _ in range(11):
        request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("10.00"))
        run_jobs()
    assert Purchase.objects.get().refunded_amount == Decimal("110.00")
    request_refund(purchase_id=purchase.pk, reason="the rest")
    run_jobs()
    ended = Purchase.objects.get()
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert refunded_there(stripe_server) == 99_500
    assert violations() == []


def test_a_refund_that_requires_action_is_waited_for_without_a_loop(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    stripe_server.settle_refund(Refund.objects.get().stripe_refund_id or "", "requires_action")
    before = len(stripe_server.requests())
    assert settle_now().state == "refunding"
    assert len(stripe_server.requests()) - before <= 2
    stripe_server.settle_refund(Refund.objects.get().stripe_refund_id or "", "succeeded")
    assert settle_now().state == "refunded"


# Refused means undone and said.


def coached(server: StripeServer) -> Purchase:
    """Bought with an account, coached, attended and certified."""
    user = make_user()
    shopper = Shopper(server, email=user.email)
    shopper.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    purchase = shopper.buy(bootcamp=make_bootcamp(includes_coaching=True).pk)
    Enrollment.objects.update(attended_at=from_now(days=-1))
    Bootcamp.objects.update(starts_at=from_now(days=-2), ends_at=from_now(days=-1))
    issue_certificate(user=user, bootcamp_id=purchase.bootcamp_id or 0)
    return purchase


def test_a_refused_refund_gives_back_all_that_was_taken_for_it_and_says_so(
    stripe_server: StripeServer,
) -> None:
    purchase = coached(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="first session")
    assert Certificate.objects.get().revoked_at is not None
    stripe_server.dispute(intent_of(purchase))  # opened a moment before we ask
    run_jobs()
    now = Purchase.objects.get()
    assert (now.state, now.refunded_amount) == ("completed", Decimal("0.00"))
    assert seats_of(purchase).count() == 1
    assert CoachingSession.objects.get().status == "pending"
    assert Certificate.objects.get().revoked_at is None
    refused = Refund.objects.get()
    assert refused.status == "declined"
    assert "disputes the payment" in refused.note
    found = ReconciliationBreak.objects.get(kind="refund_refused")
    assert "disputes the payment" in found.details["why"]
    subjects = list(Message.objects.filter(category="REFUND").values_list("subject", flat=True))
    assert len(subjects) == 1
    assert subjects[0].startswith("Your refund couldn't be made")
    assert violations() == []


def test_with_an_open_dispute_no_refund_is_offered_and_won_leaves_all_as_it_was(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    dispute = stripe_server.dispute(intent_of(purchase))
    settle(purchase=purchase)
    with pytest.raises(Conflict, match="disputes this payment"):
        request_refund(purchase_id=purchase.pk, reason="first session")
    with pytest.raises(Conflict, match="disputes this payment"):
        preview_refund(purchase_id=purchase.pk, amount=Decimal("995.00"))
    assert Purchase.objects.get().state == "completed"
    stripe_server.decide_dispute(dispute["id"], "won")
    assert settle_now().state == "completed"
    assert not Dispute.objects.get().is_open
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert Purchase.objects.get().state == "refunded"
    assert refunded_there(stripe_server) == 99_500


def test_a_refund_that_failed_is_undone_and_a_second_refusal_is_seen_as_well(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    stripe_server.settle_refund(Refund.objects.get().stripe_refund_id or "", "failed")
    assert settle_now().state == "completed", "neither seat nor money otherwise"
    assert open_breaks() == ["refund_failed"]
    row = ReconciliationBreak.objects.get()
    # Opened a moment before it is asked for again, and not heard of yet.
    stripe_server.dispute(intent_of(purchase))
    assert refund_again(row_id=row.pk) == "The refund has been asked for again."
    run_jobs()
    assert Purchase.objects.get().state == "completed"
    assert open_breaks() == ["refund_refused"]


# Disputes take what they are about.


def test_a_lost_dispute_over_a_part_takes_that_part_and_nothing_else(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server, includes_coaching=True)
    dispute = stripe_server.dispute(intent_of(purchase), amount=10_000)
    stripe_server.decide_dispute(dispute["id"], "lost")
    now = settle_now()
    assert (now.state, now.refunded_amount) == ("completed", Decimal("100.00"))
    assert seats_of(purchase).count() == 1
    assert CoachingSession.objects.get().status == "pending"
    assert settle_now().refunded_amount == Decimal("100.00")


def test_a_part_refunded_and_the_rest_lost_is_all_of_it_however_often_one_looks(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.refund_at_provider(intent_of(purchase), 10_000)
    settle(purchase=purchase)
    dispute = stripe_server.dispute(intent_of(purchase), amount=89_500)
    stripe_server.decide_dispute(dispute["id"], "lost")
    for _ in range(3):
        now = settle_now()
        assert (now.state, now.refunded_amount) == ("refunded", Decimal("995.00"))
    assert sorted(Movement.objects.values_list("kind", "amount")) == [
        ("dispute", Decimal("-895.00")),
        ("payment", Decimal("995.00")),
        ("refund", Decimal("-100.00")),
    ]


def test_what_was_owed_of_a_refund_leaves_the_board_when_the_bank_took_everything(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("200.00"))
    run_jobs()
    stripe_server.settle_refund(Refund.objects.get().stripe_refund_id or "", "failed")
    settle_now()
    assert open_breaks() == ["refund_failed"]
    dispute = stripe_server.dispute(intent_of(purchase))
    stripe_server.decide_dispute(dispute["id"], "lost")
    assert settle_now().state == "refunded"
    assert open_breaks() == []


@pytest.mark.parametrize("ending", ["won", "lost"])
@pytest.mark.parametrize("cents", [10_000, 99_500])
def test_every_figure_of_revenue_is_the_same_sum(
    ending: str, cents: int, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    dispute = stripe_server.dispute(intent_of(purchase), amount=cents)
    settle(purchase=purchase)
    stripe_server.decide_dispute(dispute["id"], ending)
    now = settle_now()
    left = Decimal("995.00") - (Decimal(cents) / 100 if ending == "lost" else 0)
    assert now.total_amount - now.refunded_amount == left
    assert count_stats().revenue == left
    assert [read_revenue(by=by).total for by in Period] == [left] * len(Period)
    assert stripe_server.ledger()["totals"]["net"] == left * 100


# What the provider did is found without its webhook.


@pytest.mark.parametrize("what", ["refund", "dispute", "lost dispute"])
def test_what_no_webhook_told_us_is_found_in_the_list_of_events(
    what: str, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    if what == "refund":
        stripe_server.refund_at_provider(intent_of(purchase))
    else:
        dispute = stripe_server.dispute(intent_of(purchase))
        if what == "lost dispute":
            stripe_server.decide_dispute(dispute["id"], "lost")
    compare_with_provider(timestamp=0)
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().state == "completed", "only the list can tell"
    follow_event_list(timestamp=0)
    run_jobs()
    now = Purchase.objects.get()
    assert now.state == ("completed" if what == "dispute" else "refunded")
    assert Dispute.objects.filter(purchase=now).exists() == (what != "refund")
    asked = len(stripe_server.requests())
    follow_event_list(timestamp=0)
    assert run_jobs() == 0, "what is known is passed over"
    assert len(stripe_server.requests()) == asked + 1


# One account at the provider, two sites.


def test_another_sites_payment_is_neither_called_off_nor_adopted(
    stripe_server: StripeServer,
) -> None:
    ours = Shopper(stripe_server).session(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    notes = {"purchase_id": str(purchase.pk), "site": "rehearsal.example.test", "bootcamps": "1"}
    unpaid = stripe_server.create(metadata=notes)
    paid = stripe_server.pay(metadata=notes)
    Purchase.objects.update(stripe_payment_intent_id=None)  # died between making and noting
    compare_with_provider(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().stripe_payment_intent_id == ours
    assert stripe_server.intent(unpaid.id)["status"] == "requires_payment_method"
    assert stripe_server.intent(paid.id)["status"] == "succeeded"
    assert open_breaks() == []


# Smaller things that were seen on the way.


def test_admin_and_student_are_told_the_same_of_a_class_that_has_moved(
    stripe_server: StripeServer,
) -> None:
    user = make_user()
    purchase = bought(stripe_server)
    Purchase.objects.update(user=user, completed_at=from_now(days=-40))
    Enrollment.objects.update(starts_at=from_now(days=-3), ends_at=from_now(days=-2))
    Bootcamp.objects.update(starts_at=from_now(days=7), ends_at=from_now(days=7, hours=2))
    assert billing_of(user=user)[0].refund.covered
    policy = preview_refund(purchase_id=purchase.pk, amount=Decimal("995.00")).policy
    assert "no longer refundable" not in policy


def test_todays_trouble_is_not_called_long_over(stripe_server: StripeServer) -> None:
    make_bootcamp(starts_at=from_now(days=-200), ends_at=from_now(days=-199))
    bought(stripe_server)
    Purchase.objects.update(state="refunding", state_since=from_now(days=-1))
    look_at_classes_long_over(timestamp=0)
    assert open_breaks() == []
    assert [kind for kind, _ in violations()] == ["stuck on the way"]


def test_a_withdrawn_enrollment_takes_its_certificate_with_it() -> None:
    user = make_user()
    bootcamp = make_bootcamp()
    purchase = enroll(
        bootcamp_ids=[bootcamp.pk], bundle_id=None, email="ada@example.test", full_name="Ada L"
    )
    Purchase.objects.update(user=user)
    Enrollment.objects.update(attended_at=from_now(days=-1))
    Bootcamp.objects.update(starts_at=from_now(days=-2), ends_at=from_now(days=-1))
    issue_certificate(user=user, bootcamp_id=bootcamp.pk)
    withdraw(purchase_id=purchase.pk)
    assert Certificate.objects.get().revoked_at is not None


def test_an_order_the_provider_will_not_take_is_not_called_in_progress(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    answer: Any = shopper.ask_session(bootcamp=make_bootcamp(price=Decimal("0.25")).pk)
    assert answer.status_code == 409
    assert "being processed" not in answer.json()["message"]
    assert "You haven't been charged" in answer.json()["message"]
    assert Purchase.objects.get().payment_attempt == 1
