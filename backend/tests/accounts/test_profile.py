"""One's own profile: what can be changed, and what stays whoever tries."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from frontrow.accounts.models import Role, User
from frontrow.core.text_fields import NOT_A_NAME
from tests.accounts.people import (
    actions,
    an_admin,
    browser,
    log_in,
    patch,
    person,
    send,
    told,
    wrong,
)
from tests.lock_waits import until_somebody_waits

pytestmark = pytest.mark.django_db

WHOLE = {"firstName": "Ada", "lastName": "Lovelace"}


@pytest.fixture
def ada(client: Client) -> User:
    user = person()
    log_in(client)
    return user


def test_it_is_read_and_written(client: Client, ada: User) -> None:
    changed = {**WHOLE, "phone": "+1 (555) 010-0199", "timezone": "Europe/Berlin"}
    expected = {
        "firstName": "Ada",
        "lastName": "Lovelace",
        "email": "ada@example.test",
        "username": "ada",
        "phone": "+15550100199",
        "timezone": "Europe/Berlin",
        "timezoneChoice": "chosen",
        "emailVerified": True,
    }
    assert told(patch(client, "/api/user/profile", **changed)) == (200, expected)
    assert client.get("/api/user/profile").json() == expected
    ada.refresh_from_db()
    assert ada.name_edited is True
    assert actions() == ["signed in", "changed profile"]


def test_a_name_left_as_it_was_is_not_an_edited_one(client: Client, ada: User) -> None:
    patch(client, "/api/user/profile", firstName="Ada", lastName="Person", phone="+15550100199")
    ada.refresh_from_db()
    assert (ada.name_edited, ada.phone) == (False, "+15550100199")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("phone", "555-0100", "Enter the number with its country code, like +1 555 010 0199"),
        ("phone", "+0123456789", "Enter the number with its country code, like +1 555 010 0199"),
        ("timezone", "Mars/Olympus", "Please select a valid timezone"),
        ("firstName", "Ada\r\nBcc: x@example.test", "Must be a single line of text"),
        ("firstName", "claim at evil.example/refund", NOT_A_NAME),
        ("lastName", "x" * 61, "Enter a name of at most 60 characters"),
        ("role", "ADMIN", "This field isn't accepted."),
        ("isAdmin", True, "This field isn't accepted."),
        ("status", "inactive", "This field isn't accepted."),
        ("isDemo", True, "This field isn't accepted."),
        ("email", "eve@example.test", "This field isn't accepted."),
        ("username", "root", "This field isn't accepted."),
        ("emailVerified", True, "This field isn't accepted."),
        ("nameEdited", True, "This field isn't accepted."),
        ("first_name", "Eve", "This field isn't accepted."),
        ("id", 1, "This field isn't accepted."),
    ],
)
def test_what_may_not_be_written_is_refused_and_nothing_changes(
    client: Client, ada: User, field: str, value: Any, message: str
) -> None:
    before = User.objects.values().get()
    answer = patch(client, "/api/user/profile", **{**WHOLE, field: value})
    assert told(answer) == (422, wrong(**{field: message}))
    assert User.objects.values().get() == before
    assert actions() == ["signed in"]


@pytest.mark.django_db(transaction=True)
def test_saving_the_profile_does_not_bring_back_a_role_taken_away_meanwhile() -> None:
    root = an_admin()
    client = browser()
    log_in(client, "root")
    with transaction.atomic():
        # Not committed yet: the profile is read with the old role, and waits to be written.
        User.objects.filter(pk=root.pk).update(role=Role.STUDENT, password="!")
        thread = threading.Thread(target=_save_profile, args=[client])
        thread.start()
        until_somebody_waits()
    thread.join(timeout=120)
    root.refresh_from_db()
    assert (root.first_name, root.role, root.password) == ("Ada", "STUDENT", "!")


def _save_profile(client: Client) -> None:
    assert patch(client, "/api/user/profile", **WHOLE).status_code == 200
    connection.close()


def test_a_profile_changes_twenty_times_an_hour_and_leaves_no_more_in_the_log() -> None:
    client = browser()
    client.force_login(person())
    answers = [
        patch(client, "/api/user/profile", firstName=f"Ada {n}", lastName="").status_code
        for n in range(23)
    ]
    assert answers == [200] * 20 + [429] * 3
    assert actions() == ["changed profile"] * 20
    assert User.objects.get().first_name == "Ada 19"


def test_whatever_somebody_changes_there_is_an_end_to_it() -> None:
    """Also where a route has no limit of its own; reading has none."""
    client = browser()
    client.force_login(person())
    path = "/api/user/sms-consent"
    answers = [send(client, "PUT", path, agrees=True).status_code for _ in range(302)]
    assert answers == [409] * 300 + [429] * 2
    assert client.get(path).status_code == 200
    other = browser()
    other.force_login(person("grace"))
    assert send(other, "PUT", path, agrees=True).status_code == 409
