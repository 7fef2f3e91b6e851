"""The calendar: a file per bootcamp, and a feed that follows what moves and what is given back."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from frontrow.accounts.models import User, UserStatus
from frontrow.core.clock import database_now
from frontrow.sales.attending.calendar_file import calendar_file, join_links_of
from frontrow.sales.emails.refund_emails import refund_email
from frontrow.sales.enrollment.enrollments import continue_enrollment
from frontrow.sales.models import EndedBecause, Enrollment, Purchase, PurchaseState
from tests.factories import enrollment_of, make_bootcamp, make_bundle, make_purchase
from tests.fakes.stripe import StripeServer
from tests.portal.student import (
    LOOKING,
    PAID,
    SIGNED_OUT,
    STRANGERS,
    UNPAID,
    Student,
    a_student,
    an_admin_looking_as,
    browser,
    come_as,
)
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db

MEETING = "https://zoom.example.test/j/canary"


def events(text: str) -> list[Any]:
    return list(Calendar.from_ical(text).walk("VEVENT"))


def feed_of(student: Student) -> str:
    answer = student.post("user/calendar-feed")
    assert answer.status_code == 200, answer.content
    return str(answer.json()["url"])


def fetch(url: str) -> Any:
    return browser().get(url[url.index("/api/") :])


@pytest.mark.parametrize("kind", [*PAID, LOOKING])
def test_the_file_of_a_paid_bootcamp_has_the_join_link_for_its_owner_alone(kind: str) -> None:
    bootcamp = make_bootcamp(zoom_join_url=MEETING, schedule_version=3)
    student = come_as(kind, bootcamp)
    answer = student.get(f"user/bootcamps/{bootcamp.pk}/calendar.ics")
    item = Enrollment.objects.filter(purchase__user=student.user, purchase__state="completed").get()
    assert answer.status_code == 200
    links = [] if kind == LOOKING else join_links_of([item])
    assert answer.content.decode() == calendar_file(
        enrollments=[item], written_at=database_now(), links=links
    )
    assert ("/join/" in answer.content.decode()) == (kind != LOOKING)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="bootcamp.ics"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert "canary" not in answer.content.decode()


@pytest.mark.parametrize("kind", [*UNPAID, *STRANGERS, *SIGNED_OUT])
def test_nobody_else_gets_the_file(kind: str) -> None:
    bootcamp = make_bootcamp()
    answer = come_as(kind, bootcamp).get(f"user/bootcamps/{bootcamp.pk}/calendar.ics")
    refused = {**dict.fromkeys(SIGNED_OUT, 401), **dict.fromkeys(STRANGERS, 404)}
    assert answer.status_code == refused.get(kind, 403)


def test_the_feed_needs_no_session_and_holds_everything_that_was_paid_for() -> None:
    student = a_student()
    at = database_now()
    single, one, two = (
        make_bootcamp(name=name, starts_at=at + timedelta(days=days), zoom_join_url=MEETING)
        for name, days in (("Single", 2), ("First", 1), ("Second", 3))
    )
    make_purchase(bootcamp=single, user=student.user)
    make_purchase(bundle=make_bundle(bootcamps=[one, two]), user=student.user)
    make_purchase(user=student.user, state=PurchaseState.PENDING)
    make_purchase(user=student.user, state=PurchaseState.FAILED)
    make_purchase()
    answer = fetch(feed_of(student))
    assert answer.status_code == 200
    assert [str(event["SUMMARY"]) for event in events(answer.content.decode())] == [
        "First",
        "Single",
        "Second",
    ]
    items = {item.name: item for item in Enrollment.objects.filter(purchase__user=student.user)}
    for event in events(answer.content.decode()):
        [link] = join_links_of([items[str(event["SUMMARY"])]])
        assert (str(event["URL"]), len(event.walk("VALARM"))) == (link, 1)
    assert answer.headers["Cache-Control"] == "private, max-age=300"
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "canary" not in answer.content.decode()


def test_a_moved_date_moves_the_entry_in_feed_and_email_alike() -> None:
    student = a_student()
    bootcamp = make_bootcamp()
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    url = feed_of(student)
    [before] = events(fetch(url).content.decode())
    bootcamp.starts_at += timedelta(days=7)
    bootcamp.ends_at += timedelta(days=7)
    bootcamp.schedule_version += 1
    bootcamp.save()
    [after] = events(fetch(url).content.decode())
    item = purchase.enrollments.select_related("bootcamp").get()
    [mailed] = events(calendar_file(enrollments=[item], written_at=database_now()))
    assert before["UID"] == after["UID"] == mailed["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"], mailed["SEQUENCE"]) == (0, 1, 1)
    assert after["DTSTART"].dt == mailed["DTSTART"].dt == bootcamp.starts_at
    assert str(after["STATUS"]) == "CONFIRMED"


@pytest.mark.parametrize("state", [PurchaseState.REFUNDING, PurchaseState.REFUNDED])
def test_a_refund_cancels_the_entry_instead_of_losing_it(state: PurchaseState) -> None:
    student = a_student()
    purchase = make_purchase(bootcamp=make_bootcamp(schedule_version=2), user=student.user)
    url = feed_of(student)
    [before] = events(fetch(url).content.decode())
    Purchase.objects.filter(pk=purchase.pk).update(state=state)
    [after] = events(fetch(url).content.decode())
    assert (str(after["STATUS"]), after["SEQUENCE"]) == ("CANCELLED", 3)
    assert before["UID"] == after["UID"]


def test_a_seat_that_moved_has_one_entry_and_one_handed_over_is_taken_back() -> None:
    student, friend = a_student(), a_student()
    moved = make_purchase(user=student.user)
    after = continue_enrollment(
        enrollment=enrollment_of(moved),
        bootcamp=make_bootcamp(starts_at=database_now() + timedelta(days=50), name="Later"),
        because=EndedBecause.MOVED,
    )
    [entry] = events(fetch(feed_of(student)).content.decode())
    assert (str(entry["SUMMARY"]), str(entry["STATUS"])) == ("Later", "CONFIRMED")
    handed = continue_enrollment(
        enrollment=after, bootcamp=after.bootcamp, because=EndedBecause.HANDED_OVER
    )
    Enrollment.objects.filter(pk=handed.pk).update(holder=friend.user)
    [gone] = events(fetch(feed_of(student)).content.decode())
    assert (gone["UID"], str(gone["STATUS"])) == (entry["UID"], "CANCELLED")
    assert gone["SEQUENCE"] > entry["SEQUENCE"]
    [theirs] = events(fetch(feed_of(friend)).content.decode())
    assert (theirs["UID"], str(theirs["STATUS"])) == (entry["UID"], "CONFIRMED")


def test_the_email_about_a_whole_refund_takes_the_entry_back_too() -> None:
    purchase = make_purchase(state=PurchaseState.REFUNDED)
    items = list(purchase.enrollments.select_related("bootcamp"))
    [attachment] = refund_email(
        purchase=purchase, amount=purchase.total_amount, is_full=True, event="x", enrollments=items
    ).attachments
    [event] = events(attachment["text"])
    assert (attachment["name"], str(event["STATUS"])) == ("canceled.ics", "CANCELLED")
    assert str(event["UID"]).startswith(f"enrollment-{items[0].pk}@")
    part = refund_email(
        purchase=purchase, amount=purchase.total_amount, is_full=False, event="x", enrollments=items
    )
    assert part.attachments == ()


def test_a_renewed_feed_has_another_address_and_the_old_one_is_dead() -> None:
    student = a_student()
    make_purchase(user=student.user)
    first = feed_of(student)
    assert feed_of(student) == first
    seen = {first}
    for _ in range(3):
        renewed = student.post("user/calendar-feed/renew").json()["url"]
        assert renewed not in seen
        assert fetch(renewed).status_code == 200
        assert [fetch(old).status_code for old in seen] == [404] * len(seen)
        seen.add(renewed)
    assert feed_of(student) == renewed


def test_whoever_looks_as_the_student_cannot_take_the_feed_along() -> None:
    student = a_student()
    admin = an_admin_looking_as(student.user)
    assert admin.post("user/calendar-feed").status_code == 403
    assert admin.post("user/calendar-feed/renew").status_code == 403


def test_a_deactivated_persons_feed_is_gone() -> None:
    student = a_student()
    url = feed_of(student)
    User.objects.filter(pk=student.user.pk).update(status=UserStatus.INACTIVE)
    answer = fetch(url)
    assert (answer.status_code, answer.json()["message"]) == (
        404,
        "This calendar link doesn't work. It may have been replaced by a new one.",
    )


def test_a_guessed_address_shows_nobodys_calendar() -> None:
    student, other = a_student(), a_student()
    mine = feed_of(student)
    forged = mine.replace(f"/{student.user.pk}-", f"/{other.user.pk}-")
    assert forged != mine
    assert [fetch(url).status_code for url in (forged, mine.replace("-1.", "-2."))] == [404, 404]
    assert fetch("/api/calendar/x.ics").status_code == 404


def test_one_feed_asked_for_without_end_is_refused_and_the_others_are_not() -> None:
    greedy, modest = feed_of(a_student()), feed_of(a_student())
    assert [fetch(greedy).status_code for _ in range(31)] == [200] * 30 + [429]
    assert fetch(modest).status_code == 200


@pytest.mark.parametrize(
    ("zone", "starts_at", "written"),
    [
        # Over the hour that New York skips: three hours stay three hours.
        ("America/New_York", datetime(2026, 3, 8, 6, tzinfo=UTC), "20260308T060000Z"),
        ("America/New_York", datetime(2026, 11, 1, 5, tzinfo=UTC), "20261101T050000Z"),
        ("Australia/Sydney", datetime(2026, 4, 4, 15, tzinfo=UTC), "20260404T150000Z"),
        ("Australia/Sydney", datetime(2026, 10, 3, 15, tzinfo=UTC), "20261003T150000Z"),
        ("Africa/Lagos", datetime(2026, 3, 8, 6, tzinfo=UTC), "20260308T060000Z"),
        ("UTC", datetime(2026, 11, 1, 5, tzinfo=UTC), "20261101T050000Z"),
    ],
)
def test_entries_are_right_to_the_second_where_clocks_change(
    zone: str, starts_at: datetime, written: str
) -> None:
    student = a_student()
    make_purchase(bootcamp=make_bootcamp(starts_at=starts_at, timezone=zone), user=student.user)
    text = fetch(feed_of(student)).content.decode()
    [event] = events(text)
    assert f"DTSTART:{written}\r\n" in text
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(hours=3)


def bought_file(client: Any, purchase: Purchase) -> Any:
    seat = enrollment_of(purchase)
    return client.get(f"/api/purchases/{purchase.pk}/bootcamps/{seat.bootcamp_id}/calendar.ics")


@pytest.mark.django_db(transaction=True)
def test_the_browser_that_paid_has_the_file_at_once_and_no_other(
    stripe_server: StripeServer,
) -> None:
    guest = Shopper(stripe_server)
    purchase = guest.buy(bootcamp=make_bootcamp().pk)
    answer = bought_file(guest.client, purchase)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = events(answer.content.decode())
    assert "/join/" in str(event["LOCATION"])
    # Guessed by their numbers: by a stranger, by somebody signed in, and with another class.
    stranger = browser()
    stranger.get("/api/checkout")
    other = make_purchase()
    for client, asked in ((stranger, purchase), (a_student().client, purchase)):
        assert bought_file(client, asked).status_code == 404
    assert bought_file(guest.client, other).status_code == 404
    path = f"/api/purchases/{purchase.pk}/bootcamps/{enrollment_of(other).bootcamp_id}/calendar.ics"
    assert guest.client.get(path).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_once_the_purchase_is_in_an_account_only_its_owner_has_the_file(
    stripe_server: StripeServer,
) -> None:
    guest, owner = Shopper(stripe_server), a_student()
    purchase = guest.buy(bootcamp=make_bootcamp().pk)
    Purchase.objects.filter(pk=purchase.pk).update(user=owner.user)
    assert bought_file(guest.client, purchase).status_code == 404
    assert bought_file(owner.client, purchase).status_code == 200
    Enrollment.objects.filter(purchase=purchase).update(holder_email="fay@example.test")
    assert bought_file(owner.client, purchase).status_code == 404
