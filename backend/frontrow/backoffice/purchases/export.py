"""Purchases as a spreadsheet: streamed row by row, and harmless to whoever opens it."""

import csv
import itertools
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONObject
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.backoffice.purchases.listing import find_purchases, in_order
from frontrow.backoffice.purchases.schemas import PurchaseSort, SortDirection
from frontrow.core.zones import zone
from frontrow.sales.models import Enrolment, Purchase, PurchaseStatus

ROWS_AT_ONCE = 1_000
LINES_AT_ONCE = 250
COLUMNS = [
    "Receipt",
    "Date (UTC)",
    "Status",
    "Customer",
    "E-mail",
    "Account",
    "Product",
    "Type",
    "Amount",
    "Refunded",
    "Currency",
    "Complimentary",
    "Payment",
    # Of a bundle all of them, the earliest first.
    "Class date",
    "Cohort",
]
_CLASSES = (
    Enrolment.objects.filter(purchase_id=OuterRef("pk"))
    .order_by("bootcamp__starts_at", "bootcamp_id")
    .values(
        one=JSONObject(
            id="bootcamp_id", starts_at="bootcamp__starts_at", timezone="bootcamp__timezone"
        )
    )
)
# A spreadsheet takes a cell that begins like this for a formula, and runs it.
# Some do so for their full-width twins.
_FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Tells a spreadsheet that the text is UTF-8.
_BYTE_ORDER_MARK = "\ufeff"


def export_purchases(
    *,
    request: HttpRequest,
    search: str,
    status: PurchaseStatus | None,
    bootcamp_id: int | None,
    sort: PurchaseSort,
    direction: SortDirection,
) -> Iterator[str]:
    """The list's rows as lines of CSV, filtered and sorted as the list; noted in the audit log."""
    audit.record(
        request=request,
        action="exported purchases",
        subject_type="purchases",
        status=status.value if status else "",
        # Not what was searched for: that is somebody's name.
        searched=bool(search.strip()),
        **({"bootcamp_id": bootcamp_id} if bootcamp_id is not None else {}),
    )
    found = find_purchases(search=search, status=status, bootcamp_id=bootcamp_id)
    return _lines(_cells(in_order(found, sort=sort, direction=direction)))


def _lines(rows: Iterable[list[str]]) -> Iterator[str]:
    """Many lines at a time: handing each on by itself takes longer than writing it."""
    writer = csv.writer(_Passing())
    yield _BYTE_ORDER_MARK + writer.writerow(COLUMNS)
    left = iter(rows)
    while some := list(itertools.islice(left, LINES_AT_ONCE)):
        yield "".join(writer.writerow([_harmless(cell) for cell in row]) for row in some)


def _cells(found: QuerySet[Purchase]) -> Iterator[list[str]]:
    rows = found.annotate(classes=ArraySubquery(_CLASSES)).values(
        "pk",
        "created_at",
        "listed_status",
        "customer_name",
        "user__email",
        "guest_email",
        "package_name",
        "is_bundle",
        "total_amount",
        "refunded_amount",
        "currency",
        "is_complimentary",
        "stripe_payment_intent_id",
        "classes",
    )
    # From a cursor on the server's side: all rows are never in our memory at once.
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield _cells_of(row)


def _cells_of(row: Mapping[str, Any]) -> list[str]:
    return [
        f"FR-{row['pk']:06}",
        row["created_at"].astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        row["listed_status"],
        row["customer_name"],
        row["user__email"] or row["guest_email"],
        "Member" if row["user__email"] else "Guest",
        row["package_name"],
        "Bundle" if row["is_bundle"] else "Single Bootcamp",
        str(row["total_amount"]),
        str(row["refunded_amount"]),
        row["currency"].upper(),
        "yes" if row["is_complimentary"] else "no",
        row["stripe_payment_intent_id"] or "",
        "; ".join(_class_date(one) for one in row["classes"]),
        "; ".join(str(one["id"]) for one in row["classes"]),
    ]


def _class_date(one: Mapping[str, Any]) -> str:
    """On the class's own clock, where two cohorts of one evening are told apart."""
    starts_at = datetime.fromisoformat(one["starts_at"]).astimezone(zone(one["timezone"]))
    return f"{starts_at:%Y-%m-%d %H:%M} {one['timezone']}"


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA_BEGINS) else cell


class _Passing:
    """What the writer writes to: it hands each line on instead of keeping it."""

    def write(self, line: str) -> str:
        return line
