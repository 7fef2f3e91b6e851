"""Failures on demand: the next calls that match go wrong in the way that was asked for."""

import fnmatch
import threading
from dataclasses import dataclass, field, fields
from typing import Any

from standins.stripe.errors import StripeError

KINDS = {"status", "timeout", "reset", "slow", "lost_reply"}
LONGEST_SILENCE_SECONDS = 120


@dataclass
class Fault:
    """`kind` is one of:

    - `status`: answer `status`; with `save` the answer is kept under the idempotency key, with
      `perform` the work is done all the same
    - `timeout`: never answer; with `perform` after doing the work
    - `reset`: cut the connection before doing anything
    - `slow`: wait `ms`, then go on as usual
    - `lost_reply`: do the work, then cut the connection
    """

    kind: str
    method: str = "*"
    path: str = "*"
    """A pattern such as `/v1/payment_intents/*/capture`."""
    times: int | None = 1
    """How many calls; null for all until further notice."""
    skip: int = 0
    status: int = 500
    save: bool = False
    perform: bool = False
    ms: int = 0

    def matches(self, method: str, path: str) -> bool:
        return fnmatch.fnmatchcase(method, self.method) and fnmatch.fnmatchcase(path, self.path)


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    cleared: threading.Event = field(default_factory=threading.Event)

    def add(self, described: list[dict[str, Any]]) -> None:
        known = {one.name for one in fields(Fault)}
        for one in described:
            if set(one) - known or one.get("kind") not in KINDS:
                raise ValueError(f"not a fault: {one}")
        with self.lock:
            self.waiting += [Fault(**one) for one in described]

    def clear(self) -> None:
        """Also lets go of the calls that are being kept waiting."""
        with self.lock:
            self.waiting.clear()
            held, self.cleared = self.cleared, threading.Event()
        held.set()

    def next(self, method: str, path: str) -> Fault | None:
        with self.lock:
            for fault in self.waiting:
                if not fault.matches(method, path):
                    continue
                if fault.skip:
                    fault.skip -= 1
                    continue
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self.waiting.remove(fault)
                return fault
        return None

    def stay_silent(self) -> None:
        self.cleared.wait(LONGEST_SILENCE_SECONDS)


def refusal(status: int) -> StripeError:
    if status == 429:  # noqa: PLR2004
        return StripeError(
            429,
            "invalid_request_error",
            "Request rate limit exceeded. Learn more about rate limits here"
            " https://stripe.com/docs/rate-limits.",
            code="rate_limit",
            began=False,
        )
    if status == 402:  # noqa: PLR2004
        return StripeError(
            402,
            "card_error",
            "Your card was declined.",
            code="card_declined",
            decline_code="generic_decline",
        )
    return StripeError(
        status,
        "api_error",
        "An unknown error occurred. Please try again, or contact us if it goes on.",
    )
