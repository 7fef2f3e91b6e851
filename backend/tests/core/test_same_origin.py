"""A page on another site cannot make a visitor's browser act here."""

import pytest
from django.test import Client

pytestmark = pytest.mark.urls("tests.core.probe_urls")

BODY = '{"fullName": "Ada L"}'
JSON = "application/json"


def post(headers: dict[str, str], content_type: str = JSON, path: str = "/api/echo") -> int:
    response = Client(headers=headers).post(path, data=BODY, content_type=content_type)
    return response.status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://testserver"},
        {},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    ],
)
def test_our_own_pages_and_programs_pass(headers: dict[str, str]) -> None:
    assert post(headers) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": ""},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": "http://testserver@evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "https://testserver"},
        {"Origin": "http://testserver:8080"},
    ],
)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_sites_are_refused(headers: dict[str, str], method: str) -> None:
    response = getattr(Client(headers=headers), method)("/api/echo", data=BODY, content_type=JSON)
    assert response.status_code == 403
    assert response.json() == {
        "code": "forbidden",
        "message": "This request didn't come from our site.",
        "fields": {},
    }


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""],
)
def test_a_body_must_be_json(content_type: str) -> None:
    assert post({"Sec-Fetch-Site": "same-origin"}, content_type) == 415


def test_a_foreign_page_may_read_nothing_and_link_to_us() -> None:
    response = Client(
        headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
    ).get("/api/search?page=1")
    assert response.status_code == 200
    assert "Access-Control-Allow-Origin" not in response


def test_a_signed_webhook_comes_from_elsewhere() -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert post(headers, "text/plain", "/api/webhooks/vendor") == 200


def test_a_foreign_host_is_refused() -> None:
    response = Client(headers={"Host": "evil.example"}).get("/healthz")
    assert response.status_code == 400
    assert response.json() == {
        "code": "malformed",
        "message": "The request couldn't be read.",
        "fields": {},
    }
