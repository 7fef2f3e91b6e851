"""A message to the attendees of a bootcamp: to whom, exactly once, followed to its end."""

import smtplib
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from frontrow.backoffice.messages import attendee_messages
from frontrow.backoffice.messages.attendee_messages import write_scheduled_batch
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.zones import zone
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message, MessageBatch
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.links import JOIN
from frontrow.sales.models import Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import (
    SmsConsentFactory,
    SuppressionFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_template,
    make_user,
)
from tests.fakes.twilio import TwilioServer
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

WORDS: dict[str, Any] = {
    "type": "EMAIL",
    "subject": "For {firstName}",
    "content": "Hello {firstName} {lastName}, see you in {bootcampName}: {zoomLink}",
    "useTemplate": False,
}


def send(desk: Desk, bootcamp: Bootcamp, **changes: Any) -> tuple[int, Any]:
    return desk.call("POST", f"bootcamps/{bootcamp.pk}/send-message", WORDS | changes)


def guest(bootcamp: Bootcamp, email: str, name: str = "Gale Guest", **fields: Any) -> Purchase:
    return make_purchase(
        bootcamp=bootcamp, user=None, guest_email=email, guest_full_name=name, **fields
    )


def addresses() -> list[str]:
    return sorted(message.to[0] for message in mail.outbox)


def deliver_only(message: Message) -> None:
    others = Message.objects.exclude(pk=message.pk)
    others.update(send_after=from_now(hours=1))
    deliver_waiting(channel="EMAIL")
    others.update(send_after=None)


def as_given(address: str) -> dict[str, str]:
    return {"address": address, "firstName": "", "lastName": ""}


def test_every_attendee_gets_their_own_words(desk: Desk) -> None:
    bootcamp = make_bootcamp(name="Launch")
    ada = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    make_purchase(bootcamp=bootcamp, user=ada)
    guest(bootcamp, "gale@example.test", "Gale van Guest")
    make_purchase(bundle=make_bundle(bootcamps=[bootcamp]), user=make_user(email="bo@example.test"))
    status, answer = send(desk, bootcamp)
    assert (status, answer["successCount"], answer["leftOut"]) == (200, 3, [])
    assert run_jobs() == 1
    assert addresses() == ["ada@example.test", "bo@example.test", "gale@example.test"]
    to_gale = next(one for one in mail.outbox if one.to == ["gale@example.test"])
    assert to_gale.subject == "For Gale"
    assert to_gale.reply_to == ["support@example.com"]
    assert "Hello Gale van Guest, see you in Launch: http://testserver/join/" in to_gale.body
    assert "You're getting this email because you have a seat in Launch." in to_gale.body
    assert isinstance(to_gale, EmailMultiAlternatives)
    assert "Hello Gale van Guest" in str(to_gale.alternatives[0][0])
    rows = Message.objects.values_list("category", "bootcamp_id", "status").distinct()
    assert list(rows) == [("CUSTOM", bootcamp.pk, "SENT")]
    [(action, subject, subject_id, details)] = desk.audited()
    assert (action, subject, subject_id) == (
        "sent message to attendees",
        "bootcamp",
        str(bootcamp.pk),
    )
    assert details == {"batch": answer["batchId"], "recipients": 3, "template": None}


def test_a_mail_ends_with_the_way_off_the_list(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    guest(bootcamp, "hal@example.test", "Hal Guest")
    send(desk, bootcamp)
    run_jobs()
    to_gale = next(one for one in mail.outbox if one.to == ["gale@example.test"])
    assert "http://testserver/unsubscribe#key=" in to_gale.body
    assert "[unsubscribe link" not in to_gale.message().as_string()
    assert to_gale.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    one_click = to_gale.extra_headers["List-Unsubscribe"].strip("<>")
    answer = Client().post(
        one_click.removeprefix("http://testserver"), {"List-Unsubscribe": "One-Click"}
    )
    assert answer.status_code == 200
    mail.outbox.clear()
    _, again = send(desk, bootcamp, subject="Again")
    assert [(one["address"], one["reason"]) for one in again["leftOut"]] == [
        ("gale@example.test", "Unsubscribed from our emails")
    ]
    run_jobs()
    assert addresses() == ["hal@example.test"]


def test_texts_go_to_those_who_agreed_and_are_counted(
    desk: Desk, twilio_server: TwilioServer
) -> None:
    bootcamp = make_bootcamp(name="Launch")
    phone = "+15550100199"
    gale = guest(bootcamp, "gale@example.test", guest_phone=phone)
    guest(bootcamp, "hal@example.test", "Hal Guest", guest_phone="+15550100200")
    SmsConsentFactory.create(phone=phone, user=None, purchase_id=gale.pk)
    noon = datetime.now(UTC).astimezone(zone(bootcamp.timezone)).replace(hour=12)
    # As the panel sends it: those it may go to are named by their numbers.
    listed = desk.get(f"bootcamps/{bootcamp.pk}/recipients")["sms"]["recipients"]
    assert [one["address"] for one in listed] == [phone]
    with time_machine.travel(noon, tick=False):
        status, answer = send(
            desk,
            bootcamp,
            type="SMS",
            subject=None,
            content="Hi {firstName}",
            recipients=[*listed, as_given("+15550100666")],
        )
        run_jobs()
    assert (status, answer["successCount"]) == (200, 1)
    assert [(one["address"], one["reason"]) for one in answer["leftOut"]] == [
        ("+15550100200", "Hasn't agreed to text messages")
    ]
    assert twilio_server.sent == [(phone, "Hi Gale")]


def test_a_text_that_does_not_fit_some_is_said_before_and_after(
    desk: Desk, twilio_server: TwilioServer
) -> None:
    bootcamp = make_bootcamp()
    for number, name in enumerate(("Al Short", "Max Wolkenstein")):
        phone = f"+1555010020{number}"
        bought = guest(bootcamp, f"gale{number}@example.test", name, guest_phone=phone)
        SmsConsentFactory.create(phone=phone, user=None, purchase_id=bought.pk)
    content = "{lastName}" + "a" * 150
    body = {"type": "SMS", "content": content, "bootcampId": bootcamp.pk}
    assert desk.done("POST", "message-preview", body)["tooLongFor"] == ["Max Wolkenstein"]
    assert desk.done("POST", "message-preview", body | {"type": "EMAIL"})["tooLongFor"] == []
    _, answer = send(desk, bootcamp, type="SMS", subject=None, content=content)
    assert (answer["successCount"], [one["reason"] for one in answer["leftOut"]]) == (
        1,
        ["Longer than 160 characters once filled in"],
    )


def test_a_foreign_address_in_the_list_gets_nothing(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    guest(bootcamp, "hal@example.test", "Hal Guest")
    given = [as_given("GALE@example.test"), as_given("eve@evil.test")]
    status, answer = send(desk, bootcamp, recipients=given)
    assert (status, answer["successCount"]) == (200, 1)
    assert answer["leftOut"] == [
        {
            "name": "Hal Guest",
            "address": "hal@example.test",
            "reason": "Not selected for this message",
        }
    ]
    run_jobs()
    assert addresses() == ["gale@example.test"]
    status, answer = send(desk, bootcamp, recipients=[as_given("eve@evil.test")])
    assert (status, answer["message"]) == (409, "No email recipients found")
    assert run_jobs() == 0
    assert MessageBatch.objects.count() == 1


def test_who_does_not_get_it_is_listed_with_the_reason(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    guest(bootcamp, "Gale@Example.test", "Gale Again")
    guest(bootcamp, "rae@example.test", "Rae Refunded", state=PurchaseState.REFUNDED)
    guest(bootcamp, "gale@example.test", "Gale Once More", state=PurchaseState.REFUNDED)
    guest(bootcamp, "ina@example.test", "Ina Refunding", state=PurchaseState.REFUNDING)
    guest(bootcamp, "bounce@example.test", "Bo Bounced")
    SuppressionFactory.create(address="Bounce@example.test")
    guest(bootcamp, "pat@example.test", "Pat Pending", state=PurchaseState.PENDING)
    demo = make_user(first_name="Test", last_name="Student", is_demo=True)
    make_purchase(bootcamp=bootcamp, user=demo)
    told = [
        ("Gale Again", "Gale@example.test", "Same address as another attendee, who'll get it"),
        ("Rae Refunded", "rae@example.test", "Refunded"),
        ("Ina Refunding", "ina@example.test", "Refund in progress"),
        ("Bo Bounced", "bounce@example.test", "Not emailed: bounced"),
        ("Test Student", demo.email, "Demo student"),
    ]
    expected = [(name, address.casefold(), reason) for name, address, reason in told]
    before = desk.get(f"bootcamps/{bootcamp.pk}/recipients")["email"]
    assert before["recipients"] == [
        {"address": "gale@example.test", "firstName": "Gale", "lastName": "Guest"}
    ]
    _, answer = send(desk, bootcamp)
    for left_out in (before["leftOut"], answer["leftOut"]):
        assert [
            (one["name"], one["address"].casefold(), one["reason"]) for one in left_out
        ] == expected
    assert run_jobs() == 1
    assert addresses() == ["gale@example.test"]


def test_a_nameless_reader_is_called_friend(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    make_purchase(bootcamp=bootcamp, user=make_user(first_name="", last_name=""))
    send(desk, bootcamp)
    run_jobs()
    assert mail.outbox[0].subject == "For Friend"


def test_names_that_look_like_orders_are_not_told(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    nasty = "{zoomLink} <img src=x onerror=alert(1)> \r\nBcc: eve@evil.test"
    guest(bootcamp, "gale@example.test", nasty)
    send(desk, bootcamp, subject="For {firstName} {lastName}")
    run_jobs()
    [sent] = mail.outbox
    assert sent.recipients() == ["gale@example.test"]
    assert sent.subject == "For Friend"
    assert sent.message()["Bcc"] is None
    assert isinstance(sent, EmailMultiAlternatives)
    assert "<img" not in str(sent.alternatives[0][0])


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"content": " "}, {"content": "Content is required"}),
        ({"content": "C" * 5001}, {"content": "Content must be less than 5000 characters"}),
        ({"subject": ""}, {"subject": "Subject is required"}),
        ({"subject": "s" * 201}, {"subject": "Subject must be less than 200 characters"}),
        (
            {"content": "Hi {fristName}"},
            {
                "content": "{fristName} isn't a known variable and would be sent as is."
                " Correct it or remove it."
            },
        ),
        (
            {"subject": "For {a} and {b}", "sendAt": "2031-01-01T00:00:00Z"},
            {
                "subject": "{a}, {b} aren't known variables and would be sent as is."
                " Correct or remove them."
            },
        ),
        (
            {"undoSeconds": 10, "sendAt": "2027-01-01T00:00:00Z"},
            {"undoSeconds": "A scheduled message can be canceled until its time"},
        ),
        ({"subject": "S" * 201}, {"subject": "Subject must be less than 200 characters"}),
        ({"subject": "A\nB"}, {"subject": "Must be a single line of text"}),
        ({"type": "FAX"}, {"type": "Invalid input"}),
        (
            {"type": "SMS", "content": "C" * 161},
            {"content": "String must contain at most 160 character(s)"},
        ),
        (
            {"sendAt": "2020-01-01T00:00:00Z"},
            {"sendAt": "Choose a time in the future, within a year"},
        ),
    ],
)
def test_what_cannot_be_sent_says_why_and_sends_nothing(
    desk: Desk, changes: dict[str, Any], fields: dict[str, str]
) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    status, answer = send(desk, bootcamp, **changes)
    assert (status, answer["fields"]) == (422, fields)
    assert not Message.objects.exists()
    assert not MessageBatch.objects.exists()


def test_the_same_key_sends_once(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    key = str(uuid.uuid4())
    first = send(desk, bootcamp, idempotencyKey=key)
    guest(bootcamp, "late@example.test")
    assert send(desk, bootcamp, idempotencyKey=key) == first
    run_jobs()
    assert addresses() == ["gale@example.test"]
    status, answer = send(desk, bootcamp, idempotencyKey=key, content="Other words")
    assert (status, answer["message"]) == (
        409,
        (
            "A message to these attendees was already accepted with other words."
            " Look at it before you send another."
        ),
    )
    assert len(desk.audited()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("with_key", "batches"), [(True, 1), (False, 4)])
def test_clicks_at_the_same_moment_send_once(with_key: bool, batches: int) -> None:
    """Without the key, the control, each click is a message of its own."""
    desk, bootcamp = Desk(), make_bootcamp()
    guest(bootcamp, "gale@example.test")
    body = {"idempotencyKey": str(uuid.uuid4())} if with_key else {}

    def click(_: int) -> int:
        try:
            return send(desk, bootcamp, **body)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(click, range(4))) == [200] * 4
    assert MessageBatch.objects.count() == batches
    assert Message.objects.count() == batches


def test_progress_is_followed_to_the_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    bootcamp = make_bootcamp()
    for number in range(3):
        guest(bootcamp, f"gale{number}@example.test")
    _, answer = send(desk, bootcamp)
    place = f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}"

    def counted() -> tuple[str, int, int, int, int]:
        now = desk.get(place)
        return now["state"], now["total"], now["sent"], now["failed"], now["left"]

    assert counted() == ("sending", 3, 0, 0, 3)
    first, second, third = Message.objects.order_by("id")
    deliver_only(first)
    assert counted() == ("sending", 3, 1, 0, 2)

    def refuse(self: EmailBackend, messages: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({second.recipient: (550, b"unknown")})

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", refuse)
        deliver_only(second)
    assert counted() == ("sending", 3, 1, 1, 1)
    # A worker that died after some of them leaves every job to be run again: nobody hears twice.
    run_jobs()
    assert counted() == ("done", 3, 2, 1, 0)
    assert addresses() == [first.recipient, third.recipient]
    shown = desk.get(place)
    assert [(row["address"], row["status"]) for row in shown["recipients"]] == [
        (first.recipient, "SENT"),
        (second.recipient, "FAILED"),
        (third.recipient, "SENT"),
    ]
    assert shown["recipients"][1]["errorMessage"] == "SMTPRecipientsRefused 550"
    [listed] = desk.get(f"bootcamps/{bootcamp.pk}/messages")
    assert (listed["id"], listed["state"]) == (answer["batchId"], "done")
    desk.done("POST", f"messages/{second.pk}/retry")
    run_jobs()
    assert counted() == ("done", 3, 3, 0, 0)


def test_a_scheduled_message_waits_and_then_goes_to_whoever_is_there(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    leaving = guest(bootcamp, "leaving@example.test")
    guest(bootcamp, "gale@example.test")
    at = from_now(hours=2)
    _, answer = send(desk, bootcamp, sendAt=at.isoformat())
    place = f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}"
    assert answer["successCount"] == 2
    assert (desk.get(place)["state"], desk.get(place)["left"]) == ("scheduled", 2)
    assert run_jobs() == 0
    Purchase.objects.filter(pk=leaving.pk).update(state=PurchaseState.REFUNDED)
    guest(bootcamp, "new@example.test")
    for _ in range(2):
        write_scheduled_batch(batch_id=answer["batchId"])
    assert run_jobs() == 1
    assert addresses() == ["gale@example.test", "new@example.test"]
    done = desk.get(place)
    assert (done["state"], done["total"], done["sent"]) == ("done", 2, 2)
    assert [one["reason"] for one in done["leftOut"]] == ["Refunded"]
    status, answer = desk.call("DELETE", place)
    assert (status, answer["message"]) == (409, "This message is already being sent.")


def test_a_scheduled_message_can_be_called_off(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    _, answer = send(desk, bootcamp, sendAt=(from_now() + timedelta(hours=1)).isoformat())
    place = f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}"
    assert desk.done("DELETE", place)["state"] == "canceled"
    write_scheduled_batch(batch_id=answer["batchId"])
    assert not Message.objects.exists()
    assert [action for action, *_ in desk.audited()] == [
        "scheduled message",
        "canceled scheduled message",
    ]


def test_a_message_waits_ten_seconds_in_which_it_can_be_undone(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "one@example.test")
    key, before = str(uuid.uuid4()), database_now()
    status, answer = send(desk, bootcamp, undoSeconds=10, idempotencyKey=key)
    after = database_now()
    assert (status, answer["successCount"]) == (200, 1)
    assert desk.audited()[-1][0] == "sent message to attendees"
    # A second try after a lost answer is the same message.
    assert send(desk, bootcamp, undoSeconds=10, idempotencyKey=key) == (status, answer)
    [listed] = desk.get(f"bootcamps/{bootcamp.pk}/messages")
    assert (listed["state"], listed["opening"]) == ("scheduled", WORDS["content"])
    held = MessageBatch.objects.get()
    assert held.send_at is not None
    assert before <= held.send_at - timedelta(seconds=10) <= after
    run_jobs()
    assert addresses() == []

    desk.done("DELETE", f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}")

    write_scheduled_batch(batch_id=answer["batchId"])
    run_jobs()
    assert addresses() == []


class Killed(BaseException):
    """As a process that is gone: nobody catches it."""


@pytest.mark.parametrize("is_undone", [True, False])
def test_a_sender_killed_while_it_wrote_leaves_the_undo_to_be_pressed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *, is_undone: bool
) -> None:
    """And where nobody pressed it, the next worker sends it, once."""
    bootcamp = make_bootcamp()
    guest(bootcamp, "one@example.test")
    _, answer = send(desk, bootcamp, undoSeconds=10)

    def write_and_die(messages: Sequence[NewMessage]) -> None:
        write_messages(messages)
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(attendee_messages, "write_messages", write_and_die)
        with pytest.raises(Killed):
            write_scheduled_batch(batch_id=answer["batchId"])
    assert not Message.objects.exists()
    if is_undone:
        desk.done("DELETE", f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}")

    for _ in range(2):
        write_scheduled_batch(batch_id=answer["batchId"])
        run_jobs()
    assert addresses() == ([] if is_undone else ["one@example.test"])


def test_a_message_nobody_undoes_goes_out(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "one@example.test")
    only = [{"address": "one@example.test"}]
    _, answer = send(desk, bootcamp, undoSeconds=10, recipients=only)
    guest(bootcamp, "bought-meanwhile@example.test")
    write_scheduled_batch(batch_id=answer["batchId"])
    write_scheduled_batch(batch_id=answer["batchId"])
    run_jobs()
    assert addresses() == ["one@example.test"]
    status, refused = desk.call("DELETE", f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}")
    assert (status, refused["message"]) == (409, "This message is already being sent.")


@pytest.mark.parametrize("subject", [{}, {"subject": None}])
def test_an_email_without_a_subject_has_the_bootcamps_name_and_date(
    desk: Desk, subject: dict[str, None]
) -> None:
    bootcamp = make_bootcamp(
        name="{zoomLink} Camp", starts_at=datetime(2031, 10, 9, 22, tzinfo=UTC)
    )
    purchase = guest(bootcamp, "one@example.test")
    words = {"type": "EMAIL", "content": "See you"} | subject
    desk.done("POST", f"bootcamps/{bootcamp.pk}/send-message", words)
    assert Message.objects.get().subject == "{zoomLink} Camp, Oct 9, 2031"
    [listed] = desk.get(f"bootcamps/{bootcamp.pk}/messages")
    assert listed["subject"] == "{zoomLink} Camp, Oct 9, 2031"
    seen = {**words, "subject": "", "purchaseId": purchase.pk, "bootcampId": bootcamp.pk}
    assert desk.done("POST", "message-preview", seen)["subject"] == "{zoomLink} Camp, Oct 9, 2031"


def test_another_bootcamps_message_is_not_found_here(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    _, answer = send(desk, bootcamp)
    other = make_bootcamp()
    assert desk.call("GET", f"bootcamps/{other.pk}/messages/{answer['batchId']}")[0] == 404
    assert desk.call("DELETE", f"bootcamps/{other.pk}/messages/{answer['batchId']}")[0] == 404


def test_text_messages_have_no_recipients_until_they_are_set_up(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    agreed = make_user(phone="+15550100199")
    SmsConsentFactory.create(phone=agreed.phone, user=agreed)
    make_purchase(bootcamp=bootcamp, user=agreed)
    make_purchase(bootcamp=bootcamp, user=make_user(phone="+15550100200"))
    guest(bootcamp, "gale@example.test")
    sms = desk.get(f"bootcamps/{bootcamp.pk}/recipients")["sms"]
    assert sms["recipients"] == []
    assert [one["reason"] for one in sms["leftOut"]] == [
        "Text messages aren't set up",
        "Hasn't agreed to text messages",
        "No phone number",
    ]
    status, answer = send(desk, bootcamp, type="SMS", subject=None, content="Hello")
    assert (status, answer["message"]) == (409, "No sms recipients found")
    assert not Message.objects.exists()


def test_a_template_gives_the_message_its_category(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    guest(bootcamp, "gale@example.test")
    template = make_template(category="REMINDER_1HOUR")
    send(desk, bootcamp, useTemplate=True, templateId=template.pk)
    send(desk, bootcamp, useTemplate=True, templateId=999_999)
    send(desk, bootcamp, useTemplate=False, templateId=template.pk)
    categories = Message.objects.order_by("id").values_list("category", flat=True)
    assert list(categories) == ["REMINDER_1HOUR", "CUSTOM", "CUSTOM"]


def test_many_attendees_take_as_many_statements_as_few(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    few, many = make_bootcamp(), make_bootcamp(max_seats=60)
    guest(few, "gale@example.test")
    for number in range(50):
        guest(many, f"gale{number}@example.test")
    for bootcamp in (few, many):
        with django_assert_num_queries(16):
            assert send(desk, bootcamp)[0] == 200


def test_a_preview_is_what_its_reader_would_see(desk: Desk) -> None:
    bootcamp = make_bootcamp(name="Launch")
    purchase = guest(bootcamp, "gale@example.test")
    body = {"type": "EMAIL", "subject": "Hi {firstName}", "content": "In {bootcampName} {nope}"}
    shown = desk.done("POST", "message-preview", body | {"purchaseId": purchase.pk})
    assert (shown["reader"], shown["subject"]) == ("Gale Guest", "Hi Gale")
    assert "In Launch {nope}" in shown["text"]
    assert "In Launch {nope}" in shown["html"]
    assert (shown["unknownVariables"], shown["characters"]) == (["nope"], 16)
    link = desk.done("POST", "message-preview", body | {"content": "{zoomLink}"})
    assert "http://testserver/join/1-" in link["text"]
    sample = desk.done("POST", "message-preview", body)
    assert (sample["reader"], sample["subject"]) == ("Ada Lovelace", "Hi Ada")
    text = desk.done("POST", "message-preview", body | {"type": "SMS"})
    assert (text["text"], text["html"], text["subject"]) == ("In Launch {nope}", "", "")
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.REFUNDED)
    assert desk.call("POST", "message-preview", body | {"purchaseId": purchase.pk})[0] == 404
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("Gale Guest", "Hi {firstName}", (7, "GSM-7", 7, 1, False)),
        ("Gale Guest", "", (0, "GSM-7", 0, 0, False)),
        # Twelve letters in the template, and one of the reader's makes all of it UCS-2.
        ("Łucja Guest", "Hi {firstName}", (8, "UCS-2", 8, 1, False)),
        ("Łucja Guest", "Hi {firstName}" + "a" * 63, (71, "UCS-2", 71, 2, False)),
        ("Gale Guest", "{firstName}" + "a" * 156, (160, "GSM-7", 160, 1, False)),
        ("Gale Guest", "{firstName}" + "a" * 155 + "€", (160, "GSM-7", 161, 2, True)),
    ],
)
def test_a_text_is_counted_as_its_reader_gets_it(
    desk: Desk, name: str, content: str, expected: tuple[int, str, int, int, bool]
) -> None:
    purchase = guest(make_bootcamp(), "gale@example.test", name)
    body = {"type": "SMS", "content": content, "purchaseId": purchase.pk}
    shown = desk.done("POST", "message-preview", body)
    keys = ("characters", "encoding", "units", "segments", "isTooLong")
    assert tuple(shown[key] for key in keys) == expected


def test_a_preview_counts_the_join_link_and_does_not_give_it_away(desk: Desk) -> None:
    purchase = guest(make_bootcamp(), "gale@example.test")
    body = {"type": "SMS", "content": "{zoomLink}", "purchaseId": purchase.pk}
    shown = desk.done("POST", "message-preview", body)
    real = JOIN.url(enrollment_of(purchase))
    assert shown["characters"] == len(real)
    assert shown["text"] != real
    path = shown["text"].removeprefix("http://testserver/join/")
    assert Client().get(f"/api/join/{path}").status_code == 404
    desk.done("POST", "message-test", body | {"type": "EMAIL"})
    run_jobs()
    assert real not in mail.outbox[0].body


def test_the_personal_link_is_in_the_mail_and_not_in_the_log(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    purchase = guest(bootcamp, "gale@example.test")
    _, answer = send(desk, bootcamp, subject="Here: {zoomLink}")
    link = JOIN.url(enrollment_of(purchase, bootcamp))
    message = Message.objects.get()
    assert message.sealed_link
    run_jobs()
    [sent] = mail.outbox
    assert sent.subject == "Here: link inside"
    assert f"see you in {bootcamp.name}: {link}" in sent.body
    shown = desk.get(f"messages/{message.pk}")
    assert f"see you in {bootcamp.name}: [private link]\n" in shown["content"]
    assert shown["subject"] == "Here: link inside"
    rows = desk.get("messages"), desk.get(f"bootcamps/{bootcamp.pk}/messages/{answer['batchId']}")
    assert link not in str([shown, rows])
    assert link not in str(list(Message.objects.values()))


def test_one_that_failed_is_sent_again_with_its_link(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootcamp = make_bootcamp()
    purchase = guest(bootcamp, "gale@example.test")
    send(desk, bootcamp)
    message = Message.objects.get()

    def refuse(self: EmailBackend, messages: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({message.recipient: (550, b"unknown")})

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", refuse)
        run_jobs()
    assert desk.get("messages")["rows"][0]["canRetry"] is True
    desk.done("POST", f"messages/{message.pk}/retry")
    run_jobs()
    assert JOIN.url(enrollment_of(purchase, bootcamp)) in mail.outbox[0].body
    assert Message.objects.get().sealed_link == ""


def test_a_test_goes_to_the_admin_alone(desk: Desk) -> None:
    purchase = guest(make_bootcamp(), "gale@example.test")
    body = {"type": "EMAIL", "subject": "Hi {firstName}", "content": "Hello {firstName}"}
    for _ in range(2):
        answer = desk.done("POST", "message-test", body | {"purchaseId": purchase.pk})
    assert answer == {"message": f"Sent to {desk.admin.email}."}
    run_jobs()
    assert addresses() == [desk.admin.email] * 2
    assert mail.outbox[0].subject == "[Test] Hi Gale"
    status, told = desk.call("POST", "message-test", body | {"type": "SMS"})
    assert (status, told["message"]) == (409, "Text messages aren't set up.")


@pytest.mark.parametrize(
    ("content", "is_told"),
    [("We meet on {bootcampDate}.", True), ("At {bootcampTime}!", True), ("Hello!", False)],
)
def test_a_message_that_names_the_hours_says_them_in_each_readers_zone(
    desk: Desk, content: str, is_told: bool
) -> None:
    starts_at = datetime(2099, 7, 9, 22, tzinfo=UTC)
    bootcamp = make_bootcamp(starts_at=starts_at, ends_at=starts_at + timedelta(hours=3))
    guest(bootcamp, "a@example.test", buyer_timezone="Europe/London")
    guest(bootcamp, "b@example.test", buyer_timezone="America/Toronto")
    assert send(desk, bootcamp, content=content)[0] == 200
    run_jobs()
    bodies = {sent.to[0]: str(sent.body) for sent in mail.outbox}
    own = f"{bootcamp.name}: 11:00 PM \N{EN DASH} 2:00 AM +1 day your time (Europe/London)."
    assert (own in bodies["a@example.test"]) is is_told
    assert "your time" not in bodies["b@example.test"]
