"""Refund requests. They revoke access when they are written, and `settle` carries them out."""

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

# The reason of refunds that a repair requests.
MENDED_BY = "reconciliation"
BESIDE_CREDIT = "Part of this purchase became a credit. Refund the rest one bootcamp at a time."
ONLY_ONE = "This is the only bootcamp left of the purchase. Refund the whole purchase instead."
DISPUTED = (
    "The cardholder's bank disputes this payment, so it can't be refunded until the bank has"
    " decided."
)


@dataclass(frozen=True, kw_only=True)
class Part:
    """One bootcamp of several, and what is refunded with it."""

    seat: Enrollment
    share: Decimal
    # Separate purchases that paid to move it to a dearer date.
    differences: Sequence[Purchase]

    @property
    def amount(self) -> Decimal:
        return self.share + sum((refundable(each) for each in self.differences), Decimal(0))


def refundable(purchase: Purchase) -> Decimal:
    """What is left of the payment: not refunded, not pending, and not converted to a credit."""
    returning = [
        movement.amount
        for movement in purchase.movements.all()
        if (movement.kind, movement.status) == (MovementKind.REFUND, MovementStatus.PENDING)
    ]
    left = purchase.total_amount - purchase.refunded_amount + sum(returning)
    return max(left - purchase.credited_amount, Decimal(0))


def differences_of(*purchases: Purchase) -> dict[int, list[Purchase]]:
    """Payments that moved their seats to dearer dates and can be refunded with them."""
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
    """Remaining payments whose own seats were all refunded while these upgrades were kept.

    They became part of the upgrades' price, so they are refunded with the last of them.
    """
    found: dict[int, list[Purchase]] = {purchase.pk: [] for purchase in upgrades}
    # A purchase of a single seat needs no query.
    for upgrade_id, base in only_standing_on([one for one in upgrades if one.is_bundle]):
        if refundable(base):
            found[upgrade_id].append(base)
    return found


def goes_along_with(*purchases: Purchase) -> dict[int, list[Purchase]]:
    """Separate payments that are refunded together with the whole of these purchases."""
    differences, kept = differences_of(*purchases), stays_paid_for(*purchases)
    return {each.pk: [*differences[each.pk], *kept[each.pk]] for each in purchases}


def due_alone(
    purchase: Purchase, upgrades: Sequence[Purchase], part: Part | None = None
) -> Decimal:
    """The refund of a purchase, or of one of its seats, if its upgrades are kept.

    Counts everything that was paid for them, except payments to move the refunded seat. Those are
    refunded with it in any case.
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
    """The refundable seats of each purchase with the payments that are refunded along with them.

    Empty if only one seat is left, because its refund is the refund of the purchase. But if
    upgrades depend on it or a part became a credit, even the only seat can be refunded alone, for
    the amount that the rule leaves. Takes a constant number of statements, plus some for each
    purchase with upgrades.
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
    """One seat of several. Raises NotFound, or Conflict if it is the only one."""
    if not purchase.enrollments.filter(pk=enrollment_id, ended_at=None).exists():
        raise NotFound
    for part in parts_of(purchase)[purchase.pk]:
        if part.seat.pk == enrollment_id:
            return part
    raise Conflict(ONLY_ONE, code=ErrorCode.CONFLICT)


def whole_share(purchase: Purchase, *, enrollment_id: int) -> Part | None:
    """One seat with everything paid for it, even if upgrades depend on it, after a class change.

    None if it is all that is left, because then the purchase is refunded. Raises NotFound.
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
    """Of the payments that moved seats of its purchase, those that moved this seat."""
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
    """Request a refund of all that is left, of an amount, or of one bootcamp's share.

    `is_our_fault`, as after a canceled class: the share is refunded in full, even if it is the only
    seat or upgrades depend on it.

    A full refund ends access, coaching and certificates at once, before the provider has answered.
    The seat is released when the refund succeeds. One bootcamp ends when its share is refunded.
    Payments to move an ending seat are refunded with it. Idempotent: while a request is pending, it
    is returned.
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
    """Request the amount that a row of the board says is owed after a failed refund.

    The caller holds the purchase's lock and has checked that no other request is pending.
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
    # The purchase would not end with it, and would keep its seats for nothing.
    if wanted == left and part is None and purchase.credited_amount:
        raise Conflict(BESIDE_CREDIT, code=ErrorCode.CONFLICT)


def _refuse_while_base_goes_back(upgrade: Purchase) -> None:
    """Wait for that refund, because it decides whether the rest is refunded along with this."""
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
    """Also request `differences`, or without them, for a full refund, all related payments."""
    purchase = asked.purchase
    # An amount that became a credit stays paid, so the purchase is never refunded as a whole.
    is_all = asked.amount == refundable(purchase) and not purchase.credited_amount
    if is_all:
        _refuse_while_base_goes_back(purchase)
    _ask(asked, is_all=is_all, row=row)
    if differences is not None or is_all:
        for each in goes_along_with(purchase)[purchase.pk] if differences is None else differences:
            _ask_along(each, asked)


def _ask(refund: Refund, *, is_all: bool, row: ReconciliationBreak | None = None) -> None:
    """The request settles `row`, or without it, if it is for everything, all owed amounts."""
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
    """Skip payments that can't be refunded now. Locked after the seat's purchase."""
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
