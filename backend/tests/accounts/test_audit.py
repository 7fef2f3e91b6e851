"""The audit log: who did what, searchable, and beyond anybody's changing."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from frontrow.accounts.models import AuditEntry
from tests.accounts.people import an_admin, browser, log_in, person, told
from tests.factories import AuditEntryFactory
from tests.operations import operations

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    client = browser()
    client.force_login(an_admin())
    return client


def read(client: Client, **query: Any) -> dict[str, Any]:
    status, body = told(client.get("/api/admin/audit", query_params=query))
    assert status == 200
    return dict(body)


def test_an_entry_tells_who_did_what_to_whom_and_as_whom(desk: Client) -> None:
    ada, grace = person("ada"), person("grace")
    entry = AuditEntryFactory.create(
        actor_id=ada.pk,
        acting_as_id=grace.pk,
        action="granted role",
        subject_type="user",
        subject_id=str(grace.pk),
        details={"role": "ADMIN"},
        request_id="request-1",
    )
    [row] = read(desk)["rows"]
    assert row.pop("createdAt")[:19] == entry.created_at.isoformat()[:19]
    assert row == {
        "id": entry.pk,
        "actorId": ada.pk,
        "actor": "Ada Person",
        "actingAsId": grace.pk,
        "actingAs": "Grace Person",
        "action": "Granted role",
        "subjectType": "user",
        "subjectId": str(grace.pk),
        "subject": "Grace Person",
        "details": {"Role": "Admin"},
        "requestId": "request-1",
    }


def test_a_sign_in_is_found_with_its_request(desk: Client) -> None:
    person()
    answer = log_in(browser())
    [row] = read(desk, search=answer["X-Request-ID"])["rows"]
    assert (row["action"], row["actor"]) == ("Signed in", "Ada Person")


def test_it_comes_in_pages_of_twenty_newest_first(desk: Client) -> None:
    made = [AuditEntryFactory.create(actor_id=None, action=f"act {n}").pk for n in range(45)]
    pages = [read(desk, page=n) for n in (1, 2, 3, 4)]
    assert [len(page["rows"]) for page in pages] == [20, 20, 5, 0]
    assert {page["total"] for page in pages} == {45}
    assert [row["id"] for page in pages for row in page["rows"]] == made[::-1]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("granted", {"grant"}),
        ("GRANTED ROLE", {"grant"}),
        ("lovelace", {"grant", "signed"}),
        ("ADA@example", {"grant", "signed"}),
        ("ada signed", {"signed"}),
        ("hopper", {"grant"}),
        ("request-9", {"other"}),
        ("%", set()),
        ("_", set()),
        ("' OR 1=1 --", set()),
        ("nobody", set()),
        ("", {"grant", "signed", "other"}),
    ],
)
def test_words_find_actions_people_addresses_and_ids(
    desk: Client, search: str, found: set[str]
) -> None:
    ada = person(last_name="Lovelace")
    grace = person("grace", last_name="Hopper")
    entries = {
        "grant": AuditEntryFactory.create(
            actor_id=ada.pk, action="granted role", subject_id=str(grace.pk)
        ),
        "signed": AuditEntryFactory.create(
            actor_id=ada.pk, action="signed in", subject_id=str(ada.pk)
        ),
        "other": AuditEntryFactory.create(
            actor_id=None,
            action="did something",
            subject_type="purchase",
            subject_id="777777",
            request_id="request-9",
        ),
    }
    answer = read(desk, search=search)
    by_id = {entry.pk: name for name, entry in entries.items()}
    assert {by_id[row["id"]] for row in answer["rows"]} == found
    assert answer["total"] == len(found)
    assert [row["id"] for row in read(desk, search="777777")["rows"]] == [entries["other"].pk]


@pytest.mark.parametrize(
    "query",
    [
        {"page": 0},
        {"page": -1},
        {"page": 100_001},
        {"page": "x"},
        {"search": "x" * 101},
        {"search": "\x00"},
    ],
)
def test_a_senseless_question_is_refused(desk: Client, query: dict[str, Any]) -> None:
    assert desk.get("/api/admin/audit", query_params=query).status_code == 422


def test_it_outlives_whom_it_tells_of(desk: Client) -> None:
    ada = person()
    AuditEntryFactory.create(actor_id=ada.pk, subject_id=str(ada.pk))
    pk = ada.pk
    ada.delete()
    [row] = read(desk)["rows"]
    assert (row["actorId"], row["actor"], row["subject"]) == (pk, "", "")


def test_no_operation_of_the_api_writes_to_it() -> None:
    methods = {item.method for item in operations() if "audit" in item.path}
    assert methods == {"GET"}


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/api/admin/audit", "/api/admin/audit/1"])
def test_nor_does_trying(desk: Client, method: str, path: str) -> None:
    entry = AuditEntryFactory.create(actor_id=None)
    assert desk.generic(method, path, "{}", content_type="application/json").status_code in {
        404,
        405,
    }
    assert AuditEntry.objects.get() == entry


def test_nor_does_our_own_code(desk: Client) -> None:
    entry = AuditEntryFactory.create(actor_id=None, action="as it was")
    for change in (
        lambda: AuditEntry.objects.update(action="otherwise"),
        lambda: AuditEntry.objects.all().delete(),
        entry.delete,
        lambda: AuditEntry(pk=entry.pk, action="otherwise").save(),
    ):
        with (
            pytest.raises(IntegrityError, match="audit entries cannot be changed"),
            transaction.atomic(),
        ):
            change()
    assert AuditEntry.objects.get().action == "as it was"
