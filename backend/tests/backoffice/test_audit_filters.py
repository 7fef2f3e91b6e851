"""The audit log narrowed by who, what, when and which record, and taken along as a file."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from frontrow.accounts.models import AuditEntry
from frontrow.backoffice.audit.log import COLUMNS
from tests.catalogue.desk import Desk
from tests.factories import AuditEntryFactory, make_admin, make_purchase, make_user
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def entry(**fields: Any) -> AuditEntry:
    return AuditEntryFactory.create(**fields)


def found(desk: Desk, **query: Any) -> list[int]:
    answer = desk.client.get("/api/admin/audit", query_params=query)
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert body["total"] == len(body["rows"])
    return [row["id"] for row in body["rows"]]


def exported(desk: Desk, **query: Any) -> list[list[str]]:
    answer = desk.client.get("/api/admin/audit/export", query_params=query)
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_by_who_did_it_or_was_impersonated_and_not_by_whom_it_was_about(desk: Desk) -> None:
    ada = make_user(first_name="Ada", last_name="Lovelace")
    grace = make_user(first_name="Grace")
    did, was, about = (
        entry(actor_id=ada.pk),
        entry(actor_id=grace.pk, acting_as_id=ada.pk),
        entry(actor_id=grace.pk, subject_type="user", subject_id=str(ada.pk)),
    )
    assert found(desk, who="ada lovelace") == [was.pk, did.pk]
    assert about.pk in found(desk, search="ada")
    assert found(desk, who="nobody") == []


def test_by_act_record_and_day_all_at_once(desk: Desk) -> None:
    purchase = make_purchase()
    about = {"subject_type": "purchase", "subject_id": str(purchase.pk)}
    refund = entry(action="refunded purchase", **about)
    note = entry(action="added note", **about)
    other = entry(action="added note", subject_type="user", subject_id=str(purchase.pk))
    assert found(desk, act="added note") == [other.pk, note.pk]
    record = {"subjectType": "purchase", "subjectId": purchase.pk}
    assert found(desk, **record) == [note.pk, refund.pk]
    assert found(desk, act="added note", **record) == [note.pk]
    assert found(desk, act="added note", until="2020-01-01", **record) == []


def test_days_are_the_operators_both_included(desk: Desk, settings: Settings) -> None:
    zone = {"OPERATOR_TIME_ZONE": "America/New_York"}
    settings.ENV = settings.ENV.model_copy(update=zone)
    with time_machine.travel(datetime(2025, 5, 2, 3, 59, tzinfo=UTC), tick=False):
        late = entry()
    with time_machine.travel(datetime(2025, 5, 2, 4, 0, tzinfo=UTC), tick=False):
        early = entry()
    assert found(desk, since="2025-05-01", until="2025-05-01") == [late.pk]
    assert found(desk, since="2025-05-02", until="2025-05-02") == [early.pk]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "yesterday"])
def test_a_day_at_the_end_of_the_calendar_is_refused(desk: Desk, day: str) -> None:
    for name in ("since", "until"):
        assert desk.call("GET", f"audit?{name}={day}")[0] == 422
        assert desk.call("GET", f"purchases?{name}={day}")[0] == 422


def test_acts_are_offered_in_words(desk: Desk) -> None:
    acts = desk.get("audit/acts")
    assert {"act": "added note", "words": "Added a note"} in acts
    assert acts == sorted(acts, key=lambda one: one["words"].casefold())


def test_the_file_holds_what_was_found_in_words_and_harmless(desk: Desk) -> None:
    ada = make_user(first_name="=1+1", last_name="Ada")
    purchase = make_purchase(user=None, guest_full_name="Gale Guest")
    entry(
        actor_id=ada.pk,
        action="refunded purchase",
        subject_type="purchase",
        subject_id=str(purchase.pk),
        details={"amount": "12.00"},
    )
    entry(action="signed in")
    head, *rows = exported(desk, act="refunded purchase")
    assert head == COLUMNS
    [[_, who, _, action, record, name, details, _]] = rows
    assert (who, action, record) == ("'=1+1 Ada", "Refunded purchase", f"purchase {purchase.pk}")
    assert name == f"FR-{purchase.pk:06} · Gale Guest"
    assert "12.00" in details
    [(action, _, _, noted)] = desk.audited()
    assert (action, noted) == (
        "exported audit log",
        {"searched": False, "act": "refunded purchase"},
    )


def test_the_search_itself_is_not_written_down(desk: Desk) -> None:
    exported(desk, who="Ada Lovelace")
    [(_, _, _, noted)] = desk.audited()
    assert noted == {"searched": True}


def test_a_page_costs_the_same_however_many_records_it_names(
    desk: Desk, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(18):
        entry(subject_type="purchase", subject_id=str(make_purchase().pk))
    with django_assert_max_num_queries(8):
        found(desk)


def test_a_long_log_is_not_counted_to_its_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frontrow.core.counting.COUNTED_UP_TO", 2)
    for _ in range(2):
        entry()
    assert desk.get("audit")["totalIsExact"] is True
    entry()
    many = desk.get("audit")
    assert (many["total"], many["totalIsExact"], len(many["rows"])) == (2, False, 3)


MANY = 4_000
_ENTRIES = """
INSERT INTO audit_log (created_at, action, subject_type, subject_id, details, request_id)
SELECT now() - n * interval '1 minute', 'signed in', '', '', '{}', ''
FROM generate_series(1, %s) n
"""


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())


def test_a_page_far_down_passes_over_the_entries_before_it_by_the_index_alone(desk: Desk) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES, [MANY])
        cursor.execute("ANALYZE audit_log")
    with CaptureQueriesContext(connection) as captured:
        assert len(desk.get("audit?page=150")["rows"]) == 20
    counted, far_down, read = (each["sql"] for each in captured if '"audit_log"' in each["sql"])
    assert "LIMIT 1001" in counted
    assert "Index Only Scan using audit_newest" in plan_of(far_down)
    assert "Seq Scan" not in plan_of(read)
    # Control: asked for at once, every entry before them is read.
    whole = AuditEntry.objects.order_by("-created_at", "-id")[2_980:3_000]
    assert "Index Only" not in plan_of(str(whole.query))


def test_the_file_needs_a_recent_sign_in() -> None:
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    client.force_login(make_admin())
    answer = client.get("/api/admin/audit/export")
    assert (answer.status_code, answer.json()["code"]) == (403, "password_required")
    sign_in_recently(client, make_admin())
    assert client.get("/api/admin/audit/export").status_code == 200
