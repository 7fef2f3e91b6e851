"""A link only its reader may have is readable in the mail, and nowhere else."""

import smtplib
from email.message import Message as Mime
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from pytest_django import Settings

from frontrow.messaging.delivery import GIVE_UP_AFTER_ATTEMPTS, deliver_waiting
from frontrow.messaging.models import Message
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.private_links import LINK_PLACE, link_place, mark_of, shown
from tests.accounts.people import browser, emails, key_in, person, post, register

pytestmark = pytest.mark.django_db

KEY = "canary-key-0123456789"
LINK = f"https://bootcamps.example.test/confirmation?a=1&b=2#invite={KEY}"


def write() -> Message:
    write_messages(
        [
            NewMessage(
                event="invited:7",
                category="INVITATION",
                to="ada@example.test",
                subject="Your account",
                text=f"Open {LINK_PLACE} please.",
                html=f'<a href="{LINK_PLACE}">{LINK_PLACE}</a>',
                link=LINK,
            )
        ]
    )
    return Message.objects.get()


def everything_stored() -> str:
    """Whole rows, whatever columns they have: of the log, of the jobs and of their events."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t::text FROM communication_logs t"
            " UNION ALL SELECT t::text FROM procrastinate_jobs t"
            " UNION ALL SELECT t::text FROM procrastinate_events t"
        )
        return "\n".join(row for (row,) in cursor.fetchall())


def bodies() -> tuple[str, str]:
    def body(part: Mime) -> str:
        payload = part.get_payload(decode=True)
        assert isinstance(payload, bytes)
        return payload.decode()

    [sent] = mail.outbox
    text, html = list(sent.message().walk())[1:]
    return body(text), body(html)


def refuse_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def send_messages(self: EmailBackend, messages: Any) -> int:
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)


def test_the_reader_gets_the_link_and_the_log_its_place() -> None:
    message = write()
    assert KEY not in everything_stored()
    deliver_waiting(channel="EMAIL")
    escaped = LINK.replace("&", "&amp;")
    assert bodies() == (f"Open {LINK} please.", f'<a href="{escaped}">{escaped}</a>')
    message.refresh_from_db()
    assert (message.status, message.sealed_link) == ("SENT", "")
    mark = mark_of(message.message_id or "")
    assert message.content == f"Open [private link {mark}] please."
    assert shown(message.content, mark) == "Open [private link] please."
    assert KEY not in everything_stored()


def test_control_the_search_finds_what_is_there() -> None:
    message = write()
    Message.objects.filter(pk=message.pk).update(error_message=f"saw {KEY}")
    assert KEY in everything_stored()


def test_a_delayed_email_keeps_its_link_for_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    with monkeypatch.context() as patch:
        refuse_with(patch, TimeoutError())
        deliver_waiting(channel="EMAIL")
    Message.objects.update(send_after=None)
    deliver_waiting(channel="EMAIL")
    assert bodies()[0] == f"Open {LINK} please."


def test_an_email_refused_for_good_forgets_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    message = write()
    refuse_with(monkeypatch, smtplib.SMTPResponseException(550, b"no"))
    deliver_waiting(channel="EMAIL")
    message.refresh_from_db()
    assert (message.status, message.sealed_link) == ("FAILED", "")


def test_an_email_given_up_after_all_tries_forgets_its_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    message = write()
    Message.objects.update(attempts=GIVE_UP_AFTER_ATTEMPTS - 1)
    refuse_with(monkeypatch, TimeoutError())
    deliver_waiting(channel="EMAIL")
    message.refresh_from_db()
    assert (message.status, message.sealed_link) == ("FAILED", "")


def test_a_link_sealed_under_a_lost_secret_fails_the_email_and_sends_no_broken_one(
    settings: Settings,
) -> None:
    message = write()
    settings.SECRET_KEY = "another secret altogether"
    deliver_waiting(channel="EMAIL")
    message.refresh_from_db()
    assert (message.status, message.error_message, message.sealed_link) == (
        "FAILED",
        "Its private link can no longer be opened.",
        "",
    )
    assert mail.outbox == []


def test_an_email_may_speak_of_the_places_and_only_ours_are_filled() -> None:
    typed = "[private link] [private link 2] [private code] [unsubscribe link]"
    write_messages(
        [
            NewMessage(
                event="contact:1",
                category="CONTACT",
                to="help@example.test",
                subject=f"Hi {typed}",
                text=f"{typed} {LINK_PLACE} {link_place(1)}",
                html=f"<p>{typed} {LINK_PLACE}</p>",
                link="https://bootcamps.example.test/[private link 2]",
                more_links=["https://bootcamps.example.test/second"],
                is_optional=True,
                attachments=[
                    {
                        "name": "a.ics",
                        "media_type": "text/calendar",
                        "text": f"{typed} {link_place(1)}\r\n",
                    }
                ],
            )
        ]
    )
    deliver_waiting(channel="EMAIL")
    [sent] = mail.outbox
    first = "https://bootcamps.example.test/[private link 2]"
    assert sent.subject == f"Hi {typed}"
    assert sent.body == f"{typed} {first} https://bootcamps.example.test/second"
    _, html, calendar = [each for each in sent.message().walk() if not each.is_multipart()]
    assert html.get_payload(decode=True).decode() == f"<p>{typed} {first}</p>"  # type: ignore[union-attr]
    unfolded = calendar.get_payload(decode=True).decode().replace("\r\n ", "")  # type: ignore[union-attr]
    assert unfolded == f"{typed} https://bootcamps.example.test/second\r\n"


def test_no_mailed_account_key_is_stored_before_or_after_delivery() -> None:
    person()
    register(browser(), "bea")
    post(browser(), "/api/auth/forgot-password", email="ada@example.test")
    written = emails()
    assert [email.category for email in written] == ["VERIFY_ADDRESS", "RESET_PASSWORD"]
    keys = [key_in(email) for email in written]
    before = everything_stored()
    deliver_waiting(channel="EMAIL")
    after = everything_stored()
    for key, sent in zip(keys, mail.outbox, strict=True):
        assert len(key) > 30
        assert isinstance(sent, EmailMultiAlternatives)
        text, html = str(sent.body), str(sent.alternatives[0][0])
        assert text.count(f"#key={key}") == html.count(f"#key={key}") == 1
        # The tail alone would do for whoever knows how a key begins.
        for part in (key, key[-20:]):
            assert part not in before
            assert part not in after
