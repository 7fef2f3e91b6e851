"""One bootcamp of several is given back: its share, its seat and nothing else."""

from decimal import Decimal
from typing import Any

import pytest

from frontrow.accounts.models import AuditEntry
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.coaching.models import CoachingSession
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Message
from frontrow.sales.changes.changeable import changeable, why_it_stays
from frontrow.sales.ledger.refund_lines import spread_again
from frontrow.sales.models import (
    Certificate,
    Enrollment,
    Fact,
    HandOver,
    Purchase,
    PurchaseState,
    Refund,
    RefundLine,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.rebuilding import rebuild_purchases
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import from_now, make_admin, make_bootcamp, seats_of
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import seat_token
from tests.portal.student import Student, a_student, browser
from tests.sales.buying import Shopper
from tests.sales.giving_back import ask, buy_three, parts
from tests.sales.losing import lose
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)

# Of 2,995.00, by list price.
SHARES = ["747.81", "1123.60", "1123.59"]


@pytest.fixture
def student() -> Student:
    return a_student()


@pytest.fixture
def bought(stripe_server: StripeServer, student: Student) -> Purchase:
    return buy_three(stripe_server, student)


def entry(student: Student) -> Any:
    [entry] = student.get("user/billing").json()
    return entry


def test_the_share_is_shown_before_and_only_that_bootcamp_ends(
    student: Student, bought: Purchase, stripe_server: StripeServer
) -> None:
    first, second, third = parts(bought)
    shown = entry(student)["parts"]
    assert [part["amount"] for part in shown] == SHARES
    assert (shown[1]["stays"], shown[1]["refusal"]) == ("1871.40", "")
    answer = ask(student, bought, second)
    assert answer.status_code == 200, answer.content
    # Until the money is back everything is as it was, but the seat changes no more.
    assert answer.json()["message"].endswith(" is on its way to you.")
    assert why_it_stays(changeable().get(pk=second.pk)) == "This seat is being refunded."
    run_jobs()
    second.refresh_from_db()
    assert second.ended_because == "refunded"
    bought.refresh_from_db()
    assert (bought.state, bought.refunded_amount) == ("completed", Decimal(SHARES[1]))
    assert set(seats_of(bought).values_list("enrollment_id", flat=True)) == {first.pk, third.pk}
    hours = dict(CoachingSession.objects.values_list("enrollment_id", "status"))
    assert (hours[first.pk], hours[second.pk]) == ("pending", "canceled")
    [line] = RefundLine.objects.all()
    assert (line.enrollment, line.amount) == (second, Decimal(SHARES[1]))
    told = Message.objects.filter(category="REFUND").get()
    assert "your seat in Part 1 has ended" in told.content
    assert not Message.objects.filter(category="REFUND_REQUEST").exists()
    shown = entry(student)
    assert shown["refund"]["amount"] == "1871.40"
    assert shown["statusWords"] == "Part 1 returned: $1,123.60 refunded."
    assert [one["isReturned"] for one in shown["sessions"]] == [False, True, False]
    # Nobody is asked at once to buy again what they have just given back.
    [portal] = student.purchases()
    assert portal["givenBack"] == [second.bootcamp.course]
    assert student.get("user/upgrades").json() == []
    assert [one["missing"][0]["id"] for one in student.get("checkout").json()["upgrades"]] == [
        second.bootcamp_id
    ]
    assert violations() == []
    # Spread anew by a repair, the line stays where it was chosen.
    spread_again(purchase_id=bought.pk)
    assert RefundLine.objects.get().enrollment == second
    # The rest goes back whole, and then nothing is left.
    assert student.post(f"user/purchases/{bought.pk}/refund-request").status_code == 200
    run_jobs()
    row = stripe_server.ledger()["payment_intents"][bought.stripe_payment_intent_id]
    assert row["net"] == 0
    bought.refresh_from_db()
    assert bought.state == PurchaseState.REFUNDED
    assert violations() == []


def test_asked_twice_it_goes_back_once_and_the_last_one_goes_with_the_purchase(
    student: Student, bought: Purchase, stripe_server: StripeServer
) -> None:
    first, second, third = parts(bought)
    for _ in range(2):
        ask(student, bought, first)
    assert Refund.objects.count() == 1
    run_jobs()
    assert ask(student, bought, first).status_code == 404
    ask(student, bought, second)
    run_jobs()
    with pytest.raises(Conflict, match="the only bootcamp left"):
        request_refund(purchase_id=bought.pk, reason="admin", enrollment_id=third.pk)
    assert entry(student)["parts"] == []
    assert stripe_server.ledger()["payment_intents"][bought.stripe_payment_intent_id]["net"] == (
        299_500 - 74_781 - 112_360
    )
    assert violations() == []


def test_an_offer_of_a_seat_that_was_given_back_ends_and_forgets_its_address(
    student: Student, bought: Purchase
) -> None:
    first, second, _ = parts(bought)
    for seat, name in ((first, "fay"), (second, "kit")):
        to = {"name": name, "email": f"{name}@example.test"}
        assert student.post(f"user/seats/{seat.pk}/hand-over", to).status_code == 200
    assert ask(student, bought, first).status_code == 200
    run_jobs()
    offers = HandOver.objects.order_by("pk").values_list("state", "to_email", "to_name")
    assert list(offers) == [("void", "", ""), ("offered", "kit@example.test", "kit")]


def test_what_was_attended_or_is_not_due_any_more_stays(student: Student, bought: Purchase) -> None:
    first, second, _ = parts(bought)
    Enrollment.objects.filter(pk=first.pk).update(attended_at=from_now())
    answer = ask(student, bought, first)
    assert (answer.status_code, answer.json()["code"]) == (409, "no_refund_due")
    Bootcamp.objects.filter(pk=first.bootcamp_id).update(
        starts_at=from_now(days=-1, hours=-3), ends_at=from_now(days=-1)
    )
    assert ask(student, bought, second).status_code == 409, "a third is completed"
    assert Refund.objects.count() == 0
    assert a_student().post(f"user/purchases/{bought.pk}/refund-request").status_code == 404


def test_a_refused_refund_takes_nothing_away(
    student: Student, bought: Purchase, stripe_server: StripeServer
) -> None:
    stripe_server.leave_refunds_pending()
    first = parts(bought)[0]
    ask(student, bought, first)
    run_jobs()
    made = Refund.objects.get().stripe_refund_id or ""
    assert Enrollment.objects.filter(purchase=bought, ended_at=None).count() == 3
    stripe_server.settle_refund(made, "failed")
    settle(purchase=Purchase.objects.get(pk=bought.pk))
    run_jobs()
    assert Enrollment.objects.filter(purchase=bought, ended_at=None).count() == 3
    assert seats_of(bought).count() == 3
    assert CoachingSession.objects.filter(status="canceled").count() == 0
    assert violations() == []


def test_a_seat_that_was_handed_over_and_certified_ends_for_its_holder(
    student: Student, bought: Purchase
) -> None:
    seat = parts(bought)[2]
    Enrollment.objects.filter(pk=seat.pk).update(
        holder_email="fay@example.test", holder_name="Fay Friend"
    )
    Certificate.objects.create(
        code="ABCDEFGHJKLM",
        enrollment=seat,
        holder_name="Fay Friend",
        bootcamp_name=seat.name,
        starts_at=seat.starts_at,
        ends_at=seat.ends_at,
        timezone=seat.timezone,
    )
    request_refund(purchase_id=bought.pk, reason="admin", enrollment_id=seat.pk)
    run_jobs()
    assert Certificate.objects.get().revoked_at is not None
    [told] = Message.objects.filter(category="SEAT_ENDED")
    assert told.recipient == "fay@example.test"
    assert violations() == []


def test_the_desk_is_shown_both_sums_and_gives_back_exactly_what_was_shown(
    bought: Purchase, stripe_server: StripeServer
) -> None:
    desk = Student(make_admin(), browser())
    sign_in_recently(desk.client, desk.user)
    seat = parts(bought)[0]
    at = f"admin/purchases/{bought.pk}"
    seats = desk.get(at).json()["seats"]
    assert {(one["enrollmentId"], one["canGoBack"]) for one in seats} == {
        (one.pk, True) for one in parts(bought)
    }
    assert desk.get(f"{at}/refund-preview").status_code == 422
    shown = desk.get(f"{at}/refund-preview?enrollmentId={seat.pk}").json()
    assert (shown["amount"], shown["stays"]) == ("747.81", "2247.19")
    assert shown["effects"][0] == "$747.81 for Part 0 will be refunded to the card that paid."
    assert shown["effects"][1] == "$2,247.19 stays paid. The other seats won't change."
    wrong = desk.post(f"{at}/refund", {"amount": "700.00", "enrollmentId": seat.pk})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "changed_meanwhile")
    done = desk.post(f"{at}/refund", {"amount": "747.81", "enrollmentId": seat.pk})
    assert done.status_code == 200, done.content
    run_jobs()
    seat.refresh_from_db()
    assert seat.ended_because == "refunded"
    assert AuditEntry.objects.filter(action="refunded purchase").count() == 1
    assert stripe_server.ledger()["payment_intents"][bought.stripe_payment_intent_id]["net"] == (
        299_500 - 74_781
    )
    assert violations() == []


def test_after_a_restore_nobody_sits_where_they_gave_back(
    bought: Purchase, stripe_server: StripeServer
) -> None:
    gone = parts(bought)[0].bootcamp_id
    request_refund(purchase_id=bought.pk, reason="admin", enrollment_id=parts(bought)[0].pk)
    run_jobs()
    noted = stripe_server.intent(bought.stripe_payment_intent_id or "")["metadata"]
    assert noted["gone"] == "1"
    RefundLine.objects.all().delete()
    lose(bought)
    rebuild_purchases(since=from_now(minutes=-5))
    live = Enrollment.objects.filter(purchase_id=bought.pk, ended_at=None)
    assert gone not in live.values_list("bootcamp_id", flat=True)
    assert (live.count(), seats_of(bought).count()) == (2, 2)
    assert violations() == []


def test_a_difference_that_was_paid_is_rebuilt_and_gives_no_second_seat(
    stripe_server: StripeServer,
) -> None:
    before = make_bootcamp(starts_at=from_now(days=10), price=Decimal(995))
    after = make_bootcamp(starts_at=from_now(days=20), price=Decimal(1195))
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=before.pk)
    seat = Enrollment.objects.get(purchase=purchase)
    body = {"token": seat_token(seat.pk, 0), "bootcampId": after.pk}
    intent = shopper.post("seat/move-payment", body).json()["paymentIntentId"]
    stripe_server.confirm(intent)
    assert shopper.complete(intent).status_code == 200
    run_jobs()
    difference = Purchase.objects.get(stripe_payment_intent_id=intent)
    assert stripe_server.intent(intent)["metadata"]["moves"] == f"{purchase.pk} 1"
    Purchase.objects.filter(pk=difference.pk).update(pays_for_move=None)
    Seat.objects.update(enrollment_id=None)
    Fact.objects.exclude(enrollment=None).delete()
    Enrollment.objects.exclude(replaces=None).delete()
    lose(purchase, difference)
    assert rebuild_purchases(since=from_now(minutes=-5))["rebuilt"] == 2
    live = Enrollment.objects.get(ended_at=None)
    assert (live.purchase_id, live.bootcamp, live.price) == (purchase.pk, after, Decimal(1195))
    again = Purchase.objects.get(pk=difference.pk)
    assert (again.state, again.pays_for_move_id) == (PurchaseState.COMPLETED, live.pk)
    # Asked for, both go back as before.
    request_refund(purchase_id=purchase.pk, reason="admin")
    run_jobs()
    assert {row["net"] for row in stripe_server.ledger()["payment_intents"].values()} == {0}
    assert violations() == []
