"""Another date is one of the same course: the same step and the same name, and nothing else."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.models import Role
from frontrow.catalogue.models import Bootcamp
from tests.factories import enrollment_of, from_now, make_bootcamp, make_purchase, make_user
from tests.portal.student import browser
from tests.sales.changing import an_operator, announce, call, choose, look, plan, present, preview
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)


def novel(days: int, **fields: Any) -> Bootcamp:
    fields = {"name": "Novel in Six Weeks", "price": Decimal("480.00"), **fields}
    return make_bootcamp(starts_at=from_now(days=days), **fields)


def a_desk(role: Role) -> Client:
    client = browser()
    sign_in_recently(client, make_user(role=role))
    return client


@pytest.mark.parametrize(
    ("fields", "is_same"),
    [
        ({"name": "  novel  IN\tSix weeks "}, True),
        # Its type is no course, and neither is its step alone.
        ({"bootcamp_type": "Launch"}, True),
        ({"name": "Novel in Seven Weeks"}, False),
        ({"step": 2}, False),
    ],
)
def test_case_and_blanks_make_no_other_course_and_step_and_name_do(
    fields: dict[str, Any], is_same: bool
) -> None:
    one, other = novel(10), novel(20, **fields)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.course == other.course) is is_same
    Bootcamp.objects.filter(pk=other.pk).update(name="Poetry")
    other.refresh_from_db()
    assert one.course != other.course
    listed = {each["id"]: each["course"] for each in browser().get("/api/bootcamps").json()}
    assert listed == {one.pk: one.course, other.pk: other.course}


def test_canceling_a_class_shows_other_courses_apart_with_their_prices() -> None:
    operator, lost = an_operator(), novel(20)
    later, dearer = novel(30), make_bootcamp(starts_at=from_now(days=25))
    purchase = make_purchase(bootcamp=lost)
    rows = preview(operator, lost)["alternatives"]
    assert [(one["id"], one["isSameCourse"], one["price"]) for one in rows] == [
        (later.pk, True, "480.00"),
        (dearer.pk, False, "995.00"),
    ]
    change = announce(operator, lost, alternativeIds=[later.pk])
    shown = look(change, present(purchase)).json()["dates"]
    assert [(one["id"], one["note"]) for one in shown] == [(later.pk, "")]
    assert choose(change, present(purchase), "date", dearer).status_code == 409
    assert present(purchase).bootcamp == lost


def test_another_course_that_the_operator_ticked_says_that_its_price_changes_nothing() -> None:
    operator, lost = an_operator(), novel(20)
    dearer = make_bootcamp(starts_at=from_now(days=25))
    cheaper = make_bootcamp(name="Poetry", starts_at=from_now(days=26), price=Decimal("400.00"))
    paid, given = (
        make_purchase(bootcamp=lost),
        make_purchase(bootcamp=lost, total_amount=Decimal(0), is_complimentary=True),
    )
    change = announce(operator, lost, alternativeIds=[dearer.pk, cheaper.pk])
    notes = {one["name"]: one["note"] for one in look(change, present(paid)).json()["dates"]}
    assert notes == {
        "Beginner Bootcamp": "It costs $515.00 more. You won't be charged the difference.",
        "Poetry": "It costs $80.00 less. The difference isn't refunded.",
    }
    free = look(change, present(given)).json()["dates"]
    assert {one["note"] for one in free} == {""}
    assert choose(change, present(paid), "date", dearer).status_code == 200
    assert present(paid).bootcamp == dearer


def test_a_class_that_is_not_on_sale_can_be_offered_by_nobody() -> None:
    operator, lost = an_operator(), novel(20)
    draft = novel(30)
    Bootcamp.objects.filter(pk=draft.pk).update(published_at=None)
    assert call(operator, lost, **plan(alternativeIds=[draft.pk])).status_code == 422


def test_only_an_operator_who_sees_sums_moves_a_seat_into_another_course() -> None:
    before, later = novel(20), novel(30)
    other = make_bootcamp(starts_at=from_now(days=25))
    purchase = make_purchase(bootcamp=before)
    seat = enrollment_of(purchase)
    support, owner = a_desk(Role.SUPPORT), a_desk(Role.ADMIN)

    def dates(client: Client) -> list[tuple[int, bool]]:
        [shown] = client.get(f"/api/admin/purchases/{purchase.pk}/seats").json()
        return [(one["bootcampId"], one["isSameCourse"]) for one in shown["dates"]]

    def move(client: Client, to: Bootcamp) -> int:
        body = {"bootcampId": to.pk, "reason": "They asked"}
        path = f"/api/admin/seats/{present(purchase).pk}/move"
        return client.post(path, body, "application/json").status_code

    assert dates(support) == [(later.pk, True)]
    assert dates(owner) == [(later.pk, True), (other.pk, False)]
    assert move(support, other) == 404
    assert present(purchase) == seat
    assert move(support, later) == 200
    assert move(owner, other) == 200
    assert present(purchase).bootcamp == other


def test_a_seat_that_moved_to_another_course_is_told_by_its_own_class() -> None:
    before, other = novel(20), make_bootcamp(starts_at=from_now(days=25))
    purchase, owner = make_purchase(bootcamp=before), a_desk(Role.ADMIN)
    body = {"bootcampId": other.pk, "reason": "They asked"}
    path = f"/api/admin/seats/{enrollment_of(purchase).pk}/move"
    assert owner.post(path, body, "application/json").status_code == 200
    [row] = owner.get("/api/admin/purchases").json()["rows"]
    assert row["purchase"]["packageName"] == row["bootcamp"]["name"] == "Beginner Bootcamp"
    story = owner.get(f"/api/admin/purchases/{purchase.pk}").json()
    assert story["row"]["purchase"]["packageName"] == "Beginner Bootcamp"
    # What was bought stays what it was.
    purchase.refresh_from_db()
    assert purchase.package_name == "Novel in Six Weeks"
