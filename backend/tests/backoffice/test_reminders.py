"""Reminders and news of the recording: each once, at the right instant, to whoever has a seat."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.backoffice.messages.reminders import (
    send_reminders,
    write_due_reminders,
    write_recording_news,
)
from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import (
    SuppressionFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_template,
    make_user,
)
from tests.jobs import run_jobs
from tests.places import plain

pytestmark = pytest.mark.django_db

START = datetime(2026, 10, 9, 22, tzinfo=UTC)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def bootcamp(starts_at: datetime = START, **fields: Any) -> Bootcamp:
    return make_bootcamp(
        **{"starts_at": starts_at, "ends_at": starts_at + 3 * HOUR, "name": "Launch", **fields}
    )


def attendee(of: Bootcamp, **fields: Any) -> Purchase:
    return make_purchase(bootcamp=of, **{"completed_at": LONG_AGO, **fields})


def written() -> list[str]:
    return list(Message.objects.order_by("id").values_list("category", flat=True))


def look(*instants: datetime) -> list[str]:
    """What has been written after the clock came by at these instants."""
    for now in instants:
        write_due_reminders(now=now)
    return written()


def test_each_comes_at_its_instant_and_only_once() -> None:
    attendee(bootcamp())
    assert look(START - DAY - MINUTE) == []
    assert look(START - DAY, START - DAY + MINUTE, START - 20 * HOUR) == ["REMINDER_1DAY"]
    assert look(START - HOUR - MINUTE) == ["REMINDER_1DAY"]
    assert look(START - HOUR, START - HOUR + MINUTE, START, START + HOUR) == [
        "REMINDER_1DAY",
        "REMINDER_1HOUR",
    ]


@pytest.mark.parametrize(
    ("zone", "local", "utc"),
    [
        # The night before, the clocks went forward: the day had 23 hours.
        ("America/New_York", "2026-03-08T19:00", "2026-03-08T23:00"),
        # The night before, they went back: it had 25.
        ("America/New_York", "2026-11-01T19:00", "2026-11-02T00:00"),
        ("Australia/Sydney", "2026-10-04T19:00", "2026-10-04T08:00"),
        ("Australia/Sydney", "2026-04-05T19:00", "2026-04-05T09:00"),
        ("Africa/Lagos", "2026-03-08T19:00", "2026-03-08T18:00"),
        ("UTC", "2026-11-01T19:00", "2026-11-01T19:00"),
    ],
)
def test_a_day_is_24_hours_also_when_the_clocks_change(zone: str, local: str, utc: str) -> None:
    starts_at = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
    instant = datetime.fromisoformat(utc).replace(tzinfo=UTC)
    assert starts_at.astimezone(UTC) == instant
    # Bought one minute before the reminder's instant: a day counted wrong would leave them out.
    attendee(bootcamp(starts_at, timezone=zone), completed_at=instant - DAY - MINUTE)
    assert look(instant - DAY - MINUTE) == []
    assert look(instant - DAY) == ["REMINDER_1DAY"]
    assert look(instant - HOUR - MINUTE) == ["REMINDER_1DAY"]
    assert look(instant - HOUR) == ["REMINDER_1DAY", "REMINDER_1HOUR"]


@pytest.mark.parametrize(
    ("bought", "expected"),
    [
        (START - DAY, ["REMINDER_1DAY", "REMINDER_1HOUR"]),
        (START - DAY + MINUTE, ["REMINDER_1HOUR"]),
        (START - HOUR, ["REMINDER_1HOUR"]),
        (START - HOUR + MINUTE, []),
    ],
)
def test_who_bought_too_late_for_one_gets_none(bought: datetime, expected: list[str]) -> None:
    attendee(bootcamp(), completed_at=bought)
    assert look(START - DAY + 2 * MINUTE, START - HOUR + 2 * MINUTE) == expected


@pytest.mark.parametrize(
    ("back_at", "expected"),
    [
        (START - 3 * HOUR - MINUTE, ["REMINDER_1DAY"]),
        (START - 3 * HOUR, []),
        (START - MINUTE, ["REMINDER_1HOUR"]),
        (START, []),
        (START + DAY, []),
    ],
)
def test_a_worker_that_was_down_tells_late_only_what_still_helps(
    back_at: datetime, expected: list[str]
) -> None:
    attendee(bootcamp())
    assert look(back_at) == expected


def test_a_move_arms_them_again_and_a_move_back_does_not_repeat() -> None:
    moving = bootcamp()
    attendee(moving)
    assert look(START - DAY) == ["REMINDER_1DAY"]

    def move(by: timedelta) -> None:
        moving.starts_at += by
        moving.ends_at += by
        moving.save()

    move(2 * DAY)
    assert look(START - 23 * HOUR, START - HOUR) == ["REMINDER_1DAY"]
    assert look(START + DAY) == ["REMINDER_1DAY"] * 2
    move(-2 * DAY)
    assert look(START - 20 * HOUR) == ["REMINDER_1DAY"] * 2


@pytest.mark.parametrize("state", [s for s in PurchaseState if s != PurchaseState.COMPLETED])
def test_who_has_no_paid_seat_gets_none(state: PurchaseState) -> None:
    attendee(bootcamp(), state=state)
    assert look(START - DAY, START - HOUR) == []


def test_neither_do_the_demo_student_nor_an_address_we_gave_up() -> None:
    launch = bootcamp()
    attendee(launch, user=make_user(is_demo=True))
    attendee(launch, user=make_user(email="gone@example.test"))
    SuppressionFactory.create(address="GONE@example.test")
    assert look(START - DAY, START - HOUR) == []


def test_our_own_words_lead_into_the_session() -> None:
    launch = bootcamp(name="<b>Launch</b>")
    attendee(launch, user=make_user(first_name="Ada", email="ada@example.test"))
    look(START - DAY, START - HOUR)
    with time_machine.travel(START - HOUR):
        assert run_jobs() == 2
    first, second = mail.outbox
    assert first.to == ["ada@example.test"]
    assert first.subject == "Coming up: <b>Launch</b> · Build Lab"
    assert "Oct 9 at 6:00 PM \N{EN DASH} 9:00 PM EDT" in first.body
    assert "Test your link:\nhttp://testserver/join/" in first.body
    assert "You can join Fri, Oct 9 from 5:30 PM EDT. Use the same link then." in first.body
    assert "Clocks change" not in first.body
    assert "Join the session:\nhttp://testserver/join/" in second.body
    assert second.subject == "Starting soon: <b>Launch</b> · Build Lab"
    assert set(Message.objects.values_list("bootcamp_id", flat=True)) == {launch.pk}
    assert "/join/" not in str(list(Message.objects.values()))
    assert not any("<b>Launch" in html for html in Message.objects.values_list("html", flat=True))


def test_a_template_for_the_day_before_brings_the_test_of_the_link_along() -> None:
    attendee(bootcamp())
    make_template(subject="Soon", content="See you tomorrow.")
    look(START - DAY)
    [told] = Message.objects.all()
    assert "See you tomorrow." in told.content
    assert "Test your link:\n[private link 2]" in plain(told.content)


def test_whoever_reads_it_before_clocks_change_is_told() -> None:
    # On Sunday, Nov 1, at 7 PM in New York; clocks went back that morning.
    starts_at = datetime(2026, 11, 2, 0, tzinfo=UTC)
    attendee(bootcamp(starts_at), user=None, buyer_timezone="Europe/Paris")
    look(starts_at - DAY, starts_at - HOUR)
    day, hour = Message.objects.order_by("id")
    assert (
        "You can join Sun, Nov 1 from 6:30 PM EST (Mon, Nov 2 at 12:30 AM your time)."
        in day.content
    )
    assert "Clocks change on Nov 1, before this class." in day.content
    assert "Clocks change" not in hour.content


def test_the_active_template_changed_last_wins() -> None:
    attendee(bootcamp(), user=make_user(first_name="Ada"))
    make_template(subject="Old", content="Old")
    make_template(subject="{bootcampName}, {bootcampTime}", content="Dear {firstName}")
    make_template(subject="Off", content="Off", is_active=False)
    make_template(type="SMS", subject="", content="Text")
    make_template(category="REMINDER_1HOUR", subject="", content="Soon, {firstName}")
    look(START - DAY, START - HOUR)
    day, hour = Message.objects.order_by("id")
    assert day.subject == "Launch, 6:00 PM EDT"
    assert "Dear Ada" in day.content
    assert "Dear Ada" in day.html
    assert hour.subject == "Starting soon: Launch · Build Lab"
    assert "Soon, Ada" in hour.content


TOO_LATE = "Too late: the bootcamp has started or moved since this was written."


@pytest.mark.parametrize(
    ("delivered_at", "status", "error"),
    [(START - MINUTE, "SENT", ""), (START, "FAILED", TOO_LATE)],
)
def test_one_that_waited_beyond_the_start_is_not_sent_any_more(
    delivered_at: datetime, status: str, error: str
) -> None:
    """The mail server was away; the control is the same email a minute before the start."""
    attendee(bootcamp())
    look(START - HOUR)
    with time_machine.travel(delivered_at):
        deliver_waiting(channel="EMAIL")
    message = Message.objects.get()
    assert (message.status, message.error_message) == (status, error)
    assert len(mail.outbox) == (status == "SENT")


def test_one_that_names_a_time_no_longer_true_is_not_sent() -> None:
    launch = bootcamp()
    attendee(launch)
    look(START - DAY)
    Bootcamp.objects.update(starts_at=START + DAY, ends_at=START + DAY + HOUR)
    with time_machine.travel(START - DAY):
        run_jobs()
    assert mail.outbox == []
    assert look(START) == ["REMINDER_1DAY"] * 2
    with time_machine.travel(START):
        run_jobs()
    assert len(mail.outbox) == 1


def test_each_bootcamp_of_a_bundle_is_announced() -> None:
    first, second = bootcamp(), bootcamp(START + DAY, name="Market")
    make_purchase(bundle=make_bundle(bootcamps=[first, second]), completed_at=LONG_AGO)
    look(START - DAY, START)
    assert list(Message.objects.order_by("id").values_list("subject", flat=True)) == [
        "Coming up: Launch · Build Lab",
        "Coming up: Market · Build Lab",
    ]


def test_the_recording_is_announced_once_when_it_is_there() -> None:
    launch = bootcamp()
    attendee(launch)
    attendee(launch, state=PurchaseState.REFUNDED)
    over = START + 4 * HOUR
    write_recording_news(now=over)
    assert written() == []
    launch.recording_url = "https://videos.example.test/1"
    launch.save()
    last_changed(at=START)
    write_recording_news(now=START + HOUR)
    write_recording_news(now=over + 15 * DAY)
    assert written() == []
    for now in (over, over + MINUTE):
        write_recording_news(now=now)
    launch.recording_url = "https://videos.example.test/2"
    launch.save()
    last_changed(at=over)
    write_recording_news(now=over + HOUR)
    assert written() == ["RECORDING"]
    run_jobs()
    assert mail.outbox[0].subject == "Recording: Launch · Build Lab"
    # The address itself is for the portal to give, to whoever has a seat by then.
    assert "videos.example.test" not in mail.outbox[0].body


def last_changed(*, at: datetime) -> None:
    Bootcamp.objects.update(updated_at=at)


def test_a_link_that_is_taken_back_within_seconds_is_announced_to_nobody() -> None:
    launch = bootcamp()
    attendee(launch)
    saved = START + 4 * HOUR
    launch.recording_url = "https://videos.example.test/wrong"
    launch.save()
    last_changed(at=saved)
    write_recording_news(now=saved + timedelta(seconds=10))
    launch.recording_url = ""
    launch.save()
    last_changed(at=saved + timedelta(seconds=11))
    write_recording_news(now=saved + MINUTE)
    assert written() == []
    launch.recording_url = "https://videos.example.test/right"
    launch.save()
    last_changed(at=saved + MINUTE)
    write_recording_news(now=saved + MINUTE + timedelta(seconds=14))
    assert written() == []
    write_recording_news(now=saved + MINUTE + timedelta(seconds=15))
    assert written() == ["RECORDING"]


def test_many_bootcamps_take_as_many_statements_as_one() -> None:
    counts = []
    for more in (1, 20):
        for _ in range(more):
            for _ in range(2):
                attendee(bootcamp(max_seats=2, recording_url="https://videos.example.test/1"))
        last_changed(at=START)
        with CaptureQueriesContext(connection) as captured:
            write_due_reminders(now=START - DAY)
            write_recording_news(now=START + DAY)
        counts.append(len(captured))
        assert Message.objects.count() == {1: 4, 20: 84}[more]
    assert counts[0] == counts[1]


def test_the_clock_runs_it_every_minute() -> None:
    soon = from_now(hours=20)
    attendee(bootcamp(soon), completed_at=soon - 2 * DAY)
    send_reminders(timestamp=0)
    send_reminders(timestamp=60)
    assert written() == ["REMINDER_1DAY"]
