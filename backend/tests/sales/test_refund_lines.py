"""Refund lines: which enrollments a refund pays back, to the cent, whoever made it."""

import random
from collections.abc import Sequence
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum

from frontrow.core.errors import Conflict
from frontrow.integrations import stripe
from frontrow.sales.enrollment.shares import share_out
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.ledger.refund_records import send_refund
from frontrow.sales.models import (
    Enrollment,
    Movement,
    Purchase,
    PurchaseState,
    Refund,
    RefundLine,
    RefundStatus,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.repairs import spread_refunds_again
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.accounts.together import take_locks_away
from tests.factories import MovementFactory, make_bootcamp, make_bundle, make_purchase
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.lock_waits import begun_beside
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

# Of a bundle of 2,995.00, by list price.
SHARES = ["747.81", "1123.60", "1123.59"]


def bought(server: StripeServer) -> Purchase:
    members = [make_bootcamp(price=Decimal(price)) for price in (995, 1495, 1495)]
    return Shopper(server).buy(bundle=make_bundle(bootcamps=members, price=Decimal(2995)).pk)


def lines(of: Refund | Movement) -> list[str]:
    return [
        str(amount) for amount in of.lines.order_by("enrollment").values_list("amount", flat=True)
    ]


def settle_now() -> Purchase:
    run_jobs()
    settle(purchase=Purchase.objects.get())
    return Purchase.objects.get()


def back_of_each(purchase: Purchase) -> list[Decimal]:
    """What has gone back for good, in the enrollments' order."""
    gone = RefundLine.objects.filter(movement__status="succeeded")
    return [
        gone.filter(enrollment=one).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
        for one in purchase.enrollments.order_by("pk")
    ]


def choose(refund: Refund, enrollment: Enrollment) -> None:
    """As whoever gives back one bootcamp of several will."""
    refund.lines.all().delete()
    RefundLine.objects.create(refund=refund, enrollment=enrollment, amount=refund.amount)


def test_all_of_a_bundle_goes_back_by_its_shares(stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    refund = request_refund(purchase_id=purchase.pk, reason="admin")
    assert lines(refund) == SHARES
    assert settle_now().state == PurchaseState.REFUNDED
    refund.refresh_from_db()
    assert refund.movement is not None
    assert lines(refund.movement) == SHARES
    assert RefundLine.objects.count() == 3, "the request's lines are the movement's"
    assert violations() == []


def test_a_part_is_spread_over_what_is_left_and_the_rest_gives_back_each_share(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    first = request_refund(purchase_id=purchase.pk, reason="admin", amount=Decimal("100.00"))
    # 24.968…, 37.515… and 37.515…: the cent goes to the largest remainder.
    assert lines(first) == ["24.97", "37.52", "37.51"]
    settle_now()
    second = request_refund(purchase_id=purchase.pk, reason="admin", amount=Decimal("0.01"))
    assert lines(second) == ["0.01"]
    settle_now()
    request_refund(purchase_id=purchase.pk, reason="admin")
    assert settle_now().state == PurchaseState.REFUNDED
    assert [str(each) for each in back_of_each(purchase)] == SHARES
    assert violations() == []


def test_what_was_made_in_the_dashboard_has_lines_without_a_request(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.refund_at_provider(purchase.stripe_payment_intent_id or "", 10_000)
    settle_now()
    assert lines(Movement.objects.get(kind="refund")) == ["24.97", "37.52", "37.51"]
    assert not Refund.objects.exists()
    assert not RefundLine.objects.exclude(refund=None).exists()
    assert violations() == []


def test_a_chosen_bootcamp_stays_chosen_whatever_is_seen_beside_it(
    stripe_server: StripeServer,
) -> None:
    """The other is seen while ours still waits to be sent."""
    purchase = bought(stripe_server)
    first, *others = purchase.enrollments.order_by("pk")
    refund = request_refund(purchase_id=purchase.pk, reason="admin", amount=first.paid)
    choose(refund, first)
    stripe_server.refund_at_provider(purchase.stripe_payment_intent_id or "", 224_719)
    assert settle_now().state == PurchaseState.REFUNDED
    refund.refresh_from_db()
    assert list(refund.lines.values_list("enrollment", "amount")) == [(first.pk, first.paid)]
    [beside] = Movement.objects.filter(kind="refund", requests=None)
    assert list(beside.lines.order_by("enrollment").values_list("enrollment", "amount")) == [
        (other.pk, other.paid) for other in others
    ]
    assert violations() == []


def test_a_request_that_became_less_keeps_its_choice(stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    first = purchase.enrollments.order_by("pk")[0]
    refund = request_refund(purchase_id=purchase.pk, reason="admin", amount=first.paid)
    choose(refund, first)
    # All but 500.00 goes back there before ours is sent.
    stripe_server.refund_at_provider(purchase.stripe_payment_intent_id or "", 249_500)
    settle_now()
    refund.refresh_from_db()
    assert refund.amount == Decimal("500.00")
    assert list(refund.lines.values_list("enrollment", "amount")) == [(first.pk, refund.amount)]
    assert [str(each) for each in back_of_each(purchase)] == SHARES
    assert violations() == []


def lessened_while_the_desk_spreads_the_lines_again(
    server: StripeServer,
) -> tuple[Refund, BaseException | None]:
    """All but 500.00 went back there; the request is about to be sent when the desk repairs it."""
    purchase = bought(server)
    refund = request_refund(purchase_id=purchase.pk, reason="admin", amount=Decimal(1000))
    intent = purchase.stripe_payment_intent_id or ""
    server.refund_at_provider(intent, 249_500)
    payment = stripe.read_payment(intent)
    assert payment is not None
    with transaction.atomic():
        spread_refunds_again(purchase_id=purchase.pk)
        sending = begun_beside(lambda: send_refund(purchase=purchase, payment=payment))
    return refund, sending.exception(timeout=60)


def test_a_request_becomes_less_after_the_repair_of_its_lines(stripe_server: StripeServer) -> None:
    refund, error = lessened_while_the_desk_spreads_the_lines_again(stripe_server)
    assert error is None
    assert lines(refund) == ["124.84", "187.58", "187.58"]
    assert settle_now().state == PurchaseState.REFUNDED
    assert [str(each) for each in back_of_each(Purchase.objects.get())] == SHARES
    assert violations() == []


def test_control_without_the_lock_the_request_meets_the_repairs_lines(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_locks_away(monkeypatch)
    refund, error = lessened_while_the_desk_spreads_the_lines_again(stripe_server)
    assert isinstance(error, IntegrityError)
    # Nothing was sent, and the request is as it was.
    assert lines(refund) == ["249.69", "375.16", "375.15"]


def test_a_refund_that_was_refused_leaves_the_shares_whole(stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="admin", amount=Decimal("2900.00"))
    settle_now()
    stripe_server.settle_refund(Movement.objects.get(kind="refund").provider_id, "failed")
    settle_now()
    assert Refund.objects.get().status == RefundStatus.FAILED
    whole = request_refund(purchase_id=purchase.pk, reason="admin")
    assert lines(whole) == SHARES
    settle_now()
    stripe_server.settle_refunds()
    assert settle_now().state == PurchaseState.REFUNDED
    assert [str(each) for each in back_of_each(purchase)] == SHARES
    assert violations() == []


def test_a_dispute_takes_by_share_and_brings_it_back_when_it_is_won(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    dispute = stripe_server.dispute(purchase.stripe_payment_intent_id or "")
    settle_now()
    assert lines(Movement.objects.get(kind="dispute")) == SHARES
    with pytest.raises(Conflict):
        request_refund(purchase_id=purchase.pk, reason="admin")
    stripe_server.decide_dispute(dispute["id"], "won")
    settle_now()
    assert lines(Movement.objects.get(kind="dispute_won")) == [f"-{share}" for share in SHARES]
    assert back_of_each(purchase) == [0, 0, 0]
    request_refund(purchase_id=purchase.pk, reason="admin")
    assert settle_now().state == PurchaseState.REFUNDED
    assert [str(each) for each in back_of_each(purchase)] == SHARES
    assert violations() == []


def test_any_parts_in_any_order_add_up_and_take_no_more_than_a_share() -> None:
    """By the same rule as a price is shared out, over what is left."""
    chance = random.Random(40)
    for _ in range(40):
        members = [
            make_bootcamp(price=Decimal(chance.randrange(1, 200_000)) / 100)
            for _ in range(chance.randrange(1, 5))
        ]
        total = Decimal(chance.randrange(1, 400_000)) / 100
        purchase = make_purchase(bundle=make_bundle(bootcamps=members, price=total))
        left = list(purchase.enrollments.order_by("pk").values_list("paid", flat=True))
        while sum(left):
            amount = min(Decimal(chance.randrange(1, 150_000)) / 100, sum(left, Decimal(0)))
            movement = MovementFactory.create(purchase=purchase, kind="refund", amount=-amount)
            fill_lines(purchase_ids=[purchase.pk])
            expected = share_out(amount, left)
            assert said(movement, purchase) == expected
            left = [had - gone for had, gone in zip(left, expected, strict=True)]
            assert min(left) >= 0


def two_of(price: int) -> tuple[Purchase, Enrollment, Enrollment]:
    members = [make_bootcamp(price=Decimal(price)), make_bootcamp(price=Decimal(price))]
    purchase = make_purchase(bundle=make_bundle(bootcamps=members, price=Decimal(2 * price)))
    first, second = purchase.enrollments.order_by("pk")
    return purchase, first, second


def move(purchase: Purchase, kind: str, amount: int, provider_id: str) -> None:
    MovementFactory.create(
        purchase=purchase, kind=kind, amount=Decimal(amount), provider_id=provider_id
    )
    fill_lines(purchase_ids=[purchase.pk])


def test_what_was_spread_beside_a_dispute_is_spread_anew_once_that_is_won() -> None:
    """The second dispute found too little left, and took more of the first bootcamp than it had."""
    purchase, first, _ = two_of(700)
    refund = Refund.objects.create(
        purchase=purchase, amount=700, gives_back=first, status=RefundStatus.PENDING
    )
    choose(refund, first)
    refund.movement = MovementFactory.create(purchase=purchase, kind="refund", amount=Decimal(-700))
    refund.save()
    move(purchase, "dispute", -650, "du_1")
    move(purchase, "dispute", -300, "du_2")
    assert back_of_each(purchase)[0] > first.paid
    move(purchase, "dispute_won", 650, "du_1-won")
    assert back_of_each(purchase) == [700, 300]
    Purchase.objects.update(refunded_amount=1000)
    assert violations() == []


def test_what_was_spread_over_a_claim_is_spread_anew_where_a_share_has_too_much() -> None:
    purchase, first, second = two_of(700)
    refund = Refund.objects.create(
        purchase=purchase, amount=700, gives_back=second, status=RefundStatus.REQUESTED
    )
    choose(refund, second)
    move(purchase, "dispute", -100, "du_1")
    move(purchase, "dispute", -900, "du_2")
    assert back_of_each(purchase) == [700, 300]
    other = make_purchase(state=PurchaseState.REFUNDED)
    # Too much of one share.
    RefundLine.objects.filter(enrollment=first, amount=600).update(amount=650)
    RefundLine.objects.filter(enrollment=second, amount=300).update(amount=250)
    fill_lines(purchase_ids=[purchase.pk])
    assert back_of_each(purchase) == [700, 300]
    assert list(refund.lines.values_list("enrollment", "amount")) == [(second.pk, Decimal(700))]
    # The lines of other purchases stay.
    assert back_of_each(other) == [other.total_amount]
    # Declined, it claims nothing more; what the bank took stays where it is.
    Refund.objects.filter(pk=refund.pk).update(status=RefundStatus.DECLINED)
    Purchase.objects.filter(pk=purchase.pk).update(refunded_amount=1000)
    fill_lines(purchase_ids=[purchase.pk])
    assert back_of_each(purchase) == [700, 300]
    assert violations() == []


def test_a_bank_takes_what_became_a_credit_before_more_than_a_share() -> None:
    purchase, first, _ = two_of(700)
    Enrollment.objects.filter(pk=first.pk).update(credited=Decimal(700))
    move(purchase, "dispute", -1000, "du_1")
    assert back_of_each(purchase) == [300, 700]
    Purchase.objects.update(refunded_amount=1000)
    assert violations() == []
    move(purchase, "dispute", -600, "du_2")
    assert back_of_each(purchase) == [800, 800]


def said(movement: Movement, purchase: Purchase) -> Sequence[Decimal]:
    by_enrollment = dict(movement.lines.values_list("enrollment", "amount"))
    ids = purchase.enrollments.order_by("pk").values_list("pk", flat=True)
    return [by_enrollment.get(pk, Decimal(0)) for pk in ids]


def test_a_bootcamp_paid_back_more_than_its_share_is_seen_while_the_whole_is_not_too_much() -> None:
    purchase = make_purchase(
        bundle=make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()], price=Decimal(100)),
        refunded_amount=Decimal(60),
    )
    first, second = purchase.enrollments.order_by("pk")
    RefundLine.objects.filter(enrollment=second).delete()
    RefundLine.objects.filter(enrollment=first).update(amount=60)
    assert violations() == [("an enrollment is paid back more than its share", str(purchase.pk))]
    MovementFactory.create(purchase=purchase, kind="refund", amount=Decimal(-50))
    Purchase.objects.update(refunded_amount=100)
    fill_lines(purchase_ids=[purchase.pk])
    assert violations() == [("refunds exceed the payment", str(purchase.pk))]


def test_lines_that_do_not_add_up_or_are_missing_are_seen() -> None:
    purchase = make_purchase(state=PurchaseState.REFUNDED)
    assert violations() == []
    RefundLine.objects.update(amount="1.00")
    differ = [("refund lines differ from the refund", str(purchase.pk))]
    assert violations() == differ
    RefundLine.objects.all().delete()
    assert violations() == differ


def test_a_request_whose_lines_do_not_add_up_is_seen() -> None:
    purchase = make_purchase(state=PurchaseState.REFUNDING)
    assert violations() == []
    RefundLine.objects.update(amount="1.00")
    assert violations() == [("refund lines differ from the refund", str(purchase.pk))]
    RefundLine.objects.all().delete()
    assert violations() == [("refund lines differ from the refund", str(purchase.pk))]
