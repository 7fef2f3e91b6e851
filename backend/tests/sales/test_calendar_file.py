"""The calendar file of a purchase, to the byte."""

from datetime import UTC, datetime
from typing import Any

import pytest
from icalendar import Calendar
from pytest_django import Settings

from frontrow.sales.attending.calendar_file import calendar_file, join_links_of
from frontrow.sales.enrollment.enrollments import continue_enrollment
from frontrow.sales.models import EndedBecause, Enrollment, Purchase
from tests.factories import make_bootcamp, make_bundle, make_purchase

pytestmark = pytest.mark.django_db

WRITTEN = datetime(2026, 9, 1, 8, 30, tzinfo=UTC)
STARTS = datetime(2026, 10, 9, 22, tzinfo=UTC)
ENDS = datetime(2026, 10, 10, 1, tzinfo=UTC)
LATER = datetime(2026, 11, 20, 22, tzinfo=UTC)
JOIN = "https://zoom.example.test/j/canary"


def enrollments_of(purchase: Purchase) -> list[Enrollment]:
    return list(purchase.enrollments.select_related("bootcamp").order_by("id"))


def bought(**fields: object) -> Enrollment:
    bootcamp = make_bootcamp(starts_at=STARTS, ends_at=ENDS, **fields)
    [item] = enrollments_of(make_purchase(bootcamp=bootcamp))
    return item


def test_the_whole_file(settings: Settings) -> None:
    settings.SITE_URL = "https://bootcamps.example.test"
    item = bought(schedule_version=2, zoom_join_url=JOIN, session_url=JOIN)
    link = "https://bootcamps.example.test/join/1"
    assert calendar_file(enrollments=[item], written_at=WRITTEN, links=[link]).split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Build Lab//Bootcamps//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        "SUMMARY:Beginner Bootcamp",
        "DTSTART:20261009T220000Z",
        "DTEND:20261010T010000Z",
        "DTSTAMP:20260901T083000Z",
        f"UID:enrollment-{item.pk}@bootcamps.example.test",
        "SEQUENCE:2",
        "DESCRIPTION:Your live session online. Join here\\, without signing in:\\nhtt",
        " ps://bootcamps.example.test/join/1\\n\\nThe link opens 30 minutes before the",
        "  start. It's personal: please don't share it.",
        "LOCATION:https://bootcamps.example.test/join/1",
        "STATUS:CONFIRMED",
        "URL:https://bootcamps.example.test/join/1",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Beginner Bootcamp starts in 15 minutes.",
        "TRIGGER:-PT15M",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_commas_line_breaks_and_long_names_survive_and_forge_nothing() -> None:
    name = "Build, launch; \\ sell\r\nEND:VEVENT\nATTENDEE:x " + "überlang " * 20
    item = bought(name=name.strip())
    written = calendar_file(enrollments=[item], written_at=WRITTEN)
    lines = written.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "\n" not in written.replace("\r\n", "")
    assert lines.count("END:VEVENT") == 1
    assert not any(line.startswith("ATTENDEE") for line in lines)
    [event] = Calendar.from_ical(written).walk("VEVENT")
    assert str(event["SUMMARY"]) == name.strip().replace("\r\n", "\n")


def test_a_bundle_is_one_file_with_an_entry_for_each_bootcamp() -> None:
    bootcamps = [make_bootcamp(name=f"Step {step}", step=step) for step in (1, 2, 3)]
    items = enrollments_of(make_purchase(bundle=make_bundle(bootcamps=bootcamps)))
    events = Calendar.from_ical(calendar_file(enrollments=items, written_at=WRITTEN)).walk("VEVENT")
    assert [str(event["SUMMARY"]) for event in events] == ["Step 1", "Step 2", "Step 3"]
    assert len({str(event["UID"]) for event in events}) == 3


def test_a_moved_bootcamp_keeps_its_uid_and_gets_a_higher_sequence() -> None:
    item = bought()
    before = calendar_file(enrollments=[item], written_at=WRITTEN)
    item.bootcamp.starts_at = STARTS.replace(hour=20)
    item.bootcamp.schedule_version += 1
    after = calendar_file(enrollments=[item], written_at=WRITTEN)
    [old], [new] = (Calendar.from_ical(text).walk("VEVENT") for text in (before, after))
    assert old["UID"] == new["UID"]
    assert (old["SEQUENCE"], new["SEQUENCE"]) == (0, 1)
    assert "DTSTART:20261009T200000Z" in after


def test_a_seat_that_moves_takes_its_entry_along_and_back_again() -> None:
    """Three classes, one entry; each file is newer than whatever was sent before it."""
    first = bought(schedule_version=5)
    taken_back = calendar_file(enrollments=[first], written_at=WRITTEN, canceled=True)
    canceled: Any = Calendar.from_ical(taken_back).walk("VEVENT")[0]
    second = continue_enrollment(
        enrollment=first, bootcamp=make_bootcamp(starts_at=LATER), because=EndedBecause.MOVED
    )
    third = continue_enrollment(
        enrollment=second, bootcamp=first.bootcamp, because=EndedBecause.MOVED
    )
    files = [calendar_file(enrollments=[one], written_at=WRITTEN) for one in (first, second, third)]
    entries: list[Any] = [Calendar.from_ical(text).walk("VEVENT")[0] for text in files]
    assert {str(entry["UID"]) for entry in entries} == {str(canceled["UID"])}
    assert [entry["SEQUENCE"] for entry in entries] == [5, 7, 14]
    assert entries[1]["SEQUENCE"] > canceled["SEQUENCE"]
    assert entries[1]["DTSTART"].dt == LATER
    assert (third.first_id, third.replaces_id) == (first.pk, second.pk)
    assert third.paid == 0, "the first was paid for"
    assert [one.ended_because for one in Enrollment.objects.order_by("pk")] == [
        "moved",
        "moved",
        "",
    ]


def test_entries_from_before_there_were_chains_keep_their_names() -> None:
    item = bought()
    assert (item.first_id, item.calendar_changes) == (None, 0)
    [event] = Calendar.from_ical(calendar_file(enrollments=[item], written_at=WRITTEN)).walk(
        "VEVENT"
    )
    assert str(event["UID"]).startswith(f"enrollment-{item.pk}@")
    assert event["SEQUENCE"] == item.bootcamp.schedule_version


def test_the_zone_of_a_bootcamp_does_not_move_the_instant() -> None:
    item = bought(timezone="Asia/Mumbai")
    assert "DTSTART:20261009T220000Z" in calendar_file(enrollments=[item], written_at=WRITTEN)


def test_without_a_link_it_leads_to_the_portal_and_never_to_the_meeting() -> None:
    item = bought(zoom_join_url=JOIN, session_url=JOIN)
    written = calendar_file(enrollments=[item], written_at=WRITTEN)
    [event] = Calendar.from_ical(written).walk("VEVENT")
    assert str(event["URL"]).endswith("/portal")
    assert str(event["LOCATION"]) == "Online"
    assert "/join/" not in written
    assert "canary" not in written


def test_a_canceled_entry_has_nothing_to_join_and_rings_no_bell() -> None:
    item = bought(schedule_version=4)
    links = join_links_of([item])
    kept, off = (
        calendar_file(enrollments=[item], written_at=WRITTEN, links=links, canceled=canceled)
        for canceled in (False, True)
    )
    [before], [after] = (Calendar.from_ical(text).walk("VEVENT") for text in (kept, off))
    assert before["UID"] == after["UID"]
    assert int(str(after["SEQUENCE"])) == int(str(before["SEQUENCE"])) + 1
    assert (len(before.walk("VALARM")), len(after.walk("VALARM"))) == (1, 0)
    assert str(before["URL"]) == links[0]
    assert "/join/" not in off
