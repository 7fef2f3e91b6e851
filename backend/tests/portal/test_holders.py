"""A seat that somebody else holds: the session is the holder's, the money is the buyer's."""

import json
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core import mail

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.portal.access import ENDED
from frontrow.sales.enrollment.enrollments import continue_enrollment
from frontrow.sales.links import JOIN
from frontrow.sales.models import EndedBecause, Enrollment, Purchase, PurchaseState
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_message,
    make_purchase,
    make_resource,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import join_token, seat_token
from tests.portal.student import Student, a_student, browser, shown
from tests.sales.buying import Shopper
from tests.sales.handing_over import FAY, offered_token

pytestmark = pytest.mark.django_db

MEETING = "https://zoom.example.test/j/canary"
RECORDING = "https://video.example.test/recording"
BUYER: dict[str, Any] = {"guest_email": "buyer-canary@example.test", "card_last4": "4242"}
# The page of the money, and everything it answers.
MONEY = ("user/billing", "user/purchases")


@dataclass
class Handed:
    buyer: Student
    holder: Student
    bootcamp: Bootcamp
    purchase: Purchase

    @property
    def seat(self) -> Enrollment:
        return enrollment_of(self.purchase, self.bootcamp)


def handed_over(*, starts_in: timedelta = timedelta(minutes=5)) -> Handed:
    """Of a bundle of two, somebody else attends the first, with everything there is to open."""
    buyer, holder = a_student(), a_student(first_name="Account", last_name="Name")
    at = database_now()
    bootcamp = make_bootcamp(
        name="Handed over",
        starts_at=at + starts_in,
        ends_at=at + starts_in + timedelta(hours=3),
        session_url=MEETING,
        recording_url=RECORDING,
    )
    other = make_bootcamp(name="Kept", starts_at=at + timedelta(days=9))
    bundle = make_bundle(bootcamps=[bootcamp, other], price=Decimal("1234.56"))
    purchase = make_purchase(bundle=bundle, user=buyer.user, **BUYER)
    Enrollment.objects.filter(purchase=purchase, bootcamp=bootcamp).update(
        holder=holder.user, holder_name="Hanna Holder"
    )
    return Handed(buyer, holder, bootcamp, purchase)


def test_the_holder_sees_the_session_and_every_way_in() -> None:
    handed = handed_over()
    material = make_resource(bootcamp=handed.bootcamp)
    [told] = handed.holder.purchases()
    assert (told["isBuyer"], told["bootcamp"]) == (
        False,
        {"id": handed.bootcamp.pk, "name": "Handed over"},
    )
    [item] = told["items"]
    assert (item["name"], item["heldBy"], item["seatNumber"]) == ("Handed over", "", 1)
    assert (item["hasLiveLink"], item["recordingUrl"]) == (True, RECORDING)
    assert item["joinPageUrl"] == JOIN.url(handed.seat)
    own = f"user/bootcamps/{handed.bootcamp.pk}"
    assert handed.holder.join(handed.bootcamp).json() == {"url": MEETING}
    assert handed.holder.post(f"{own}/recording").json() == {"url": RECORDING}
    assert [one["id"] for one in handed.holder.get(f"{own}/resources").json()] == [material.pk]
    assert handed.holder.get(f"{own}/progress").status_code == 200
    assert "Handed over" in shown(handed.holder.get(f"{own}/calendar.ics"))
    feed = handed.holder.post("user/calendar-feed").json()["url"].partition("/api/")[2]
    assert "Handed over" in shown(browser().get(f"/api/{feed}"))


def test_the_holder_gets_the_certificate_in_the_own_name() -> None:
    handed = handed_over(starts_in=timedelta(hours=-5))
    Enrollment.objects.filter(pk=handed.seat.pk).update(
        attended_at=database_now() - timedelta(hours=4)
    )
    own = f"user/bootcamps/{handed.bootcamp.pk}"
    told = handed.holder.get(f"{own}/progress").json()
    # Whether the buyer could still have the money back is not theirs to know.
    assert (told["canHaveCertificate"], told["endsRefund"]) == (True, False)
    assert handed.buyer.post(f"{own}/certificate").status_code == 404
    assert handed.holder.post(f"{own}/certificate").json()["holderName"] == "Account Name"


def test_the_holder_learns_nothing_of_the_money_or_the_rest_of_the_order() -> None:
    handed = handed_over()
    [told] = handed.holder.purchases()
    assert (told["totalAmount"], told["guestEmail"]) == (None, "")
    assert (told["isBundle"], told["bundle"]) == (False, None)
    everything = " ".join(shown(handed.holder.get(path)) for path in MONEY)
    everything += shown(handed.holder.get("user/export"))
    for secret in ("1234.56", "canary", "4242", "Kept", "Complete Bundle", "receiptNumber"):
        assert secret not in everything, secret
    assert handed.holder.get("user/billing").json() == []
    bill = f"user/purchases/{handed.purchase.pk}"
    refused = [
        handed.holder.get(f"{bill}/receipt").status_code,
        handed.holder.post(
            f"{bill}/refund-request", {"reason": "I would like it back"}
        ).status_code,
    ]
    assert refused == [404, 404]
    handed.purchase.refresh_from_db()
    assert handed.purchase.state == PurchaseState.COMPLETED


@pytest.mark.parametrize("state", [PurchaseState.REFUNDING, PurchaseState.REFUNDED])
def test_a_refund_closes_the_holders_door_without_saying_why(state: PurchaseState) -> None:
    handed = handed_over()
    link = JOIN.url(handed.seat).rpartition("/")[2]
    Purchase.objects.filter(pk=handed.purchase.pk).update(state=state, refunded_amount=1)
    assert handed.holder.purchases() == []
    answers = [
        handed.holder.join(handed.bootcamp),
        handed.holder.post(f"user/bootcamps/{handed.bootcamp.pk}/recording"),
        handed.holder.post("join/look", {"token": link}),
        handed.holder.post("join", {"token": link}),
    ]
    for answer in answers:
        assert (answer.status_code, answer.json()["message"]) == (403, ENDED)


def test_the_buyer_sees_the_purchase_and_the_receipt_and_no_way_in() -> None:
    handed = handed_over()
    make_resource(bootcamp=handed.bootcamp)
    [told] = handed.buyer.purchases()
    assert (told["isBuyer"], told["totalAmount"], told["isBundle"]) == (True, "1234.56", True)
    given, kept = told["items"]
    assert (given["heldBy"], kept["heldBy"]) == ("Hanna Holder", "")
    assert (given["seatNumber"], given["hasLiveLink"]) == (None, False)
    assert (given["joinPageUrl"], given["recordingUrl"]) == ("", "")
    assert (kept["seatNumber"], kept["joinPageUrl"] != "") == (1, True)
    assert [one["id"] for one in handed.buyer.get("user/billing").json()] == [handed.purchase.pk]
    bill = f"user/purchases/{handed.purchase.pk}"
    assert handed.buyer.get(f"{bill}/receipt").json()["totalAmount"] == "1234.56"
    own = f"user/bootcamps/{handed.bootcamp.pk}"
    refused = [
        handed.buyer.join(handed.bootcamp),
        handed.buyer.post(f"{own}/recording"),
        handed.buyer.get(f"{own}/resources"),
        handed.buyer.get(f"{own}/progress"),
        handed.buyer.get(f"{own}/calendar.ics"),
    ]
    assert [answer.status_code for answer in refused] == [404] * len(refused)
    feed = handed.buyer.post("user/calendar-feed").json()["url"].partition("/api/")[2]
    assert "Handed over" not in shown(browser().get(f"/api/{feed}"))


def test_the_buyer_does_not_learn_whether_the_holder_came_or_what_was_written_to_them() -> None:
    handed = handed_over()
    at = database_now()
    Enrollment.objects.filter(pk=handed.seat.pk).update(joined_at=at, attended_at=at)
    make_message(user=handed.holder.user, purchase_id=handed.purchase.pk, content="To the holder")
    make_message(
        user=None,
        purchase_id=handed.purchase.pk,
        recipient="friend@example.test",
        content="To a friend without an account",
    )
    make_message(user=None, purchase_id=handed.purchase.pk, content="To the buyer")
    Enrollment.objects.filter(purchase=handed.purchase).exclude(pk=handed.seat.pk).update(
        holder_email="friend@example.test", holder_name="A Friend"
    )
    [told] = handed.buyer.purchases()
    assert [(item["joinedAt"], item["attendedAt"]) for item in told["items"]] == [(None, None)] * 2
    mine = handed.buyer.get("user/export").json()
    assert [one["content"] for one in mine["messagesToYou"]] == ["To the buyer"]
    assert "attendedAt" not in json.dumps(mine)
    theirs = handed.holder.get("user/export").json()
    assert [one["content"] for one in theirs["messagesToYou"]] == ["To the holder"]
    assert [(one["name"], one["attendedAt"] is None) for one in theirs["seats"]] == [
        ("Handed over", False)
    ]
    assert Message.objects.count() == 3


def test_a_seat_that_moved_is_listed_where_it_is_now() -> None:
    student = a_student()
    purchase = make_purchase(bootcamp=make_bootcamp(name="Before"), user=student.user)
    after = continue_enrollment(
        enrollment=enrollment_of(purchase),
        bootcamp=make_bootcamp(name="After"),
        because=EndedBecause.MOVED,
    )
    [told] = student.purchases()
    assert [item["name"] for item in told["items"]] == ["After"]
    assert told["items"][0]["joinPageUrl"] == JOIN.url(after)


# Each act in its own transaction, as it is: emails are named by the moment of the change.
@pytest.mark.django_db(transaction=True)
def test_a_holder_is_told_when_a_refund_comes_to_nothing_and_again_at_the_next(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=make_bootcamp(starts_at=from_now(days=9)).pk)
    seat = seat_token(enrollment_of(purchase).pk, 0)
    assert shopper.post("seat/hand-over", {"token": seat, **FAY}).status_code == 200
    assert shopper.post("seat-offer/accept", {"token": offered_token()}).status_code == 200
    held = Enrollment.objects.get(purchase=purchase, ended_at=None)
    dispute = stripe_server.dispute(purchase.stripe_payment_intent_id or "")

    def told() -> list[str]:
        emails = Message.objects.filter(recipient=FAY["email"], category="SEAT_ENDED")
        return [one.subject.partition(" · ")[0] for one in emails.order_by("pk")]

    def opens() -> int:
        answer = shopper.post("join/look", {"token": join_token(held.pk, 0)})
        return int(answer.status_code)

    request_refund(purchase_id=purchase.pk, reason="first session")
    assert (told(), opens()) == (["Your seat has been canceled"], 403)
    run_jobs()  # The bank refuses: the payment is disputed.
    assert (told()[1:], opens()) == (["Your seat is yours again"], 200)
    [kept] = [one.body for one in mail.outbox if "yours again" in one.subject]
    assert f"/join/{join_token(held.pk, 0)}" in kept
    assert not any(word in kept.lower() for word in ("$", "refund", "bank"))
    stripe_server.decide_dispute(dispute["id"], "won")
    settle(purchase=Purchase.objects.get())
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert Purchase.objects.get().state == "refunded"
    # Once for each time it ended, though it ends in two steps.
    assert told()[2:] == ["Your seat has been canceled"]
    assert opens() == 403
