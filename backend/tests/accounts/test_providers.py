"""Signing in with an outside provider: who is let into which account, and who into none."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import Role, Session, User, UserStatus
from tests.accounts.people import (
    PASSWORD,
    actions,
    browser,
    emails,
    key_in,
    log_in,
    person,
    post,
    told,
    who,
)
from tests.accounts.stand_in import (
    CALLBACKS,
    answer_next,
    begin,
    landing,
    sign_in_with,
    visitor,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("providers")]

TAKEN = "/auth/login?error=address_taken"
DEACTIVATED = "/auth/login?error=deactivated"


def me(client: Client) -> str:
    return str(client.get("/api/auth/user").json()["username"])


def refused(client: Client, landed: str, expected: str) -> bool:
    """Sent to the page, and nobody is signed in."""
    assert landed == expected
    assert who(client) == 401
    return not Session.objects.filter(user__isnull=False).exists()


# Whom an address leads to


def test_a_coach_lands_at_their_desk() -> None:
    coach = person()
    coach.role = Role.COACH
    coach.save()
    assert sign_in_with(visitor())["Location"] == "/coach"


def test_a_vouched_for_address_leads_to_the_account_that_proved_it() -> None:
    ada = person()
    client = visitor()
    response = sign_in_with(client)
    assert (response.status_code, response["Location"]) == (302, "/portal")
    assert me(client) == "ada"
    assert SocialAccount.objects.get().user == ada
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize("verified", ["false", "missing", "text-false", "text-true"])
def test_an_address_nobody_vouches_for_leads_to_no_account(provider: str, verified: str) -> None:
    ada = person(email="ada@gmail.com")
    client = visitor()
    response = sign_in_with(client, provider, email="ada@gmail.com", verified=verified)
    assert refused(client, landing(client, response), TAKEN)
    assert list(User.objects.all()) == [ada]
    assert not SocialAccount.objects.exists()
    assert ada.check_password(PASSWORD)


def test_the_same_address_under_another_id_is_another_person_unless_vouched_for() -> None:
    person()
    first = visitor()
    sign_in_with(first, sub="ada-1")
    other = visitor()
    response = sign_in_with(other, sub="mallory-1", verified="false")
    assert landing(other, response) == TAKEN
    assert who(other) == 401
    assert list(SocialAccount.objects.values_list("uid", flat=True)) == ["ada-1"]


def test_whoever_changes_their_address_there_stays_who_they_are_here() -> None:
    ada = person()
    sign_in_with(visitor(), sub="ada-1")
    client = visitor()
    sign_in_with(client, sub="ada-1", email="ada@elsewhere.test")
    assert me(client) == "ada"
    assert User.objects.get().email == ada.email


def test_an_address_changed_to_a_victims_leads_to_ones_own_account() -> None:
    person("victim")
    sign_in_with(visitor(), sub="mallory-1", email="mallory@example.test", name="Mallory M")
    client = visitor()
    sign_in_with(client, sub="mallory-1", email="victim@example.test")
    assert me(client) == "Mallory"
    assert User.objects.get(username="victim").email == "victim@example.test"


@pytest.mark.parametrize(
    ("email", "hd"),
    [("ada@gmail.com", ""), ("Ada@GMAIL.com", ""), ("ada@corp.test", "corp.test")],
)
def test_google_decides_about_its_own_mailboxes_and_its_customers(email: str, hd: str) -> None:
    ada = person(email=email.lower())
    client = visitor()
    response = sign_in_with(client, "google", email=email, hd=hd)
    assert response["Location"] == "/portal"
    assert SocialAccount.objects.get().user == ada


@pytest.mark.parametrize(
    ("email", "hd"),
    [
        ("ada@corp.test", ""),
        ("ada@corp.test", "evil.test"),
        ("ada@evil-gmail.com", ""),
        ("ada@gmail.com.evil.test", "gmail.com"),
        ("ada@sub.corp.test", "corp.test"),
    ],
)
def test_google_decides_about_no_other_domain(email: str, hd: str) -> None:
    person(email=email)
    client = visitor()
    response = sign_in_with(client, "google", email=email, hd=hd)
    assert refused(client, landing(client, response), TAKEN)
    assert not SocialAccount.objects.exists()


# New people


def test_an_unknown_person_gets_an_account_with_a_proven_address_and_no_password() -> None:
    client = visitor()
    response = sign_in_with(client, email="Grace@Example.test", name="Grace Hopper")
    assert response["Location"] == "/portal"
    grace = User.objects.get()
    assert (grace.email, grace.first_name, grace.last_name) == (
        "grace@example.test",
        "Grace",
        "Hopper",
    )
    assert (grace.role, grace.status, grace.has_usable_password()) == ("STUDENT", "active", False)
    address = EmailAddress.objects.get()
    assert (address.user, address.email, address.primary, address.verified) == (
        grace,
        "grace@example.test",
        True,
        True,
    )
    assert me(client) == "Grace"


@pytest.mark.parametrize("verified", ["false", "missing", "text-false", "text-true"])
@pytest.mark.parametrize("provider", ["openid", "google"])
def test_an_unproven_address_of_a_new_person_counts_as_unproven(
    provider: str, verified: str
) -> None:
    sign_in_with(visitor(), provider, email="grace@gmail.com", verified=verified)
    assert EmailAddress.objects.get().verified is False


def test_google_proves_no_address_of_a_domain_it_does_not_run() -> None:
    sign_in_with(visitor(), "google", email="grace@corp.test")
    assert EmailAddress.objects.get().verified is False


def test_a_second_grace_gets_a_name_of_her_own() -> None:
    for n in range(3):
        sign_in_with(visitor(), email=f"g{n}@example.test", name="Grace H")
    assert sorted(User.objects.values_list("username", flat=True)) == ["Grace", "Grace2", "Grace3"]


@pytest.mark.parametrize(
    "wish", ["ada/corp", "\uff21dmin", "admin", "Ad min", "ada@example.test", "x"]
)
def test_a_name_the_provider_suggests_obeys_our_rules(wish: str) -> None:
    person()
    client = visitor()
    response = sign_in_with(
        client, email="new@example.test", name="New One", preferred_username=wish
    )
    assert response["Location"] == "/portal"
    assert me(client) == "New"


@pytest.mark.parametrize("email", ["", "not-an-address"])
def test_without_an_address_there_is_no_account(email: str) -> None:
    client = visitor()
    response = sign_in_with(client, email=email, sub="nameless")
    assert refused(client, landing(client, response), "/auth/login?error=openid")
    assert not User.objects.exists()


def test_signing_in_with_a_provider_is_on_record() -> None:
    sign_in_with(visitor(), email="grace@example.test")
    sign_in_with(visitor(), email="grace@example.test")
    assert actions() == ["registered", "signed in"]


# Accounts opened with somebody else's address


def test_an_account_that_never_proved_its_address_loses_password_and_sessions() -> None:
    attacker = browser()
    log_in_after_registering(attacker)
    owner = visitor()
    response = sign_in_with(owner)
    assert response["Location"] == "/portal"
    assert me(owner) == "ada"
    assert who(attacker) == 401
    assert log_in(browser()).status_code == 401
    assert not User.objects.get().has_usable_password()
    assert EmailAddress.objects.get().verified is True


def log_in_after_registering(client: Client) -> None:
    person(verified=False)
    assert log_in(client).status_code == 200


def test_a_provider_that_vouched_for_nothing_loses_its_way_in_too() -> None:
    attacker = visitor()
    sign_in_with(attacker, "openid", sub="mallory-1", email="ada@gmail.com", verified="false")
    assert who(attacker) == 200
    owner = visitor()
    sign_in_with(owner, "google", sub="ada-1", email="ada@gmail.com")
    assert who(owner) == 200
    assert who(attacker) == 401
    assert list(SocialAccount.objects.values_list("provider", "uid")) == [("google", "ada-1")]
    again = visitor()
    response = sign_in_with(
        again, "openid", sub="mallory-1", email="ada@gmail.com", verified="false"
    )
    assert landing(again, response) == TAKEN


@pytest.mark.parametrize("way", ["verify", "reset"])
def test_so_it_does_when_the_owner_proves_the_address_by_email(way: str) -> None:
    attacker = visitor()
    sign_in_with(attacker, sub="mallory-1", verified="false")
    if way == "verify":
        post(attacker, "/api/auth/resend-verification")
        [email] = emails()
        answer = post(browser(), "/api/auth/verify-email", key=key_in(email))
        assert told(answer)[1]["passwordKey"]
    else:
        post(browser(), "/api/auth/forgot-password", email="ada@example.test")
        [email] = emails()
        changed = post(browser(), "/api/auth/reset-password", key=key_in(email), password=PASSWORD)
        assert changed.status_code == 200
    assert who(attacker) == 401
    again = visitor()
    response = sign_in_with(again, sub="mallory-1", verified="false")
    assert landing(again, response) == TAKEN
    assert who(again) == 401


# Deactivated people


@pytest.mark.parametrize("linked_before", [True, False])
def test_a_deactivated_person_is_told_so_and_gets_no_session(linked_before: bool) -> None:
    ada = person()
    if linked_before:
        sign_in_with(visitor())
    User.objects.filter(pk=ada.pk).update(status=UserStatus.INACTIVE)
    Session.objects.all().delete()
    client = visitor()
    response = sign_in_with(client)
    assert refused(client, landing(client, response), DEACTIVATED)
    assert SocialAccount.objects.exists() is linked_before
    assert User.objects.get().check_password(PASSWORD)


# Forged answers


@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize(
    "answer", ["wrong_issuer", "wrong_audience", "expired", "not_a_token", "server_error"]
)
def test_a_forged_token_signs_nobody_in(provider: str, answer: str) -> None:
    person()
    client = visitor()
    back = begin(client, provider).agree(email="ada@example.test")
    answer_next(answer)
    response = client.get(back)
    assert response.status_code == 302
    assert refused(client, response["Location"], f"/auth/login?error={provider}")
    assert not SocialAccount.objects.exists()
    assert User.objects.count() == 1


def altered(back: str, **changes: str | None) -> str:
    """The way back with parts of its query replaced, or taken out."""
    path, _, query = back.partition("?")
    parts: dict[str, str | None] = {name: values[0] for name, values in parse_qs(query).items()}
    parts |= changes
    return f"{path}?{urlencode({k: v for k, v in parts.items() if v is not None})}"


def forged_state(provider: str) -> tuple[Client, str]:
    client = visitor()
    return client, altered(begin(client, provider).agree(), state="invented00000000")


def missing_state(provider: str) -> tuple[Client, str]:
    client = visitor()
    return client, altered(begin(client, provider).agree(), state=None)


def state_of_another_browser(provider: str) -> tuple[Client, str]:
    """Login CSRF: the attacker's own way back, opened in the victim's browser."""
    victim = visitor()
    begin(victim, provider)
    return victim, begin(visitor(), provider).agree(email="mallory@example.test")


def missing_code(provider: str) -> tuple[Client, str]:
    client = visitor()
    return client, altered(begin(client, provider).agree(), code=None)


def invented_code(provider: str) -> tuple[Client, str]:
    client = visitor()
    return client, altered(begin(client, provider).agree(), code="invented")


def code_of_another_flow(provider: str) -> tuple[Client, str]:
    """A stolen code under one's own state: the PKCE verifier is another one."""
    client = visitor()
    stolen = parse_qs(urlsplit(begin(visitor(), provider).agree()).query)["code"][0]
    return client, altered(begin(client, provider).agree(), code=stolen)


def refused_by_the_person(provider: str) -> tuple[Client, str]:
    client = visitor()
    return client, begin(client, provider).agree(decision="deny")


def error_instead_of_code(provider: str) -> tuple[Client, str]:
    client = visitor()
    back = begin(client, provider).agree()
    return client, altered(back, error="<script>alert(1)</script>")


def state_of_the_other_provider(provider: str) -> tuple[Client, str]:
    """A mix-up: what one provider was asked is answered at the other's door."""
    client = visitor()
    other = "google" if provider == "openid" else "openid"
    query = begin(client, other).agree().partition("?")[2]
    return client, f"{CALLBACKS[provider]}?{query}"


def nothing_at_all(provider: str) -> tuple[Client, str]:
    return visitor(), CALLBACKS[provider]


FORGERIES = [
    forged_state,
    missing_state,
    state_of_another_browser,
    missing_code,
    invented_code,
    code_of_another_flow,
    refused_by_the_person,
    error_instead_of_code,
    state_of_the_other_provider,
    nothing_at_all,
]


@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_way_back_signs_nobody_in(provider: str, forge: object) -> None:
    assert callable(forge)
    client, back = forge(provider)
    response = client.get(back)
    assert response.status_code == 302
    assert refused(client, response["Location"], f"/auth/login?error={provider}")
    assert not User.objects.exists()
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("provider", ["openid", "google"])
def test_a_way_back_works_once(provider: str) -> None:
    client = visitor()
    back = begin(client, provider).agree(email="ada@gmail.com")
    assert client.get(back)["Location"] == "/portal"
    thief = visitor()
    assert thief.get(back)["Location"] == f"/auth/login?error={provider}"
    assert client.get(back)["Location"] == f"/auth/login?error={provider}"
    assert who(thief) == 401
    assert User.objects.count() == 1


def test_a_way_back_older_than_ten_minutes_is_no_way_back() -> None:
    client = visitor()
    back = begin(client, "openid").agree()
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=10, seconds=1)):
        assert client.get(back)["Location"] == "/auth/login?error=openid"
    assert not User.objects.exists()


# Providers that are away or not there


@pytest.mark.parametrize("provider", ["openid", "google", "nobody"])
def test_a_provider_that_is_not_configured_is_no_error_of_ours(
    provider: str, settings: Settings
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = {}
    query = {"code": "x", "state": "y"}
    response = visitor().get(f"/api/auth/{provider}/callback", query_params=query)
    assert (response.status_code, response["Location"]) == (302, "/auth/login")


def test_a_provider_that_does_not_answer_leads_back_to_our_form(settings: Settings) -> None:
    client = visitor()
    back = begin(client, "openid").agree()
    [app] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    gone = {**app, "settings": {**app["settings"], "server_url": "http://127.0.0.1:1"}}
    settings.SOCIALACCOUNT_PROVIDERS = {
        **settings.SOCIALACCOUNT_PROVIDERS,
        "openid_connect": {**settings.SOCIALACCOUNT_PROVIDERS["openid_connect"], "APPS": [gone]},
    }
    assert client.get(back)["Location"] == "/auth/login?error=openid"
    assert visitor().get("/api/login")["Location"] == "/auth/login?error=openid"
    assert not User.objects.exists()


def test_a_provider_that_does_not_answer_forgets_nothing(settings: Settings) -> None:
    [app] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    gone = {**app, "settings": {**app["settings"], "server_url": "http://127.0.0.1:1"}}
    settings.SOCIALACCOUNT_PROVIDERS = {
        **settings.SOCIALACCOUNT_PROVIDERS,
        "openid_connect": {**settings.SOCIALACCOUNT_PROVIDERS["openid_connect"], "APPS": [gone]},
    }
    response = visitor().get("/api/login", query_params={"returnTo": "/profile"})
    assert response["Location"] == "/auth/login?error=openid&returnTo=%2Fprofile"


def test_whoever_wants_to_choose_gets_the_page_with_every_method() -> None:
    """Pages send people here who are not signed in, and some of them only have a password."""
    query = {"returnTo": "/admin/purchases?status=refunded", "choose": "true"}
    response = visitor().get("/api/login", query_params=query)
    assert (response.status_code, response["Location"]) == (
        302,
        "/auth/login?returnTo=%2Fadmin%2Fpurchases%3Fstatus%3Drefunded",
    )
    assert visitor().get("/api/login", query_params={"choose": "true"})["Location"] == "/auth/login"
    # Whoever asks for the provider still gets the provider.
    straight = visitor().get("/api/login", query_params={"returnTo": "/profile"})
    assert not straight["Location"].startswith("/auth/login")


def test_the_page_knows_which_methods_there_are(settings: Settings) -> None:
    assert visitor().get("/api/auth/methods").json() == {
        "openid": True,
        "openidName": settings.ENV.OPENID_NAME,
        "google": True,
    }
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert visitor().get("/api/auth/methods").json()["google"] is False
