"""Prometheus metrics of the shop: sales, pending payments, email and meetings."""

import threading
import time
from collections import Counter
from collections.abc import Iterator

from django.db import OperationalError, connection, transaction
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from frontrow.core.metrics import Number
from frontrow.sales.reconciliation.invariants import violations_by_kind

SHOP_NUMBERS = (
    Number(
        name="frontrow_purchases",
        about="Purchases by what the outside sees of them, the demo's left out",
        labels=["status"],
        query="SELECT status, sum(purchases) FROM purchase_tallies WHERE NOT is_demo GROUP BY 1",
    ),
    Number(
        name="frontrow_purchases_on_the_way",
        about="Purchases whose money is being moved",
        labels=["state"],
        query="SELECT state, count(*) FROM purchases"
        " WHERE state IN ('capturing', 'canceling', 'refunding') GROUP BY 1",
    ),
    Number(
        name="frontrow_purchases_oldest_on_the_way_seconds",
        about="How long the oldest of those has stood where it stands",
        query="SELECT coalesce(extract(epoch FROM now() - min(state_since)), 0) FROM purchases"
        " WHERE state IN ('capturing', 'canceling', 'refunding')",
    ),
    Number(
        name="frontrow_last_sale_age_seconds",
        about="Since a purchase paid for was last completed",
        # Reads from the newest end, so it rarely reads more than a few rows.
        query="SELECT extract(epoch FROM now() - max(completed_at)) FROM (SELECT completed_at"
        " FROM purchases WHERE listed_status = 'completed' AND total_amount > 0"
        " ORDER BY created_at DESC, id DESC LIMIT 50) newest",
    ),
    Number(
        name="frontrow_last_event_age_seconds",
        about="Since the payment provider last told us anything",
        query="SELECT extract(epoch FROM now() - max(received_at)) FROM stripe_events",
    ),
    Number(
        name="frontrow_events_waiting",
        about="Events of the payment provider that aren't handled yet",
        query="SELECT count(*) FROM stripe_events WHERE handled_at IS NULL",
    ),
    Number(
        name="frontrow_breaks_open",
        about="Where we and the payment provider disagree",
        labels=["kind"],
        query="SELECT kind, count(*) FROM reconciliation_breaks"
        " WHERE resolved_at IS NULL GROUP BY 1",
    ),
    Number(
        name="frontrow_messages_waiting",
        about="Messages due and not sent",
        labels=["channel"],
        query="SELECT type, count(*) FROM communication_logs WHERE status = 'PENDING'"
        " AND (send_after IS NULL OR send_after <= now()) GROUP BY 1",
    ),
    Number(
        name="frontrow_messages_oldest_waiting_seconds",
        about="How long the oldest mail has been due; texts may wait for the morning",
        query="SELECT coalesce(extract(epoch FROM now() - min(coalesce(send_after, created_at))),"
        " 0) FROM communication_logs WHERE status = 'PENDING' AND type = 'EMAIL'"
        " AND (send_after IS NULL OR send_after <= now())",
    ),
    Number(
        name="frontrow_messages_failed_today",
        about="Messages written within a day that could not be delivered",
        labels=["channel"],
        query="SELECT type, count(*) FROM communication_logs WHERE status = 'FAILED'"
        " AND created_at > now() - interval '1 day' GROUP BY 1",
    ),
    Number(
        name="frontrow_meetings_oldest_due_seconds",
        about="How long the oldest meeting of a bootcamp to come has been out of step",
        query="SELECT coalesce(extract(epoch FROM now() - min(meeting_due_at)), 0) FROM bootcamps"
        " WHERE meeting_due_at <= now() AND ends_at > now()",
    ),
    Number(
        name="frontrow_seats",
        about="Seats of bootcamps to come, by whether they are taken",
        labels=["state"],
        query="SELECT CASE WHEN seat_is_free(s.enrollment_id, s.held_until) THEN 'free'"
        " WHEN s.held_until IS NULL THEN 'kept' ELSE 'held' END, count(*) FROM seats s"
        " JOIN bootcamps b ON b.id = s.bootcamp_id"
        " WHERE is_on_sale(b) GROUP BY 1",
    ),
    Number(
        name="frontrow_backup_age_seconds",
        about="Since a backup of the database last ended well; before the first one, since setup",
        query="SELECT extract(epoch FROM now() - coalesce((SELECT max(finished_at) FROM backups),"
        " (SELECT min(applied) FROM django_migrations)))",
    ),
    Number(
        name="frontrow_offers_oldest_overdue_seconds",
        about="How long the oldest offer of the waiting list should have ended",
        # Purchases being paid for end with their payment.
        query="SELECT coalesce(extract(epoch FROM now() - min(o.expires_at)), 0)"
        " FROM seat_offers o JOIN purchases p ON p.id = o.purchase_id"
        " WHERE o.state = 'open' AND o.expires_at <= now() AND p.state = 'pending'",
    ),
)


class ViolationsCollector(Collector):
    """How many of the database's invariants are violated.

    The check reads most of the books, so its result is cached for some minutes. If even one check
    takes too long, the series is left out instead of failing the whole response.
    """

    KEPT_SECONDS = 300
    LONGEST_LOOK_MS = 3000

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked_at = 0.0
        self._found: Counter[str] | None = None

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = self._look()
        if found is None:
            return
        total = GaugeMetricFamily(
            "frontrow_violations", "Rules of the books that are broken, by kind", labels=["kind"]
        )
        # Always present, to distinguish zero violations from a failed check.
        total.add_metric(["all"], found.total())
        for kind, count in found.items():
            total.add_metric([kind], count)
        yield total

    def _look(self) -> Counter[str] | None:
        with self._lock:
            if not self._asked_at or time.monotonic() - self._asked_at > self.KEPT_SECONDS:
                self._found = self._ask()
                self._asked_at = time.monotonic()
            return self._found

    def _ask(self) -> Counter[str] | None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {self.LONGEST_LOOK_MS}")
                return violations_by_kind()
        except OperationalError:
            return None
