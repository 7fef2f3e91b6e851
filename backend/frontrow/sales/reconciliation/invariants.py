"""Invariants: violations that must never exist, found by a database function."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.db.models import Min

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import now
from frontrow.core.jobs import job
from frontrow.sales.ledger.breaks import open_break

# Seats of classes that began longer ago than this don't change in daily business.
STILL_MOVING = timedelta(days=90)
LONG_OVER = "long_over"

_ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def violations(
    *, since: datetime = _ALWAYS[0], until: datetime = _ALWAYS[1]
) -> list[tuple[str, str]]:
    """Each violated rule with its subject, for classes that began in this period."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, subject FROM violations_between(%s, %s) ORDER BY 1, 2", [since, until]
        )
        return [(str(kind), str(subject)) for kind, subject in cursor.fetchall()]


def violations_by_kind() -> Counter[str]:
    """Violations by kind in recent classes. A nightly job checks the older ones."""
    return Counter(kind for kind, _ in violations(since=now() - STILL_MOVING))


@job(every="41 3 * * *")
def look_at_classes_long_over(timestamp: int) -> None:
    """Each night: check older classes, which the board doesn't show.

    A quarter at a time, because all of them exceed the statement timeout.
    """
    oldest = Bootcamp.objects.aggregate(at=Min("starts_at"))["at"]
    until = now() - STILL_MOVING
    while oldest and until > oldest:
        since = until - STILL_MOVING
        found = violations(since=since, until=until)
        if found:
            kinds = Counter(kind for kind, _ in found)
            open_break(kind=LONG_OVER, payment_intent_id="", purchase_id=None, kinds=kinds)
            return
        until = since
