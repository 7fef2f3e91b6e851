"""What holds for every operation: nothing unasked, nothing huge, nothing kept or leaked."""

import json
import re
from http.cookies import SimpleCookie
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.accounts.models import AuditEntry
from tests.attacks.fuzzing import DOCUMENT, PUBLIC
from tests.callers import BODIES, NOBODY, NOTHING, QUERIES, caller, person
from tests.operations import operations
from tests.rolled_back import rolled_back

pytestmark = pytest.mark.django_db

JSON = "application/json"
TEN_MEGABYTES = b'{"name": "' + b"x" * 10_000_000 + b'"}'
# What an attacker would like to write along with something harmless.
WISHES = {
    "role": "ADMIN",
    "isAdmin": True,
    "status": "completed",
    "availableSeats": 1000,
    "totalAmount": "0.01",
    "price": "0.01",
    "userId": 1,
    "state": "completed",
    "__proto__": {"isAdmin": True},
}
CANARY = "canaryword"
PERSONAL = (
    *("fullName", "firstName", "lastName", "username", "password", "currentPassword"),
    *("newPassword", "notes", "reason", "confirmation", "key", "token", "invitationToken"),
)


def path_of(name: str) -> str:
    """The operation's address, with numbers of nothing in its places."""
    path = re.sub(r"\{(bundle_id|batch_id)\}", NOTHING, name.partition(" ")[2])
    path = path.replace("{email}", f"{CANARY}@example.test").replace("{token}", CANARY)
    searched = f"?search={CANARY}" if name in SEARCHED else ""
    return re.sub(r"\{\w+\}", NOBODY, path) + QUERIES.get(name, searched)


def send(client: Client, name: str, body: bytes, *, look: list[str] | None = None) -> Any:
    """The answer, and then as if nothing had been asked; `look` gets what was written down."""
    cookies = {cookie: morsel.value for cookie, morsel in client.cookies.items()}
    with rolled_back():
        answer = client.generic(name.partition(" ")[0], path_of(name), body, content_type=JSON)
        if look is not None:
            look += [json.dumps(job) for job in ProcrastinateJob.objects.values_list("args")]
            look += [json.dumps(one) for one in AuditEntry.objects.values_list("details")]
    client.cookies = SimpleCookie(cookies)
    return answer


def body_of(name: str) -> bytes:
    return json.dumps(BODIES.get(name, {})).encode() if not name.startswith("GET") else b""


def typed(name: str) -> bytes:
    """The same, with the canary wherever a person types something about people."""
    personal = dict.fromkeys(PERSONAL, CANARY) | {"email": f"{CANARY}@example.test"}
    if name == "POST /api/contact":
        personal |= {"name": CANARY, "subject": CANARY, "message": f"{CANARY} and more"}
    body = {field: personal.get(field, value) for field, value in BODIES.get(name, {}).items()}
    return json.dumps(body).encode() if not name.startswith("GET") else b""


def fields_of(name: str) -> set[str]:
    method, path = name.split(" ")
    told = DOCUMENT["paths"][path][method.lower()]
    schema = told["requestBody"]["content"][JSON]["schema"]
    [reference] = re.findall(r"#/components/schemas/(\w+)", json.dumps(schema))
    return set(DOCUMENT["components"]["schemas"][reference]["properties"])


SEARCHED = {
    f"GET {path}"
    for path, methods in DOCUMENT["paths"].items()
    if any(one["name"] == "search" for one in methods.get("get", {}).get("parameters", []))
}
WITH_BODY = [
    f"{method.upper()} {path}"
    for path, methods in DOCUMENT["paths"].items()
    for method, told in methods.items()
    if "requestBody" in told
]


@pytest.fixture
def admin() -> Client:
    person("target")
    return caller("owner")


def test_a_field_nobody_asked_for_is_refused_and_changes_nothing(admin: Client) -> None:
    for name in WITH_BODY:
        unasked = {wish: value for wish, value in WISHES.items() if wish not in fields_of(name)}
        with CaptureQueriesContext(connection) as asked:
            answer = send(admin, name, json.dumps(BODIES.get(name, {}) | unasked).encode())
        assert answer.status_code == 422, name
        told = answer.json()["fields"]
        assert {told.get(wish) for wish in unasked} == {"This field isn't accepted."}, name
        changes = [one["sql"] for one in asked if one["sql"].startswith(("INSERT", "UPDATE"))]
        assert changes == [], name


def test_ten_megabytes_are_refused_by_every_operation(admin: Client) -> None:
    answers = {name: send(admin, name, TEN_MEGABYTES) for name in WITH_BODY}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(
        WITH_BODY, 413
    )


@pytest.mark.parametrize("role", ["student", "owner", "impersonating"])
def test_no_answer_to_a_person_may_be_kept(role: str) -> None:
    person("target")
    client = caller(role)
    kept = {
        item.name: answer.headers["Cache-Control"]
        for item in operations()
        for answer in [send(client, item.name, body_of(item.name))]
        if answer.headers["Cache-Control"] != "no-store"
    }
    # The catalogue is the same for everybody.
    assert set(kept) == {f"GET {path}" for path in PUBLIC}


@pytest.mark.parametrize(
    "path", ["/api/docs", "/api/openapi.json", "/api/redoc", "/admin/login/", "/__debug__/"]
)
def test_no_documentation_is_served(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["message"]) == (404, "Not found.")


def test_what_is_typed_anywhere_is_written_down_nowhere(log_lines: StringIO) -> None:
    person("target")
    written: list[str] = []
    for role in ("anonymous", "student", "owner"):
        client = caller(role)
        for item in operations():
            answer = send(client, item.name, typed(item.name), look=written)
            assert answer.status_code < 500, item.name
    lines = log_lines.getvalue()
    assert lines.count('"event": "request"') == 3 * len(list(operations()))
    assert "request_id" in "".join(written)
    assert [text for text in (lines, *written) if CANARY in text] == []
