"""A class is canceled or moves: announced, chosen and carried out, rule by rule."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message
from frontrow.sales.changes.changeable import changeable
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.links import CHOICE
from frontrow.sales.models import (
    ClassChange,
    ClassChoice,
    DiscountCode,
    Enrollment,
    Purchase,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import (
    DisputeFactory,
    from_now,
    make_bootcamp,
    make_purchase,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import join_token, seat_token
from tests.portal.student import a_student, browser
from tests.sales.buying import Shopper
from tests.sales.changing import (
    announce,
    board,
    call,
    carry_out,
    choose,
    let_time_pass,
    look,
    move_to,
    net,
    plan,
    present,
    preview,
    subjects,
)
from tests.sales.handing_over import handed_over

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_dry_run_changes_nothing_and_says_what_comes_of_it(
    operator: Client, bought: Purchase, lost: Bootcamp, other: Bootcamp
) -> None:
    before = Message.objects.count()
    shown = preview(operator, lost)
    assert (shown["people"], shown["moneyIfAll"], shown["creditIfAll"]) == (1, "995.00", "1094.50")
    assert shown["feesKept"] == "29.16"
    assert [one["id"] for one in shown["alternatives"]] == [other.pk]
    assert shown["email"]["subject"].startswith("Canceled: The Class")
    assert (Message.objects.count(), ClassChange.objects.count()) == (before, 0)
    lost.refresh_from_db()
    assert lost.sales_stopped_at is None


def test_the_act_stops_sales_and_tells_everybody_at_once(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    late = Shopper(stripe_server, email="late@example.test")
    intent = late.pay(bootcamp=lost.pk)
    change = announce(operator, lost, words="The teacher is ill.")
    assert subjects("CLASS_CHANGE") == [f"Canceled: The Class · {settings.ENV.SITE_NAME}"]
    assert "The teacher is ill." in Message.objects.get(category="CLASS_CHANGE").content
    # A card that agreed a moment before is not charged for a class that falls out.
    assert late.complete(intent).status_code == 409
    assert late.ask_session(bootcamp=lost.pk).status_code == 409
    run_jobs()
    assert Seat.objects.filter(bootcamp=lost, enrollment_id__isnull=False).count() == 1
    assert change.choices.count() == 1
    # Twice at once is once.
    assert call(operator, lost, **plan()).status_code == 409
    assert ClassChange.objects.count() == 1


def test_silence_on_a_cancellation_is_a_refund_and_the_meeting_goes_last(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    Bootcamp.objects.filter(pk=lost.pk).update(session_url="https://meet.example.test/1")
    change = announce(operator, lost)
    seat = present(bought)
    assert look(change, seat).json()["silence"] == "refund"
    carry_out(change)
    row = ClassChoice.objects.get()
    assert (row.choice, row.by, row.amount) == ("refund", "silence", Decimal("995.00"))
    shown = look(change, seat).json()
    assert (shown["isOpen"], shown["refund"]["amount"]) == (False, "995.00")
    assert net(stripe_server, bought) == 0
    bought.refresh_from_db()
    assert bought.state == "refunded"
    lost.refresh_from_db()
    assert (lost.status, lost.session_url, change.state) == ("archived", "", "done")
    assert board(operator, lost)["sums"]["refunded"] == "995.00"
    # Asked again, nothing more happens.
    carry_out(change)
    assert Refund.objects.count() == 1
    assert operator.patch(f"/api/admin/bootcamps/{lost.pk}/unarchive").status_code == 409
    assert violations() == []


def test_another_date_is_theirs_at_once_and_can_be_changed_until_choose_by(
    operator: Client,
    stripe_server: StripeServer,
    bought: Purchase,
    lost: Bootcamp,
    other: Bootcamp,
) -> None:
    third = make_bootcamp(name="The Class", starts_at=from_now(days=40), price=Decimal(1500))
    change = announce(operator, lost, alternativeIds=[other.pk, third.pk])
    first = present(bought)
    answer = choose(change, first, "date", other)
    assert answer.status_code == 200, answer.content
    assert answer.json()["toBootcampId"] == other.pk
    assert present(bought).bootcamp == other
    assert Seat.objects.filter(bootcamp=lost, enrollment_id__isnull=False).count() == 0
    # The same link goes on; a dearer date costs nothing more.
    assert choose(change, first, "date", third).status_code == 200
    seat: Any = changeable().get(purchase=bought, ended_at=None)
    assert (seat.bootcamp, seat.moves_made) == (third, 0)
    carry_out(change)
    bought.refresh_from_db()
    assert (bought.state, net(stripe_server, bought)) == ("completed", 99_500)
    row = ClassChoice.objects.get()
    assert (row.choice, row.to_bootcamp, row.amount) == ("date", third, Decimal(0))
    assert present(bought).bootcamp == third
    [date] = look(change, first).json()["dates"]
    assert (date["id"], date["startDate"][:16]) == (third.pk, third.starts_at.isoformat()[:16])
    assert len(subjects("CLASS_RESULT")) == 1
    assert violations() == []


def test_after_another_date_the_moved_seat_can_still_be_refunded(
    operator: Client,
    stripe_server: StripeServer,
    bought: Purchase,
    lost: Bootcamp,
    other: Bootcamp,
) -> None:
    change = announce(operator, lost, alternativeIds=[other.pk])
    first = present(bought)
    choose(change, first, "date", other)
    assert choose(change, first, "refund").json()["choice"] == "refund"
    # Until it is carried out, the seat is theirs.
    assert present(bought).bootcamp == other
    carry_out(change)
    assert net(stripe_server, bought) == 0
    assert Seat.objects.filter(bootcamp=other, enrollment_id__isnull=False).count() == 0
    assert violations() == []


def test_a_date_that_is_full_or_was_not_offered_is_refused_and_nothing_changes(
    operator: Client, bought: Purchase, lost: Bootcamp, other: Bootcamp
) -> None:
    change = announce(operator, lost, alternativeIds=[other.pk])
    hidden = make_bootcamp(name="The Class", starts_at=from_now(days=50))
    for _ in range(2):
        make_purchase(bootcamp=other)
    seat = present(bought)
    full = choose(change, seat, "date", other)
    assert (full.status_code, full.json()["code"]) == (409, "sold_out")
    assert choose(change, seat, "date", hidden).status_code == 409
    assert choose(change, seat, "date").status_code == 409
    assert choose(change, seat, "keep").status_code == 409
    assert ClassChoice.objects.get().choice == ""
    assert present(bought) == seat


def test_a_credit_is_the_share_and_a_tenth_for_the_buyer_and_never_money_again(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost)
    assert look(change, present(bought)).json()["credit"]["amount"] == "1094.50"
    choose(change, present(bought), "credit")
    assert DiscountCode.objects.count() == 0
    carry_out(change)
    code = DiscountCode.objects.get()
    assert (code.value, code.for_email, code.max_uses) == (
        Decimal("1094.50"),
        "ada@example.test",
        1,
    )
    assert look(change, Enrollment.objects.get()).json()["credit"]["amount"] == "1094.50"
    bought.refresh_from_db()
    assert (bought.state, bought.credited_amount, net(stripe_server, bought)) == (
        "completed",
        Decimal("995.00"),
        99_500,
    )
    seat = Enrollment.objects.get(purchase=bought)
    assert (seat.ended_because, seat.credited) == ("canceled", Decimal("995.00"))
    # The code is in its email and nowhere in the log.
    assert code.code not in Message.objects.get(category="CLASS_RESULT").content
    for amount in ("1.00", "995.00"):
        path, body = f"/api/admin/purchases/{bought.pk}/refund", {"amount": amount}
        assert operator.post(path, body, "application/json").status_code == 409
    carry_out(change)
    assert (DiscountCode.objects.count(), net(stripe_server, bought)) == (1, 99_500)
    assert violations() == []


def test_half_a_cent_of_a_credit_is_the_customers(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    Bootcamp.objects.filter(pk=lost.pk).update(price=Decimal("995.05"))
    purchase = Shopper(stripe_server).buy(bootcamp=lost.pk)
    # A tenth more is 1,094.555.
    assert look(announce(operator, lost), present(purchase)).json()["credit"]["amount"] == "1094.56"


def test_where_the_operator_offers_no_credit_there_is_none(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost, offersCredit=False)
    assert look(change, present(bought)).json()["credit"] is None
    assert choose(change, present(bought), "credit").status_code == 409


def test_a_move_sets_the_new_date_and_silence_keeps_the_seat(
    operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    start = from_now(days=20).replace(hour=10, minute=0)
    change = announce(operator, lost, **move_to(start))
    lost.refresh_from_db()
    assert (lost.starts_at, lost.schedule_version) == (start, 1)
    shown = look(change, present(bought)).json()
    assert (shown["keep"], shown["silence"], shown["kind"]) == (True, "keep", "move")
    # One email about it, and not the ordinary one beside it.
    run_jobs()
    assert len(subjects("CLASS_CHANGE")) == 1
    assert Message.objects.filter(subject__startswith="New date").count() == 1
    carry_out(change)
    lost.refresh_from_db()
    assert (lost.status, lost.sales_stopped_at) == ("active", None)
    assert present(bought).bootcamp == lost
    assert net(stripe_server, bought) == 99_500
    following = Shopper(stripe_server, email="next@example.test").buy(bootcamp=lost.pk)
    assert following.state == "completed"


def test_after_choose_by_nothing_is_chosen_any_more(
    operator: Client, bought: Purchase, lost: Bootcamp, other: Bootcamp
) -> None:
    change = announce(operator, lost, alternativeIds=[other.pk])
    let_time_pass(change)
    answer = choose(change, present(bought), "date", other)
    assert (answer.status_code, answer.json()["code"]) == (409, "choice_closed")
    shown = look(change, present(bought)).json()
    assert (shown["isOpen"], shown["dates"]) == (False, [])


def test_the_link_of_whoever_handed_the_seat_over_is_dead_and_the_new_holder_chooses(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    giver = a_student(first_name="Gil", last_name="Giver")
    shopper = Shopper(stripe_server, email=giver.user.email, client=giver.client)
    purchase = shopper.buy(bootcamp=lost.pk)
    run_jobs()
    change = announce(operator, lost, alternativeIds=[other.pk])
    before = present(purchase)
    after = handed_over(giver, purchase)
    assert look(change, before).status_code == 404
    assert choose(change, before, "refund").status_code == 404
    keep_changes_going.func(timestamp=0)
    told = Message.objects.filter(category="CLASS_CHANGE").values_list("recipient", flat=True)
    assert list(told).count("fay@example.test") == 1
    assert choose(change, after, "date", other).status_code == 200
    after = present(purchase)
    # Who paid reads where the seat went, and decides about the money also after that.
    [date] = look(change, after, pays=True).json()["dates"]
    assert date["id"] == other.pk
    assert choose(change, after, "refund", pays=True).status_code == 200
    carry_out(change)
    assert net(stripe_server, purchase) == 0
    emails = Message.objects.filter(category__in=["REFUND", "SEAT_ENDED"])
    assert set(emails.values_list("recipient", flat=True)) == {
        giver.user.email,
        "fay@example.test",
    }
    assert violations() == []


def test_made_up_and_foreign_tokens_open_nothing(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost)
    seat = present(bought)
    good = CHOICE.token(seat, change.pk)
    foreign = [
        "x",
        good[:-1] + ("a" if good[-1] != "a" else "b"),
        join_token(seat.pk, 0),
        CHOICE.token(seat, change.pk + 1),
    ]
    for token in foreign:
        for path, body in (("class-choice/look", {}), ("class-choice", {"choice": "refund"})):
            answer = browser().post(f"/api/{path}", {"token": token, **body}, "application/json")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), token
    assert ClassChoice.objects.get().choice == ""


def test_another_date_of_the_price_we_moved_a_seat_to_costs_nothing(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    dear = make_bootcamp(name="The Class", starts_at=from_now(days=30), price=Decimal(1500))
    alike = make_bootcamp(name="The Class", starts_at=from_now(days=50), price=Decimal(1500))
    change = announce(operator, lost, alternativeIds=[dear.pk])
    assert choose(change, present(bought), "date", dear).status_code == 200
    carry_out(change)
    seat = present(bought)
    body = {"token": seat_token(seat.pk, seat.link_version), "bootcampId": alike.pk}
    answer = browser().post("/api/seat/move", body, "application/json")
    assert answer.status_code == 200, answer.content
    assert present(bought).bootcamp == alike


def test_a_class_that_moves_takes_the_time_of_its_sales_along(
    operator: Client, lost: Bootcamp
) -> None:
    ahead = timedelta(days=2)
    opened = from_now(days=-5)
    Bootcamp.objects.filter(pk=lost.pk).update(
        sales_open_at=opened, sales_close_at=lost.starts_at - ahead
    )
    carry_out(announce(operator, lost, **move_to(from_now(days=90))))
    lost.refresh_from_db()
    assert lost.sales_close_at == lost.starts_at - ahead
    # They had opened already.
    assert (lost.sales_stopped_at, lost.sales_open_at) == (None, opened)
    [public] = [one for one in browser().get("/api/bootcamps").json() if one["id"] == lost.pk]
    assert public["isActive"]


def test_sales_that_have_not_opened_yet_open_as_much_later_and_a_nearer_date_may_close_them(
    operator: Client, lost: Bootcamp
) -> None:
    starts_at = lost.starts_at
    opens_at, closes_at = from_now(hours=1), from_now(hours=2)
    Bootcamp.objects.filter(pk=lost.pk).update(sales_open_at=opens_at, sales_close_at=closes_at)
    announce(operator, lost, **move_to(from_now(days=90)))
    lost.refresh_from_db()
    by = lost.starts_at - starts_at
    assert (lost.sales_open_at, lost.sales_close_at) == (opens_at + by, closes_at + by)
    near = make_bootcamp(
        starts_at=from_now(days=60),
        sales_open_at=from_now(days=-1),
        sales_close_at=from_now(days=1),
    )
    announce(operator, near, **move_to(from_now(days=20)))
    near.refresh_from_db()
    assert near.sales_open_at is None
    assert near.sales_close_at is not None
    assert near.sales_close_at < from_now()


def test_a_class_moves_to_no_more_than_twelve_hours(operator: Client, lost: Bootcamp) -> None:
    start = from_now(days=90)
    words = "A class can last up to 12 hours"
    for more, status in ((timedelta(minutes=1), 422), (timedelta(0), 200)):
        times = {
            "startDate": start.isoformat(),
            "endDate": (start + timedelta(hours=12) + more).isoformat(),
        }
        answer = call(operator, lost, "/preview", **plan(kind="move", **times))
        assert answer.status_code == status, answer.content
        if status == 422:
            assert answer.json()["fields"] == {"endDate": words}


def test_whoever_chose_a_refund_and_then_moved_keeps_the_new_date(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    student = a_student()
    purchase = Shopper(stripe_server, email=student.user.email, client=student.client).buy(
        bootcamp=lost.pk
    )
    run_jobs()
    change = announce(operator, lost, **move_to(from_now(days=15)))
    assert choose(change, present(purchase), "refund").status_code == 200
    answer = student.post(f"user/seats/{present(purchase).pk}/move", {"bootcampId": other.pk})
    assert answer.status_code == 200, answer.content
    carry_out(change)
    assert (present(purchase).bootcamp, net(stripe_server, purchase)) == (other, 99_500)
    row = ClassChoice.objects.get()
    assert (row.choice, row.to_bootcamp, change.state) == ("date", other, "done")


def test_whoever_took_over_a_seat_is_not_bound_by_what_its_giver_chose(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    student = a_student(email="ada@example.test")
    purchase = Shopper(stripe_server, email=student.user.email, client=student.client).buy(
        bootcamp=lost.pk
    )
    run_jobs()
    change = announce(operator, lost, **move_to(from_now(days=15)))
    assert choose(change, present(purchase), "credit").status_code == 200
    seat = handed_over(student, purchase)
    assert look(change, seat).json()["choice"] is None
    carry_out(change)
    # The class only moved, and silence keeps the seat.
    assert (present(purchase), DiscountCode.objects.count()) == (seat, 0)
    assert ClassChoice.objects.get().choice == "keep"


@pytest.mark.parametrize("then", ["date", "keep"])
def test_of_two_changes_of_one_seat_the_later_choice_counts(
    then: str, operator: Client, stripe_server: StripeServer, bought: Purchase, lost: Bootcamp
) -> None:
    second = make_bootcamp(name="The Class", starts_at=from_now(days=30))
    third = make_bootcamp(name="The Class", starts_at=from_now(days=50))
    one = announce(operator, lost, alternativeIds=[second.pk])
    assert choose(one, present(bought), "date", second).status_code == 200
    assert choose(one, present(bought), "refund").status_code == 200
    how = move_to(from_now(days=40)) if then == "keep" else {}
    two = announce(operator, second, alternativeIds=[third.pk], **how)
    target = third if then == "date" else None
    assert choose(two, present(bought), then, target).status_code == 200
    carry_out(one)
    carry_out(two)
    assert present(bought).bootcamp == (third if then == "date" else second)
    assert (net(stripe_server, bought), one.state, two.state) == (99_500, "done", "done")


def test_the_board_marks_whose_bank_disputes_the_payment(operator: Client, lost: Bootcamp) -> None:
    disputed, fine = (make_purchase(bootcamp=lost, user=make_user()) for _ in range(2))
    DisputeFactory.create(purchase=disputed)
    announce(operator, lost)
    told = {row["purchaseId"]: row["isDisputed"] for row in board(operator, lost)["rows"]}
    assert told == {disputed.pk: True, fine.pk: False}
