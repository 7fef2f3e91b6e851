"""The books: every movement of money in a range of days, by day, cohort, product and type.

One statement finds the movements and what each is for: a payment by the shares of its enrollments,
a refund by its lines. The monthly report, statistics and the journal all sum its rows, so they
agree to the cent. Money counts for the cohort that it was paid for.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Q, Sum

from frontrow.backoffice.statistics.books_schemas import (
    BooksOut,
    BooksSumsOut,
    BooksTotalsOut,
    CohortBooksOut,
    DayBooksOut,
    NamedBooksOut,
)
from frontrow.backoffice.statistics.operator_calendar import Period, next_period
from frontrow.catalogue.models import Bootcamp
from frontrow.core.errors import Invalid
from frontrow.core.money import CENT
from frontrow.core.operator_days import beginning_of, operator_zone
from frontrow.core.replica import on_replica, reading_connection
from frontrow.sales.models import Movement, MovementKind, MovementStatus

LONGEST = timedelta(days=366)
NOTHING = Decimal("0.00")
# Amounts without an enrollment are included in the sums, without a cohort.
UNASSIGNED = "Not assigned to a class"
DEFINITION = (
    "Payments on the day they were made; refunds and lost disputes on the day they were paid out. "
    "A dispute you win is counted back on the day you won it. Each amount counts for the class it "
    "was paid for. Complimentary seats and the demo student's count for nothing."
)
FEES_UNKNOWN = (
    "The provider hasn't told us its fee for every payment, so known fees are shown on their own "
    "and aren't subtracted."
)
PAYOUTS_UNKNOWN = (
    "The books don't hold payouts: the provider doesn't report them to this site. Compare the "
    "net amount with the payout reports in its dashboard."
)

_PARTS = """
WITH moved AS MATERIALIZED (
    SELECT m.id, m.purchase_id, m.kind, m.amount, m.fee,
        (m.happened_at AT TIME ZONE %(zone)s)::date AS day, p.package_name AS product
    FROM movements m
    JOIN purchases p ON p.id = m.purchase_id
    LEFT JOIN users u ON u.id = p.user_id
    WHERE m.status = 'succeeded' AND u.is_demo IS NOT TRUE
        AND m.happened_at >= %(since)s AND m.happened_at < %(until)s
), assigned AS (
    SELECT m.id, e.id AS enrollment, e.paid AS amount
    FROM moved m JOIN enrollments e ON e.purchase_id = m.purchase_id AND e.replaces_id IS NULL
    WHERE m.kind = 'payment'
    UNION ALL
    SELECT m.id, l.enrollment_id, -l.amount
    FROM moved m JOIN refund_lines l ON l.movement_id = m.id
    WHERE m.kind <> 'payment'
), parts AS (
    SELECT a.id, e.bootcamp_id, a.amount
    FROM assigned a JOIN enrollments e ON e.id = a.enrollment
    UNION ALL
    SELECT m.id, NULL, m.amount - coalesce(
        (SELECT sum(a.amount) FROM assigned a WHERE a.id = m.id), 0)
    FROM moved m
)
"""
_GROUPED = f"""{_PARTS}
SELECT m.day, m.kind, m.product, p.bootcamp_id, sum(p.amount)
FROM parts p JOIN moved m ON m.id = p.id
WHERE p.amount <> 0
GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4
"""  # noqa: S608 - the text is ours
_COUNTED = """
SELECT (m.happened_at AT TIME ZONE %(zone)s)::date AS day, m.kind, count(*), sum(m.fee),
    count(*) FILTER (WHERE m.fee IS NULL)
FROM movements m
JOIN purchases p ON p.id = m.purchase_id
LEFT JOIN users u ON u.id = p.user_id
WHERE m.status = 'succeeded' AND u.is_demo IS NOT TRUE
    AND m.happened_at >= %(since)s AND m.happened_at < %(until)s
GROUP BY 1, 2
"""
_JOURNAL = f"""{_PARTS}
SELECT m.day, m.purchase_id, m.kind, m.product, p.bootcamp_id, p.amount,
    CASE WHEN row_number() OVER (PARTITION BY m.id ORDER BY p.bootcamp_id) = 1 THEN m.fee END,
    row_number() OVER (PARTITION BY m.id ORDER BY p.bootcamp_id) = 1 AND m.fee IS NULL
FROM parts p JOIN moved m ON m.id = p.id
WHERE p.amount <> 0
ORDER BY m.day, m.id, p.bootcamp_id
"""  # noqa: S608 - the text is ours


@dataclass(frozen=True)
class Entry:
    """The amount that moved on one day for one product and one cohort, in one direction."""

    day: date
    kind: str
    product: str
    bootcamp_id: int | None
    amount: Decimal


@dataclass(frozen=True)
class Counted:
    """How many movements of one kind a day had, and their known fees."""

    day: date
    kind: str
    movements: int
    fees: Decimal | None
    unknown_fees: int


@dataclass(frozen=True)
class JournalLine:
    """One movement's part for one cohort."""

    day: date
    purchase_id: int
    kind: str
    product: str
    bootcamp_id: int | None
    amount: Decimal
    # Only on the first line of a movement.
    fee: Decimal | None
    is_fee_unknown: bool


@on_replica
def read_books(*, since: date, until: date) -> BooksOut:
    """A range of days, both included, and the range before it, in a fixed number of statements."""
    refuse_range(since=since, until=until)
    entries, counted = _entries(since, until), _counted(since, until)
    before_since, before_until = range_before(since=since, until=until)
    cohorts = Bootcamp.objects.in_bulk({e.bootcamp_id for e in entries if e.bootcamp_id})
    return BooksOut(
        since=since,
        until=until,
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
        total=_totals(entries, counted),
        before_since=before_since,
        before_until=before_until,
        before=_totals(_entries(before_since, before_until), _counted(before_since, before_until)),
        by_day=list(_by_day(entries, counted)),
        by_cohort=_by_cohort(entries, cohorts),
        by_product=_by_name(entries, lambda entry: entry.product),
        by_type=_by_name(entries, lambda entry: _type_of(entry, cohorts)),
        undecided=_undecided(since, until),
        definition=DEFINITION,
        fees_note=FEES_UNKNOWN if any(each.unknown_fees for each in counted) else "",
        payouts_note=PAYOUTS_UNKNOWN,
    )


@on_replica
def read_journal(*, since: date, until: date) -> list[JournalLine]:
    refuse_range(since=since, until=until)
    return [
        JournalLine(day, purchase, kind, product, bootcamp, amount.quantize(CENT), fee, is_unknown)
        for day, purchase, kind, product, bootcamp, amount, fee, is_unknown in _ask(
            _JOURNAL, since, until
        )
    ]


def refuse_range(*, since: date, until: date) -> None:
    if until < since:
        raise Invalid(fields={"until": "Choose a day on or after the first one."})
    if until - since >= LONGEST:
        raise Invalid(fields={"until": "Choose at most 366 days."})


def range_before(*, since: date, until: date) -> tuple[date, date]:
    """The same number of days before. For a whole month, the whole month before."""
    end = since - timedelta(days=1)
    is_month = since.day == 1 and until + timedelta(days=1) == next_period(since, by=Period.MONTH)
    return (end.replace(day=1) if is_month else end - (until - since)), end


def sums_of(entries: Iterable[Entry]) -> BooksSumsOut:
    sums = dict.fromkeys(MovementKind, NOTHING)
    for entry in entries:
        sums[MovementKind(entry.kind)] += entry.amount
    disputes = sums[MovementKind.DISPUTE] + sums[MovementKind.DISPUTE_WON]
    return BooksSumsOut(
        gross=sums[MovementKind.PAYMENT],
        # Avoids -0.00.
        refunds=NOTHING - sums[MovementKind.REFUND],
        disputes=NOTHING - disputes,
        net=sum(sums.values(), NOTHING),
    )


def _totals(entries: Iterable[Entry], counted: Iterable[Counted]) -> BooksTotalsOut:
    counts = list(counted)
    known = [each.fees for each in counts if each.fees is not None]
    return BooksTotalsOut(
        **sums_of(entries).model_dump(),
        fees=sum(known, NOTHING) if known else None,
        unknown_fees=sum(each.unknown_fees for each in counts),
        payments=sum(each.movements for each in counts if each.kind == MovementKind.PAYMENT),
        refund_count=sum(each.movements for each in counts if each.kind == MovementKind.REFUND),
    )


def _by_day(entries: list[Entry], counted: list[Counted]) -> Iterator[DayBooksOut]:
    for day in sorted({each.day for each in counted}):
        of_day = _totals(
            [entry for entry in entries if entry.day == day],
            [each for each in counted if each.day == day],
        )
        yield DayBooksOut(day=day, total=of_day)


def _by_cohort(entries: list[Entry], cohorts: dict[int, Bootcamp]) -> list[CohortBooksOut]:
    """The earliest class first. Amounts without a class come last."""
    grouped: dict[int | None, list[Entry]] = {}
    for entry in entries:
        grouped.setdefault(entry.bootcamp_id, []).append(entry)

    def in_order(bootcamp_id: int | None) -> tuple[bool, float, int]:
        cohort = cohorts.get(bootcamp_id or 0)
        return (cohort is None, cohort.starts_at.timestamp() if cohort else 0, bootcamp_id or 0)

    rows = []
    for bootcamp_id in sorted(grouped, key=in_order):
        cohort = cohorts.get(bootcamp_id or 0)
        rows.append(
            CohortBooksOut(
                bootcamp_id=bootcamp_id,
                name=cohort.name if cohort else UNASSIGNED,
                start_date=cohort.starts_at if cohort else None,
                timezone=cohort.timezone if cohort else "",
                total=sums_of(grouped[bootcamp_id]),
            )
        )
    return rows


def _by_name(entries: list[Entry], name_of: Callable[[Entry], str]) -> list[NamedBooksOut]:
    """The highest revenue first."""
    grouped: dict[str, list[Entry]] = {}
    for entry in entries:
        grouped.setdefault(name_of(entry), []).append(entry)
    rows = [NamedBooksOut(name=name, total=sums_of(some)) for name, some in grouped.items()]
    return sorted(rows, key=lambda row: (-row.total.net, row.name))


def _type_of(entry: Entry, cohorts: dict[int, Bootcamp]) -> str:
    cohort = cohorts.get(entry.bootcamp_id or 0)
    return cohort.bootcamp_type if cohort else UNASSIGNED


def _undecided(since: date, until: date) -> Decimal:
    """What banks withhold for undecided disputes that were opened in these days."""
    held = Movement.objects.filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False),
        kind=MovementKind.DISPUTE,
        status=MovementStatus.PENDING,
        happened_at__gte=beginning_of(since),
        happened_at__lt=beginning_of(until + timedelta(days=1)),
    )
    return Decimal(-(held.aggregate(sum=Sum("amount"))["sum"] or 0)).quantize(CENT)


def _entries(since: date, until: date) -> list[Entry]:
    return [
        Entry(day, kind, product, bootcamp_id, Decimal(amount).quantize(CENT))
        for day, kind, product, bootcamp_id, amount in _ask(_GROUPED, since, until)
    ]


def _counted(since: date, until: date) -> list[Counted]:
    return [Counted(*row) for row in _ask(_COUNTED, since, until)]


def _ask(statement: str, since: date, until: date) -> list[tuple[Any, ...]]:
    with reading_connection().cursor() as cursor:
        cursor.execute(
            statement,
            {
                "zone": operator_zone().key,
                "since": beginning_of(since),
                "until": beginning_of(until + timedelta(days=1)),
            },
        )
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found
