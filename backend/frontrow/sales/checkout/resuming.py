"""The browser's open purchase after a reload: held seats and a kept price."""

from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from frontrow.core.clock import now
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.checkout.schemas import BegunPaymentOut, PriceLineOut, SeatHoldOut
from frontrow.sales.models import Purchase, PurchaseState, SeatOffer
from frontrow.sales.terms.price_lines import lines_of


def under_way(*, visitor: Visitor) -> tuple[SeatHoldOut | None, BegunPaymentOut | None]:
    """So that its own seat isn't shown as sold, and its kept price isn't replaced."""
    if not visitor.key:
        return None, None
    purchase: Any = (
        Purchase.objects.filter(
            Q(held_until__gt=Now()) | Q(price_until__gt=Now()),
            checkout_key=visitor.key,
            state=PurchaseState.PENDING,
        )
        .annotate(is_offer=Exists(SeatOffer.objects.filter(purchase=OuterRef("pk"))))
        .select_related("code")
        .first()
    )
    if purchase is None:
        return None, None
    package = {
        "bootcamp_ids": [purchase.bootcamp_id] if purchase.bootcamp_id else [],
        "bundle_id": purchase.bundle_id,
        "seats_in": sorted(purchase.enrollments.values_list("bootcamp_id", flat=True)),
    }
    at = now()
    hold = begun = None
    if purchase.held_until is not None and purchase.held_until > at:
        hold = SeatHoldOut(**package, held_until=purchase.held_until)
    if _keeps_a_price(purchase, visitor) and purchase.price_until > at:
        begun = BegunPaymentOut(
            **package,
            code=purchase.code.code if purchase.code else "",
            total_amount=purchase.total_amount,
            lines=[
                PriceLineOut(kind=line.kind, label=line.label, amount=line.amount)
                for line in lines_of(purchase)
            ],
            price_until=purchase.price_until,
        )
    return hold, begun


def _keeps_a_price(purchase: Any, visitor: Visitor) -> bool:
    """Exclude another user's purchase, and offers and paid moves, which have their own pages."""
    is_theirs = purchase.user_id in {None, visitor.user_id}
    is_plain = not purchase.is_offer and purchase.pays_for_move_id is None
    return is_theirs and is_plain and purchase.price_until is not None
