"""A dearer date: the difference is paid first, and the seat moves once or not at all."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.test import Client

from frontrow.accounts.models import AuditEntry
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.messaging.models import Message
from frontrow.sales.changes.changeable import changeable, why_it_stays
from frontrow.sales.changes.handing_over import why_not_handed_over
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.checkout.completing import CANCEL_AFTER
from frontrow.sales.models import (
    Enrollment,
    Movement,
    Purchase,
    PurchaseState,
    Refund,
    StripeEvent,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.stripe_events import TELLING
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement import settling
from frontrow.sales.settlement.settling import settle
from tests.accounts.together import take_locks_away
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import seat_token
from tests.lock_waits import begun_beside
from tests.portal.student import a_student
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

DECLINED_CARD = "4000000000000002"
BEFORE, AFTER = Decimal("995.00"), Decimal("1195.00")


@dataclass
class Moving:
    """Somebody with a seat, and a date that costs 200.00 more."""

    server: StripeServer
    shopper: Shopper
    purchase: Purchase
    before: Bootcamp
    after: Bootcamp

    @property
    def seat(self) -> Enrollment:
        return Enrollment.objects.get(purchase=self.purchase, ended_at=None)

    def ask(self, shopper: Shopper | None = None, to: Bootcamp | None = None) -> Any:
        token = seat_token(self.seat.pk, 0)
        body = {"token": token, "bootcampId": (to or self.after).pk}
        return (shopper or self.shopper).post("seat/move-payment", body)

    def session(self, shopper: Shopper | None = None) -> str:
        answer = self.ask(shopper)
        assert answer.status_code == 200, answer.content
        return str(answer.json()["paymentIntentId"])

    def pay(self, shopper: Shopper | None = None) -> str:
        """Everything up to the card's yes."""
        intent = self.session(shopper)
        assert (shopper or self.shopper).hold(intent).status_code == 200
        assert self.server.confirm(intent)["status"] == "requires_capture"
        return intent

    def difference(self, intent: str) -> Purchase:
        return Purchase.objects.get(stripe_payment_intent_id=intent)

    def make_room(self, seats: int) -> None:
        self.after.max_seats = seats
        with transaction.atomic():
            self.after.save()
            match_seats_to_capacity(bootcamp=self.after)

    def seats(self) -> list[int]:
        kept = Seat.objects.exclude(enrollment_id=None).filter(held_until=None)
        return [kept.filter(bootcamp=each).count() for each in (self.before, self.after)]

    def has_moved_once(self) -> bool:
        """Moved, paid, and told; all of it once."""
        chain = Enrollment.objects.filter(purchase=self.purchase)
        told = Message.objects.filter(category="SEAT_MOVED").count()
        paid = Movement.objects.exclude(purchase=self.purchase).values_list("amount", flat=True)
        return (self.seat.bootcamp, chain.count(), told, list(paid), self.seats()) == (
            *(self.after, 2, 1, [Decimal("200.00")], [0, 1]),
        )

    def has_not_moved(self, intent: str) -> bool:
        """Where it was, and nothing was charged."""
        ledger = self.server.ledger()["payment_intents"][intent]
        chain = Enrollment.objects.filter(purchase=self.purchase)
        return (self.seat.bootcamp, chain.count(), ledger["captured"]) == (self.before, 1, 0)


@pytest.fixture
def moving(stripe_server: StripeServer) -> Moving:
    before = make_bootcamp(starts_at=from_now(days=10), price=BEFORE, max_seats=4)
    after = make_bootcamp(starts_at=from_now(days=20), price=AFTER, max_seats=1)
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=before.pk)
    run_jobs()
    return Moving(stripe_server, shopper, purchase, before, after)


def another(server: StripeServer, number: int = 9) -> Shopper:
    return Shopper(server, email=f"other{number}@example.test", address=f"10.9.{number}.1")


def test_the_seat_moves_when_the_difference_is_paid_and_not_before(moving: Moving) -> None:
    first = moving.seat
    intent = moving.pay()
    assert moving.seat == first
    answer = moving.shopper.complete(intent)
    assert (answer.status_code, answer.json()["status"]) == (200, "completed"), answer.content
    bought = answer.json()["purchase"]
    assert (bought["isMove"], bought["totalAmount"]) == (True, "200.00")
    assert bought["bootcamp"]["seatNumber"] == 1
    assert moving.has_moved_once()
    assert (moving.seat.replaces, moving.seat.price, moving.seat.paid) == (first, AFTER, Decimal(0))
    paid = moving.difference(intent).enrollments.get()
    assert (paid.ended_because, paid.paid) == ("paid move", Decimal("200.00"))
    moving.purchase.refresh_from_db()
    assert (moving.purchase.total_amount, moving.purchase.bootcamp) == (BEFORE, moving.after)
    told = Message.objects.get(category="SEAT_MOVED")
    assert "Price difference" in told.content
    assert "$200.00" in told.content
    # Told again, by whomever, it stays as it is.
    assert moving.shopper.complete(intent).status_code == 200
    settle(purchase=moving.difference(intent))
    settle(purchase=Purchase.objects.get(pk=moving.purchase.pk))
    run_jobs()
    assert moving.has_moved_once()
    assert violations() == []
    # Paid for once: another date of that price costs nothing more.
    same = make_bootcamp(starts_at=from_now(days=30), price=AFTER)
    assert moving.ask(to=same).json()["message"].startswith("Moving to this date costs nothing")
    move_seat(enrollment_id=moving.seat.pk, bootcamp_id=same.pk, theirs=Q(), mover=Mover())
    assert violations() == []


def test_signed_in_the_portal_leads_to_the_same_payment(stripe_server: StripeServer) -> None:
    student = a_student()
    shopper = Shopper(stripe_server, email=student.user.email, client=student.client)
    before = make_bootcamp(starts_at=from_now(days=10), price=BEFORE)
    after = make_bootcamp(starts_at=from_now(days=20), price=AFTER)
    purchase = shopper.buy(bootcamp=before.pk)
    seat = Enrollment.objects.get(purchase=purchase)
    path = f"user/seats/{seat.pk}/move-payment"
    answer = student.post(path, {"bootcampId": after.pk})
    assert (answer.status_code, answer.json()["totalAmount"]) == (200, "200.00")
    intent = answer.json()["paymentIntentId"]
    stripe_server.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    # Written down as a move that costs nothing is, with the payment.
    entry = AuditEntry.objects.get(action="moved seat")
    paid_by = Purchase.objects.get(stripe_payment_intent_id=intent)
    assert (entry.actor_id, entry.subject_id) == (student.user.pk, str(purchase.pk))
    assert entry.details == {"bootcamp": after.pk, "paid_by": paid_by.pk}
    settle(purchase=paid_by)
    assert AuditEntry.objects.filter(action="moved seat").count() == 1
    # One purchase in the portal, with the seat where it is; two lines in the billing.
    [shown] = student.purchases()
    assert [item["id"] for item in shown["items"]] == [after.pk]
    paid_more, bought = student.get("user/billing").json()
    assert (paid_more["totalAmount"], bought["totalAmount"]) == ("200.00", "995.00")
    assert paid_more["packageName"].startswith("Price difference: ")
    assert "together with the seat" in paid_more["refund"]["words"]
    assert (paid_more["refund"]["covered"], bought["refund"]["amount"]) == (False, "1195.00")
    receipt = student.get(f"user/purchases/{paid_more['id']}/receipt").json()
    assert [line["amount"] for line in receipt["lines"]] == ["200.00"]
    refused = student.post(f"user/purchases/{paid_more['id']}/refund-request")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_refund_due")
    # Asked for the seat, both payments go back.
    asked = student.post(f"user/purchases/{bought['id']}/refund-request")
    assert asked.status_code == 200, asked.content
    run_jobs()
    assert {row["net"] for row in stripe_server.ledger()["payment_intents"].values()} == {0}
    assert set(Purchase.objects.values_list("state", flat=True)) == {"refunded"}
    assert violations() == []


def test_somebody_elses_seat_and_a_cheaper_date_are_nothing_to_pay_for(moving: Moving) -> None:
    stranger = a_student()
    path = f"user/seats/{moving.seat.pk}/move-payment"
    assert stranger.post(path, {"bootcampId": moving.after.pk}).status_code == 404
    cheaper = make_bootcamp(starts_at=from_now(days=30), price=Decimal("795.00"))
    assert moving.ask(to=cheaper).status_code == 409
    gift = make_purchase(bootcamp=moving.before, is_complimentary=True, total_amount=0)
    token = seat_token(Enrollment.objects.get(purchase=gift).pk, 0)
    answer = moving.shopper.post(
        "seat/move-payment", {"token": token, "bootcampId": moving.after.pk}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "seat_cannot_move")


def test_a_declined_card_leaves_the_seat_where_it_is(moving: Moving) -> None:
    intent = moving.session()
    assert moving.shopper.hold(intent).status_code == 200
    moving.server.confirm(intent, DECLINED_CARD)
    assert moving.shopper.complete(intent).json()["code"] == "not_charged"
    assert moving.has_not_moved(intent)
    # Another card, the same payment.
    assert moving.session() == intent
    moving.server.confirm(intent)
    assert moving.shopper.complete(intent).json()["status"] == "completed"
    assert moving.has_moved_once()


def hear_by_webhook(moving: Moving) -> None:
    browser = Client()
    for event in moving.server.events(*TELLING):
        assert moving.server.deliver(browser, event).status_code == 200
    run_jobs()


def hear_by_sweep(moving: Moving) -> None:
    Purchase.objects.update(
        state_since=from_now(minutes=-2),
        terms_accepted_at=F("terms_accepted_at") - (from_now() - from_now(minutes=-1)),
    )
    StripeEvent.objects.all().delete()
    sweep_unfinished(timestamp=0)
    run_jobs()


@pytest.mark.parametrize("hear", [hear_by_webhook, hear_by_sweep])
def test_a_browser_that_is_gone_changes_nothing(
    hear: Callable[[Moving], None], moving: Moving
) -> None:
    moving.pay()
    hear(moving)
    assert moving.has_moved_once()
    hear(moving)
    assert moving.has_moved_once()
    assert violations() == []


def test_a_buyer_who_takes_the_last_seat_meanwhile_leaves_the_mover_where_they_were(
    moving: Moving,
) -> None:
    intent = moving.session()
    # Without the Pay click there is no hold, and the buyer's card is faster.
    another(moving.server).buy(bootcamp=moving.after.pk)
    moving.server.confirm(intent)
    answer = moving.shopper.complete(intent)
    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    run_jobs(within=CANCEL_AFTER)
    assert moving.has_not_moved(intent)
    assert moving.server.intent(intent)["status"] == "canceled"
    assert violations() == []


def test_control_with_the_hold_of_the_pay_click_the_buyer_gets_no_seat(moving: Moving) -> None:
    moving.make_room(3)
    intent = moving.pay()
    for number in range(2):
        another(moving.server, number).buy(bootcamp=moving.after.pk)
    late = another(moving.server, 8)
    assert late.ask_session(bootcamp=moving.after.pk).json()["code"] == "seat_held"
    assert moving.shopper.complete(intent).json()["status"] == "completed"
    assert moving.seat.bootcamp == moving.after


def test_two_tabs_pay_one_difference(moving: Moving) -> None:
    assert moving.session() == moving.session()
    intent = moving.pay()
    outcomes = all_at_once([lambda: moving.shopper.complete(intent).status_code] * 4)
    assert outcomes == [200] * 4
    run_jobs()
    assert moving.has_moved_once()


def two_cards(moving: Moving) -> list[str]:
    """Two browsers, each with its own card's yes for one move; there are seats for both."""
    moving.make_room(2)
    return [moving.pay(), moving.pay(another(moving.server))]


def settle_at_once(moving: Moving, intents: list[str]) -> list[Any]:
    return all_at_once(
        [lambda intent=each: settle(purchase=moving.difference(intent)) for each in intents]  # type: ignore[misc]
    )


def test_of_two_cards_for_one_move_one_is_charged(moving: Moving) -> None:
    intents = two_cards(moving)
    settle_at_once(moving, intents)
    run_jobs()
    captured = [moving.server.ledger()["payment_intents"][intent]["captured"] for intent in intents]
    assert sorted(captured) == [0, 20_000]
    assert moving.has_moved_once()
    [late] = Purchase.objects.filter(state=PurchaseState.FAILED)
    assert late.cancel_reason == "replaced"
    refused = moving.shopper.complete(late.stripe_payment_intent_id or "", clientSecret="")
    assert refused.status_code in {404, 409}
    assert violations() == []


def test_control_without_the_look_at_the_seat_the_database_refuses_the_second(
    moving: Moving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "can_still_move", lambda payment_for: True)
    outcomes = settle_at_once(moving, two_cards(moving))
    assert any(isinstance(one, IntegrityError) for one in outcomes), outcomes


def test_a_seat_that_changed_meanwhile_is_not_moved_and_nobody_is_charged(moving: Moving) -> None:
    intent = moving.pay()
    free = make_bootcamp(starts_at=from_now(days=30), price=BEFORE)
    move_seat(enrollment_id=moving.seat.pk, bootcamp_id=free.pk, theirs=Q(), mover=Mover())
    answer = moving.shopper.complete(intent)
    assert (answer.status_code, answer.json()["code"]) == (409, "seat_cannot_move")
    assert "You haven't been charged" in answer.json()["message"]
    run_jobs()
    assert moving.server.intent(intent)["status"] == "canceled"
    assert (moving.seat.bootcamp, moving.seats()) == (free, [0, 0])
    assert violations() == []


@pytest.mark.parametrize("meanwhile", ["attended", "started"])
def test_no_money_is_taken_to_move_a_seat_whose_class_was_attended_or_began_meanwhile(
    moving: Moving, meanwhile: str
) -> None:
    intent = moving.pay()
    if meanwhile == "attended":
        Enrollment.objects.filter(pk=moving.seat.pk).update(attended_at=from_now())
    else:
        Bootcamp.objects.filter(pk=moving.before.pk).update(starts_at=from_now(minutes=-1))
    answer = moving.shopper.complete(intent)
    assert (answer.status_code, answer.json()["code"]) == (409, "seat_cannot_move")
    run_jobs()
    assert moving.has_not_moved(intent)
    assert moving.server.intent(intent)["status"] == "canceled"


def test_while_the_money_is_being_taken_nothing_else_changes_the_seat(moving: Moving) -> None:
    intent = moving.pay()
    Purchase.objects.filter(stripe_payment_intent_id=intent).update(state="capturing")
    seat = changeable().get(pk=moving.seat.pk)
    words = "A payment to move this seat is being completed."
    assert (why_it_stays(seat), why_not_handed_over(seat)) == (words, words)


def test_money_taken_for_a_move_that_cannot_be_made_goes_back(moving: Moving) -> None:
    intent = moving.pay()
    # Captured by a hand at the provider, while the buyer had all of the purchase refunded.
    request_refund(purchase_id=moving.purchase.pk, reason="admin")
    moving.server.call("POST", f"/v1/payment_intents/{intent}/capture")
    settle(purchase=moving.difference(intent))
    run_jobs()
    assert moving.difference(intent).state == PurchaseState.REFUNDED
    assert moving.server.ledger()["payment_intents"][intent]["net"] == 0
    assert violations() == []


def test_a_difference_that_a_bank_disputes_stays_when_its_seat_is_refunded(moving: Moving) -> None:
    intent = moving.pay()
    assert moving.shopper.complete(intent).status_code == 200
    moving.server.dispute(intent)
    settle(purchase=moving.difference(intent))
    request_refund(purchase_id=moving.purchase.pk, reason="admin")
    assert list(Refund.objects.values_list("purchase", "amount")) == [(moving.purchase.pk, BEFORE)]
    run_jobs()
    moving.purchase.refresh_from_db()
    assert (moving.purchase.state, moving.difference(intent).state) == ("refunded", "completed")
    assert violations() == []


def refunded_beside_its_difference(moving: Moving) -> BaseException | None:
    """The seat goes back while the desk is about to give back its difference alone."""
    intent = moving.pay()
    assert moving.shopper.complete(intent).status_code == 200
    with transaction.atomic():
        request_refund(purchase_id=moving.difference(intent).pk, reason="goodwill")
        asking = begun_beside(
            lambda: request_refund(purchase_id=moving.purchase.pk, reason="admin")
        )
    error = asking.exception(timeout=60)
    run_jobs()
    assert moving.server.ledger()["payment_intents"][intent]["net"] == 0
    return error


def test_a_difference_that_is_being_refunded_alone_is_not_refunded_with_its_seat(
    moving: Moving,
) -> None:
    assert refunded_beside_its_difference(moving) is None
    assert sorted(Refund.objects.values_list("amount", "status")) == [
        (Decimal("200.00"), "succeeded"),
        (BEFORE, "succeeded"),
    ]
    assert violations() == []


def test_control_without_the_lock_the_seat_is_not_refunded(
    moving: Moving, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_locks_away(monkeypatch)
    assert isinstance(refunded_beside_its_difference(moving), IntegrityError)
    assert Refund.objects.get().amount == Decimal("200.00")


def test_a_member_of_a_bundle_moves_to_a_dearer_date_alone(stripe_server: StripeServer) -> None:
    members = [make_bootcamp(starts_at=from_now(days=10 + day), price=BEFORE) for day in range(2)]
    after = make_bootcamp(starts_at=from_now(days=20), price=AFTER)
    shopper = Shopper(stripe_server)
    bundle = make_bundle(bootcamps=members, price=Decimal(1500))
    purchase = shopper.buy(bundle=bundle.pk)
    seat = purchase.enrollments.get(bootcamp=members[0])
    body = {"token": seat_token(seat.pk, 0), "bootcampId": after.pk}
    intent = shopper.post("seat/move-payment", body).json()["paymentIntentId"]
    stripe_server.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    live = Enrollment.objects.filter(purchase=purchase, ended_at=None)
    assert set(live.values_list("bootcamp_id", flat=True)) == {members[1].pk, after.pk}
    # Given back alone, its share and the difference go back together.
    request_refund(
        purchase_id=purchase.pk, reason="admin", enrollment_id=live.get(bootcamp=after).pk
    )
    run_jobs()
    assert list(live.values_list("bootcamp_id", flat=True)) == [members[1].pk]
    rows = stripe_server.ledger()["payment_intents"]
    assert rows[intent]["net"] == 0
    assert rows[purchase.stripe_payment_intent_id]["net"] == 75_000
    assert violations() == []
