"""An admin makes bundles, changes them, switches them on and off, and deletes unsold ones."""

import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue.models import Bootcamp, BootcampStatus, Bundle, BundleBootcamp
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase

pytestmark = pytest.mark.django_db


def wanted(*bootcamps: Bootcamp, **fields: Any) -> dict[str, Any]:
    return {
        "name": "Complete Bundle",
        "description": "All three steps at one price.",
        "tagline": None,
        "price": "2995.5",
        "bootcampIds": [bootcamp.pk for bootcamp in bootcamps],
        "isActive": True,
        **fields,
    }


def cohort(bootcamp: Bootcamp) -> dict[str, Any]:
    return {
        "id": bootcamp.pk,
        "startDate": bootcamp.starts_at.isoformat().replace("+00:00", "Z"),
        "timezone": bootcamp.timezone,
    }


def member(bootcamp: Bootcamp) -> dict[str, Any]:
    is_on_sale = bootcamp.status == BootcampStatus.ACTIVE
    return {
        "id": bootcamp.pk,
        "name": bootcamp.name,
        "price": str(bootcamp.price),
        "startDate": bootcamp.starts_at.isoformat().replace("+00:00", "Z"),
        "timezone": bootcamp.timezone,
        "status": bootcamp.status,
        "nextDate": cohort(bootcamp) if is_on_sale else None,
    }


def without_stamps(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if not name.endswith("At")}


def test_a_new_bundle_comes_back_with_its_bootcamps_in_the_order_of_the_journey(
    desk: Desk,
) -> None:
    market = make_bootcamp(name="Market", step=3, bootcamp_type="Market")
    build = make_bootcamp(name="Build", step=1, status=BootcampStatus.ARCHIVED)
    answer = desk.done("POST", "bundles", wanted(market, build))
    bundle = Bundle.objects.get()
    assert without_stamps(answer) == {
        "id": str(bundle.pk),
        "name": "Complete Bundle",
        "tagline": "",
        "description": "All three steps at one price.",
        "price": "2995.50",
        "isActive": True,
        "bootcamps": [member(build), member(market)],
    }
    assert [without_stamps(each) for each in desk.get("bundles")] == [without_stamps(answer)]
    assert desk.audited() == [
        ("created bundle", "bundle", str(bundle.pk), {"bootcamp_ids": [market.pk, build.pk]})
    ]


WRONG: list[tuple[str, Any, str]] = [
    ("name", "", "String must contain at least 1 character(s)"),
    ("name", "x" * 101, "String must contain at most 100 character(s)"),
    ("description", "", "String must contain at least 1 character(s)"),
    ("description", "x" * 1001, "String must contain at most 1000 character(s)"),
    ("tagline", "x" * 201, "String must contain at most 200 character(s)"),
    ("price", "299.999", "Price must be a valid number"),
    ("price", "free", "Price must be a valid number"),
    ("bootcampIds", [], "Select at least one bootcamp"),
    ("bootcampIds", list(range(1, 12)), "Maximum 10 bootcamps allowed per bundle"),
    ("bootcampIds", [999_999_999], "One of these bootcamps no longer exists"),
    ("role", "ADMIN", "This field isn't accepted."),
]


@pytest.mark.parametrize(("field", "value", "told"), WRONG)
def test_what_is_wrong_is_refused_in_words_when_made_and_when_changed(
    desk: Desk, field: str, value: object, told: str
) -> None:
    bootcamp = make_bootcamp()
    status, answer = desk.call("POST", "bundles", wanted(bootcamp, **{field: value}))
    assert (status, answer["fields"]) == (422, {field: told})
    assert not Bundle.objects.exists()

    bundle = make_bundle(bootcamps=[bootcamp])
    before = desk.get("bundles")
    status, answer = desk.call("PATCH", f"bundles/{bundle.pk}", {"name": "New", field: value})
    assert (status, answer["fields"]) == (422, {field: told})
    assert desk.get("bundles") == before
    assert desk.audited() == []


def test_ten_bootcamps_fit_and_one_named_twice_counts_once(desk: Desk) -> None:
    ten = [make_bootcamp(max_seats=1) for _ in range(10)]
    answer = desk.done("POST", "bundles", wanted(*ten, ten[0]))
    assert [each["id"] for each in answer["bootcamps"]] == [each.pk for each in ten]


def test_a_number_no_bootcamp_can_have_is_refused(desk: Desk) -> None:
    status, answer = desk.call("POST", "bundles", wanted(bootcampIds=[2**63]))
    assert (status, answer["fields"]) == (422, {"bootcampIds.0": "Invalid input"})


def test_only_what_was_sent_changes(desk: Desk) -> None:
    first, second, third = (make_bootcamp(step=step) for step in (1, 2, 3))
    bundle = make_bundle(bootcamps=[first, second])
    kept = BundleBootcamp.objects.get(bundle=bundle, bootcamp=second)
    answer = desk.done(
        "PATCH",
        f"bundles/{bundle.pk}",
        {"price": "1.00", "tagline": None, "bootcampIds": [second.pk, third.pk]},
    )
    assert (answer["name"], answer["price"], answer["tagline"]) == ("Complete Bundle", "1.00", "")
    assert [each["id"] for each in answer["bootcamps"]] == [second.pk, third.pk]
    assert BundleBootcamp.objects.get(bundle=bundle, bootcamp=second) == kept
    desk.done("PATCH", f"bundles/{bundle.pk}", {"price": "1", "bootcampIds": [third.pk, second.pk]})
    assert desk.audited() == [
        (
            "changed bundle",
            "bundle",
            str(bundle.pk),
            {"changed": ["price", "tagline", "bootcamps"]},
        )
    ]


def test_a_sold_bundle_keeps_what_was_bought(desk: Desk) -> None:
    first, second, third = (make_bootcamp(step=step) for step in (1, 2, 3))
    bundle = make_bundle(bootcamps=[first, second])
    purchase = make_purchase(bundle=bundle)
    desk.done("PATCH", f"bundles/{bundle.pk}", {"bootcampIds": [third.pk], "price": "5"})
    assert [each["id"] for each in desk.get("bundles")[0]["bootcamps"]] == [third.pk]
    items = purchase.enrollments.order_by("bootcamp__step")
    assert [item.bootcamp for item in items] == [first, second]
    purchase.refresh_from_db()
    assert str(purchase.total_amount) == "2995.00"
    for bootcamp, coming in ((first, 1), (second, 1), (third, 0)):
        assert len(desk.get(f"bootcamps/{bootcamp.pk}/attendees")) == coming


def test_it_is_switched_off_and_on_each_written_down_once(desk: Desk) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp()])
    for is_active in (False, False, True):
        answer = desk.done("PATCH", f"bundles/{bundle.pk}/status", {"isActive": is_active})
        assert answer["isActive"] is is_active
    assert [action for action, *_ in desk.audited()] == [
        "switched bundle off",
        "switched bundle on",
    ]


@pytest.mark.django_db(transaction=True)
def test_visitors_see_a_change_at_once(desk: Desk, client: Client) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp()])

    def shown() -> list[str]:
        return [each["name"] for each in client.get("/api/bundles").json()]

    assert shown() == ["Complete Bundle"]
    desk.done("PATCH", f"bundles/{bundle.pk}", {"name": "Everything"})
    assert shown() == ["Everything"]
    desk.done("PATCH", f"bundles/{bundle.pk}/status", {"isActive": False})
    assert shown() == []


def test_one_nobody_bought_is_deleted_and_its_bootcamps_stay(desk: Desk) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp()])
    assert desk.done("DELETE", f"bundles/{bundle.pk}") == {"message": "Bundle deleted."}
    assert not Bundle.objects.exists()
    assert Bootcamp.objects.count() == 1
    assert desk.audited() == [
        ("deleted bundle", "bundle", str(bundle.pk), {"name": "Complete Bundle"})
    ]


def test_one_that_was_bought_is_not_deleted_and_switching_it_off_is_offered(desk: Desk) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp()])
    make_purchase(bundle=bundle)
    status, answer = desk.call("DELETE", f"bundles/{bundle.pk}")
    assert (status, answer["message"]) == (
        409,
        "This bundle has purchases, so it can't be deleted. Make it inactive instead.",
    )
    assert bundle.bootcamps.count() == 1
    assert desk.audited() == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("PATCH", "", {}), ("PATCH", "/status", {"isActive": True}), ("DELETE", "", None)],
)
def test_one_that_is_not_there_is_not_found(
    desk: Desk, method: str, path: str, body: dict[str, Any] | None
) -> None:
    status, answer = desk.call(method, f"bundles/{uuid.uuid4()}{path}", body)
    assert (status, answer["message"]) == (404, "Bundle not found")


def test_two_hundred_bundles_cost_as_many_statements_as_one(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bootcamps = [make_bootcamp(max_seats=1) for _ in range(3)]
    bundles = Bundle.objects.bulk_create(
        Bundle(name=f"Bundle {n}", description="All.", price=n) for n in range(200)
    )
    BundleBootcamp.objects.bulk_create(
        BundleBootcamp(bundle=bundle, bootcamp=bootcamp)
        for bundle in bundles
        for bootcamp in bootcamps
    )
    # The session, the admin, the bundles, their bootcamps and what is on sale.
    with django_assert_num_queries(5):
        assert len(desk.get("bundles")) == 200


def test_a_bundle_says_on_which_date_each_bootcamp_is_sold_next(desk: Desk) -> None:
    over = make_bootcamp(starts_at=from_now(days=-1), price=100)
    make_bundle(bootcamps=[over])

    def next_date() -> Any:
        [[row]] = [bundle["bootcamps"] for bundle in desk.get("bundles")]
        return row["nextDate"]

    assert next_date() is None
    dearer = {"name": over.name, "price": 101}
    make_bootcamp(starts_at=from_now(days=3), **dearer)
    full = make_bootcamp(starts_at=from_now(days=4), price=100, max_seats=1)
    make_purchase(bootcamp=full)
    later = make_bootcamp(starts_at=from_now(days=9), price=100)
    assert next_date() == cohort(later)
    sooner = make_bootcamp(starts_at=from_now(days=5), price=99)
    assert next_date() == cohort(sooner)
