"""Opening an account: which names, addresses and passwords are taken, and which are not."""

from collections import Counter
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from frontrow.accounts.models import Role, Session, User
from frontrow.core.text_fields import NOT_A_NAME
from tests.accounts.people import (
    PASSWORD,
    actions,
    browser,
    emails,
    log_in,
    person,
    post,
    refusal,
    register,
    session_key,
    told,
    who,
    with_session,
    wrong,
)
from tests.accounts.together import at_once

pytestmark = pytest.mark.django_db

LETTERS_ONLY = "Use letters, digits, spaces and . - _ @ +"
NOT_FREE = "That username isn't available."
NAME_TAKEN = "That username is already taken."
ADDRESS_TAKEN = "An account with this email address already exists."


def test_registering_signs_in_and_asks_to_prove_the_address(client: Client) -> None:
    answer = register(client, firstName="ada", lastName="")
    assert told(answer) == (200, {"next": "done"})
    user = User.objects.get()
    assert (user.username, user.email, user.first_name, user.last_name) == (
        "ada",
        "ada@example.test",
        "ada",
        "",
    )
    assert (user.role, user.status, user.is_demo) == ("STUDENT", "active", False)
    address = EmailAddress.objects.get()
    assert (address.user, address.primary, address.verified) == (user, True, False)
    assert client.get("/api/auth/user").json()["emailVerified"] is False
    assert [email.recipient for email in emails()] == ["ada@example.test"]
    assert actions() == ["registered"]


def test_a_session_from_before_gets_a_new_key(client: Client) -> None:
    person("eve")
    log_in(client, "eve")
    before = session_key(client)
    register(client)
    assert session_key(client) != before
    assert who(with_session(before)) == 401


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("username", "", "Username must be at least 3 characters"),
        ("username", "ab", "Username must be at least 3 characters"),
        ("username", "  ab  ", "Username must be at least 3 characters"),
        ("username", "ada/lovelace", LETTERS_ONLY),
        ("username", "<b>ada</b>", LETTERS_ONLY),
        ("username", "ada\u202egrace", LETTERS_ONLY),
        ("username", "ada\u200bgrace", LETTERS_ONLY),
        ("username", "ada\N{PARTY POPPER}", LETTERS_ONLY),
        ("username", "\uff21dmin", NOT_FREE),
        ("username", "ad.min", NOT_FREE),
        ("username", "Build Lab", NOT_FREE),
        ("username", "SUPPORT", NOT_FREE),
        ("username", "\ufdfa" * 10, "Username must be at most 64 characters"),
        ("username", "ad\nmin", "Must be a single line of text"),
        ("username", "a" * 65, "String must contain at most 64 character(s)"),
        ("email", "not-an-address", "Invalid email"),
        ("email", "ada@example.test\r\nBcc: x@example.test", "Invalid email"),
        ("email", "", "Invalid email"),
        ("password", "12345", "Password must be at least 6 characters"),
        ("password", "x" * 129, "Password must be at most 128 characters"),
        ("password", "x" * 1001, "String must contain at most 1000 character(s)"),
        ("firstName", "Ada\nBcc: x", "Must be a single line of text"),
        (
            "firstName",
            "Refund at WWW.evil.example",
            NOT_A_NAME,
        ),
        (
            "firstName",
            "https://evil.example",
            NOT_A_NAME,
        ),
        ("firstName", "x" * 65, "Enter a name of at most 60 characters"),
    ],
)
def test_what_cannot_be_taken_is_refused_by_its_field(
    client: Client, field: str, value: str, message: str
) -> None:
    status, body = told(register(client, **{field: value}))
    assert (status, body) == (422, wrong(**{field: message}))
    assert not User.objects.exists()
    assert not Session.objects.exists()
    assert emails() == []


@pytest.mark.parametrize(
    "password",
    ["password", "123456", "qwerty", "iloveyou", "Password1"],
)
def test_the_commonest_passwords_are_refused(client: Client, password: str) -> None:
    status, body = told(register(client, "ada.lovelace", password=password))
    assert (status, list(body["fields"])) == (422, ["password"])
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Zo\u00eb", "Zo\u00eb"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u5f20\u4f1f\u5f3a", "\u5f20\u4f1f\u5f3a"),
        ("\u041e\u043b\u0435\u0433 7", "\u041e\u043b\u0435\u0433 7"),
        ("Ada   Lovelace", "Ada Lovelace"),
        ("\uff41da", "ada"),
        ("ada+news@work_1-2.x", "ada+news@work_1-2.x"),
        ("a" * 64, "a" * 64),
    ],
)
def test_a_username_may_be_of_any_script(client: Client, typed: str, kept: str) -> None:
    assert register(client, typed, email="new@example.test").status_code == 200
    assert User.objects.get().username == kept
    for spelling in (typed, typed.upper(), kept):
        assert log_in(browser(), spelling).status_code == 200
    again = register(browser(), typed.upper(), email="other@example.test")
    assert told(again) == (409, refusal(NAME_TAKEN, username=NAME_TAKEN))


def test_a_username_that_is_somebodys_address_is_taken_and_never_opens_their_account() -> None:
    person()
    answer = register(browser(), "ADA@example.test", email="eve@example.test")
    assert told(answer) == (409, refusal(NAME_TAKEN, username=NAME_TAKEN))
    # Taken before its owner came: the owner's address still leads to the owner.
    squatter = register(browser(), "grace@example.test", email="eve@example.test")
    assert squatter.status_code == 200
    assert register(browser(), "grace", password="graces own word").status_code == 200
    owner = browser()
    assert log_in(owner, "grace@example.test", "graces own word").status_code == 200
    assert owner.get("/api/auth/user").json()["username"] == "grace"
    assert log_in(browser(), "grace@example.test", PASSWORD).status_code == 401


@pytest.mark.parametrize("password", ["zk3!vq", "x7" * 64, "пароль-длинный", " leading space "])
def test_six_to_128_characters_of_any_kind_are_accepted(client: Client, password: str) -> None:
    assert register(client, password=password).status_code == 200
    # Spaces around it are stripped at both doors alike.
    assert log_in(browser(), password=password).status_code == 200


@pytest.mark.parametrize("twin", ["ada", "ADA", "Ada"])
def test_a_name_that_differs_in_case_only_is_taken(client: Client, twin: str) -> None:
    person()
    answer = register(client, twin, email="other@example.test")
    assert told(answer) == (409, refusal(NAME_TAKEN, username=NAME_TAKEN))
    assert User.objects.count() == 1
    assert who(client) == 401


@pytest.mark.parametrize("twin", ["ada@example.test", "ADA@example.test", "ada@EXAMPLE.test"])
def test_an_address_that_differs_in_case_only_is_taken(client: Client, twin: str) -> None:
    person()
    answer = register(client, "other", email=twin)
    assert told(answer) == (409, refusal(ADDRESS_TAKEN, email=ADDRESS_TAKEN))
    assert User.objects.count() == 1


def test_an_address_typed_in_capitals_works_in_any_spelling(client: Client) -> None:
    register(client, email="Ada.Lovelace@Example.Test")
    assert User.objects.get().email == "ada.lovelace@example.test"
    for spelling in ("ada.lovelace@example.test", "Ada.Lovelace@Example.Test", "ADA"):
        assert log_in(browser(), spelling).status_code == 200


@pytest.mark.parametrize(
    "extra",
    [{"role": "ADMIN"}, {"isAdmin": True}, {"status": "active"}, {"isDemo": True}, {"id": 1}],
)
def test_nobody_writes_what_is_not_theirs_to_write(
    client: Client, extra: dict[str, object]
) -> None:
    status, body = told(
        post(
            client,
            "/api/auth/register",
            username="ada",
            email="ada@example.test",
            password=PASSWORD,
            **extra,
        )
    )
    [field] = extra
    assert (status, body) == (422, wrong(**{field: "This field isn't accepted."}))
    assert not User.objects.exists()


def test_twenty_accounts_an_hour_from_one_address_are_enough() -> None:
    for n in range(20):
        assert register(browser(), f"user{n}").status_code == 200
    answer = register(browser(), "one-too-many")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 3600
    assert User.objects.count() == 20
    assert register(browser("203.0.113.7"), "elsewhere").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_ten_who_want_one_name_at_once_one_gets_it() -> None:
    def try_to(n: int) -> Callable[[], int]:
        client = browser(f"203.0.113.{n}")
        return lambda: register(client, email=f"ada{n}@example.test").status_code

    statuses = Counter(at_once([try_to(n) for n in range(10)]))
    assert statuses == {200: 1, 409: 9}
    assert User.objects.get().role == Role.STUDENT
    assert EmailAddress.objects.count() == 1


def test_our_email_carries_no_strangers_words_to_an_unproven_address(client: Client) -> None:
    lure = "URGENT your refund waits at evil-refund.example"
    register(client, firstName=lure, lastName=lure)
    [email] = emails()
    for written in (email.subject, email.content, email.html):
        assert "evil-refund" not in written
        assert "ada" not in written.replace(email.recipient, "")
    assert email.content.startswith("Hello,")
    # Whoever proved the address is greeted by name.
    person("grace", first_name="Grace")
    post(browser(), "/api/auth/forgot-password", email="grace@example.test")
    assert emails()[-1].content.startswith("Hello Grace,")
