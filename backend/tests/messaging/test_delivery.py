"""A message is delivered once, in its turn, and never lost."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.db.models.functions import Now
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.core.advisory_locks import AdvisoryLock
from frontrow.integrations.mailer import Line, Mail
from frontrow.messaging.delivery import (
    GIVE_UP_AFTER_ATTEMPTS,
    deliver_waiting,
    deliver_what_is_due,
)
from frontrow.messaging.models import Message
from frontrow.messaging.outbox import NewMessage, write_messages

pytestmark = pytest.mark.django_db


def write(*events: str, **more: Any) -> Message:
    """The last of them; their wake-up calls are forgotten."""
    fields = {"category": "WELCOME", "to": "ada@example.test", "subject": "Welcome"}
    write_messages(
        [
            NewMessage(event=event, **{**fields, "text": "Hello Ada", **more})
            for event in events or ("welcome:7",)
        ]
    )
    ProcrastinateJob.objects.all().delete()
    return Message.objects.latest("id")


def deliver() -> None:
    deliver_waiting(channel="EMAIL")


def queued() -> list[Any]:
    return list(ProcrastinateJob.objects.order_by("id").values_list("queue_name", "args"))


def sent() -> list[str]:
    return [str(one.extra_headers["Message-ID"]) for one in mail.outbox]


def fail_with(monkeypatch: pytest.MonkeyPatch, error: Exception, *, at: str = "send") -> None:
    def fail(self: EmailBackend, *messages: Any) -> int:
        raise error

    monkeypatch.setattr(EmailBackend, "open" if at == "open" else "send_messages", fail)


def test_delivering_twice_sends_once_with_its_own_message_id() -> None:
    message = write(html="<p>Hello Ada</p>")
    deliver()
    deliver()
    [mailed] = mail.outbox
    assert mailed.extra_headers["Message-ID"] == message.message_id
    assert mailed.message()["Message-ID"] == message.message_id
    message.refresh_from_db()
    assert (message.status, message.attempts, message.sending_since) == ("SENT", 1, None)
    assert message.sent_at is not None
    assert queued() == []


def test_messages_go_out_in_the_order_in_which_they_were_written() -> None:
    write(*[f"welcome:{number}" for number in range(5)])
    deliver()
    assert sent() == list(Message.objects.order_by("id").values_list("message_id", flat=True))


@pytest.mark.parametrize("words", ["New date: {} · Frontrow", "Confirmed: {}", "{}"])
@pytest.mark.parametrize("name", ["Novel in Six Weeks ", "日本語のクラス", "Ünlü😀", "y"])
def test_a_subject_of_any_length_is_read_as_it_was_written(name: str, words: str) -> None:
    for length in range(40, 256, 3):
        subject = words.format((name * length)[: length - len(words) + 2].strip())
        one = Mail(
            to="ada@example.test",
            subject=subject,
            text="Hello",
            html="",
            message_id="<7@example.test>",
            reply_to="",
            attachments=(),
        )
        Line().send(one)
        raw = mail.outbox[-1].message().as_bytes()
        # Joined as the standard says: only the line break of a folded line goes away.
        assert message_from_bytes(raw, policy=policy.default)["Subject"] == subject
        [header] = re.findall(rb"^Subject: .*(?:\n[ \t].*)*", raw, re.MULTILINE)
        assert max(len(line) for line in header.split(b"\n")) <= 78
        # A provider's API is handed the words themselves.
        assert mail.outbox[-1].subject == subject


def test_attachments_go_along() -> None:
    write(
        attachments=[
            {"name": "class.ics", "media_type": "text/calendar", "text": "BEGIN:VCALENDAR"}
        ]
    )
    deliver()
    [attachment] = mail.outbox[0].attachments
    assert tuple(attachment) == ("class.ics", "BEGIN:VCALENDAR", "text/calendar")


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPResponseException(451, b"later"),
        smtplib.SMTPRecipientsRefused({"ada@example.test": (450, b"busy")}),
        smtplib.SMTPServerDisconnected("gone"),
        ConnectionResetError(),
        TimeoutError(),
    ],
)
def test_a_server_that_says_later_is_asked_again_later(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    message = write()
    with monkeypatch.context() as patch:
        fail_with(patch, error)
        deliver()
    message.refresh_from_db()
    assert (message.status, message.attempts, message.sending_since) == ("PENDING", 1, None)
    assert message.error_message
    assert message.send_after is not None
    [again] = ProcrastinateJob.objects.all()
    assert again.args == {"channel": "EMAIL"}
    assert timedelta(0) < again.scheduled_at - message.send_after <= timedelta(seconds=1)
    deliver()
    assert mail.outbox == []
    Message.objects.update(send_after=datetime.now(UTC) - timedelta(minutes=1))
    deliver()
    message.refresh_from_db()
    assert (message.status, message.attempts, message.error_message) == ("SENT", 2, "")


@pytest.mark.parametrize(
    ("attempts", "seconds"), [(0, 2), (1, 8), (2, 32), (3, 128), (5, 2048), (6, 3600), (14, 3600)]
)
def test_each_wait_is_longer_and_none_longer_than_an_hour(
    monkeypatch: pytest.MonkeyPatch, attempts: int, seconds: int
) -> None:
    message = write()
    Message.objects.update(attempts=attempts)
    fail_with(monkeypatch, TimeoutError())
    before = datetime.now(UTC)
    deliver()
    message.refresh_from_db()
    assert message.send_after is not None
    waits = (message.send_after - before).total_seconds()
    assert seconds * 0.75 <= waits < seconds * 1.25 + 30
    # What is a minute away or more is left to the clock.
    assert len(queued()) == int(seconds < 60)


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPResponseException(550, b"no"),
        smtplib.SMTPRecipientsRefused({"ada@example.test": (550, b"no such user")}),
    ],
)
def test_a_server_that_says_never_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    message = write()
    with monkeypatch.context() as patch:
        fail_with(patch, error)
        deliver()
    deliver()
    message.refresh_from_db()
    assert (message.status, mail.outbox) == ("FAILED", [])
    assert "550" in message.error_message
    assert "ada@" not in message.error_message


def test_one_that_fails_does_not_hold_up_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    write("welcome:1", to="gone@example.test")
    write("welcome:2")
    usual = EmailBackend.send_messages

    def send_messages(self: EmailBackend, messages: Any) -> Any:
        if messages[0].to == ["gone@example.test"]:
            raise smtplib.SMTPRecipientsRefused({"gone@example.test": (550, b"no")})
        return usual(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    deliver()
    statuses = Message.objects.order_by("id").values_list("status", flat=True)
    assert list(statuses) == ["FAILED", "SENT"]


def test_after_all_its_tries_it_is_shown_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    Message.objects.update(attempts=GIVE_UP_AFTER_ATTEMPTS - 1)
    fail_with(monkeypatch, TimeoutError())
    deliver()
    assert Message.objects.get().status == "FAILED"


@pytest.mark.parametrize(
    ("error", "at"),
    [
        (ConnectionRefusedError(), "open"),
        (TimeoutError(), "open"),
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), "open"),
        (smtplib.SMTPConnectError(554, b"no service"), "open"),
        (smtplib.SMTPSenderRefused(421, b"closing", "us"), "send"),
        (smtplib.SMTPSenderRefused(530, b"who are you", "us"), "send"),
    ],
)
def test_a_server_that_is_away_costs_no_message_a_try(
    monkeypatch: pytest.MonkeyPatch, error: Exception, at: str
) -> None:
    write("welcome:1", "welcome:2")
    with monkeypatch.context() as patch:
        fail_with(patch, error, at=at)
        for _ in range(GIVE_UP_AFTER_ATTEMPTS + 1):
            deliver()
    rows = Message.objects.order_by("id").values_list("status", "attempts", "send_after")
    assert list(rows) == [("PENDING", 0, None)] * 2
    assert type(error).__name__ in Message.objects.earliest("id").error_message
    # However many find nobody there, one comes back to look.
    assert queued() == [("mail", {"channel": "EMAIL", "away": 1})]
    deliver()
    assert Message.objects.filter(status="SENT").count() == 2


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPDataError(421, b"not these words"),
        smtplib.SMTPRecipientsRefused({"ada@example.test": (421, b"not to her")}),
    ],
)
def test_one_that_the_server_hangs_up_on_does_not_hold_up_the_others(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    first = write("welcome:1")
    with monkeypatch.context() as patch:
        fail_with(patch, error)
        deliver()
    first.refresh_from_db()
    assert (first.status, first.attempts) == ("PENDING", 1)
    assert first.send_after is not None
    write("welcome:2")
    deliver()
    assert list(Message.objects.order_by("id").values_list("status", flat=True)) == [
        "PENDING",
        "SENT",
    ]


def test_a_server_that_stays_away_is_looked_for_each_minute_at_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write()
    fail_with(monkeypatch, ConnectionRefusedError(), at="open")
    waits = []
    for away in (0, 1, 2, 9, 500):
        ProcrastinateJob.objects.all().delete()
        before = datetime.now(UTC)
        deliver_waiting(channel="EMAIL", away=away)
        [again] = ProcrastinateJob.objects.all()
        assert again.args == {"channel": "EMAIL", "away": away + 1}
        waits.append(round((again.scheduled_at - before).total_seconds(), -1 if away > 2 else 0))
    assert waits == [2, 4, 8, 60, 60]


def test_a_message_in_another_workers_hands_is_left_alone_until_it_is_abandoned() -> None:
    write()
    Message.objects.update(sending_since=datetime.now(UTC) - timedelta(minutes=9))
    deliver()
    assert mail.outbox == []
    Message.objects.update(sending_since=datetime.now(UTC) - timedelta(minutes=11))
    deliver()
    assert len(mail.outbox) == 1


def test_one_whose_every_hand_over_was_cut_off_is_given_up() -> None:
    write()
    Message.objects.update(
        attempts=GIVE_UP_AFTER_ATTEMPTS, sending_since=datetime.now(UTC) - timedelta(minutes=11)
    )
    deliver()
    message = Message.objects.get()
    assert (message.status, message.error_message, mail.outbox) == (
        "FAILED",
        "Its delivery was cut off too often.",
        [],
    )


def test_the_clock_finds_what_nobody_was_woken_for() -> None:
    write("late:1")
    Message.objects.update(sending_since=datetime.now(UTC) - timedelta(minutes=11))
    deliver_what_is_due(timestamp=0)
    assert queued() == [("mail", {"channel": "EMAIL"})]


@pytest.mark.parametrize(
    "fields",
    [
        {"send_after": Now() + timedelta(hours=1)},
        {"sending_since": Now()},
        {"status": "FAILED"},
    ],
)
def test_the_clock_leaves_alone_what_is_not_due(fields: dict[str, Any]) -> None:
    write()
    Message.objects.update(**fields)
    deliver_what_is_due(timestamp=0)
    assert queued() == []


def test_a_long_turn_ends_and_goes_on_later(monkeypatch: pytest.MonkeyPatch) -> None:
    write("welcome:1", "welcome:2")
    with monkeypatch.context() as patch:
        patch.setattr("frontrow.messaging.delivery.LANE_SECONDS", 0)
        deliver()
    statuses = Message.objects.order_by("id").values_list("status", "sending_since")
    assert list(statuses) == [("SENT", None), ("PENDING", None)]
    assert queued() == [("mail", {"channel": "EMAIL"})]


@pytest.fixture
def all_lanes_taken(settings: Any) -> Iterator[None]:
    """By workers elsewhere."""
    with closing(connection.copy()) as other, other.cursor() as cursor:
        for number in range(settings.ENV.MAIL_CONNECTIONS):
            cursor.execute("SELECT pg_advisory_lock(%s, %s)", [AdvisoryLock.EMAIL_LANE, number])
        yield
        cursor.execute("SELECT pg_advisory_unlock_all()")


@pytest.mark.usefixtures("all_lanes_taken")
def test_no_more_connections_are_made_than_the_mail_server_allows() -> None:
    write()
    deliver()
    assert (mail.outbox, queued()) == ([], [])
