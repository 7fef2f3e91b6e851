"""Granting roles, deactivating and activating: and an active admin is always left."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from frontrow.accounts import lifecycle
from frontrow.accounts.models import AuditEntry, Role, User, UserStatus
from tests.accounts.people import (
    actions,
    an_admin,
    browser,
    log_in,
    patch,
    person,
    refusal,
    told,
    who,
    wrong,
)
from tests.accounts.together import at_once, take_locks_away
from tests.faults.processes import report
from tests.signing_in import sign_in_recently
from tests.sizes import size

pytestmark = pytest.mark.django_db

ROUNDS = size("LAST_ADMIN_ROUNDS")
LAST = (409, refusal("The last active admin can't be demoted or deactivated."))
NOT_FOUND = (404, refusal("Not found."))


@pytest.fixture
def root() -> User:
    return an_admin()


def desk(admin: User) -> Client:
    client = browser()
    sign_in_recently(client, admin)
    return client


def grant(client: Client, user: User, role: str) -> tuple[int, Any]:
    return told(patch(client, f"/api/admin/users/{user.pk}/role", role=role))


def switch(client: Client, user: User, how: str) -> tuple[int, Any]:
    return told(patch(client, f"/api/admin/users/{user.pk}/{how}"))


def active_admins() -> int:
    return User.objects.filter(role=Role.ADMIN, status=UserStatus.ACTIVE).count()


def test_an_admin_makes_another_and_takes_it_back(root: User) -> None:
    ada = person()
    client = desk(root)
    assert grant(client, ada, "ADMIN") == (
        200,
        {"id": ada.pk, "email": ada.email, "role": "ADMIN", "status": "active"},
    )
    assert active_admins() == 2
    assert grant(client, ada, "STUDENT")[1]["role"] == "STUDENT"
    entries = AuditEntry.objects.order_by("id").values_list(
        "actor_id", "action", "subject_id", "details"
    )
    assert list(entries) == [
        (root.pk, "granted role", str(ada.pk), {"role": "ADMIN", "was": "STUDENT"}),
        (root.pk, "granted role", str(ada.pk), {"role": "STUDENT", "was": "ADMIN"}),
    ]


def test_a_demoted_admin_is_a_student_from_the_next_call_on(root: User) -> None:
    other = an_admin("other")
    theirs = desk(other)
    assert theirs.get("/api/admin/audit").status_code == 200
    grant(desk(root), other, "STUDENT")
    assert theirs.get("/api/admin/audit").status_code == 403
    assert who(theirs) == 200


def test_granting_what_one_has_changes_nothing(root: User) -> None:
    assert grant(desk(root), root, "ADMIN")[0] == 200
    assert actions() == []


def test_the_last_active_admin_cannot_demote_themself(root: User) -> None:
    an_admin("gone", status=UserStatus.INACTIVE)
    assert grant(desk(root), root, "STUDENT") == LAST
    assert active_admins() == 1
    assert actions() == []


def test_one_of_two_may(root: User) -> None:
    an_admin("other")
    assert grant(desk(root), root, "STUDENT")[0] == 200
    assert active_admins() == 1


def test_nobody_deactivates_themself(root: User) -> None:
    an_admin("other")
    assert switch(desk(root), root, "deactivate") == (
        409,
        refusal("You can't deactivate yourself."),
    )
    assert active_admins() == 2


def test_a_deactivated_person_is_out_everywhere_and_can_be_let_in_again(root: User) -> None:
    ada = person()
    phone, laptop = browser(), browser()
    log_in(phone)
    log_in(laptop)
    client = desk(root)
    assert switch(client, ada, "deactivate") == (
        200,
        {"id": ada.pk, "email": ada.email, "role": "STUDENT", "status": "inactive"},
    )
    assert (who(phone), who(laptop), ada.sessions.count()) == (401, 401, 0)
    assert switch(client, ada, "deactivate") == (
        409,
        refusal("Only active users can be deactivated."),
    )
    assert switch(client, ada, "activate")[1]["status"] == "active"
    assert switch(client, ada, "activate") == (409, refusal("This user is already active."))
    assert who(phone) == 401
    assert log_in(phone).status_code == 200
    assert actions()[2:] == ["deactivated", "activated", "signed in"]


@pytest.mark.parametrize("pk", [0, 999_999, 2**63, 10**30])
@pytest.mark.parametrize("how", ["role", "deactivate", "activate"])
def test_nobody_is_not_found(root: User, pk: int, how: str) -> None:
    body = {"role": "ADMIN"} if how == "role" else {}
    answer = patch(desk(root), f"/api/admin/users/{pk}/{how}", **body)
    assert told(answer) == NOT_FOUND


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"role": "OWNER"}, {"role": "Invalid input"}),
        ({"role": "admin"}, {"role": "Invalid input"}),
        ({}, {"role": "Required"}),
        ({"role": "STUDENT", "isAdmin": True}, {"isAdmin": "This field isn't accepted."}),
    ],
)
def test_only_the_two_roles_can_be_granted(
    root: User, body: dict[str, Any], fields: dict[str, str]
) -> None:
    ada = person()
    answer = patch(desk(root), f"/api/admin/users/{ada.pk}/role", **body)
    assert told(answer) == (422, wrong(**fields))
    assert User.objects.get(username="ada").role == Role.STUDENT


# Two admins against each other


def demoting(client: Client, user: User) -> Callable[[], int]:
    return lambda: grant(client, user, "STUDENT")[0]


def deactivating(client: Client, user: User) -> Callable[[], int]:
    return lambda: switch(client, user, "deactivate")[0]


def rounds_without_an_admin(count: int) -> int:
    """How many of so many rounds of two admins removing each other leave none."""
    one, other = an_admin("one"), an_admin("other")
    empty = 0
    for n in range(count):
        User.objects.update(role=Role.ADMIN, status=UserStatus.ACTIVE)
        act = deactivating if n % 2 else demoting
        statuses = at_once([act(desk(one), other), act(desk(other), one)])
        assert set(statuses) <= {200, 401, 403, 409}
        empty += active_admins() == 0
    return empty


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_remove_each_other_at_once_leave_one() -> None:
    empty = rounds_without_an_admin(ROUNDS)
    report(f"{ROUNDS} rounds of two admins against each other: {empty} without an admin")
    assert empty == 0


@pytest.mark.django_db(transaction=True)
def test_control_without_the_locks_some_round_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    take_locks_away(monkeypatch)
    check = lifecycle._keep_one_admin

    def check_and_hesitate(*, besides: User) -> None:
        check(besides=besides)
        time.sleep(0.03)

    monkeypatch.setattr(lifecycle, "_keep_one_admin", check_and_hesitate)
    assert rounds_without_an_admin(10) > 0
