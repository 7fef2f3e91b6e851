"""The refund policy of the terms, as a pure function.

A refund is due if either guarantee grants it. All times are instants, so time zones and daylight
saving time can't shorten a guarantee.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from frontrow.sales.models import CONTINUED, Enrollment

# Stored with each purchase. The policy is part of the terms, so it has the terms' version.
POLICY_VERSION = "2026-11"

MONEY_BACK_FOR = timedelta(days=30)
# The 30-day guarantee ends when this share is completed.
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
    """One bootcamp of a purchase, with the data that refunds need."""

    starts_at: datetime
    ends_at: datetime
    attended: bool


def sittings_of(enrollments: Iterable[Enrollment]) -> list[Sitting]:
    """By current dates, because a guarantee follows a moved session or seat.

    A session that was canceled or refunded before they attended it is left out, unless nothing else
    was bought. It neither ends a guarantee nor counts as content.
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
    """How long the clause that grants a refund now will grant it, as far as known."""

    clause: Clause
    until: datetime
    # What could end it sooner or extend it, in words, without a date.
    proviso: str


def refund_due(
    *,
    bought_at: datetime,
    sittings: Sequence[Sitting],
    now: datetime,
    has_certificate: bool = False,
) -> Grant | Refusal:
    """Whether a request at `now` is granted, and by which clause.

    A bundle is one purchase. Its first session is the earliest, and the completed share consists of
    the ended bootcamps that the buyer attended. A buyer who never attended has completed nothing. A
    certificate ends both guarantees for the whole purchase, even of a large bundle.
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
    """Until when the clause that grants a refund at `now` applies. None if none does.

    The first-session guarantee applies until then in any case. The 30 days end sooner when a
    quarter is completed, including a session that the buyer has joined and that is still running.
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
    """Until when a purchase and its upgrades can be refunded together.

    `sittings` has the sessions of all of them. The family's first session is the earliest.
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
    """The refund of a purchase while its upgrades are kept.

    The kept part costs its list price. Otherwise the first part could be refunded and the bundle's
    lower price kept.
    """
    return min(paid, max(paid + kept_paid - kept_list, Decimal("0.00")))


def _first(sittings: Sequence[Sitting]) -> Sitting:
    return min(sittings, key=lambda sitting: (sitting.starts_at, sitting.ends_at))


def _thirty_days_end(bought_at: datetime, first: Sitting) -> datetime:
    # Never over before the first session, so that buying early is no disadvantage.
    return max(bought_at + MONEY_BACK_FOR, first.ends_at)
