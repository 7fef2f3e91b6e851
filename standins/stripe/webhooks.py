"""Events on their way to our endpoint: signed, sent until accepted, and as unruly as asked."""

import hashlib
import heapq
import hmac
import http.client
import itertools
import random
import threading
import time
from collections import deque
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

from standins.stripe.state import Json, frozen

SENDERS = 8
ATTEMPTS_KEPT = 100_000
# Stripe's own back-off grows to hours and goes on for days; `retry_scale` makes seconds of it.
RETRY_AFTER_SECONDS = (60, 300, 1800, 7200, 18_000, *[36_000] * 7)
ACCEPTED = range(200, 300)


@dataclass
class Endpoint:
    url: str
    secret: str
    events: list[str] | None = None


@dataclass
class Modes:
    """How deliveries misbehave."""

    copies: int = 1
    delay_ms: int = 0
    shuffle_ms: int = 0
    """Each delivery waits a random while up to this, so that they overtake one another."""
    drop: bool | list[str] = False
    """True, or the kinds of event that never leave."""
    hold: bool = False
    """Keep events back until `release`."""
    before_reply: bool = False
    """Deliver while the call that caused the event still waits for its answer."""
    retry_scale: float = 0.001
    timeout_seconds: float = 10


@dataclass(order=True)
class Delivery:
    due: float
    order: int
    endpoint: Endpoint = field(compare=False)
    event: Json = field(compare=False)
    attempt: int = field(default=0, compare=False)


def sign(body: bytes, secret: str, at: int) -> str:
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={signed.hexdigest()}"


class Webhooks:
    def __init__(self, endpoints: list[Endpoint], retry_scale: float) -> None:
        self.given = (endpoints, retry_scale)
        self.wake = threading.Condition()
        self.counter = itertools.count()
        self.chance = random.Random(1)  # noqa: S311
        self.reset()
        for _ in range(SENDERS):
            threading.Thread(target=self._send_forever, daemon=True).start()

    def reset(self) -> None:
        endpoints, retry_scale = self.given
        with self.wake:
            self.endpoints = list(endpoints)
            self.modes = Modes(retry_scale=retry_scale)
            self.queue: list[Delivery] = []
            self.held: list[Json] = []
            self.under_way = 0
            self.generation = object()
            self.attempts: deque[Json] = deque(maxlen=ATTEMPTS_KEPT)

    def configure(self, command: Json) -> None:
        command = dict(command)
        endpoints = command.pop("endpoints", None)
        known = {one.name for one in fields(Modes)}
        if set(command) - known:
            raise ValueError(f"not a way to deliver: {sorted(set(command) - known)}")
        with self.wake:
            if endpoints is not None:
                self.endpoints = [Endpoint(**one) for one in endpoints]
            self.modes = Modes(**{**vars(self.modes), **command})

    def dispatch(self, events: list[Json]) -> None:
        """Let the events of one call go, in whatever way was asked for."""
        modes = self.modes
        for event in events:
            if modes.drop is True or (modes.drop and event["type"] in modes.drop):
                continue
            if modes.hold:
                with self.wake:
                    self.held.append(event)
            elif modes.before_reply:
                for delivery in self._deliveries(event, modes.copies):
                    with self.wake:
                        self.under_way += 1
                    self._send(delivery, self.generation)
            else:
                self._queue(self._deliveries(event, modes.copies))

    def release(self, order: str) -> int:
        with self.wake:
            events, self.held = self.held, []
        if order == "reversed":
            events.reverse()
        elif order == "shuffled":
            self.chance.shuffle(events)
        deliveries = [one for event in events for one in self._deliveries(event, self.modes.copies)]
        self._queue(deliveries)
        return len(events)

    def resend(self, event: Json, copies: int) -> None:
        self._queue(self._deliveries(event, copies))

    def report(self) -> Json:
        with self.wake:
            return {
                "pending": len(self.queue) + self.under_way,
                "held": len(self.held),
                "modes": vars(self.modes),
                "endpoints": [one.url for one in self.endpoints],
                "attempts": list(self.attempts),
            }

    def _deliveries(self, event: Json, copies: int) -> list[Delivery]:
        wanted = [
            one for one in self.endpoints if one.events is None or event["type"] in one.events
        ]
        event["pending_webhooks"] = len(wanted)
        return [
            Delivery(self._due(), next(self.counter), endpoint, event)
            for endpoint in wanted
            for _ in range(copies)
        ]

    def _due(self) -> float:
        late = self.modes.delay_ms + self.chance.uniform(0, self.modes.shuffle_ms)
        return time.monotonic() + late / 1000

    def _queue(self, deliveries: list[Delivery]) -> None:
        with self.wake:
            for one in deliveries:
                heapq.heappush(self.queue, one)
            self.wake.notify_all()

    def _send_forever(self) -> None:
        while True:
            with self.wake:
                while not self.queue or self.queue[0].due > time.monotonic():
                    wait = self.queue[0].due - time.monotonic() if self.queue else None
                    self.wake.wait(wait)
                delivery = heapq.heappop(self.queue)
                self.under_way += 1
                generation = self.generation
            self._send(delivery, generation)

    def _send(self, delivery: Delivery, generation: object) -> None:
        status = _post(delivery, self.modes.timeout_seconds)
        with self.wake:
            if generation is not self.generation:
                return  # a reset came in between: this delivery is history
            self.under_way -= 1
            self.attempts.append(
                {
                    "event": delivery.event["id"],
                    "type": delivery.event["type"],
                    "attempt": delivery.attempt + 1,
                    "status": status,
                    "at": time.time(),
                }
            )
            if status in ACCEPTED:
                delivery.event["pending_webhooks"] = 0
            elif delivery.attempt < len(RETRY_AFTER_SECONDS):
                later = RETRY_AFTER_SECONDS[delivery.attempt] * self.modes.retry_scale
                delivery.attempt += 1
                delivery.due = time.monotonic() + later
                heapq.heappush(self.queue, delivery)
                self.wake.notify()


def _post(delivery: Delivery, timeout: float) -> int | None:
    """The endpoint's status, or nothing when it could not be reached."""
    where = urlsplit(delivery.endpoint.url)
    body = frozen(delivery.event)
    secure = where.scheme == "https"
    connect: Any = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = connect(where.hostname, where.port, timeout=timeout)
    try:
        connection.request(
            "POST",
            f"{where.path or '/'}{'?' + where.query if where.query else ''}",
            body,
            {
                "Content-Type": "application/json; charset=utf-8",
                "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
                "Stripe-Signature": sign(body, delivery.endpoint.secret, int(time.time())),
            },
        )
        status: int = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    return status
