"""The clock tells operators, and time goes by."""

from datetime import timedelta
from typing import Any

from django.db import connection

from frontrow.backoffice.messages.notices import tell_operators
from frontrow.messaging.models import Message


def told() -> list[tuple[str, str]]:
    notices = Message.objects.filter(category="NOTICE").order_by("pk")
    return [(one.recipient, one.subject) for one in notices]


MOMENTS = {
    "facts": ["at"],
    "purchases": ["completed_at"],
    "notice_choices": ["since", "told_until"],
    "contact_messages": ["created_at"],
    "refunds": ["created_at"],
    "communication_logs": ["fate_at"],
    "readiness_notices": ["noted_at"],
}


def passes(**time: float) -> None:
    """So much time goes by: in a test, whose transaction has one time, all moves back instead."""
    with connection.cursor() as cursor:
        for table, columns in MOMENTS.items():
            moved = ", ".join(f"{column} = {column} - %s" for column in columns)
            back: list[Any] = [timedelta(**time)] * len(columns)
            cursor.execute(f"UPDATE {table} SET {moved}", back)  # noqa: S608


def tell() -> None:
    """A minute later, the clock's next tick."""
    passes(minutes=1)
    tell_operators.func(timestamp=0)
