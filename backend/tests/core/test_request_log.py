"""The log says what happened to which request, and nothing about whom."""

import io
import json
import logging
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from pytest_django import Settings

from frontrow.core.error_answers import answer_exception
from frontrow.core.json_logs import logging_settings, scrub
from frontrow.core.sentry import scrub_report
from tests.factories import make_purchase

pytestmark = pytest.mark.urls("tests.core.probe_urls")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = (root.handlers, root.level)
    logging_settings(level="INFO", as_json=True)
    stream = io.StringIO()
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    yield stream
    root.handlers = before[0]
    root.setLevel(before[1])


def read(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_one_json_line_with_its_route(client: Client, lines: io.StringIO) -> None:
    response = client.get("/api/search?page=7")
    [line] = read(lines)
    assert line.pop("ms") >= 0
    assert line.pop("at").endswith("Z")
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "frontrow.core.request_log",
        "method": "GET",
        "route": "api/search",
        "status": 200,
        "user_id": None,
        "request_id": response["X-Request-ID"],
    }


def test_the_proxys_request_id_is_kept_and_a_hostile_one_is_not(
    client: Client, settings: Settings
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    given = "0123456789abcdef0123456789abcdef"
    assert client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] == given
    for hostile in ["short", "a" * 65, 'x"},{"forged": "line', "ada@example.test"]:
        assert client.get("/healthz", headers={"X-Request-ID": hostile})["X-Request-ID"] != hostile


def test_a_bug_is_logged_with_its_trace_and_without_addresses_or_secrets(
    client: Client, lines: io.StringIO
) -> None:
    response = client.post("/api/broken", data="{}", content_type="application/json")
    bug = next(line for line in read(lines) if line["event"] == "unhandled error")
    assert bug["request_id"] == response["X-Request-ID"]
    assert "RuntimeError: [address] could not be charged with [secret]" in bug["exception"]
    assert "ada@example.test" not in lines.getvalue()
    assert "secret_abc" not in lines.getvalue()


@pytest.mark.django_db
def test_what_people_type_never_reaches_the_log(client: Client, lines: io.StringIO) -> None:
    client.get("/api/check/canary@example.test?email=canary@example.test&token=canarytoken")
    client.post(
        "/api/echo",
        data='{"fullName": "Canary Name", "password": "canarypass"}',
        content_type="application/json",
    )
    assert len(read(lines)) == 2
    assert "canary" not in lines.getvalue().lower()


@pytest.mark.django_db(transaction=True)
def test_a_rule_of_the_database_is_named_without_the_row_that_broke_it(lines: io.StringIO) -> None:
    with pytest.raises(IntegrityError) as caught:
        make_purchase(
            total_amount=Decimal(-1),
            guest_full_name="Ada\n\nLovelace",
            guest_phone="+15551234567",
            user=None,
        )
    assert answer_exception(caught.value).status_code == 500
    reported = scrub_report({"exception": {"values": [{"value": str(caught.value)}]}}, None)
    written = lines.getvalue() + str(reported)
    assert "purchases_amount_not_negative" in written
    for canary in ("Ada", "Lovelace", "15551234567", "guest@example"):
        assert canary not in written


def test_the_last_net_catches_addresses_and_keys() -> None:
    text = "to <ada.l+x@mail.example.co.uk> key sk_live_4eC39 hook whsec_9 pi_3_secret_Zz ok"
    assert scrub(text) == "to <[address]> key [secret] hook [secret] [secret] ok"
