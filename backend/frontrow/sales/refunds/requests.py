"""Asking for a refund: written with everything it takes away, and then carried out by `settle`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db import transaction

from frontrow.accounts.models import User
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import enqueue
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.enrollment.upgrades import (
    built_on,
    lock_with_bases,
    only_standing_on,
    with_upgrades,
)
from frontrow.sales.ledger.disputes import is_disputed
from frontrow.sales.ledger.owed_refunds import make_all_good, make_good, settle_row
from frontrow.sales.ledger.refund_lines import choose_line, fill_lines, left_of_shares
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import (
    Enrollment,
    MovementKind,
    MovementStatus,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.settlement.settling import settle_purchase
from frontrow.sales.settlement.states import enter
from frontrow.sales.terms.refund_policy import base_alone

# The reason of what a repair asks for.
MENDED_BY = "reconciliation"
BESIDE_CREDIT = "Part of this purchase became a credit. Refund the rest one bootcamp at a time."
ONLY_ONE = "This is the only bootcamp left of the purchase. Refund the whole purchase instead."
DISPUTED = (
    "The cardholder's bank disputes this payment, so it can't be refunded until the bank has"
    " decided."
)


@dataclass(frozen=True, kw_only=True)
class Part:
    """One bootcamp of several, and what goes back with it."""

    seat: Enrollment
    share: Decimal
    # What was paid to move it to a dearer date: purchases of their own.
    differences: Sequence[Purchase]

    @property
    def amount(self) -> Decimal:
        return self.share + sum((refundable(each) for each in self.differences), Decimal(0))


def refundable(purchase: Purchase) -> Decimal:
    """What is left of the payment: neither given back, nor on its way there, nor made a credit."""
    returning = [
        movement.amount
        for movement in purchase.movements.all()
        if (movement.kind, movement.status) == (MovementKind.REFUND, MovementStatus.PENDING)
    ]
    left = purchase.total_amount - purchase.refunded_amount + sum(returning)
    return max(left - purchase.credited_amount, Decimal(0))


def differences_of(*purchases: Purchase) -> dict[int, list[Purchase]]:
    """What was paid to move their seats to dearer dates, as far as it can go back with them."""
    paid = (
        Purchase.objects.filter(
            pays_for_move__purchase__in=purchases, state=PurchaseState.COMPLETED
        )
        .select_related("pays_for_move")
        .prefetch_related("movements")
    )
    found: dict[int, list[Purchase]] = {purchase.pk: [] for purchase in purchases}
    for each in paid.order_by("pk"):
        if each.pays_for_move and refundable(each):
            found[each.pays_for_move.purchase_id].append(each)
    return found


def stays_paid_for(*upgrades: Purchase) -> dict[int, list[Purchase]]:
    """What is left of payments whose own seats were all given back while these were kept.

    It has become a part of their price, so it goes back with the last of them.
    """
    found: dict[int, list[Purchase]] = {purchase.pk: [] for purchase in upgrades}
    # Whoever asks about single seats need not ask the database.
    for upgrade_id, base in only_standing_on([one for one in upgrades if one.is_bundle]):
        if refundable(base):
            found[upgrade_id].append(base)
    return found


def goes_along_with(*purchases: Purchase) -> dict[int, list[Purchase]]:
    """Payments of their own that go back with the whole of these."""
    differences, kept = differences_of(*purchases), stays_paid_for(*purchases)
    return {each.pk: [*differences[each.pk], *kept[each.pk]] for each in purchases}


def due_alone(
    purchase: Purchase, upgrades: Sequence[Purchase], part: Part | None = None
) -> Decimal:
    """What comes back of a purchase, or of one seat of it, while what stands on it is kept.

    Counted is all that was paid for them, but for what was paid to move the seat that goes back:
    that goes with it anyway.
    """
    family = [purchase, *upgrades]
    own = [each.pk for each in part.differences] if part else []
    along = [each for some in goes_along_with(*family).values() for each in some]
    counted = [*family, *(each for each in along if each.pk not in own)]
    paid = sum((refundable(each) for each in counted), Decimal(0))
    kept = Enrollment.objects.filter(purchase__in=family, ended_at=None)
    kept = kept.exclude(pk=part.seat.pk) if part else kept.exclude(purchase=purchase)
    wanted = part.share if part else refundable(purchase)
    return base_alone(
        paid=wanted,
        kept_paid=paid - wanted,
        kept_list=sum((seat.price for seat in kept), Decimal(0)),
    )


def parts_of(*purchases: Purchase) -> dict[int, list[Part]]:
    """Each of several seats with what goes back with it; none where only one is left.

    Whoever gives back the last of them gives back the purchase, unless upgrades stand on it or a
    part of it became a credit: then even the only one can go alone, for what the rule leaves. A
    few statements, however many purchases there are, and some for each that upgrades stand on.
    """
    upgrades = {purchase.pk: built_on(purchase) for purchase in with_upgrades(purchases)}
    seats = Enrollment.objects.filter(purchase__in=purchases, ended_at=None)
    shares = left_of_shares(purchase_ids=[purchase.pk for purchase in purchases])
    differences = differences_of(*purchases)
    of_each: dict[int, list[Enrollment]] = {purchase.pk: [] for purchase in purchases}
    for seat in seats.select_related("bootcamp").order_by("starts_at", "pk"):
        of_each[seat.purchase_id].append(seat)
    found: dict[int, list[Part]] = {}
    for purchase in purchases:
        above = upgrades.get(purchase.pk, [])
        parts = [
            Part(
                seat=seat,
                share=min(shares[seat.calendar_number], refundable(purchase)),
                differences=own_differences(seat, differences),
            )
            for seat in of_each[purchase.pk]
            if above or purchase.credited_amount or len(of_each[purchase.pk]) > 1
        ]
        if above:
            parts = [replace(part, share=due_alone(purchase, above, part)) for part in parts]
        found[purchase.pk] = parts
    return found


def part_to_give_back(purchase: Purchase, *, enrollment_id: int) -> Part:
    """One seat of several. Raises NotFound, or Conflict where it is the only one."""
    if not purchase.enrollments.filter(pk=enrollment_id, ended_at=None).exists():
        raise NotFound
    for part in parts_of(purchase)[purchase.pk]:
        if part.seat.pk == enrollment_id:
            return part
    raise Conflict(ONLY_ONE, code=ErrorCode.CONFLICT)


def whole_share(purchase: Purchase, *, enrollment_id: int) -> Part | None:
    """One seat with all that was paid for it, whatever upgrades stand on it: its class fell out.

    None where it is all that is left: then the purchase goes back. Raises NotFound.
    """
    seats = list(purchase.enrollments.filter(ended_at=None))
    seat = next((one for one in seats if one.pk == enrollment_id), None)
    if seat is None:
        raise NotFound
    shares, left = left_of_shares(purchase_ids=[purchase.pk]), refundable(purchase)
    share = min(shares[seat.calendar_number], left)
    if len(seats) == 1 and share == left and not purchase.credited_amount:
        return None
    return Part(seat=seat, share=share, differences=own_differences(seat, differences_of(purchase)))


def own_differences(seat: Enrollment, found: Mapping[int, Sequence[Purchase]]) -> list[Purchase]:
    """What was paid to move this seat, of what was paid to move any of its purchase."""
    return [
        each
        for each in found[seat.purchase_id]
        if each.pays_for_move and each.pays_for_move.calendar_number == seat.calendar_number
    ]


@transaction.atomic
def request_refund(
    *,
    purchase_id: int,
    reason: str,
    amount: Decimal | None = None,
    enrollment_id: int | None = None,
    requested_by: User | None = None,
    note: str = "",
    is_our_fault: bool = False,
) -> Refund:
    """Ask for the money back: all that is left of it, a part, or one bootcamp's share.

    `is_our_fault`, as where a class was canceled or has no seat for them: that share whole, also of
    the only one and of what upgrades stand on.

    A full refund ends access, coaching and certificates at once, before the provider has answered;
    the seat is free when the money is back. One bootcamp ends when its share is back. What was paid
    to move a seat that ends goes back with it. Asked again while one is under way, that one is
    returned.
    """
    purchase = lock_with_bases(purchase_id=purchase_id)
    if purchase is None:
        raise NotFound
    under_way = Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).first()
    if under_way is not None:
        return under_way
    if purchase.state != PurchaseState.COMPLETED or purchase.stripe_payment_intent_id is None:
        raise Conflict("There's nothing to refund.", code=ErrorCode.NOTHING_TO_REFUND)
    _refuse_while_disputed(purchase)
    part = None
    if enrollment_id is not None:
        find = whole_share if is_our_fault else part_to_give_back
        part = find(purchase, enrollment_id=enrollment_id)
    left = refundable(purchase)
    wanted = part.share if part else left if amount is None else amount
    _refuse_sum(purchase, wanted, left=left, part=part)
    asked = Refund(
        purchase=purchase,
        amount=wanted,
        reason=reason,
        requested_by=requested_by,
        note=note,
        gives_back_id=part.seat.calendar_number if part else None,
    )
    _ask_with_all(asked, differences=part.differences if part else None)
    return asked


def request_again(
    *,
    purchase: Purchase,
    row: ReconciliationBreak,
    amount: Decimal,
    requested_by: User | None,
) -> Refund:
    """What a row of the board says is owed of a refund that was not made, and for its seat.

    The caller holds the purchase's lock, and has looked that no other is under way.
    """
    _refuse_while_disputed(purchase)
    seat = Enrollment.objects.filter(pk=row.details.get("seat") or 0).first()
    asked = Refund(
        purchase=purchase,
        amount=amount,
        reason=MENDED_BY,
        requested_by=requested_by,
        gives_back=seat,
    )
    if seat is None:
        _refuse_sum(purchase, amount, left=refundable(purchase), part=None)
    differences = own_differences(seat, differences_of(purchase)) if seat else None
    _ask_with_all(asked, differences=differences, row=row)
    return asked


def _refuse_while_disputed(purchase: Purchase) -> None:
    if is_disputed(purchase=purchase):
        raise Conflict(DISPUTED, code=ErrorCode.PAYMENT_DISPUTED)


def _refuse_sum(purchase: Purchase, wanted: Decimal, *, left: Decimal, part: Part | None) -> None:
    if not 0 < wanted <= left:
        raise Conflict(
            f"At most {format_amount(left, purchase.currency)} can be refunded.",
            code=ErrorCode.REFUND_TOO_LARGE,
        )
    # The purchase would not end with it, and its seats be kept for nothing.
    if wanted == left and part is None and purchase.credited_amount:
        raise Conflict(BESIDE_CREDIT, code=ErrorCode.CONFLICT)


def _refuse_while_base_goes_back(upgrade: Purchase) -> None:
    """Until that refund has arrived, nobody knows whether what is left of it goes along."""
    returning = Refund.objects.filter(
        purchase__in=upgrade.upgrade_credits.values("base_id"),
        gives_back__isnull=False,
        status__in=UNDER_WAY,
    )
    if found := returning.select_related("purchase").first():
        raise Conflict(
            f"A refund for {found.purchase.package_name} is on its way, which counted toward the"
            " price of this. Try again when it has arrived.",
            code=ErrorCode.REFUND_IN_PROGRESS,
        )


def _ask_with_all(
    asked: Refund,
    *,
    differences: Sequence[Purchase] | None,
    row: ReconciliationBreak | None = None,
) -> None:
    """With `differences`, what was paid to move its one seat; else, of all, whatever goes along."""
    purchase = asked.purchase
    # What became a credit stays paid: the purchase is never refunded as a whole then.
    is_all = asked.amount == refundable(purchase) and not purchase.credited_amount
    if is_all:
        _refuse_while_base_goes_back(purchase)
    _ask(asked, is_all=is_all, row=row)
    if differences is not None or is_all:
        for each in goes_along_with(purchase)[purchase.pk] if differences is None else differences:
            _ask_along(each, asked)


def _ask(refund: Refund, *, is_all: bool, row: ReconciliationBreak | None = None) -> None:
    """`row` says what it makes good; otherwise it is what has been owed the longest."""
    purchase = refund.purchase
    refund.save(force_insert=True)
    if row:
        settle_row(row, paid=refund.amount, by=refund)
    if is_all:
        make_all_good(purchase_id=purchase.pk, by=refund)
    elif row is None:
        seat = refund.gives_back_id
        make_good(purchase_id=purchase.pk, amount=refund.amount, seat=seat, by=refund)
    if refund.gives_back_id:
        choose_line(refund=refund)
    fill_lines(purchase_ids=[purchase.pk])
    if is_all:
        enter(
            purchase=purchase,
            state=PurchaseState.REFUNDING,
            because=refund.reason,
            who=refund.requested_by,
        )
    enqueue(settle_purchase, purchase_id=purchase.pk)
    crash_point("refund.after_request")


def _ask_along(other: Purchase, asked: Refund) -> None:
    """What cannot go back now stays. The price of a move is locked after the seat's purchase."""
    purchase = Purchase.objects.select_for_update().get(pk=other.pk)
    left = refundable(purchase)
    is_under_way = Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).exists()
    if purchase.state != PurchaseState.COMPLETED or is_under_way or not left:
        return
    if is_disputed(purchase=purchase):
        return
    along = Refund(
        purchase=purchase,
        amount=left,
        reason=asked.reason,
        requested_by=asked.requested_by,
        note=asked.note,
    )
    _ask(along, is_all=True)
