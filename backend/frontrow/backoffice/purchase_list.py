"""The list of purchases: searched, filtered, sorted and paged where the rows are.

A page costs the same at the end of a long list as at its beginning, near enough: an index holds
each order, pages past the middle are counted from the other end, and only the twenty rows shown
are read whole. The number of statements never depends on what is asked or how much there is.
"""

import re
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now, Upper

from frontrow.backoffice.purchases_schemas import (
    DeskBootcampOut,
    DeskBundleOut,
    DeskCustomerOut,
    DeskPurchaseOut,
    DeskPurchasePageOut,
    DeskPurchaseRowOut,
    PurchaseFiguresOut,
    PurchaseFigureWordsOut,
    PurchaseSort,
    SortDirection,
)
from frontrow.catalogue.models import Seat
from frontrow.sales.models import Purchase, PurchaseStatus
from frontrow.sales.tallies import Tally, tallies

PAGE_SIZE = 20
# A search that finds more than this is not a search: nobody pages through it.
COUNTED_UP_TO = 1_000

DEFINITIONS = PurchaseFigureWordsOut(
    purchases="Every order in the list, whatever came of it, without the test student's.",
    completed_revenue="Completed purchases minus refunds, without complimentary ones.",
    pending="Orders begun and neither paid nor called off yet.",
    refunded="Purchases whose money has gone back in full.",
)

# Each is the order of an index, so both directions are read off it.
_ORDERS: dict[PurchaseSort, tuple[Any, ...]] = {
    PurchaseSort.DATE: ("-created_at", "-id"),
    PurchaseSort.AMOUNT: ("-total_amount", "-id"),
    PurchaseSort.CUSTOMER: (Upper("customer_name"), "id"),
    PurchaseSort.PRODUCT: (Upper("package_name"), "id"),
    PurchaseSort.STATUS: ("listed_status", "-created_at", "-id"),
}
_INDEX_DESCENDS = {PurchaseSort.DATE, PurchaseSort.AMOUNT}

_RECEIPT = re.compile(r"FR-0*([1-9][0-9]{0,17})", re.IGNORECASE)
_PAYMENT = re.compile(r"pi_\w+")


def list_purchases(
    *,
    search: str,
    status: PurchaseStatus | None,
    sort: PurchaseSort,
    direction: SortDirection,
    page: int,
) -> DeskPurchasePageOut:
    counted = tallies()
    found = find_purchases(search=search, status=status)
    is_exact = True
    if search.strip():
        seen = found.values("pk")[: COUNTED_UP_TO + 1].count()
        total, is_exact = min(seen, COUNTED_UP_TO), seen <= COUNTED_UP_TO
    else:
        total = sum(counted[one].listed for one in ([status] if status else PurchaseStatus))
    ids = _page_of_ids(found, sort=sort, direction=direction, page=page, total=total)
    return DeskPurchasePageOut(
        rows=read_rows(ids),
        total=total,
        total_is_exact=is_exact,
        stats=_figures(counted),
    )


def find_purchases(*, search: str, status: PurchaseStatus | None) -> QuerySet[Purchase]:
    """By name or address, every word of it; a receipt's or payment's number finds just that one."""
    found = Purchase.objects.all()
    if status:
        found = found.filter(listed_status=status)
    if receipt := _RECEIPT.fullmatch(search.strip()):
        return found.filter(pk=int(receipt[1]))
    if _PAYMENT.fullmatch(search.strip()):
        return found.filter(stripe_payment_intent_id=search.strip())
    for word in search.split():
        found = found.filter(customer_search__icontains=word)
    return found


def in_order(
    found: QuerySet[Purchase], *, sort: PurchaseSort, direction: SortDirection
) -> QuerySet[Purchase]:
    ordered = found.order_by(*_ORDERS[sort])
    goes_down = sort in _INDEX_DESCENDS
    return ordered if goes_down == (direction is SortDirection.DESCENDING) else ordered.reverse()


def read_rows(ids: Sequence[int]) -> list[DeskPurchaseRowOut]:
    """The rows with these ids, in this order, in one statement."""
    now_taken = Q(held_until__isnull=True) | Q(held_until__gt=Now())
    seat = Seat.objects.filter(now_taken, purchase_id=OuterRef("pk"))
    rows = {
        purchase.pk: purchase
        for purchase in Purchase.objects.filter(pk__in=ids)
        .select_related("user", "bundle", "bootcamp")
        .annotate(seat_reserved=Exists(seat))
    }
    return [_as_answer(rows[pk]) for pk in ids if pk in rows]


def _page_of_ids(
    found: QuerySet[Purchase],
    *,
    sort: PurchaseSort,
    direction: SortDirection,
    page: int,
    total: int,
) -> list[int]:
    first = (page - 1) * PAGE_SIZE
    ordered = in_order(found, sort=sort, direction=direction).values_list("pk", flat=True)
    left = total - first
    if left <= 0:
        return []
    if first <= total // 2:
        return list(ordered[first : first + PAGE_SIZE])
    # Nearer to the end: count from there.
    from_end = max(left - PAGE_SIZE, 0)
    return list(ordered.reverse()[from_end:left])[::-1]


def _figures(counted: dict[PurchaseStatus, Tally]) -> PurchaseFiguresOut:
    return PurchaseFiguresOut(
        purchases=sum(tally.counted for tally in counted.values()),
        completed_revenue=sum(tally.revenue for tally in counted.values()),
        pending=counted[PurchaseStatus.PENDING].counted,
        refunded=counted[PurchaseStatus.REFUNDED].counted,
        definitions=DEFINITIONS,
    )


def _as_answer(purchase: Any) -> DeskPurchaseRowOut:
    user, bootcamp, bundle = purchase.user, purchase.bootcamp, purchase.bundle
    return DeskPurchaseRowOut(
        purchase=DeskPurchaseOut.model_validate(purchase),
        user=DeskCustomerOut.model_validate(user) if user else None,
        customer_name=purchase.customer_name,
        customer_email=user.email if user else purchase.guest_email,
        bundle=DeskBundleOut.model_validate(bundle) if bundle else None,
        bootcamp=DeskBootcampOut(
            id=bootcamp.pk,
            name=bootcamp.name,
            start_date=bootcamp.starts_at,
            end_date=bootcamp.ends_at,
            timezone=bootcamp.timezone,
        )
        if bootcamp
        else None,
    )
