"""Whoever bought without an account, each once: as their newest purchase names them."""

from collections import Counter

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower

from frontrow.backoffice.people.record_schemas import GuestPageOut, GuestRowOut
from frontrow.sales.buyers.retention import NOBODYS_ADDRESS
from frontrow.sales.models import Purchase, PurchaseStatus

PAGE_SIZE = 20
# Nobody pages through more than this.
COUNTED_UP_TO = 1_000


def list_guests(*, search: str, page: int) -> GuestPageOut:
    """Newest first. A page costs the same however many guests there are, near enough."""
    found = find_guests(search)
    seen = len(found.values_list("pk")[: COUNTED_UP_TO + 1])
    first = (page - 1) * PAGE_SIZE
    newest = list(found.order_by("-created_at", "-id")[first : first + PAGE_SIZE])
    counted = _purchases_of([one.guest_email for one in newest])
    return GuestPageOut(
        rows=[
            GuestRowOut(
                email=one.guest_email,
                name=one.guest_full_name,
                purchases=counted.get(one.guest_email.lower(), 1),
                latest_purchase_id=one.pk,
                latest_package=one.package_name,
                latest_status=PurchaseStatus(one.listed_status),
                latest_at=one.created_at,
            )
            for one in newest
        ],
        total=min(seen, COUNTED_UP_TO),
        total_is_exact=seen <= COUNTED_UP_TO,
    )


def find_guests(search: str) -> QuerySet[Purchase]:
    """The newest purchase of each guest whose name or address holds every word."""
    mine = _of_guests().annotate(key=Lower("guest_email"))
    later = mine.filter(key=Lower(OuterRef("guest_email")), pk__gt=OuterRef("pk"))
    found = _of_guests().filter(~Exists(later))
    for word in search.split():
        found = found.filter(customer_search__icontains=word)
    return found


def _of_guests() -> QuerySet[Purchase]:
    return Purchase.objects.filter(user=None).exclude(guest_email=NOBODYS_ADDRESS)


def _purchases_of(addresses: list[str]) -> dict[str, int]:
    keyed = _of_guests().annotate(key=Lower("guest_email"))
    theirs = keyed.filter(key__in=[address.lower() for address in addresses])
    return Counter(theirs.values_list("key", flat=True))
