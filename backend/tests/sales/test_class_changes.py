"""A class is canceled or moves: what is announced, chosen and carried out, rule by rule."""

from decimal import Decimal
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.coaching.models import CoachingSession
from frontrow.messaging.models import Message
from frontrow.sales.attending.join_links import join_token
from frontrow.sales.changes.changeable import changeable
from frontrow.sales.changes.complimentary import enrol
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.class_changes.links import choice_token
from frontrow.sales.models import (
    ClassChange,
    ClassChoice,
    DiscountCode,
    Enrolment,
    Purchase,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import (
    DisputeFactory,
    from_now,
    make_admin,
    make_bootcamp,
    make_bundle,
    make_purchase,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.student import Student, a_student, browser
from tests.sales.buying import Shopper
from tests.sales.changing import (
    an_operator,
    announce,
    board,
    call,
    carry_out,
    choose,
    let_time_pass,
    look,
    move_to,
    plan,
    present,
    preview,
)
from tests.sales.test_handing_over import handed_over
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def operator() -> Client:
    return an_operator()


@pytest.fixture
def lost() -> Bootcamp:
    return make_bootcamp(name="The Class", starts_at=from_now(days=10), max_seats=5)


@pytest.fixture
def other() -> Bootcamp:
    return make_bootcamp(name="The Class", starts_at=from_now(days=30), max_seats=2)


@pytest.fixture
def bought(stripe_server: StripeServer, lost: Bootcamp) -> Purchase:
    purchase = Shopper(stripe_server).buy(bootcamp=lost.pk)
    run_jobs()
    return purchase


def net(server: StripeServer, purchase: Purchase) -> int:
    return int(server.ledger()["payment_intents"][purchase.stripe_payment_intent_id]["net"])


def subjects(category: str) -> list[str]:
    return list(Message.objects.filter(category=category).values_list("subject", flat=True))


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
    assert Seat.objects.filter(bootcamp=lost, enrolment_id__isnull=False).count() == 1
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
    assert Seat.objects.filter(bootcamp=lost, enrolment_id__isnull=False).count() == 0
    # The same link goes on; a dearer date costs nothing more.
    assert choose(change, first, "date", third).status_code == 200
    seat = changeable().get(purchase=bought, ended_at=None)
    assert (seat.bootcamp, seat.moves_made) == (third, 0)
    carry_out(change)
    bought.refresh_from_db()
    assert (bought.state, net(stripe_server, bought)) == ("completed", 99_500)
    row = ClassChoice.objects.get()
    assert (row.choice, row.to_bootcamp, row.amount) == ("date", third, 0)
    assert present(bought).bootcamp == third
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
    assert Seat.objects.filter(bootcamp=other, enrolment_id__isnull=False).count() == 0
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
    bought.refresh_from_db()
    assert (bought.state, bought.credited_amount, net(stripe_server, bought)) == (
        "completed",
        Decimal("995.00"),
        99_500,
    )
    seat = Enrolment.objects.get(purchase=bought)
    assert (seat.ended_because, seat.credited) == ("canceled", Decimal("995.00"))
    # The code is in its email and nowhere in the log.
    assert code.code not in Message.objects.get(category="CLASS_RESULT").content
    refused = operator.post(
        f"/api/admin/purchases/{bought.pk}/refund", {"reason": "asked twice"}, "application/json"
    )
    assert refused.status_code in {409, 422}, refused.content
    carry_out(change)
    assert (DiscountCode.objects.count(), net(stripe_server, bought)) == (1, 99_500)
    assert violations() == []


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
    assert Shopper(stripe_server, email="next@example.test").buy(bootcamp=lost.pk)


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
    shown = look(change, after).json()
    assert (shown["refund"]["toBuyer"], shown["refund"]["paidWith"]) == (True, "")
    assert shown["refundAll"] is None
    assert choose(change, after, "refund").status_code == 200
    carry_out(change)
    assert net(stripe_server, purchase) == 0
    emails = Message.objects.filter(category__in=["REFUND", "SEAT_ENDED"])
    assert set(emails.values_list("recipient", flat=True)) == {
        giver.user.email,
        "fay@example.test",
    }
    assert violations() == []


@pytest.fixture
def bundle_of_three(
    stripe_server: StripeServer, lost: Bootcamp
) -> tuple[Student, Purchase, list[Enrolment]]:
    student = a_student()
    others = [make_bootcamp(name=f"Part {day}", starts_at=from_now(days=day)) for day in (20, 25)]
    bundle = make_bundle(bootcamps=[lost, *others], price=Decimal(2000))
    shopper = Shopper(stripe_server, email=student.user.email, client=student.client)
    purchase = shopper.buy(bundle=bundle.pk)
    run_jobs()
    seats = list(Enrolment.objects.filter(purchase=purchase).order_by("starts_at"))
    return student, purchase, seats


Trio = tuple[Student, Purchase, list[Enrolment]]


def test_of_a_bundle_the_share_goes_back_and_the_rest_stays(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    assert preview(operator, lost)["moneyIfAll"] == str(seats[0].paid)
    change = announce(operator, lost)
    carry_out(change)
    assert net(stripe_server, purchase) == 200_000 - int(seats[0].paid * 100)
    assert Enrolment.objects.filter(purchase=purchase, ended_at=None).count() == 2
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
    assert Refund.objects.count() == 1
    assert violations() == []


def test_after_attending_one_every_other_can_go_one_after_the_other(
    operator: Client, stripe_server: StripeServer, bundle_of_three: Trio, lost: Bootcamp
) -> None:
    _, purchase, seats = bundle_of_three
    Enrolment.objects.filter(pk=seats[1].pk).update(attended_at=from_now())
    change = announce(operator, lost)
    shown = look(change, seats[0]).json()["refundAll"]
    due = seats[0].paid + seats[2].paid
    assert (shown["amount"], len(shown["names"])) == (str(due), 2)
    choose(change, seats[0], "refund_all")
    carry_out(change, rounds=10)
    assert net(stripe_server, purchase) == int(seats[1].paid * 100)
    assert ClassChoice.objects.get().amount == due
    assert Enrolment.objects.filter(purchase=purchase, ended_at=None).get() == seats[1]
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
    assert not Enrolment.objects.filter(purchase=purchase, ended_at=None).exists()
    assert violations() == []


def preview_of_last(change: ClassChange, seat: Enrolment) -> Any:
    return look(change, seat).json()["refund"]["amount"]


def test_a_seat_that_was_given_takes_a_date_or_ends(
    operator: Client, lost: Bootcamp, other: Bootcamp
) -> None:
    gifts = [
        enrol(bootcamp_ids=[lost.pk], bundle_id=None, email=f"{name}@example.test", full_name=name)
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
    ended = Enrolment.objects.get(purchase=gifts[1])
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
    assert hours == {stays.pk: "pending", goes.pk: "cancelled"}


def test_whoever_pays_in_the_moment_of_the_act_is_told_and_asked_like_the_others(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    late = Shopper(stripe_server, email="late@example.test")
    purchase = late.buy(bootcamp=lost.pk)
    change = announce(operator, lost)
    # As if it had been completed after the act had looked.
    ClassChoice.objects.all().delete()
    Message.objects.filter(category="CLASS_CHANGE").delete()
    for _ in range(2):
        keep_changes_going.func(timestamp=0)
    assert ClassChoice.objects.get().enrolment.purchase == purchase
    assert len(subjects("CLASS_CHANGE")) == 1
    carry_out(change)
    assert net(stripe_server, purchase) == 0


def test_the_silent_are_reminded_twice_and_those_who_chose_never(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    first, second = (
        Shopper(stripe_server, email=f"{name}@example.test").buy(bootcamp=lost.pk)
        for name in ("silent", "quick")
    )
    change = announce(operator, lost, chooseBy=from_now(hours=72).isoformat())
    assert choose(change, present(second), "refund").status_code == 200
    for hours, count in ((60, 0), (47, 1), (46, 1), (23, 2), (1, 2)):
        ClassChange.objects.filter(pk=change.pk).update(
            choose_by=from_now(hours=hours), announced_at=from_now(hours=hours - 72)
        )
        keep_changes_going.func(timestamp=0)
        reminders = Message.objects.filter(subject__startswith="Please choose")
        assert reminders.count() == count, hours
        assert {one.recipient for one in reminders} <= {"silent@example.test"}
    # Announced later than that, there is nothing to remind of.
    short = make_bootcamp(name="Short", starts_at=from_now(days=2))
    make_purchase(bootcamp=short)
    announce(operator, short, chooseBy=from_now(hours=20).isoformat())
    keep_changes_going.func(timestamp=0)
    assert Message.objects.filter(subject__startswith="Please choose").count() == 2
    assert present(first)


def test_a_nudge_reaches_the_silent_at_most_once_an_hour(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    announce(operator, lost)
    assert call(operator, lost, "/nudge").json() == {"count": 1}
    assert call(operator, lost, "/nudge").status_code == 409
    assert board(operator, lost)["canNudge"] is False
    ClassChange.objects.update(nudged_at=from_now(hours=-2))
    assert call(operator, lost, "/nudge").json() == {"count": 1}
    assert Message.objects.filter(subject__startswith="Please choose").count() == 2


def test_the_desk_chooses_for_one(operator: Client, bought: Purchase, lost: Bootcamp) -> None:
    announce(operator, lost)
    [row] = board(operator, lost)["rows"]
    assert row["options"] == ["refund", "credit"]
    path = f"/choices/{row['enrolmentId']}"
    answer = call(operator, lost, path, choice="credit", toBootcampId=None)
    assert (answer.status_code, answer.json()["by"]) == (200, "desk")
    counts = board(operator, lost)["counts"]
    assert (counts["chosen"], counts["silent"]) == (1, 0)


def test_the_act_needs_a_recent_sign_in_and_sound_words(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    old = browser()
    sign_in_recently(old, make_admin(), seconds_ago=3600)
    refused = call(old, lost, **plan())
    assert (refused.status_code, refused.json()["code"]) == (403, "password_required")
    for wrong in (
        {"chooseBy": from_now(days=-1).isoformat()},
        {"kind": "move"},
        {"alternativeIds": [lost.pk]},
        {**move_to(from_now(days=2)), "chooseBy": from_now(days=3).isoformat()},
    ):
        assert call(operator, lost, **plan(**wrong)).status_code == 422, wrong
    assert ClassChange.objects.count() == 0


def test_the_portal_and_the_join_page_say_it_at_once(
    operator: Client, stripe_server: StripeServer
) -> None:
    student = a_student()
    soon = make_bootcamp(starts_at=from_now(minutes=10), session_url="https://meet.test/1")
    purchase = make_purchase(bootcamp=soon, user=student.user)
    change = announce(operator, soon)
    seat = present(purchase)
    shown = student.purchases()[0]["items"][0]["classChange"]
    assert shown["kind"] == "cancel"
    assert shown["path"] == f"/class-choice/{choice_token(change.pk, seat)}"
    page = (
        browser()
        .post("/api/join/look", {"token": join_token(seat.pk, 0)}, "application/json")
        .json()
    )
    assert page["classChange"] == shown
    refused = student.join(soon)
    assert (refused.status_code, refused.json()["code"]) == (409, "class_canceled")
