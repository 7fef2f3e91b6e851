"""New dates of a course: each person hears of all of them in one email, and of each only once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.sales.models import WaitingEntry, WaitingWish
from frontrow.sales.waiting.new_dates import AT_ONCE, QUIET_FOR, tell_of_dates
from tests.factories import from_now, make_bootcamp
from tests.sales.waiting import a_while_ago, emails_to, full_class, join, serve, state_of
from tests.sizes import size

pytestmark = pytest.mark.django_db


def long_ago() -> None:
    WaitingEntry.objects.update(created_at=from_now(hours=-3))


def published(days: int, name: str = "Beginner Bootcamp", step: int = 1) -> Bootcamp:
    return make_bootcamp(
        name=name, step=step, starts_at=from_now(days=days), published_at=a_while_ago()
    )


def test_several_new_dates_of_a_course_are_one_email_and_another_course_is_none() -> None:
    entry = join("Ada", full_class())
    long_ago()
    first, second = published(10), published(20)
    published(5, "Novel in Six Weeks")
    published(6, step=2)
    for _ in range(2):
        serve()
    [told] = emails_to(entry, "NEW_DATE")
    assert told.subject.startswith("New dates: Beginner Bootcamp")
    assert "Novel" not in told.content
    assert f"checkout?bootcamp={first.pk}" in told.content
    assert told.content.count("Beginner Bootcamp\n") == 2
    assert state_of(entry) == "waiting"
    # One more is told alone.
    third = published(15)
    serve()
    [_, again] = emails_to(entry, "NEW_DATE")
    assert f"checkout?bootcamp={third.pk}" in again.content
    assert again.content.count("Beginner Bootcamp\n") == 1
    assert second.pk != third.pk


def test_while_an_operator_is_publishing_the_list_is_left_in_peace() -> None:
    entry = join("Ada", full_class())
    long_ago()
    published(10)
    latest = make_bootcamp(starts_at=from_now(days=11), published_at=database_now())
    serve()
    assert emails_to(entry, "NEW_DATE") == []
    Bootcamp.objects.filter(pk=latest.pk).update(published_at=database_now() - QUIET_FOR)
    serve()
    assert len(emails_to(entry, "NEW_DATE")) == 1


def test_two_places_of_one_person_are_one_email() -> None:
    full = full_class()
    places = [join("Ada", full), join("Ada", interest="Build")]
    long_ago()
    published(10)
    serve()
    assert len(emails_to(places[0], "NEW_DATE")) == 1
    assert [state_of(one) for one in places] == ["waiting", "told"]


def test_the_next_one_is_the_next_of_the_course_that_ran_last() -> None:
    make_bootcamp(name="Poetry", starts_at=from_now(days=-30))
    entry = join("Ada", interest="Build")
    long_ago()
    published(10, "Novel in Six Weeks")
    serve()
    assert (emails_to(entry, "NEW_DATE"), state_of(entry)) == ([], "waiting")
    published(11, "poetry")
    serve()
    assert state_of(entry) == "told"


def test_a_date_from_before_they_asked_is_no_news() -> None:
    published(10)
    entry = join("Ada", full_class())
    serve()
    assert emails_to(entry, "NEW_DATE") == []


def test_everybody_on_a_long_list_is_told_in_batches_and_then_nothing_is_written() -> None:
    people = size("PEOPLE_ON_A_LIST")
    full = full_class()
    entries = WaitingEntry.objects.bulk_create(
        WaitingEntry(kind="dates", email=f"waits{number}@example.test", name="Wanda Waits")
        for number in range(people)
    )
    WaitingWish.objects.bulk_create(WaitingWish(entry=one, bootcamp=full) for one in entries)
    long_ago()
    for days in (10, 20, 25):
        published(days)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        tell_of_dates(timestamp=0)
    told = Message.objects.filter(category="NEW_DATE")
    assert told.count() == people
    assert told.values("recipient").distinct().count() == people
    batches = people // AT_ONCE + 2
    assert len(asked) < 10 * batches + 10
    with CaptureQueriesContext(connection) as again:
        tell_of_dates(timestamp=0)
    assert (told.count(), len(again) < 15) == (people, True)
    assert not [one for one in again if "communication_logs" in one["sql"]]


def test_dates_that_go_on_sale_together_are_told_ahead_in_one_email() -> None:
    entry = join("Ada", full_class())
    quiet = database_now() - QUIET_FOR - timedelta(minutes=1)
    for days in (10, 20):
        one = make_bootcamp(starts_at=from_now(days=days), published_at=None)
        Bootcamp.objects.filter(pk=one.pk).update(publish_at=from_now(hours=20), updated_at=quiet)
    for _ in range(2):
        serve()
    [ahead] = emails_to(entry, "NEW_DATE")
    assert ahead.content.count("On sale ") >= 2
    assert "No one can book them before then" in ahead.content
