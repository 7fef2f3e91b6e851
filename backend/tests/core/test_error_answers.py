"""Whatever goes wrong, people get a sentence and programs get one shape."""

import json
import logging

import pytest
from django.test import Client

pytestmark = pytest.mark.urls("tests.core.probe_urls")

JSON = "application/json"


CODES = {400: "malformed", 401: "sign_in_required", 403: "forbidden", 404: "not_found"} | {
    409: "conflict",
    418: "malformed",
    422: "invalid",
    503: "unavailable",
}


@pytest.mark.parametrize(
    ("path", "status", "message", "fields"),
    [
        ("/api/conflict", 409, "Beginner Bootcamp is sold out.", {}),
        (
            "/api/invalid",
            422,
            "Please check the highlighted fields.",
            {"endTime": "End date and time must be after start date and time"},
        ),
        ("/api/missing", 404, "Not found.", {}),
        ("/api/teapot", 418, "Short and stout.", {}),
        ("/api/no-such-route", 404, "Not found.", {}),
        ("/no-such-page", 404, "Not found.", {}),
        ("/api/for-signed-in", 401, "Please sign in.", {}),
        ("/api/for-admins", 401, "Please sign in.", {}),
        ("/api/without-gate", 403, "You don't have permission to do that.", {}),
        (
            "/api/database-away",
            503,
            "We're briefly unavailable. Please try again in a few seconds.",
            {},
        ),
    ],
)
def test_a_refusal_is_a_message_and_fields(
    client: Client, path: str, status: int, message: str, fields: dict[str, str]
) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response["Content-Type"] == JSON
    assert response.json() == {"code": CODES[status], "message": message, "fields": fields}


def test_a_database_that_is_away_asks_to_come_back(client: Client) -> None:
    assert client.get("/api/database-away")["Retry-After"] == "2"


@pytest.mark.django_db
def test_a_statement_that_takes_too_long_is_a_503(client: Client) -> None:
    assert client.get("/api/slow-statement").status_code == 503


@pytest.mark.parametrize(
    ("body", "status", "message", "fields"),
    [
        ("{", 400, "The request body isn't valid JSON.", {}),
        ('{"fullName": NaN}', 400, "The request body isn't valid JSON.", {}),
        ("[1]", 400, "The request body must be a JSON object.", {}),
        ('"text"', 400, "The request body must be a JSON object.", {}),
        (
            '{"fullName": "A\\u0000da"}',
            400,
            "The request body holds characters that can't be stored.",
            {},
        ),
        (
            '{"fullName": "\\ud800"}',
            400,
            "The request body holds characters that can't be stored.",
            {},
        ),
        ("{}", 422, "Please check the highlighted fields.", {"fullName": "Required"}),
        (
            '{"fullName": "Al"}',
            422,
            "Please check the highlighted fields.",
            {"fullName": "String must contain at least 3 character(s)"},
        ),
        (
            '{"fullName": "Ada L", "isAdmin": true}',
            422,
            "Please check the highlighted fields.",
            {"isAdmin": "This field isn't accepted."},
        ),
        (
            '{"full_name": "Ada L"}',
            422,
            "Please check the highlighted fields.",
            {"fullName": "Required", "full_name": "This field isn't accepted."},
        ),
    ],
)
def test_a_body_that_cannot_be_read_says_why(
    client: Client, body: str, status: int, message: str, fields: dict[str, str]
) -> None:
    response = client.post("/api/echo", data=body, content_type=JSON)
    assert response.status_code == status
    assert response.json() == {"code": CODES[status], "message": message, "fields": fields}


@pytest.mark.parametrize("depth", [30, 100_000])
def test_a_deeply_nested_body_is_refused(client: Client, depth: int) -> None:
    body = '{"fullName":' + "[" * depth + "]" * depth + "}"
    response = client.post("/api/echo", data=body, content_type=JSON)
    assert response.status_code == 400


def test_a_body_over_256_kilobytes_is_refused(client: Client) -> None:
    body = json.dumps({"fullName": "A" * 300_000})
    response = client.post("/api/echo", data=body, content_type=JSON)
    assert response.status_code == 413
    assert response.json() == {
        "code": "too_large",
        "message": "The request is too large.",
        "fields": {},
    }


def test_a_query_parameter_that_is_not_a_number_is_named(client: Client) -> None:
    response = client.get("/api/search?page=one")
    assert response.status_code == 422
    assert response.json()["fields"] == {"page": "Invalid input"}


def test_an_unknown_method_is_refused_in_words(client: Client) -> None:
    response = client.put("/api/echo", data="{}", content_type=JSON)
    assert response.status_code == 405
    assert response.json() == {
        "code": "method_not_allowed",
        "message": "That can't be done here.",
        "fields": {},
    }
    assert response["Allow"] == "POST"


def test_a_bug_is_a_500_that_tells_nothing(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.raise_request_exception = False
    with caplog.at_level(logging.ERROR):
        response = client.post("/api/broken", data="{}", content_type=JSON)
    assert response.status_code == 500
    assert response.json() == {
        "code": "internal_error",
        "message": "Something went wrong on our side. Please try again.",
        "fields": {},
    }
    assert [record.message for record in caplog.records] == ["unhandled error"]


def test_answers_are_camel_case_and_money_is_a_string(client: Client) -> None:
    response = client.post("/api/echo", data='{"fullName": " Ada L "}', content_type=JSON)
    assert response.json() == {"fullName": "Ada L", "totalAmount": "995.00", "note": None}
