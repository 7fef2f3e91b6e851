"""The Zoom stand-in is as strict as Zoom says it is, and fails as it is told to."""

import base64
import html
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.fakes.zoom import CREDENTIALS, GRANT, MEETING, ZoomServer, signature

ADA = {"email": "ada@example.test", "first_name": "Ada", "last_name": "Lovelace"}


@pytest.fixture
def zoom(shared_zoom: ZoomServer) -> ZoomServer:
    shared_zoom.reset()
    return shared_zoom


def made(zoom: ZoomServer, **changes: Any) -> int:
    said = zoom.call("POST", "/users/me/meetings", MEETING | changes)
    assert said.status_code == 201, said.text
    return int(said.json()["id"])


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"auth": ("standin-client", "wrong"), "data": GRANT}, 401),
        ({"data": GRANT}, 401),
        ({"auth": CREDENTIALS, "data": GRANT | {"grant_type": "client_credentials"}}, 400),
        ({"auth": CREDENTIALS, "data": GRANT | {"account_id": "other"}}, 400),
        ({"auth": CREDENTIALS, "json": GRANT}, 400),
        ({"auth": CREDENTIALS, "data": GRANT}, 200),
    ],
)
def test_a_token_is_given_for_the_right_form_and_secret_only(
    zoom: ZoomServer, given: Any, status: int
) -> None:
    assert zoom.open("POST", "/oauth/token", **given).status_code == status


def test_a_call_needs_a_token_that_has_not_expired(zoom: ZoomServer) -> None:
    token = zoom.token()

    def ask(value: str) -> tuple[int, int | None]:
        said = zoom.open("GET", "/v2/users/me/meetings", headers={"Authorization": value})
        return said.status_code, said.json().get("code")

    basic = base64.b64encode(b":".join(part.encode() for part in CREDENTIALS)).decode()
    assert ask(f"Bearer {token}") == (200, None)
    assert ask("Bearer wrong") == ask(f"Basic {basic}") == ask("") == (401, 124)
    zoom.control("POST", "clock", {"advance_seconds": 3601})
    assert ask(f"Bearer {token}") == (401, 124)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"topic": "x" * 201}, "topic"),
        ({"topic": ""}, "topic"),
        ({"agenda": "x" * 2001}, "agenda"),
        ({"type": 1}, "type"),
        ({"duration": 0}, "duration"),
        ({"duration": 90.5}, "duration"),
        ({"timezone": "Asia/Mumbai"}, "timezone"),
        ({"start_time": "tomorrow"}, "start_time"),
        ({"start_time": "2031-10-09T22:00:00+02:00"}, "start_time"),
        ({"start_time": "2031-13-09T22:00:00Z"}, "start_time"),
        ({"settings": {"approval_type": 7}}, "settings.approval_type"),
        ({"settings": {"auto_recording": "disk"}}, "settings.auto_recording"),
        ({"host": "me"}, "host"),
    ],
)
def test_a_field_that_zoom_would_refuse_is_refused(
    zoom: ZoomServer, change: Any, field: str
) -> None:
    said = zoom.call("POST", "/users/me/meetings", MEETING | change)
    assert (said.status_code, said.json()["code"]) == (400, 300)
    assert [error["field"] for error in said.json()["errors"]] == [field]
    assert zoom.meetings() == []


def test_a_local_start_needs_its_zone(zoom: ZoomServer) -> None:
    local = {**MEETING, "start_time": "2031-10-09T16:00:00"}
    assert made(zoom, start_time="2031-10-09T16:00:00")
    del local["timezone"]
    assert zoom.call("POST", "/users/me/meetings", local).status_code == 400


def test_a_meeting_is_made_for_its_own_host_only(zoom: ZoomServer) -> None:
    said = zoom.call("POST", "/users/nobody@example.test/meetings", MEETING)
    assert (said.status_code, said.json()["code"]) == (404, 1001)


def test_a_meeting_is_read_changed_and_removed(zoom: ZoomServer) -> None:
    number = made(zoom)
    assert zoom.call("PATCH", f"/meetings/{number}", {"topic": "Moved"}).status_code == 204
    read = zoom.call("GET", f"/meetings/{number}").json()
    assert (read["topic"], read["duration"]) == ("Moved", 180)
    assert zoom.call("DELETE", f"/meetings/{number}").status_code == 204
    for method in ("GET", "PATCH", "DELETE"):
        gone = zoom.call(method, f"/meetings/{number}", {} if method == "PATCH" else None)
        assert (gone.status_code, gone.json()["code"]) == (404, 3001)


def test_each_answer_has_a_start_link_of_its_own_that_lasts_two_hours(zoom: ZoomServer) -> None:
    number = made(zoom)
    first, second = (zoom.call("GET", f"/meetings/{number}").json()["start_url"] for _ in range(2))
    assert first != second

    def opens(url: str) -> int:
        path = url[url.index("/s/") :]
        return zoom.open("GET", path).status_code

    assert (opens(first), opens(second)) == (200, 200)
    zoom.control("POST", "clock", {"advance_seconds": 7201})
    assert (opens(first), opens(second)) == (403, 403)


def test_lists_come_in_pages_with_only_the_beginning_of_an_agenda(zoom: ZoomServer) -> None:
    numbers = sorted(made(zoom, agenda=str(n) * 300) for n in range(5))
    zoom.control("POST", "pages", {"size": 2})
    seen: list[int] = []
    token = ""
    while True:
        query = {"page_size": "300", "type": "scheduled", "next_page_token": token}
        page = zoom.call("GET", "/users/me/meetings", params=query).json()
        assert {len(row["agenda"]) for row in page["meetings"]} == {250}
        seen += [row["id"] for row in page["meetings"]]
        token = page["next_page_token"]
        if not token:
            break
    assert sorted(seen) == numbers
    assert zoom.call("GET", "/users/me/meetings", params={"page_size": "301"}).status_code == 400


def test_nobody_registers_where_registration_is_off(zoom: ZoomServer) -> None:
    number = made(zoom, settings={"approval_type": 2})
    assert zoom.call("POST", f"/meetings/{number}/registrants", ADA).status_code == 404
    assert "registration_url" not in zoom.call("GET", f"/meetings/{number}").json()


def test_one_address_has_one_place_until_it_is_canceled(zoom: ZoomServer) -> None:
    path = f"/meetings/{made(zoom)}/registrants"
    first = zoom.call("POST", path, ADA).json()
    assert zoom.call("POST", path, ADA | {"email": "ADA@example.test"}).json() == first
    cancel = {"action": "cancel", "registrants": [{"id": first["registrant_id"]}]}
    assert zoom.call("PUT", f"{path}/status", cancel).status_code == 204
    assert zoom.call("GET", path).json()["registrants"] == []
    link = first["join_url"]
    assert zoom.open("GET", link[link.index("/w/") :]).status_code == 403
    again = zoom.call("POST", path, ADA).json()
    assert again["registrant_id"] != first["registrant_id"]


@pytest.mark.parametrize(
    "person", [{"first_name": "Ada"}, {"email": "ada"}, ADA | {"first_name": ""}, ADA | {"x": 1}]
)
def test_a_registrant_needs_an_address_and_a_first_name(zoom: ZoomServer, person: Any) -> None:
    path = f"/meetings/{made(zoom)}/registrants"
    assert zoom.call("POST", path, person).status_code == 400


def test_who_joins_with_a_personal_link_can_leave_once_and_both_are_told(zoom: ZoomServer) -> None:
    number = made(zoom)
    place = zoom.call("POST", f"/meetings/{number}/registrants", ADA).json()
    link = urlsplit(place["join_url"])
    leave = f"/leave/{number}?{link.query}"

    def told() -> list[str]:
        return [one["event"] for one in zoom.control("GET", "events")]

    assert zoom.open("GET", leave).status_code == 409
    assert told() == []
    page = zoom.open("GET", f"{link.path}?{link.query}")
    assert (page.status_code, html.escape(leave) in page.text) == (200, True)
    assert zoom.open("GET", leave).status_code == 200
    assert zoom.open("GET", leave).status_code == 409
    assert zoom.open("GET", f"/leave/{number}?tk=made-up").status_code == 403
    assert told() == ["meeting.participant_joined", "meeting.participant_left"]


def test_a_demo_class_is_a_page_that_says_so(zoom: ZoomServer) -> None:
    page = zoom.open("GET", "/class/within-the-hour")
    assert (page.status_code, "This is where the class would be" in page.text) == (200, True)
    assert zoom.control("GET", "events") == []


def test_faults_strike_before_or_after_the_work_is_done(zoom: ZoomServer) -> None:
    zoom.fault(kind="status", method="POST", path="/v2/users/*", status=429, retry_after="7")
    said = zoom.call("POST", "/users/me/meetings", MEETING)
    assert (said.status_code, said.headers["Retry-After"]) == (429, "7")
    zoom.fault(kind="reset", method="POST", path="/v2/users/*")
    with pytest.raises(httpx.TransportError):
        zoom.call("POST", "/users/me/meetings", MEETING)
    assert zoom.meetings() == []
    zoom.fault(kind="lost_reply", method="POST", path="/v2/users/*")
    with pytest.raises(httpx.TransportError):
        zoom.call("POST", "/users/me/meetings", MEETING)
    assert len(zoom.meetings()) == 1


def test_at_a_rate_of_a_half_about_half_the_calls_fail(zoom: ZoomServer) -> None:
    zoom.fault(kind="status", path="/v2/*", times=None, rate=0.5)
    answers = [zoom.call("GET", "/users/me/meetings").status_code for _ in range(60)]
    assert 15 <= answers.count(500) <= 45


class Listener(BaseHTTPRequestHandler):
    heard: list[tuple[dict[str, str], bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""


def test_events_are_signed_over_their_bytes_and_an_endpoint_must_prove_itself(
    zoom: ZoomServer,
) -> None:
    Listener.heard = []
    server = HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/hook"
    zoom.control("POST", "webhooks", {"url": url, "secret": "s3"})
    try:
        zoom.control("POST", "events", {"event": "meeting.ended", "payload": {"object": {"id": 1}}})
        assert zoom.control("POST", "validate") == {"valid": False}
    finally:
        server.shutdown()
        server.server_close()
        zoom.control("POST", "webhooks", {"url": "", "secret": ""})
    for headers, body in Listener.heard:
        at = int(headers["x-zm-request-timestamp"])
        assert headers["x-zm-signature"] == signature(body, at=at, secret="s3")
    assert [json.loads(body)["event"] for _, body in Listener.heard] == [
        "meeting.ended",
        "endpoint.url_validation",
    ]


def joined_and_left(zoom: ZoomServer, times: int) -> None:
    registered = zoom.call("POST", f"/meetings/{made(zoom)}/registrants", ADA).json()
    link = urlsplit(registered["join_url"])
    for _ in range(times):
        assert zoom.open("GET", f"{link.path}?{link.query}").status_code == 200
        leaving = link.path.replace("/w/", "/leave/")
        assert zoom.open("GET", f"{leaving}?{link.query}").status_code == 200


def test_events_can_be_kept_back_and_come_reversed_and_doubled_with_the_same_bytes(
    zoom: ZoomServer,
) -> None:
    Listener.heard = []
    server = HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/hook"
    zoom.control("POST", "webhooks", {"url": url, "secret": "s3"})
    try:
        zoom.control("POST", "hold")
        joined_and_left(zoom, 2)
        assert Listener.heard == []
        zoom.control("POST", "release", {"order": "reversed", "copies": 2})
    finally:
        server.shutdown()
        server.server_close()
        zoom.control("POST", "webhooks", {"url": "", "secret": ""})
    bodies = [body for _, body in Listener.heard]
    assert bodies[::2] == bodies[1::2]
    for headers, body in Listener.heard:
        at = int(headers["x-zm-request-timestamp"])
        assert headers["x-zm-signature"] == signature(body, at=at, secret="s3")
    told = [json.loads(body) for body in bodies[::2]]
    assert [one["event"] for one in told] == [
        *("meeting.participant_left", "meeting.participant_joined"),
        *("meeting.participant_left", "meeting.participant_joined"),
    ]
    people = [one["payload"]["object"]["participant"] for one in told]
    # Both reports of a stay have its number; whoever comes back has another.
    again_left, again_joined, left, joined = [one["user_id"] for one in people]
    assert again_left == again_joined != left == joined
    assert len({one["participant_uuid"] for one in people}) == 2
    assert len({one["registrant_id"] for one in people}) == 1
    times = ["leave_time" if "leave_time" in one else "join_time" for one in people]
    assert times == ["leave_time", "join_time"] * 2
