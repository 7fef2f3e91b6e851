"""Processes that die, or are overtaken, in the middle of a history."""

from collections.abc import Callable

import pytest

from frontrow.sales.ledger import refund_records
from frontrow.sales.reconciliation import stripe_events
from frontrow.sales.settlement import given_back, settling


class Killed(BaseException):
    """The process ends here; nothing in it may catch this."""


class Death:
    """Takes the place of `crash_point`: dies once, at the n-th point passed after it was armed.

    Or is overtaken: `meanwhile` happens once, between reading the payment and locking our row.
    """

    def __init__(self) -> None:
        self.points_left = 0
        self.meanwhile: Callable[[], None] | None = None

    def __call__(self, label: str) -> None:
        if label == "settle.after_read" and self.meanwhile:
            happens, self.meanwhile = self.meanwhile, None
            happens()
        if self.points_left:
            self.points_left -= 1
            if not self.points_left:
                raise Killed(label)


def armed(monkeypatch: pytest.MonkeyPatch) -> Death:
    death = Death()
    for module in (settling, refund_records, stripe_events, given_back):
        monkeypatch.setattr(module, "crash_point", death)
    return death
