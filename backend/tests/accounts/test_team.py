"""A team at the desk: what each role may do, and who may change whom."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from frontrow.accounts import gates, rights
from frontrow.accounts.models import Role, User, UserStatus
from frontrow.accounts.rights import Right
from tests.accounts.people import (
    actions,
    an_admin,
    browser,
    patch,
    person,
    post,
    refusal,
    send,
    told,
)
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

TEAM = (Role.ADMIN, Role.SUPPORT, Role.FINANCE, Role.COACH)
OWNERS_ALONE = refusal("Only an owner can change the account of someone who works at the desk.")
NOT_INCLUDED = refusal("Your role doesn't include this.")


def at_desk(role: Role, name: str = "") -> tuple[Client, User]:
    client, user = browser(), person(name or role.lower(), role=role)
    sign_in_recently(client, user)
    return client, user


def test_everybody_is_told_what_they_may_do() -> None:
    told_to = {
        role: at_desk(role)[0].get("/api/auth/user").json()["rights"]
        for role in (*TEAM, Role.STUDENT)
    }
    assert told_to == {
        Role.ADMIN: sorted(Right),
        Role.SUPPORT: ["coaching", "desk", "impersonate", "messages", "people", "room", "seats"],
        Role.FINANCE: ["desk", "money"],
        Role.COACH: ["own_coaching", "room"],
        Role.STUDENT: [],
    }


def test_an_owner_gives_each_role_and_it_holds_from_the_next_call_on() -> None:
    owner, _ = at_desk(Role.ADMIN)
    theirs, ada = at_desk(Role.STUDENT, "ada")
    seen = {}
    for role in (Role.SUPPORT, Role.FINANCE, Role.COACH, Role.STUDENT):
        assert patch(owner, f"/api/admin/users/{ada.pk}/role", role=role).status_code == 200
        asked = ("messages", "reconciliation", "audit", "summary")
        seen[role] = [theirs.get(f"/api/admin/{path}").status_code for path in asked]
    assert seen == {
        Role.SUPPORT: [200, 403, 403, 200],
        Role.FINANCE: [403, 200, 403, 200],
        Role.COACH: [403, 403, 403, 403],
        Role.STUDENT: [403, 403, 403, 403],
    }
    assert actions() == ["granted role"] * 4


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.FINANCE, Role.COACH])
def test_nobody_else_gives_or_takes_a_role(role: Role) -> None:
    client, me = at_desk(role)
    target = person("target")
    for whom in (me, target):
        answer = patch(client, f"/api/admin/users/{whom.pk}/role", role="ADMIN")
        assert told(answer) == (403, NOT_INCLUDED)
    assert set(User.objects.values_list("role", flat=True)) == {role, Role.STUDENT}


def test_support_opens_accounts_for_students_and_for_nobody_else() -> None:
    client, _ = at_desk(Role.SUPPORT)
    new = {"email": "new@example.test", "firstName": "New", "lastName": "Person"}
    for role in TEAM:
        answer = post(client, "/api/admin/create-user", **new, role=role)
        assert told(answer) == (403, NOT_INCLUDED)
    assert not User.objects.filter(email="new@example.test").exists()
    assert post(client, "/api/admin/create-user", **new).status_code == 200
    assert User.objects.get(email="new@example.test").role == Role.STUDENT


@pytest.mark.parametrize("role", TEAM)
@pytest.mark.parametrize(
    ("method", "how"), [("PATCH", "/deactivate"), ("PATCH", "/activate"), ("DELETE", "")]
)
def test_support_changes_the_account_of_nobody_who_works_at_the_desk(
    method: str, how: str, role: Role
) -> None:
    client, _ = at_desk(Role.SUPPORT)
    an_admin("somebody else")
    status = UserStatus.INACTIVE if how == "/activate" else UserStatus.ACTIVE
    target = person("target", role=role, status=status)
    student = person("student", status=status)
    path = "/api/admin/users/{}" + how
    assert told(send(client, method, path.format(target.pk))) == (403, OWNERS_ALONE)
    target.refresh_from_db()
    assert target.status == status
    # A student's account is theirs to change, and everybody's is the owner's.
    assert send(client, method, path.format(student.pk)).status_code == 200
    owner, _ = at_desk(Role.ADMIN)
    assert send(owner, method, path.format(target.pk)).status_code == 200


@pytest.mark.parametrize("role", TEAM)
def test_nobody_looks_at_the_site_as_one_of_the_team(role: Role) -> None:
    target = person("target", role=role)
    for who in (Role.ADMIN, Role.SUPPORT):
        client, _ = at_desk(who, f"looking {who}")
        answer = post(
            client, "/api/admin/impersonate/start", targetUserId=target.pk, reason="Asked for help"
        )
        assert told(answer) == (403, refusal("Only active students can be impersonated."))
        assert client.get("/api/auth/user").json()["isImpersonating"] is False
    assert actions() == []


def test_a_demoted_supporter_sees_the_student_no_longer() -> None:
    client, me = at_desk(Role.SUPPORT)
    student = person("student")
    assert (
        post(
            client, "/api/admin/impersonate/start", targetUserId=student.pk, reason="Asked for help"
        ).status_code
        == 200
    )
    assert client.get("/api/user/profile").json()["email"] == student.email
    User.objects.filter(pk=me.pk).update(role=Role.FINANCE)
    assert client.get("/api/user/profile").json()["email"] == me.email
    User.objects.filter(pk=me.pk).update(role=Role.SUPPORT)
    # What has ended stays so, also when the role comes back.
    assert client.get("/api/user/profile").json()["email"] == me.email


@pytest.mark.parametrize(
    ("role", "path"),
    [
        (Role.SUPPORT, "/api/admin/summary"),
        (Role.FINANCE, "/api/admin/reconciliation"),
        (Role.COACH, "/api/coach/desk"),
    ],
)
def test_where_a_second_factor_is_required_every_role_needs_one(
    role: Role, path: str, settings: Settings
) -> None:
    client, _ = at_desk(role)
    assert client.get(path).status_code != 403
    settings.ENV = settings.ENV.model_copy(update={"ADMIN_SECOND_FACTOR_REQUIRED": True})
    assert told(client.get(path)) == (
        403,
        refusal("Set up two-step verification before you continue."),
    )


def test_the_matrix_would_notice_a_right_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the role matrix: the gate goes by the table, at every call."""
    client, _ = at_desk(Role.SUPPORT)
    path = "/api/admin/statistics/revenue"
    assert client.get(path).status_code == 403
    more: dict[Role, Any] = {**rights.RIGHTS, Role.SUPPORT: frozenset({Right.MONEY})}
    monkeypatch.setattr(rights, "RIGHTS", more)
    assert client.get(path).status_code == 200
    assert client.get("/api/admin/summary").status_code == 403
    assert gates.needs(Right.MONEY) in gates.GATES
