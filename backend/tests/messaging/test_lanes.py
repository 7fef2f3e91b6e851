"""Several lanes at once: each message goes out once, and no lane waits for another."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.core import mail
from django.db import connection

from frontrow.messaging import delivery
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message
from frontrow.messaging.outbox import NewMessage, write_messages
from tests.races.crowd import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

MESSAGES = 6
LANES = 3
# Between choosing a message and having claimed it there is always a moment. This makes it long
# enough for the other lanes to choose too.
_HESITATE = """
CREATE FUNCTION hesitate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_sleep(0.15); RETURN NEW; END $$;
CREATE TRIGGER hesitate BEFORE UPDATE ON communication_logs
    FOR EACH ROW EXECUTE FUNCTION hesitate();
"""
_AT_ONCE_AGAIN = "DROP TRIGGER hesitate ON communication_logs; DROP FUNCTION hesitate();"


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def hesitation() -> Iterator[None]:
    run(_HESITATE)
    yield
    run(_AT_ONCE_AGAIN)


def write(count: int) -> list[str]:
    write_messages(
        [
            NewMessage(
                event=f"welcome:{number}",
                category="WELCOME",
                to="ada@example.test",
                subject="Welcome",
                text="Hello Ada",
            )
            for number in range(count)
        ]
    )
    return [str(one) for one in Message.objects.order_by("id").values_list("message_id", flat=True)]


def deliver() -> None:
    deliver_waiting(channel="EMAIL")


def sent() -> list[str]:
    return [str(one.extra_headers["Message-ID"]) for one in mail.outbox]


@pytest.mark.usefixtures("hesitation")
def test_lanes_at_once_send_each_message_once() -> None:
    written = write(MESSAGES)
    assert all_at_once([deliver] * LANES) == [None] * LANES
    assert Counter(sent()) == Counter(written)
    assert set(Message.objects.values_list("status", "attempts")) == {("SENT", 1)}


@pytest.mark.usefixtures("hesitation")
def test_control_without_the_lock_some_are_sent_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    unlocked = delivery._PREPARE.replace("FOR UPDATE SKIP LOCKED", "")
    monkeypatch.setattr(delivery, "_PREPARE", unlocked)
    written = write(MESSAGES)
    all_at_once([deliver] * LANES)
    assert set(sent()) == set(written)
    assert len(sent()) > MESSAGES


def test_a_lane_does_not_wait_for_a_message_another_one_is_claiming() -> None:
    first, second = write(2)
    with closing(connection.copy()) as other:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(
                "SELECT 1 FROM communication_logs WHERE message_id = %s FOR UPDATE", [first]
            )
        deliver()
        assert sent() == [second]
        # Closing alone would leave the server a moment in which the row is still locked.
        with other.cursor() as cursor:
            cursor.execute("ROLLBACK")
    deliver()
    assert sent() == [second, first]
