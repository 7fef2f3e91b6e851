"""Seeing the site as a student: read-only, for an hour, both identities on record."""

import json
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from config.environment import Environment
from frontrow.accounts.impersonation import DEMO_STUDENT_EMAIL
from frontrow.accounts.models import AuditEntry, Role, User, UserStatus
from tests.accounts.people import (
    INVALID,
    PASSWORD,
    actions,
    an_admin,
    browser,
    emails,
    log_in,
    patch,
    person,
    post,
    refusal,
    send,
    session_key,
    told,
    who,
    with_session,
    wrong,
)
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

NOT_FOUND = (404, refusal("Not found."))
STUDENTS_ONLY = (403, refusal("Only active students can be impersonated."))
LOOKING_ONLY = (
    403,
    refusal("You're viewing the site as someone else. Stop impersonating to make changes."),
)


@pytest.fixture
def root() -> User:
    return an_admin()


@pytest.fixture
def ada() -> User:
    return person()


@pytest.fixture
def desk(root: User) -> Client:
    client = browser()
    sign_in_recently(client, root)
    return client


REASON = "Asked why the recording is missing"


def start(client: Client, **body: Any) -> tuple[int, Any]:
    return told(post(client, "/api/admin/impersonate/start", **{"reason": REASON, **body}))


def stop(client: Client) -> tuple[int, Any]:
    return told(post(client, "/api/admin/impersonate/stop"))


def effective_role(client: Client) -> str:
    return str(client.get("/api/auth/user").json()["effectiveRole"])


def test_an_admin_looks_at_the_site_as_a_student_and_comes_back(
    desk: Client, root: User, ada: User
) -> None:
    assert start(desk, targetUserId=ada.pk) == (
        200,
        {"message": "You're now viewing the site as Ada Person."},
    )
    assert desk.get("/api/auth/user").json() == {
        "id": root.pk,
        "email": "root@example.test",
        "username": "root",
        "firstName": "Root",
        "lastName": "Person",
        "role": "ADMIN",
        "effectiveRole": "STUDENT",
        "isAdmin": False,
        "rights": [],
        "isImpersonating": True,
        "impersonatedUser": {
            "firstName": "Ada",
            "lastName": "Person",
            "email": "ada@example.test",
        },
        "emailVerified": True,
        "hasPassword": True,
        "confirmsAt": [],
        "hasSecondFactor": False,
        "secondFactorRequired": False,
        "timezone": "",
        "timezoneChoice": "",
    }
    assert desk.get("/api/user/profile").json()["email"] == "ada@example.test"
    assert desk.get("/api/admin/audit").status_code == 403
    assert stop(desk) == (200, {"message": "Impersonation stopped."})
    assert effective_role(desk) == "ADMIN"
    entries = AuditEntry.objects.order_by("id").values_list(
        "action", "actor_id", "acting_as_id", "subject_type", "subject_id"
    )
    assert list(entries) == [
        ("started impersonation", root.pk, None, "user", str(ada.pk)),
        ("stopped impersonation", root.pk, ada.pk, "user", str(ada.pk)),
    ]


def visits(client: Client) -> Any:
    return client.get("/api/user/account-visits").json()


def test_the_student_reads_who_looked_at_their_account_when_and_why(
    desk: Client, root: User, ada: User
) -> None:
    eve = person("eve")
    start(desk, targetUserId=ada.pk)
    stop(desk)
    [entry] = AuditEntry.objects.filter(action="started impersonation")
    assert entry.details == {"reason": REASON}
    theirs = browser()
    sign_in_recently(theirs, ada)
    [visit] = visits(theirs)
    assert (visit["by"], visit["reason"]) == ("Root Person", REASON)
    assert datetime.fromisoformat(visit["at"]) - entry.created_at < timedelta(seconds=1)
    # Another student is told nothing of it, and a member who left is named no more.
    others = browser()
    sign_in_recently(others, eve)
    assert visits(others) == []
    root.delete()
    assert visits(theirs)[0]["by"] == "A former member of the team"


@pytest.mark.parametrize("reason", ["", "  ", "ok"])
def test_nobody_looks_at_a_students_account_without_a_reason(
    desk: Client, ada: User, reason: str
) -> None:
    told_why = wrong(reason="Say why. The student can read it in their profile.")
    assert start(desk, targetUserId=ada.pk, reason=reason) == (422, told_why)
    assert actions() == []
    assert effective_role(desk) == "ADMIN"


def test_the_session_key_changes_at_both_ends(desk: Client, ada: User) -> None:
    keys = [session_key(desk)]
    start(desk, targetUserId=ada.pk)
    keys.append(session_key(desk))
    stop(desk)
    keys.append(session_key(desk))
    assert len(set(keys)) == 3
    assert [who(with_session(key)) for key in keys] == [401, 401, 200]


def test_nothing_can_be_changed_meanwhile(desk: Client, ada: User) -> None:
    start(desk, targetUserId=ada.pk)
    before = list(User.objects.order_by("pk").values())
    answer = patch(desk, "/api/user/profile", firstName="Eve", lastName="Evil")
    assert told(answer) == LOOKING_ONLY
    refused = patch(desk, "/api/user/profile", firstName="Eve", lastName="Evil")
    assert json.loads(refused.content)["code"] == "read_only_impersonation"
    assert told(post(desk, "/api/auth/sign-out-everywhere")) == LOOKING_ONLY
    assert list(User.objects.order_by("pk").values()) == before
    assert actions() == ["started impersonation"]


@pytest.mark.parametrize("fields", [{"role": Role.ADMIN}, {"status": UserStatus.INACTIVE}])
def test_only_active_students_can_be_looked_at_as(desk: Client, fields: dict[str, Any]) -> None:
    target = person("target", **fields)
    assert start(desk, targetUserId=target.pk) == STUDENTS_ONLY
    assert effective_role(desk) == "ADMIN"
    assert actions() == []


@pytest.mark.parametrize(
    "body",
    [
        {"targetUserId": 999_999},
        {"targetUserId": 10**30},
        {"role": "ADMIN"},
        {},
        {"targetUserId": None, "role": None},
    ],
)
def test_nobody_to_look_as_is_not_found(desk: Client, body: dict[str, Any]) -> None:
    assert start(desk, **body) == NOT_FOUND
    assert actions() == []


def test_an_unknown_role_is_refused(desk: Client) -> None:
    assert start(desk, role="OWNER")[0] == 422


def test_an_impersonation_does_not_nest(desk: Client, ada: User) -> None:
    eve = person("eve")
    start(desk, targetUserId=ada.pk)
    assert start(desk, targetUserId=eve.pk) == LOOKING_ONLY
    assert desk.get("/api/auth/user").json()["impersonatedUser"]["email"] == ada.email
    assert actions() == ["started impersonation"]


def test_stopping_what_never_started_is_a_409(desk: Client) -> None:
    assert stop(desk) == (409, refusal("You aren't impersonating anyone."))


def test_it_ends_after_an_hour(desk: Client, ada: User) -> None:
    start(desk, targetUserId=ada.pk)
    now = time.time()
    with time_machine.travel(now + 59 * 60):
        assert effective_role(desk) == "STUDENT"
    with time_machine.travel(now + 60 * 60 + 1):
        assert effective_role(desk) == "ADMIN"
        assert desk.get("/api/user/profile").json()["email"] == "root@example.test"


def test_after_an_hour_the_open_forms_work_again_too(desk: Client, ada: User) -> None:
    start(desk, targetUserId=ada.pk)
    with time_machine.travel(time.time() + 60 * 60 + 1):
        answer = post(desk, "/api/auth/forgot-password", email="ada@example.test")
        assert answer.status_code == 200


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"role": Role.STUDENT}, "STUDENT"),
        ({"role": Role.FINANCE}, "FINANCE"),
        ({"status": UserStatus.INACTIVE}, None),
    ],
)
def test_it_ends_when_the_admin_is_one_no_longer(
    desk: Client, root: User, ada: User, change: dict[str, str], expected: str | None
) -> None:
    start(desk, targetUserId=ada.pk)
    User.objects.filter(pk=root.pk).update(**change)
    assert who(desk) == (200 if expected else 401)
    if expected:
        answer = desk.get("/api/auth/user").json()
        assert (answer["isImpersonating"], answer["role"]) == (False, expected)
    assert desk.get("/api/user/profile").status_code == (200 if expected else 401)
    if expected:
        assert desk.get("/api/user/profile").json()["email"] == "root@example.test"


@pytest.mark.parametrize("change", [{"role": Role.COACH}, {"status": UserStatus.INACTIVE}])
def test_it_ends_when_the_student_is_one_no_longer(
    desk: Client, ada: User, change: dict[str, str]
) -> None:
    start(desk, targetUserId=ada.pk)
    User.objects.filter(pk=ada.pk).update(**change)
    assert effective_role(desk) == "ADMIN"
    assert desk.get("/api/user/profile").json()["email"] == "root@example.test"


def test_it_ends_when_the_student_is_deleted(desk: Client, ada: User) -> None:
    start(desk, targetUserId=ada.pk)
    ada.delete()
    assert effective_role(desk) == "ADMIN"


def test_signing_out_ends_both(desk: Client, ada: User) -> None:
    start(desk, targetUserId=ada.pk)
    desk.get("/api/logout", headers={"Sec-Fetch-Dest": "document"})
    assert who(desk) == 401
    last = AuditEntry.objects.order_by("id").last()
    assert last is not None
    assert (last.action, last.acting_as_id) == ("signed out", ada.pk)


# The demo student


def test_a_role_alone_means_the_demo_student(desk: Client) -> None:
    assert start(desk, role="STUDENT")[0] == 200
    demo = User.objects.get(email=DEMO_STUDENT_EMAIL)
    assert (demo.is_demo, demo.role, demo.has_usable_password()) == (True, "STUDENT", False)
    stop(desk)
    assert start(desk, role="STUDENT")[0] == 200
    assert User.objects.filter(is_demo=True).count() == 1


@pytest.mark.parametrize("taken", [{"username": "test.student"}, {"email": DEMO_STUDENT_EMAIL}])
def test_a_real_person_is_never_taken_for_the_demo_student(
    desk: Client, taken: dict[str, Any]
) -> None:
    real = person("somebody", **taken)
    status, body = start(desk, role="STUDENT")
    assert (status, body["message"]) == (
        409,
        "The demo student's name or address belongs to another account.",
    )
    assert effective_role(desk) == "ADMIN"
    assert list(User.objects.exclude(role=Role.ADMIN)) == [real]
    assert not User.objects.get(pk=real.pk).is_demo


@pytest.mark.parametrize(("demo_tools", "status"), [(False, 404), (True, 200)])
def test_production_offers_it_unless_it_is_switched_off(
    desk: Client, settings: Settings, demo_tools: bool, status: int
) -> None:
    settings.ENV = settings.ENV.model_copy(
        update={"ENVIRONMENT": "production", "DEMO_TOOLS": demo_tools}
    )
    assert start(desk, role="STUDENT")[0] == status
    assert User.objects.filter(is_demo=True).exists() is demo_tools


def test_demo_tools_are_on_unless_somebody_says_otherwise() -> None:
    assert Environment.model_fields["DEMO_TOOLS"].default is True


def test_as_the_demo_student_one_may_do_what_a_student_may(desk: Client, root: User) -> None:
    start(desk, role="STUDENT")
    changed = patch(desk, "/api/user/profile", firstName="Demo", lastName="Person")
    assert told(changed)[1]["firstName"] == "Demo"
    demo = User.objects.get(is_demo=True)
    assert (demo.first_name, demo.last_name) == ("Demo", "Person")
    assert User.objects.get(pk=root.pk).first_name == "Root"
    last = AuditEntry.objects.order_by("id").last()
    assert last is not None
    assert (last.action, last.actor_id, last.acting_as_id) == ("changed profile", root.pk, demo.pk)
    # Still no admin meanwhile.
    assert desk.get("/api/admin/audit").status_code == 403
    assert post(desk, "/api/admin/seed-test-student").status_code == 403


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/auth/change-password", {"newPassword": "a different staple"}),
        ("POST", "/api/auth/sign-out-everywhere", {}),
        ("POST", "/api/auth/resend-verification", {}),
        ("POST", "/api/user/second-factor/start", {}),
        ("DELETE", "/api/user/second-factor", {}),
        ("POST", "/api/user/delete-account", {"confirmation": "root@example.test"}),
        ("POST", "/api/auth/forgot-password", {"email": "ada@example.test"}),
    ],
)
def test_nobodys_ways_in_are_changed_even_then(
    desk: Client, method: str, path: str, body: dict[str, str]
) -> None:
    start(desk, role="STUDENT")
    before = list(User.objects.order_by("pk").values())
    assert told(send(desk, method, path, **body)) == LOOKING_ONLY
    assert list(User.objects.order_by("pk").values()) == before
    assert effective_role(desk) == "STUDENT"


@pytest.mark.parametrize("name", ["test.student", DEMO_STUDENT_EMAIL])
def test_nobody_signs_in_as_the_demo_student(desk: Client, name: str) -> None:
    start(desk, role="STUDENT")
    demo = User.objects.get(is_demo=True)
    assert told(log_in(browser(), name, "!")) == (401, INVALID)
    post(browser(), "/api/auth/forgot-password", email=DEMO_STUDENT_EMAIL)
    assert emails() == []
    # Not even with a password that somebody put there.
    demo.set_password(PASSWORD)
    demo.save()
    client = browser()
    assert told(log_in(client, name)) == (401, INVALID)
    assert who(client) == 401
