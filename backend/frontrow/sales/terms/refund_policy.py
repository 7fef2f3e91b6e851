"""When money goes back: the refund rule of the terms, as a pure function.

A refund is due if either guarantee grants it. Everything is counted in instants, so no zone and
no change of clocks can shorten a guarantee.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from frontrow.sales.models import CONTINUED, Enrollment

# Stored with each purchase. The rule is part of the terms, so it is the version of the terms.
POLICY_VERSION = "2026-11"

MONEY_BACK_FOR = timedelta(days=30)
# With this share completed, the 30-day guarantee is over.
TOO_MUCH_COMPLETED = Fraction(1, 4)

IN_ONE_SENTENCE = (
    "You get a full refund if you ask before your first session ends, or within 30 days of"
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


def sittings_of(enrollments: Iterable[Enrollment]) -> list[Sitting]:
    """By the dates that hold now: a guarantee goes with the session, and with a moved seat.

    A session that was canceled or given back before they attended it is none of theirs, unless
    nothing else was bought: it neither ends a guarantee nor counts as content.
    """
    bought = [one for one in enrollments if one.ended_because not in CONTINUED]
    theirs = [one for one in bought if one.ended_at is None or one.attended_at is not None]
    return [
        Sitting(
            starts_at=enrollment.bootcamp.starts_at,
            ends_at=enrollment.bootcamp.ends_at,
            attended=enrollment.attended_at is not None,
        )
        for enrollment in theirs or bought
    ]


@dataclass(frozen=True, kw_only=True)
class Grant:
    clause: Clause
    words: str


@dataclass(frozen=True, kw_only=True)
class Refusal:
    words: str


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How long the clause that grants a refund now goes on granting it, as far as is known."""

    clause: Clause
    until: datetime
    # What could end it sooner, or lets it go on afterwards; in words, without a date.
    proviso: str


def refund_due(
    *,
    bought_at: datetime,
    sittings: Sequence[Sitting],
    now: datetime,
    has_certificate: bool = False,
) -> Grant | Refusal:
    """Whether asking at `now` gets the money back, and by which clause.

    A bundle is one purchase: its first session is the earliest, and what counts as completed is
    the share of its bootcamps that have ended and that the buyer attended. Who never came has
    completed nothing. A certificate ends both guarantees for the whole purchase, however little
    of a large bundle it stands for.
    """
    if has_certificate:
        return Refusal(
            words="This purchase is no longer refundable: a certificate has been issued for it."
        )
    first = _first(sittings)
    if now < first.ends_at:
        return Grant(
            clause=Clause.FIRST_SESSION,
            words="Covered by the first-session guarantee.",
        )
    finished = [sitting for sitting in sittings if sitting.attended and sitting.ends_at <= now]
    completed = Fraction(len(finished), len(sittings))
    asked_in_time = now <= _thirty_days_end(bought_at, first)
    if asked_in_time and completed < TOO_MUCH_COMPLETED:
        return Grant(
            clause=Clause.THIRTY_DAYS,
            words="30-day guarantee: asked within 30 days with less than 25% completed.",
        )
    if completed == 1:
        return Refusal(words="This purchase is no longer refundable: the program is complete.")
    if asked_in_time:
        return Refusal(
            words=f"This purchase is no longer refundable: the first session is over and"
            f" {float(completed):.0%} of the content is completed (the limit is under 25%)."
        )
    return Refusal(
        words="This purchase is no longer refundable: the first session and the 30 days after"
        " buying are over."
    )


def covered_until(
    *,
    bought_at: datetime,
    sittings: Sequence[Sitting],
    now: datetime,
    has_certificate: bool = False,
) -> Coverage | None:
    """Until when the clause that grants a refund at `now` will; nothing when none does.

    The first-session guarantee holds whatever the buyer does until then. The 30 days end sooner
    when a quarter is completed: a session already joined and still running counts here.
    """
    due = refund_due(
        bought_at=bought_at, sittings=sittings, now=now, has_certificate=has_certificate
    )
    if isinstance(due, Refusal):
        return None
    first = _first(sittings)
    last_day = _thirty_days_end(bought_at, first)
    if due.clause is Clause.FIRST_SESSION:
        proviso = (
            "After that, the 30-day guarantee covers you while less than 25% is completed."
            if last_day > first.ends_at
            else "The guarantee ends with your first session."
        )
        return Coverage(clause=due.clause, until=first.ends_at, proviso=proviso)
    joined = sorted(sitting.ends_at for sitting in sittings if sitting.attended)
    for number, ends_at in enumerate(joined, start=1):
        if Fraction(number, len(sittings)) >= TOO_MUCH_COMPLETED:
            last_day = min(last_day, ends_at)
            break
    return Coverage(
        clause=due.clause,
        until=last_day,
        proviso="It ends sooner once 25% of the content is completed.",
    )


def family_due(
    *, sittings: Sequence[Sitting], now: datetime, has_certificate: bool = False
) -> Coverage | None:
    """Until when a purchase and the upgrades that stand on it can all go back together.

    `sittings` are those of all of them: the family's first session is the earliest.
    """
    first = _first(sittings)
    if has_certificate or now >= first.ends_at:
        return None
    return Coverage(
        clause=Clause.FIRST_SESSION,
        until=first.ends_at,
        proviso="The guarantee for all of it ends with the first session.",
    )


def base_alone(*, paid: Decimal, kept_paid: Decimal, kept_list: Decimal) -> Decimal:
    """What goes back of a purchase while the upgrades that stand on it are kept.

    What is kept costs its list price: otherwise the first part could be returned and the bundle's
    price kept.
    """
    return min(paid, max(paid + kept_paid - kept_list, Decimal("0.00")))


def _first(sittings: Sequence[Sitting]) -> Sitting:
    return min(sittings, key=lambda sitting: (sitting.starts_at, sitting.ends_at))


def _thirty_days_end(bought_at: datetime, first: Sitting) -> datetime:
    # Never over before the first session: who buys early loses nothing by it.
    return max(bought_at + MONEY_BACK_FOR, first.ends_at)
