"""When money goes back: the refund rule of the terms, as a pure function.

A refund is due if either guarantee grants it. Everything is counted in instants, so no zone and
no change of clocks can shorten a guarantee.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction

# Stored with each purchase. The rule is part of the terms, so it is the version of the terms.
POLICY_VERSION = "2026-11"

MONEY_BACK_FOR = timedelta(days=30)
# With this share completed, the 30-day guarantee is over.
TOO_MUCH_COMPLETED = Fraction(1, 4)

IN_ONE_SENTENCE = (
    "You get all your money back if you ask before your first session ends, or within 30 days of"
    " buying while you have completed less than 25% of the content."
)


class Clause(StrEnum):
    FIRST_SESSION = "first_session"
    THIRTY_DAYS = "thirty_days"


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """One bootcamp of a purchase, as far as refunds care."""

    starts_at: datetime
    ends_at: datetime
    attended: bool


@dataclass(frozen=True, kw_only=True)
class Grant:
    clause: Clause
    words: str


@dataclass(frozen=True, kw_only=True)
class Refusal:
    words: str


def refund_due(*, bought_at: datetime, items: Sequence[Sitting], now: datetime) -> Grant | Refusal:
    """Whether asking at `now` gets the money back, and by which clause.

    A bundle is one purchase: its first session is the earliest, and what counts as completed is
    the share of its bootcamps that have ended and that the buyer attended. Who never came has
    completed nothing. A certificate is only issued for a completed programme, which the 25% rule
    refuses already.
    """
    first = min(items, key=lambda item: (item.starts_at, item.ends_at))
    if now < first.ends_at:
        return Grant(
            clause=Clause.FIRST_SESSION,
            words="First-session guarantee: asked before the first session ended.",
        )
    finished = [item for item in items if item.attended and item.ends_at <= now]
    completed = Fraction(len(finished), len(items))
    # Never over before the first session: who buys early loses nothing by it.
    asked_in_time = now <= max(bought_at + MONEY_BACK_FOR, first.ends_at)
    if asked_in_time and completed < TOO_MUCH_COMPLETED:
        return Grant(
            clause=Clause.THIRTY_DAYS,
            words="30-day guarantee: asked within 30 days with less than 25% completed.",
        )
    if completed == 1:
        return Refusal(words="No refund is due: the program has been completed.")
    if asked_in_time:
        return Refusal(
            words=f"No refund is due: the first session is over and {float(completed):.0%} of the"
            " content has been completed; the limit is under 25%."
        )
    return Refusal(
        words="No refund is due: the first session is over and so are the 30 days after buying."
    )
