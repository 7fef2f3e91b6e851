"""Export purchases as CSV, streamed row by row and safe to open in a spreadsheet."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONObject

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.purchases.listing import find_purchases, in_order
from frontrow.backoffice.purchases.schemas import PurchaseExportQuery
from frontrow.core.csv_files import csv_lines
from frontrow.core.replica import stream_from_replica
from frontrow.core.zones import zone
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.models import Enrollment, Purchase

ROWS_AT_ONCE = 1_000
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
    # All bootcamps of a bundle, earliest first.
    "Class date",
    "Cohort",
]
_CLASSES = (
    Enrollment.objects.filter(present(), purchase_id=OuterRef("pk"))
    .order_by("bootcamp__starts_at", "bootcamp_id")
    .values(
        one=JSONObject(
            id="bootcamp_id", starts_at="bootcamp__starts_at", timezone="bootcamp__timezone"
        )
    )
)


def export_purchases(*, by: Actor, asked: PurchaseExportQuery) -> Iterator[str]:
    """The list's rows as CSV lines, with its filters and order. Recorded in the audit log."""
    narrowed = asked.model_dump(
        mode="json", exclude={"search", "sort", "direction", "status"}, exclude_defaults=True
    )
    audit.record(
        by=by,
        action="exported purchases",
        subject_type="purchases",
        status=asked.status.value if asked.status else "",
        # Without the search words, which may be a person's name.
        searched=bool(asked.search.strip()),
        **narrowed,
    )
    found = find_purchases(asked)
    return csv_lines(COLUMNS, _cells(in_order(found, sort=asked.sort, direction=asked.direction)))


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
    for row in stream_from_replica(rows, at_once=ROWS_AT_ONCE):
        yield _cells_of(row)


def _cells_of(row: Mapping[str, Any]) -> list[str]:
    return [
        receipt_number(row["pk"]),
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
    """In the class's zone, which distinguishes two cohorts of one evening."""
    starts_at = datetime.fromisoformat(one["starts_at"]).astimezone(zone(one["timezone"]))
    return f"{starts_at:%Y-%m-%d %H:%M} {one['timezone']}"
