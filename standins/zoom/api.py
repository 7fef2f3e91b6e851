"""The calls we make, answered as Zoom documents them."""

import base64
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import Any
from urllib.parse import parse_qs, parse_qsl

from standins.faults import Faults
from standins.zoom.account import HOST_EMAIL, HOST_ID, Account, Json, Meeting
from standins.zoom.events import Events
from standins.zoom.faults import Fault
from standins.zoom.rules import (
    DEFAULT_SETTINGS,
    ZoomError,
    invalid,
    meeting_fields,
    registrant_fields,
)

MEETINGS = re.compile(r"/v2/users/([^/]+)/meetings")
MEETING = re.compile(r"/v2/meetings/(\d+)")
REGISTRANTS = re.compile(r"/v2/meetings/(\d+)/registrants")
REGISTRANT = re.compile(r"/v2/meetings/(\d+)/registrants/([^/]+)")
REGISTRANT_STATUS = re.compile(r"/v2/meetings/(\d+)/registrants/status")
LARGEST_PAGE = 300
NO_CONTENT = 204


@dataclass
class Request:
    method: str
    path: str
    query: str
    body: str
    headers: Message


@dataclass
class Reply:
    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


class CutConnection(Exception):
    """The caller hears nothing any more."""


class Api:
    def __init__(self, account: Account, events: Events) -> None:
        self.account = account
        self.events = events
        self.faults = Faults(Fault)

    def reset(self) -> None:
        self.account.reset()
        self.faults.clear()
        self.events.reset()

    def answer(self, request: Request) -> Reply:
        fault = self.faults.strike(method=request.method, path=request.path)
        if fault and fault.kind == "status":
            return self._refuse(request, fault)
        if fault:
            self._strike_before(fault)
        with self.account.lock:
            reply = self._perform(request)
            note = {"method": request.method, "path": request.path, "status": reply.status}
            self.account.requests.append(note)
        if fault and fault.kind == "lost_reply":
            raise CutConnection
        return reply

    def _refuse(self, request: Request, fault: Fault) -> Reply:
        note = {"method": request.method, "path": request.path, "status": fault.status}
        self.account.requests.append(note)
        headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
        return Reply(fault.status, {"code": fault.status, "message": "As was asked for."}, headers)

    def _strike_before(self, fault: Fault) -> None:
        if fault.kind == "reset":
            raise CutConnection
        if fault.kind == "slow":
            time.sleep(fault.ms / 1000)

    def _perform(self, request: Request) -> Reply:
        try:
            if request.path == "/oauth/token":
                return self._token(request)
            self._check_token(request)
            return self._route(request)
        except ZoomError as error:
            return Reply(error.status, error.body)

    def _token(self, request: Request) -> Reply:
        if request.method != "POST":
            return Reply(405, {"reason": "Method not allowed", "error": "invalid_request"})
        kind = request.headers.get("Content-Type", "").partition(";")[0]
        form = dict(parse_qsl(request.body, keep_blank_values=True))
        if kind != "application/x-www-form-urlencoded" or request.query:
            return Reply(400, {"reason": "Bad Request", "error": "invalid_request"})
        ours = self.account.credentials
        if _basic(request) != (ours.client_id, ours.client_secret):
            return Reply(
                401, {"reason": "Invalid client_id or client_secret", "error": "invalid_client"}
            )
        if form.get("grant_type") != "account_credentials":
            return Reply(400, {"reason": "unsupported grant type", "error": "unsupported_grant"})
        if form.get("account_id") != ours.account_id:
            return Reply(400, {"reason": "Invalid account", "error": "invalid_request"})
        return Reply(200, self.account.new_token())

    def _check_token(self, request: Request) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not self.account.knows_token(token):
            raise ZoomError(401, 124, "Invalid access token.")

    def _route(self, request: Request) -> Reply:
        path, method = request.path, request.method
        if found := MEETINGS.fullmatch(path):
            if found[1] not in {"me", HOST_ID, HOST_EMAIL}:
                raise ZoomError(404, 1001, f"User does not exist: {found[1]}.")
            return self._create(request) if method == "POST" else self._list(request)
        if found := REGISTRANT_STATUS.fullmatch(path):
            return self._change_status(self._registering(found[1]), _json(request))
        if method == "DELETE" and (found := REGISTRANT.fullmatch(path)):
            return self._delete_registrant(self._registering(found[1]), found[2])
        if found := REGISTRANTS.fullmatch(path):
            meeting = self._registering(found[1])
            return (
                self._register(meeting, _json(request))
                if method == "POST"
                else self._list_registrants(meeting, request)
            )
        if found := MEETING.fullmatch(path):
            return self._one(request, self._meeting(found[1]))
        raise ZoomError(404, 404, "No such address.")

    def _create(self, request: Request) -> Reply:
        fields = meeting_fields(_json(request), is_new=True)
        fields["settings"] = {**DEFAULT_SETTINGS, **fields.get("settings", {})}
        return Reply(201, self.account.shown(self.account.create(fields)))

    def _one(self, request: Request, meeting: Meeting) -> Reply:
        match request.method:
            case "GET":
                return Reply(200, self.account.shown(meeting))
            case "PATCH":
                changes = meeting_fields(_json(request), is_new=False)
                settings = {**meeting.fields["settings"], **changes.pop("settings", {})}
                meeting.fields |= {**changes, "settings": settings}
                return Reply(NO_CONTENT)
            case "DELETE":
                del self.account.meetings[meeting.id]
                self.account.removed.append(meeting.id)
                return Reply(NO_CONTENT)
        raise ZoomError(405, 405, "Method not allowed.")

    def _list(self, request: Request) -> Reply:
        query = {name: values[0] for name, values in parse_qs(request.query).items()}
        if query.get("type", "scheduled") not in {"scheduled", "upcoming"}:
            raise invalid("type", "Invalid field.")
        rows = [self.account.listed(each) for each in self.account.meetings.values()]
        return Reply(200, self._page(query, "meetings", rows))

    def _page(self, query: Mapping[str, str], name: str, rows: list[Json]) -> Json:
        size = query.get("page_size", "30")
        if not size.isdigit() or not 1 <= int(size) <= LARGEST_PAGE:
            raise invalid("page_size", "Invalid field.")
        # A test may make pages smaller than anybody would ask for.
        most = min(int(size), self.account.list_page or LARGEST_PAGE)
        token = query.get("next_page_token", "")
        if token and not re.fullmatch(r"from-\d+", token):
            raise invalid("next_page_token", "The next page token is invalid or expired.")
        begin = int(token.removeprefix("from-") or 0)
        end = begin + most
        return {
            "page_size": most,
            "total_records": len(rows),
            "next_page_token": f"from-{end}" if end < len(rows) else "",
            name: rows[begin:end],
        }

    def _meeting(self, number: str) -> Meeting:
        meeting = self.account.meetings.get(int(number))
        if meeting is None:
            raise ZoomError(404, 3001, f"Meeting does not exist: {number}.")
        return meeting

    def _registering(self, number: str) -> Meeting:
        meeting = self._meeting(number)
        if not meeting.takes_registrants:
            raise ZoomError(404, 404, "Registration has not been enabled for this meeting.")
        return meeting

    def _register(self, meeting: Meeting, sent: Json) -> Reply:
        made = self.account.register(meeting, registrant_fields(sent))
        said = {
            "id": meeting.id,
            "registrant_id": made["id"],
            "join_url": made["join_url"],
            "topic": meeting.fields["topic"],
            "start_time": meeting.fields["start_time"],
        }
        return Reply(201, said)

    def _list_registrants(self, meeting: Meeting, request: Request) -> Reply:
        query = {name: values[0] for name, values in parse_qs(request.query).items()}
        status = query.get("status", "approved")
        rows = [each for each in meeting.registrants if each["status"] == status]
        return Reply(200, self._page(query, "registrants", rows))

    def _change_status(self, meeting: Meeting, sent: Json) -> Reply:
        if sent.get("action") not in {"approve", "cancel", "deny"}:
            raise invalid("action", "Invalid field.")
        for wanted in sent.get("registrants", []):
            for each in meeting.registrants:
                if each["id"] == wanted.get("id"):
                    each["status"] = "approved" if sent["action"] == "approve" else "denied"
        return Reply(NO_CONTENT)

    def _delete_registrant(self, meeting: Meeting, number: str) -> Reply:
        left = [each for each in meeting.registrants if each["id"] != number]
        if len(left) == len(meeting.registrants):
            raise ZoomError(404, 404, f"Registrant {number} was not found.")
        meeting.registrants = left
        return Reply(NO_CONTENT)


def _json(request: Request) -> Json:
    if request.headers.get("Content-Type", "").partition(";")[0] != "application/json":
        raise ZoomError(415, 300, "Unsupported Content Type.")
    try:
        sent = json.loads(request.body)
    except ValueError as error:
        raise ZoomError(400, 300, "Request Body should be a valid JSON object.") from error
    if not isinstance(sent, dict):
        raise ZoomError(400, 300, "Request Body should be a valid JSON object.")
    return sent


def _basic(request: Request) -> tuple[str, str]:
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    try:
        name, _, secret = base64.b64decode(value, validate=True).decode().partition(":")
    except ValueError:
        return "", ""
    return (name, secret) if scheme == "Basic" else ("", "")
