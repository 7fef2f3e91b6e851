"""Answering a contact message: threaded, undone in time, sent once, and what became of it."""

from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.messaging.contact_answers import LONGEST_THREAD, write_answer
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import ContactAnswer, ContactMessage, Message, Suppression
from tests.catalogue.desk import Desk
from tests.factories import ContactMessageFactory, make_admin, make_user
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db


def answer(desk: Desk, contact: ContactMessage, text: str = "Yes, it will.", **more: Any) -> Any:
    body = {"text": text, "idempotencyKey": str(uuid4())} | more
    return desk.done("POST", f"contact-messages/{contact.pk}/answers", body)


def moment_passes() -> None:
    """The ten seconds are over: what was queued for then is due now."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo'")
    run_jobs()


def conversation(desk: Desk, contact: ContactMessage) -> Any:
    return desk.get(f"contact-messages/{contact.pk}")


def test_an_answer_is_sent_after_its_moment_of_undo_and_kept_with_its_author(desk: Desk) -> None:
    contact = ContactMessageFactory.create(subject="Recording", message="Is it recorded?\nThanks")
    told = answer(desk, contact, "Yes: https://example.test/faq.\n\n{firstName} & you get <it>.")
    assert (told["state"], told["author"]) == ("sending", desk.admin.full_name)
    assert run_jobs() == 0
    assert not Message.objects.exists()

    moment_passes()
    [sent] = mail.outbox
    assert (sent.to, sent.reply_to) == ([contact.email], ["support@example.com"])
    assert sent.subject == "Re: Recording"
    # Words of an operator are nobody's variables, and the question stands below.
    assert "{firstName} & you get <it>." in sent.body
    assert "> Is it recorded?\n> Thanks" in sent.body
    assert isinstance(sent, EmailMultiAlternatives)
    html = str(sent.alternatives[0][0])
    assert "you get &lt;it&gt;." in html
    assert 'href="https://example.test/faq"' in html

    [kept] = conversation(desk, contact)["answers"]
    assert (kept["state"], kept["author"], kept["text"][:4]) == (
        "sent",
        desk.admin.full_name,
        "Yes:",
    )
    assert kept["sentAt"] is not None
    moment_passes()
    write_answer.func(answer_id=told["id"])
    deliver_waiting(channel="EMAIL")
    assert len(mail.outbox) == 1
    assert desk.audited() == [
        ("answered contact message", "contact", str(contact.pk), {"closed": False})
    ]


def test_the_thread_begins_with_our_own_copy_and_grows_with_each_answer(
    desk: Desk, client: Any
) -> None:
    asked = {
        "name": "Vera",
        "email": "vera@example.test",
        "subject": "Invoice",
        "message": "Could I have an invoice?",
    }
    assert client.post("/api/contact", asked, content_type="application/json").status_code == 200
    contact = ContactMessage.objects.get()
    for text in ("Of course.", "Here it is."):
        answer(desk, contact, text)
        moment_passes()
    copy, first, second = mail.outbox
    ids = [one.extra_headers["Message-ID"] for one in (copy, first, second)]
    assert "In-Reply-To" not in copy.extra_headers
    assert first.extra_headers["In-Reply-To"] == first.extra_headers["References"] == ids[0]
    assert second.extra_headers["In-Reply-To"] == ids[1]
    assert second.extra_headers["References"] == f"{ids[0]} {ids[1]}"
    # As it leaves, with what a mail program reads.
    assert f"In-Reply-To: {ids[1]}" in second.message().as_string().replace("\n ", " ")


def test_a_long_thread_keeps_its_first_and_its_latest_ids(desk: Desk) -> None:
    contact = ContactMessageFactory.create()
    for number in range(LONGEST_THREAD + 3):
        answer(desk, contact, f"Answer {number}")
        moment_passes()
    ids = [one.extra_headers["Message-ID"] for one in mail.outbox]
    assert mail.outbox[-1].extra_headers["References"].split() == [
        ids[0],
        *ids[-LONGEST_THREAD:-1],
    ]


def test_taken_back_in_time_it_is_never_sent_and_what_it_closed_is_open(desk: Desk) -> None:
    contact = ContactMessageFactory.create()
    told = answer(desk, contact, closes=True)
    assert conversation(desk, contact)["isClosed"] is True
    path = f"contact-messages/{contact.pk}/answers/{told['id']}"
    assert desk.done("DELETE", path)["state"] == "canceled"
    assert desk.done("DELETE", path)["state"] == "canceled"
    moment_passes()
    write_answer.func(answer_id=told["id"])
    assert not Message.objects.exists()
    after = conversation(desk, contact)
    assert (after["isClosed"], after["answerState"], len(after["answers"])) == (False, None, 1)
    assert [entry[0] for entry in desk.audited()] == [
        "answered contact message",
        "took back answer",
    ]


def test_too_late_it_stays_sent(desk: Desk) -> None:
    contact = ContactMessageFactory.create()
    told = answer(desk, contact)
    moment_passes()
    path = f"contact-messages/{contact.pk}/answers/{told['id']}"
    status, refusal = desk.call("DELETE", path)
    assert (status, refusal["code"]) == (409, "already_sent")
    assert conversation(desk, contact)["answers"][0]["state"] == "sent"
    # Another message's answer is not found by this one's address.
    other = ContactMessageFactory.create()
    assert desk.call("DELETE", f"contact-messages/{other.pk}/answers/{told['id']}")[0] == 404


def test_two_clicks_are_one_answer_and_a_key_is_not_used_for_other_words(desk: Desk) -> None:
    contact = ContactMessageFactory.create()
    key = str(uuid4())
    first, second = (answer(desk, contact, "Yes.", idempotencyKey=key) for _ in range(2))
    assert first["id"] == second["id"]
    body = {"text": "No.", "idempotencyKey": key}
    assert desk.call("POST", f"contact-messages/{contact.pk}/answers", body)[0] == 409
    moment_passes()
    assert (len(mail.outbox), ContactAnswer.objects.count()) == (1, 1)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 5001])
def test_what_says_nothing_or_too_much_is_refused(desk: Desk, text: str) -> None:
    contact = ContactMessageFactory.create()
    body = {"text": text, "idempotencyKey": str(uuid4())}
    status, refusal = desk.call("POST", f"contact-messages/{contact.pk}/answers", body)
    assert (status, list(refusal["fields"])) == (422, ["text"])
    assert not ContactAnswer.objects.exists()


def test_one_that_bounced_or_failed_says_so(desk: Desk) -> None:
    contact = ContactMessageFactory.create()
    answer(desk, contact)
    moment_passes()
    Message.objects.update(status="FAILED", fate="BOUNCED", error_message="550 no such user")
    Suppression.objects.create(channel="EMAIL", address=contact.email, reason="bounced")
    told = conversation(desk, contact)
    assert (told["answers"][0]["state"], told["answers"][0]["errorMessage"]) == (
        "bounced",
        "550 no such user",
    )
    assert (told["answerState"], told["bounces"]) == ("bounced", True)
    [row] = desk.get("contact-messages")["rows"]
    assert row["answerState"] == "bounced"
    Message.objects.update(fate="")
    assert desk.get("contact-messages")["rows"][0]["answerState"] == "failed"


def test_a_message_is_assigned_closed_and_opened_again(desk: Desk) -> None:
    other = make_admin(first_name="Olga", last_name="Owner")
    contact, rest = ContactMessageFactory.create_batch(2)
    path = f"contact-messages/{contact.pk}"
    names = {one["name"] for one in conversation(desk, contact)["operators"]}
    assert names == {desk.admin.full_name, "Olga Owner"}
    told = desk.done("PATCH", path, {"assignedTo": other.pk, "isClosed": True})
    assert (told["assignedTo"], told["isClosed"], told["isRead"]) == (
        {"id": other.pk, "name": "Olga Owner"},
        True,
        False,
    )
    desk.done("PATCH", path, {"assignedTo": other.pk, "isClosed": True})
    listed = {
        state: [row["id"] for row in desk.get(f"contact-messages?state={state}")["rows"]]
        for state in ("open", "closed")
    }
    assert listed == {"open": [rest.pk], "closed": [contact.pk]}
    assert desk.get("contact-messages?mine=true")["total"] == 0
    desk.done("PATCH", path, {"assignedTo": desk.admin.pk, "isClosed": False})
    assert desk.get("contact-messages?mine=true&state=open")["total"] == 1
    assert desk.done("PATCH", path, {"assignedTo": None})["assignedTo"] is None
    assert [entry[0] for entry in desk.audited()] == [
        "closed contact message",
        "assigned contact message",
        "reopened contact message",
        "assigned contact message",
        "assigned contact message",
    ]


def test_only_somebody_who_runs_the_desk_can_be_chosen(desk: Desk) -> None:
    contact = ContactMessageFactory.create()
    for nobody in (make_user().pk, make_admin(status="inactive").pk, 10**9):
        status, refusal = desk.call(
            "PATCH", f"contact-messages/{contact.pk}", {"assignedTo": nobody}
        )
        assert (status, list(refusal["fields"])) == (422, ["assignedTo"])
    assert ContactMessage.objects.get().assigned_to is None


def test_a_page_takes_the_same_few_statements_however_much_was_answered(desk: Desk) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            desk.get("contact-messages")
        return len(seen)

    answer(desk, ContactMessageFactory.create())
    one = statements()
    for contact in ContactMessageFactory.create_batch(5):
        answer(desk, contact)
    assert statements() == one
