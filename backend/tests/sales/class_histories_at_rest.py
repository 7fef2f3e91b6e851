"""What must hold when a made-up change of a class has been carried out: every fault, in words."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import Sum

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.sales.enrolment.enrolments import chain_of
from frontrow.sales.ledger.owed_refunds import OWED
from frontrow.sales.models import (
    ClassChange,
    ClassChoice,
    Dispute,
    Enrolment,
    MovementKind,
    Purchase,
    ReconciliationBreak,
    Refund,
    RefundStatus,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.terms.refund_policy import Grant, refund_due, sittings_of
from tests.fakes.stripe import Json
from tests.sales.class_history_credits import faults_of_codes, faults_of_credits
from tests.sales.class_history_meanwhile import SEAT
from tests.sales.hours_at_rest import faults_of_hours

if TYPE_CHECKING:
    from tests.sales.class_histories import Story

NOTHING = Decimal(0)
A_DAY = timedelta(days=1)


def faults_of(story: "Story") -> list[str]:
    """Nothing where all is well."""
    books = story.server.ledger()["payment_intents"]
    found = [*story.faults, *(str(one) for one in violations())]
    if any(
        one.state != "done"
        for one in ClassChange.objects.filter(pk__in=[each.pk for each in story.changes])
    ):
        found.append(f"never done: {list(story.rows().values())}")
    for row in story.rows().select_related("enrolment__purchase", "credit"):
        found += _of_row(row, books)
    back = NOTHING
    for one in Purchase.objects.filter(
        pk__in=story.all_ids, stripe_payment_intent_id__isnull=False
    ):
        back += _gone(one, books)
        found += _of_purchase(one, books)
    if story.all_money and back != story.said:
        found.append(f"the dry run said {story.said}, it was {back}")
    found += faults_of_hours(Purchase.objects.filter(pk__in=story.all_ids))
    found += _of_what_was_decided(story)
    found += _of_guarantees(story)
    found += _of_sales(story)
    found += _of_board(story)
    found += faults_of_codes(story)
    # Last, as it goes on.
    return [*found, *faults_of_credits(story)]


def _of_what_was_decided(story: "Story") -> Iterator[str]:
    """Whoever took a date last has a seat, whatever they had chosen before."""
    for first, what in story.last.items():
        seat = Enrolment.objects.filter(chain_of(first), ended_at=None).exists()
        purchase = Enrolment.objects.get(pk=first).purchase
        is_lost = Dispute.objects.filter(purchase=purchase, status="lost").exists()
        if what == SEAT and not seat and not is_lost:
            yield f"{first} decided to keep a seat and has none"


def _of_guarantees(story: "Story") -> Iterator[str]:
    """Long after buying, once the canceled date has passed: the rest is covered until it begins."""
    if story.change.kind != "cancel":
        return
    at = story.lost.ends_at + A_DAY
    for purchase in Purchase.objects.filter(pk__in=story.all_ids, state="completed"):
        bought = list(purchase.enrolments.select_related("bootcamp"))
        live = [one for one in bought if one.ended_at is None]
        if live and all(one.bootcamp.starts_at > at for one in live):
            due = refund_due(bought_at=at - 40 * A_DAY, sittings=sittings_of(bought), now=at)
            if not isinstance(due, Grant):
                yield f"the guarantee of {purchase.pk} ended with a class that we canceled"


def _of_sales(story: "Story") -> Iterator[str]:
    """A class that moved is sold until as long before its new date."""
    lost = Bootcamp.objects.get(pk=story.lost.pk)
    closes, before = lost.sales_close_at, story.lost.sales_close_at
    if story.change.kind != "move" or not closes or not before:
        return
    if lost.starts_at - closes != story.change.old_starts_at - before:
        yield f"moved to {lost.starts_at}, and its sales end {closes}"


def _of_board(story: "Story") -> Iterator[str]:
    rows = ReconciliationBreak.objects.filter(purchase__in=story.all_ids, kind__in=OWED)
    for row in rows.filter(resolved_at=None):
        yield f"still on the board: {row.details}"


def _of_purchase(purchase: Purchase, books: Mapping[str, Json]) -> Iterator[str]:
    row = books[purchase.stripe_payment_intent_id or ""]
    asked = Refund.objects.filter(purchase=purchase, status=RefundStatus.SUCCEEDED)
    if _dollars(row["refunded"]) != _sum(asked):
        yield f"{row['refunded']} cents went back of {purchase.pk}, not what was asked"
    if _gone(purchase, books) + purchase.credited_amount > purchase.total_amount:
        yield f"more than was paid for {purchase.pk}"


def _of_row(row: ClassChoice, books: Mapping[str, Json]) -> Iterator[str]:
    chain = Enrolment.objects.filter(chain_of(row.enrolment_id))
    seats = Seat.objects.filter(enrolment_id__in=chain.values("pk"), held_until=None).count()
    purchase = row.enrolment.purchase
    is_gift = purchase.total_amount == 0
    gone = _gone(purchase, books)
    lines = row.enrolment.refund_lines.filter(movement__status="succeeded")
    # What the seat itself got back, and what a lost dispute had taken of it before.
    money = _sum(lines.filter(movement__kind=MovementKind.REFUND))
    taken = _sum(lines.exclude(movement__kind=MovementKind.REFUND))
    is_charged_back = purchase.state == "refunded" and bool(taken) and not money
    share = row.enrolment.paid - taken
    of_seat = ClassChoice.objects.filter(enrolment=row.enrolment_id)
    later = of_seat.filter(pk__gt=row.pk).exists()
    # Perhaps chosen about a later change.
    credited = of_seat.filter(credit__isnull=False).exists()
    wrong = {
        "neither seat nor money": not (seats or gone or credited or is_gift),
        "seat and money": bool(seats and (money or row.credit_id)),
        "money and credit": bool(money and row.credit_id),
        "two seats": seats > 1,
        "not the share": row.choice == "refund" and not is_gift and money != share,
        "not what was chosen": row.choice == "refund" and row.amount != money,
        "not all of it": row.choice == "refund_all" and row.amount != _refunded(purchase, books),
        "another credit": row.credit is not None
        and int(row.credit.value * 100) != (int(share * 100) * 110 + 50) // 100,
        # Unless it fell out as well.
        "a choice without its seat": row.choice in {"date", "keep"}
        and not later
        and seats != (0 if is_charged_back else 1),
    }
    yield from (f"{why}: {row.choice}" for why, is_so in wrong.items() if is_so)


def _gone(purchase: Purchase, books: Mapping[str, Json]) -> Decimal:
    """What the buyer has again, by refunds or by their bank."""
    row = books.get(purchase.stripe_payment_intent_id or "")
    return _dollars(row["captured"] - row["net"]) if row else NOTHING


def _refunded(purchase: Purchase, books: Mapping[str, Json]) -> Decimal:
    row = books.get(purchase.stripe_payment_intent_id or "")
    return _dollars(row["refunded"]) if row else NOTHING


def _dollars(cents: int) -> Decimal:
    return Decimal(cents) / 100


def _sum(rows: Any) -> Decimal:
    return Decimal(rows.aggregate(sum=Sum("amount"))["sum"] or 0)
