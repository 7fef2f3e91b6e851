"""Export feedback as CSV, streamed, with the list's filters."""

from collections.abc import Iterator
from datetime import UTC

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.feedback.desk import find_feedback, row_of
from frontrow.backoffice.feedback.schemas import FeedbackQuery, FeedbackRowOut
from frontrow.core.csv_files import csv_lines
from frontrow.core.dates import format_date
from frontrow.core.replica import stream_from_replica

ROWS_AT_ONCE = 500
COLUMNS = [
    *("Date (UTC)", "Name", "Email", "Class", "Class date"),
    *("Score", "Words", "Shown on the site", "Needs a reply"),
]


def export_feedback(*, by: Actor, asked: FeedbackQuery) -> Iterator[str]:
    """Recorded in the audit log."""
    audit.record(
        by=by,
        action="exported feedback",
        subject_type="feedback",
        view=asked.view.value,
        bootcamp_id=asked.bootcamp_id,
    )
    rows = stream_from_replica(find_feedback(asked), at_once=ROWS_AT_ONCE)
    return csv_lines(COLUMNS, (_cells(row_of(one)) for one in rows))


def _cells(row: FeedbackRowOut) -> list[object]:
    return [
        row.given_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        row.name,
        row.email,
        row.bootcamp_name,
        format_date(row.cohort.start_date, row.cohort.timezone),
        row.score,
        row.words,
        "yes" if row.is_shown else "no",
        "yes" if row.needs_reply else "no",
    ]
