"""What must hold when a history has come to rest: every fault found, in words."""

import csv
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from io import StringIO

from django.db.models import Sum
from django.test import Client

from frontrow.backoffice.statistics.figures import count_stats
from frontrow.backoffice.statistics.operator_calendar import Period
from frontrow.backoffice.statistics.revenue import read_revenue
from frontrow.portal.receipts import receipt_of
from frontrow.sales.enrollment.enrollments import chain_of
from frontrow.sales.enrollment.upgrades import built_on
from frontrow.sales.ledger.owed_refunds import WITHOUT_SEAT
from frontrow.sales.models import (
    CodeUse,
    Movement,
    MovementKind,
    MovementStatus,
    Purchase,
    ReconciliationBreak,
    Refund,
    RefundStatus,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import refundable
from tests.factories import seats_of
from tests.fakes.stripe import Json
from tests.sales.buying import Shopper
from tests.sales.histories import UNDECIDED, History
from tests.sales.history_desk import of_mended
from tests.sales.hours_at_rest import faults_of_hours

NOTHING = Decimal(0)


def faults_of(history: History, *, revenue_before: Decimal) -> list[str]:
    """`revenue_before` is the dashboard's figure from before the first purchase."""
    purchase, *others = (Purchase.objects.get(pk=one.pk) for one in history.purchases)
    row = history.ledger()
    return [
        *_of_books(purchase, row),
        *_of_figures(purchase, row, history),
        *_of_revenue(history, revenue_before),
        *_of_state(purchase, row),
        *_of_refunds(history),
        *_of_seats(purchase),
        *_of_code(purchase, history),
        *of_mended(history),
        *faults_of_hours([one for one in (purchase, *others) if not one.pays_for_move_id]),
        *(fault for one in others for fault in _beside(one, history.ledger(one))),
        *(f"violation: {kind} of {subject}" for kind, subject in violations()),
    ]


def _of_code(purchase: Purchase, history: History) -> Iterator[str]:
    """The use of a code is kept with its purchase, and returned with the last of its seats."""
    use = CodeUse.objects.filter(purchase=purchase).first()
    if (use is None) != (purchase.code_id is None):
        yield f"code: {purchase.code_id}, and its use is {use}"
    if use is None or purchase.code is None:
        return
    is_gone = not purchase.enrollments.filter(ended_at=None).exists()
    if (use.returned_at is not None) != is_gone:
        yield f"code: {purchase.state}, and its use was returned at {use.returned_at}"
    if purchase.code.max_uses:
        # Whether it works again is asked as a person does: by typing it.
        someone = Shopper(
            history.around.server,
            email=f"next-{history.seed}@example.test",
            address=f"10.199.{history.seed // 256 % 256}.{history.seed % 256}",
        )
        answer = someone.ask_session(bootcamp=history.classes[2].pk, code=purchase.code.code)
        if (answer.status_code == 200) != is_gone:
            yield f"code: {purchase.state}, and typed again: {answer.json()}"


def _of_books(purchase: Purchase, row: Json) -> Iterator[str]:
    moved: Counter[str] = Counter()
    done = Movement.objects.filter(purchase=purchase, status=MovementStatus.SUCCEEDED)
    for kind, amount in done.values_list("kind", "amount"):
        moved[kind] += int(amount * 100)
    ours = {
        "captured": moved[MovementKind.PAYMENT],
        "refunded": -moved[MovementKind.REFUND],
        "dispute_lost": -moved[MovementKind.DISPUTE] - moved[MovementKind.DISPUTE_WON],
        "net": sum(moved.values()),
        "refund_pending": _on_its_way(purchase),
    }
    for name, cents in ours.items():
        if row[name] != cents:
            yield f"books: {name} is {cents} here and {row[name]} at the provider"


def _on_its_way(purchase: Purchase) -> int:
    waiting = Movement.objects.filter(
        purchase=purchase, kind=MovementKind.REFUND, status=MovementStatus.PENDING
    )
    return -int((waiting.aggregate(sum=Sum("amount"))["sum"] or NOTHING) * 100)


def _beside(purchase: Purchase, row: Json) -> Iterator[str]:
    """A price difference or an upgrade: its books, and a seat for its money."""
    yield from _of_books(purchase, row)
    gone = row["refunded"] + row["dispute_lost"]
    if gone + row["refund_pending"] > row["captured"]:
        yield "more given back beside than was paid"
    seats = seats_of(purchase).filter(held_until=None).count()
    live = purchase.enrollments.filter(ended_at=None).count()
    # The chair of a payment for a move is the moved seat's.
    is_seated = (not live and not seats) if purchase.pays_for_move_id else live == seats > 0
    is_right = {
        "completed": is_seated,
        "refunded": not seats and gone == row["captured"],
        "refunding": row["refund_pending"] > 0,
    }.get(purchase.state, not seats and not row["captured"])
    if not is_right:
        yield f"{purchase.state} beside, and seats or money say otherwise"


def _of_revenue(history: History, before: Decimal) -> Iterator[str]:
    """All that was paid in a history, and nothing of the others."""
    net = sum((Decimal(history.ledger(one)["net"]) for one in history.purchases), NOTHING) / 100
    shown = {"dashboard": count_stats().revenue} | {
        f"chart by {by}": read_revenue(by=by).total for by in Period
    }
    for name, figure in shown.items():
        if figure - before != net:
            yield f"figures: {name} says {figure - before}, the provider {net}"


def _of_figures(purchase: Purchase, row: Json, history: History) -> Iterator[str]:
    net = Decimal(row["net"]) / 100
    receipt = receipt_of(user=history.buyer, purchase_id=purchase.pk)
    figures = {
        "purchase": purchase.total_amount - purchase.refunded_amount,
        "receipt": receipt.paid_amount,
        "receipt's lines": receipt.total_amount - sum(one.amount for one in receipt.refunds),
        "refundable": refundable(purchase) + Decimal(row["refund_pending"]) / 100,
    }
    for name, figure in figures.items():
        if figure != net:
            yield f"figures: {name} says {figure}, the provider {net}"


def _of_state(purchase: Purchase, row: Json) -> Iterator[str]:
    gone = row["refunded"] + row["dispute_lost"]
    seats = seats_of(purchase).filter(held_until=None).count()
    live = purchase.enrollments.filter(ended_at=None).count()
    if gone + row["refund_pending"] > row["captured"]:
        yield "more given back than was paid"
    match purchase.state:
        case "completed":
            # What an upgrade stands on stays paid for when its own seats went back alone.
            if seats != live or not (live or built_on(purchase)):
                yield "completed without its seat"
            if gone == row["captured"]:
                yield "completed with all of the money back"
        case "refunded":
            if seats:
                yield "refunded and still with a seat"
            if gone < row["captured"] and not _is_known(purchase, "refund_came_back"):
                yield "neither seat nor money, and nobody told"
        case "refunding":
            is_short = gone + row["refund_pending"] < row["captured"] or not row["refund_pending"]
            # Undone while its class is sold out, it waits for a person at the board.
            if is_short and not _is_known(purchase, WITHOUT_SEAT):
                yield "stuck in refunding with nothing on its way"
        case state:
            yield f"not at rest: {state}"


def _of_refunds(history: History) -> Iterator[str]:
    made = history.refunds()
    live = [one for one in made if one["status"] not in {"failed", "canceled"}]
    named = Counter(one["metadata"].get("refund", "") for one in live)
    for one in made:
        name = one["metadata"].get("refund", "")
        if not name and one["id"] not in history.in_dashboard:
            yield "a refund that nobody made"
        if name and named[name] > 1:
            yield "one request is two refunds at the provider"
        if name and one["amount"] > history.asked.get(int(name.split("-")[0]), 0):
            yield "a refund that nobody asked for"
    requests = Refund.objects.filter(purchase=history.purchase)
    if requests.filter(status=RefundStatus.REQUESTED).exists():
        yield "a request was never sent"
    waiting = {one["id"] for one in live if one["status"] in UNDECIDED}
    for refund in requests.filter(status=RefundStatus.PENDING):
        if refund.stripe_refund_id not in waiting:
            yield f"request {refund.pk} waits for what has been decided"


def _of_seats(purchase: Purchase) -> Iterator[str]:
    """One bootcamp of several is gone exactly when its own refund has gone through."""
    refunds = Refund.objects.filter(purchase=purchase, gives_back__isnull=False)
    for refund in refunds.filter(status=RefundStatus.SUCCEEDED):
        if purchase.enrollments.filter(chain_of(refund.gives_back_id or 0), ended_at=None).exists():
            yield "given back and still live"
    ended = purchase.enrollments.filter(ended_because="refunded").exists()
    if purchase.state == "completed" and ended and not refunds.exists():
        yield "a seat ended for money that nobody asked back"


def _is_known(purchase: Purchase, kind: str) -> bool:
    """Open on the board, or dismissed there by somebody who has read it."""
    rows = ReconciliationBreak.objects.filter(purchase_id=purchase.pk, kind=kind)
    return rows.exclude(resolved_at__isnull=False, resolved_by=None).exists()


def exported(admin: Client) -> dict[int, Decimal]:
    """What each purchase that was paid for brought, by the spreadsheet of all of them."""
    answer = admin.get("/api/admin/purchases/export")
    assert answer.status_code == 200, answer
    text = b"".join(answer.streaming_content).decode().lstrip("\ufeff")  # type: ignore[attr-defined]
    return {
        int(row["Receipt"].removeprefix("FR-")): Decimal(row["Amount"]) - Decimal(row["Refunded"])
        for row in csv.DictReader(StringIO(text))
        if row["Status"].lower() in {"completed", "refunded"}
    }
