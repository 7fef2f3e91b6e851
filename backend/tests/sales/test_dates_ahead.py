"""A date whose publishing is planned: whoever waits for one hears of it a day before."""

from typing import Any

import pytest

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import WaitingEntry
from tests.factories import from_now, make_bootcamp
from tests.sales.waiting import a_while_ago, emails_to, full_class, join, serve, state_of

pytestmark = pytest.mark.django_db


def planned(*, hours: float, **fields: Any) -> Bootcamp:
    """A draft that goes on sale by the clock."""
    bootcamp = make_bootcamp(starts_at=from_now(days=30), published_at=None, **fields)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        publish_at=from_now(hours=hours), updated_at=a_while_ago()
    )
    return bootcamp


def test_a_date_that_is_planned_is_told_a_day_before_it_is_on_sale_and_again_then() -> None:
    full = full_class(bootcamp_type="Launch", name="Launch in May")
    entry, waiting = join("Ada", interest="Launch"), join("Bea", full)
    other = join("Cleo", interest="Market")
    new = planned(hours=25, bootcamp_type="Launch", name="Launch in May")
    serve()
    assert emails_to(entry, "NEW_DATE") == []
    Bootcamp.objects.filter(pk=new.pk).update(publish_at=from_now(hours=23))
    for _ in range(2):
        serve()
    for one in (entry, waiting):
        [ahead] = emails_to(one, "NEW_DATE")
        assert ahead.subject.startswith("On sale soon: Launch in May")
        assert "No one can book it before then, and seats aren't reserved." in ahead.content
        # Nothing can be booked yet.
        assert "/checkout" not in ahead.content
    assert emails_to(other, "NEW_DATE") == []
    assert state_of(entry) == "waiting"
    Bootcamp.objects.filter(pk=new.pk).update(publish_at=None, published_at=a_while_ago())
    WaitingEntry.objects.update(created_at=from_now(hours=-1))
    serve()
    [_, on_sale] = emails_to(entry, "NEW_DATE")
    assert f"bootcamp={new.pk}" in on_sale.content
    assert state_of(entry) == "told"


def test_planned_for_another_time_the_list_hears_the_new_time() -> None:
    entry = join("Ada", interest="Launch")
    new = planned(hours=20, bootcamp_type="Launch")
    serve()
    Bootcamp.objects.filter(pk=new.pk).update(publish_at=from_now(hours=22))
    serve()
    assert len(emails_to(entry, "NEW_DATE")) == 2


@pytest.mark.parametrize("fields", [{"publish_at": None}, {"status": "archived"}])
def test_a_draft_that_nobody_planned_to_publish_is_told_to_nobody(fields: dict[str, Any]) -> None:
    entry = join("Ada", interest="Launch")
    draft = planned(hours=20, bootcamp_type="Launch")
    Bootcamp.objects.filter(pk=draft.pk).update(**fields)
    serve()
    assert emails_to(entry, "NEW_DATE") == []


def test_so_near_its_sale_one_email_is_enough() -> None:
    entry = join("Ada", interest="Launch")
    planned(hours=0.5, bootcamp_type="Launch")
    serve()
    assert emails_to(entry, "NEW_DATE") == []
