"""The value of each seat of a changed class. The preview, the student's page, the board and the
refund all use this function, so that they show the same amount.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from frontrow.core.money import CENT
from frontrow.sales.ledger.refund_lines import left_of_shares
from frontrow.sales.models import Dispute, Enrollment, Purchase, PurchaseState
from frontrow.sales.refunds.requests import (
    differences_of,
    own_differences,
    refundable,
    stays_paid_for,
)
from frontrow.sales.terms.free_seats import nothing_was_paid

NOTHING = Decimal(0)
CREDIT_RATE = Decimal("1.10")


@dataclass(frozen=True, kw_only=True)
class Worth:
    # Its share of the remaining payment, and separate payments that are refunded along with it.
    share: Decimal
    along: Sequence[Purchase]
    is_disputed: bool
    # Of a bundle: all unattended seats, if there are more than this one.
    whole: Sequence[Enrollment] = ()
    whole_amount: Decimal = NOTHING

    @property
    def amount(self) -> Decimal:
        return self.share + _sum(self.along)

    @property
    def credit(self) -> Decimal:
        return credit_for(self.amount)


def credit_for(amount: Decimal) -> Decimal:
    """The amount paid plus ten percent."""
    return (amount * CREDIT_RATE).quantize(CENT, rounding=ROUND_HALF_UP)


def worth_of(seats: Sequence[Enrollment]) -> dict[int, Worth]:
    """The value by the first enrollment of each seat's chain, in a constant number of statements.

    Seats that were never paid for are omitted.
    """
    purchases = {
        one.pk: one
        for one in Purchase.objects.filter(
            pk__in={seat.purchase_id for seat in seats}, state=PurchaseState.COMPLETED
        ).prefetch_related("movements")
    }
    paid = [one for one in purchases.values() if not nothing_was_paid(one)]
    if not paid:
        return {}
    ids = [one.pk for one in paid]
    shares, differences, kept = (
        left_of_shares(purchase_ids=ids),
        differences_of(*paid),
        stays_paid_for(*paid),
    )
    disputed = set(
        Dispute.objects.filter(purchase__in=ids, closed_at=None).values_list(
            "purchase_id", flat=True
        )
    )
    of_each: dict[int, list[Enrollment]] = {pk: [] for pk in ids}
    live = Enrollment.objects.filter(purchase__in=ids, ended_at=None)
    for one in live.order_by("starts_at", "pk"):
        of_each[one.purchase_id].append(one)
    found = {}
    for seat in seats:
        purchase = purchases.get(seat.purchase_id)
        if purchase is None or purchase.pk not in of_each:
            continue
        found[seat.calendar_number] = _worth(
            seat=seat,
            purchase=purchase,
            live=of_each[purchase.pk],
            shares=shares,
            differences=differences,
            kept=kept[purchase.pk],
            is_disputed=purchase.pk in disputed,
        )
    return found


def _worth(
    *,
    seat: Enrollment,
    purchase: Purchase,
    live: Sequence[Enrollment],
    shares: Mapping[int, Decimal],
    differences: Mapping[int, Sequence[Purchase]],
    kept: Sequence[Purchase],
    is_disputed: bool,
) -> Worth:
    left = refundable(purchase)
    share = min(shares[seat.calendar_number], left)
    is_all = len(live) == 1 and share == left and not purchase.credited_amount
    along = [*differences[purchase.pk], *kept] if is_all else own_differences(seat, differences)
    unattended = [one for one in live if one.attended_at is None]
    whole_amount = NOTHING
    if len(unattended) > 1:
        if goes_back_whole(purchase, live):
            whole_amount = left + _sum([*differences[purchase.pk], *kept])
        else:
            whole_amount = sum(
                (
                    shares[one.calendar_number] + _sum(own_differences(one, differences))
                    for one in unattended
                ),
                NOTHING,
            )
    return Worth(
        share=share,
        along=along,
        is_disputed=is_disputed,
        whole=unattended if len(unattended) > 1 else [],
        whole_amount=whole_amount,
    )


def goes_back_whole(purchase: Purchase, live: Sequence[Enrollment]) -> bool:
    """Whether a bundle is refunded as one: nothing of it was attended or became a credit."""
    return not purchase.credited_amount and all(one.attended_at is None for one in live)


def _sum(payments: Sequence[Purchase]) -> Decimal:
    return sum((refundable(each) for each in payments), NOTHING)
