"""The way to an identity provider and back: who may start it, and which address is told there."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import log_in, person
from tests.accounts.stand_in import CALLBACKS, OUR_HOST, STARTS, begin, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("providers")]


@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Host": "127.0.0.1:9999"},
        {"X-Forwarded-Proto": "http", "X-Forwarded-Ssl": "off", "X-Forwarded-Host": "evil.test"},
    ],
)
def test_the_provider_is_told_our_public_address_whatever_the_request_says(
    provider: str, headers: dict[str, str], settings: Settings
) -> None:
    settings.SITE_URL = "https://bootcamps.example.org"
    flow = begin(Client(headers={**headers}, SERVER_NAME=OUR_HOST), provider)
    told = parse_qs(urlsplit(flow.location).query)["redirect_uri"]
    assert told == [f"https://bootcamps.example.org{CALLBACKS[provider]}"]


@pytest.mark.parametrize("provider", ["openid", "google"])
@pytest.mark.parametrize("site", ["cross-site", "same-site", ""])
def test_another_sites_link_starts_no_sign_in_and_changes_no_session(
    provider: str, site: str
) -> None:
    person()
    client = visitor()
    log_in(client)
    response = client.get(STARTS[provider], headers={"Sec-Fetch-Site": site})
    assert (response.status_code, response["Location"]) == (302, "/auth/login")
    assert client.get("/api/auth/user").json()["username"] == "ada"
    # Their own click on our page still leads there.
    assert begin(client, provider).location


class Elsewhere(BaseHTTPRequestHandler):
    """A provider that sends whoever asks it on to another path, and notes what is asked."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/inner")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None: ...


def test_a_provider_that_sends_us_elsewhere_is_not_followed(settings: Settings) -> None:
    server = ThreadingHTTPServer((OUR_HOST, 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    [app] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    address = f"http://{OUR_HOST}:{server.server_port}"
    moved = {**app, "settings": {**app["settings"], "server_url": address}}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [moved]}}
    response = visitor().get(STARTS["openid"])
    server.shutdown()
    server.server_close()
    assert response["Location"] == "/auth/login?error=openid"
    assert Elsewhere.asked == ["/.well-known/openid-configuration"]
