"""A bootcamp that people have paid for moves: each of them is told once, with the new date."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.db import connection
from icalendar import Calendar
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.models import Message
from frontrow.sales.changes.schedule_changes import tell_about_move
from frontrow.sales.models import Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase, make_user
from tests.jobs import run_jobs
from tests.places import plain

pytestmark = pytest.mark.django_db

START = datetime(2031, 10, 9, 22, tzinfo=UTC)
DASH = "\N{EN DASH}"


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.SITE_URL = "https://bootcamps.example.test"


def bootcamp(**fields: Any) -> Bootcamp:
    return make_bootcamp(
        **{"starts_at": START, "ends_at": START + timedelta(hours=3), "name": "Launch", **fields}
    )


def bought(**fields: Any) -> Purchase:
    """A purchase made before this test's transaction began, which is when a move happens in it."""
    purchase = make_purchase(**fields)
    Purchase.objects.filter(pk=purchase.pk).update(created_at=from_now(days=-1))
    return purchase


def move(desk: Desk, moved: Bootcamp, note: str = "", **by: float) -> dict[str, Any]:
    start, end = (at + timedelta(**by) for at in (moved.starts_at, moved.ends_at))
    sent = {"startDate": start.isoformat(), "endDate": end.isoformat(), "moveNote": note}
    answer: dict[str, Any] = desk.done("PATCH", f"bootcamps/{moved.pk}", sent)
    moved.refresh_from_db()
    return answer


def told() -> list[str]:
    return sorted(Message.objects.filter(category="MOVED").values_list("recipient", flat=True))


def test_everyone_with_a_paid_seat_is_told_once_and_nobody_else(desk: Desk) -> None:
    moved, other = bootcamp(), bootcamp()
    bought(bootcamp=moved, user=make_user(email="ada@example.test"))
    bought(bootcamp=moved, user=None, guest_email="guest@example.test")
    bundle = make_bundle(bootcamps=[moved, other])
    bought(bundle=bundle, user=make_user(email="bundle@example.test"))
    for state in (PurchaseState.REFUNDED, PurchaseState.REFUNDING, PurchaseState.PENDING):
        bought(bootcamp=moved, state=state)
    bought(bootcamp=moved, user=make_user(is_demo=True))
    bought(bootcamp=other)
    assert move(desk, moved, days=7)["scheduleVersion"] == 1
    assert told() == []
    run_jobs()
    assert told() == ["ada@example.test", "bundle@example.test", "guest@example.test"]
    assert sorted(sent.to[0] for sent in mail.outbox) == told()


def test_the_email_says_when_it_is_now_and_moves_the_entry_in_the_calendar(desk: Desk) -> None:
    moved = bootcamp(schedule_version=4)
    user = make_user(first_name="Ada", email="ada@example.test")
    purchase = bought(bundle=make_bundle(bootcamps=[moved, bootcamp(name="Other")]), user=user)
    move(desk, moved, days=7)
    run_jobs()
    message = Message.objects.get()
    assert (message.user_id, message.purchase_id, message.bootcamp_id) == (
        user.pk,
        purchase.pk,
        moved.pk,
    )
    assert message.dedupe_key == f"moved:{moved.pk}:{purchase.pk}:5"
    assert message.subject == f"New date: Launch · {django_settings.ENV.SITE_NAME}"
    assert plain(message.content).startswith(
        f"""Your bootcamp has a new date
----------------------------

Hello Ada,

Launch has moved, and your seat moves with it. Here's the new time:

Launch
  Thu, Oct 16 at 6:00 PM {DASH} 9:00 PM EDT

The attached calendar file moves the entry in your calendar.

Join the live session:
[private link 2]

You can join 30 minutes before we start, without signing in. The link is personal: please don't \
forward this email. Everything else is in your portal: https://bootcamps.example.test/portal

Can't make it? Change your date or hand over your seat: [private link 3]

If no date works for you, tell us. You get a full refund if you ask before your first \
session ends"""
    )
    [attachment] = message.attachments
    assert (attachment["name"], attachment["media_type"]) == ("bootcamp.ics", "text/calendar")
    [entry] = Calendar.from_ical(attachment["text"]).walk("VEVENT")
    item = purchase.enrollments.get(bootcamp=moved)
    assert entry["UID"] == f"enrollment-{item.pk}@bootcamps.example.test"
    assert entry["SEQUENCE"].to_ical() == b"5"
    assert entry["DTSTART"].to_ical() == b"20311016T220000Z"


def test_away_and_back_again_are_two_moves_and_people_hear_of_each(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    for days in (7, -7, 7):
        move(desk, moved, days=days)
        run_jobs()
    assert moved.schedule_version == 3
    assert len(told()) == 3


def test_two_moves_in_one_breath_are_told_as_one(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    move(desk, moved, days=7)
    move(desk, moved, days=1)
    run_jobs()
    [message] = Message.objects.all()
    assert f"Oct 17 at 6:00 PM {DASH} 9:00 PM EDT" in message.content


def waiting() -> list[dict[str, Any]]:
    """The arguments of the jobs that are not yet due."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args::text FROM procrastinate_jobs WHERE status = 'todo'"
            " AND scheduled_at - now() BETWEEN interval '59 seconds' AND interval '61 seconds'"
        )
        return [json.loads(arguments) for (arguments,) in cursor.fetchall()]


def test_a_second_look_tells_whoever_completed_meanwhile_and_nobody_twice(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved, user=make_user(email="early@example.test"))
    late = bought(
        bootcamp=moved, user=make_user(email="late@example.test"), state=PurchaseState.CAPTURING
    )
    move(desk, moved, days=7)
    # Chose the new date.
    after = make_purchase(bootcamp=moved, user=make_user(email="after@example.test"))
    Purchase.objects.filter(pk=after.pk).update(created_at=from_now(hours=1))
    run_jobs()
    assert told() == ["early@example.test"]
    Purchase.objects.filter(pk=late.pk).update(
        state=PurchaseState.COMPLETED, completed_at=from_now()
    )
    [arguments] = waiting()
    for _ in range(2):
        tell_about_move.func(**arguments)
    assert told() == ["early@example.test", "late@example.test"]


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Renamed"},
        {"timezone": "Asia/Mumbai"},
        {"startDate": START.isoformat()},
        {"maxSeats": 30},
    ],
)
def test_what_is_no_move_is_not_told(desk: Desk, change: dict[str, Any]) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    assert desk.done("PATCH", f"bootcamps/{moved.pk}", change)["scheduleVersion"] == 0
    run_jobs()
    assert told() == []


def test_a_later_end_alone_is_a_move(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    end = (moved.ends_at + timedelta(hours=1)).isoformat()
    assert desk.done("PATCH", f"bootcamps/{moved.pk}", {"endDate": end})["scheduleVersion"] == 1
    run_jobs()
    assert f"Oct 9 at 6:00 PM {DASH} 10:00 PM EDT" in Message.objects.get().content


def test_correcting_a_date_that_is_over_tells_nobody(desk: Desk) -> None:
    moved = bootcamp(starts_at=from_now(days=-9), ends_at=from_now(days=-9, hours=3))
    bought(bootcamp=moved)
    assert move(desk, moved, days=1)["scheduleVersion"] == 1
    run_jobs()
    assert told() == []


def test_a_class_moved_into_the_past_is_told_to_nobody_then_or_later(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    start, end = from_now(days=-3), from_now(days=-3, hours=3)
    sent = {"startDate": start.isoformat(), "endDate": end.isoformat()}
    assert desk.done("PATCH", f"bootcamps/{moved.pk}", sent)["scheduleVersion"] == 1
    run_jobs()
    assert told() == []
    # Back in the future it is a move like any other.
    move(desk, moved, days=30)
    run_jobs()
    assert len(told()) == 1


def test_a_refused_move_tells_nobody(desk: Desk) -> None:
    moved = bootcamp(max_seats=2)
    bought(bootcamp=moved)
    bought(bootcamp=moved)
    sent = {"maxSeats": 1, "endDate": (moved.ends_at + timedelta(hours=1)).isoformat()}
    status, _ = desk.call("PATCH", f"bootcamps/{moved.pk}", sent)
    assert status == 409
    assert run_jobs() == 0
    assert Bootcamp.objects.get(pk=moved.pk).schedule_version == 0


NOTE = "Cora is ill, sorry!\n\nSee https://example.test/why"


def test_the_desk_adds_a_note_that_everybody_reads_on_the_second_look_too(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    late = bought(bootcamp=moved, state=PurchaseState.CAPTURING)
    move(desk, moved, note=NOTE, days=7)
    [arguments] = waiting()
    assert "Cora" not in json.dumps(arguments)
    run_jobs()
    Purchase.objects.filter(pk=late.pk).update(
        state=PurchaseState.COMPLETED, completed_at=from_now()
    )
    tell_about_move.func(**arguments)
    first, second = Message.objects.filter(category="MOVED")
    for message in (first, second):
        assert "\n\nCora is ill, sorry!\n\nSee https://example.test/why\n\n" in message.content
        assert 'href="https://example.test/why"' in message.html


def test_a_note_without_a_move_tells_nobody_and_is_kept_nowhere(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved)
    desk.done("PATCH", f"bootcamps/{moved.pk}", {"name": "Renamed", "moveNote": NOTE})
    assert run_jobs() == 0
    assert told() == []
    [(_, _, _, noted)] = desk.audited()
    assert noted["changed"] == ["name"]
    status, _ = desk.call("PATCH", f"bootcamps/{moved.pk}", {"moveNote": "x" * 1_001})
    assert status == 422


def previewed(desk: Desk, moved: Bootcamp, note: str = "") -> tuple[int, Any]:
    start = moved.starts_at + timedelta(days=7)
    sent = {
        "startDate": start.isoformat(),
        "endDate": (start + timedelta(hours=2)).isoformat(),
        "timezone": "America/Chicago",
        "note": note,
    }
    return desk.call("POST", f"bootcamps/{moved.pk}/move-preview", sent)


def test_the_email_can_be_read_before_anything_moves(desk: Desk) -> None:
    moved = bootcamp()
    bought(bootcamp=moved, user=make_user(email="ada@example.test"))
    status, shown = previewed(desk, moved, note="Cora is <ill>")
    assert (status, shown["recipient"]) == (200, "ada@example.test")
    assert shown["subject"] == f"New date: Launch · {django_settings.ENV.SITE_NAME}"
    assert f"Oct 16 at 5:00 PM {DASH} 7:00 PM CDT" in shown["html"]
    assert "Cora is &lt;ill&gt;" in shown["html"]
    # The ways in are the reader's own.
    assert "/join/" not in shown["html"]
    assert "[private link]" in shown["html"]
    assert run_jobs() == 0
    moved.refresh_from_db()
    assert (moved.starts_at, moved.schedule_version, moved.timezone) == (START, 0, moved.timezone)
    assert not Message.objects.exists()


def test_without_attendees_there_is_no_email_to_read(desk: Desk) -> None:
    assert previewed(desk, bootcamp())[0] == 409
