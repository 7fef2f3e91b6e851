"""The board: every kind of mismatch appears on it, and each repair makes it go away."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import AuditEntry
from frontrow.backoffice.reconciliation.board import count_issues
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.messaging.models import Message
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.models import (
    AccountInvitation,
    Enrolment,
    Movement,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    Refund,
    RefundLine,
    StripeEvent,
)
from frontrow.sales.reconciliation.invariants import (
    STILL_MOVING,
    look_at_classes_long_over,
    violations,
)
from frontrow.sales.reconciliation.sweep import compare_with_provider
from frontrow.sales.settlement.settling import settle
from tests.catalogue.desk import Desk
from tests.factories import (
    MovementFactory,
    RefundFactory,
    StripeEventFactory,
    enrolment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.fakes.stripe import SITE, StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    sign_in_recently(desk.client, desk.admin)
    return desk


def board(desk: Desk) -> list[tuple[str, str]]:
    return [(row["title"], row["repair"]) for row in desk.get("reconciliation")["rows"]]


def mend(desk: Desk, title: str, note: str = "") -> Any:
    """Press the button of the one row with that title."""
    [row] = [row for row in desk.get("reconciliation")["rows"] if row["title"] == title]
    return desk.call("POST", "reconciliation/repair", {"key": row["key"], "note": note})


def is_green(desk: Desk) -> bool:
    return desk.get("reconciliation") == {"rows": [], "total": 0} and violations() == []


def bought(stripe_server: StripeServer, **bootcamp: Any) -> Purchase:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp(**bootcamp).pk)
    run_jobs()
    return purchase


def test_a_sale_that_went_well_leaves_the_board_green(
    desk: Desk, stripe_server: StripeServer
) -> None:
    Message.objects.all().delete()
    Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    make_purchase(user=make_user(is_demo=True))
    assert is_green(desk)


def test_the_strip_knows_how_many_there_are_without_looking_for_them(desk: Desk) -> None:
    """It is as old as the last look, at most five minutes, and the board is such a look."""
    for number in range(2):
        open_break(kind="unknown_payment", payment_intent_id=f"pi_{number}", purchase_id=None)
    assert desk.get("summary")["issues"] == 0
    count_issues.func(timestamp=0)
    with CaptureQueriesContext(connection) as seen:
        assert desk.get("summary")["issues"] == 2
    assert not [one for one in seen if "violations_between" in one["sql"]]
    ReconciliationBreak.objects.filter(payment_intent_id="pi_0").update(resolved_at=from_now())
    assert desk.get("summary")["issues"] == 2
    assert len(board(desk)) == 1
    assert desk.get("summary")["issues"] == 1


def test_paid_without_a_seat_gets_one(desk: Desk, stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    seats_of(purchase).update(enrolment_id=None)
    assert board(desk) == [("Paid without a seat", "Give a seat or refund")]
    assert mend(desk, "Paid without a seat") == (
        200,
        {"message": "The seat has been given.", "isMended": True},
    )
    assert seats_of(purchase).count() == 1
    assert is_green(desk)
    entry = AuditEntry.objects.get(action="repaired mismatch")
    assert (entry.subject_id, entry.details) == (
        str(purchase.pk),
        {"kind": "completed without all its seats", "mended": True},
    )


def test_paid_without_a_seat_and_none_to_be_had_gets_the_money_back(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server, max_seats=1)
    seats_of(purchase).update(enrolment_id=None)
    assert purchase.bootcamp
    other = make_purchase(bootcamp=purchase.bootcamp, user=make_user(is_demo=True))
    status, answer = mend(desk, "Paid without a seat")
    assert (status, answer) == (
        200,
        {
            "message": "Beginner Bootcamp is sold out. The refund is on its way.",
            "isMended": True,
        },
    )
    assert Purchase.objects.get(pk=purchase.pk).state == "refunded"
    assert stripe_server.ledger()["totals"]["refunded"] == 99_500
    assert seats_of(other).get() == Seat.objects.get()
    assert is_green(desk)


def test_a_missing_seat_waits_for_the_dispute_over_its_payment(
    desk: Desk, stripe_server: StripeServer
) -> None:
    """What the bank holds comes back if the dispute is won, and is refunded then."""
    purchase = bought(stripe_server, max_seats=1)
    seats_of(purchase).update(enrolment_id=None)
    assert purchase.bootcamp
    make_purchase(bootcamp=purchase.bootcamp, user=make_user(is_demo=True))
    intent = purchase.stripe_payment_intent_id or ""
    dispute = stripe_server.dispute(intent)
    settle(purchase=purchase)
    status, answer = mend(desk, "Paid without a seat")
    assert (status, answer["code"]) == (409, "payment_disputed"), answer
    assert purchase.enrolments.get().ended_at is None
    stripe_server.decide_dispute(dispute["id"], "won")
    settle(purchase=Purchase.objects.get(pk=purchase.pk))
    assert mend(desk, "Paid without a seat")[1]["isMended"] is True
    run_jobs()
    assert Purchase.objects.get(pk=purchase.pk).state == "refunded"
    assert stripe_server.ledger()["totals"]["refunded"] == 99_500
    assert violations() == []


def without_a_chair(seat: Enrolment) -> None:
    """Its chair is lost, and every other of the class is sold."""
    Seat.objects.filter(enrolment_id=seat.pk).update(enrolment_id=None)
    while Seat.objects.filter(bootcamp=seat.bootcamp, enrolment_id=None).exists():
        make_purchase(bootcamp=seat.bootcamp, user=make_user(is_demo=True))


def three_of_a_bundle(stripe_server: StripeServer) -> tuple[Purchase, list[Enrolment]]:
    members = [make_bootcamp(starts_at=from_now(days=10 + n), max_seats=2) for n in range(3)]
    bundle = make_bundle(bootcamps=members, price=Decimal(2000))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    run_jobs()
    return purchase, list(Enrolment.objects.filter(purchase=purchase).order_by("starts_at"))


def test_one_missing_seat_of_a_bundle_is_refunded_by_its_share_and_the_others_stay(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase, seats = three_of_a_bundle(stripe_server)
    Enrolment.objects.filter(pk=seats[1].pk).update(attended_at=from_now())
    without_a_chair(seats[0])
    status, answer = mend(desk, "Paid without a seat")
    assert (status, answer["isMended"]) == (200, True), answer
    live = Enrolment.objects.filter(purchase=purchase, ended_at=None)
    assert set(live) == {seats[1], seats[2]}
    assert stripe_server.ledger()["totals"]["refunded"] == int(seats[0].paid * 100)
    assert set(seats_of(purchase).values_list("enrolment_id", flat=True)) == {
        one.pk for one in live
    }
    assert violations() == []


def test_of_several_missing_seats_each_is_given_or_refunded_and_a_refund_on_its_way_is_awaited(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase, seats = three_of_a_bundle(stripe_server)
    Seat.objects.filter(enrolment_id=seats[0].pk).update(enrolment_id=None)
    for one in seats[1:]:
        without_a_chair(one)
    stripe_server.leave_refunds_pending()
    for _ in range(2):
        status, answer = mend(desk, "Paid without a seat")
        assert (status, "on its way" in answer["message"]) == (409, True), answer
        assert Refund.objects.get().gives_back == seats[1]
    assert Seat.objects.filter(enrolment_id=seats[0].pk).exists()
    for _ in range(2):
        run_jobs()
        stripe_server.settle_refunds()
        settle(purchase=Purchase.objects.get(pk=purchase.pk))
        if Refund.objects.count() == 1:
            assert mend(desk, "Paid without a seat")[0] == 200
    assert Enrolment.objects.filter(purchase=purchase, ended_at=None).get() == seats[0]
    gone = seats[1].paid + seats[2].paid
    assert stripe_server.ledger()["totals"]["refunded"] == int(gone * 100)
    assert violations() == []


def test_an_attended_class_is_never_ended_for_its_missing_seat(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase, seats = three_of_a_bundle(stripe_server)
    without_a_chair(seats[0])
    Enrolment.objects.filter(pk=seats[0].pk).update(attended_at=from_now())
    Bootcamp.objects.filter(pk=seats[0].bootcamp_id).update(
        starts_at=from_now(hours=-2), ends_at=from_now(hours=-1)
    )
    status, answer = mend(desk, "Paid without a seat")
    assert (status, answer["isMended"]) == (200, False)
    assert "was attended" in answer["message"]
    assert (Refund.objects.count(), purchase.enrolments.filter(ended_at=None).count()) == (0, 3)
    # Once there is a seat it is theirs, although the class has begun.
    with transaction.atomic():
        Bootcamp.objects.filter(pk=seats[0].bootcamp_id).update(max_seats=3)
        match_seats_to_capacity(bootcamp=Bootcamp.objects.get(pk=seats[0].bootcamp_id))
    assert mend(desk, "Paid without a seat")[1]["message"] == "The seat has been given."
    assert Seat.objects.filter(enrolment_id=seats[0].pk).exists()


def test_a_seat_kept_by_what_came_to_nothing_is_freed(desk: Desk) -> None:
    purchase = make_purchase()
    Purchase.objects.update(state="failed")
    assert board(desk) == [("Seat without payment", "Free the seat")]
    assert mend(desk, "Seat without payment")[0] == 200
    assert not seats_of(purchase).exists()
    assert is_green(desk)


def test_shares_that_do_not_add_up_are_shared_out_again(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    Enrolment.objects.update(paid=Decimal("1.00"))
    assert board(desk) == [("Shares don't add up", "Recalculate shares")]
    assert mend(desk, "Shares don't add up")[0] == 200
    assert enrolment_of(purchase).paid == purchase.total_amount
    assert is_green(desk)


def test_a_refund_whose_parts_do_not_add_up_is_split_again(desk: Desk) -> None:
    purchase = make_purchase(state=PurchaseState.REFUNDED)
    RefundLine.objects.update(amount=Decimal("1.00"))
    assert board(desk) == [("Refund not split by bootcamp", "Recalculate the split")]
    assert mend(desk, "Refund not split by bootcamp")[0] == 200
    assert RefundLine.objects.get().amount == purchase.total_amount
    assert is_green(desk)


def test_a_bootcamp_refunded_too_much_is_evened_out(desk: Desk) -> None:
    members = [make_bootcamp(), make_bootcamp()]
    make_purchase(
        bundle=make_bundle(bootcamps=members, price=Decimal(100)), refunded_amount=Decimal(60)
    )
    keeps, gives = RefundLine.objects.order_by("enrolment")
    gives.delete()
    RefundLine.objects.filter(pk=keeps.pk).update(amount=60)
    found = ("Bootcamp refunded too much", "Split the refunds again")
    assert found in board(desk)
    assert mend(desk, "Bootcamp refunded too much")[0] == 200
    assert list(RefundLine.objects.values_list("amount", flat=True)) == [30, 30]
    assert found not in board(desk)


def test_a_seat_that_nobody_bought_is_freed(desk: Desk, stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    stray = Seat.objects.filter(bootcamp=make_bootcamp(name="Other")).first()
    assert stray
    seats_of(purchase).update(enrolment_id=None)
    Seat.objects.filter(pk=stray.pk).update(enrolment_id=enrolment_of(purchase).pk)
    titles = [title for title, _ in board(desk)]
    assert "Seat outside the purchase" in titles
    assert mend(desk, "Seat outside the purchase")[0] == 200
    # Its own bootcamp's seat is missing now, and given back.
    [(title, _)] = board(desk)
    assert mend(desk, title)[0] == 200
    assert seats_of(purchase).get().bootcamp == purchase.bootcamp
    assert is_green(desk)


def test_completed_and_not_told_is_told(desk: Desk, stripe_server: StripeServer) -> None:
    bought(stripe_server)
    Message.objects.filter(category="REGISTRATION_CONFIRM").delete()
    assert board(desk) == [("Confirmation not sent", "Send the confirmation")]
    assert mend(desk, "Confirmation not sent") == (
        200,
        {"message": "The confirmation is on its way to ada@example.test.", "isMended": True},
    )
    email = Message.objects.get(category="REGISTRATION_CONFIRM")
    assert email.dedupe_key == f"confirmed:{Purchase.objects.get().pk}"
    assert is_green(desk)


def test_a_guest_never_invited_is_invited(desk: Desk, stripe_server: StripeServer) -> None:
    bought(stripe_server)
    AccountInvitation.objects.all().delete()
    assert board(desk) == [("Guest without an invitation", "Send an invitation")]
    assert mend(desk, "Guest without an invitation")[0] == 200
    assert AccountInvitation.objects.get().status == "sent"
    assert Message.objects.filter(category="INVITATION").count() == 1
    assert is_green(desk)


@pytest.mark.parametrize("category", ["REGISTRATION_CONFIRM", "WELCOME"])
def test_a_message_that_was_not_delivered_is_sent_again(
    desk: Desk, stripe_server: StripeServer, category: str
) -> None:
    bought(stripe_server)
    Message.objects.filter(category=category).update(
        status="FAILED", error_message="Mailbox full", sealed_link="", sent_at=None
    )
    [row] = desk.get("reconciliation")["rows"]
    assert row["title"] == "Message not delivered"
    assert row["detail"].endswith("to ada@example.test: Mailbox full")
    assert mend(desk, "Message not delivered")[0] == 200
    again = Message.objects.filter(category=category).order_by("pk").last()
    assert again is not None
    assert again.status == "PENDING"
    assert is_green(desk)


def test_a_double_payment_is_given_back(desk: Desk, stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    stripe_server.pay(amount=99_500, metadata={"purchase_id": str(purchase.pk), "site": SITE})
    compare_with_provider(timestamp=0)
    assert ReconciliationBreak.objects.count() == 1
    assert board(desk) == [("Double payment", "Refund the second payment")]
    assert mend(desk, "Double payment") == (
        200,
        {"message": "The refund is on its way.", "isMended": True},
    )
    assert stripe_server.ledger()["totals"] == {
        **stripe_server.ledger()["totals"],
        "captured": 199_000,
        "refunded": 99_500,
    }
    assert Purchase.objects.get().state == "completed"
    assert is_green(desk)


def test_a_payment_nobody_knows_is_only_closed_with_a_note(
    desk: Desk, stripe_server: StripeServer
) -> None:
    ReconciliationBreak.objects.create(kind="unknown_payment", payment_intent_id="pi_strange")
    assert board(desk) == [("Payment with no matching order", "Dismiss")]
    status, answer = mend(desk, "Payment with no matching order")
    assert (status, answer["fields"]) == (422, {"note": "Enter a note."})
    status, answer = mend(desk, "Payment with no matching order", "Belongs to the other shop.")
    assert (status, answer) == (200, {"message": "Dismissed.", "isMended": True})
    closed = ReconciliationBreak.objects.get()
    assert (closed.resolved_by, closed.details["note"]) == (
        desk.admin,
        "Belongs to the other shop.",
    )
    assert is_green(desk)


def test_a_seat_the_provider_says_was_never_paid_is_taken_back(
    desk: Desk, stripe_server: StripeServer
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get(stripe_payment_intent_id=intent)
    seat = Seat.objects.first()
    assert seat
    Seat.objects.filter(pk=seat.pk).update(enrolment_id=enrolment_of(purchase).pk)
    Purchase.objects.update(state="completed", completed_at=from_now())
    settle(purchase=Purchase.objects.get())
    assert "Seat without payment" in [title for title, _ in board(desk)]
    assert mend(desk, "Seat without payment")[0] == 200
    assert Purchase.objects.get().state == "failed"
    assert not Seat.objects.filter(enrolment_id__isnull=False).exists()
    assert is_green(desk)


def test_a_refund_the_bank_sent_back_is_asked_for_again(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    desk.done("POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00"})
    run_jobs()
    made = Refund.objects.get().stripe_refund_id
    assert made
    stripe_server.settle_refund(made, "failed")
    settle(purchase=Purchase.objects.get())
    assert board(desk) == [("Refund failed", "Refund again")]
    assert mend(desk, "Refund failed") == (
        200,
        {"message": "The refund has been asked for again.", "isMended": True},
    )
    run_jobs()
    stripe_server.settle_refunds()
    settle(purchase=Purchase.objects.get())
    assert Purchase.objects.get().state == "refunded"
    assert Refund.objects.filter(status="succeeded").count() == 1
    assert is_green(desk)


def test_what_is_stuck_is_settled(desk: Desk, stripe_server: StripeServer) -> None:
    purchase = bought(stripe_server)
    RefundFactory.create(purchase=purchase)
    Purchase.objects.update(state="refunding", state_since=from_now(minutes=-16))
    assert board(desk) == [("Payment stuck in progress", "Check now")]
    assert mend(desk, "Payment stuck in progress") == (
        200,
        {"message": "Asked the provider again: the purchase is refunded.", "isMended": True},
    )
    assert is_green(desk)


def test_an_event_nobody_handled_is_handled(desk: Desk, stripe_server: StripeServer) -> None:
    event = StripeEventFactory.create(object_id="pi_unheard_of")
    StripeEvent.objects.update(received_at=from_now(minutes=-6))
    assert board(desk) == [("Provider update not processed", "Process it now")]
    assert mend(desk, "Provider update not processed")[0] == 200
    event.refresh_from_db()
    assert event.handled_at is not None
    assert is_green(desk)


def test_more_refunded_than_paid_follows_the_provider(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    for _ in range(2):
        MovementFactory.create(purchase=purchase, kind="refund", amount=Decimal("-600.00"))
    Purchase.objects.update(refunded_amount=Decimal("995.00"))
    assert board(desk) == [("More refunded than paid", "Copy the provider's refunds")]
    assert mend(desk, "More refunded than paid")[0] == 200
    backs = Movement.objects.filter(kind="refund")
    assert set(backs.values_list("status", flat=True)) == {"failed"}
    assert Purchase.objects.get().refunded_amount == 0
    assert is_green(desk)


def test_too_few_seats_are_added(desk: Desk) -> None:
    bootcamp = make_bootcamp(max_seats=3)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE seats DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM seats WHERE bootcamp_id = %s AND number = 3", [bootcamp.pk])
        cursor.execute("ALTER TABLE seats ENABLE TRIGGER USER")
    assert board(desk) == [("Seat count doesn't match", "Match the capacity")]
    assert mend(desk, "Seat count doesn't match")[0] == 200
    assert Seat.objects.count() == 3
    assert is_green(desk)


def test_what_still_disagrees_stays_on_the_board(desk: Desk, stripe_server: StripeServer) -> None:
    bought(stripe_server)
    Purchase.objects.update(total_amount=Decimal("900.00"))
    Enrolment.objects.update(paid=Decimal("900.00"))
    settle(purchase=Purchase.objects.get())
    row = ("Payment doesn't match the order", "Check again")
    assert board(desk) == [row]
    status, answer = mend(desk, row[0])
    assert (status, answer["message"]) == (
        409,
        "It isn't fixed yet. Check the payment in the provider's dashboard.",
    )
    assert board(desk) == [row]
    Purchase.objects.update(total_amount=Decimal("995.00"))
    Enrolment.objects.update(paid=Decimal("995.00"))
    assert mend(desk, row[0])[0] == 200
    assert is_green(desk)


def test_a_payment_that_did_not_fit_and_was_called_off_is_owed_to_nobody(
    desk: Desk, stripe_server: StripeServer
) -> None:
    intent = Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    Purchase.objects.update(total_amount=Decimal("1.00"))
    Enrolment.objects.update(paid=Decimal("1.00"))
    settle(purchase=Purchase.objects.get())
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert mend(desk, "Payment doesn't match the order") == (
        200,
        {
            "message": "Nothing is owed: the payment was canceled or refunded.",
            "isMended": True,
        },
    )
    assert is_green(desk)


def test_a_payment_the_provider_does_not_know_is_closed_by_a_person(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    Purchase.objects.update(stripe_payment_intent_id="pi_of_another_account")
    settle(purchase=Purchase.objects.get())
    assert board(desk) == [("Payment missing at the provider", "Dismiss")]
    assert mend(desk, "Payment missing at the provider")[0] == 422
    assert mend(desk, "Payment missing at the provider", "Paid in the old account.")[0] == 200
    assert seats_of(purchase).count() == 1
    assert is_green(desk)


def test_a_refund_of_what_was_never_paid_ends_with_nothing_refunded(
    desk: Desk, stripe_server: StripeServer
) -> None:
    intent = Shopper(stripe_server).session(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get(stripe_payment_intent_id=intent)
    RefundFactory.create(purchase=purchase)
    Purchase.objects.update(
        state="refunding", completed_at=from_now(), state_since=from_now(minutes=-16)
    )
    settle(purchase=Purchase.objects.get())
    assert sorted(title for title, _ in board(desk)) == [
        "Refund of an unpaid purchase",
        "Refund refused",
    ]
    assert mend(desk, "Refund of an unpaid purchase")[0] == 200
    assert Purchase.objects.get().state == "failed"
    # Nothing is owed any more.
    assert "Refund refused" not in dict(board(desk))
    assert Refund.objects.get().status == "declined"
    assert stripe_server.ledger()["totals"]["refunded"] == 0
    assert is_green(desk)


def test_a_repair_needs_a_recent_sign_in_and_a_mismatch_that_is_there(desk: Desk) -> None:
    make_purchase()
    Purchase.objects.update(state="failed")
    [row] = desk.get("reconciliation")["rows"]
    sign_in_recently(desk.client, desk.admin, seconds_ago=100_000)
    assert desk.call("POST", "reconciliation/repair", {"key": row["key"]})[0] == 403
    assert Seat.objects.filter(enrolment_id__isnull=False).count() == 1
    sign_in_recently(desk.client, desk.admin)
    status, answer = desk.call("POST", "reconciliation/repair", {"key": "found/none/1"})
    assert (status, answer["message"]) == (404, "This has already been fixed.")


def test_a_class_long_over_is_looked_at_by_night_and_not_at_every_look(desk: Desk) -> None:
    recent, old = (
        make_purchase(bootcamp=make_bootcamp(starts_at=from_now(days=-days)))
        for days in (STILL_MOVING.days - 1, STILL_MOVING.days + 1)
    )
    look_at_classes_long_over(timestamp=0)
    assert not ReconciliationBreak.objects.exists()
    seats_of(recent, old).update(enrolment_id=None)
    kind = "completed without all its seats"
    assert violations() == sorted([(kind, str(recent.pk)), (kind, str(old.pk))])
    found = [row["kind"] for row in desk.get("reconciliation")["rows"] if row["kind"] == kind]
    assert found == [kind]
    title = "Issue with a past class"
    assert title not in dict(board(desk))
    for _ in range(2):
        look_at_classes_long_over(timestamp=0)
    assert [row for row in board(desk) if row[0] == title] == [(title, "Dismiss")]
    assert ReconciliationBreak.objects.get().details == {"kinds": {kind: 1}}
    status, answer = mend(desk, title, note="Given a seat by hand.")
    assert (status, answer["isMended"]) == (200, True)
    assert title not in dict(board(desk))
