"""What the mail provider tells: noted once, in any order, and only when it is the provider."""

import base64
import json
from typing import Any

import pytest
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core import mail
from django.test import Client
from pydantic import SecretStr
from pytest_django import Settings

from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message, Suppression
from frontrow.messaging.outbox import NewMessage, write_messages
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_message

pytestmark = pytest.mark.django_db

SECRET = "frontrow:correct-horse"
OURS = "<5f0c@testserver>"
THEIRS = "883953f4-6105-42a2-a16a-77a8eac79483"
ADA = "ada@example.test"


@pytest.fixture(params=["postmark", "brevo"])
def provider(request: pytest.FixtureRequest, settings: Settings) -> str:
    settings.ENV = settings.ENV.model_copy(
        update={"MAIL_PROVIDER": request.param, "MAIL_WEBHOOK_SECRET": SecretStr(SECRET)}
    )
    return str(request.param)


def told(kind: str, *, ours: str = OURS, words: str = "550 5.1.1 No such user") -> Any:
    """The event in the shape of each provider's documentation; Brevo keeps our Message-ID."""
    postmark: dict[str, Any] = {
        "ServerID": 23,
        "MessageStream": "outbound",
        "MessageID": THEIRS,
        "Tag": "",
        "Metadata": {"message": ours},
    }
    bounce = {
        **postmark,
        "RecordType": "Bounce",
        "ID": 4323372036854775807,
        "Email": ADA,
        "BouncedAt": "2026-11-05T16:33:54.9070259Z",
        "Description": "The server was unable to deliver your message",
        "Details": words,
        "Inactive": True,
    }
    brevo = {
        "email": ADA,
        "id": 26224,
        "date": "2026-11-05 17:33:54",
        "ts": 1604933619,
        "ts_epoch": 1604933654321,
        "message-id": ours,
        "subject": "Welcome",
        "reason": words,
    }
    return {
        "delivered": {
            "postmark": {
                **postmark,
                "RecordType": "Delivery",
                "Recipient": ADA,
                "DeliveredAt": "2026-11-05T16:33:54.9070259Z",
                "Details": "Test delivery webhook details",
            },
            "brevo": {**brevo, "event": "delivered"},
        },
        "bounced": {
            "postmark": {**bounce, "Type": "HardBounce", "TypeCode": 1},
            "brevo": {**brevo, "event": "hard_bounce"},
        },
        "bounced for now": {
            "postmark": {**bounce, "Type": "SoftBounce", "TypeCode": 4096},
            "brevo": {**brevo, "event": "soft_bounce"},
        },
        "complained": {
            "postmark": {**bounce, "RecordType": "SpamComplaint", "Type": "SpamComplaint"},
            "brevo": {**brevo, "event": "spam"},
        },
        "opened": {
            "postmark": {**postmark, "RecordType": "Open", "Recipient": ADA},
            "brevo": {**brevo, "event": "unique_opened"},
        },
    }[kind]


def tell(provider: str, event: Any, *, secret: str = SECRET) -> tuple[int, Any]:
    headers = {"Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"}
    answer = Client().post(
        "/api/webhooks/mail",
        event if isinstance(event, bytes) else json.dumps(event),
        content_type="application/json",
        headers=headers if secret else {},
    )
    return answer.status_code, answer.json()


def a_sent_mail(**fields: Any) -> Message:
    known = {"status": "SENT", "sent_at": from_now(), "recipient": ADA, "message_id": OURS}
    return make_message(**{**known, **fields})


def heard(provider: str, *kinds: str) -> Message:
    for kind in kinds:
        assert tell(provider, told(kind)[provider]) == (200, {"heeded": 1})
    return Message.objects.get()


def suppressed() -> list[tuple[str, str]]:
    return list(Suppression.objects.values_list("address", "reason"))


def test_a_delivery_is_noted_with_its_time_and_once(provider: str) -> None:
    a_sent_mail()
    first = heard(provider, "delivered")
    assert first.delivered_at is not None
    again = heard(provider, "delivered")
    assert (again.delivered_at, again.status, again.fate) == (first.delivered_at, "SENT", "")
    assert suppressed() == []


def test_a_hard_bounce_is_shown_with_the_provider_s_words(provider: str, desk: Desk) -> None:
    a_sent_mail()
    heard(provider, "bounced", "bounced")
    [row] = desk.get("messages?status=FAILED")["rows"]
    assert (row["fate"], row["errorMessage"]) == ("BOUNCED", "550 5.1.1 No such user")
    assert suppressed() == [(ADA, "bounced")]


def test_a_full_mailbox_is_written_to_again(provider: str) -> None:
    a_sent_mail()
    assert heard(provider, "bounced for now").fate == "BOUNCED"
    assert suppressed() == []


def test_whoever_complains_gets_no_more_mail_that_need_not_be(provider: str) -> None:
    a_sent_mail()
    message = heard(provider, "complained")
    assert (message.status, message.fate) == ("SENT", "COMPLAINED")
    assert suppressed() == [(ADA, "complained")]


@pytest.mark.parametrize(
    ("kinds", "status", "fate", "reason"),
    [
        (("bounced", "delivered"), "FAILED", "BOUNCED", "bounced"),
        (("delivered", "bounced"), "FAILED", "BOUNCED", "bounced"),
        (("complained", "delivered"), "SENT", "COMPLAINED", "complained"),
        (("complained", "bounced"), "SENT", "COMPLAINED", "complained"),
        (("bounced", "complained"), "FAILED", "COMPLAINED", "complained"),
    ],
)
def test_no_event_undoes_another(
    provider: str, kinds: tuple[str, ...], status: str, fate: str, reason: str
) -> None:
    a_sent_mail()
    message = heard(provider, *kinds)
    assert (message.status, message.fate) == (status, fate)
    assert suppressed() == [(ADA, reason)]


def test_a_bounce_outlasts_an_unsubscription(provider: str) -> None:
    Suppression.objects.create(channel="EMAIL", address="Ada@example.test", reason="unsubscribed")
    a_sent_mail()
    heard(provider, "bounced")
    assert suppressed() == [("Ada@example.test", "bounced")]


def test_an_event_may_come_before_our_own_note(provider: str) -> None:
    a_sent_mail(status="PENDING", sent_at=None, sending_since=from_now())
    assert heard(provider, "bounced").status == "FAILED"


def test_what_is_owed_is_still_tried(provider: str) -> None:
    Suppression.objects.create(channel="EMAIL", address=ADA, reason="bounced")
    write_messages(
        [NewMessage(event="e:1", category="REFUND", to=ADA, subject="Refund", text="Paid")]
    )
    deliver_waiting(channel="EMAIL")
    assert [one.to for one in mail.outbox] == [[ADA]]


@pytest.mark.parametrize("kind", ["delivered", "bounced", "complained"])
def test_what_is_not_about_a_mail_of_ours_is_let_pass(provider: str, kind: str) -> None:
    a_sent_mail(message_id="<another@testserver>")
    assert tell(provider, told(kind)[provider]) == (200, {"heeded": 0})
    message = Message.objects.get()
    assert (message.status, message.delivered_at, suppressed()) == ("SENT", None, [])


def test_opened_emails_are_nobody_s_business(provider: str) -> None:
    a_sent_mail()
    assert tell(provider, told("opened")[provider]) == (200, {"heeded": 0})


@pytest.mark.parametrize("secret", ["", "frontrow:wrong", "frontrow:", ":correct-horse"])
def test_whoever_does_not_know_the_secret_is_refused(provider: str, secret: str) -> None:
    a_sent_mail()
    status, _ = tell(provider, told("bounced")[provider], secret=secret)
    message = Message.objects.get()
    assert (status, message.status, suppressed()) == (403, "SENT", [])


@pytest.mark.parametrize("body", [b"", b"[", b"[1]", b"\xff", b'{"items": [], "FromFull": 1}'])
def test_what_cannot_be_read_is_refused(provider: str, body: bytes) -> None:
    assert tell(provider, body)[0] == 422


def test_without_a_provider_nobody_listens() -> None:
    assert tell("postmark", told("bounced")["postmark"])[0] == 404


@pytest.fixture
def by_api(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"


@pytest.mark.usefixtures("by_api")
def test_a_mail_sent_by_api_is_known_by_both_names(settings: Settings) -> None:
    settings.ENV = settings.ENV.model_copy(
        update={"MAIL_PROVIDER": "postmark", "MAIL_WEBHOOK_SECRET": SecretStr(SECRET)}
    )
    write_messages(
        [NewMessage(event="e:1", category="REFUND", to=ADA, subject="Refund", text="Paid")]
    )
    deliver_waiting(channel="EMAIL")
    message = Message.objects.get()
    [sent] = mail.outbox
    assert sent.extra_headers["Message-ID"] == message.message_id
    assert vars(sent)["metadata"] == {"message": message.message_id}
    assert (message.status, message.provider_id) == ("SENT", "0")
    event = {**told("delivered")["postmark"], "MessageID": "0", "Metadata": {}}
    assert tell("postmark", event) == (200, {"heeded": 1})


@pytest.mark.usefixtures("by_api")
@pytest.mark.parametrize(
    ("error", "status", "attempts"),
    [
        (AnymailAPIError("no key", status_code=401), "PENDING", 0),
        (AnymailAPIError("slow down", status_code=429), "PENDING", 0),
        (AnymailAPIError("broken", status_code=503), "PENDING", 1),
        (AnymailAPIError("no answer"), "PENDING", 1),
        (AnymailAPIError("nonsense", status_code=422), "FAILED", 1),
        (AnymailRecipientsRefused("nobody"), "FAILED", 1),
    ],
)
def test_an_api_s_refusals_are_read_like_a_server_s(
    monkeypatch: pytest.MonkeyPatch, error: Exception, status: str, attempts: int
) -> None:
    def refuse(self: Any, messages: Any) -> int:
        raise error

    monkeypatch.setattr("anymail.backends.test.EmailBackend.send_messages", refuse)
    write_messages(
        [NewMessage(event="e:1", category="REFUND", to=ADA, subject="Refund", text="Paid")]
    )
    deliver_waiting(channel="EMAIL")
    message = Message.objects.get()
    assert (message.status, message.attempts) == (status, attempts)
