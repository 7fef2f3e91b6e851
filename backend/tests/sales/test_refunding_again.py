"""Refund again: what a refund that was not made still owes, for its seat, and once."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingSession
from frontrow.sales.class_changes.carrying_out import try_again
from frontrow.sales.models import (
    ClassChoice,
    Enrollment,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.refunding_again import refund_again
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import from_now, make_bootcamp, make_bundle
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.changing import announce, carry_out, choose, net, present
from tests.sales.giving_back import arrive, failed_part

pytestmark = pytest.mark.django_db(transaction=True)

Press = Callable[..., Any]


def rows(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/admin/reconciliation").json()["rows"]
    return [row for row in found if row["repair"] == "Refund again"]


def press(client: Client, row: dict[str, Any]) -> Any:
    body = {"key": row["key"], "note": ""}
    return client.post("/api/admin/reconciliation/repair", body, "application/json")


def refund_by_hand(client: Client, purchase: Purchase, amount: Any, **more: Any) -> None:
    path = f"/api/admin/purchases/{purchase.pk}/refund"
    answer = client.post(path, {"amount": str(amount), **more}, "application/json")
    assert answer.status_code == 200, answer.content


@pytest.fixture
def trio(stripe_server: StripeServer, lost: Bootcamp) -> tuple[Purchase, list[Enrollment]]:
    others = [
        make_bootcamp(name=f"Part {day}", starts_at=from_now(days=day), includes_coaching=True)
        for day in (20, 25)
    ]
    bundle = make_bundle(bootcamps=[lost, *others], price=Decimal(2000))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    run_jobs()
    return purchase, list(Enrollment.objects.filter(purchase=purchase).order_by("starts_at"))


Trio = tuple[Purchase, list[Enrollment]]


def test_a_part_made_good_by_hand_closes_its_row_and_a_stale_press_pays_nothing(
    operator: Client, stripe_server: StripeServer, bought: Purchase
) -> None:
    failed_part(stripe_server, bought)
    [row] = rows(operator)
    refund_by_hand(operator, bought, "150.00")
    arrive(stripe_server, bought)
    # The rest is still owed, and no more.
    assert rows(operator) == [row]
    refund_by_hand(operator, bought, "50.00")
    assert rows(operator) == []
    assert press(operator, row).status_code == 404
    arrive(stripe_server, bought)
    assert net(stripe_server, bought) == 79_500


def test_of_a_part_that_was_made_good_in_part_the_rest_is_asked_for_once(
    operator: Client, stripe_server: StripeServer, bought: Purchase
) -> None:
    failed_part(stripe_server, bought)
    [row] = rows(operator)
    stripe_server.refund_at_provider(bought.stripe_payment_intent_id or "", 3_000)
    arrive(stripe_server, bought)
    assert press(operator, row).status_code == 200
    assert Refund.objects.latest("pk").amount == Decimal(170)
    assert (rows(operator), press(operator, row).status_code) == ([], 404)
    arrive(stripe_server, bought)
    assert net(stripe_server, bought) == 79_500
    assert violations() == []


def test_each_refund_that_failed_has_a_row_of_its_own_and_owes_what_failed_there(
    operator: Client, stripe_server: StripeServer, bought: Purchase
) -> None:
    failed_part(stripe_server, bought)
    made = stripe_server.refund_at_provider(bought.stripe_payment_intent_id or "", 20_000)
    settle(purchase=Purchase.objects.get())
    # Made good in the dashboard, where it fails, too; 30 of it are asked for by hand, and fail.
    assert rows(operator) == []
    stripe_server.settle_refund(made["id"], "failed")
    arrive(stripe_server, bought)
    failed_part(stripe_server, bought, 30)
    dashboard, own = rows(operator)
    assert press(operator, own).status_code == 200
    # While it is on its way nothing else can be asked for, and the row stays.
    assert press(operator, dashboard).status_code == 409
    assert rows(operator) == [dashboard]
    arrive(stripe_server, bought)
    assert press(operator, dashboard).status_code == 200
    arrive(stripe_server, bought)
    asked = Refund.objects.filter(status="succeeded").order_by("pk")
    assert [one.amount for one in asked] == [Decimal(30), Decimal(170)]
    assert (net(stripe_server, bought), rows(operator)) == (79_500, [])


def test_a_refund_again_that_fails_is_owed_once_under_a_row_of_its_own(
    operator: Client, stripe_server: StripeServer, bought: Purchase
) -> None:
    failed_part(stripe_server, bought)
    [first] = rows(operator)
    assert press(operator, first).status_code == 200
    arrive(stripe_server, bought, "failed")
    [second] = rows(operator)
    assert second["key"] != first["key"]
    assert press(operator, second).status_code == 200
    arrive(stripe_server, bought)
    assert (net(stripe_server, bought), rows(operator)) == (79_500, [])


def test_a_bootcamp_of_a_bundle_goes_back_with_its_seat_its_hour_and_no_other_share(
    operator: Client, stripe_server: StripeServer, trio: Trio
) -> None:
    purchase, seats = trio
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first_session", enrollment_id=seats[1].pk)
    arrive(stripe_server, purchase, "failed")
    [row] = rows(operator)
    assert press(operator, row).status_code == 200
    arrive(stripe_server, purchase)
    assert net(stripe_server, purchase) == 200_000 - int(seats[1].paid * 100)
    seats[1].refresh_from_db()
    assert seats[1].ended_because == "refunded"
    hours = dict(CoachingSession.objects.values_list("enrollment_id", "status"))
    assert hours == {seats[1].pk: "canceled", seats[2].pk: "pending"}
    assert (rows(operator), violations()) == ([], [])


def test_where_the_money_went_back_without_the_seat_the_button_ends_it_and_pays_nothing(
    operator: Client, stripe_server: StripeServer, trio: Trio
) -> None:
    purchase, seats = trio
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first_session", enrollment_id=seats[1].pk)
    arrive(stripe_server, purchase, "failed")
    stripe_server.refund_at_provider(
        purchase.stripe_payment_intent_id or "", int(seats[1].paid * 100)
    )
    arrive(stripe_server, purchase)
    [row] = rows(operator)
    answer = press(operator, row)
    assert answer.json()["message"].startswith("Nothing is left to refund")
    arrive(stripe_server, purchase)
    assert net(stripe_server, purchase) == 200_000 - int(seats[1].paid * 100)
    assert set(Enrollment.objects.filter(purchase=purchase, ended_at=None)) == {seats[0], seats[2]}
    assert rows(operator) == []


def test_a_class_attended_since_is_not_ended_and_its_row_waits_for_a_person(
    operator: Client, stripe_server: StripeServer, trio: Trio
) -> None:
    purchase, seats = trio
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first_session", enrollment_id=seats[1].pk)
    arrive(stripe_server, purchase, "failed")
    Enrollment.objects.filter(pk=seats[1].pk).update(attended_at=from_now())
    [row] = rows(operator)
    assert press(operator, row).status_code == 409
    assert (rows(operator), Refund.objects.count()) == ([row], 1)
    # A person decides that it goes back all the same.
    refund_by_hand(operator, purchase, seats[1].paid, enrollmentId=seats[1].pk)
    assert rows(operator) == []


def test_a_row_that_is_done_is_never_paid_for_again(
    operator: Client, stripe_server: StripeServer, bought: Purchase
) -> None:
    """As for whoever pressed in the moment in which it was done."""
    failed_part(stripe_server, bought)
    row = ReconciliationBreak.objects.get()
    assert refund_again(row_id=row.pk) == "The refund has been asked for again."
    arrive(stripe_server, bought)
    assert refund_again(row_id=row.pk) == "Nothing is left to refund."
    arrive(stripe_server, bought)
    assert (net(stripe_server, bought), Refund.objects.count()) == (79_500, 2)


# A class that was canceled


def share_that_failed(operator: Client, server: StripeServer, lost: Bootcamp) -> Any:
    change = announce(operator, lost)
    server.leave_refunds_pending()
    carry_out(change, rounds=2)
    arrive(server, Purchase.objects.get(), "failed")
    carry_out(change, rounds=1)
    return change


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_share_of_a_canceled_class_goes_back_once_its_seat_ends_and_the_change_is_done(
    by_hand: bool, operator: Client, stripe_server: StripeServer, trio: Trio, lost: Bootcamp
) -> None:
    purchase, seats = trio
    change = share_that_failed(operator, stripe_server, lost)
    [row] = rows(operator)
    if by_hand:
        refund_by_hand(operator, purchase, seats[0].paid, enrollmentId=seats[0].pk)
    else:
        assert press(operator, row).status_code == 200
    assert (rows(operator), try_again(purchase_id=purchase.pk)) == ([], [])
    arrive(stripe_server, purchase)
    carry_out(change, rounds=3)
    assert net(stripe_server, purchase) == 200_000 - int(seats[0].paid * 100)
    assert set(Enrollment.objects.filter(purchase=purchase, ended_at=None)) == set(seats[1:])
    done = ClassChoice.objects.get()
    assert (done.amount, done.failure, change.state) == (seats[0].paid, "", "done")
    assert violations() == []


def test_all_of_a_bundle_goes_on_seat_by_seat_after_one_refund_failed(
    operator: Client, stripe_server: StripeServer, trio: Trio, lost: Bootcamp
) -> None:
    purchase, seats = trio
    Enrollment.objects.filter(pk=seats[1].pk).update(attended_at=from_now())
    change = announce(operator, lost)
    assert choose(change, seats[0], "refund_all").status_code == 200
    stripe_server.leave_refunds_pending()
    carry_out(change, rounds=1)
    arrive(stripe_server, purchase, "failed")
    carry_out(change, rounds=1)
    [row] = rows(operator)
    assert press(operator, row).status_code == 200
    for _ in range(3):
        arrive(stripe_server, purchase)
        carry_out(change, rounds=1)
    assert Enrollment.objects.filter(purchase=purchase, ended_at=None).get() == seats[1]
    assert net(stripe_server, purchase) == int(seats[1].paid * 100)
    done = ClassChoice.objects.get()
    assert (done.amount, change.state) == (seats[0].paid + seats[2].paid, "done")


def test_the_row_of_a_single_seat_says_what_went_back_after_refund_again(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    change = share_that_failed(operator, stripe_server, lost)
    assert present(bought).bootcamp == lost
    [row] = rows(operator)
    assert press(operator, row).status_code == 200
    arrive(stripe_server, bought)
    carry_out(change, rounds=3)
    assert net(stripe_server, bought) == 0
    done = ClassChoice.objects.get()
    assert (done.done_at is not None, done.amount) == (True, Decimal(995))
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert ReconciliationBreak.objects.filter(resolved_at=None).count() == 0
