"""What nobody needs any more is forgotten each night, and not a day before."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client

from frontrow.accounts.models import AuditEntry, EmailRequest, SignInCode
from frontrow.backoffice.retention import RETENTION, forget, forget_old_data
from frontrow.core import batches
from frontrow.messaging.models import ContactMessage, Message, MessageBatch
from frontrow.sales.models import Purchase, PurchaseState, ReconciliationBreak
from tests.factories import (
    ContactMessageFactory,
    EmailRequestFactory,
    MessageBatchFactory,
    SignInCodeFactory,
    from_now,
    make_admin,
    make_message,
    make_purchase,
)
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)


def age(row: Model, by: timedelta, *, column: str = "created_at") -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**{column: from_now() - by})


def test_each_night_every_row_of_the_table_has_a_job_of_its_own() -> None:
    forget_old_data.func(timestamp=0)
    assert run_jobs() == len(RETENTION)


def test_an_audit_entry_goes_after_two_years() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_log (created_at, action, subject_type, subject_id, details,"
            " request_id) SELECT now() - make_interval(months => 24) + shift, 'x', '', '', '{}', ''"
            " FROM (VALUES (interval '-1 hour'), (interval '1 hour')) AS ages (shift)"
        )
    forget(what="audit entries")
    [left] = AuditEntry.objects.all()
    assert left.created_at > from_now(days=-732)
    forget(what="audit entries")
    assert AuditEntry.objects.count() == 1


def test_an_email_that_was_never_looked_at_goes_after_a_week() -> None:
    old, young = EmailRequestFactory.create(), EmailRequestFactory.create()
    age(old, 7 * A_DAY + A_DAY)
    age(young, 7 * A_DAY - A_DAY)
    forget(what="requests for an email")
    assert [row.pk for row in EmailRequest.objects.all()] == [young.pk]


def test_a_sign_in_code_goes_after_a_day_and_its_tries_with_it() -> None:
    old, young = SignInCodeFactory.create(), SignInCodeFactory.create()
    age(old, A_DAY + timedelta(hours=1))
    age(young, A_DAY - timedelta(hours=1))
    forget(what="sign-in codes, and wrong tries")
    assert [row.pk for row in SignInCode.objects.all()] == [young.pk]


def a_message(days_ago: int, **fields: Any) -> Message:
    """One that was sent, or given up, as many days ago."""
    message = make_message(
        **{
            "status": "SENT",
            "sent_at": from_now(days=-days_ago),
            "category": "WELCOME",
            "content": "words",
            "html": "<p>words</p>",
            "attachments": [{"name": "a.ics", "media_type": "text/calendar", "text": "x"}],
            **fields,
        }
    )
    age(message, timedelta(days=days_ago))
    return message


def words_of(message: Message) -> tuple[str, str, int]:
    message.refresh_from_db()
    return message.content, message.html, len(message.attachments)


def test_automatic_messages_lose_their_words_after_a_month_and_the_teams_after_a_year() -> None:
    young, old = a_message(29), a_message(31)
    failed = a_message(31, status="FAILED", sent_at=None)
    waiting = a_message(400, status="PENDING", sent_at=None)
    teams = {"category": "CUSTOM"}
    bulk = {"category": "REMINDER_1DAY", "dedupe_key": "batch:1:ada@example.test"}
    teams_young, teams_old = a_message(364, **teams), a_message(367, **teams)
    bulk_young = a_message(364, **bulk)
    for _ in range(2):
        forget(what="automatic messages")
        forget(what="messages of the team")
    for whole in (young, waiting, teams_young, bulk_young):
        assert words_of(whole) == ("words", "<p>words</p>", 1)
    for wordless in (old, failed, teams_old):
        assert words_of(wordless) == ("", "", 0)
        # That it was sent, when and to whom, stays in the log.
        assert (wordless.recipient, wordless.subject) != ("", "")


def test_a_failed_message_without_its_words_is_not_sent_again(client: Client) -> None:
    failed = make_message(status="FAILED", content="")
    client.force_login(make_admin())
    answer = client.post(f"/api/admin/messages/{failed.pk}/retry", content_type="application/json")
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "Its text is no longer stored. Write a new message instead.",
    )
    assert Message.objects.get(pk=failed.pk).status == "FAILED"


def test_who_was_left_out_of_a_message_to_attendees_is_forgotten_with_its_words() -> None:
    kept = {"left_out": [{"name": "Ada"}], "only_to": ["ada@example.test"]}
    old, young = MessageBatchFactory.create(**kept), MessageBatchFactory.create(**kept)
    age(old, 367 * A_DAY)
    age(young, 364 * A_DAY)
    forget(what="who was left out of a message to attendees")
    forget(what="whom a message to attendees was for")
    assert MessageBatch.objects.filter(left_out=[], only_to=[]).get().pk == old.pk
    assert MessageBatch.objects.filter(**kept).get().pk == young.pk


def test_what_a_visitor_wrote_goes_after_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    # Smaller than the number of rows, so that the second piece is needed.
    monkeypatch.setattr(batches, "BATCH", 2)
    for _ in range(5):
        age(ContactMessageFactory.create(), 367 * A_DAY)
    young = ContactMessageFactory.create()
    age(young, 364 * A_DAY)
    forget(what="contact messages")
    assert [row.pk for row in ContactMessage.objects.all()] == [young.pk]


def an_unpaid_purchase(days_ago: int, **fields: Any) -> Purchase:
    purchase = make_purchase(
        state=PurchaseState.FAILED,
        **{
            "user": None,
            "guest_email": "ada@example.test",
            "guest_full_name": "Ada Byron",
            "guest_phone": "+15005550006",
            "checkout_key": f"key-{days_ago}",
            "network_key": "network",
            "cancel_reason": "expired",
            **fields,
        },
    )
    age(purchase, timedelta(days=days_ago), column="state_since")
    return purchase


def test_who_did_not_buy_is_forgotten_after_a_month_and_the_number_stays() -> None:
    old, young = an_unpaid_purchase(31), an_unpaid_purchase(29)
    forget(what="purchases never paid")
    old.refresh_from_db()
    young.refresh_from_db()
    assert (old.guest_email, old.guest_full_name, old.guest_phone, old.checkout_key) == (
        "removed@removed.invalid",
        "Removed",
        "",
        "",
    )
    # Nor can an admin's search still find them.
    assert "ada" not in (old.customer_name + old.customer_search).lower()
    assert (old.total_amount > Decimal(0), old.state) == (True, PurchaseState.FAILED)
    assert (young.guest_email, young.guest_full_name) == ("ada@example.test", "Ada Byron")


def test_money_that_moved_or_a_question_left_open_keeps_the_person() -> None:
    paid = make_purchase(user=None, guest_email="paid@example.test")
    age(paid, timedelta(days=400), column="state_since")
    refunded = make_purchase(
        state=PurchaseState.REFUNDED, user=None, guest_email="back@example.test"
    )
    age(refunded, timedelta(days=400), column="state_since")
    questioned = an_unpaid_purchase(31, guest_email="open@example.test")
    ReconciliationBreak.objects.create(kind="mismatch", purchase=questioned, payment_intent_id="pi")
    forget(what="purchases never paid")
    for purchase in (paid, refunded, questioned):
        purchase.refresh_from_db()
    assert [paid.guest_email, refunded.guest_email, questioned.guest_email] == [
        "paid@example.test",
        "back@example.test",
        "open@example.test",
    ]
    ReconciliationBreak.objects.update(resolved_at=from_now())
    forget(what="purchases never paid")
    questioned.refresh_from_db()
    assert questioned.guest_email == "removed@removed.invalid"


def test_a_buyers_network_is_forgotten_after_a_month() -> None:
    old, young = make_purchase(network_key="n1"), make_purchase(network_key="n2")
    age(old, 30 * A_DAY + A_DAY)
    age(young, 30 * A_DAY - A_DAY)
    forget(what="networks of buyers")
    assert set(Purchase.objects.values_list("pk", "network_key")) == {
        (old.pk, ""),
        (young.pk, "n2"),
    }
