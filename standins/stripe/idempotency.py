"""Answers kept under their idempotency keys, failures included, for a day."""

import threading
from dataclasses import dataclass

from standins.stripe.errors import StripeError

REMEMBERED_SECONDS = 24 * 60 * 60
LONGEST_KEY = 255


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes


@dataclass
class Entry:
    request: str
    made_at: int
    answer: Answer | None = None


class Keys:
    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.lock = threading.Lock()

    def begin(self, key: str, request: str, now: int) -> Answer | None:
        """The kept answer, or nothing when this call is the first and is to be done."""
        if len(key) > LONGEST_KEY:
            raise StripeError(
                400,
                "invalid_request_error",
                f"Idempotency keys may be at most {LONGEST_KEY} characters long.",
                began=False,
            )
        with self.lock:
            entry = self.entries.get(key)
            if entry is None or (entry.answer and now - entry.made_at >= REMEMBERED_SECONDS):
                self.entries[key] = Entry(request, now)
                return None
        if entry.request != request:
            raise StripeError(
                400,
                "idempotency_error",
                "Keys for idempotent requests can only be used with the same parameters they were"
                f" first used with. Try using a key other than '{key}' if you meant to execute a"
                " different request.",
                began=False,
            )
        if entry.answer is None:
            raise StripeError(
                409,
                "idempotency_error",
                "There is currently another in-progress request using this Idempotent Key (that"
                " probably means you submitted twice, and the other request is still going"
                f" through): {key}. Please try again later.",
                code="idempotency_key_in_use",
                began=False,
            )
        return entry.answer

    def keep(self, key: str, answer: Answer) -> None:
        with self.lock:
            if key in self.entries:  # a reset may have come in between
                self.entries[key].answer = answer

    def forget(self, key: str) -> None:
        """No work began, so the key stays free."""
        with self.lock:
            self.entries.pop(key, None)

    def clear(self) -> None:
        with self.lock:
            self.entries.clear()
