"""Drives the identity stand-in as a browser would: its page, its form, and the way back."""

import http.client
import json
import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from django.test import Client

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PORT = 8019
# The stand-in sends browsers back to loopback addresses only.
OUR_HOST = "127.0.0.1"
STARTS = {"openid": "/api/login", "google": "/api/auth/google"}
CALLBACKS = {name: f"/api/auth/{name}/callback" for name in STARTS}


def visitor() -> Client:
    return Client(headers={"Sec-Fetch-Site": "same-origin"}, SERVER_NAME=OUR_HOST)


def ask(method: str, path: str, body: str = "", kind: str = "") -> http.client.HTTPResponse:
    caller = http.client.HTTPConnection(OUR_HOST, PORT, timeout=10)
    caller.request(method, path, body=body, headers={"Content-Type": kind} if kind else {})
    response = caller.getresponse()
    response.body = response.read().decode()  # type: ignore[attr-defined]
    caller.close()
    return response


def body_of(response: http.client.HTTPResponse) -> str:
    return str(response.body)  # type: ignore[attr-defined]


def answer_next(name: str) -> None:
    """Make the provider's next token answer a forged one."""
    assert ask("POST", "/control", json.dumps({"answer": name})).status == 200


@dataclass(frozen=True)
class Flow:
    """One sign-in under way: who gives it, and where the browser was sent."""

    provider: str
    location: str

    def agree(self, **form: str) -> str:
        """Fill in the provider's form; the address it sends the browser back to."""
        parts = urlsplit(self.location)
        page = ask("GET", f"{parts.path}?{parts.query}")
        assert page.status == 200, body_of(page)
        hidden = re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', body_of(page))
        filled = {unescape(name): unescape(value) for name, value in hidden}
        filled |= {"decision": "allow", "verified": "true", "email": "ada@example.test", **form}
        decided = ask("POST", "/authorize", urlencode(filled), "application/x-www-form-urlencoded")
        assert decided.status == 302, body_of(decided)
        back = urlsplit(decided.headers["Location"])
        assert (back.hostname, back.path) == (OUR_HOST, CALLBACKS[self.provider])
        return f"{back.path}?{back.query}"


def begin(client: Client, provider: str, return_to: str | None = None) -> Flow:
    query = {} if return_to is None else {"returnTo": return_to}
    response = client.get(STARTS[provider], query_params=query)
    assert response.status_code == 302
    assert response["Location"].startswith(f"http://localhost:{PORT}/authorize?")
    return Flow(provider, response["Location"])


def sign_in_with(
    client: Client, provider: str = "openid", *, return_to: str | None = None, **form: str
) -> "Answer":
    """The whole way there and back; our answer to the browser's return."""
    back = begin(client, provider, return_to).agree(**form)
    return client.get(back)


def landing(client: Client, response: "Answer") -> str:
    """Where the browser comes to rest, past our own signposts."""
    location = response["Location"]
    if location.startswith("/api/auth/to/"):
        location = client.get(location)["Location"]
    return str(location)
