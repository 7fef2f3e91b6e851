"""What becomes of free seats: codes that make them, giving them up, the list, and the figures."""

from decimal import Decimal
from typing import Any

import pytest

from frontrow.backoffice.bootcamps.cohort_money import read_money
from frontrow.backoffice.statistics.funnel import read_funnel
from frontrow.messaging.models import Message
from frontrow.sales.changes.complimentary import withdraw
from frontrow.sales.links import FREE_SEAT
from frontrow.sales.models import CodeUse, DiscountCode, Enrollment, Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.waiting.serving import serve_lists
from tests.factories import from_now, make_bootcamp, make_code, make_purchase, seats_of
from tests.portal.student import Student
from tests.sales.free import Guest, free_class, held, proven, told
from tests.sales.waiting import join, offer_to, token_of

pytestmark = pytest.mark.django_db

GONE = "Your code's last use went to somebody else. You haven't been charged."


def full_price_code(**fields: Any) -> DiscountCode:
    return make_code("GUEST", kind="percent", value=Decimal(100), **fields)


def confirmed(guest: Guest, package: Any, **more: Any) -> Purchase:
    order = guest.order(package, **more)
    answer = guest.confirm(FREE_SEAT.token(order))
    assert answer.status_code == 200, answer.content
    order.refresh_from_db()
    return order


def test_a_code_for_the_whole_price_makes_a_seat_free_and_is_used_when_it_is_kept() -> None:
    bootcamp, code = make_bootcamp(price=Decimal(995)), full_price_code(max_uses=1)
    assert told(Guest().ask(bootcamp))[1] == "The price is now $995.00."
    first = Guest().order(bootcamp, code="guest")
    second = Guest(email="bea@example.test", address="10.0.1.1").order(bootcamp, code="GUEST")
    code.refresh_from_db()
    assert (code.uses, CodeUse.objects.count()) == (0, 0), "an order uses nothing up"
    assert Guest().confirm(FREE_SEAT.token(first)).status_code == 200
    assert CodeUse.objects.get().amount == Decimal(995)
    late = Guest().confirm(FREE_SEAT.token(second))
    assert (late.status_code, late.json()["code"], late.json()["message"]) == (
        409,
        "code_gone",
        GONE,
    )
    second.refresh_from_db()
    assert (second.state, Enrollment.objects.filter(purchase__state="completed").count()) == (
        "pending",
        1,
    )
    assert not seats_of(second).filter(held_until=None).exists()
    assert [each.paid for each in first.enrollments.all()] == [Decimal(0)]
    assert violations() == []


def test_a_code_that_cannot_be_used_is_refused_before_anything_is_ordered() -> None:
    answer = Guest().ask(make_bootcamp(), code="NOPE")
    assert (answer.status_code, answer.json()["code"]) == (409, "code_refused")
    assert not Purchase.objects.exists()


def given_up(student: Student, purchase: Purchase) -> Any:
    return student.post(f"user/purchases/{purchase.pk}/give-up")


def taken_at_once(student: Student, bootcamp: Any, **more: Any) -> Purchase:
    answer = Guest(client=student.client).ask(bootcamp, **more)
    assert answer.json()["status"] == "completed", answer.content
    return Purchase.objects.latest("pk")


def test_a_free_seat_is_given_up_without_money_and_can_be_had_again() -> None:
    bootcamp, ada, code = make_bootcamp(), proven("ada"), full_price_code(per_person=1)
    seat = taken_at_once(ada, bootcamp, code="GUEST")
    [entry] = ada.get("user/billing").json()
    assert (entry["canGiveUp"], entry["statusWords"]) == (True, "Free of charge.")
    answer = given_up(ada, seat).json()
    assert (answer["status"], answer["canGiveUp"]) == ("refunded", False)
    seat.refresh_from_db()
    assert (seat.state, seats_of(seat).count(), seat.refunds.count()) == ("refunded", 0, 0)
    assert [each.ended_because for each in seat.enrollments.all()] == ["withdrawn"]
    email = Message.objects.get(category="REFUND")
    assert "You've given up your free seat" in email.content
    assert given_up(ada, seat).status_code == 200
    assert Message.objects.filter(category="REFUND").count() == 1
    assert taken_at_once(ada, bootcamp, code="GUEST").state == "completed"
    code.refresh_from_db()
    assert code.uses == 1
    assert violations() == []


def test_only_ones_own_free_seat_is_given_up_and_only_before_the_class() -> None:
    ada, paid = proven("ada"), make_purchase()
    seat = taken_at_once(ada, free_class())
    assert given_up(proven("bea"), seat).status_code == 404
    Purchase.objects.filter(pk=paid.pk).update(user=ada.user)
    assert told(given_up(ada, paid))[0] == 409
    begun = seat.enrollments.get().bootcamp
    begun.starts_at = from_now(minutes=-5)
    begun.save(update_fields=["starts_at"])
    assert told(given_up(ada, seat)) == (
        409,
        "This class has started, so its seat can't be given up.",
    )
    paid.refresh_from_db()
    seat.refresh_from_db()
    assert (paid.state, seat.state) == ("completed", "completed")


def test_the_desk_withdraws_a_free_seat_and_never_a_paid_one() -> None:
    seat = confirmed(Guest(), free_class())
    assert withdraw(purchase_id=seat.pk)
    seat.refresh_from_db()
    assert (seat.state, seats_of(seat).count()) == ("refunded", 0)
    assert "Your free enrollment" in Message.objects.get(category="REFUND").content


def test_the_waiting_list_offers_a_free_seat_and_its_own_link_confirms_it() -> None:
    bootcamp = free_class(max_seats=1, starts_at=from_now(days=30))
    seat = confirmed(Guest(), bootcamp)
    entry = join("Wanda", bootcamp)
    assert withdraw(purchase_id=seat.pk)
    serve_lists(timestamp=0)
    told_of = Message.objects.get(category="LIST_OFFER")
    assert ("It's free." in told_of.content, held(bootcamp)) == (True, 1)
    wanda = Guest(email="wanda@example.test")
    assert wanda.look(token_of(entry)).json()["state"] == "open"
    refused = wanda.post(
        "create-payment-intent",
        {
            "bootcampIds": [bootcamp.pk],
            "email": wanda.email,
            "fullName": "Wanda Waiting",
            "offer": token_of(entry),
        },
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_pay")
    assert wanda.confirm(token_of(entry)).status_code == 200
    assert offer_to(entry).state == "taken"
    assert violations() == []


def test_a_free_seat_is_no_revenue_no_payment_and_no_paid_seat() -> None:
    bootcamp = free_class()
    make_purchase(bootcamp=bootcamp, total_amount=Decimal(995))
    confirmed(Guest(), bootcamp)
    money = read_money(bootcamp_id=bootcamp.pk)
    assert (money.paid_seats, money.complimentary_seats, money.received) == (1, 1, Decimal(995))
    steps = {step.key: step.count for step in read_funnel(days=30).steps}
    assert (steps["started"], steps["paid"]) == (1, 1)
