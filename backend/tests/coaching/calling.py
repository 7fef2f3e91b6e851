"""Coaching as its people use it: a signed-in student or admin, and what the post brought."""

import json
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from frontrow.accounts.models import AuditEntry, User
from frontrow.messaging.models import Message
from tests.factories import make_admin, make_user
from tests.signing_in import sign_in_recently

# A Wednesday, at noon in London and at eight in the morning in New York.
NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)
# The coach of the factories is open from nine to five in New York on working days.
FRIDAY_AT_NINE = "2026-06-05T13:00:00Z"
FRIDAY_AT_ELEVEN = "2026-06-05T15:00:00Z"
MONDAY_AT_NINE = "2026-06-08T13:00:00Z"

BY_STATUS = {401: "sign_in_required", 403: "forbidden", 404: "not_found", 409: "conflict"} | {
    410: "gone",
    422: "invalid",
}
CODES = {
    "That time has just been taken. Please pick another.": "slot_taken",
    "That time can no longer be booked. Please pick another.": "slot_closed",
    "Another student has booked that hour since. Pick another time.": "slot_taken",
}


class Caller:
    """One person at the API."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.client = Client(headers={"Sec-Fetch-Site": "same-origin"})
        sign_in_recently(self.client, user)

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        response = self.client.generic(
            method,
            f"/api/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
        )
        return response.status_code, response.json()

    def done(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = self.call(method, path, body)
        assert status == 200, answer
        return answer


class Student(Caller):
    def __init__(self, **fields: Any) -> None:
        super().__init__(make_user(**fields))

    def sessions(self) -> Any:
        return self.done("GET", "user/coaching-sessions")

    def slots(self, session_id: int) -> list[str]:
        found: list[str] = self.done("GET", f"user/coaching-sessions/{session_id}/slots")["slots"]
        return found

    def book(self, session_id: int, starts_at: str, **told: str) -> tuple[int, Any]:
        path = f"user/coaching-sessions/{session_id}/schedule"
        return self.call("POST", path, {"startsAt": starts_at, **told})

    def move(self, session_id: int, starts_at: str) -> tuple[int, Any]:
        path = f"user/coaching-sessions/{session_id}/reschedule"
        return self.call("POST", path, {"startsAt": starts_at})


class CoachingDesk(Caller):
    def __init__(self) -> None:
        super().__init__(make_admin())

    def audited(self) -> list[tuple[str, str, str, dict[str, Any]]]:
        rows = AuditEntry.objects.filter(actor_id=self.user.pk).order_by("pk")
        return [(row.action, row.subject_type, row.subject_id, row.details) for row in rows]


def refusal(status: int, message: str, **fields: str) -> tuple[int, dict[str, Any]]:
    return status, {
        "code": CODES.get(message, BY_STATUS[status]),
        "message": message,
        "fields": fields,
    }


def post() -> list[tuple[str, str]]:
    """To whom and about what, in the order it was written."""
    rows = Message.objects.order_by("pk").values_list("recipient", "subject")
    return [(to, subject.rpartition(" · ")[0]) for to, subject in rows]


def calendar_lines(message: Message) -> dict[str, str]:
    """The lines of the email's calendar file that matter, by name."""
    [attachment] = message.attachments
    assert (attachment["name"], attachment["media_type"]) == ("coaching.ics", "text/calendar")
    unfolded = attachment["text"].replace("\r\n ", "")
    pairs = [line.partition(":") for line in unfolded.split("\r\n") if line]
    return {name: value for name, _, value in pairs if name not in {"BEGIN", "END"}}
