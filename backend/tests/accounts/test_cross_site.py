"""No page of another site changes anything here: every operation, open ones included."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client

from frontrow.core.same_origin import SAFE_METHODS, SIGNED_PATHS
from tests.accounts.people import an_admin, browser, log_in, person, refusal, told, who
from tests.callers import BODIES
from tests.operations import operations
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

# What vendors' servers call is proved by a signature instead.
UNSAFE = sorted(
    item.name
    for item in operations()
    if item.method not in SAFE_METHODS and not item.path.startswith(SIGNED_PATHS)
)
EVERYTHING = ("accounts", "account", "socialaccount", "mfa", "messaging", "catalogue", "sales")
NOT_OURS = (403, refusal("This request didn't come from our site."))
FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.fixture
def desk() -> Client:
    """An admin, recently signed in: whatever is refused here is refused for its origin alone."""
    person("target")
    client = browser()
    sign_in_recently(client, an_admin())
    return client


def everything() -> dict[str, list[Any]]:
    models: list[type[Model]] = [m for a in EVERYTHING for m in apps.get_app_config(a).get_models()]
    return {m.__name__: list(m._default_manager.order_by("pk").values()) for m in models}


def call(name: str, cookies: Client, headers: dict[str, str], content_type: str) -> Any:
    method, path = name.split(" ", maxsplit=1)
    client = Client(headers=headers)
    client.cookies = cookies.cookies
    body = json.dumps(BODIES.get(name, {}))
    return client.generic(method, path.replace("{user_id}", "1"), body, content_type=content_type)


def test_there_are_operations_to_try() -> None:
    assert "POST /api/auth/login" in UNSAFE
    assert len(UNSAFE) >= 18


def test_a_foreign_page_is_refused_and_nothing_changes(desk: Client) -> None:
    before = everything()
    for name in UNSAFE:
        for headers in FOREIGN:
            response = call(name, desk, headers, "application/json")
            assert told(response) == NOT_OURS, name
            # No permission for other sites to read the answer either.
            assert not [it for it in response.headers if "access-control" in it.lower()], name
    assert everything() == before
    assert who(desk) == 200


def test_a_form_is_no_json_and_nothing_changes(desk: Client) -> None:
    before = everything()
    for name in UNSAFE:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            response = call(name, desk, {"Sec-Fetch-Site": "same-origin"}, kind)
            assert told(response) == (415, refusal("Send the body as application/json.")), name
    assert everything() == before


def test_nobody_is_signed_in_to_anothers_account_from_outside() -> None:
    person()
    client = Client(headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"})
    response = log_in(client)
    assert told(response) == NOT_OURS
    assert "session" not in client.cookies


@pytest.mark.parametrize("method", ["GET", "OPTIONS", "POST"])
def test_no_other_site_may_read_who_is_here(desk: Client, method: str) -> None:
    response = desk.generic(
        method,
        "/api/auth/user",
        headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"},
    )
    assert not [header for header in response.headers if "access-control" in header.lower()]
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
