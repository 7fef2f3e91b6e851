"""The private hour belongs to the seat: it goes, ends and comes back with it, whoever paid."""

from decimal import Decimal

import pytest

from frontrow.coaching.models import CoachingSession
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.buyers.invitations import claim_purchases, token_for_buyer, token_of
from frontrow.sales.changes.handing_over import accept_offer
from frontrow.sales.models import AccountInvitation, Purchase, PurchaseState, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import from_now, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import seat_token
from tests.portal.student import Student, a_student
from tests.sales.buying import Shopper
from tests.sales.changing import present
from tests.sales.giving_back import ask, buy_three, parts
from tests.sales.handing_over import FAY, handed_over, offered_token, with_account

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def student() -> Student:
    return a_student()


@pytest.fixture
def bought(stripe_server: StripeServer, student: Student) -> Purchase:
    return buy_three(stripe_server, student)


def test_a_seat_that_was_handed_over_keeps_its_hour_when_the_buyers_account_goes(
    stripe_server: StripeServer,
) -> None:
    giver = a_student(email="ada@example.test")
    coached = [
        make_bootcamp(includes_coaching=True, starts_at=from_now(days=days)) for days in (10, 20)
    ]
    given, kept = (
        Shopper(stripe_server, email=giver.user.email, client=giver.client).buy(bootcamp=one.pk)
        for one in coached
    )
    run_jobs()
    fay = with_account()
    handed_over(giver, given)
    remove_account(user=giver.user)
    hour = CoachingSession.objects.get(purchase_id=given.pk)
    assert (hour.status, hour.user_id) == ("pending", fay.user.pk)
    # Their own goes with the account.
    assert not CoachingSession.objects.filter(purchase_id=kept.pk).exists()


def test_the_hour_of_a_guest_who_took_over_waits_for_that_guests_account(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(includes_coaching=True, starts_at=from_now(days=10))
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=bootcamp.pk)
    run_jobs()
    buyers_token = token_for_buyer(purchase=purchase)
    answer = shopper.post(
        "seat/hand-over",
        {"token": seat_token(present(purchase).pk, 0), "email": FAY["email"], "name": FAY["name"]},
    )
    assert answer.status_code == 200, answer.content
    accept_offer(token=offered_token())
    claim_purchases(token=buyers_token or "", user=make_user(email=shopper.email))
    assert CoachingSession.objects.get().user_id is None
    fay = make_user(email=FAY["email"])
    invitation = AccountInvitation.objects.filter(held_enrollment_id__isnull=False).latest("pk")
    claim_purchases(token=token_of(invitation), user=fay)
    assert CoachingSession.objects.get().user_id == fay.pk


def test_a_refund_that_comes_back_brings_only_the_hours_of_its_own_seats_back(
    student: Student,
    bought: Purchase,
    stripe_server: StripeServer,
) -> None:
    first = parts(bought)[0]
    assert ask(student, bought, first).status_code == 200
    run_jobs()
    pending = CoachingSession.objects.filter(status="pending")
    before = set(pending.values_list("enrollment_id", flat=True))
    assert len(before) == 2
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=bought.pk, reason="first session")
    run_jobs()
    assert not pending.exists()
    stripe_server.settle_refund(Refund.objects.latest("pk").stripe_refund_id or "", "failed")
    settle(purchase=Purchase.objects.get(pk=bought.pk))
    assert Purchase.objects.get(pk=bought.pk).state == PurchaseState.COMPLETED
    assert set(pending.values_list("enrollment_id", flat=True)) == before


@pytest.mark.parametrize("price", ["995.00", "1195.00"])
@pytest.mark.parametrize("was_coached", [False, True])
def test_a_seat_that_moves_to_a_class_with_coaching_gets_one_hour(
    stripe_server: StripeServer, price: str, *, was_coached: bool
) -> None:
    owner = a_student()
    before = make_bootcamp(
        starts_at=from_now(days=10), price=Decimal(995), includes_coaching=was_coached
    )
    after = make_bootcamp(starts_at=from_now(days=20), price=Decimal(price), includes_coaching=True)
    shopper = Shopper(stripe_server, email=owner.user.email, client=owner.client)
    purchase = shopper.buy(bootcamp=before.pk)
    run_jobs()
    body = {"token": seat_token(present(purchase).pk, 0), "bootcampId": after.pk}
    if price == "995.00":
        assert shopper.post("seat/move", body).status_code == 200
    else:
        answer = shopper.post("seat/move-payment", body)
        assert answer.status_code == 200, answer.content
        intent = answer.json()["paymentIntentId"]
        assert shopper.hold(intent).status_code == 200
        shopper.confirm(intent)
        assert shopper.complete(intent).status_code == 200
    seat = present(purchase)
    assert seat.bootcamp == after
    [hour] = CoachingSession.objects.all()
    assert (hour.enrollment_id, hour.bootcamp, hour.user, hour.purchase_id, hour.status) == (
        *(seat.pk, after, owner.user, purchase.pk, "pending"),
    )
    assert violations() == []
