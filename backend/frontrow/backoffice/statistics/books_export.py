"""Export the books as CSV: one line per movement and class, without names of people."""

from collections.abc import Iterator
from datetime import date

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.statistics.books import UNASSIGNED, JournalLine, read_journal
from frontrow.catalogue.models import Bootcamp
from frontrow.core.csv_files import csv_lines
from frontrow.core.dates import format_date
from frontrow.sales.emails.receipts import receipt_number

COLUMNS = ["Date", "Receipt", "Kind", "Product", "Class", "Class date", "Amount", "Fee"]
KINDS = {
    "payment": "Payment",
    "refund": "Refund",
    "dispute": "Dispute lost",
    "dispute_won": "Dispute won back",
}


def export_books(*, by: Actor, since: date, until: date) -> Iterator[str]:
    """The amounts add up to the net of the same days. Recorded in the audit log."""
    journal = read_journal(since=since, until=until)
    audit.record(
        by=by,
        action="exported books",
        subject_type="books",
        since=since.isoformat(),
        until=until.isoformat(),
    )
    cohorts = Bootcamp.objects.in_bulk({line.bootcamp_id for line in journal if line.bootcamp_id})
    return csv_lines(COLUMNS, (_cells(line, cohorts) for line in journal))


def _cells(line: JournalLine, cohorts: dict[int, Bootcamp]) -> list[object]:
    cohort = cohorts.get(line.bootcamp_id or 0)
    return [
        line.day.isoformat(),
        receipt_number(line.purchase_id),
        KINDS[line.kind],
        line.product,
        cohort.name if cohort else UNASSIGNED,
        format_date(cohort.starts_at, cohort.timezone) if cohort else "",
        line.amount,
        # Once per movement, on its first line.
        "unknown" if line.is_fee_unknown else line.fee,
    ]
