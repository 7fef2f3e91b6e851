"""A join link tested before the class: by a click, never by looking, and never as attendance."""

from datetime import timedelta
from typing import Any

import pytest

from frontrow.accounts.models import ZoneChoice
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.clock_changes import clock_change_note
from frontrow.core.dates import entry_words
from frontrow.sales.models import Enrollment, LinkTest, Purchase, PurchaseState
from tests.factories import enrollment_of, make_bootcamp, make_purchase, make_user
from tests.links import join_token
from tests.portal.student import a_student, an_admin_looking_as, browser, in_utc

pytestmark = pytest.mark.django_db

MEETING = "https://zoom.example.test/j/123"
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
PARIS = "Europe/Paris"


def a_class(*, starts_in: timedelta = DAY, **fields: Any) -> Bootcamp:
    starts_at = database_now() + starts_in
    return make_bootcamp(
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=3),
        zoom_join_url=MEETING,
        **fields,
    )


def token_of(purchase: Purchase) -> str:
    return join_token(enrollment_of(purchase).pk, 0)


def post(path: str, **body: Any) -> Any:
    return browser().post(f"/api/{path}", body, content_type="application/json")


def zones_noted(purchase: Purchase) -> list[str]:
    return list(
        LinkTest.objects.filter(enrollment__purchase=purchase).values_list("zone", flat=True)
    )


def came(purchase: Purchase) -> bool:
    seat = Enrollment.objects.get(purchase=purchase)
    return seat.joined_at is not None or seat.attended_at is not None


def test_looking_is_no_test_and_a_click_is_one() -> None:
    purchase = make_purchase(bootcamp=a_class(), user=None)
    token = token_of(purchase)
    browser().get(f"/join/{token}")
    browser().get("/api/join/test-link")
    for _ in range(3):
        assert post("join/look", token=token).json()["linkTest"]["testedAt"] is None
    assert zones_noted(purchase) == []
    answer = post("join/test-link", token=token, timezone=PARIS)
    assert answer.status_code == 200, answer.content
    assert answer.json()["testedAt"] is not None
    assert post("join/look", token=token).json()["linkTest"]["testedAt"] is not None
    assert zones_noted(purchase) == [PARIS]
    assert not came(purchase)


def test_again_in_another_browser_the_last_click_stays() -> None:
    purchase = make_purchase(bootcamp=a_class(), user=None)
    for zone in (PARIS, "Moon/Tycho", "Asia/Tokyo"):
        assert post("join/test-link", token=token_of(purchase), timezone=zone).status_code == 200
    assert zones_noted(purchase) == ["Asia/Tokyo"]


def test_both_clocks_are_named_and_the_days_they_change() -> None:
    # Longer than any summer: clocks change at least once before it.
    bootcamp = a_class(starts_in=250 * DAY)
    purchase = make_purchase(bootcamp=bootcamp, user=None, buyer_timezone="Asia/Tokyo")
    token = token_of(purchase)
    said = post("join/look", token=token, timezone=PARIS).json()["linkTest"]
    unsaid = post("join/look", token=token).json()["linkTest"]
    starts_at, zone = bootcamp.starts_at, bootcamp.timezone
    opens_at = starts_at - 30 * MINUTE
    assert said["getsIn"] == entry_words(opens_at, zone, PARIS)
    assert unsaid["getsIn"] == entry_words(opens_at, zone, "Asia/Tokyo")
    zones = [zone, PARIS]
    note = clock_change_note(after=database_now(), until=starts_at, zones=zones)
    assert (said["clockNote"], bool(note)) == (note, True)
    assert post("join/test-link", token=token, timezone=PARIS).json() == said | {
        "testedAt": in_utc(LinkTest.objects.get().tested_at)
    }


def test_in_the_portal_the_same_seat_is_tested() -> None:
    student = a_student()
    bootcamp = a_class()
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    path = f"user/bootcamps/{bootcamp.pk}/test-link"
    assert student.purchases()[0]["items"][0]["linkTestedAt"] is None
    assert student.post(path, {"timezone": PARIS}).status_code == 200
    assert student.purchases()[0]["items"][0]["linkTestedAt"] is not None
    assert zones_noted(purchase) == [PARIS]
    assert not came(purchase)
    other = a_student().post(path, {"timezone": PARIS})
    assert (other.status_code, other.json()["code"]) == (404, "not_found")


def test_whoever_wants_the_bootcamps_time_only_reads_no_other() -> None:
    user = make_user(timezone_choice=ZoneChoice.BOOTCAMP)
    purchase = make_purchase(bootcamp=a_class(), user=user, buyer_timezone="Asia/Tokyo")
    said = post("join/look", token=token_of(purchase)).json()["linkTest"]["getsIn"]
    assert "your time" not in said


@pytest.mark.parametrize(
    ("starts_in", "status", "code"),
    [
        (30 * MINUTE, 409, "already_open"),
        (-MINUTE, 409, "already_open"),
        (-timedelta(hours=4), 410, "session_ended"),
    ],
)
def test_once_the_door_is_open_there_is_nothing_to_test(
    starts_in: timedelta, status: int, code: str
) -> None:
    purchase = make_purchase(bootcamp=a_class(starts_in=starts_in), user=None)
    answer = post("join/test-link", token=token_of(purchase))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert zones_noted(purchase) == []
    assert not came(purchase)


def test_a_canceled_class_has_no_link_to_test() -> None:
    purchase = make_purchase(bootcamp=a_class(canceled_at=database_now()), user=None)
    answer = post("join/test-link", token=token_of(purchase))
    assert (answer.status_code, answer.json()["code"]) == (409, "class_canceled")
    assert zones_noted(purchase) == []


def test_a_refunded_seat_and_a_made_up_link_test_nothing() -> None:
    refunded = make_purchase(bootcamp=a_class(), user=None, state=PurchaseState.REFUNDED)
    assert post("join/test-link", token=token_of(refunded)).status_code == 403
    real = token_of(make_purchase(bootcamp=a_class(), user=None))
    assert post("join/test-link", token=f"{real[:-1]}x").status_code == 404
    assert not LinkTest.objects.exists()


def test_an_admin_who_looks_along_tests_nothing() -> None:
    student = a_student()
    bootcamp = a_class()
    make_purchase(bootcamp=bootcamp, user=student.user)
    looking = an_admin_looking_as(student.user)
    assert looking.post(f"user/bootcamps/{bootcamp.pk}/test-link").status_code == 403
    assert not LinkTest.objects.exists()
