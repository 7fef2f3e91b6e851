"""Somebody at a browser who takes a free seat, the way the page and the email do."""

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import F
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.core.clock import now
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.sales.models import Purchase
from tests.factories import make_bootcamp
from tests.portal.student import Student, a_student, browser


def free_class(**fields: Any) -> Bootcamp:
    return make_bootcamp(**{"name": "Open Evening", "price": Decimal(0), **fields})


@dataclass
class Guest:
    email: str = "ada@example.test"
    full_name: str = "Ada Lovelace"
    client: Client = field(default_factory=browser)
    # Where the browser sits: holds are counted by network.
    address: str = "127.0.0.1"

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(
            f"/api/{path}", body, content_type="application/json", REMOTE_ADDR=self.address
        )

    def ask(self, package: Bootcamp | Bundle, **more: Any) -> Any:
        is_bundle = isinstance(package, Bundle)
        body = {
            "bootcampIds": [] if is_bundle else [package.pk],
            "bundleId": str(package.pk) if is_bundle else None,
            "email": self.email,
            "fullName": self.full_name,
            "timezone": "America/New_York",
            "termsVersion": "2026-11",
            **more,
        }
        return self.post("free-seat", body)

    def order(self, package: Bootcamp | Bundle, **more: Any) -> Purchase:
        answer = self.ask(package, **more)
        assert (answer.status_code, answer.json()["status"]) == (200, "confirm"), answer.content
        return Purchase.objects.latest("pk")

    def confirm(self, token: str) -> Any:
        return self.post("free-seat/confirm", {"token": token})

    def look(self, token: str) -> Any:
        return self.post("free-seat/look", {"token": token})


def links_to(address: str) -> list[str]:
    """The secret of each confirming email, oldest first."""
    sent = Message.objects.filter(recipient=address, category="FREE_SEAT").order_by("pk")
    links = [next(iter(open_links(each.sealed_link).values())) for each in sent]
    return [link.rpartition("/")[2] for link in links]


def held(bootcamp: Bootcamp) -> int:
    return Seat.objects.filter(bootcamp=bootcamp, held_until__gt=now()).count()


def let_pass(minutes: float) -> None:
    """As if so much time had gone by since everything was ordered."""
    ago = timedelta(minutes=minutes)
    Purchase.objects.update(
        created_at=F("created_at") - ago,
        held_until=F("held_until") - ago,
        terms_accepted_at=F("terms_accepted_at") - ago,
    )
    Seat.objects.filter(held_until__isnull=False).update(held_until=F("held_until") - ago)


def told(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]  # type: ignore[attr-defined]


def proven(name: str) -> Student:
    student = a_student(email=f"{name}@example.test", first_name=name.title())
    EmailAddress.objects.create(
        user=student.user, email=student.user.email, verified=True, primary=True
    )
    return student
