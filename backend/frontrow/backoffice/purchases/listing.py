"""The list of purchases: search, filters, order and pages, all in the database.

The last page costs about as much as the first: an index supports each order, pages past the middle
are counted from the other end, and only the twenty rows shown are loaded in full. The number of
statements is fixed. A search takes two more.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from functools import reduce
from itertools import compress
from operator import or_
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import BooleanField, F, Func, Q, QuerySet, Sum, Value
from django.db.models.functions import Concat, Upper
from pydantic import TypeAdapter

from frontrow.accounts.models import User
from frontrow.backoffice.purchases.schemas import (
    Buyer,
    DeskPurchaseOut,
    DeskPurchasePageOut,
    DeskPurchaseRowOut,
    PurchaseFiguresOut,
    PurchaseFigureWordsOut,
    PurchaseListQuery,
    PurchaseQuery,
    PurchaseSort,
    PurchaseSumOut,
    SortDirection,
)
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.core import counting
from frontrow.core.money import CENT
from frontrow.core.operator_days import beginning_of
from frontrow.core.spellings import spelled
from frontrow.sales.emails.dispute_words import reason_in_words
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.ledger.tallies import Tally, tallies
from frontrow.sales.models import BEGUN, PAID_FOR, Dispute, Enrollment, Purchase, PurchaseStatus

PAGE_SIZE = 20

DEFINITIONS = PurchaseFigureWordsOut(
    purchases="All orders, whatever their status, except the test student's.",
    completed_revenue="Completed purchases minus refunds, excluding complimentary ones.",
    pending="Payments started and neither finished nor canceled yet.",
    refunded="Purchases refunded in full, and withdrawn enrollments.",
)

# Each is the order of an index, which serves both directions.
_ORDERS: dict[PurchaseSort, tuple[str, ...]] = {
    PurchaseSort.DATE: ("-created_at", "-id"),
    PurchaseSort.AMOUNT: ("-total_amount", "-id"),
    PurchaseSort.CUSTOMER: ("customer_key", "id"),
    PurchaseSort.PRODUCT: ("package_key", "id"),
    PurchaseSort.STATUS: ("listed_status", "-created_at", "-id"),
}
_INDEX_DESCENDS = {PurchaseSort.DATE, PurchaseSort.AMOUNT}

# Raw SQL because it runs most often: building it with the ORM takes longer than running it.
_ROWS = """
SELECT p.id, p.user_id, p.bootcamp_id, p.bundle_id, p.is_bundle, p.total_amount,
    -- A seat that moved to another course is told by its own class, whatever was bought.
    CASE WHEN b.id IS NOT NULL AND EXISTS (
        SELECT 1 FROM enrollments m WHERE m.purchase_id = p.id AND m.first_id IS NOT NULL
    ) THEN b.name ELSE p.package_name END AS package_name,
    p.refunded_amount, p.is_complimentary, p.stripe_payment_intent_id, p.stripe_customer_id,
    p.state, p.listed_status, p.guest_email, p.guest_full_name, p.created_at, p.updated_at,
    p.customer_name,
    EXISTS (SELECT 1 FROM enrollments e JOIN seats s ON s.enrollment_id = e.id
            WHERE e.purchase_id = p.id
            AND NOT seat_is_free(s.enrollment_id, s.held_until)) AS seat_reserved,
    u.email AS user_email, u.first_name, u.last_name,
    b.name AS bootcamp_name, b.starts_at, b.ends_at, b.timezone, bu.name AS bundle_name,
    d.id AS dispute_id, d.status AS dispute_status, d.amount AS dispute_amount,
    d.reason AS dispute_reason, d.due_by, d.evidence_sent_at
FROM purchases p
LEFT JOIN users u ON u.id = p.user_id
LEFT JOIN bootcamps b ON b.id = p.bootcamp_id
LEFT JOIN bundles bu ON bu.id = p.bundle_id
LEFT JOIN LATERAL (
    SELECT * FROM disputes WHERE purchase_id = p.id AND closed_at IS NULL
    ORDER BY evidence_sent_at NULLS FIRST, due_by, id LIMIT 1
) d ON true
WHERE p.id = ANY (%s)
"""
_OF_PURCHASE = [name for name in DeskPurchaseOut.model_fields if name != "status"]
_answers = TypeAdapter(list[DeskPurchaseRowOut])

_RECEIPT = re.compile(r"FR-0*([1-9][0-9]{0,17})", re.IGNORECASE)
_PAYMENT = re.compile(r"pi_\w+")


def list_purchases(*, asked: PurchaseListQuery) -> DeskPurchasePageOut:
    counted = tallies()
    found = find_purchases(asked)
    is_exact = True
    if not asked.is_plain:
        # First without an order: with one, PostgreSQL may walk the whole index to find twenty rare
        # names.
        seen = list(found.values_list("pk", flat=True)[: counting.COUNTED_UP_TO + 1])
        total, is_exact = counting.capped(len(seen))
        if is_exact:
            found = Purchase.objects.filter(pk__in=seen)
        elif asked.sort is PurchaseSort.CUSTOMER:
            # Matches of a name search are adjacent in the order by name, possibly far down. The
            # expression keeps the index from being used, so matches are collected and sorted.
            found = found.annotate(own_order=Concat("customer_key", Value("")))
    else:
        of = [asked.status] if asked.status else PurchaseStatus
        total = sum(counted[one].listed for one in of)
    ids = _page_of_ids(
        found, sort=asked.sort, direction=asked.direction, page=asked.page, total=total
    )
    return DeskPurchasePageOut(
        rows=read_rows(ids),
        total=total,
        total_is_exact=is_exact,
        stats=_figures(counted),
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
    )


def sum_purchases(*, asked: PurchaseQuery) -> PurchaseSumOut:
    """In one statement. Unpaid and complimentary purchases add nothing."""
    paid = find_purchases(asked).filter(state__in=PAID_FOR, is_complimentary=False)
    sums = paid.exclude(user__in=User.objects.filter(is_demo=True)).aggregate(
        paid=Sum("total_amount", default=Decimal(0)),
        refunded=Sum("refunded_amount", default=Decimal(0)),
    )
    return PurchaseSumOut(
        paid=sums["paid"].quantize(CENT),
        refunded=sums["refunded"].quantize(CENT),
        kept=(sums["paid"] - sums["refunded"]).quantize(CENT),
    )


def find_purchases(asked: PurchaseQuery) -> QuerySet[Purchase]:
    """Every word must match the customer's name or address, or the name of what was bought.

    A receipt or payment number finds only that purchase. The filter by bootcamp finds all purchases
    with a seat in it, including bundles.
    """
    found = _narrowed(asked)
    search = asked.search.strip()
    if receipt := _RECEIPT.fullmatch(search):
        return found.filter(pk=int(receipt[1]))
    if _PAYMENT.fullmatch(search):
        return found.filter(stripe_payment_intent_id=search)
    words = search.split()
    bootcamps, bundles = _named(Bootcamp, words), _named(Bundle, words)
    for word in words:
        wanted = spelled("customer_search", word)
        # Evaluated first: the planner can't estimate a subquery's result and would read every row.
        if bootcamps[word]:
            wanted |= Q(bootcamp_id__in=bootcamps[word])
        if bundles[word]:
            wanted |= Q(bundle_id__in=bundles[word])
        found = found.filter(wanted)
    return found


def _narrowed(asked: PurchaseQuery) -> QuerySet[Purchase]:
    found = Purchase.objects.filter(BEGUN)
    if asked.status:
        found = found.filter(listed_status=asked.status)
    if asked.bootcamp_id is not None:
        # Not a join: a seat that moved away and back would be listed twice.
        seats = Enrollment.objects.filter(present(), bootcamp_id=asked.bootcamp_id)
        found = found.filter(pk__in=seats.values("purchase_id"))
    if asked.since:
        found = found.filter(created_at__gte=beginning_of(asked.since))
    if asked.until:
        found = found.filter(created_at__lt=beginning_of(asked.until + timedelta(days=1)))
    if asked.buyer:
        found = found.filter(user__isnull=asked.buyer is Buyer.GUEST)
    if asked.complimentary:
        found = found.filter(is_complimentary=True)
    if asked.partly_refunded:
        found = found.filter(refunded_amount__gt=0, refunded_amount__lt=F("total_amount"))
    if asked.disputed:
        found = found.filter(pk__in=Dispute.objects.filter(closed_at=None).values("purchase_id"))
    return found


class _IsAnyOf(Func):
    template = "(%(expressions)s))"
    arg_joiner = " = ANY("
    output_field = BooleanField()


def _named(
    model: type[Bootcamp] | type[Bundle], words: Sequence[str]
) -> Mapping[str, Sequence[object]]:
    """Match whole words: "Mark" finds people named so, and not Marketing."""
    parts = Func(Upper("name"), Value(" "), function="string_to_array")
    has = {f"has_{place}": _IsAnyOf(Upper(Value(word)), parts) for place, word in enumerate(words)}
    named: dict[str, list[object]] = {word: [] for word in words}
    if not words:
        return named
    # A substring test first: splitting a name into words costs ten times as much.
    near = model.objects.filter(reduce(or_, (Q(name__icontains=word) for word in words)))
    whole = reduce(or_, (Q(**{name: True}) for name in has))
    for pk, *found in near.annotate(**has).filter(whole).values_list("pk", *has):
        for word in compress(words, found):
            named[word].append(pk)
    return named


def in_order(
    found: QuerySet[Purchase], *, sort: PurchaseSort, direction: SortDirection
) -> QuerySet[Purchase]:
    first, *rest = _ORDERS[sort]
    is_own = "own_order" in found.query.annotations
    ordered = found.order_by("own_order" if is_own else first, *rest)
    goes_down = sort in _INDEX_DESCENDS
    return ordered if goes_down == (direction is SortDirection.DESCENDING) else ordered.reverse()


def read_rows(ids: Sequence[int]) -> list[DeskPurchaseRowOut]:
    """Load the rows with these ids, in this order, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [list(ids)])
        names = [column.name for column in cursor.description or ()]
        found = {row[0]: dict(zip(names, row, strict=True)) for row in cursor.fetchall()}
    return _answers.validate_python([_as_answer(found[pk]) for pk in ids if pk in found])


def _page_of_ids(
    found: QuerySet[Purchase],
    *,
    sort: PurchaseSort,
    direction: SortDirection,
    page: int,
    total: int,
) -> list[int]:
    first = (page - 1) * PAGE_SIZE
    ordered = in_order(found, sort=sort, direction=direction).values_list("pk", flat=True)
    left = total - first
    if left <= 0:
        return []
    if first <= total // 2:
        return list(ordered[first : first + PAGE_SIZE])
    # Closer to the end: count from there.
    from_end = max(left - PAGE_SIZE, 0)
    return list(ordered.reverse()[from_end:left])[::-1]


def _figures(counted: dict[PurchaseStatus, Tally]) -> PurchaseFiguresOut:
    return PurchaseFiguresOut(
        purchases=sum(tally.counted for tally in counted.values()),
        completed_revenue=sum((tally.revenue for tally in counted.values()), Decimal(0)),
        pending=counted[PurchaseStatus.PENDING].counted,
        refunded=counted[PurchaseStatus.REFUNDED].counted,
        definitions=DEFINITIONS,
    )


def _as_answer(row: dict[str, Any]) -> dict[str, Any]:
    purchase = {name: row[name] for name in _OF_PURCHASE}
    return {
        "purchase": {**purchase, "status": row["listed_status"]},
        "user": {
            "id": row["user_id"],
            "email": row["user_email"],
            "first_name": row["first_name"],
            "last_name": row["last_name"],
        }
        if row["user_id"] is not None
        else None,
        "customer_name": row["customer_name"],
        "customer_email": row["user_email"] or row["guest_email"],
        "bundle": {"id": row["bundle_id"], "name": row["bundle_name"]}
        if row["bundle_id"] is not None
        else None,
        "bootcamp": {
            "id": row["bootcamp_id"],
            "name": row["bootcamp_name"],
            "start_date": row["starts_at"],
            "end_date": row["ends_at"],
            "timezone": row["timezone"],
        }
        if row["bootcamp_id"] is not None
        else None,
        "dispute": {
            "id": row["dispute_id"],
            "status": row["dispute_status"],
            "amount": row["dispute_amount"],
            "reason": reason_in_words(row["dispute_reason"]),
            "due_by": row["due_by"],
            "evidence_sent_at": row["evidence_sent_at"],
        }
        if row["dispute_id"] is not None
        else None,
    }
