"""What the desk does in a history: buttons of the board, refunds by hand, who attended.

A history counts for itself what is owed of refunds that failed: a button may pay that and no more.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import now
from frontrow.core.errors import AppError
from frontrow.sales.enrollment.enrollments import chain_of
from frontrow.sales.ledger.owed_refunds import FAILED, OWED
from frontrow.sales.models import (
    Enrollment,
    Movement,
    MovementKind,
    Purchase,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.refunding_again import refund_again
from frontrow.sales.refunds.requests import MENDED_BY
from tests.factories import CertificateFactory, seats_of

if TYPE_CHECKING:
    from tests.sales.histories import History

LACKS_SEAT = "completed without all its seats"
# Another admin has the page open since before it was mended, or pressed in the same moment.
STALE = 0.2
SOLD_OUT_MEANWHILE = 0.6
CERTIFIED = 0.5
# As often as it takes when each refund that is asked for again arrives.
MOST_PRESSES = 8


class Owed:
    """What refunds that failed still owe, by the number of their row on the board."""

    def __init__(self) -> None:
        # The seat it was for, if any, and cents.
        self.rows: dict[int, tuple[int | None, int]] = {}
        self._rows: set[int] = set()
        self._asked: set[int] = set()
        self._dashboard: set[int] = set()

    @property
    def cents(self) -> int:
        return sum(cents for _, cents in self.rows.values())

    def follow(self, history: "History", pressed: int = 0) -> None:
        """What is new in the books since the last look: what failed, and then what was paid."""
        purchase = Purchase.objects.get(pk=history.purchase.pk)
        rows = ReconciliationBreak.objects.filter(purchase=purchase, kind__in=OWED)
        new = [row for row in rows.order_by("pk") if row.pk not in self._rows]
        self._rows |= {row.pk for row in new}
        self._add(history, [row for row in new if row.kind == FAILED])
        for refund in Refund.objects.filter(purchase=purchase).order_by("pk"):
            if refund.pk not in self._asked:
                self._asked.add(refund.pk)
                is_pressed = refund.reason == MENDED_BY and pressed
                self._pay(refund, purchase, pressed if is_pressed else 0)
        made_there = Movement.objects.filter(
            ~Q(status="failed"), purchase=purchase, kind=MovementKind.REFUND, requests=None
        )
        for movement in made_there.order_by("pk"):
            if movement.pk not in self._dashboard:
                self._dashboard.add(movement.pk)
                self._take(int(-movement.amount * 100), None)
        # Of what the provider refused, only what was left by then had been asked for.
        self._add(history, [row for row in new if row.kind != FAILED])

    def _add(self, history: "History", rows: Sequence[ReconciliationBreak]) -> None:
        for row in rows:
            # Where no seat is left either, everything is owed.
            name = row.details.get("refund")
            cents = history.failed_at_bank(name) if name else history.ledger()["captured"]
            self.rows[row.pk] = (row.details.get("seat"), cents)

    def _pay(self, refund: Refund, purchase: Purchase, row: int) -> None:
        if row:
            self.rows.pop(row, None)
        elif purchase.state != "completed":
            self.rows.clear()
        else:
            self._take(int(refund.amount * 100), refund.gives_back_id)

    def _take(self, cents: int, seat: int | None) -> None:
        for pk, (of_seat, owed) in sorted(self.rows.items()):
            if seat is None or of_seat == seat:
                paid = min(cents, owed)
                cents -= paid
                self.rows[pk] = (of_seat, owed - paid)


def press_a_button(history: "History") -> None:
    """Any open row of this purchase; now and then one that was mended meanwhile."""
    rows = ReconciliationBreak.objects.filter(purchase=history.purchase).order_by("pk")
    if history.chance.random() < STALE:
        if done := list(rows.filter(kind__in=OWED).exclude(resolved_at=None)):
            row = history.chance.choice(done)
            _judged(history, row.pk, f"stale row {row.pk}", lambda: refund_again(row_id=row.pk))
        return
    open_ones: list[ReconciliationBreak | None] = list(rows.filter(resolved_at=None))
    if (LACKS_SEAT, str(history.purchase.pk)) in violations():
        open_ones.append(None)
    if open_ones:
        press(history, history.chance.choice(open_ones))


def press(history: "History", row: ReconciliationBreak | None) -> int:
    """Through the board; None stands for a paid seat that isn't there. The answer's status."""
    key = (
        f"break/{row.pk}" if row else f"found/completed-without-all-its-seats/{history.purchase.pk}"
    )

    def post() -> str:
        answer: Any = history.desk.post(
            "/api/admin/reconciliation/repair", {"key": key, "note": "seen"}, "application/json"
        )
        assert answer.status_code in {200, 404, 409}, answer.content
        return f"{answer.status_code} {answer.json()['message']}"

    is_owed = row is not None and row.kind in OWED
    said = _judged(history, row.pk if row and is_owed else 0, key, post)
    return int(said.split(" ")[0])


def _judged(history: "History", row: int, what: str, act: Callable[[], str]) -> str:
    """A button pays at most what is owed, and of a missing seat at most its share."""
    history.owed.follow(history)
    purchase = Purchase.objects.get(pk=history.purchase.pk)
    is_whole = purchase.state == "refunding"
    before = set(Refund.objects.filter(purchase=purchase).values_list("pk", flat=True))
    lacking = lacking_seats(purchase)
    most = history.owed.rows.get(row, (None, 0))[1] if row else 0
    said = "killed"
    try:
        said = act()
    except AppError as refused:
        said = f"refused: {refused.message}"
    finally:
        # Also where its process died: what it had asked for is asked for.
        history.note(f"pressed {what}: {said}")
        for refund in Refund.objects.filter(purchase=purchase).exclude(pk__in=before):
            cents = int(refund.amount * 100)
            history.asked.setdefault(refund.pk, cents)
            if refund.reason == MENDED_BY and row:
                history.mended[refund.pk] = row
                if cents > most and not is_whole:
                    history.faults.append(f"the button paid {cents} where {most} was owed")
            elif refund.reason == "no seat":
                shares = {one.calendar_number: share_of(one) for one in lacking}
                if refund.gives_back_id not in shares and len(history.live_seats()) > 1:
                    history.faults.append("the repair of one seat refunded others")
                if any(one.attended_at for one in lacking) and refund.gives_back_id is None:
                    history.faults.append("the repair ended a class that was attended")
                if refund.gives_back_id and cents > shares.get(refund.gives_back_id, 0):
                    history.faults.append("the repair refunded more than the seat's share")
        history.owed.follow(history, pressed=row)
    return said


def lacking_seats(purchase: Purchase) -> list[Enrollment]:
    kept = seats_of(purchase).filter(held_until=None).values("enrollment_id")
    return list(purchase.enrollments.filter(ended_at=None).exclude(pk__in=kept))


def share_of(seat: Enrollment) -> int:
    return int(Enrollment.objects.get(pk=seat.calendar_number).paid * 100)


def make_good_by_hand(history: "History") -> None:
    """An admin who has seen that a refund failed asks for the sum, instead of pressing."""
    history.owed.follow(history)
    owed = [cents for _, cents in history.owed.rows.values() if cents]
    if owed:
        history.ask(history.chance.choice(owed), "made good", None)


def lose_a_chair(history: "History") -> None:
    """A fault that must not be: a paid seat has no chair. Its class may be sold out by then."""
    history.purchase.refresh_from_db()
    if history.purchase.state != "completed" or not (seat := history.a_seat()):
        return
    history.note(f"the chair of {seat.pk} is gone")
    seats_of(history.purchase).filter(enrollment_id=seat.pk).update(enrollment_id=None)
    of_class = Bootcamp.objects.filter(pk=seat.bootcamp_id)
    if history.chance.random() < SOLD_OUT_MEANWHILE:
        of_class.update(sales_stopped_at=now())
    try:
        press(history, None)
    finally:
        of_class.update(sales_stopped_at=None)
    give_missing_seats(history)


def give_missing_seats(history: "History") -> None:
    """What could not be refunded just then gets a seat, once its class is on sale again."""
    if (LACKS_SEAT, str(history.purchase.pk)) in violations():
        press(history, None)


def attend(history: "History") -> None:
    """As an admin marks it; some get their certificate."""
    history.purchase.refresh_from_db()
    if history.purchase.state != "completed" or not (seat := history.a_seat()):
        return
    history.note(f"{seat.pk} was there")
    Enrollment.objects.filter(pk=seat.pk).update(attended_at=now())
    has_one = Enrollment.objects.filter(pk=seat.pk, certificate__isnull=False).exists()
    if not has_one and history.chance.random() < CERTIFIED:
        CertificateFactory.create(enrollment=seat)


def press_everything(history: "History") -> None:
    """Until the board is empty: whatever is asked for again arrives."""
    history.around.server.control("POST", "settings", {"refunds_pending": False})
    for _ in range(MOST_PRESSES):
        rows: list[ReconciliationBreak | None] = list(
            ReconciliationBreak.objects.filter(
                purchase=history.purchase, resolved_at=None
            ).order_by("pk")
        )
        if lacking_seats(Purchase.objects.get(pk=history.purchase.pk)):
            rows.append(None)
        # What is refused waits for a bank or for a person.
        statuses = [press(history, row) for row in rows]
        history.sweep()
        if all(status != 200 for status in statuses):
            return
    history.faults.append("the board is never empty")


def of_mended(history: "History") -> list[str]:
    """A seat whose refund was asked for again and arrived has ended."""
    found = []
    for refund in Refund.objects.filter(pk__in=history.mended, status="succeeded"):
        row = ReconciliationBreak.objects.get(pk=history.mended[refund.pk])
        seat = row.details.get("seat")
        if seat and Enrollment.objects.filter(chain_of(seat), ended_at=None).exists():
            found.append("paid again, and its seat stays")
    return found
