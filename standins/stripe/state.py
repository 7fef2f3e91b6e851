"""Everything the stand-in remembers: objects, their events, its clock and its switches."""

import copy
import json
import secrets
import string
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from standins.stripe.errors import missing

Json = dict[str, Any]

API_VERSION = "2026-10-28.endive"
ALPHABET = string.ascii_letters + string.digits
REQUESTS_KEPT = 50_000

PREFIXES = {
    "payment_intent": "pi_3",
    "charge": "ch_3",
    "refund": "re_3",
    "dispute": "du_1",
    "payment_method": "pm_1",
    "customer": "cus_",
    "event": "evt_3",
    "balance_transaction": "txn_3",
    "file": "file_1",
}


def random_text(length: int = 24) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_id(kind: str) -> str:
    return PREFIXES[kind] + random_text(23)


@dataclass
class Caller:
    """Who asks, and what Stripe writes into the events that follow."""

    secret: bool = False
    request_id: str | None = None
    idempotency_key: str | None = None
    origin: str = ""


@dataclass
class Switches:
    """What a test may turn; `POST /_control/settings`."""

    refunds_pending: bool = False
    challenge: str = "modal"


@dataclass
class State:
    lock: threading.RLock = field(default_factory=threading.RLock)
    tables: dict[str, dict[str, Json]] = field(
        default_factory=lambda: {kind: {} for kind in PREFIXES}
    )
    numbers: dict[str, str] = field(default_factory=dict)
    """Card numbers by payment method: never part of an answer."""
    released: set[str] = field(default_factory=set)
    """Refunds that gave back a hold: no money ever moved."""
    holds: deque[tuple[int, str]] = field(default_factory=deque)
    """Authorizations in the order in which they lapse."""
    visits: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Who was sent to another page to pay: the payment, and where they come back to."""
    contents: dict[str, bytes] = field(default_factory=dict)
    """Of uploaded files: never part of an answer."""
    switches: Switches = field(default_factory=Switches)
    requests: deque[Json] = field(default_factory=lambda: deque(maxlen=REQUESTS_KEPT))
    fresh_events: list[Json] = field(default_factory=list)
    clock_offset: int = 0

    def now(self) -> int:
        return int(time.time()) + self.clock_offset

    def reset(self) -> None:
        for table in self.tables.values():
            table.clear()
        self.numbers.clear()
        self.contents.clear()
        self.visits.clear()
        self.released.clear()
        self.holds.clear()
        self.requests.clear()
        self.fresh_events.clear()
        self.switches = Switches()
        self.clock_offset = 0

    def add(self, item: Json) -> Json:
        self.tables[item["object"]][item["id"]] = item
        return item

    def get(self, kind: str, identifier: str, *, param: str) -> Json:
        found = self.tables[kind].get(identifier)
        if found is None:
            raise missing(kind, identifier, param=param)
        return found

    def emit(self, kind: str, item: Json, caller: Caller, **more: Any) -> None:
        """Note an event with the object as it is now; it leaves when the call is done."""
        event = {
            "id": new_id("event"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": {"object": copy.deepcopy(item), **more},
            "livemode": False,
            "pending_webhooks": 0,
            "request": {"id": caller.request_id, "idempotency_key": caller.idempotency_key},
            "type": kind,
        }
        self.fresh_events.append(self.add(event))

    def take_events(self) -> list[Json]:
        taken, self.fresh_events = self.fresh_events, []
        return taken


def frozen(item: Any) -> bytes:
    """The answer as sent: what changes later must not change it."""
    return json.dumps(item, indent=2).encode()
