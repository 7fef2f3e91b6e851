"""An admin makes, changes, copies, archives and deletes bootcamps."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from frontrow.accounts.models import AuditEntry
from frontrow.catalogue.bootcamps import archive_expired_by_the_clock
from frontrow.catalogue.models import Bootcamp, BootcampStatus, BundleBootcamp, Resource, Seat
from frontrow.core.zones import ALLOWED_ZONES
from frontrow.sales.models import PurchaseState
from tests.catalogue.desk import NEW_BOOTCAMP, Desk
from tests.factories import (
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_resource,
    seats_of,
)

pytestmark = pytest.mark.django_db

as_json = DjangoJSONEncoder().default
LINKS = {
    "session_url": "https://meet.example.test/s",
    "recording_url": "https://video.example.test/r",
    "resources_url": "https://files.example.test/all",
    "zoom_meeting_id": "81234567890",
    "zoom_join_url": "https://zoom.example.test/j",
    "zoom_registration_url": "https://zoom.example.test/register",
    "zoom_start_url": "https://zoom.example.test/host",
}


def stored(bootcamp: Bootcamp) -> Bootcamp:
    return Bootcamp.objects.get(pk=bootcamp.pk)


def over(**fields: Any) -> Bootcamp:
    return make_bootcamp(starts_at=from_now(days=-2), ends_at=from_now(days=-2, hours=2), **fields)


def test_a_new_bootcamp_comes_back_whole_with_all_its_seats_free(desk: Desk) -> None:
    answer = desk.done("POST", "bootcamps", NEW_BOOTCAMP)
    bootcamp = Bootcamp.objects.get()
    assert answer == {
        "id": bootcamp.pk,
        "name": "Launch Weekend",
        "tagline": "",
        "description": "From a demo to a product.",
        "bootcampType": "Launch",
        "step": 2,
        "price": "1495.50",
        "priceNow": "1495.50",
        "canceledAt": None,
        "maxSeats": 12,
        "availableSeats": 12,
        "enrolled": 0,
        "startDate": "2031-10-09T22:00:00Z",
        "endDate": "2031-10-10T01:00:00Z",
        "timezone": "America/Denver",
        "status": "active",
        "isActive": True,
        "publishedAt": as_json(bootcamp.published_at),
        "publishAt": None,
        "salesOpenAt": None,
        "salesCloseAt": None,
        "minSeats": None,
        "certificatePercent": None,
        "decideBy": None,
        "classChange": None,
        "classChangeKind": None,
        "includesCoaching": True,
        "scheduleVersion": 0,
        "sessionUrl": "",
        "recordingUrl": "",
        "resourcesUrl": "",
        "zoomMeetingId": "",
        "zoomJoinUrl": "",
        "zoomRegistrationUrl": "",
        "zoomStartUrl": "",
        "meetingState": "none",
        "meetingEndedAt": None,
        "createdAt": as_json(bootcamp.created_at),
        "updatedAt": as_json(bootcamp.updated_at),
    }
    assert bootcamp.seats.count() == 12
    assert desk.audited() == [("created bootcamp", "bootcamp", str(bootcamp.pk), {})]


def test_what_is_left_out_gets_the_stored_defaults(desk: Desk) -> None:
    needed = ("name", "description", "price", "startDate", "endDate")
    answer = desk.done("POST", "bootcamps", {name: NEW_BOOTCAMP[name] for name in needed})
    told = ("bootcampType", "step", "maxSeats", "availableSeats", "timezone", "includesCoaching")
    assert [answer[name] for name in told] == ["Build", 1, 20, 20, "America/New_York", False]


@pytest.mark.parametrize(
    ("sent", "coached"),
    [
        ({"bootcampType": "Build"}, False),
        ({"bootcampType": "Launch"}, True),
        ({"bootcampType": "Market"}, True),
        ({"bootcampType": "Market", "includesCoaching": False}, False),
        ({"bootcampType": "Build", "includesCoaching": True}, True),
    ],
)
def test_coaching_follows_the_type_unless_said_otherwise(
    desk: Desk, sent: dict[str, Any], coached: bool
) -> None:
    assert desk.done("POST", "bootcamps", NEW_BOOTCAMP | sent)["includesCoaching"] is coached


@pytest.mark.parametrize("zone", ALLOWED_ZONES)
def test_every_zone_on_the_list_is_accepted_mumbai_too(desk: Desk, zone: str) -> None:
    assert desk.done("POST", "bootcamps", NEW_BOOTCAMP | {"timezone": zone})["timezone"] == zone


@pytest.mark.parametrize(
    ("sent", "kept"), [("0", "0.00"), ("7.5", "7.50"), (995, "995.00"), (1495.5, "1495.50")]
)
def test_a_price_has_up_to_two_decimals(desk: Desk, sent: object, kept: str) -> None:
    assert desk.done("POST", "bootcamps", NEW_BOOTCAMP | {"price": sent})["price"] == kept
    assert Bootcamp.objects.get().price == Decimal(kept)


PRICE = "Price must be a valid number"
WHEN = "Please provide a valid date and time"
WRONG = [
    ("name", "", "String must contain at least 1 character(s)"),
    ("name", "   ", "String must contain at least 1 character(s)"),
    ("name", "x" * 256, "String must contain at most 255 character(s)"),
    ("name", "Two\nlines", "Must be a single line of text"),
    ("description", "", "String must contain at least 1 character(s)"),
    ("price", "", PRICE),
    ("price", "abc", PRICE),
    ("price", "-1", PRICE),
    ("price", "1.234", PRICE),
    ("price", "1.", PRICE),
    ("price", ".5", PRICE),
    ("price", "1e3", PRICE),
    ("price", "$5", PRICE),
    ("price", "١٢", PRICE),
    ("price", "123456789", PRICE),
    ("price", True, PRICE),
    ("price", None, PRICE),
    ("timezone", "Mars/Olympus", "Please provide a valid timezone"),
    ("timezone", "Asia/Kolkata", "Please provide a valid timezone"),
    ("timezone", "", "Please provide a valid timezone"),
    ("timezone", ["UTC"], "Please provide a valid timezone"),
    ("maxSeats", 2.5, "Max seats must be a whole number"),
    ("maxSeats", "20", "Max seats must be a whole number"),
    ("maxSeats", True, "Max seats must be a whole number"),
    ("maxSeats", 0, "Max seats must be between 1 and 1000"),
    ("maxSeats", 1001, "Max seats must be between 1 and 1000"),
    ("bootcampType", "Sell", "Invalid input"),
    ("step", 4, "Invalid input"),
    ("step", 0, "Invalid input"),
    ("startDate", "", WHEN),
    ("startDate", "tomorrow", WHEN),
    ("startDate", "2031-10-09T22:00:00", WHEN),
    ("startDate", 1_900_000_000, WHEN),
    ("endDate", "9999-12-31T23:59:59-14:00", WHEN),
    ("endDate", "2031-10-09T22:00:00Z", "End date must be after start date"),
    ("endDate", "2031-10-08T22:00:00Z", "End date must be after start date"),
    ("sessionUrl", "javascript:alert(1)", "Use an address that starts with https://"),
    ("recordingUrl", "http://video.example.test/r", "Use an address that starts with https://"),
    ("sessionUrl", "https://meet", "Invalid url"),
    ("tagline", "x" * 256, "String must contain at most 255 character(s)"),
    ("status", "archived", "This field isn't accepted."),
    ("availableSeats", 100, "This field isn't accepted."),
]


@pytest.mark.parametrize(("field", "value", "told"), WRONG)
def test_what_is_wrong_is_refused_in_words_when_made_and_when_changed(
    desk: Desk, field: str, value: object, told: str
) -> None:
    status, answer = desk.call("POST", "bootcamps", NEW_BOOTCAMP | {field: value})
    assert (status, answer["fields"]) == (422, {field: told})
    assert not Bootcamp.objects.exists()

    bootcamp = make_bootcamp(
        starts_at=datetime(2031, 10, 9, 22, tzinfo=UTC),
        ends_at=datetime(2031, 10, 10, 1, tzinfo=UTC),
    )
    status, answer = desk.call("PATCH", f"bootcamps/{bootcamp.pk}", {field: value})
    assert (status, answer["fields"]) == (422, {field: told})
    assert stored(bootcamp).updated_at == bootcamp.updated_at
    assert desk.audited() == []


@pytest.mark.parametrize("field", ["name", "description", "price", "startDate", "endDate"])
def test_what_is_needed_is_missed(desk: Desk, field: str) -> None:
    body = {name: value for name, value in NEW_BOOTCAMP.items() if name != field}
    status, answer = desk.call("POST", "bootcamps", body)
    assert (status, answer["fields"]) == (422, {field: "Required"})
    assert not Bootcamp.objects.exists()


def test_only_what_was_sent_changes_and_the_log_says_what_it_was(desk: Desk) -> None:
    bootcamp = make_bootcamp(price=Decimal("995.00"))
    sent = {
        "price": "895.00",
        "name": "Beginner Bootcamp",
        "tagline": "Start here",
        "step": 3,
        "includesCoaching": True,
        "sessionUrl": "https://meet.example.test/s",
        "recordingUrl": "https://video.example.test/r",
    }
    answer = desk.done("PATCH", f"bootcamps/{bootcamp.pk}", sent)
    assert {name: answer[name] for name in sent} == sent
    assert (answer["description"], answer["maxSeats"]) == (bootcamp.description, 20)
    [(action, kind, subject, details)] = desk.audited()
    assert (action, kind, subject) == ("changed bootcamp", "bootcamp", str(bootcamp.pk))
    assert details == {
        "changed": [
            "includes_coaching",
            "price",
            "recording_url",
            "session_url",
            "step",
            "tagline",
        ],
        "was": {"price": "995.00", "step": 1, "includes_coaching": False},
        "now": {"price": "895.00", "step": 3, "includes_coaching": True},
    }


def test_sending_what_is_already_so_changes_nothing(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"name": bootcamp.name, "price": "995"})
    assert stored(bootcamp).updated_at == bootcamp.updated_at
    assert desk.audited() == []


@pytest.mark.parametrize(
    "start",
    [
        "2031-10-09T22:00:00+00:00",
        # Clocks in New York go back an hour in the first night, and ahead in the second.
        "2031-11-01T23:00:00+00:00",
        "2032-03-13T23:00:00+00:00",
    ],
)
def test_a_class_lasts_twelve_hours_at_most_whatever_the_clocks_do(desk: Desk, start: str) -> None:
    begins = datetime.fromisoformat(start)
    allowed = begins + timedelta(hours=12)
    too_long = (allowed + timedelta(minutes=1)).isoformat()
    words = "A class can last up to 12 hours"
    refused = (422, {"code": "invalid", "message": words, "fields": {"endDate": words}})
    times = {"startDate": start, "endDate": too_long}
    assert desk.call("POST", "bootcamps", NEW_BOOTCAMP | times) == refused
    made = desk.done("POST", "bootcamps", NEW_BOOTCAMP | times | {"endDate": allowed.isoformat()})
    assert desk.call("PATCH", f"bootcamps/{made['id']}", {"endDate": too_long}) == refused
    assert Bootcamp.objects.get().ends_at == allowed


def test_one_end_alone_is_compared_with_the_other_that_is_stored(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    late = (bootcamp.ends_at + timedelta(minutes=1)).isoformat()
    status, answer = desk.call("PATCH", f"bootcamps/{bootcamp.pk}", {"startDate": late})
    assert (status, answer) == (
        422,
        {
            "code": "invalid",
            "message": "End date must be after start date",
            "fields": {"endDate": "End date must be after start date"},
        },
    )
    assert stored(bootcamp).starts_at == bootcamp.starts_at


def test_seats_follow_the_capacity_but_never_below_what_is_sold(desk: Desk) -> None:
    bootcamp = make_bootcamp(max_seats=3)
    make_purchase(bootcamp=bootcamp)
    make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING, held_for=timedelta(minutes=5))
    answer = desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"maxSeats": 5})
    assert (answer["maxSeats"], answer["availableSeats"], answer["enrolled"]) == (5, 3, 1)

    status, refusal = desk.call(
        "PATCH", f"bootcamps/{bootcamp.pk}", {"maxSeats": 1, "name": "Smaller"}
    )
    assert (status, refusal) == (
        409,
        {"code": "seats_taken", "message": "More seats than that are already taken.", "fields": {}},
    )
    kept = stored(bootcamp)
    assert (kept.name, kept.max_seats, kept.seats.count()) == ("Beginner Bootcamp", 5, 5)
    assert len(desk.audited()) == 1


def test_links_are_pasted_by_hand_only_where_zoom_made_no_meeting(desk: Desk) -> None:
    by_hand, by_zoom = make_bootcamp(), make_bootcamp(**LINKS)
    links = {
        "zoomJoinUrl": "https://zoom.example.test/j/1",
        "zoomRegistrationUrl": "https://zoom.example.test/r/1",
        "zoomStartUrl": "https://zoom.example.test/s/1",
    }
    answer = desk.done("PATCH", f"bootcamps/{by_hand.pk}", links)
    assert {name: answer[name] for name in links} == links
    status, refusal = desk.call("PATCH", f"bootcamps/{by_zoom.pk}", links)
    assert (status, refusal["message"]) == (
        409,
        "Zoom created this meeting, so you can't change its links by hand.",
    )
    assert stored(by_zoom).zoom_join_url == LINKS["zoom_join_url"]


def test_a_copy_has_the_resources_but_not_the_meeting_the_sales_or_the_recording(
    desk: Desk,
) -> None:
    original = make_bootcamp(max_seats=4, includes_coaching=True, tagline="Start here", **LINKS)
    make_purchase(bootcamp=original)
    make_bundle(bootcamps=[original])
    for title, place in (("Second", 2), ("First", 1)):
        make_resource(bootcamp=original, title=title, sort_order=place, storage_key=f"k/{title}")
    answer = desk.done("POST", f"bootcamps/{original.pk}/clone")
    assert answer["name"] == "Copy of Beginner Bootcamp"
    same = ("description", "tagline", "bootcampType", "step", "price", "startDate", "endDate")
    shown = desk.get(f"bootcamps/{original.pk}")
    for name in (*same, "timezone", "maxSeats", "includesCoaching", "resourcesUrl"):
        assert answer[name] == shown[name], name
    empty = ("sessionUrl", "recordingUrl", "zoomMeetingId", "zoomJoinUrl")
    for name in (*empty, "zoomRegistrationUrl", "zoomStartUrl"):
        assert answer[name] == "", name
    assert (answer["enrolled"], answer["availableSeats"], answer["status"]) == (0, 4, "active")
    assert not BundleBootcamp.objects.filter(bootcamp_id=answer["id"]).exists()
    copied = Resource.objects.filter(bootcamp_id=answer["id"]).order_by("sort_order")
    assert [(row.title, row.storage_key) for row in copied] == [
        ("First", "k/First"),
        ("Second", "k/Second"),
    ]
    assert desk.audited() == [
        ("cloned bootcamp", "bootcamp", str(answer["id"]), {"original_id": original.pk})
    ]


def test_a_copy_of_a_long_name_is_cut_to_what_fits(desk: Desk) -> None:
    answer = desk.done("POST", f"bootcamps/{make_bootcamp(name='n' * 255).pk}/clone")
    assert answer["name"] == "Copy of " + "n" * 247


def test_a_copy_of_one_that_is_over_is_not_archived_before_it_gets_its_own_dates(
    desk: Desk,
) -> None:
    copy = desk.done("POST", f"bootcamps/{over(status=BootcampStatus.ARCHIVED).pk}/clone")
    assert desk.done("POST", "bootcamps/archive-expired") == {"archived": 0}
    assert desk.get(f"bootcamps/{copy['id']}")["status"] == "active"


def test_archived_and_brought_back_each_written_down_once(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    for _ in range(2):
        answer = desk.done("PATCH", f"bootcamps/{bootcamp.pk}/archive")
        assert (answer["status"], answer["isActive"]) == ("archived", False)
    for _ in range(2):
        answer = desk.done("PATCH", f"bootcamps/{bootcamp.pk}/unarchive")
        assert (answer["status"], answer["isActive"]) == ("active", True)
    assert stored(bootcamp).kept_active_at is None
    assert desk.audited() == [
        ("archived bootcamp", "bootcamp", str(bootcamp.pk), {}),
        ("unarchived bootcamp", "bootcamp", str(bootcamp.pk), {}),
    ]


def test_archiving_a_sold_one_ends_the_sale_and_takes_nobodys_seat(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    purchase = make_purchase(bootcamp=bootcamp)
    answer = desk.done("PATCH", f"bootcamps/{bootcamp.pk}/archive")
    assert (answer["status"], answer["enrolled"]) == ("archived", 1)
    assert seats_of(purchase).filter(held_until=None).count() == 1


def test_what_is_over_is_archived_and_the_rest_stays(desk: Desk) -> None:
    first, second = over(), over()
    running = make_bootcamp(starts_at=from_now(hours=-1), ends_at=from_now(hours=1))
    assert desk.done("POST", "bootcamps/archive-expired") == {"archived": 2}
    assert desk.done("POST", "bootcamps/archive-expired") == {"archived": 0}
    statuses = [stored(each).status for each in (first, second, running)]
    assert statuses == ["archived", "archived", "active"]
    assert desk.audited() == [
        ("archived expired bootcamps", "", "", {"bootcamp_ids": [first.pk, second.pk]})
    ]


def test_the_clock_archives_without_anybody_looking() -> None:
    ended, ahead = over(), make_bootcamp()
    archive_expired_by_the_clock.func(timestamp=0)
    assert (stored(ended).status, stored(ahead).status) == ("archived", "active")
    assert not AuditEntry.objects.exists()


def test_one_brought_back_after_its_end_stays_until_its_dates_change(desk: Desk) -> None:
    bootcamp = over(status=BootcampStatus.ARCHIVED)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}/unarchive")
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"name": "Renamed"})
    assert desk.done("POST", "bootcamps/archive-expired") == {"archived": 0}
    earlier = {"startDate": from_now(days=-2, hours=-1).isoformat()}
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", earlier)
    assert desk.done("POST", "bootcamps/archive-expired") == {"archived": 1}
    assert stored(bootcamp).status == "archived"


def test_one_nobody_bought_is_deleted_with_all_that_hangs_on_it(desk: Desk) -> None:
    bootcamp, other = make_bootcamp(name="Draft"), make_bootcamp()
    bundle = make_bundle(bootcamps=[bootcamp, other])
    make_resource(bootcamp=bootcamp)
    assert desk.done("DELETE", f"bootcamps/{bootcamp.pk}") == {"message": "Bootcamp deleted."}
    assert list(Bootcamp.objects.all()) == [other]
    assert (Resource.objects.count(), Seat.objects.count()) == (0, 20)
    assert list(bundle.bootcamps.all()) == [other]
    assert desk.audited() == [
        (
            "deleted bootcamp",
            "bootcamp",
            str(bootcamp.pk),
            {"name": "Draft", "bundle_ids": [str(bundle.pk)]},
        )
    ]


@pytest.mark.parametrize("in_a_bundle", [False, True])
@pytest.mark.parametrize("state", [PurchaseState.COMPLETED, PurchaseState.REFUNDED])
def test_one_that_was_bought_is_not_deleted_and_archiving_is_offered(
    desk: Desk, state: PurchaseState, in_a_bundle: bool
) -> None:
    bootcamp = make_bootcamp()
    if in_a_bundle:
        make_purchase(bundle=make_bundle(bootcamps=[bootcamp]), state=state)
    else:
        make_purchase(bootcamp=bootcamp, state=state)
    status, answer = desk.call("DELETE", f"bootcamps/{bootcamp.pk}")
    assert (status, answer) == (
        409,
        {
            "code": "conflict",
            "message": "This bootcamp has purchases, so it can't be deleted. Archive it instead.",
            "fields": {},
        },
    )
    assert stored(bootcamp).seats.count() == 20
    assert desk.audited() == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        ("POST", "/clone"),
        ("PATCH", "/archive"),
        ("PATCH", "/unarchive"),
        ("GET", "/attendees"),
        ("GET", "/resources"),
        ("GET", "/change-preview"),
    ],
)
@pytest.mark.parametrize("number", [1, 2**63 - 1, 10**30])
def test_one_that_is_not_there_is_not_found(
    desk: Desk, method: str, path: str, number: int
) -> None:
    status, answer = desk.call(
        method, f"bootcamps/{number}{path}", {} if method == "PATCH" else None
    )
    assert (status, answer["message"]) == (404, "Bootcamp not found")


@pytest.mark.django_db(transaction=True)
def test_visitors_see_a_change_at_once(desk: Desk, client: Client) -> None:
    bootcamp = make_bootcamp(name="Before")
    make_bundle(bootcamps=[bootcamp])

    def shown() -> list[tuple[str, str]]:
        bundles = client.get("/api/bundles").json()
        return [
            (bootcamp["name"], bundles[0]["bootcamps"][0]["name"])
            for bootcamp in client.get("/api/bootcamps").json()
        ]

    assert shown() == [("Before", "Before")]
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"name": "After"})
    assert shown() == [("After", "After")]
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}/archive")
    assert shown() == []
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}/unarchive")
    assert shown() == [("After", "After")]
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=from_now(days=-2), ends_at=from_now(days=-1)
    )
    desk.done("POST", "bootcamps/archive-expired")
    assert shown() == []
