"""Text messages: sent once, receipts noted, STOP heeded, strangers refused."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from standins import twilio

from frontrow.core.zones import zone
from frontrow.messaging.consent import note_sms_consent
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Channel, Message, MessageStatus, SmsConsent, Suppression
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.private_links import link_place
from frontrow.messaging.texts import wish_of
from tests.factories import make_message, make_purchase, make_user
from tests.fakes.twilio import TwilioServer

pytestmark = pytest.mark.django_db

ADA = "+15551234567"
REPLY = "/api/webhooks/twilio/reply"


def agreed() -> int:
    """A guest's purchase, made with a yes to texts."""
    purchase_id: int = make_purchase(user=None, guest_phone=ADA).pk
    note_sms_consent(phone=ADA, user_id=None, purchase_id=purchase_id, source="checkout")
    return purchase_id


def make_text(**fields: object) -> Message:
    """To somebody who agreed to it, and waiting to be sent."""
    return make_message(
        purchase_id=agreed(),
        type=Channel.SMS,
        category="CUSTOM",
        recipient=ADA,
        subject="",
        content="Class starts at 6",
        status=MessageStatus.PENDING,
        sent_at=None,
        **fields,
    )


def deliver(message: Message) -> Message:
    Message.objects.update(send_after=None)
    deliver_waiting(channel="SMS")
    message.refresh_from_db()
    return message


def told_by_twilio(client: Client, path: str, fields: dict[str, str], **wrong: str) -> int | str:
    address = f"{settings.SITE_URL}{path}"
    signature = wrong.get("signature", twilio.signature(address, fields))
    response = client.post(path, fields, headers={"X-Twilio-Signature": signature})
    return response.content.decode() if response.status_code == 200 else response.status_code


@pytest.fixture(autouse=True)
def by_day() -> Iterator[None]:
    """The next noon where the operator is: what waits for a moment then is not yet due for the
    database, whose clock goes on as it does."""
    now = datetime.now(UTC).astimezone(zone("America/New_York"))
    noon = now.replace(hour=12) + timedelta(days=now.hour >= 12)
    with time_machine.travel(noon, tick=False):
        yield


@pytest.fixture(autouse=True)
def no_receipts(twilio_server: TwilioServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Receipts are told by hand here, so that their order is the test's."""
    monkeypatch.setattr(twilio.Phone, "report", lambda *_: None)


def test_a_text_is_handed_over_once(twilio_server: TwilioServer) -> None:
    message = deliver(make_text())
    deliver(message)
    assert twilio_server.sent == [(ADA, "Class starts at 6")]
    assert message.status == MessageStatus.SENT
    assert message.provider_id == twilio_server.phone.messages[0]["sid"]


@pytest.mark.parametrize("fault", ["429", "500", "503"])
def test_a_passing_fault_is_tried_again(twilio_server: TwilioServer, fault: str) -> None:
    twilio_server.control("faults", [fault])
    message = make_text()
    deliver(message)
    assert (message.status, twilio_server.sent) == (MessageStatus.PENDING, [])
    assert deliver(message).status == MessageStatus.SENT
    assert len(twilio_server.sent) == 1


def test_a_lost_answer_does_not_send_it_twice(twilio_server: TwilioServer) -> None:
    twilio_server.control("faults", ["lost"])
    message = make_text()
    assert deliver(message).status == MessageStatus.PENDING
    assert deliver(message).status == MessageStatus.SENT
    assert len(twilio_server.sent) == 1
    assert message.provider_id == twilio_server.phone.messages[0]["sid"]


def test_a_number_twilio_refuses_is_a_failure_in_words(twilio_server: TwilioServer) -> None:
    twilio_server.control("faults", ["400"])
    message = deliver(make_text())
    assert message.status == MessageStatus.FAILED
    assert message.error_message.startswith("Twilio 400: ")
    assert twilio_server.sent == []


def test_whoever_took_the_consent_back_meanwhile_gets_nothing(twilio_server: TwilioServer) -> None:
    message = make_text()
    SmsConsent.objects.update(withdrawn_at=datetime.now(UTC))
    assert deliver(message).status == MessageStatus.FAILED
    assert message.error_message == "This person doesn't want text messages."
    assert twilio_server.sent == []


@pytest.mark.parametrize(
    ("text", "is_sent"),
    [
        ("a" * 160, True),
        ("a" * 161, False),
        ("a" * 158 + "[", True),
        ("a" * 159 + "[", False),
        ("😀" * 80, True),
        ("😀" * 81, False),
    ],
)
def test_a_text_beyond_160_units_is_not_sent(
    twilio_server: TwilioServer, text: str, is_sent: bool
) -> None:
    """A bracket and an emoji count twice, as they do in the networks."""
    message = make_text()
    Message.objects.update(content=text)
    deliver(message)
    assert [words for _, words in twilio_server.sent] == ([text] if is_sent else [])
    assert message.error_message == ("" if is_sent else "Longer than 160 characters once filled in")


def test_the_way_into_a_session_is_in_the_text_and_not_in_the_log(
    twilio_server: TwilioServer,
) -> None:
    write_messages(
        [
            NewMessage(
                event="sms:1",
                category="CUSTOM",
                channel=Channel.SMS,
                to=ADA,
                purchase_id=agreed(),
                subject="",
                text=f"Join: {link_place(1)}",
                more_links=["https://bootcamps.example.test/join/1-1.canary"],
            )
        ]
    )
    twilio_server.control("faults", ["lost"])
    message = Message.objects.get()
    deliver(message)
    assert message.status == MessageStatus.PENDING
    # The words as they went out are what an earlier attempt is known by.
    deliver(message)
    assert twilio_server.sent == [(ADA, "Join: https://bootcamps.example.test/join/1-1.canary")]
    assert (message.status, message.sealed_link) == (MessageStatus.SENT, "")
    assert "canary" not in message.content


def test_whoever_told_twilio_to_stop_is_left_alone_from_then_on(
    twilio_server: TwilioServer,
) -> None:
    twilio_server.phone.opted_out.add(ADA)
    assert deliver(make_text()).status == MessageStatus.FAILED
    assert Suppression.objects.get().address == ADA
    assert not SmsConsent.objects.filter(withdrawn_at=None).exists()
    before = twilio_server.phone.opted_out.copy()
    twilio_server.phone.opted_out.clear()
    second = deliver(make_text(dedupe_key="another"))
    assert (second.status, twilio_server.sent) == (MessageStatus.FAILED, [])
    assert second.error_message == "This person doesn't want text messages."
    assert before == {ADA}


def test_stop_and_start_are_heeded(client: Client) -> None:
    SmsConsent.objects.create(phone=ADA, purchase_id=7, source="checkout", text_version="1")
    assert (
        told_by_twilio(client, REPLY, {"From": ADA, "Body": " Stop. "}) == "<Response></Response>"
    )
    assert Suppression.objects.get().address == ADA
    assert not SmsConsent.objects.filter(withdrawn_at=None).exists()
    told_by_twilio(client, REPLY, {"From": ADA, "Body": "START"})
    assert not Suppression.objects.exists()
    assert SmsConsent.objects.get(withdrawn_at=None).source == "reply"


def test_start_from_a_stranger_agrees_to_nothing(client: Client) -> None:
    told_by_twilio(client, REPLY, {"From": ADA, "Body": "START"})
    assert not SmsConsent.objects.exists()


def test_help_says_who_we_are(client: Client) -> None:
    answer = told_by_twilio(client, REPLY, {"From": ADA, "Body": "help"})
    assert answer == (
        "<Response><Message>Build Lab: texts about bootcamps you booked."
        " Help: support@example.com. Reply STOP to end them.</Message></Response>"
    )


@pytest.mark.parametrize("text", ["Can I stop by?", "", "starting late", "helpful"])
def test_other_words_are_no_wish(text: str) -> None:
    assert wish_of(text) is None


@pytest.mark.parametrize("signature", ["", "wrong"])
def test_an_unsigned_call_changes_nothing(client: Client, signature: str) -> None:
    told = told_by_twilio(client, REPLY, {"From": ADA, "Body": "STOP"}, signature=signature)
    assert told == 403
    assert not Suppression.objects.exists()


def test_a_signature_for_other_words_is_refused(client: Client) -> None:
    signature = twilio.signature(f"{settings.SITE_URL}{REPLY}", {"From": ADA, "Body": "HELP"})
    told = told_by_twilio(client, REPLY, {"From": ADA, "Body": "STOP"}, signature=signature)
    assert (told, Suppression.objects.count()) == (403, 0)


def receipt(client: Client, message: Message, status: str, **more: str) -> None:
    path = f"/api/webhooks/twilio/receipt?message={message.pk}"
    assert told_by_twilio(client, path, {"MessageStatus": status, **more}) == '{"noted": true}'
    message.refresh_from_db()


def test_a_receipt_of_delivery_is_noted_once(client: Client) -> None:
    message = deliver(make_text())
    receipt(client, message, "delivered")
    first = message.delivered_at
    receipt(client, message, "delivered")
    assert first is not None
    assert (message.delivered_at, message.status) == (first, MessageStatus.SENT)
    # Out of order: it has arrived, whatever is said later.
    receipt(client, message, "undelivered", ErrorCode="30003")
    assert message.status == MessageStatus.SENT


def test_a_text_that_did_not_arrive_is_a_failure_even_if_told_first(client: Client) -> None:
    message = make_text()
    receipt(client, message, "undelivered", ErrorCode="30003")
    assert (message.status, message.error_message) == (
        MessageStatus.FAILED,
        "Not delivered (Twilio 30003).",
    )
    assert deliver(message).status == MessageStatus.FAILED


def test_a_text_written_at_night_waits_for_its_reader_s_morning(
    twilio_server: TwilioServer,
) -> None:
    message = make_text(user=make_user(timezone="Asia/Tokyo"))
    tokyo = datetime.now(UTC).astimezone(zone("Asia/Tokyo")) + timedelta(days=2)
    with time_machine.travel(tokyo.replace(hour=23), tick=False):
        deliver(message)
    assert (message.status, message.attempts, twilio_server.sent) == (
        MessageStatus.PENDING,
        0,
        [],
    )
    assert message.send_after is not None
    morning = message.send_after.astimezone(zone("Asia/Tokyo"))
    assert (morning.hour, morning.date()) == (8, tokyo.date() + timedelta(days=1))
    with time_machine.travel(morning, tick=False):
        deliver(message)
    assert twilio_server.sent == [(ADA, "Class starts at 6")]
