"""Signing out: a person's own navigation does it, another site's image does not."""

from urllib.parse import quote

import pytest
from django.test import Client

from frontrow.accounts.models import AuditEntry, Session
from tests.accounts.people import actions, browser, log_in, person, post, told, who

pytestmark = pytest.mark.django_db

IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors"}
NAVIGATION = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document"}


def out(cookies: Client, headers: dict[str, str], query: str = "") -> str:
    """Ask for the sign-out with these headers only; where it leads."""
    client = Client(headers=headers)
    client.cookies = cookies.cookies
    response = client.get(f"/api/logout{query}")
    assert response.status_code == 302
    return str(response["Location"])


@pytest.fixture
def ada() -> Client:
    person()
    client = browser()
    log_in(client)
    return client


@pytest.mark.parametrize(
    "headers",
    [
        NAVIGATION,
        {"Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document"},
    ],
)
def test_a_persons_own_navigation_signs_out(ada: Client, headers: dict[str, str]) -> None:
    key = ada.cookies["session"].value
    assert out(ada, headers) == "/"
    assert not Session.objects.filter(session_key=key).exists()
    assert who(ada) == 401
    assert actions() == ["signed in", "signed out"]
    assert AuditEntry.objects.last().actor_id is not None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        (IMAGE, ""),
        (IMAGE, "?confirmed=1"),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, ""),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, "?confirmed=1"),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "document"}, ""),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe"}, ""),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image"}, ""),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"}, ""),
        ({"Sec-Fetch-Site": "", "Sec-Fetch-Dest": "document"}, "?confirmed=1"),
        ({}, ""),
    ],
)
def test_anything_else_leads_to_a_page_that_asks(
    ada: Client, headers: dict[str, str], query: str
) -> None:
    assert out(ada, headers, query) == "/auth/logout"
    assert who(ada) == 200
    assert "signed out" not in actions()


def test_an_old_browser_confirms(ada: Client) -> None:
    assert out(ada, {}, "?confirmed=1") == "/"
    assert who(ada) == 401


def test_a_visitor_is_sent_home_and_leaves_no_entry() -> None:
    assert out(browser(), NAVIGATION) == "/"
    assert actions() == []


def test_signing_out_everywhere_ends_every_session_but_nobody_elses(ada: Client) -> None:
    person("grace")
    phone, grace = browser(), browser()
    log_in(phone)
    log_in(grace, "grace")
    answer = post(ada, "/api/auth/sign-out-everywhere")
    assert told(answer) == (200, {"message": "You're signed out on every device."})
    assert (who(ada), who(phone), who(grace)) == (401, 401, 200)
    assert actions()[-1] == "signed out everywhere"


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/auth/login", "/auth/login"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\\evil.example", "/"),
    ],
)
def test_signing_out_can_lead_to_another_page_of_ours(
    ada: Client, wanted: str, leads_to: str
) -> None:
    assert out(ada, NAVIGATION, f"?returnTo={quote(wanted)}") == leads_to
    assert who(ada) == 401
