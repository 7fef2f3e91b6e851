"""Somebody who attended a class, and what they say of it afterwards."""

from datetime import timedelta
from typing import Any

from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.links import FEEDBACK
from frontrow.sales.models import Enrollment
from tests.factories import (
    PresenceSpanFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_purchase,
)
from tests.portal.student import browser

SAID = {"score": 9, "words": "Worth every hour.", "mayShow": True}


def ended_class(*, hours_ago: float = 3, **fields: Any) -> Bootcamp:
    ends_at = from_now(hours=-hours_ago)
    starts_at = ends_at - timedelta(hours=3)
    return make_bootcamp(starts_at=starts_at, ends_at=ends_at, **fields)


def attended(
    bootcamp: Bootcamp | None = None, *, came: bool = True, seen: bool = True, **fields: Any
) -> Enrollment:
    """Somebody with a seat; `seen` by the meeting's provider, too, if they came."""
    bootcamp = bootcamp or ended_class()
    seat = enrollment_of(make_purchase(bootcamp=bootcamp, **fields))
    if came:
        seat.attended_at = bootcamp.starts_at
        seat.save(update_fields=["attended_at"])
    if came and seen:
        PresenceSpanFactory.create(
            enrollment=seat, joined_at=bootcamp.starts_at, left_at=bootcamp.ends_at
        )
    return seat


def look(seat: Enrollment, client: Client | None = None) -> Any:
    return _post("/look", {"token": FEEDBACK.token(seat)}, client)


def give(seat: Enrollment, client: Client | None = None, **said: Any) -> Any:
    return _post("", {"token": FEEDBACK.token(seat), **SAID, **said}, client)


def _post(path: str, body: dict[str, Any], client: Client | None) -> Any:
    asking = client or browser()
    return asking.post(f"/api/feedback{path}", body, content_type="application/json")
