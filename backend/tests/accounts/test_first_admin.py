"""The first admin: one, whoever else asks at the same moment, and never a second time."""

import time
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from pydantic import SecretStr
from pytest_django import Settings

from frontrow.accounts import first_admin
from frontrow.accounts.models import FirstAdminLatch, Role, User, UserStatus
from tests.accounts.people import (
    actions,
    an_admin,
    browser,
    log_in,
    person,
    post,
    refusal,
    session_key,
    told,
    who,
    with_session,
)
from tests.accounts.together import at_once
from tests.faults.processes import report

pytestmark = pytest.mark.django_db

EXISTS = (409, refusal("An admin already exists."))
MAY_NOT = (403, refusal("This account may not become the first admin."))
CODE = "one-time-code-of-the-operator"


def bootstrap(client: Client, **body: str) -> tuple[int, Any]:
    return told(post(client, "/api/admin/bootstrap", **body))


def signed_in(name: str = "ada", **fields: Any) -> Client:
    client = browser()
    client.force_login(person(name, **fields))
    return client


def in_production(settings: Settings, **values: Any) -> None:
    settings.ENV = settings.ENV.model_copy(update={"ENVIRONMENT": "production", **values})


def admins() -> list[str]:
    return list(User.objects.filter(role=Role.ADMIN).values_list("username", flat=True))


def test_whoever_asks_first_is_the_admin() -> None:
    client = signed_in()
    assert client.get("/api/admin/exists").json() == {"adminsExist": False}
    assert bootstrap(client) == (200, {"message": "You are now an admin!"})
    assert admins() == ["ada"]
    assert client.get("/api/admin/exists").json() == {"adminsExist": True}
    assert client.get("/api/admin/audit").status_code == 200
    assert actions() == ["became first admin"]


def test_without_a_body_as_the_page_sends_it() -> None:
    client = signed_in()
    assert client.generic("POST", "/api/admin/bootstrap").status_code == 200


def test_the_session_key_changes() -> None:
    client = browser()
    person()
    log_in(client)
    before = session_key(client)
    bootstrap(client)
    assert session_key(client) != before
    assert (who(client), who(with_session(before))) == (200, 401)


def test_a_visitor_cannot() -> None:
    assert bootstrap(browser())[0] == 401
    assert admins() == []


def test_the_second_one_is_refused() -> None:
    bootstrap(signed_in())
    assert bootstrap(signed_in("eve")) == EXISTS
    assert admins() == ["ada"]


@pytest.mark.parametrize("loss", ["deleted", "demoted", "deactivated", "all and the role"])
def test_losing_every_admin_does_not_open_the_door_again(loss: str) -> None:
    bootstrap(signed_in())
    ada = User.objects.filter(username="ada")
    if loss == "deleted":
        ada.delete()
    elif loss == "demoted":
        ada.update(role=Role.STUDENT)
    else:
        ada.update(role=Role.STUDENT if "role" in loss else Role.ADMIN, status=UserStatus.INACTIVE)
    client = signed_in("eve")
    assert client.get("/api/admin/exists").json() == {"adminsExist": True}
    assert bootstrap(client) == EXISTS
    assert User.objects.get(username="eve").role == Role.STUDENT


def test_an_admin_made_by_hand_closes_it_too() -> None:
    an_admin()
    assert bootstrap(signed_in()) == EXISTS
    assert not FirstAdminLatch.objects.exists()


# In production


def test_production_wants_the_code(settings: Settings) -> None:
    in_production(settings, ADMIN_BOOTSTRAP_CODE=SecretStr(CODE))
    client = signed_in()
    for wrong in ({}, {"code": ""}, {"code": "guess"}, {"code": CODE + "x"}, {"code": "é"}):
        assert bootstrap(client, **wrong) == MAY_NOT
    assert (admins(), FirstAdminLatch.objects.exists()) == ([], False)
    assert bootstrap(client, code=CODE)[0] == 200
    assert admins() == ["ada"]


def test_without_a_code_set_none_is_right(settings: Settings) -> None:
    in_production(settings, ADMIN_BOOTSTRAP_CODE=SecretStr(""))
    assert bootstrap(signed_in(), code="") == MAY_NOT
    assert admins() == []


def test_the_code_cannot_be_guessed_at_will(settings: Settings) -> None:
    in_production(settings, ADMIN_BOOTSTRAP_CODE=SecretStr(CODE))
    client = signed_in()
    statuses = Counter(bootstrap(client, code=f"guess {n}")[0] for n in range(30))
    assert statuses == {403: 10, 429: 20}
    assert bootstrap(client, code=CODE)[0] == 429
    assert admins() == []


@pytest.mark.parametrize(
    ("email", "verified", "status"),
    [
        ("ada@example.test", True, 200),
        ("ADA@example.test", True, 200),
        ("ada@example.test", False, 403),
        ("eve@example.test", True, 403),
        ("ada@example.test.evil.test", True, 403),
    ],
)
def test_or_a_listed_address_that_was_proven(
    settings: Settings, email: str, verified: bool, status: int
) -> None:
    in_production(settings, ADMIN_EMAILS=" Ada@Example.test , root@example.test")
    client = signed_in(email=email, verified=verified)
    assert bootstrap(client)[0] == status
    assert admins() == (["ada"] if status == 200 else [])


# At the same moment


def fifty_at_once() -> Counter[int]:
    clients = [signed_in(f"user{n}") for n in range(50)]
    return Counter(
        at_once([lambda client=client: bootstrap(client)[0] for client in clients])  # type: ignore[misc]
    )


@pytest.mark.django_db(transaction=True)
def test_of_fifty_at_once_one_becomes_admin() -> None:
    statuses = fifty_at_once()
    report(f"50 first admins at once: {dict(statuses)}, {len(admins())} admin")
    assert statuses == {200: 1, 409: 49}
    assert len(admins()) == 1
    assert FirstAdminLatch.objects.get().user_id == User.objects.get(role=Role.ADMIN).pk


@pytest.fixture
def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    look = first_admin.admins_exist

    def look_and_hesitate() -> bool:
        found = look()
        time.sleep(0.1)
        return found

    monkeypatch.setattr(first_admin, "lock_until_commit", lambda lock: None)
    monkeypatch.setattr(first_admin, "admins_exist", look_and_hesitate)


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_the_latch_alone_still_lets_only_one_in(without_the_lock: None) -> None:
    assert fifty_at_once()[200] == 1
    assert len(admins()) == 1


@pytest.mark.django_db(transaction=True)
def test_control_without_lock_and_latch_there_are_several(
    without_the_lock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FirstAdminLatch.objects, "create", lambda **_: None)
    fifty_at_once()
    assert len(admins()) > 1
