"""The admin's desk as a test uses it: one signed-in admin and a word for every call."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.test import Client

from frontrow.accounts.models import AuditEntry, User
from frontrow.catalogue.models import Bootcamp, Seat
from tests.factories import make_admin
from tests.signing_in import sign_in_recently

NEW_BOOTCAMP: dict[str, Any] = {
    "name": "Launch Weekend",
    "description": "From a demo to a product.",
    "bootcampType": "Launch",
    "price": "1495.50",
    "maxSeats": 12,
    "startDate": "2031-10-09T22:00:00.000Z",
    "endDate": "2031-10-10T01:00:00.000Z",
    "timezone": "America/Denver",
    "step": 2,
}


class Desk:
    def __init__(self) -> None:
        self.admin: User = make_admin()
        self.client = Client(headers={"Sec-Fetch-Site": "same-origin"})
        sign_in_recently(self.client, self.admin)

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and what came with it."""
        response = self.client.generic(
            method,
            f"/api/admin/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
        )
        return response.status_code, response.json()

    def get(self, path: str) -> Any:
        status, answer = self.call("GET", path)
        assert status == 200, answer
        return answer

    def done(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of a call that must succeed."""
        status, answer = self.call(method, path, body)
        assert status == 200, answer
        return answer

    def audited(self) -> list[tuple[str, str, str, dict[str, Any]]]:
        rows = AuditEntry.objects.filter(actor_id=self.admin.pk).order_by("pk")
        return [(row.action, row.subject_type, row.subject_id, row.details) for row in rows]


def make_many(count: int) -> None:
    start = datetime(2031, 1, 1, tzinfo=UTC)
    with transaction.atomic():
        made = Bootcamp.objects.bulk_create(
            Bootcamp(
                name=f"Bootcamp {n}",
                description="Build a first working product in one sitting. " * 5,
                price=995,
                max_seats=2,
                starts_at=start + timedelta(days=n),
                ends_at=start + timedelta(days=n, hours=3),
            )
            for n in range(count)
        )
        Seat.objects.bulk_create(
            Seat(bootcamp=bootcamp, number=number) for bootcamp in made for number in (1, 2)
        )
