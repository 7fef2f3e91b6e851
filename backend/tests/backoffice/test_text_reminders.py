"""Reminders by text message: to those who agreed, once, by day, and never without a point."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from frontrow.backoffice.messages.reminders import write_due_reminders, write_due_texts
from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Channel, Message, SmsConsent
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import (
    SmsConsentFactory,
    SuppressionFactory,
    make_bootcamp,
    make_purchase,
    make_template,
    make_user,
)
from tests.fakes.twilio import TwilioServer
from tests.jobs import run_jobs
from tests.places import plain

pytestmark = pytest.mark.django_db

# Six in the evening in New York.
START = datetime(2026, 10, 9, 22, tzinfo=UTC)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PHONE = "+15550100199"


@pytest.fixture(autouse=True)
def text_templates(twilio_server: TwilioServer) -> None:
    for category, content in (
        ("REMINDER_1DAY", "{firstName}, tomorrow: {bootcampName}"),
        ("REMINDER_1HOUR", "Soon: {zoomLink}"),
    ):
        make_template(type="SMS", category=category, subject="", content=content)


def bootcamp(starts_at: datetime = START, **fields: Any) -> Bootcamp:
    return make_bootcamp(
        **{"starts_at": starts_at, "ends_at": starts_at + HOUR, "name": "Launch", **fields}
    )


def attendee(of: Bootcamp, *, agrees: bool = True, **fields: Any) -> Purchase:
    purchase = make_purchase(
        bootcamp=of,
        **{
            "user": None,
            "guest_email": "gale@example.test",
            "guest_full_name": "Gale Guest",
            "guest_phone": PHONE,
            "completed_at": LONG_AGO,
            **fields,
        },
    )
    if agrees:
        SmsConsentFactory.create(phone=PHONE, user=None, purchase_id=purchase.pk)
    return purchase


def look(*instants: datetime) -> list[str]:
    """What texts there are after the clock came by at these instants."""
    for now in instants:
        write_due_texts(now=now)
    texts = Message.objects.filter(type=Channel.SMS).order_by("id")
    return list(texts.values_list("category", flat=True))


def test_each_comes_once_beside_the_mail(twilio_server: TwilioServer) -> None:
    attendee(bootcamp())
    for now in (START - DAY, START - DAY + MINUTE, START - HOUR, START - HOUR + MINUTE):
        write_due_reminders(now=now)
        assert look(now)[:1] == ["REMINDER_1DAY"]
    assert look(START, START + HOUR) == ["REMINDER_1DAY", "REMINDER_1HOUR"]
    assert Message.objects.filter(type=Channel.EMAIL).count() == 2
    with time_machine.travel(START - HOUR):
        run_jobs()
    (first_to, first), (second_to, second) = twilio_server.sent
    assert (first_to, second_to) == (PHONE, PHONE)
    assert first == "Gale, tomorrow: Launch"
    assert second.startswith("Soon: http://testserver/join/")
    soon = Message.objects.get(content__startswith="Soon")
    assert plain(soon.content) == "Soon: [private link 2]"


def test_a_move_arms_it_again() -> None:
    launch = bootcamp()
    attendee(launch)
    assert look(START - DAY) == ["REMINDER_1DAY"]
    launch.starts_at, launch.ends_at = START + 2 * DAY, START + 2 * DAY + HOUR
    launch.save()
    assert look(START - HOUR) == ["REMINDER_1DAY"]
    assert look(START + DAY) == ["REMINDER_1DAY"] * 2


def test_without_a_template_or_with_one_switched_off_there_is_none() -> None:
    attendee(bootcamp())
    type(make_template()).objects.filter(type="SMS").update(is_active=False)
    assert look(START - DAY, START - HOUR) == []


@pytest.mark.parametrize("left_out", ["no consent", "withdrawn", "stopped", "no phone", "refunded"])
def test_who_did_not_agree_or_has_no_seat_gets_none(left_out: str) -> None:
    attendee(
        bootcamp(),
        agrees=left_out != "no consent",
        guest_phone="" if left_out == "no phone" else PHONE,
        state=PurchaseState.REFUNDED if left_out == "refunded" else PurchaseState.COMPLETED,
    )
    if left_out == "withdrawn":
        SmsConsent.objects.update(withdrawn_at=START - 2 * DAY)
    if left_out == "stopped":
        SuppressionFactory.create(channel="SMS", address=PHONE, reason="opted out")
    assert look(START - DAY, START - HOUR) == []


def test_nor_does_anybody_while_text_messages_are_not_set_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attendee(bootcamp())
    monkeypatch.setattr("frontrow.integrations.sms.is_configured", lambda: False)
    assert look(START - DAY, START - HOUR) == []


@pytest.mark.parametrize(
    ("local_start", "looked_at", "expected"),
    [
        # Seven in the morning: due at six, and in the night until it begins.
        ("07:00", ["06:00", "06:59"], []),
        # Half past eight: due at half past seven, and told at eight.
        ("08:30", ["07:30", "07:59"], []),
        ("08:30", ["07:30", "08:00"], ["REMINDER_1HOUR"]),
        # Half past nine in the evening: due half an hour before the night.
        ("21:30", ["20:30"], ["REMINDER_1HOUR"]),
        # Ten: due at nine, when it has begun.
        ("22:00", ["21:00", "21:59"], []),
    ],
)
def test_no_phone_buzzes_at_night_and_none_after_the_start(
    local_start: str, looked_at: list[str], expected: list[str]
) -> None:
    """On its owner's clock: here in Tokyo, where the bootcamp's own is New York's."""
    tokyo = timedelta(hours=9)

    def at(clock: str) -> datetime:
        return datetime.fromisoformat(f"2026-10-09T{clock}").replace(tzinfo=UTC) - tokyo

    attendee(
        bootcamp(at(local_start)),
        user=make_user(phone=PHONE, timezone="Asia/Tokyo"),
        completed_at=at(local_start) - 2 * HOUR,
    )
    assert look(*map(at, looked_at)) == expected


def test_one_kept_back_by_the_night_is_not_sent_after_the_start(
    twilio_server: TwilioServer,
) -> None:
    """Written a breath before nine, delivered a breath after: by the morning it is over."""
    nine = datetime(2026, 10, 10, 1, tzinfo=UTC)
    attendee(bootcamp(nine + 30 * MINUTE))
    assert look(nine - MINUTE) == ["REMINDER_1HOUR"]
    with time_machine.travel(nine):
        deliver_waiting(channel="SMS")
    assert Message.objects.get().status == "PENDING"
    with time_machine.travel(nine + 11 * HOUR):
        deliver_waiting(channel="SMS")
    assert twilio_server.sent == []
    assert Message.objects.get().error_message.startswith("Too late")


def test_one_that_does_not_fit_is_a_failure_in_the_log(twilio_server: TwilioServer) -> None:
    attendee(bootcamp(name="Launch " * 30))
    look(START - DAY)
    with time_machine.travel(START - DAY):
        run_jobs()
    assert twilio_server.sent == []
    message = Message.objects.get()
    assert (message.status, message.error_message) == (
        "FAILED",
        "Longer than 160 characters once filled in",
    )
