"""The log of messages, another try for those that failed, and the inbox of what visitors wrote."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from frontrow.messaging.models import ContactMessage, Message
from tests.catalogue.desk import Desk
from tests.factories import ContactMessageFactory, from_now, make_bootcamp, make_message, make_user
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db


def ids(answer: dict[str, Any]) -> list[int]:
    return [row["id"] for row in answer["rows"]]


def test_a_row_tells_what_to_whom_and_how_it_went(desk: Desk) -> None:
    starts_at = datetime(2099, 10, 8, 22, tzinfo=UTC)
    bootcamp = make_bootcamp(name="Launch", starts_at=starts_at, timezone="America/New_York")
    user = make_user()
    message = make_message(
        bootcamp=bootcamp, user=user, status="FAILED", error_message="550", attempts=3
    )
    answer = desk.get("messages")
    assert answer["total"] == 1
    [row] = answer["rows"]
    assert {key: row[key] for key in row if not key.endswith("At")} == {
        "id": message.pk,
        "type": "EMAIL",
        "category": "CUSTOM",
        "recipient": message.recipient,
        "subject": "A word before we start",
        "status": "FAILED",
        "errorMessage": "550",
        "attempts": 3,
        "userId": user.pk,
        "bootcampId": bootcamp.pk,
        "bootcampName": "Launch",
        "cohort": {
            "id": bootcamp.pk,
            "startDate": "2099-10-08T22:00:00Z",
            "timezone": "America/New_York",
        },
        "canRetry": True,
        "fate": None,
    }
    assert row["sentAt"] is None


def test_the_search_need_not_read_the_whole_log(desk: Desk) -> None:
    make_message()
    with CaptureQueriesContext(connection) as captured:
        desk.get("messages?search=ada%20tomorrow")
    searches = [query["sql"] for query in captured if "LIKE" in query["sql"]]
    assert len(searches) == 2
    with connection.cursor() as cursor:
        # A handful of rows is read whole, in any order, unless that is made to look dear.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")
        for search in searches:
            cursor.execute("EXPLAIN " + search.replace("%", "%%"), ())
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "Bitmap Index Scan on messages_search" in plan
            assert "Seq Scan on communication_logs" not in plan


def test_the_log_is_searched_and_narrowed(desk: Desk) -> None:
    launch = make_bootcamp()
    ada = make_user()
    first = make_message(recipient="ada@example.test", subject="Tomorrow: Launch", user=ada)
    second = make_message(recipient="bob@example.test", bootcamp=launch, category="WELCOME")
    third = make_message(
        recipient="ada@other.test", status="SENT", sent_at=from_now(), bootcamp=launch
    )
    assert ids(desk.get("messages")) == [third.pk, second.pk, first.pk]
    assert ids(desk.get("messages?search=ADA")) == [third.pk, first.pk]
    assert ids(desk.get("messages?search=ada%20tomorrow")) == [first.pk]
    assert ids(desk.get("messages?search=welcome")) == [second.pk]
    assert ids(desk.get(f"messages?bootcampId={launch.pk}")) == [third.pk, second.pk]
    assert ids(desk.get(f"messages?userId={ada.pk}")) == [first.pk]
    assert ids(desk.get("messages?status=SENT")) == [third.pk]
    assert desk.call("GET", "messages?status=LOST")[0] == 422
    assert desk.call("GET", "messages?page=0")[0] == 422


def test_pages_of_twenty_take_the_same_statements(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(23):
        make_message(bootcamp=make_bootcamp(max_seats=1))
    # The session, the admin, the rows with their bootcamps, and the count.
    with django_assert_num_queries(4):
        answer = desk.get("messages")
    assert (len(answer["rows"]), answer["total"]) == (20, 23)
    assert len(desk.get("messages?page=2")["rows"]) == 3


def test_the_words_of_a_message_can_be_read(desk: Desk) -> None:
    message = make_message(html="<p>Bring your idea.</p>")
    assert desk.get(f"messages/{message.pk}") == {
        "id": message.pk,
        "subject": "A word before we start",
        "content": "Bring your idea.",
        "html": "<p>Bring your idea.</p>",
    }


def test_a_failed_message_is_sent_again_once(desk: Desk) -> None:
    message = make_message(
        status="FAILED", attempts=10, error_message="550", message_id="<1@x.test>"
    )
    assert desk.done("POST", f"messages/{message.pk}/retry")["status"] == "PENDING"
    status, answer = desk.call("POST", f"messages/{message.pk}/retry")
    assert (status, answer["message"]) == (409, "Only a message that failed can be sent again.")
    run_jobs()
    [sent] = mail.outbox
    assert sent.to == [message.recipient]
    assert sent.extra_headers["Message-ID"] == "<1@x.test>"
    assert [row["status"] for row in desk.get("messages")["rows"]] == ["SENT"]
    assert desk.audited() == [("sent message again", "message", str(message.pk), {})]


def test_one_whose_private_link_is_gone_is_not(desk: Desk) -> None:
    message = make_message(status="FAILED", message_id="7", content="Open [private link 7]")
    assert desk.get("messages")["rows"][0]["canRetry"] is False
    assert desk.call("POST", f"messages/{message.pk}/retry")[0] == 409
    assert Message.objects.get().status == "FAILED"
    assert run_jobs() == 0


def test_what_visitors_wrote_is_read_and_marked(desk: Desk) -> None:
    old = ContactMessageFactory.create(read_at=from_now(hours=-1))
    new = ContactMessageFactory.create(subject="Invoice")
    inbox = desk.get("contact-messages")
    assert (ids(inbox), inbox["total"], inbox["unread"]) == ([new.pk, old.pk], 2, 1)
    row = inbox["rows"][0]
    del row["createdAt"]
    assert row == {
        "id": new.pk,
        "name": "Vera Visitor",
        "email": "vera@example.test",
        "subject": "Invoice",
        "message": "Do I need to know how to program?",
        "isRead": False,
        "isClosed": False,
        "assignedTo": None,
        "answerState": None,
    }
    assert ids(desk.get("contact-messages?unread=true")) == [new.pk]
    assert desk.get("summary")["unreadMessages"] == 1
    assert desk.done("PATCH", f"contact-messages/{new.pk}", {"isRead": True})["isRead"] is True
    first_read = ContactMessage.objects.get(pk=new.pk).read_at
    desk.done("PATCH", f"contact-messages/{new.pk}", {"isRead": True})
    assert ContactMessage.objects.get(pk=new.pk).read_at == first_read
    assert desk.get("summary")["unreadMessages"] == 0
    assert desk.done("PATCH", f"contact-messages/{old.pk}", {"isRead": False})["isRead"] is False
    assert desk.get("contact-messages?unread=true")["total"] == 1
