"""Discount codes at the desk: made, changed, paused, generated, and handed out as a file."""

import csv
import io
import re
from datetime import timedelta
from typing import Any

import pytest

from frontrow.accounts.models import AuditEntry
from frontrow.sales.models import CodeScope, DiscountCode
from frontrow.sales.terms.random_codes import ALPHABET, LENGTH
from tests.backoffice.coding import make_code, use_code
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_bundle

pytestmark = pytest.mark.django_db

SPRING: dict[str, Any] = {"code": " spring-26 ", "kind": "percent", "value": "15"}


def refused(desk: Desk, method: str, path: str, body: Any) -> tuple[int, dict[str, str]]:
    status, answer = desk.call(method, path, body)
    return status, answer["fields"]


def test_a_code_is_kept_in_capitals_with_all_that_was_chosen(desk: Desk) -> None:
    bootcamp = make_bootcamp(name="Launch Weekend")
    bundle = make_bundle(bootcamps=[bootcamp], name="Both")
    made = desk.done(
        "POST",
        "codes",
        {
            **SPRING,
            "startsAt": "2031-10-09T22:00:00Z",
            "endsAt": "2031-10-19T22:00:00Z",
            "maxUses": 20,
            "perPerson": 1,
            "note": "For the partner",
            "scopes": [{"bootcampId": bootcamp.pk}, {"bundleId": str(bundle.pk)}],
            "worksWithSteps": True,
        },
    )
    assert {**made, "createdAt": None, "createdBy": None, "id": None} == {
        "id": None,
        "code": "SPRING-26",
        "kind": "percent",
        "value": "15.00",
        "state": "upcoming",
        "isActive": True,
        "startsAt": "2031-10-09T22:00:00Z",
        "endsAt": "2031-10-19T22:00:00Z",
        "maxUses": 20,
        "perPerson": 1,
        "uses": 0,
        "forEmail": "",
        "note": "For the partner",
        "lot": "",
        "worksWithSteps": True,
        "scopes": [
            {
                "name": "Launch Weekend",
                "cohort": made["scopes"][0]["cohort"],
                "bundleId": None,
            },
            {"name": "Both", "cohort": None, "bundleId": str(bundle.pk)},
        ],
        "createdAt": None,
        "revenue": "0.00",
        "discounted": "0.00",
        "returned": 0,
        "createdBy": None,
        "timezone": made["timezone"],
    }
    assert made["scopes"][0]["cohort"]["id"] == bootcamp.pk
    assert made["createdBy"] == (desk.admin.full_name or desk.admin.email)
    code = DiscountCode.objects.get()
    assert desk.audited() == [
        ("made code", "code", str(code.pk), {"kind": "percent", "value": "15.00"})
    ]


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"code": "A/B"}, "code", "Use A\N{EN DASH}Z, 0\N{EN DASH}9 and dashes"),
        ({"code": "ÄÖÜ"}, "code", "Use A\N{EN DASH}Z, 0\N{EN DASH}9 and dashes"),
        ({"code": "=CMD"}, "code", "Use A\N{EN DASH}Z, 0\N{EN DASH}9 and dashes"),
        ({"value": "0"}, "value", "Enter a number above 0"),
        ({"value": ["5"]}, "value", "Enter a number above 0"),
        ({"value": "5.001"}, "value", "Enter a number above 0"),
        ({"value": "100.01"}, "value", "A discount can't be more than 100%"),
        ({"endsAt": "2020-01-01T00:00:00Z"}, "endsAt", "Choose a time that's still ahead"),
        (
            {"startsAt": "2031-01-02T00:00:00Z", "endsAt": "2031-01-01T00:00:00Z"},
            "endsAt",
            "The end must be after the start",
        ),
        ({"scopes": [{"bootcampId": 999_999}]}, "scopes", "One of these bootcamps or bundles"),
        ({"forEmail": "nobody"}, "forEmail", "Invalid email"),
    ],
)
def test_what_makes_no_sense_is_refused_beside_its_field(
    desk: Desk, changes: dict[str, Any], field: str, words: str
) -> None:
    status, fields = refused(desk, "POST", "codes", {**SPRING, **changes})
    assert status == 422
    assert fields[field].startswith(words), fields
    assert not DiscountCode.objects.exists()
    assert desk.audited() == []


def test_a_code_typed_with_blanks_has_dashes(desk: Desk) -> None:
    made = desk.done("POST", "codes", {**SPRING, "code": " harbor  partner "})
    assert made["code"] == "HARBOR-PARTNER"


def test_a_second_code_of_the_name_is_refused_however_it_is_written(desk: Desk) -> None:
    make_code("SPRING-26")
    status, fields = refused(desk, "POST", "codes", SPRING)
    assert (status, fields) == (422, {"code": "There's already a code with this name"})
    assert DiscountCode.objects.count() == 1


def test_a_personal_credit_gets_a_random_code_for_one_use_of_one_person(desk: Desk) -> None:
    made = desk.done(
        "POST",
        "codes",
        {"kind": "amount", "value": "150", "maxUses": 1, "forEmail": "Ana@Example.test"},
    )
    assert re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", made["code"])
    assert (made["forEmail"], made["maxUses"]) == ("ana@example.test", 1)
    # Nothing personal in the log.
    assert "ana" not in str(AuditEntry.objects.get().details).lower()


def test_pausing_and_resuming_are_acts_of_their_own_and_once_is_enough(desk: Desk) -> None:
    code = make_code()
    for _ in range(2):
        assert desk.done("PATCH", f"codes/{code.pk}", {"isActive": False})["state"] == "paused"
    assert desk.done("PATCH", f"codes/{code.pk}", {"isActive": True})["state"] == "active"
    assert [entry[0] for entry in desk.audited()] == ["paused code", "resumed code"]


def test_only_what_is_sent_changes_and_an_end_can_be_taken_away(desk: Desk) -> None:
    bootcamp, other = make_bootcamp(), make_bootcamp()
    code = make_code(ends_at=from_now(days=3), max_uses=5, note="Before")
    CodeScope.objects.create(code=code, bootcamp=bootcamp)
    changed = desk.done("PATCH", f"codes/{code.pk}", {"endsAt": None, "value": "25"})
    assert (changed["endsAt"], changed["value"], changed["maxUses"]) == (None, "25.00", 5)
    assert [one["cohort"]["id"] for one in changed["scopes"]] == [bootcamp.pk]
    changed = desk.done("PATCH", f"codes/{code.pk}", {"scopes": [{"bootcampId": other.pk}]})
    assert [one["cohort"]["id"] for one in changed["scopes"]] == [other.pk]
    assert desk.done("PATCH", f"codes/{code.pk}", {"scopes": []})["scopes"] == []
    assert changed["note"] == "Before"
    before = len(desk.audited())
    desk.done("PATCH", f"codes/{code.pk}", {"scopes": [], "value": "25.00"})
    assert len(desk.audited()) == before


def test_a_used_codes_worth_and_person_stay_and_its_limit_never_undercuts_its_uses(
    desk: Desk,
) -> None:
    code = make_code(max_uses=5)
    for _ in range(2):
        use_code(code)
    for change in ({"value": "30"}, {"kind": "amount"}, {"forEmail": "ana@example.test"}):
        status, answer = desk.call("PATCH", f"codes/{code.pk}", change)
        assert status == 409, change
        assert answer["message"].startswith("This code has been used")
    status, fields = refused(desk, "PATCH", f"codes/{code.pk}", {"maxUses": 1})
    assert status == 422
    assert fields["maxUses"].startswith("It has been used 2 times already")
    code.refresh_from_db()
    assert (str(code.value), code.max_uses, code.for_email) == ("20.00", 5, "")
    # What it was before is no change.
    assert desk.done("PATCH", f"codes/{code.pk}", {"value": "20", "maxUses": 2})["maxUses"] == 2


def test_a_lot_is_as_many_different_codes_as_asked_for_each_for_one_use(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    lot = desk.done(
        "POST",
        "codes/generate",
        {
            "count": 500,
            "prefix": "part-",
            "kind": "amount",
            "value": "50",
            "endsAt": "2031-10-19T22:00:00Z",
            "scopes": [{"bootcampId": bootcamp.pk}],
            "note": "=HYPERLINK(1)",
        },
    )
    assert lot["made"] == 500
    codes = DiscountCode.objects.filter(lot=lot["lot"])
    assert {(one.max_uses, one.per_person, str(one.value)) for one in codes} == {(1, 1, "50.00")}
    assert all(re.fullmatch(f"PART-[{ALPHABET}]{{{LENGTH}}}", one.code) for one in codes)
    assert len({one.code for one in codes}) == 500
    assert CodeScope.objects.filter(bootcamp=bootcamp).count() == 500

    response = desk.client.get(f"/api/admin/codes/lots/{lot['lot']}")
    text = b"".join(response).decode()
    assert text.startswith("\ufeff")
    header, *rows = csv.reader(io.StringIO(text[1:], newline=""))
    assert header == ["Code", "Discount", "Ends (UTC)", "State", "Used", "Note", "Link"]
    assert [row[0] for row in rows] == sorted(one.code for one in codes)
    # Harmless to whoever opens it.
    assert rows[0][1:6] == [
        "$50.00",
        "2031-10-19 22:00:00",
        "active",
        "0",
        "'=HYPERLINK(1)",
    ]
    assert rows[0][6].endswith(f"/?code={rows[0][0]}")
    assert [entry[0] for entry in desk.audited()] == ["generated codes", "exported codes"]


def test_no_more_than_500_at_once(desk: Desk) -> None:
    body = {"count": 501, "kind": "amount", "value": "50"}
    assert desk.call("POST", "codes/generate", body)[0] == 422
    assert not DiscountCode.objects.exists()


def test_making_codes_and_taking_their_file_ask_for_the_password_again(desk: Desk) -> None:
    few = {"count": 1, "kind": "amount", "value": "50"}
    lot = desk.done("POST", "codes/generate", few)["lot"]
    session = desk.client.session
    records = session["account_authentication_methods"]
    session["account_authentication_methods"] = [
        {**one, "at": one["at"] - timedelta(days=1).total_seconds()} for one in records
    ]
    session.save()
    made = DiscountCode.objects.count()
    for call in (
        ("GET", f"codes/lots/{lot}"),
        ("POST", "codes/generate", few),
        ("POST", "codes", {"kind": "percent", "value": "100"}),
    ):
        status, answer = desk.call(*call)
        assert (status, answer["code"]) == (403, "password_required")
    assert DiscountCode.objects.count() == made
