"""What must hold when a made-up change of a class has been carried out: every fault, in words."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import Sum

from frontrow.catalogue.models import Seat
from frontrow.sales.enrolment.enrolments import chain_of
from frontrow.sales.models import (
    ClassChoice,
    Enrolment,
    MovementKind,
    Purchase,
    Refund,
    RefundStatus,
)
from frontrow.sales.reconciliation.invariants import violations
from tests.fakes.stripe import Json

if TYPE_CHECKING:
    from tests.sales.class_histories import Story

NOTHING = Decimal(0)


def faults_of(story: "Story") -> list[str]:
    """Nothing where all is well."""
    books = story.server.ledger()["payment_intents"]
    found = [str(one) for one in violations()]
    if story.change.state != "done":
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
    return found


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
    wrong = {
        "neither seat nor money": not (seats or gone or row.credit_id or is_gift),
        "seat and money": bool(seats and (money or row.credit_id)),
        "money and credit": bool(money and row.credit_id),
        "two seats": seats > 1,
        "not the share": row.choice == "refund" and not is_gift and money != share,
        "not what was chosen": row.choice == "refund" and row.amount != money,
        "not all of it": row.choice == "refund_all" and row.amount != _refunded(purchase, books),
        "another credit": row.credit is not None
        and int(row.credit.value * 100) != (int(share * 100) * 110 + 50) // 100,
        "a choice without its seat": row.choice in {"date", "keep"}
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
