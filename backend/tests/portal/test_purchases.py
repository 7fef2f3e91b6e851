"""My Bootcamps: what each kind of student is told of what they bought."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.core.clock import database_now
from frontrow.sales.links import JOIN
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import enrollment_of, make_bootcamp, make_bundle, make_purchase, make_user
from tests.portal.student import a_student, an_admin_looking_as, in_utc

pytestmark = pytest.mark.django_db

RECORDING = "https://video.example.test/recording"
MEETING = "https://zoom.example.test/j/canary"


def test_a_single_bootcamp_in_full() -> None:
    student = a_student()
    bootcamp = make_bootcamp(
        recording_url=RECORDING, zoom_join_url=MEETING, session_url=MEETING, step=2
    )
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    assert student.purchases() == [
        {
            "id": purchase.pk,
            "isBuyer": True,
            "status": "completed",
            "totalAmount": "995.00",
            "isBundle": False,
            "guestEmail": purchase.guest_email,
            "purchasedAt": in_utc(purchase.created_at),
            "bootcamp": {"id": bootcamp.pk, "name": "Beginner Bootcamp"},
            "bundle": None,
            "closedBecause": "",
            "finishPath": "",
            "givenBack": [],
            "items": [
                {
                    "id": bootcamp.pk,
                    "enrollmentId": enrollment_of(purchase, bootcamp).pk,
                    "name": "Beginner Bootcamp",
                    "tagline": "From idea to product",
                    "bootcampType": "Build",
                    "step": 2,
                    "course": "2 beginner bootcamp",
                    "startDate": in_utc(bootcamp.starts_at),
                    "endDate": in_utc(bootcamp.ends_at),
                    "timezone": "America/New_York",
                    "heldBy": "",
                    "seatNumber": 1,
                    "joinedAt": None,
                    "attendedAt": None,
                    "hasLiveLink": True,
                    "join": {
                        "state": "waiting",
                        "opensAt": in_utc(bootcamp.starts_at - timedelta(minutes=30)),
                        "closesAt": in_utc(bootcamp.ends_at),
                        "asOf": in_utc(database_now()),
                    },
                    "joinPageUrl": JOIN.url(enrollment_of(purchase, bootcamp)),
                    "recordingUrl": RECORDING,
                    "linkTestedAt": None,
                    "hasQuestions": False,
                    "canChange": True,
                    "offeredTo": "",
                    "classChange": None,
                    "feedback": None,
                }
            ],
        }
    ]


def test_a_bundle_lists_every_member_in_the_order_they_happen() -> None:
    student = a_student()
    at = database_now()
    late, soon = (
        make_bootcamp(name=name, starts_at=at + timedelta(days=days), recording_url=RECORDING)
        for name, days in (("Late", 9), ("Soon", 2))
    )
    bundle = make_bundle(bootcamps=[late, soon])
    make_purchase(bundle=bundle, user=student.user)
    [told] = student.purchases()
    assert (told["isBundle"], told["bootcamp"]) == (True, None)
    assert told["bundle"] == {"id": str(bundle.pk), "name": "Complete Bundle"}
    assert [(item["name"], item["seatNumber"], item["recordingUrl"]) for item in told["items"]] == [
        ("Soon", 1, RECORDING),
        ("Late", 1, RECORDING),
    ]


UNPAID: list[tuple[PurchaseState, str, str]] = [
    (PurchaseState.PENDING, "pending", "The payment for this purchase isn't complete yet."),
    (PurchaseState.CAPTURING, "pending", "The payment for this purchase isn't complete yet."),
    (PurchaseState.CANCELING, "pending", "The payment for this purchase isn't complete yet."),
    (PurchaseState.FAILED, "failed", "The payment for this purchase didn't go through."),
    (
        PurchaseState.REFUNDING,
        "completed",
        "This purchase is being refunded, so everything in it is closed to it.",
    ),
]


@pytest.mark.parametrize(("state", "status", "because"), UNPAID)
def test_whoever_has_not_paid_is_told_the_status_and_no_link(
    state: PurchaseState, status: str, because: str
) -> None:
    student = a_student()
    bootcamp = make_bootcamp(recording_url=RECORDING, zoom_join_url=MEETING)
    make_purchase(bootcamp=bootcamp, user=student.user, state=state)
    [told] = student.purchases()
    [item] = told["items"]
    assert (told["status"], told["closedBecause"]) == (status, because)
    assert (item["recordingUrl"], item["hasLiveLink"], item["seatNumber"]) == ("", False, None)


def test_a_refund_is_dated_on_the_bootcamps_own_calendar() -> None:
    student = a_student()
    purchase = make_purchase(
        bootcamp=make_bootcamp(timezone="Australia/Sydney", recording_url=RECORDING),
        user=student.user,
        state=PurchaseState.REFUNDED,
    )
    # The evening in New York is the next day in Sydney.
    purchase.refunds.update(settled_at=datetime(2026, 11, 14, 20, tzinfo=UTC))
    [told] = student.purchases()
    assert told["status"] == "refunded"
    assert told["closedBecause"] == (
        "This purchase was refunded on Nov 15, 2026, so everything in it is closed to it."
    )
    assert told["items"][0]["recordingUrl"] == ""


def test_newest_first_and_nobody_elses() -> None:
    student = a_student()
    first, second = (make_purchase(user=student.user) for _ in range(2))
    # One transaction has one time; the older gets an older one.
    Purchase.objects.filter(pk=first.pk).update(created_at=database_now() - timedelta(days=1))
    make_purchase(user=make_user())
    make_purchase(user=None)
    assert [told["id"] for told in student.purchases()] == [second.pk, first.pk]


def test_nothing_bought_is_an_empty_list() -> None:
    assert a_student().purchases() == []


def test_a_guests_purchase_is_listed_once_it_is_claimed() -> None:
    student = a_student()
    purchase = make_purchase(user=None)
    assert student.purchases() == []
    Purchase.objects.filter(pk=purchase.pk).update(user=student.user)
    assert [told["id"] for told in student.purchases()] == [purchase.pk]


def test_dates_are_those_of_today_and_names_those_of_the_receipt() -> None:
    student = a_student()
    bootcamp = make_bootcamp()
    make_purchase(bootcamp=bootcamp, user=student.user)
    bootcamp.name = "Renamed"
    bootcamp.starts_at += timedelta(days=1)
    bootcamp.ends_at += timedelta(days=1)
    bootcamp.save()
    [item] = student.purchases()[0]["items"]
    assert (item["name"], item["startDate"]) == ("Beginner Bootcamp", in_utc(bootcamp.starts_at))


def test_an_admin_looking_as_the_student_sees_the_same_but_for_the_join_link() -> None:
    student = a_student()
    make_purchase(user=student.user)
    [seen], [own] = an_admin_looking_as(student.user).purchases(), student.purchases()
    assert own["items"][0].pop("joinPageUrl")
    assert seen["items"][0].pop("joinPageUrl") == ""
    assert seen == own


@pytest.mark.parametrize("state", [each for each in PurchaseState if each != "completed"])
def test_what_is_not_paid_for_has_no_join_link(state: PurchaseState) -> None:
    student = a_student()
    make_purchase(user=student.user, state=state)
    assert [item["joinPageUrl"] for one in student.purchases() for item in one["items"]] == [""]


def test_many_purchases_cost_no_more_questions_than_one() -> None:
    def questions(student: Any) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            student.purchases()
        return len(asked)

    one, many = a_student(), a_student()
    make_purchase(user=one.user)
    bundle = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()])
    for _ in range(3):
        make_purchase(user=many.user)
        make_purchase(bundle=bundle, user=many.user)
    assert questions(many) == questions(one)
