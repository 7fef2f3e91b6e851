"""A draft goes on sale by the clock: not a second early, once, and however late the clock is."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.catalogue.publishing import publish_by_the_clock, publish_what_is_due
from frontrow.core.clock import database_now
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def a_draft(**fields: Any) -> Bootcamp:
    return make_bootcamp(**{"published_at": None, **fields})


def schedule(desk: Desk, draft: Bootcamp, at: datetime) -> Any:
    return desk.call("POST", f"bootcamps/{draft.pk}/publish", {"at": at.isoformat()})


def due(**fields: Any) -> Bootcamp:
    return a_draft(**{"publish_at": database_now(), **fields})


def offered(client: Client) -> list[int]:
    return [row["id"] for row in client.get("/api/bootcamps").json()]


def test_a_draft_waits_for_its_time_and_says_so(desk: Desk, client: Client) -> None:
    draft = a_draft()
    at = from_now(days=2).replace(microsecond=0)
    status, answer = schedule(desk, draft, at)
    assert status == 200
    assert datetime.fromisoformat(answer["publishAt"]) == at
    assert answer["publishedAt"] is None
    assert publish_what_is_due() == []
    run_jobs()
    assert offered(client) == []
    assert desk.audited()[-1] == (
        "scheduled publishing",
        "bootcamp",
        str(draft.pk),
        {"publish_at": at.isoformat()},
    )


def test_it_is_not_on_sale_a_second_early_and_on_sale_on_the_second(client: Client) -> None:
    early, now = due(publish_at=database_now() + SECOND), due()
    publish_by_the_clock.func(timestamp=0)
    assert offered(client) == [now.pk]
    early.refresh_from_db()
    assert (early.published_at, early.publish_at) == (None, database_now() + SECOND)
    Bootcamp.objects.filter(pk=early.pk).update(publish_at=database_now())
    publish_by_the_clock.func(timestamp=0)
    assert set(offered(client)) == {now.pk, early.pk}


def test_a_clock_that_was_away_for_a_day_puts_it_on_sale_when_it_is_back(client: Client) -> None:
    draft = due(publish_at=from_now(days=-1))
    publish_by_the_clock.func(timestamp=0)
    draft.refresh_from_db()
    assert (draft.published_at, draft.publish_at) == (database_now(), None)
    assert offered(client) == [draft.pk]


def test_run_again_it_does_nothing(client: Client) -> None:
    draft = due()
    assert publish_what_is_due() == [draft.pk]
    Bootcamp.objects.filter(pk=draft.pk).update(published_at=from_now(days=-3))
    assert publish_what_is_due() == []
    publish_by_the_clock.func(timestamp=0)
    draft.refresh_from_db()
    assert draft.published_at is not None
    assert draft.published_at < from_now(days=-2)


def test_a_class_that_has_begun_meanwhile_stays_a_draft_with_its_missed_time(
    client: Client,
) -> None:
    draft = due(publish_at=from_now(hours=-3), starts_at=from_now(hours=-1))
    assert publish_what_is_due() == []
    draft.refresh_from_db()
    assert (draft.published_at, draft.publish_at is not None) == (None, True)
    assert offered(client) == []


def test_its_time_is_taken_back_and_it_stays_a_draft(desk: Desk, client: Client) -> None:
    draft = a_draft()
    schedule(desk, draft, from_now(days=2))
    answer = desk.done("DELETE", f"bootcamps/{draft.pk}/publish")
    assert (answer["publishAt"], answer["publishedAt"]) == (None, None)
    assert desk.audited()[-1][0] == "canceled publishing"
    desk.done("DELETE", f"bootcamps/{draft.pk}/publish")
    assert len(desk.audited()) == 2
    assert publish_what_is_due() == []
    assert offered(client) == []


def test_published_by_hand_before_its_time_it_is_so_once(desk: Desk) -> None:
    draft = a_draft()
    schedule(desk, draft, from_now(days=2))
    answer = desk.done("POST", f"bootcamps/{draft.pk}/publish")
    assert answer["publishAt"] is None
    assert answer["publishedAt"] is not None
    # What is on sale has no time to wait for, and stays as it is.
    status, again = schedule(desk, draft, from_now(days=3))
    assert (status, again["publishAt"], again["publishedAt"]) == (200, None, answer["publishedAt"])


def test_the_archive_takes_its_time_away(desk: Desk, client: Client) -> None:
    draft = due()
    desk.done("PATCH", f"bootcamps/{draft.pk}/archive")
    assert publish_what_is_due() == []
    status, answer = schedule(desk, draft, from_now(days=2))
    assert (status, answer["message"]) == (409, "This bootcamp is archived. Unarchive it first.")
    assert desk.done("PATCH", f"bootcamps/{draft.pk}/unarchive")["publishAt"] is None
    assert publish_what_is_due() == []
    assert offered(client) == []


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ({"seconds": -1}, "Choose a time in the future, or publish now."),
        ({"days": 31}, "The class will have started by then. Choose an earlier time."),
    ],
)
def test_a_time_that_makes_no_sense_is_refused_in_words(
    desk: Desk, at: dict[str, float], words: str
) -> None:
    draft = a_draft(starts_at=from_now(days=30), ends_at=from_now(days=30, hours=3))
    status, answer = schedule(desk, draft, from_now(**at))
    assert (status, answer["message"], answer["fields"]) == (422, words, {"at": words})
    draft.refresh_from_db()
    assert draft.publish_at is None


def test_several_are_given_one_time(desk: Desk) -> None:
    drafts = [a_draft(), a_draft()]
    at = from_now(days=1).replace(microsecond=0)
    ids = [draft.pk for draft in drafts]
    desk.done("POST", "bootcamps/publish", {"ids": ids, "at": at.isoformat()})
    assert set(Bootcamp.objects.values_list("publish_at", "published_at")) == {(at, None)}
