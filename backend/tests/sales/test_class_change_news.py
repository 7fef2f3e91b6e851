"""Who hears of a changed class and when, and what the desk does about it."""

import pytest
from django.test import Client

from frontrow.backoffice.class_changes.minimum import tell_of_few_seats
from frontrow.backoffice.messages.reminders import write_due_reminders
from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.models import Message
from frontrow.sales.changes.complimentary import enroll, withdraw
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.links import CHOICE
from frontrow.sales.models import (
    ClassChange,
    ClassChoice,
    Purchase,
    SeatOffer,
)
from frontrow.sales.waiting.serving import serve, serve_lists
from tests.factories import (
    SmsConsentFactory,
    WaitingEntryFactory,
    WaitingWishFactory,
    from_now,
    make_admin,
    make_bootcamp,
    make_purchase,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.fakes.twilio import TwilioServer
from tests.links import join_token
from tests.portal.student import a_student, browser
from tests.sales.buying import Shopper
from tests.sales.changing import (
    announce,
    board,
    call,
    carry_out,
    choose,
    move_to,
    net,
    plan,
    present,
    preview,
    subjects,
)
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)


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
    assert ClassChoice.objects.get().enrollment.purchase == purchase
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
    assert present(first).bootcamp == lost


def test_a_seat_handed_over_late_brings_its_new_holder_one_reminder(
    operator: Client, bought: Purchase, lost: Bootcamp
) -> None:
    change = announce(operator, lost, chooseBy=from_now(hours=72).isoformat())
    # The worker was away across both marks.
    ClassChange.objects.filter(pk=change.pk).update(
        choose_by=from_now(hours=20), announced_at=from_now(hours=-52)
    )
    for _ in range(2):
        keep_changes_going.func(timestamp=0)
    [reminder] = Message.objects.filter(subject__startswith="Please choose")
    assert reminder.dedupe_key == f"class-choice-reminder:24:{change.pk}:{present(bought).pk}"


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
    path = f"/choices/{row['enrollmentId']}"
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
    assert shown["path"] == f"/class-choice/{CHOICE.token(seat, change.pk)}"
    page = (
        browser()
        .post("/api/join/look", {"token": join_token(seat.pk, 0)}, "application/json")
        .json()
    )
    assert page["classChange"] == shown
    refused = student.join(soon)
    assert (refused.status_code, refused.json()["code"]) == (409, "class_canceled")


def test_whoever_waits_is_told_and_an_offer_ends_without_being_a_miss(
    operator: Client, lost: Bootcamp, other: Bootcamp
) -> None:
    waits = WaitingEntryFactory.create(email="waits@example.test")
    both = WaitingEntryFactory.create(email="both@example.test")
    for entry, bootcamp in ((waits, lost), (both, lost), (both, other)):
        WaitingWishFactory.create(entry=entry, bootcamp=bootcamp)
    serve()
    offer = SeatOffer.objects.get(entry=waits)
    assert offer.state == "open"
    assert preview(operator, lost)["waiting"] == 2
    announce(operator, lost, alternativeIds=[other.pk])
    offer.refresh_from_db()
    waits.refresh_from_db()
    both.refresh_from_db()
    assert (offer.state, waits.state, waits.misses) == ("expired", "closed", 0)
    assert list(both.wishes.values_list("bootcamp_id", flat=True)) == [other.pk]
    told = Message.objects.filter(subject__startswith="Canceled: The Class")
    assert set(told.values_list("recipient", flat=True)) == {
        "waits@example.test",
        "both@example.test",
    }
    serve_lists.func(timestamp=0)
    assert not Message.objects.filter(subject__startswith="Waiting list closed").exists()
    assert not SeatOffer.objects.filter(purchase__bootcamp=lost, state="open").exists()


def test_reminders_of_a_canceled_date_never_go_out(operator: Client) -> None:
    soon = make_bootcamp(starts_at=from_now(minutes=50))
    for purchase in (make_purchase(bootcamp=soon), make_purchase()):
        Purchase.objects.filter(pk=purchase.pk).update(completed_at=from_now(days=-3))
    announce(operator, soon)
    write_due_reminders(now=from_now())
    assert not Message.objects.filter(category__startswith="REMINDER").exists()


def test_within_six_hours_of_the_start_whoever_agreed_is_texted(
    operator: Client, twilio_server: TwilioServer
) -> None:
    soon = make_bootcamp(starts_at=from_now(hours=3))
    later = make_bootcamp(starts_at=from_now(hours=30))
    for bootcamp in (soon, later):
        user = make_user(phone=f"+1555010{bootcamp.pk:04}")
        SmsConsentFactory.create(user=user, phone=user.phone)
        make_purchase(bootcamp=bootcamp, user=user)
    make_purchase(bootcamp=soon)
    assert (preview(operator, soon)["texts"], preview(operator, later)["texts"]) == (1, 0)
    for bootcamp in (soon, later):
        announce(operator, bootcamp)
    [text] = Message.objects.filter(type="SMS")
    assert "is canceled" in text.content
    assert text.bootcamp_id == soon.pk


def test_too_few_seats_are_told_once_and_nothing_happens_by_itself(operator: Client) -> None:
    few = make_bootcamp(min_seats=3, decide_by=from_now(hours=20), starts_at=from_now(days=5))
    enough = make_bootcamp(min_seats=1, decide_by=from_now(hours=20), starts_at=from_now(days=5))
    make_bootcamp(min_seats=3, decide_by=from_now(days=3), starts_at=from_now(days=5))
    for bootcamp in (few, enough):
        make_purchase(bootcamp=bootcamp)
    assert tell_of_few_seats() == [few.pk]
    assert tell_of_few_seats() == []
    [notice] = Message.objects.filter(category="NOTICE")
    assert "sold 1 of the 3 seats" in notice.content
    assert f"/admin/bootcamps/{few.pk}?change=cancel" in notice.content
    few.refresh_from_db()
    assert (few.status, few.sales_stopped_at, ClassChange.objects.count()) == ("active", None, 0)


def test_a_class_that_falls_below_its_minimum_in_the_last_day_is_told_of_then() -> None:
    make_admin()
    bootcamp = make_bootcamp(min_seats=2, decide_by=from_now(hours=20), starts_at=from_now(days=5))
    make_purchase(bootcamp=bootcamp)
    gift = enroll(
        bootcamp_ids=[bootcamp.pk], bundle_id=None, email="gil@example.test", full_name="Gil"
    )
    for _ in range(2):
        assert tell_of_few_seats() == []
    withdraw(purchase_id=gift.pk)
    assert tell_of_few_seats() == [bootcamp.pk]
    assert tell_of_few_seats() == []
    [notice] = Message.objects.filter(category="NOTICE")
    assert "sold 1 of the 2 seats" in notice.content


def test_the_desk_says_whether_a_class_is_canceled_or_has_moved(operator: Client) -> None:
    canceled, moved, untouched = (make_bootcamp(starts_at=from_now(days=10)) for _ in range(3))
    announce(operator, canceled)
    announce(operator, moved, **move_to(from_now(days=20)))
    kinds = {
        one["id"]: (one["classChange"], one["classChangeKind"])
        for one in operator.get("/api/admin/bootcamps").json()
    }
    assert kinds == {
        canceled.pk: ("open", "cancel"),
        moved.pk: ("open", "move"),
        untouched.pk: (None, None),
    }
