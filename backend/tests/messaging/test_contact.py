"""Writing to us: kept, told to the operator, and of no use for sending mail to others."""

import json
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from frontrow.core import rate_limit
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import ContactMessage, Message

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def patient_counter() -> None:
    """On a busy machine Redis may take its time; the limits are then exact all the same."""
    pool = rate_limit._shared()._client.connection_pool
    pool.connection_kwargs |= {"socket_timeout": 30, "socket_connect_timeout": 30}


GOOD = {
    "name": "Ada Lovelace",
    "email": "ada@example.test",
    "subject": "Before I buy",
    "message": "Will the session be recorded?",
}

TOO_LONG_FOR_AN_ADDRESS = "String must contain at most 255 character(s)"


def send(client: Client, **changes: Any) -> Any:
    body = json.dumps(GOOD | changes)
    return client.post("/api/contact", data=body, content_type="application/json")


def deliver_all() -> None:
    deliver_waiting(channel="EMAIL")


def test_a_message_is_kept_and_mailed_so_that_the_operator_can_reply(client: Client) -> None:
    response = send(client)
    assert (response.status_code, response.json()) == (
        200,
        {"message": "We'll get back to you within 24 hours."},
    )
    kept = ContactMessage.objects.get()
    assert (kept.name, kept.email, kept.subject, kept.message, kept.read_at) == (
        *GOOD.values(),
        None,
    )
    deliver_all()
    [told] = mail.outbox
    assert told.to == ["support@example.com"]
    assert told.reply_to == ["ada@example.test"]
    assert told.subject == "[Build Lab] Before I buy"
    assert told.body == "Ada Lovelace <ada@example.test> wrote:\n\nWill the session be recorded?\n"
    assert Message.objects.get().status == "SENT"


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"name": ""}, {"name": "String must contain at least 1 character(s)"}),
        ({"name": "A" * 61}, {"name": "Enter a name of at most 60 characters"}),
        ({"email": "not an address"}, {"email": "Invalid email"}),
        (
            {"email": "a" * 250 + "@x.test"},
            {"email": "String must contain at most 255 character(s)"},
        ),
        ({"subject": "S" * 201}, {"subject": "String must contain at most 200 character(s)"}),
        ({"message": "Too short"}, {"message": "String must contain at least 10 character(s)"}),
        ({"message": "M" * 2001}, {"message": "String must contain at most 2000 character(s)"}),
        ({"name": "Ada\r\nBcc: all@example.test"}, {"name": "Must be a single line of text"}),
        ({"subject": "Hi\nBcc: all@example.test"}, {"subject": "Must be a single line of text"}),
        ({"subject": "Hi\u2028there"}, {"subject": "Must be a single line of text"}),
        ({"email": "ada@example.test\r\nBcc: x@example.test"}, {"email": "Invalid email"}),
        ({"to": "all@example.test"}, {"to": "This field isn't accepted."}),
    ],
)
def test_what_cannot_be_sent_says_why_and_leaves_nothing_behind(
    client: Client, changes: dict[str, str], fields: dict[str, str]
) -> None:
    response = send(client, **changes)
    assert (response.status_code, response.json()["fields"]) == (422, fields)
    assert not ContactMessage.objects.exists()
    assert not Message.objects.exists()


def test_the_limits_themselves_are_allowed(client: Client) -> None:
    response = send(client, name="N" * 60, subject="S" * 200, message="M" * 2000)
    assert response.status_code == 200
    deliver_all()
    assert mail.outbox[0].subject.endswith("S" * 200)


def test_a_program_that_fills_the_hidden_field_is_thanked_and_dropped(client: Client) -> None:
    assert send(client, website="https://spam.example").status_code == 200
    assert not ContactMessage.objects.exists()


def test_the_fourth_message_in_an_hour_waits(client: Client) -> None:
    codes = [send(client, email=f"ada{n}@example.test").status_code for n in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    assert ContactMessage.objects.count() == 3


def test_one_address_cannot_be_used_from_many_places(client: Client) -> None:
    codes = [
        client.post(
            "/api/contact",
            data=json.dumps(GOOD | {"email": "ADA@example.test" if n % 2 else "ada@example.test"}),
            content_type="application/json",
            REMOTE_ADDR=f"203.0.113.{n}",
        ).status_code
        for n in range(5)
    ]
    assert codes == [200, 200, 200, 429, 429]


def test_of_500_posts_all_are_kept_and_50_are_mailed(client: Client) -> None:
    """From as many places and addresses as the other limits ask for; 50 mails a day is the end."""
    codes = {
        client.post(
            "/api/contact",
            data=json.dumps(GOOD | {"email": f"ada{n}@example.test"}),
            content_type="application/json",
            REMOTE_ADDR=f"203.0.{n // 250}.{n % 250}",
        ).status_code
        for n in range(500)
    }
    assert codes == {200}
    assert ContactMessage.objects.count() == 500
    assert Message.objects.count() == 50
    deliver_all()
    # To the operator alone: whoever was named as the sender hears nothing.
    assert [one.recipients() for one in mail.outbox] == [["support@example.com"]] * 50


def test_500_posts_from_one_place_are_three_messages(client: Client) -> None:
    codes = [send(client, email=f"ada{n}@example.test").status_code for n in range(500)]
    assert codes == [200] * 3 + [429] * 497
    assert (ContactMessage.objects.count(), Message.objects.count()) == (3, 3)
