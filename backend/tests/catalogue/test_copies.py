"""Several classes like one: drafts at dates of their own, put on sale together."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Seat
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_purchase, make_resource

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def original() -> Bootcamp:
    starts_at = datetime(2031, 10, 9, 22, tzinfo=UTC)
    return make_bootcamp(
        name="Evening Class",
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=3, minutes=30),
        timezone="America/Denver",
        max_seats=7,
        zoom_join_url="https://zoom.example.test/j/1",
        recording_url="https://video.example.test/1",
    )


def copy(desk: Desk, bootcamp: Bootcamp, *starts: datetime, **more: Any) -> Any:
    sent = {"starts": [start.isoformat() for start in starts], **more}
    return desk.call("POST", f"bootcamps/{bootcamp.pk}/copies", sent)


def offered(client: Client) -> set[int]:
    return {row["id"] for row in client.get("/api/bootcamps").json()}


def test_each_date_gets_a_draft_with_zone_length_seats_and_material(
    desk: Desk, client: Client
) -> None:
    bootcamp = original()
    make_resource(bootcamp=bootcamp, title="Slides")
    make_purchase(bootcamp=bootcamp)
    starts = [bootcamp.starts_at + WEEK * weeks for weeks in (2, 1)]
    status, made = copy(desk, bootcamp, *starts, starts[0])
    assert status == 200
    rows = list(Bootcamp.objects.exclude(pk=bootcamp.pk).order_by("starts_at"))
    assert [row["id"] for row in made] == [row.pk for row in rows]
    assert [row.starts_at for row in rows] == sorted(starts)
    for row in rows:
        assert (row.name, row.timezone) == ("Evening Class", "America/Denver")
        assert row.ends_at - row.starts_at == timedelta(hours=3, minutes=30)
        assert (row.published_at, row.publish_at, row.zoom_join_url) == (None, None, "")
        assert row.recording_url == ""
        assert Seat.objects.filter(bootcamp=row, enrollment_id=None).count() == 7
        assert [one.title for one in row.resources.all()] == ["Slides"]
    assert offered(client) == {bootcamp.pk}
    assert [act for act, *_ in desk.audited()] == ["cloned bootcamp"] * 2


def test_a_date_in_the_past_is_asked_about_and_then_none_is_made(desk: Desk) -> None:
    bootcamp = original()
    past = from_now(days=-3)
    status, answer = copy(desk, bootcamp, bootcamp.starts_at + WEEK, past)
    assert (status, list(answer["fields"])) == (422, ["startDate"])
    assert Bootcamp.objects.count() == 1
    status, made = copy(desk, bootcamp, past, alreadyHeld=True)
    assert (status, len(made)) == (200, 1)
    # Without dates of its own the clock would put the draft away at once.
    desk.done("POST", "bootcamps/archive-expired")
    assert Bootcamp.objects.get(pk=made[0]["id"]).status == "active"


@pytest.mark.parametrize("starts", [[], ["tomorrow"], ["2031-10-09T22:00:00Z"] * 27])
def test_what_makes_no_sense_is_refused(desk: Desk, starts: list[str]) -> None:
    bootcamp = original()
    assert desk.call("POST", f"bootcamps/{bootcamp.pk}/copies", {"starts": starts})[0] == 422
    assert Bootcamp.objects.count() == 1


def test_five_are_published_at_once(desk: Desk, client: Client) -> None:
    bootcamp = original()
    starts = [bootcamp.starts_at + WEEK * weeks for weeks in range(1, 6)]
    ids = [row["id"] for row in copy(desk, bootcamp, *starts)[1]]
    assert offered(client) == {bootcamp.pk}
    published = desk.done("POST", "bootcamps/publish", {"ids": ids})
    assert all(row["publishedAt"] for row in published)
    assert offered(client) == {bootcamp.pk, *ids}
    assert [act for act, *_ in desk.audited()].count("published bootcamp") == 5
    # Pressed twice, it changes nothing.
    assert desk.done("POST", "bootcamps/publish", {"ids": ids}) == published


def test_all_are_published_or_none(desk: Desk, client: Client) -> None:
    bootcamp = original()
    [good] = copy(desk, bootcamp, bootcamp.starts_at + WEEK)[1]
    [past] = copy(desk, bootcamp, from_now(days=-3), alreadyHeld=True)[1]
    for ids in ([good["id"], past["id"]], [good["id"], 999_999]):
        assert desk.call("POST", "bootcamps/publish", {"ids": ids})[0] in {404, 422}
        assert offered(client) == {bootcamp.pk}
