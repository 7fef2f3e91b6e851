"""The stand-in on a port: API, control, and the pages that the meeting's links lead to."""

import html
import json
import socket
import struct
import sys
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from standins.zoom.account import HOST_ID, Json, Meeting
from standins.zoom.api import Api, CutConnection, Reply, Request
from standins.zoom.control import control

LONGEST_BODY = 1_000_000
# Where the demo's bootcamps lead to, which were never booked here.
CLASSROOM = "/class/"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ margin: 3rem auto; max-width: 32rem; padding: 0 1.25rem }}
</style></head><body><h1>{title}</h1><p>{text}</p>
{leave}
<p>This stands in for a real video meeting.</p></body></html>"""


class Handler(BaseHTTPRequestHandler):
    server: "Server"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def do_PATCH(self) -> None:
        self._handle()

    def do_PUT(self) -> None:
        self._handle()

    def do_DELETE(self) -> None:
        self._handle()

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        if length > LONGEST_BODY:
            self.close_connection = True
            self._send(Reply(413, {}))
            return
        body = self.rfile.read(length).decode(errors="replace")
        if parts.path.startswith("/_control/"):
            self._send(Reply(*control(self.server.api, self.command, parts.path, body)))
        elif parts.path.startswith("/v2/") or parts.path == "/oauth/token":
            request = Request(self.command, parts.path, parts.query, body, self.headers)
            try:
                self._send(self.server.api.answer(request))
            except CutConnection:
                self._cut()
        else:
            self._page(parts.path, parts.query)

    def _page(self, path: str, query: str) -> None:
        status, title, text = visit(self.server.api, path, query)
        leave = f"/leave/{path.rpartition('/')[2]}?{query}"
        is_in = path.startswith("/w/") and status == HTTPStatus.OK
        page = PAGE.format(
            title=html.escape(title),
            text=html.escape(text),
            leave=f'<p><a href="{html.escape(leave)}">Leave the meeting</a></p>' if is_in else "",
        ).encode()
        self._write(status, page, "text/html; charset=utf-8", {})

    def _cut(self) -> None:
        """Close with a reset, as a broken network does."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _send(self, reply: Reply) -> None:
        raw = b"" if reply.body is None else json.dumps(reply.body).encode()
        self._write(reply.status, raw, "application/json", reply.headers)

    def _write(self, status: int, raw: bytes, kind: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.send_header("Cache-Control", "no-store")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet: `GET /_control/requests` tells what came in."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, api: Api) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.api = api

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that hangs up is no news; anything else is a bug of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def visit(api: Api, path: str, query: str) -> tuple[int, str, str]:
    """Status, title and text of the page behind a link; a personal one tells our server."""
    given = {name: values[0] for name, values in parse_qs(query).items()}
    if path.startswith(CLASSROOM):
        return 200, "This is where the class would be", "The demo's classes have no video."
    with api.account.lock:
        meeting = api.account.meetings.get(_number(path))
    if meeting is None:
        return 404, "No such meeting", "It was removed, or the link is not complete."
    topic = str(meeting.fields["topic"])
    if path.startswith("/s/"):
        if not api.account.is_host_key(given.get("zak", "")):
            return 403, "This link has expired", "Ask for a new one."
        return 200, f"You are the host of {topic}", "The attendees are waiting."
    if path.startswith(("/w/", "/leave/")):
        return _come_or_go(api, meeting, given, leaves=path.startswith("/leave/"))
    return 200, topic, "Please register, or use your personal link."


def _come_or_go(
    api: Api, meeting: Meeting, given: dict[str, str], *, leaves: bool
) -> tuple[int, str, str]:
    """With a personal link. Who is not in cannot leave; the event goes out without the lock."""
    with api.account.lock:
        person = next((one for one in meeting.registrants if _may(one, given)), None)
        if person is None:
            return 403, "This place was canceled", "The link no longer works."
        stay = meeting.let_out(person["id"]) if leaves else meeting.let_in(person["id"])
        if stay is None:
            return 409, "You are not in this meeting", "Join it first."
    topic = str(meeting.fields["topic"])
    if leaves:
        api.events.send("meeting.participant_left", _left(meeting, person, stay))
        return 200, f"You have left {topic}", "You can come back with your personal link."
    api.events.send("meeting.participant_joined", _join(meeting, person, stay))
    return 200, f"You have joined {topic}", f"Welcome, {person['first_name']}."


def _number(path: str) -> int:
    last = path.rpartition("/")[2]
    return int(last) if last.isdigit() else 0


def _may(registrant: Json, given: dict[str, str]) -> bool:
    return bool(registrant["id"] == given.get("tk") and registrant["status"] == "approved")


def _join(meeting: Meeting, person: Json, stay: Json) -> Json:
    return _told_of(meeting, person, stay, join_time=_now())


def _left(meeting: Meeting, person: Json, stay: Json) -> Json:
    reason = "left the meeting. Reason: Left the meeting"
    return _told_of(meeting, person, stay, leave_time=_now(), leave_reason=reason)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _told_of(meeting: Meeting, person: Json, stay: Json, **more: str) -> Json:
    return {
        "account_id": "standin-account",
        "object": {
            "id": str(meeting.id),
            "uuid": f"{meeting.id}==",
            "host_id": HOST_ID,
            "type": 2,
            "start_time": meeting.fields["start_time"],
            "duration": meeting.fields["duration"],
            "timezone": meeting.fields.get("timezone", ""),
            "topic": meeting.fields["topic"],
            "participant": {
                # Of a guest, who is no user of the account.
                "id": "",
                "participant_user_id": "",
                **stay,
                "registrant_id": person["id"],
                "email": person["email"],
                "user_name": f"{person['first_name']} {person['last_name']}".strip(),
                **more,
            },
        },
    }
