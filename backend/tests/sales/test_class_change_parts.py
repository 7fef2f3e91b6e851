"""What a changed class means for bundles, gifts, disputes and coaching."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingSession
from frontrow.messaging.models import Message
from frontrow.portal.billing import is_covered
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.complimentary import enroll
from frontrow.sales.changes.handing_over import accept_offer
from frontrow.sales.class_changes.carrying_out import carry_out_change
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.models import (
    ClassChange,
    ClassChoice,
    DiscountCode,
    Enrollment,
    Purchase,
    ReconciliationBreak,
    Refund,
    RefundLine,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement.settling import settle
from tests.factories import (
    DisputeFactory,
    HandOverFactory,
    from_now,
    make_bootcamp,
    make_bundle,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import ask_refund, billing
from tests.portal.student import Student, a_student
from tests.sales.buying import Shopper
from tests.sales.changing import (
    announce,
    board,
    carry_out,
    choose,
    let_time_pass,
    look,
    net,
    present,
    preview,
)

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


@pytest.fixture
def bundle_of_three(
    stripe_server: StripeServer, lost: Bootcamp
) -> tuple[Student, Purchase, list[Enrollment]]:
    student = a_student()
    others = [make_bootcamp(name=f"Part {day}", starts_at=from_now(days=day)) for day in (20, 25)]
    bundle = make_bundle(bootcamps=[lost, *others], price=Decimal(2000))
    shopper = Shopper(stripe_server, email=student.user.email, client=student.client)
    purchase = shopper.buy(bundle=bundle.pk)
    run_jobs()
    seats = list(Enrollment.objects.filter(purchase=purchase).order_by("starts_at"))
    return student, purchase, seats


Trio = tuple[Student, Purchase, list[Enrollment]]


def test_of_a_bundle_the_share_goes_back_and_the_rest_stays(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    assert preview(operator, lost)["moneyIfAll"] == str(seats[0].paid)
    change = announce(operator, lost)
    carry_out(change)
    assert net(stripe_server, purchase) == 200_000 - int(seats[0].paid * 100)
    assert Enrollment.objects.filter(purchase=purchase, ended_at=None).count() == 2
    assert violations() == []


def test_where_nothing_was_attended_everything_can_go_back(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    change = announce(operator, lost)
    shown = look(change, seats[0]).json()["refundAll"]
    assert (shown["amount"], len(shown["names"])) == ("2000.00", 3)
    choose(change, seats[0], "refund_all")
    carry_out(change)
    assert net(stripe_server, purchase) == 0
    assert ClassChoice.objects.get().amount == Decimal("2000.00")
    assert look(change, seats[0]).json()["refundAll"] == shown
    assert Refund.objects.count() == 1
    assert violations() == []


def test_after_attending_one_every_other_can_go_one_after_the_other(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    Enrollment.objects.filter(pk=seats[1].pk).update(attended_at=from_now())
    change = announce(operator, lost)
    shown = look(change, seats[0]).json()["refundAll"]
    due = seats[0].paid + seats[2].paid
    assert (shown["amount"], len(shown["names"])) == (str(due), 2)
    choose(change, seats[0], "refund_all")
    carry_out(change, rounds=10)
    assert net(stripe_server, purchase) == int(seats[1].paid * 100)
    assert ClassChoice.objects.get().amount == due
    assert Enrollment.objects.filter(purchase=purchase, ended_at=None).get() == seats[1]
    assert violations() == []


def test_a_credit_for_one_and_a_refund_of_the_rest_are_never_more_than_was_paid(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    change = announce(operator, lost)
    choose(change, seats[0], "credit")
    carry_out(change)
    second = announce(operator, seats[1].bootcamp)
    carry_out(second)
    third = announce(operator, seats[2].bootcamp)
    assert preview_of_last(third, seats[2]) == str(seats[2].paid)
    carry_out(third)
    assert net(stripe_server, purchase) == int(seats[0].paid * 100)
    assert not Enrollment.objects.filter(purchase=purchase, ended_at=None).exists()
    assert violations() == []


def test_beside_a_credit_the_rest_goes_back_seat_by_seat_and_never_with_its_seats_kept(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    change = announce(operator, lost)
    choose(change, seats[0], "credit")
    carry_out(change)
    path = f"/api/admin/purchases/{purchase.pk}/refund"
    left = str(seats[1].paid + seats[2].paid)
    refused = operator.post(path, {"amount": left}, "application/json")
    assert refused.status_code == 409
    assert "one bootcamp at a time" in refused.json()["message"]
    assert (Refund.objects.count(), net(stripe_server, purchase)) == (0, 200_000)
    for seat in seats[1:]:
        body = {"amount": str(seat.paid), "enrollmentId": seat.pk}
        answer = operator.post(path, body, "application/json")
        assert answer.status_code == 200, answer.content
        run_jobs()
    assert net(stripe_server, purchase) == int(seats[0].paid * 100)
    assert not Enrollment.objects.filter(purchase=purchase, ended_at=None).exists()
    assert violations() == []


def test_beside_a_credit_the_student_is_offered_seat_by_seat_and_not_everything(
    operator: Client, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    student, purchase, seats = bundle_of_three
    [before] = billing(student.client)
    assert (before["refund"]["covered"], len(before["parts"])) == (True, 3)
    change = announce(operator, lost)
    choose(change, seats[0], "credit")
    carry_out(change)
    [entry] = billing(student.client)
    assert (entry["refund"]["covered"], entry["refund"]["amount"]) == (False, "0.00")
    assert "one bootcamp at a time" in entry["refund"]["words"]
    assert [one["refusal"] for one in entry["parts"]] == ["", ""]
    # What a certificate would end is still theirs.
    assert is_covered(user=student.user, purchase_id=purchase.pk)
    for seat in seats[1:]:
        status, answer = ask_refund(student.client, purchase, reason="", enrollmentId=seat.pk)
        assert status == 200, answer
        run_jobs()
    assert not Enrollment.objects.filter(purchase=purchase, ended_at=None).exists()
    assert violations() == []


def test_a_session_that_we_canceled_does_not_end_the_guarantee_for_the_rest(
    operator: Client, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    """Bought long ago; the first of three was canceled, and its date has passed."""
    student, purchase, seats = bundle_of_three
    change = announce(operator, lost)
    carry_out(change)
    Purchase.objects.update(completed_at=from_now(days=-40), created_at=from_now(days=-40))
    move_class(lost, days=-2)
    [entry] = billing(student.client)
    assert (entry["refund"]["covered"], entry["refund"]["clause"]) == (True, "first_session")
    # What is left begins with the second, and the guarantee ends with that one.
    move_class(seats[1].bootcamp, days=-1)
    [entry] = billing(student.client)
    assert entry["refund"]["covered"] is False
    assert not is_covered(user=student.user, purchase_id=purchase.pk)


def test_a_session_given_back_unattended_does_not_end_the_guarantee_and_an_attended_one_does(
    bundle_of_three: Trio,
) -> None:
    student, purchase, seats = bundle_of_three
    status, answer = ask_refund(student.client, purchase, reason="", enrollmentId=seats[0].pk)
    assert status == 200, answer
    run_jobs()
    Purchase.objects.update(completed_at=from_now(days=-40), created_at=from_now(days=-40))
    move_class(seats[0].bootcamp, days=-2)
    assert is_covered(user=student.user, purchase_id=purchase.pk)
    # Whoever sat in it had their first session, whatever came back for it later.
    Enrollment.objects.filter(pk=seats[0].pk).update(attended_at=from_now(days=-2))
    assert not is_covered(user=student.user, purchase_id=purchase.pk)


def move_class(bootcamp: Bootcamp, *, days: int) -> None:
    start = from_now(days=days)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(starts_at=start, ends_at=start + HOUR)


def preview_of_last(change: ClassChange, seat: Enrollment) -> Any:
    return look(change, seat).json()["refund"]["amount"]


def test_a_seat_that_was_given_takes_a_date_or_ends(
    operator: Client, lost: Bootcamp, other: Bootcamp
) -> None:
    gifts = [
        enroll(bootcamp_ids=[lost.pk], bundle_id=None, email=f"{name}@example.test", full_name=name)
        for name in ("Ann", "Ben")
    ]
    assert preview(operator, lost)["complimentary"] == 2
    change = announce(operator, lost, alternativeIds=[other.pk])
    shown = look(change, present(gifts[0])).json()
    assert (shown["silence"], shown["refund"], shown["credit"]) == ("ends", None, None)
    assert choose(change, present(gifts[0]), "refund").status_code == 409
    assert choose(change, present(gifts[0]), "date", other).status_code == 200
    carry_out(change)
    assert present(gifts[0]).bootcamp == other
    ended = Enrollment.objects.get(purchase=gifts[1])
    assert (ended.ended_because, ended.purchase.state) == ("canceled", "refunded")
    assert Refund.objects.count() == 0
    assert violations() == []


def test_beside_a_dispute_nothing_is_refunded_and_the_board_says_so(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    dispute = DisputeFactory.create(purchase=bought)
    shown = preview(operator, lost)
    assert (shown["disputed"], shown["moneyIfAll"]) == (1, "0.00")
    change = announce(operator, lost)
    assert look(change, present(bought)).json()["refund"]["refusal"]
    carry_out(change, rounds=2)
    row = ClassChoice.objects.get()
    assert "disputes this payment" in row.failure
    assert (row.done_at, Refund.objects.count(), change.state) == (None, 0, "carrying_out")
    # It waits for a person: no job tries again in the meantime.
    assert run_jobs(within=timedelta(minutes=1)) == 0
    found = operator.get("/api/admin/reconciliation").json()["rows"]
    [shown] = [one for one in found if one["kind"] == "class_change_failed"]
    assert board(operator, lost)["counts"]["failed"] == 1
    # The class is not closed while somebody is owed something.
    lost.refresh_from_db()
    assert lost.status == "active"
    type(dispute).objects.filter(pk=dispute.pk).update(closed_at=from_now(), status="won")
    body = {"key": shown["key"], "note": ""}
    mended = operator.post("/api/admin/reconciliation/repair", body, "application/json")
    assert mended.status_code == 200, mended.content
    carry_out(change)
    assert (net(stripe_server, bought), change.state) == (0, "done")
    assert ReconciliationBreak.objects.filter(resolved_at=None).count() == 0


def test_a_seat_is_worth_no_more_than_is_left_while_its_refund_has_no_lines(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    stripe_server.refund_at_provider(bought.stripe_payment_intent_id or "", 90_000)
    settle(purchase=bought)
    RefundLine.objects.all().delete()
    assert preview(operator, lost)["moneyIfAll"] == "95.00"


@pytest.mark.parametrize("choice", ["refund", "credit"])
def test_a_dispute_that_closes_has_the_choice_tried_again_by_the_clock(
    choice: str, operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost)
    assert choose(change, present(bought), choice).status_code == 200
    dispute = DisputeFactory.create(purchase=bought)
    carry_out(change, rounds=2)
    for _ in range(2):
        # While it is open nothing is tried, and nobody is bothered twice.
        keep_changes_going.func(timestamp=0)
        run_jobs()
    assert ClassChoice.objects.get().failure
    assert ReconciliationBreak.objects.count() == 1
    type(dispute).objects.filter(pk=dispute.pk).update(closed_at=from_now(), status="won")
    keep_changes_going.func(timestamp=0)
    assert ReconciliationBreak.objects.filter(resolved_at=None).count() == 0
    carry_out(change)
    assert change.state == "done"
    paid_back = {"refund": (0, 0), "credit": (99500, 1)}[choice]
    assert (net(stripe_server, bought), DiscountCode.objects.count()) == paid_back
    for _ in range(2):
        keep_changes_going.func(timestamp=0)
        run_jobs()
    assert (ReconciliationBreak.objects.count(), violations()) == (1, [])


def test_while_the_bank_has_the_money_the_seat_stays_and_a_refused_refund_is_asked_for_once_more(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    """The bank takes all of it in the moment between our asking and the provider's answer."""
    change = announce(operator, lost)
    let_time_pass(change)
    carry_out_change.func(change_id=change.pk)
    intent = bought.stripe_payment_intent_id or ""
    dispute = stripe_server.dispute(intent)
    settle(purchase=bought)
    carry_out(change, rounds=2)
    row = ClassChoice.objects.get()
    assert (row.done_at, present(bought).bootcamp) == (None, lost)
    assert "disputes this payment" in row.failure
    kinds = ReconciliationBreak.objects.filter(resolved_at=None).values_list("kind", flat=True)
    assert set(kinds) == {"refund_refused", "class_change_failed"}
    stripe_server.decide_dispute(dispute["id"], "won")
    bought.refresh_from_db()
    settle(purchase=bought)
    keep_changes_going.func(timestamp=0)
    carry_out(change)
    row.refresh_from_db()
    assert (net(stripe_server, bought), row.amount) == (0, Decimal("995.00"))
    assert ReconciliationBreak.objects.filter(resolved_at=None).count() == 0
    assert violations() == []


def test_what_the_bank_took_in_place_of_a_refund_is_not_said_to_have_been_refunded(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost)
    let_time_pass(change)
    carry_out_change.func(change_id=change.pk)
    assert ClassChoice.objects.get().amount == Decimal("995.00")
    dispute = stripe_server.dispute(bought.stripe_payment_intent_id or "")
    settle(purchase=Purchase.objects.get())
    assert Refund.objects.get().status == "declined"
    stripe_server.decide_dispute(dispute["id"], "lost")
    settle(purchase=Purchase.objects.get())
    carry_out(change)
    row = ClassChoice.objects.get()
    assert (row.amount, row.done_at is not None, change.state) == (Decimal(0), True, "done")
    assert Purchase.objects.get().state == "refunded"
    assert violations() == []


def test_what_failed_for_another_reason_waits_for_a_person(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost)
    dispute = DisputeFactory.create(purchase=bought)
    carry_out(change, rounds=1)
    found = ReconciliationBreak.objects.get()
    ReconciliationBreak.objects.update(details={**found.details, "code": "refund_too_large"})
    type(dispute).objects.filter(pk=dispute.pk).update(closed_at=from_now(), status="won")
    keep_changes_going.func(timestamp=0)
    run_jobs()
    assert ClassChoice.objects.get().failure
    assert ReconciliationBreak.objects.filter(resolved_at=None).count() == 1


def test_coaching_stays_with_another_date_and_ends_with_a_refund(
    operator: Client, stripe_server: StripeServer, other: Bootcamp
) -> None:
    lost = make_bootcamp(name="Coached", starts_at=from_now(days=9), includes_coaching=True)
    stays, goes = (
        Shopper(stripe_server, email=f"{name}@example.test").buy(bootcamp=lost.pk)
        for name in ("stays", "goes")
    )
    run_jobs()
    change = announce(operator, lost, alternativeIds=[other.pk])
    assert choose(change, present(stays), "date", other).status_code == 200
    carry_out(change)
    hours = dict(CoachingSession.objects.values_list("purchase_id", "status"))
    assert hours == {stays.pk: "pending", goes.pk: "canceled"}


def test_of_a_bundle_whoever_was_handed_the_seat_chooses_for_that_seat_alone(
    operator: Client, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    HandOverFactory.create(enrollment=seats[0], token_hash=digest("the offer"))
    accept_offer(token="the offer")
    change = announce(operator, lost)
    seat = present(purchase, lost)
    assert look(change, seat).json()["refundAll"] is None
    assert choose(change, seat, "refund_all").status_code == 409
    assert look(change, seat, pays=True).json()["refundAll"] is not None
    assert choose(change, seat, "refund", pays=True).status_code == 200
    # The buyer, whose money it is, hears of the class, too.
    assert Message.objects.filter(category="CLASS_CHANGE").count() == 2
