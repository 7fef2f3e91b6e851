"""What a few letters may mean: a person, a purchase by number or buyer, a bootcamp, an email."""

from typing import Any

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.people.guests import find_guest_purchases, only_newest
from frontrow.backoffice.people.people import find_people
from frontrow.backoffice.purchases.listing import find_purchases
from frontrow.backoffice.purchases.schemas import PurchaseQuery
from frontrow.backoffice.search.schemas import (
    FoundBootcampOut,
    FoundEmailOut,
    FoundPersonOut,
    FoundPurchaseOut,
    SearchOut,
)
from frontrow.catalogue.models import Bootcamp, BootcampStatus
from frontrow.core.clock import now
from frontrow.messaging.models import Channel, Message, MessageStatus
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import Purchase, PurchaseState

OF_EACH = 6
# Fewer letters are in everybody's name, and no index knows them; digits may be a receipt's number.
SHORTEST = 3
# Looked at to find the newest of them; more than these, and more letters are needed anyway.
LOOKED_AT = 200


def search(*, words: str, reader: User) -> SearchOut:
    """What the reader's role does not include is left out."""
    words = words.strip()
    if words.isascii() and words.isdigit():
        words = f"FR-{words}"
    if max(map(len, words.split()), default=0) < SHORTEST:
        return SearchOut(people=[], purchases=[], bootcamps=[], emails=[])
    return SearchOut(
        people=[*_members(words), *_guests(words)][:OF_EACH],
        purchases=_purchases(words),
        bootcamps=_bootcamps(words),
        emails=_emails(words) if may(reader, Right.MESSAGES) else [],
    )


def _newest(found: QuerySet[Any]) -> list[int]:
    """Of the few that are looked at, which to show.

    Chosen here: asked for the newest of these, the database walks all rows there are in their
    order until it has met them.
    """
    seen = found.values_list("created_at", "pk")[:LOOKED_AT]
    return [pk for _, pk in sorted(seen, reverse=True)[:OF_EACH]]


def _members(words: str) -> list[FoundPersonOut]:
    newest = User.objects.filter(pk__in=_newest(find_people(words)))
    return [
        FoundPersonOut(id=user.pk, name=user.full_name, email=user.email)
        for user in newest.order_by("-created_at", "-id")
    ]


def _guests(words: str) -> list[FoundPersonOut]:
    # Few first, and then whether each is a guest's newest: of all guests at once, that is asked
    # of every purchase ever made.
    some = find_guest_purchases(words).values("pk")[:LOOKED_AT]
    found = only_newest(Purchase.objects.filter(pk__in=some))
    newest = Purchase.objects.filter(pk__in=_newest(found))
    return [
        FoundPersonOut(id=None, name=purchase.guest_full_name, email=purchase.guest_email)
        for purchase in newest.order_by("-created_at", "-id")
    ]


def _emails(words: str) -> list[FoundEmailOut]:
    """By address or subject. Each word is looked for by the index, and few are read."""
    found = Message.objects.filter(type=Channel.EMAIL)
    for word in words.split():
        found = found.filter(Q(recipient__icontains=word) | Q(subject__icontains=word))
    newest = Message.objects.filter(pk__in=_newest(found)).order_by("-created_at", "-id")
    return [
        FoundEmailOut(
            id=one.pk,
            subject=one.subject,
            recipient=one.recipient,
            status=MessageStatus(one.status),
            created_at=one.created_at,
        )
        for one in newest.only("subject", "recipient", "status", "created_at")
    ]


def _purchases(words: str) -> list[FoundPurchaseOut]:
    found = find_purchases(PurchaseQuery(search=words))
    newest = Purchase.objects.filter(pk__in=_newest(found)).select_related("user")
    return [
        FoundPurchaseOut(
            id=purchase.pk,
            receipt_number=receipt_number(purchase),
            customer=purchase.customer_name,
            email=purchase.user.email if purchase.user else purchase.guest_email,
            package_name=purchase.package_name,
            status=purchase.listed_status,
            created_at=purchase.created_at,
            can_refund=purchase.state == PurchaseState.COMPLETED
            and not purchase.is_complimentary
            and purchase.refunded_amount < purchase.total_amount,
        )
        for purchase in newest.order_by("-created_at", "-id")
    ]


def _bootcamps(words: str) -> list[FoundBootcampOut]:
    """What is ahead first, the soonest on top; then what is over, the latest on top."""
    found = Bootcamp.objects.all()
    for word in words.split():
        found = found.filter(name__icontains=word)
    at = now()
    first = list(found.filter(ends_at__gte=at).order_by("starts_at", "id")[:OF_EACH])
    over = found.filter(ends_at__lt=at).order_by("-starts_at", "-id")
    return [
        FoundBootcampOut(
            id=bootcamp.pk,
            name=bootcamp.name,
            start_date=bootcamp.starts_at,
            timezone=bootcamp.timezone,
            status=BootcampStatus(bootcamp.status),
        )
        for bootcamp in [*first, *over[: OF_EACH - len(first)]]
    ]
