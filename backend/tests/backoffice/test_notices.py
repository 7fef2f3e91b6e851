"""Notices to operators: at once or in a digest, never both, never twice, and only as chosen."""

from datetime import UTC, datetime
from typing import Any

import pytest

from frontrow.accounts.models import FirstAdminLatch, User
from frontrow.backoffice.messages.notices import last_digest_hour
from frontrow.messaging.models import Message, NoticeChoice
from frontrow.sales.models import Fact, Purchase
from tests.backoffice.notices import passes, tell, told
from tests.catalogue.desk import Desk
from tests.factories import (
    ContactMessageFactory,
    RefundFactory,
    from_now,
    make_admin,
    make_bootcamp,
    make_message,
    make_purchase,
    make_user,
    seats_of,
)
from tests.rolled_back import rolled_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk()


def choose(desk: Desk, kind: str, pace: str) -> Any:
    return desk.done("PUT", "notices", {"kind": kind, "pace": pace})


def sold(**fields: Any) -> Purchase:
    """Completed this moment, as `enter` leaves it."""
    at = from_now(seconds=1)
    purchase = make_purchase(completed_at=at, **fields)
    Fact.objects.create(what="purchase.completed", purchase=purchase, at=at)
    return purchase


def morning_comes() -> None:
    passes(hours=25)


def test_fifty_sales_are_fifty_emails_at_once_or_one_digest(desk: Desk) -> None:
    other = make_admin(email="olga@example.test")
    choose(desk, "sale", "at_once")
    NoticeChoice.objects.create(
        user=other,
        kind="sale",
        pace="digest",
        since=from_now(seconds=-5),
        told_until=from_now(seconds=-5),
    )
    passes(minutes=1)
    bootcamp = make_bootcamp(max_seats=60)
    for _ in range(50):
        sold(bootcamp=bootcamp)
    tell()
    assert told() == [(desk.admin.email, "Sale")] * 50
    morning_comes()
    tell()
    tell()
    digests = told()[50:]
    assert [address for address, _ in digests] == ["olga@example.test"]
    digest = Message.objects.get(recipient="olga@example.test")
    assert "Sale (50)" in digest.content
    assert "And 30 more." in digest.content


def test_run_again_or_killed_before_it_was_done_it_tells_each_once(desk: Desk) -> None:
    choose(desk, "sale", "at_once")
    sold()
    passes(minutes=1)
    with rolled_back():
        tell()
        assert len(told()) == 1
    assert told() == []
    tell()
    tell()
    # Looked at again from the beginning, the outbox still knows it.
    NoticeChoice.objects.update(told_until=from_now(hours=-1), since=from_now(hours=-1))
    tell()
    assert told() == [(desk.admin.email, "Sale")]
    sold()
    tell()
    assert len(told()) == 2


def test_a_digest_that_was_killed_is_written_whole_the_next_time(desk: Desk) -> None:
    choose(desk, "sale", "digest")
    choose(desk, "contact", "digest")
    sold()
    ContactMessageFactory.create(subject="Group price")
    tell()
    assert told() == []
    morning_comes()
    with rolled_back():
        tell()
        assert len(told()) == 1
    tell()
    tell()
    [digest] = Message.objects.filter(category="NOTICE")
    assert "Sale (1)" in digest.content
    assert "Group price" in digest.content


def test_changing_the_pace_neither_repeats_nor_loses_anything(desk: Desk) -> None:
    choose(desk, "contact", "at_once")
    ContactMessageFactory.create(subject="First")
    tell()
    assert len(told()) == 1
    ContactMessageFactory.create(subject="Second")
    passes(minutes=1)
    choose(desk, "contact", "digest")
    morning_comes()
    tell()
    _, digest = Message.objects.filter(category="NOTICE").order_by("pk")
    assert "Second" in digest.content
    assert "First" not in digest.content
    ContactMessageFactory.create(subject="Third")
    passes(minutes=1)
    choose(desk, "contact", "at_once")
    tell()
    assert len(told()) == 3
    choose(desk, "contact", "off")
    ContactMessageFactory.create(subject="Fourth")
    tell()
    passes(minutes=1)
    choose(desk, "contact", "at_once")
    tell()
    assert len(told()) == 3


def test_what_was_before_it_was_chosen_is_not_told(desk: Desk) -> None:
    sold()
    passes(minutes=1)
    choose(desk, "sale", "at_once")
    tell()
    assert told() == []
    sold()
    tell()
    assert len(told()) == 1


def test_each_kind_tells_of_its_own(desk: Desk) -> None:
    for kind in ("refund", "bounce", "contact", "last_seats"):
        choose(desk, kind, "at_once")
    bought = sold(bootcamp=make_bootcamp(max_seats=4, name="Nearly full"))
    student = make_user()
    RefundFactory.create(purchase=bought, requested_by=student, status="declined")
    RefundFactory.create(purchase=bought, requested_by=desk.admin, status="declined")
    make_message(status="FAILED", fate="BOUNCED", fate_at=from_now(seconds=1), subject="Welcome")
    ContactMessageFactory.create(subject="Invoice")
    tell()
    tell()
    lines = list(
        Message.objects.filter(category="NOTICE").order_by("pk").values_list("content", flat=True)
    )
    assert sorted(subject for _, subject in told()) == [
        "Bounced email",
        "Contact message",
        "Last seats",
        "Refund requested",
    ]
    text = "\n".join(lines)
    for words in ("asked for", "“Welcome” to", "wrote: Invoice", "has 3 seats left"):
        assert words in text
    assert seats_of(bought).count() == 1


def test_gifts_the_demo_and_a_refund_undone_are_no_sales(desk: Desk) -> None:
    choose(desk, "sale", "at_once")
    sold(is_complimentary=True)
    sold(user=make_user(is_demo=True))
    old = make_purchase(completed_at=from_now(days=-3))
    Fact.objects.create(what="purchase.completed", purchase=old)
    tell()
    assert told() == []


def test_somebody_who_no_longer_runs_the_desk_is_told_nothing(desk: Desk) -> None:
    choose(desk, "sale", "at_once")
    sold()
    User.objects.filter(pk=desk.admin.pk).update(role="STUDENT")
    tell()
    assert told() == []


def test_a_role_hears_of_its_own_matters_only(desk: Desk) -> None:
    for kind in ("sale", "last_seats"):
        choose(desk, kind, "at_once")
    User.objects.filter(pk=desk.admin.pk).update(role="SUPPORT")
    shown = [one["kind"] for one in desk.get("notices")["choices"]]
    assert shown == ["bounce", "contact", "last_seats", "class_not_ready", "feedback"]
    assert desk.call("PUT", "notices", {"kind": "sale", "pace": "digest"})[0] == 403
    sold(bootcamp=make_bootcamp(max_seats=2))
    tell()
    [(_, subject)] = told()
    assert subject == "Last seats"


def test_the_page_shows_and_keeps_what_was_chosen(desk: Desk) -> None:
    shown = desk.get("notices")
    assert {one["kind"]: one["pace"] for one in shown["choices"]} == {
        "sale": "off",
        "refund": "off",
        "dispute": "at_once",
        "bounce": "off",
        "contact": "off",
        "last_seats": "off",
        "class_not_ready": "off",
        "feedback": "off",
    }
    assert (shown["email"], shown["digestHour"]) == (desk.admin.email, 7)
    choose(desk, "sale", "digest")
    choose(desk, "sale", "digest")
    assert desk.get("notices")["choices"][0]["pace"] == "digest"
    assert desk.audited() == [
        (
            "chose notices",
            "user",
            str(desk.admin.pk),
            {"notice": "Sale", "pace": "Digest"},
        )
    ]
    assert desk.call("PUT", "notices", {"kind": "weather", "pace": "digest"})[0] == 422


@pytest.mark.parametrize(
    ("zone", "now", "morning"),
    [
        ("America/New_York", "2026-11-16T12:00+00:00", "2026-11-16T12:00+00:00"),
        ("America/New_York", "2026-11-16T11:59+00:00", "2026-11-15T12:00+00:00"),
        # Clocks went back on November 1: seven there is an hour later by ours.
        ("America/New_York", "2026-10-31T20:00+00:00", "2026-10-31T11:00+00:00"),
        ("Asia/Mumbai", "2026-11-16T01:30+00:00", "2026-11-16T01:30+00:00"),
    ],
)
def test_the_morning_is_the_operators_own(zone: str, now: str, morning: str) -> None:
    admin = make_admin(timezone=zone)
    found = last_digest_hour(admin, now=datetime.fromisoformat(now))
    assert found.astimezone(UTC) == datetime.fromisoformat(morning)


def test_the_first_owner_hears_of_sales_and_questions_and_later_operators_as_they_choose(
    desk: Desk,
) -> None:
    FirstAdminLatch.objects.create(user_id=desk.admin.pk)
    make_admin(email="later@example.test")
    tell()
    paces = {one["kind"]: one["pace"] for one in desk.get("notices")["choices"]}
    assert {kind for kind, pace in paces.items() if pace == "at_once"} == {
        "sale",
        "contact",
        "dispute",
    }
    sold()
    tell()
    assert told() == [(desk.admin.email, "Sale")]
    # Switched off by themselves, it stays off.
    choose(desk, "sale", "off")
    sold()
    tell()
    assert len(told()) == 1


def test_an_owner_of_long_ago_is_told_nothing_they_did_not_choose(desk: Desk) -> None:
    FirstAdminLatch.objects.create(user_id=desk.admin.pk)
    FirstAdminLatch.objects.update(closed_at=from_now(days=-2))
    tell()
    assert not NoticeChoice.objects.exists()
