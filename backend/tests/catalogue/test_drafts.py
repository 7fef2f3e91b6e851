"""A copy is off sale until an admin publishes it, and a date in the past is asked about."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import NotOnSale, take_seats
from frontrow.core.errors import NotFound
from frontrow.sales.models import PurchaseState
from frontrow.sales.terms.pricing import find_package
from tests.catalogue.desk import NEW_BOOTCAMP, Desk
from tests.factories import enrollment_of, from_now, make_bootcamp, make_bundle, make_purchase

pytestmark = pytest.mark.django_db

IN_THE_PAST = (
    "This date is in the past. Choose a later one, or say that this is a record of a class"
    " already held."
)


def dated(**shift: float) -> dict[str, str]:
    start = from_now(**shift)
    return {
        "startDate": start.isoformat(),
        "endDate": (start + timedelta(hours=1)).isoformat(),
    }


def clone(desk: Desk, original: Bootcamp) -> Bootcamp:
    answer = desk.done("POST", f"bootcamps/{original.pk}/clone")
    return Bootcamp.objects.get(pk=answer["id"])


def public(client: Client, what: str = "bootcamps") -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = client.get(f"/api/{what}").json()
    return answer


def test_a_copy_is_not_on_sale_until_it_is_published(desk: Desk, client: Client) -> None:
    original = make_bootcamp()
    answer = desk.done("POST", f"bootcamps/{original.pk}/clone")
    assert answer["name"] == f"Copy of {original.name}"
    assert (answer["status"], answer["publishedAt"]) == ("active", None)
    assert [row["id"] for row in public(client)] == [original.pk]

    published = desk.done("POST", f"bootcamps/{answer['id']}/publish")

    assert published["publishedAt"] is not None
    assert {row["id"] for row in public(client)} == {original.pk, answer["id"]}
    assert desk.audited()[-1] == ("published bootcamp", "bootcamp", str(answer["id"]), {})
    again = desk.done("POST", f"bootcamps/{answer['id']}/publish")
    assert again["publishedAt"] == published["publishedAt"]
    assert [entry[0] for entry in desk.audited()] == ["cloned bootcamp", "published bootcamp"]


def test_a_bootcamp_that_is_made_is_on_sale_at_once(desk: Desk, client: Client) -> None:
    answer = desk.done("POST", "bootcamps", NEW_BOOTCAMP)
    assert answer["publishedAt"] is not None
    assert [row["id"] for row in public(client)] == [answer["id"]]


def test_nobody_gets_a_seat_in_a_draft(desk: Desk) -> None:
    draft = clone(desk, make_bootcamp())
    purchase = make_purchase(bootcamp=make_bootcamp(), state=PurchaseState.PENDING)
    wish = {draft.pk: enrollment_of(purchase).pk}
    with pytest.raises(NotOnSale):
        take_seats(enrollments=wish)
    with pytest.raises(NotFound):
        find_package(bootcamp_ids=[draft.pk], bundle_id=None)
    assert not Seat.objects.filter(bootcamp=draft, enrollment_id__isnull=False).exists()

    desk.done("POST", f"bootcamps/{draft.pk}/publish")

    assert find_package(bootcamp_ids=[draft.pk], bundle_id=None).bootcamps == [draft]
    assert take_seats(enrollments=wish)


def test_the_database_itself_gives_no_seat_in_a_draft(desk: Desk) -> None:
    draft = clone(desk, make_bootcamp())
    with connection.cursor() as cursor:
        wish = [draft.pk, enrollment_of(make_purchase()).pk]
        cursor.execute("SELECT seat_enrollment(%s, %s, NULL)", wish)
        assert cursor.fetchone() == (None,)


def test_a_bundle_with_a_draft_in_it_cannot_be_bought(desk: Desk, client: Client) -> None:
    draft = clone(desk, make_bootcamp())
    bundle = make_bundle(bootcamps=[make_bootcamp(), draft])
    with pytest.raises(NotOnSale):
        find_package(bootcamp_ids=[], bundle_id=bundle.pk)
    [shown] = public(client, "bundles")
    assert shown["availableSeats"] == 0
    assert {row["id"]: row["isActive"] for row in shown["bootcamps"]}[draft.pk] is False


def test_a_draft_counts_in_no_figure_and_stays_one_through_the_archive(
    desk: Desk, client: Client
) -> None:
    original = make_bootcamp(max_seats=3)
    draft = clone(desk, original)
    assert desk.done("GET", "stats")["availableSeats"] == 3
    Bootcamp.objects.filter(pk=original.pk).delete()
    assert desk.done("GET", "summary")["nextSession"] is None
    desk.done("PATCH", f"bootcamps/{draft.pk}/archive")
    assert desk.done("PATCH", f"bootcamps/{draft.pk}/unarchive")["publishedAt"] is None
    assert public(client) == []


def test_a_draft_dated_in_the_past_is_not_published_until_it_is_moved_or_called_a_record(
    desk: Desk,
) -> None:
    original = make_bootcamp(starts_at=from_now(days=-2), ends_at=from_now(days=-2, hours=2))
    draft = clone(desk, original)
    status, answer = desk.call("POST", f"bootcamps/{draft.pk}/publish")
    assert (status, answer) == (
        422,
        {"code": "invalid", "message": IN_THE_PAST, "fields": {"startDate": IN_THE_PAST}},
    )
    draft.refresh_from_db()
    assert draft.published_at is None

    answer = desk.done("POST", f"bootcamps/{draft.pk}/publish", {"alreadyHeld": True})
    assert answer["publishedAt"] is not None
    # A record has had its day: the next look at the list puts it away.
    desk.done("POST", "bootcamps/archive-expired")
    draft.refresh_from_db()
    assert draft.status == "archived"


def test_a_bootcamp_dated_in_the_past_is_refused_unless_it_is_a_record(desk: Desk) -> None:
    past = NEW_BOOTCAMP | dated(days=-300)
    status, answer = desk.call("POST", "bootcamps", past)
    assert (status, answer) == (
        422,
        {"code": "invalid", "message": IN_THE_PAST, "fields": {"startDate": IN_THE_PAST}},
    )
    assert not Bootcamp.objects.exists()
    kept = desk.done("POST", "bootcamps", past | {"alreadyHeld": True})
    assert Bootcamp.objects.get().pk == kept["id"]
