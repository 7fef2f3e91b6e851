"""Zoom's API: meetings, registrants, and signed webhook events.

Calls may take seconds or time out, so none is made inside a transaction. If a call may have
succeeded although its response was lost, the error is `Doubtful`: check the state before retrying.
"""

import contextlib
import functools
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.conf import settings
from django.core.cache import cache

from frontrow.core.errors import Malformed, ProviderDown
from frontrow.core.metrics import VENDOR_TROUBLE
from frontrow.core.sealing import SealBroken, seal, unseal

if TYPE_CHECKING:
    import httpx

log = logging.getLogger(__name__)

TOKENS, CALLS = "https://zoom.us", "https://api.zoom.us"
CONNECT_SECONDS, ANSWER_SECONDS = 3.0, 10.0
# A token is valid for an hour.
TOKEN_KEPT_SECONDS = 55 * 60
LARGEST_PAGE = 300
# An older event, or one from the future, is treated as a replay.
EVENT_FRESH_SECONDS = 300
LONGEST_TOPIC, LONGEST_AGENDA, LONGEST_NAME, LONGEST_MINUTES = 200, 2000, 64, 1440
DOWN = "Zoom isn't answering. Please try again in a moment."
_UNAUTHORIZED, _NOT_FOUND, _TOO_MANY, _OUR_FAULT, _THEIR_FAULT = 401, 404, 429, 400, 500
# Zoom's error code for a meeting that doesn't exist.
_NO_SUCH_MEETING = 3001
_LONGEST_WAIT_SECONDS = 24 * 60 * 60


class Doubtful(ProviderDown):
    """The outcome of the call is unknown: it may have been carried out, or still may be."""


class Busy(ProviderDown):
    """Rate limited. `retry_after` is the number of seconds to wait."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The wanted state of a meeting. The agenda begins with a mark by which we find it again."""

    mark: str
    topic: str
    text: str
    starts_at: datetime
    ends_at: datetime
    timezone: str

    def as_fields(self) -> dict[str, Any]:
        minutes = -(-int((self.ends_at - self.starts_at).total_seconds()) // 60)
        return {
            "topic": self.topic[:LONGEST_TOPIC],
            "type": 2,
            "agenda": f"{self.mark}\n{self.text}"[:LONGEST_AGENDA],
            "start_time": self.starts_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "duration": min(max(minutes, 1), LONGEST_MINUTES),
            "timezone": self.timezone,
            "settings": {
                # Registration is required and approved automatically. Only we email registrants.
                "approval_type": 0,
                "registration_type": 1,
                "registrants_confirmation_email": False,
                "registrants_email_notification": False,
                "auto_recording": "cloud",
            },
        }


@dataclass(frozen=True, kw_only=True)
class Meeting:
    id: str
    join_url: str
    registration_url: str
    # Contains the host's key and is valid for two hours: fetched on click and never stored.
    start_url: str


@dataclass(frozen=True, kw_only=True)
class Registrant:
    id: str
    email: str
    join_url: str


@dataclass(frozen=True, kw_only=True)
class Event:
    # A digest that identifies the event: a redelivery has the same bytes.
    key: str
    type: str
    about: Mapping[str, Any]


def is_configured() -> bool:
    return bool(settings.ENV.has_zoom)


@functools.cache
def client() -> "httpx.Client":
    import httpx

    return httpx.Client(timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS))


def create_meeting(plan: Plan) -> Meeting:
    return _meeting(_call("POST", _host_meetings(), plan.as_fields()))


def change_meeting(*, meeting_id: str, plan: Plan) -> bool:
    """Update a meeting. Returns False if the provider has no such meeting."""
    return _call("PATCH", f"/v2/meetings/{meeting_id}", plan.as_fields()) is not None


def read_meeting(meeting_id: str) -> Meeting | None:
    said = _call("GET", f"/v2/meetings/{meeting_id}")
    return None if said is None else _meeting(said)


def remove_meeting(meeting_id: str) -> None:
    """Delete a meeting. Idempotent."""
    _call("DELETE", f"/v2/meetings/{meeting_id}")


def meetings_marked(mark: str) -> dict[str, list[str]]:
    """The host's meetings whose agenda begins with the prefix: ids by mark, lowest first.

    The list contains only the beginning of an agenda, so the mark is its first line.
    """
    found: dict[str, list[str]] = {}
    for row in _pages(_host_meetings(), "meetings", type="scheduled"):
        first_line = str(row.get("agenda", "")).partition("\n")[0].strip()
        if first_line.startswith(mark):
            found.setdefault(first_line, []).append(str(row["id"]))
    return {mark: sorted(ids) for mark, ids in found.items()}


def register(*, meeting_id: str, email: str, first_name: str, last_name: str) -> Registrant | None:
    """Register an attendee. Idempotent: the same address gets the same registration."""
    person = {
        "email": email,
        "first_name": first_name[:LONGEST_NAME],
        "last_name": last_name[:LONGEST_NAME],
        "auto_approve": True,
    }
    said = _call("POST", f"/v2/meetings/{meeting_id}/registrants", person)
    if said is None:
        return None
    return Registrant(id=str(said["registrant_id"]), email=email, join_url=said["join_url"])


def registrants_of(meeting_id: str) -> list[Registrant]:
    path = f"/v2/meetings/{meeting_id}/registrants"
    return [
        Registrant(id=str(row["id"]), email=row["email"], join_url=row.get("join_url", ""))
        for row in _pages(path, "registrants", status="approved")
    ]


def cancel_registrants(*, meeting_id: str, registrant_ids: Sequence[str]) -> None:
    body = {"action": "cancel", "registrants": [{"id": each} for each in registrant_ids]}
    _call("PUT", f"/v2/meetings/{meeting_id}/registrants/status", body)


def delete_registrant(*, meeting_id: str, registrant_id: str) -> None:
    """Delete a registration with its name and address at Zoom. Idempotent."""
    _call("DELETE", f"/v2/meetings/{meeting_id}/registrants/{quote(registrant_id, safe='')}")


def read_event(*, body: bytes, signature: str, timestamp: str) -> Event:
    """Parse an event after verifying the signature over its exact bytes and its age."""
    secret = settings.ENV.ZOOM_WEBHOOK_SECRET.get_secret_value()
    is_fresh = timestamp.isascii() and timestamp.isdigit() and len(timestamp) < LONGEST_NAME
    is_fresh = is_fresh and abs(time.time() - int(timestamp)) <= EVENT_FRESH_SECONDS
    wanted = f"v0={_signed(secret, f'v0:{timestamp}:'.encode() + body)}"
    is_theirs = hmac.compare_digest(wanted.encode(), signature.encode())
    if not is_configured() or not is_fresh or not is_theirs:
        raise Malformed("The event couldn't be verified.")
    try:
        said = json.loads(body)
        return Event(
            key=hashlib.sha256(body).hexdigest(),
            type=str(said["event"]),
            about=dict(said.get("payload") or {}),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed("The event couldn't be read.") from error


def prove_address(plain_token: str) -> str:
    """The response to Zoom's validation request for our webhook URL."""
    secret = settings.ENV.ZOOM_WEBHOOK_SECRET.get_secret_value()
    return _signed(secret, plain_token.encode())


def _host_meetings() -> str:
    return f"/v2/users/{quote(settings.ENV.ZOOM_HOST, safe='@')}/meetings"


def _signed(secret: str, message: bytes) -> str:
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def _pages(path: str, name: str, **query: str) -> Iterator[dict[str, Any]]:
    token = ""
    while True:
        asked = {**query, "page_size": str(LARGEST_PAGE)}
        said = _call("GET", path, query=asked | ({"next_page_token": token} if token else {}))
        yield from (said or {}).get(name, [])
        token = (said or {}).get("next_page_token", "")
        if not token:
            return


def _call(
    method: str, path: str, body: Any = None, *, query: Mapping[str, str] | None = None
) -> Any:
    """Call the API. Returns the JSON, `{}` for an empty response, None for 404."""
    address = (settings.ENV.ZOOM_STAND_IN_URL or CALLS) + path
    for is_second in (False, True):
        headers = {"Authorization": f"Bearer {_token(is_fresh=is_second)}"}
        response = _send(method, address, headers=headers, json=body, params=query)
        if response.status_code != _UNAUTHORIZED:
            break
    return _understood(method, path, response)


def _token(*, is_fresh: bool) -> str:
    key = f"zoom-token:{settings.ENV.ZOOM_ACCOUNT_ID}:{settings.ENV.ZOOM_CLIENT_ID}"
    kept = None if is_fresh else cache.get(key)
    if kept is not None:
        with contextlib.suppress(SealBroken):
            return unseal(kept, purpose="zoom token")
    secret = settings.ENV.ZOOM_CLIENT_SECRET.get_secret_value()
    response = _send(
        "POST",
        (settings.ENV.ZOOM_STAND_IN_URL or TOKENS) + "/oauth/token",
        auth=(settings.ENV.ZOOM_CLIENT_ID, secret),
        data={"grant_type": "account_credentials", "account_id": settings.ENV.ZOOM_ACCOUNT_ID},
    )
    if response.status_code >= _OUR_FAULT:
        log.error("zoom gives us no token", extra={"status": response.status_code})
        raise ProviderDown(DOWN)
    token = str(_json(response)["access_token"])
    cache.set(key, seal(token, purpose="zoom token"), TOKEN_KEPT_SECONDS)
    return token


def _send(method: str, address: str, **given: Any) -> "httpx.Response":
    import httpx

    try:
        return client().request(method, address, **given)
    except httpx.HTTPError as error:
        VENDOR_TROUBLE.labels("zoom", type(error).__name__).inc()
        never_sent = httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout
        raise (ProviderDown if isinstance(error, never_sent) else Doubtful)(DOWN) from error


def _understood(method: str, path: str, response: "httpx.Response") -> Any:
    status = response.status_code
    if status == _NOT_FOUND and _json(response).get("code") == _NO_SUCH_MEETING:
        return None
    if status == _TOO_MANY:
        raise Busy(DOWN, retry_after=_seconds(response.headers.get("Retry-After", "")))
    if status >= _THEIR_FAULT:
        raise Doubtful(DOWN)
    if status >= _OUR_FAULT:
        code = _json(response).get("code")
        extra = {"method": method, "path": path, "status": status, "code": code}
        log.error("zoom refuses a call", extra=extra)
        raise ProviderDown("Zoom refused this. Please look at the account's settings there.")
    return _json(response) if response.content else {}


def _json(response: "httpx.Response") -> dict[str, Any]:
    try:
        said = response.json()
    except ValueError as error:
        raise Doubtful(DOWN) from error
    return said if isinstance(said, dict) else {}


def _seconds(retry_after: str) -> int:
    """Parse Retry-After: seconds, or the time at which the daily limit resets."""
    try:
        if retry_after.isdigit():
            wait = float(retry_after)
        else:
            until = datetime.fromisoformat(retry_after)
            wait = (until - datetime.now(UTC)).total_seconds()
    except (TypeError, ValueError):
        wait = 60
    return int(min(max(wait, 1), _LONGEST_WAIT_SECONDS))


def _meeting(said: Mapping[str, Any]) -> Meeting:
    return Meeting(
        id=str(said["id"]),
        join_url=said["join_url"],
        registration_url=said.get("registration_url", ""),
        start_url=said["start_url"],
    )
