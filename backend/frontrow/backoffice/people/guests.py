"""Guests: people who bought without an account, each once, named as in their newest purchase."""

from collections import Counter

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower

from frontrow.backoffice.people.record_schemas import GuestPageOut, GuestRowOut
from frontrow.core.counting import count_rows
from frontrow.core.spellings import spelled
from frontrow.sales.buyers.account_removal import NOBODYS_ADDRESS
from frontrow.sales.models import BEGUN, Purchase

PAGE_SIZE = 20


def list_guests(*, search: str, page: int) -> GuestPageOut:
    """A page of guests, newest first. The cost barely depends on how many there are."""
    found = find_guests(search)
    counted = count_rows(found)
    first = (page - 1) * PAGE_SIZE
    newest = list(found.order_by("-created_at", "-id")[first : first + PAGE_SIZE])
    bought = _purchases_of([one.guest_email for one in newest])
    return GuestPageOut(
        rows=[
            GuestRowOut(
                email=one.guest_email,
                name=one.guest_full_name,
                purchases=bought.get(one.guest_email.lower(), 1),
                latest_purchase_id=one.pk,
                latest_package=one.package_name,
                latest_status=one.status,
                latest_at=one.created_at,
            )
            for one in newest
        ],
        total=counted.total,
        total_is_exact=counted.is_exact,
    )


def find_guests(search: str) -> QuerySet[Purchase]:
    """The newest purchase of each guest whose name or address contains every word."""
    return only_newest(find_guest_purchases(search))


def find_guest_purchases(search: str) -> QuerySet[Purchase]:
    """Unordered, and with one row per purchase."""
    found = _of_guests()
    for word in search.split():
        found = found.filter(spelled("customer_search", word))
    return found


def only_newest(purchases: QuerySet[Purchase]) -> QuerySet[Purchase]:
    """Keep only purchases after which their guest bought nothing more."""
    mine = _of_guests().annotate(key=Lower("guest_email"))
    later = mine.filter(key=Lower(OuterRef("guest_email")), pk__gt=OuterRef("pk"))
    return purchases.filter(~Exists(later))


def _of_guests() -> QuerySet[Purchase]:
    return Purchase.objects.filter(BEGUN, user=None).exclude(guest_email=NOBODYS_ADDRESS)


def _purchases_of(addresses: list[str]) -> dict[str, int]:
    keyed = _of_guests().annotate(key=Lower("guest_email"))
    theirs = keyed.filter(key__in=[address.lower() for address in addresses])
    return Counter(theirs.values_list("key", flat=True))
