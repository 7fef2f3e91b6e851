"""Every operation, downloads included, as every caller, about rows that are there.

What a caller must get is read off the gate that the API document declares. A refusal says who may
not, and writes nothing; what belongs to a student or a coach is not found by anybody else.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from pytest_django import DjangoDbBlocker

from frontrow.accounts.gates import RightNeeded, anyone
from frontrow.accounts.models import AuditEntry, Role, User
from frontrow.accounts.rights import Right, may
from frontrow.coaching.models import CoachingStatus
from frontrow.core.errors import Forbidden, SignInRequired
from frontrow.portal import billing, receipts
from frontrow.sales.buyers.invitations import invite, token_of
from tests import factories as make
from tests import ground
from tests.attacks.fuzzing import DOCUMENT
from tests.callers import BODIES, QUERIES, caller, person
from tests.operations import Listed, operations
from tests.rolled_back import rolled_back

pytestmark = pytest.mark.django_db

CALLERS = ("anonymous", "student", "other", "coach", "support", "finance", "owner")
OPERATIONS = {item.name: item for item in operations()}
# Whose rows an address is about, by where it begins.
OWNERS = {"/api/user/": "student", "/api/purchases/": "student", "/api/coach/": "coach"}
# What a body names by number and belongs to whoever paid.
OWN_NUMBERS = {"purchaseId"}
# What only a gate says: an open operation refuses by its rule, or not at all.
OF_GATES = {SignInRequired.message, RightNeeded.message}
GUEST = "guest@example.test"
# Counted by the database as rows are written, also by its own functions.
WRITTEN = """
SELECT sum(
    pg_stat_get_xact_tuples_inserted(oid)
    + pg_stat_get_xact_tuples_updated(oid)
    + pg_stat_get_xact_tuples_deleted(oid)
) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


def declared(item: Listed) -> str:
    """The gate's name: in the API document, or for a download, which it leaves out, in the code."""
    method, path = item.method.lower(), item.path
    if told := DOCUMENT["paths"].get(path, {}).get(method):
        return str(next(iter(told.get("security", [{"anyone": []}])[0])))
    [gate] = item.operation.auth_callbacks
    return "anyone" if gate is anyone else type(gate).__name__


GATES = {name: declared(item) for name, item in OPERATIONS.items()}


@dataclass(frozen=True)
class Shop:
    cookies: dict[str, str]
    users: dict[str, User]
    rows: dict[str, Any]

    def client(self, role: str) -> Client:
        client = Client(headers={"Sec-Fetch-Site": "same-origin"}, raise_request_exception=False)
        client.cookies.load(self.cookies[role])
        return client


@pytest.fixture(scope="module")
def shop(
    vendors: object,
    long_patience: None,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Shop]:
    with django_db_blocker.unblock(), rolled_back():
        target = person("target")
        person("second owner", role=Role.ADMIN)
        clients = {role: caller(role) for role in CALLERS}
        cookies = {role: client.cookies.output(header="") for role, client in clients.items()}
        users = {role: User.objects.get(username=role) for role in CALLERS[1:]}
        yield Shop(cookies, users, rows_of(users) | {"user_id": target.pk})


def rows_of(users: dict[str, User]) -> dict[str, Any]:
    """One row for each place of an address; the student's and the coach's are their own.

    `place in /path` is the row that only those addresses mean, `place of role` the caller's own.
    """
    student, coach = users["student"], make.make_coach(user=users["coach"])
    # An owner of the site may coach too, and this session is still another's.
    make.make_coach(user=users["owner"])
    bootcamp, later, changed = (
        make.make_bootcamp(
            includes_coaching=True,
            recording_url="https://video.example.test/1",
            zoom_start_url="https://zoom.example.test/s/1",
        )
        for _ in range(3)
    )
    bundle = make.make_bundle(bootcamps=[bootcamp, later])
    purchase = make.make_purchase(bootcamp=bootcamp, user=student)
    enrollment = make.enrollment_of(purchase)
    make.HandOverFactory.create(enrollment=enrollment)
    make.FeedbackFactory.create(enrollment=enrollment)
    moved = make.enrollment_of(make.make_purchase(bootcamp=changed))
    change = make.ClassChangeFactory.create(bootcamp=changed)
    make.ClassChoiceFactory.create(change=change, enrollment=moved)
    hour = make.from_now(days=5)
    session = make.make_coaching_session(
        user=student,
        coach=coach,
        bootcamp=bootcamp,
        status=CoachingStatus.SCHEDULED,
        scheduled_at=hour,
        ends_at=hour + timedelta(hours=1),
    )
    contact = make.ContactMessageFactory.create()
    guest = make.make_purchase(user=None, guest_email=GUEST, guest_full_name="Gale Guest")
    rows = {
        "act_id": make.BulkActFactory.create().pk,
        "answer_id": make.ContactAnswerFactory.create(contact=contact).pk,
        "batch_id": make.MessageBatchFactory.create(bootcamp=bootcamp).pk,
        "bootcamp_id": bootcamp.pk,
        "bootcamp_id in /class-change": changed.pk,
        "bundle_id": bundle.pk,
        "coach_id": coach.pk,
        "code": make.CertificateFactory.create(enrollment=enrollment).code,
        "code_id": make.make_code(lot="spring").pk,
        "dispute_id": make.DisputeFactory.create().pk,
        "email": student.email,
        "enrollment_id": enrollment.pk,
        "enrollment_id in /class-change": moved.pk,
        "entry_id": make.WaitingWishFactory.create(bootcamp=bootcamp).entry.pk,
        "exception_id": make.AvailabilityExceptionFactory.create(coach=coach).pk,
        "invitation": token_of(invite(purchase=guest)),
        "key": f"break/{make.ReconciliationBreakFactory.create().pk}",
        "later_id": later.pk,
        "lot": "spring",
        "message_id": make.make_message().pk,
        "message_id in /contact-messages": contact.pk,
        "message_id in /people": make.make_message(dedupe_key="direct:1").pk,
        "purchase_id": purchase.pk,
        "question_id": make.ClassQuestionFactory.create(bootcamp=bootcamp).pk,
        "resource_id": make.make_resource(bootcamp=bootcamp).pk,
        "session_id": session.pk,
        "step_id": make.make_step(bootcamp).pk,
        "step_id in /bundles": make.make_step(bundle).pk,
        "suppression_id": make.SuppressionFactory.create().pk,
        "template_id": make.make_template().pk,
        "token": "made-up",
    }
    for role, user in users.items():
        note = make.DeskNoteFactory.create(user=student, author=user)
        rows |= {
            f"note_id of {role}": note.pk,
            f"act_id of {role}": make.BulkActFactory.create(asked_by=user).pk,
        }
    return rows | {"note_id": note.pk}


def owner_of(name: str) -> str | None:
    """Whose row the call is about, where it is somebody's own."""
    path = name.partition(" ")[2]
    if OWN_NUMBERS & set(BODIES.get(name, {})):
        return "student"
    places = "{" in path
    return next((who for start, who in OWNERS.items() if places and path.startswith(start)), None)


def wanted(name: str, role: str, shop: Shop) -> int | None:
    """The one refusal that the gate and the row's owner leave; none for who may."""
    gate = GATES[name]
    if gate != "anyone" and role == "anonymous":
        return 401
    if gate.startswith("Desk") and not may(shop.users[role], Right(gate.partition("_")[2])):
        return 403
    return 404 if owner_of(name) not in {None, role} else None


def row(place: str, path: str, role: str, shop: Shop) -> Any:
    meant = (key for key in shop.rows if key.startswith(f"{place} in ") and key.split()[-1] in path)
    return shop.rows.get(f"{place} of {role}", shop.rows[next(meant, place)])


def address_of(name: str, role: str, shop: Shop) -> str:
    path = name.partition(" ")[2]
    query = QUERIES.get(name, "").replace("nobody@example.test", GUEST)
    return re.sub(r"\{(\w+)\}", lambda place: str(row(place[1], path, role, shop)), path) + query


def body_of(name: str, shop: Shop) -> dict[str, Any]:
    """The well-formed body of the role matrix, about rows that are there."""
    rows, body = shop.rows, BODIES.get(name, {})
    real = {
        "answers": [{"questionId": rows["question_id"], "words": "A shop"}],
        "bootcampId": rows["later_id"],
        "bootcampIds": [rows["later_id"]],
        "ids": [rows["resource_id" if "resources" in name else "bootcamp_id"]],
        "invitationToken": rows["invitation"],
        "key": rows["key"],
        "purchaseId": rows["purchase_id"],
    }
    if "/admin/people/" in name:
        real["email"] = GUEST
    if name == "POST /api/admin/impersonate/start":
        return {"targetUserId": rows["user_id"], "reason": "Asked for help"}
    return body | {field: value for field, value in real.items() if field in body}


def rows_written() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN)
        return int(cursor.fetchone()[0])


def flaw_of(name: str, role: str, shop: Shop) -> str | None:
    """What is wrong with the answer; what the call did is undone."""
    method = name.partition(" ")[0]
    body = json.dumps(body_of(name, shop)) if method != "GET" else ""
    address = address_of(name, role, shop)
    with rolled_back():
        before = rows_written()
        answer = shop.client(role).generic(method, address, body, content_type="application/json")
        if answer.streaming:
            b"".join(answer)
        written = rows_written() - before
    ground.forget_limits()
    status, only = answer.status_code, wanted(name, role, shop)
    if status >= 500:
        return f"answered {status}"
    if only and status != only:
        return f"answered {status} instead of {only}"
    if only and written:
        return f"refused with {status} and wrote {written} rows"
    if (
        not only
        and status in {401, 403, 404}
        and (GATES[name] != "anyone" or answer.json()["message"] in OF_GATES)
    ):
        return f"refused with {status} what they may: {answer.content[:120]!r}"
    return None


def flaws(shop: Shop, role: str, names: list[str]) -> dict[str, str]:
    found = {name: flaw_of(name, role, shop) for name in names}
    return {name: flaw for name, flaw in found.items() if flaw}


@pytest.mark.parametrize("role", CALLERS)
def test_each_caller_gets_what_the_gate_says_about_real_rows(role: str, shop: Shop) -> None:
    assert flaws(shop, role, list(OPERATIONS)) == {}


def refuse_too_late(request: HttpRequest) -> bool:
    AuditEntry.objects.create(action="looked at nothing")
    raise Forbidden


@pytest.mark.parametrize("name", ["GET /api/admin/bundles", "GET /api/admin/bootcamps/export"])
def test_control_a_gate_taken_off_is_found(
    name: str, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OPERATIONS[name].operation, "auth_callbacks", [anyone])
    assert flaws(shop, "other", [name]) == {name: "answered 200 instead of 403"}


def test_control_a_row_found_for_anybody_is_found(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "GET /api/user/purchases/{purchase_id}/receipt"
    everybodys = billing.bills_of(shop.users["student"])
    monkeypatch.setattr(receipts, "bills_of", lambda user: everybodys)
    assert flaws(shop, "other", [name]) == {name: "answered 200 instead of 404"}


def test_control_a_refusal_that_writes_is_found(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "GET /api/admin/bundles"
    monkeypatch.setattr(OPERATIONS[name].operation, "auth_callbacks", [refuse_too_late])
    assert flaws(shop, "other", [name]) == {name: "refused with 403 and wrote 1 rows"}


def test_control_a_row_that_is_not_there_is_found(shop: Shop) -> None:
    name = "GET /api/user/purchases/{purchase_id}/receipt"
    gone = replace(shop, rows=shop.rows | {"purchase_id": 999_999_999})
    assert "refused with 404 what they may" in flaws(gone, "student", [name])[name]
