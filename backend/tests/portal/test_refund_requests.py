"""Asking for the money back: granted at once or refused in words, once, whoever else asks."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.core import mail

from frontrow.accounts.models import AuditEntry
from frontrow.coaching.models import CoachingSession
from frontrow.core.clock import database_now
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message
from frontrow.sales.enrollment.attendees import owned_bootcamp_ids
from frontrow.sales.models import Certificate, Purchase, PurchaseState, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from tests.factories import (
    CertificateFactory,
    enrollment_of,
    make_admin,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import (
    a_student,
    ask_refund,
    attended,
    billing,
    buys,
    held,
    issue,
    signed_in,
)
from tests.races.crowd import all_at_once, tally
from tests.sales.buying import Shopper, money_of

pytestmark = pytest.mark.django_db(transaction=True)

FULL = (99_500, 99_500)


def emails() -> list[str]:
    return list(
        Message.objects.filter(category__startswith="REFUND")
        .order_by("pk")
        .values_list("category", flat=True)
    )


def test_access_seat_and_coaching_end_at_once_and_the_money_follows(
    stripe_server: StripeServer,
) -> None:
    user, client = a_student()
    purchase = buys(stripe_server, user, make_bootcamp(includes_coaching=True))
    status, told = ask_refund(client, purchase, reason="I moved house.")
    words = "$995.00 is on its way to you. Banks take 5\N{EN DASH}10 business days."
    assert (status, told["message"]) == (200, words)
    assert (told["purchase"]["isRefunding"], told["purchase"]["status"]) == (True, "completed")
    # The provider has not been asked yet.
    assert money_of(stripe_server) == (99_500, 0)
    assert owned_bootcamp_ids(user=user) == set()
    assert CoachingSession.objects.get().status == "canceled"
    refund = Refund.objects.get()
    assert (refund.reason, refund.note, refund.requested_by) == (
        "first_session",
        "I moved house.",
        user,
    )
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert money_of(stripe_server) == FULL
    assert not seats_of(purchase).exists()
    assert emails() == ["REFUND"]
    [row] = billing(client)
    assert (row["status"], row["refund"]["words"]) == ("refunded", "$995.00 has been refunded.")
    assert violations() == []


def test_the_email_names_amount_receipt_and_clause(stripe_server: StripeServer) -> None:
    user, client = a_student(first_name="Ada", last_name="Lovelace")
    purchase = buys(stripe_server, user, make_bootcamp())
    ask_refund(client, purchase)
    email = Message.objects.get(category="REFUND_REQUEST")
    assert email.recipient == user.email
    for words in (
        "Hello Ada,",
        f"Your refund of $995.00 for Beginner Bootcamp (receipt FR-{purchase.pk:06}) is approved.",
        "Covered by the first-session guarantee.",
        "5\N{EN DASH}10 business days",
        "/portal/billing",
    ):
        assert words in email.content
    entry = AuditEntry.objects.get(action="asked for refund")
    assert (entry.actor_id, entry.subject_id) == (user.pk, str(purchase.pk))


def test_one_email_where_the_money_is_sent_at_once_and_two_where_it_takes_longer(
    stripe_server: StripeServer,
) -> None:
    user, client = a_student()
    quick, slow = (buys(stripe_server, user, make_bootcamp()) for _ in range(2))
    ask_refund(client, quick)
    run_jobs()
    mail.outbox.clear()
    Message.objects.update(status="SENT")
    ask_refund(client, slow)
    asked = Message.objects.get(category="REFUND_REQUEST")
    deliver_waiting(channel="EMAIL")
    assert (asked.purchase_id, mail.outbox) == (slow.pk, [])
    # The provider has not answered within the minute.
    Message.objects.filter(pk=asked.pk).update(send_after=database_now() - timedelta(seconds=1))
    deliver_waiting(channel="EMAIL")
    [told] = mail.outbox
    assert told.subject.startswith("We have your refund request")
    run_jobs()
    refunds = Message.objects.filter(category__startswith="REFUND").order_by("pk")
    assert list(refunds.values_list("purchase_id", "category")) == [
        (quick.pk, "REFUND"),
        (slow.pk, "REFUND_REQUEST"),
        (slow.pk, "REFUND"),
    ]


def test_asking_again_changes_nothing_and_answers_alike(stripe_server: StripeServer) -> None:
    user, client = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    first = ask_refund(client, purchase)
    assert ask_refund(client, purchase) == first
    run_jobs()
    status, told = ask_refund(client, purchase)
    assert (status, told["message"]) == (200, "$995.00 has been refunded.")
    assert Refund.objects.count() == 1
    assert emails() == ["REFUND"]
    assert money_of(stripe_server) == FULL


def test_what_was_given_back_in_part_comes_back_in_rest(stripe_server: StripeServer) -> None:
    user, client = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("100.00"))
    status, told = ask_refund(client, purchase)
    assert (status, told["message"]) == (
        409,
        "$100.00 is on its way.",
    )
    assert Refund.objects.count() == 1
    run_jobs()
    status, told = ask_refund(client, purchase)
    assert (status, told["purchase"]["refunds"][1]["amount"]) == (200, "895.00")
    run_jobs()
    assert money_of(stripe_server) == FULL
    assert violations() == []


def test_a_refusal_is_in_the_words_of_the_policy_and_changes_nothing(
    stripe_server: StripeServer,
) -> None:
    user, client = a_student()
    bootcamp = make_bootcamp()
    purchase = buys(stripe_server, user, bootcamp)
    held(bootcamp, days_ago=2)
    attended(purchase)
    status, told = ask_refund(client, purchase, reason="Please")
    assert (status, told) == (
        409,
        {
            "code": "no_refund_due",
            "message": "This purchase is no longer refundable: the program is complete. If you"
            " think that's wrong, contact us.",
            "fields": {},
        },
    )
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    assert owned_bootcamp_ids(user=user) == {bootcamp.pk}
    assert not Refund.objects.exists()
    assert emails() == []
    assert not AuditEntry.objects.filter(action="asked for refund").exists()


def test_the_guarantee_moves_with_the_session(stripe_server: StripeServer) -> None:
    """By the date on the receipt it would be over; the session is still to come."""
    user, client = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    purchase.enrollments.update(starts_at="2026-01-01T12:00Z", ends_at="2026-01-01T15:00Z")
    Purchase.objects.update(completed_at="2025-12-01T12:00Z")
    assert ask_refund(client, purchase)[0] == 200


def test_nobody_asks_for_somebody_elses_money(stripe_server: StripeServer) -> None:
    user, _ = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    _, stranger = a_student()
    missing = Purchase(pk=999_999)
    assert ask_refund(stranger, purchase) == ask_refund(stranger, missing)
    assert ask_refund(stranger, purchase)[0] == 404
    assert Purchase.objects.get().state == PurchaseState.COMPLETED


def test_an_admin_who_looks_as_the_student_may_not_ask(stripe_server: StripeServer) -> None:
    user, _ = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    client = signed_in(make_admin())
    client.post(
        "/api/admin/impersonate/start",
        {"targetUserId": user.pk, "reason": "Asked for help"},
        content_type="application/json",
    )
    assert ask_refund(client, purchase)[0] == 403
    assert not Refund.objects.exists()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"total_amount": 0, "is_complimentary": True, "stripe_payment_intent_id": None},
            "There's nothing to refund: nothing was paid for it.",
        ),
        (
            {"state": PurchaseState.PENDING},
            "There's nothing to refund: you haven't been charged.",
        ),
    ],
)
def test_nothing_was_paid_so_nothing_comes_back(fields: dict[str, Any], words: str) -> None:
    user, client = a_student()
    status, told = ask_refund(client, make_purchase(user=user, **fields))
    assert (status, told["message"]) == (409, words)
    assert not Refund.objects.exists()


def test_too_long_a_reason_is_refused(stripe_server: StripeServer) -> None:
    user, client = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    assert ask_refund(client, purchase, reason="x" * 1001)[0] == 422
    assert not Refund.objects.exists()


def test_asking_too_often_is_stopped() -> None:
    _, client = a_student()
    nothing = Purchase(pk=999_999)
    # Twice the limit: should Redis be slow for a moment, the process counts anew for itself.
    statuses = [ask_refund(client, nothing)[0] for _ in range(61)]
    assert (statuses[:30], statuses[-1]) == ([404] * 30, 429)


def test_twenty_clicks_and_an_admin_at_once_are_one_refund(stripe_server: StripeServer) -> None:
    user, _ = a_student()
    purchase = buys(stripe_server, user, make_bootcamp())
    clicks: list[Callable[[], Any]] = [
        partial(ask_refund, signed_in(user), purchase) for _ in range(20)
    ]
    admin: Callable[[], Any] = partial(
        request_refund, purchase_id=purchase.pk, reason="admin", requested_by=make_admin()
    )
    outcomes = all_at_once([*clicks, admin])
    assert tally(outcomes) == {"ok": 21}
    assert {outcome[0] for outcome in outcomes if isinstance(outcome, tuple)} == {200}
    run_jobs()
    assert Refund.objects.count() == 1
    assert emails().count("REFUND") == 1
    assert emails().count("REFUND_REQUEST") <= 1
    assert money_of(stripe_server) == FULL
    assert violations() == []


def a_covered_bundle_with_a_finished_part(stripe_server: StripeServer) -> tuple[Any, ...]:
    """Five bootcamps, one of them attended: a fifth is completed, so the 30 days still cover it."""
    bootcamps = [make_bootcamp() for _ in range(5)]
    user = make_user()
    bundle = make_bundle(bootcamps=bootcamps)
    shopper = signed_in(user)
    purchase = buys_bundle(stripe_server, user, bundle.pk)
    held(bootcamps[0], days_ago=2)
    attended(purchase, bootcamps[0])
    return user, shopper, purchase, bootcamps[0]


def buys_bundle(stripe_server: StripeServer, user: Any, bundle: Any) -> Purchase:
    shopper = Shopper(
        stripe_server, email=user.email, full_name=user.full_name, client=signed_in(user)
    )
    return shopper.buy(bundle=bundle)


def test_nobody_leaves_with_both_the_money_and_the_certificate(
    stripe_server: StripeServer,
) -> None:
    for _ in range(5):
        user, _, purchase, bootcamp = a_covered_bundle_with_a_finished_part(stripe_server)
        acts: list[Callable[[], Any]] = [
            partial(ask_refund, signed_in(user), purchase),
            partial(issue, signed_in(user), bootcamp),
        ] * 3
        all_at_once(acts)
        is_refunding = Purchase.objects.get(pk=purchase.pk).state == PurchaseState.REFUNDING
        is_certified = Certificate.objects.filter(
            enrollment__purchase=purchase, revoked_at=None
        ).exists()
        assert is_refunding != is_certified


def test_control_whoever_decides_before_the_lock_lets_both_go(stripe_server: StripeServer) -> None:
    """What the race above would leave behind, had each looked first and written later."""
    _, client, purchase, bootcamp = a_covered_bundle_with_a_finished_part(stripe_server)
    assert billing(client)[0]["refund"]["covered"]
    assert client.get(f"/api/user/bootcamps/{bootcamp.pk}/progress").json()["canHaveCertificate"]
    request_refund(purchase_id=purchase.pk, reason="thirty_days")
    CertificateFactory.create(enrollment=enrollment_of(purchase, bootcamp))
    assert Purchase.objects.get(pk=purchase.pk).state == PurchaseState.REFUNDING
    assert Certificate.objects.filter(enrollment__purchase=purchase, revoked_at=None).exists()
