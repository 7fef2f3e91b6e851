"""The identity stand-in is as strict as a real provider: it forgives no broken request."""

import base64
import hashlib
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
from django.conf import settings

from tests.faults.processes import free_port

BACK = "http://localhost:8000/api/auth/openid/callback"
VERIFIER = secrets.token_urlsafe(32)
DIGEST = hashlib.sha256(VERIFIER.encode()).digest()
REQUEST = {
    "client_id": "frontrow",
    "redirect_uri": BACK,
    "response_type": "code",
    "scope": "openid email",
    "state": "a-state",
    "code_challenge": base64.urlsafe_b64encode(DIGEST).rstrip(b"=").decode(),
    "code_challenge_method": "S256",
}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    number = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "standins.identity", f"--port={number}"],
        cwd=Path(settings.BASE_DIR),
    )
    deadline = time.monotonic() + 20
    while True:
        try:
            ask(number, "GET", "/jwks")
            break
        except OSError:
            assert time.monotonic() < deadline, "the stand-in did not start"
            time.sleep(0.05)
    yield number
    server.terminate()
    server.wait(timeout=5)


def ask(port: int, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
    """Status, body and Location."""
    caller = HTTPConnection("127.0.0.1", port, timeout=10)
    caller.request(method, path, body=body, headers=headers)
    response = caller.getresponse()
    answer = response.status, response.read().decode(), response.headers.get("Location", "")
    caller.close()
    return answer


def code(port: int, **form: str) -> str:
    filled = {**REQUEST, "email": "ada@example.test", "decision": "allow", **form}
    status, _, location = ask(port, "POST", "/authorize", urlencode(filled))
    assert (status, location.partition("?")[0]) == (302, BACK)
    return parse_qs(urlsplit(location).query)["code"][0]


def exchange(port: int, given: str, **changes: str) -> tuple[int, dict[str, Any]]:
    form = {
        "grant_type": "authorization_code",
        "code": given,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
        "client_id": "frontrow",
        "client_secret": "stand-in",
        **changes,
    }
    status, body, _ = ask(port, "POST", "/token", urlencode(form))
    return status, json.loads(body)


def claims(port: int, token: str) -> dict[str, Any]:
    keys = json.loads(ask(port, "GET", "/jwks")[1])
    key = jwt.PyJWKSet.from_dict(keys).keys[0].key
    issuer = f"http://localhost:{port}"
    return dict(jwt.decode(token, key, ["RS256"], audience="frontrow", issuer=issuer))


def test_a_code_becomes_a_signed_token_and_opens_the_userinfo(port: int) -> None:
    given = code(port, name="Ada Lovelace", verified="true", hd="corp.test", nonce="n-1")
    status, answer = exchange(port, given)
    assert status == 200
    told = claims(port, answer["id_token"])
    assert (told["email"], told["email_verified"]) == ("ada@example.test", True)
    assert (told["given_name"], told["family_name"], told["hd"]) == ("Ada", "Lovelace", "corp.test")
    assert told["nonce"] == "n-1"
    bearer = {"Authorization": f"Bearer {answer['access_token']}"}
    status, body, _ = ask(port, "GET", "/userinfo", **bearer)
    assert (status, json.loads(body)["sub"]) == (200, told["sub"])
    assert ask(port, "GET", "/userinfo", Authorization="Bearer invented")[0] == 401


def test_a_code_works_once(port: int) -> None:
    given = code(port)
    assert exchange(port, given)[0] == 200
    assert exchange(port, given) == (400, {"error": "invalid_grant"})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"code_verifier": "another"}, (400, {"error": "invalid_grant"})),
        ({"code_verifier": ""}, (400, {"error": "invalid_grant"})),
        ({"redirect_uri": "http://localhost/else"}, (400, {"error": "invalid_grant"})),
        ({"code": "invented"}, (400, {"error": "invalid_grant"})),
        ({"client_secret": "guess"}, (401, {"error": "invalid_client"})),
        ({"client_id": "somebody"}, (401, {"error": "invalid_client"})),
        ({"grant_type": "password"}, (400, {"error": "unsupported_grant_type"})),
    ],
)
def test_an_exchange_that_is_not_quite_right_is_refused(
    port: int, changes: dict[str, str], expected: tuple[int, dict[str, str]]
) -> None:
    assert exchange(port, code(port), **changes) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "somebody"},
        {"redirect_uri": "https://evil.example/callback"},
        {"response_type": "token"},
        {"scope": "email"},
        {"state": ""},
        {"code_challenge": ""},
        {"code_challenge_method": "plain"},
    ],
)
def test_a_request_that_is_not_quite_right_is_refused(port: int, changes: dict[str, str]) -> None:
    query = urlencode(REQUEST | changes)
    assert ask(port, "GET", f"/authorize?{query}")[0] == 400
    assert ask(port, "POST", "/authorize", query + "&decision=allow&email=a%40b.test")[0] == 400


def test_the_page_shows_the_form_and_runs_nothing_of_the_request(port: int) -> None:
    query = urlencode(REQUEST | {"state": '"><script>alert(1)</script>'})
    status, page, _ = ask(port, "GET", f"/authorize?{query}")
    assert (status, "<script>" in page) == (200, False)


def test_declining_sends_back_without_a_code(port: int) -> None:
    form = urlencode({**REQUEST, "email": "x", "decision": "deny"})
    _, _, location = ask(port, "POST", "/authorize", form)
    assert parse_qs(urlsplit(location).query) == {"state": ["a-state"], "error": ["access_denied"]}


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("wrong_issuer", jwt.InvalidIssuerError),
        ("wrong_audience", jwt.InvalidAudienceError),
        ("expired", jwt.ExpiredSignatureError),
        ("wrong_key", jwt.InvalidSignatureError),
        ("not_a_token", jwt.DecodeError),
    ],
)
def test_told_to_it_forges_the_next_answer_and_only_that(
    port: int, answer: str, error: type[Exception]
) -> None:
    ask(port, "POST", "/control", json.dumps({"answer": answer}))
    _, forged = exchange(port, code(port))
    with pytest.raises(error):
        claims(port, forged["id_token"])
    assert claims(port, exchange(port, code(port))[1]["id_token"])["email"] == "ada@example.test"
