"""Free seats of made-up mailboxes write no review and move no average."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import Enrollment
from tests.factories import PresenceSpanFactory, from_now
from tests.sales.free import Guest, free_class, links_to
from tests.sales.reviewing import attended, give

pytestmark = pytest.mark.django_db

ATTACK = "Waste of time, go to cheaper-bootcamps.example instead."


def public(client: Client) -> Any:
    return client.get("/api/reviews").json()


def seats_of_made_up_mailboxes(bootcamp: Bootcamp) -> list[Enrollment]:
    """Each takes a seat, clicks its join link during the class, and is asked afterwards."""
    for number in range(6):
        guest = Guest(email=f"fan{number}@example.test", full_name="Build Lab Support")
        guest.order(bootcamp)
        assert guest.confirm(links_to(guest.email)[-1]).status_code == 200
    starts_at = from_now(hours=-4)
    ends_at = starts_at + timedelta(hours=3)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(starts_at=starts_at, ends_at=ends_at)
    # What a click on the join link writes.
    Enrollment.objects.filter(bootcamp=bootcamp).update(attended_at=starts_at)
    seats = Enrollment.objects.filter(bootcamp=bootcamp).select_related("bootcamp")
    return list(seats.order_by("pk"))


def test_six_free_seats_show_no_review_and_move_no_average(client: Client) -> None:
    assert give(attended(), score=9).status_code == 200
    before = public(client)
    assert (before["answers"], before["average"]) == (1, "9.0")
    seats = seats_of_made_up_mailboxes(free_class())
    for seat in seats:
        assert give(seat, score=0, words=ATTACK).status_code == 200
    assert public(client) == before
    # Control: they are answers, and one whose owner was in the room counts; only an operator
    # shows it, and never under a name of ours.
    PresenceSpanFactory.create(enrollment=seats[0], joined_at=seats[0].bootcamp.starts_at)
    seen = public(client)
    assert (seen["answers"], seen["average"]) == (2, "4.5")
    assert seen["newest"] == before["newest"]


def test_no_review_names_itself(client: Client) -> None:
    refused = give(attended(), firstName="Your instructor")
    assert refused.status_code == 422
    [seat, *_] = seats_of_made_up_mailboxes(free_class())
    assert give(seat).json()["given"]["firstName"] == "B."
