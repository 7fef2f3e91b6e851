"""A class's room: who is in it, who may look, and a message to those who aren't there."""

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from pytest_django import DjangoAssertNumQueries

from frontrow.accounts.models import Role, User
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import database_now
from frontrow.messaging.models import Channel, Message, MessageBatch
from frontrow.sales.attending.attendance import record_attendance
from frontrow.sales.models import Enrollment, PresenceSpan, Purchase
from tests.catalogue.desk import Desk
from tests.coaching.calling import Caller
from tests.factories import (
    PresenceSpanFactory,
    SmsConsentFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_purchase,
    make_user,
)
from tests.fakes.twilio import TwilioServer
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

as_json = DjangoJSONEncoder().default


def running(**fields: Any) -> Bootcamp:
    return make_bootcamp(
        **{
            "starts_at": from_now(minutes=-30),
            "ends_at": from_now(minutes=90),
            "zoom_meeting_id": str(uuid.uuid4().int)[:11],
            "name": "Launch",
            **fields,
        }
    )


def in_minutes(fields: dict[str, int]) -> dict[str, datetime]:
    """From when the test runs: it may be collected an hour before."""
    return {name: from_now(minutes=minutes) for name, minutes in fields.items()}


def guest(of: Bootcamp, name: str, **fields: Any) -> Purchase:
    address = f"{name.split(maxsplit=1)[0].lower()}@example.test"
    return make_purchase(
        bootcamp=of, user=None, guest_full_name=name, guest_email=address, **fields
    )


def stays(
    purchase: Purchase, joined: datetime | None, left: datetime | None = None, name: str = "1"
) -> None:
    PresenceSpanFactory.create(
        enrollment=enrollment_of(purchase), stay=name, joined_at=joined, left_at=left
    )


def room(desk: Desk, bootcamp: Bootcamp) -> Any:
    return desk.get(f"bootcamps/{bootcamp.pk}/room")


def write(desk: Desk, bootcamp: Bootcamp, key: uuid.UUID | None = None, **changes: Any) -> Any:
    body = {
        "channel": "email",
        "to": "not_here",
        "words": "We've started: {zoomLink}",
        "idempotencyKey": str(key or uuid.uuid4()),
        **changes,
    }
    return desk.call("POST", f"bootcamps/{bootcamp.pk}/room/message", body)


def mark(desk: Desk, purchase: Purchase, bootcamp: Bootcamp, *, attended: bool | None) -> None:
    path = f"bootcamps/{bootcamp.pk}/attendees/{purchase.pk}/attendance"
    desk.done("PUT", path, {"attended": attended})


def test_the_room_says_who_is_in_who_left_and_whom_we_wait_for(desk: Desk) -> None:
    bootcamp = running()
    ana, ben, cy = (guest(bootcamp, name) for name in ("Ana Lima", "Ben Ode", "Cy Young"))
    joined, left = from_now(minutes=-40), from_now(minutes=-10)
    stays(ana, joined)
    stays(ben, joined, left)
    told = room(desk, bootcamp)
    assert abs(datetime.fromisoformat(told.pop("asOf")) - database_now()) < timedelta(minutes=1)

    def person(of: Purchase, name: str, status: str, since: Any, minutes: int) -> Any:
        return {
            "enrollmentId": enrollment_of(of).pk,
            "purchaseId": of.pk,
            "name": name,
            "status": status,
            "since": since and as_json(since),
            "minutes": minutes,
            "attendance": None,
        }

    assert told == {
        "name": "Launch",
        "timezone": bootcamp.timezone,
        "startsAt": as_json(bootcamp.starts_at),
        "endsAt": as_json(bootcamp.ends_at),
        "state": "on",
        "counts": {"in": 1, "notYet": 1, "left": 1},
        "people": [
            person(ana, "Ana Lima", "in", joined, 30),
            person(ben, "Ben Ode", "left", left, 20),
            person(cy, "Cy Young", "not_yet", None, 0),
        ],
    }


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ("ahead", {"starts_at": 10}),
        ("over", {"ends_at": -1}),
        ("canceled", {"canceled_at": -1}),
    ],
)
def test_the_room_says_how_the_class_stands(desk: Desk, state: str, fields: dict[str, int]) -> None:
    assert room(desk, running(**in_minutes(fields)))["state"] == state


def test_where_no_meeting_reports_whoever_opened_their_link_is_in(desk: Desk) -> None:
    bootcamp = running(zoom_meeting_id="")
    here, away = guest(bootcamp, "Ana Lima"), guest(bootcamp, "Ben Ode")
    clicked = from_now(minutes=-35)
    Enrollment.objects.filter(purchase=here).update(joined_at=clicked)
    # Of the class's date of before.
    Enrollment.objects.filter(purchase=away).update(joined_at=from_now(days=-2))
    people = room(desk, bootcamp)["people"]
    assert [(one["status"], one["since"], one["minutes"]) for one in people] == [
        ("in", as_json(clicked), None),
        ("not_yet", None, None),
    ]
    # A meeting of ours would have told us: the click alone may have failed.
    Bootcamp.objects.update(zoom_meeting_id="80000000001")
    assert room(desk, bootcamp)["counts"] == {"in": 0, "notYet": 2, "left": 0}
    Bootcamp.objects.update(zoom_meeting_id="", ends_at=from_now(minutes=-1))
    assert room(desk, bootcamp)["counts"] == {"in": 0, "notYet": 1, "left": 1}


def test_a_mark_is_shown_and_taken_back_and_what_was_seen_counts_again(desk: Desk) -> None:
    bootcamp = running()
    ana = guest(bootcamp, "Ana Lima")
    stays(ana, from_now(minutes=-45))
    mark(desk, ana, bootcamp, attended=False)
    assert room(desk, bootcamp)["people"][0]["attendance"] == "absent"
    assert not record_attendance(enrollment_id=enrollment_of(ana).pk, at=from_now(minutes=-5))
    mark(desk, ana, bootcamp, attended=None)
    assert room(desk, bootcamp)["people"][0]["attendance"] is None
    # Whoever came early and is still there was there when it began.
    assert enrollment_of(ana).attended_at == bootcamp.starts_at
    mark(desk, ana, bootcamp, attended=True)
    assert room(desk, bootcamp)["people"][0]["attendance"] == "present"


def test_a_full_room_takes_no_more_statements_than_an_empty_one(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bootcamp = running(max_seats=30)
    for number in range(30):
        stays(guest(bootcamp, f"Guest{number} X"), from_now(minutes=-20))
    # The session, the admin, the bootcamp, the clock, its people and their stays.
    with django_assert_num_queries(6):
        assert room(desk, bootcamp)["counts"]["in"] == 30


# Who may look.


def coach_of(bootcamp: Bootcamp, **fields: Any) -> Caller:
    user = make_user(role=Role.COACH)
    coach = make_coach(user=user)
    student = make_user()
    make_purchase(bootcamp=bootcamp, user=student)
    make_coaching_session(bootcamp=bootcamp, coach=coach, user=student, **fields)
    return Caller(user)


def test_a_coach_opens_the_room_of_a_class_they_coach_and_of_no_other() -> None:
    mine, other = running(), running()
    coach = coach_of(mine)
    coach_of(other)
    assert coach.call("GET", f"admin/bootcamps/{mine.pk}/room")[0] == 200
    refused = coach.call("GET", f"admin/bootcamps/{other.pk}/room")
    assert (refused[0], refused[1]["code"]) == (404, "not_found")
    # And what is not there looks the same.
    assert coach.call("GET", "admin/bootcamps/999999/room") == refused
    CoachingSession.objects.filter(bootcamp=mine).update(status=CoachingStatus.CANCELED)
    assert coach.call("GET", f"admin/bootcamps/{mine.pk}/room") == refused


def test_a_coach_looks_and_neither_marks_nor_writes() -> None:
    bootcamp = running()
    coach = coach_of(bootcamp)
    purchase = Purchase.objects.get()
    body = {"channel": "email", "to": "not_here", "words": "x", "idempotencyKey": str(uuid.uuid4())}
    path = f"admin/bootcamps/{bootcamp.pk}"
    assert coach.call("POST", f"{path}/room/message", body)[0] == 403
    assert coach.call("GET", f"{path}/room/message")[0] == 403
    marking = f"{path}/attendees/{purchase.pk}/attendance"
    assert coach.call("PUT", marking, {"attended": True})[0] == 403
    assert not MessageBatch.objects.exists()
    assert enrollment_of(purchase).attendance_marked_at is None


# A message to those who aren't there.


def readers() -> list[str]:
    return sorted(Message.objects.values_list("recipient", flat=True))


def test_a_message_goes_to_exactly_those_who_are_not_in_at_that_moment(desk: Desk) -> None:
    bootcamp = running()
    ana, ben, cy, dee = (guest(bootcamp, f"{name} X") for name in ("Ana", "Ben", "Cy", "Dee"))
    stays(ana, from_now(minutes=-20))
    stays(ben, from_now(minutes=-20), from_now(minutes=-5))
    # On the phone, whom the meeting can't report: an admin said that they are there.
    mark(desk, dee, bootcamp, attended=True)
    reach = desk.get(f"bootcamps/{bootcamp.pk}/room/message")
    assert reach == {"notHere": 2, "email": 2, "text": 0}
    status, told = write(desk, bootcamp)
    assert (status, told["reaches"]) == (200, 2)
    assert readers() == ["ben@example.test", "cy@example.test"]
    # Cy comes in now: that was after it.
    stays(cy, from_now(minutes=0))
    run_jobs()
    assert readers() == ["ben@example.test", "cy@example.test"]
    assert write(desk, bootcamp)[1]["reaches"] == 1


def test_a_second_tap_sends_nothing_although_others_are_missing_by_then(desk: Desk) -> None:
    bootcamp = running()
    ana, key = guest(bootcamp, "Ana Lima"), uuid.uuid4()
    first = write(desk, bootcamp, key)
    stays(ana, from_now(minutes=0))
    guest(bootcamp, "Ben Ode")
    assert write(desk, bootcamp, key) == first
    # Nor when the class has ended in between.
    Bootcamp.objects.update(ends_at=from_now(minutes=-1))
    assert write(desk, bootcamp, key) == first
    assert readers() == ["ana@example.test"]


def test_while_it_can_be_undone_nothing_is_sent_and_those_of_the_tap_get_it(desk: Desk) -> None:
    bootcamp = running()
    ana = guest(bootcamp, "Ana Lima")
    _, undone = write(desk, bootcamp, undoSeconds=10)
    assert not Message.objects.exists()
    desk.done("DELETE", f"bootcamps/{bootcamp.pk}/messages/{undone['batchId']}")
    _, kept = write(desk, bootcamp, undoSeconds=10)
    guest(bootcamp, "Ben Ode")
    stays(ana, from_now(minutes=0))
    run_jobs(within=timedelta(seconds=20))
    assert readers() == ["ana@example.test"]
    assert kept["reaches"] == 1


def test_a_text_goes_only_to_those_who_agreed(desk: Desk, twilio_server: TwilioServer) -> None:
    bootcamp = running()
    ana = guest(bootcamp, "Ana Lima", guest_phone="+15550100199")
    guest(bootcamp, "Ben Ode", guest_phone="+15550100188")
    guest(bootcamp, "Cy Young")
    SmsConsentFactory.create(phone="+15550100199", user=None, purchase_id=ana.pk)
    reach = desk.get(f"bootcamps/{bootcamp.pk}/room/message")
    assert reach == {"notHere": 3, "email": 3, "text": 1}
    status, told = write(desk, bootcamp, channel="text", words="We've started.")
    assert (status, told["reaches"]) == (200, 1)
    assert list(Message.objects.values_list("type", "recipient")) == [(Channel.SMS, "+15550100199")]


def test_whoever_is_in_by_one_of_two_seats_is_not_written_to(desk: Desk) -> None:
    bootcamp = running()
    first, _ = guest(bootcamp, "Ana Lima"), guest(bootcamp, "Ana Lima")
    stays(first, from_now(minutes=-5))
    assert desk.get(f"bootcamps/{bootcamp.pk}/room/message")["notHere"] == 0
    status, told = write(desk, bootcamp)
    assert (status, told["code"]) == (409, "no_recipients")
    assert not Message.objects.exists()
    PresenceSpan.objects.all().delete()
    assert write(desk, bootcamp)[1]["reaches"] == 1


@pytest.mark.parametrize("fields", [{"ends_at": -1}, {"canceled_at": -1}])
def test_when_the_class_is_over_nobody_is_called_in(desk: Desk, fields: dict[str, int]) -> None:
    bootcamp = running(**in_minutes(fields))
    guest(bootcamp, "Ana Lima")
    status, told = write(desk, bootcamp)
    assert (status, told["message"]) == (
        409,
        "This class is over. Write to its attendees from Messages instead.",
    )
    assert not MessageBatch.objects.exists()


def test_each_message_is_written_down_with_whoever_sent_it(desk: Desk) -> None:
    bootcamp = running()
    guest(bootcamp, "Ana Lima")
    _, told = write(desk, bootcamp)
    assert desk.audited() == [
        (
            "sent message to attendees",
            "bootcamp",
            str(bootcamp.pk),
            {"batch": told["batchId"], "recipients": 1, "template": None},
        )
    ]
    assert MessageBatch.objects.get().sent_by == User.objects.get(pk=desk.admin.pk)
