"""The account's memory: tokens, meetings and who registered, all gone with the process."""

import secrets
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

TOKEN_LASTS_SECONDS = 3600
# The host's key in a start link; Zoom's own lives for two hours.
HOST_KEY_LASTS_SECONDS = 7200
# A list shows only the beginning of an agenda.
LISTED_AGENDA = 250
FIRST_USER_ID = 16_777_216
HOST_ID = "KdYKjnimT4KPd8FFgQt9FQ"
HOST_EMAIL = "host@example.test"


@dataclass(frozen=True)
class Credentials:
    account_id: str
    client_id: str
    client_secret: str


@dataclass
class Meeting:
    id: int
    fields: Json
    created_at: float
    registrants: list[Json] = field(default_factory=list)
    # Who is in the meeting now, by registrant: one entry for each device they joined with.
    present: dict[str, list[Json]] = field(default_factory=dict)
    joins: int = 0

    def let_in(self, registrant_id: str) -> Json:
        """A number and a longer name for this stay; whoever comes back gets others."""
        self.joins += 1
        # As Zoom's, a string of digits that is good for this meeting only.
        stay = {
            "user_id": str(FIRST_USER_ID + 1024 * self.joins),
            "participant_uuid": str(uuid.uuid4()).upper(),
        }
        self.present.setdefault(registrant_id, []).append(stay)
        return stay

    def let_out(self, registrant_id: str) -> Json | None:
        """Of the stay that ends; nothing where they are not in."""
        stays = self.present.get(registrant_id)
        return stays.pop() if stays else None

    @property
    def takes_registrants(self) -> bool:
        return self.fields["settings"]["approval_type"] in {0, 1}


class Account:
    def __init__(self, credentials: Credentials, address: str) -> None:
        self.credentials = credentials
        self.address = address
        self.lock = threading.RLock()
        self.reset()

    def reset(self) -> None:
        self.clock_offset = 0.0
        self.tokens: dict[str, float] = {}
        self.meetings: dict[int, Meeting] = {}
        self.removed: list[int] = []
        self.host_keys: dict[str, float] = {}
        self.requests: list[Json] = []
        self.list_page = 0

    def now(self) -> float:
        return time.time() + self.clock_offset

    def new_token(self) -> Json:
        token = secrets.token_urlsafe(32)
        self.tokens[token] = self.now() + TOKEN_LASTS_SECONDS
        return {
            "access_token": token,
            "token_type": "bearer",
            "expires_in": TOKEN_LASTS_SECONDS,
            "scope": "meeting:write:admin meeting:read:admin",
            "api_url": self.address,
        }

    def knows_token(self, token: str) -> bool:
        return self.tokens.get(token, 0) > self.now()

    def create(self, fields: Json) -> Meeting:
        number = 80_000_000_000 + secrets.randbelow(9_999_999_999)
        meeting = Meeting(number, fields, self.now())
        self.meetings[number] = meeting
        return meeting

    def shown(self, meeting: Meeting) -> Json:
        """A meeting in full, with a start link made for this very answer."""
        said = {
            "id": meeting.id,
            "uuid": f"{meeting.id}==",
            "host_id": HOST_ID,
            "host_email": HOST_EMAIL,
            "status": "waiting",
            **meeting.fields,
            "join_url": f"{self.address}/j/{meeting.id}",
            "start_url": self._start_url(meeting),
        }
        if meeting.takes_registrants:
            said["registration_url"] = f"{self.address}/meeting/register/{meeting.id}"
        return said

    def listed(self, meeting: Meeting) -> Json:
        names = ("topic", "type", "start_time", "duration", "timezone", "agenda")
        row = {name: meeting.fields[name] for name in names if name in meeting.fields}
        row["agenda"] = str(row.get("agenda", ""))[:LISTED_AGENDA]
        return {
            "id": meeting.id,
            "uuid": f"{meeting.id}==",
            "host_id": HOST_ID,
            **row,
            "join_url": f"{self.address}/j/{meeting.id}",
        }

    def register(self, meeting: Meeting, person: Json) -> Json:
        """The same person gets the same place, unless it was canceled in between."""
        for known in meeting.registrants:
            if known["email"] == person["email"].lower() and known["status"] == "approved":
                return known
        key = secrets.token_urlsafe(16)
        registrant = {
            "id": key,
            "email": person["email"].lower(),
            "first_name": person["first_name"],
            "last_name": person.get("last_name", ""),
            "status": "approved",
            "join_url": f"{self.address}/w/{meeting.id}?tk={key}",
        }
        meeting.registrants.append(registrant)
        return registrant

    def is_host_key(self, key: str) -> bool:
        return self.host_keys.get(key, 0) > self.now()

    def _start_url(self, meeting: Meeting) -> str:
        key = secrets.token_urlsafe(24)
        self.host_keys[key] = self.now() + HOST_KEY_LASTS_SECONDS
        return f"{self.address}/s/{meeting.id}?zak={key}"
