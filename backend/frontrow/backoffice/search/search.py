"""What a few letters may mean: a person, a purchase by number or buyer, a bootcamp, an email."""

from django.db.models import Q

from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.people.guests import find_guests
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


def _members(words: str) -> list[FoundPersonOut]:
    found = find_people(words).values_list("pk", flat=True)[:LOOKED_AT]
    newest = User.objects.filter(pk__in=list(found)).order_by("-created_at", "-id")
    return [
        FoundPersonOut(id=user.pk, name=user.full_name, email=user.email)
        for user in newest[:OF_EACH]
    ]


def _guests(words: str) -> list[FoundPersonOut]:
    seen = list(find_guests(words).values_list("pk", flat=True)[:LOOKED_AT])
    newest = Purchase.objects.filter(pk__in=seen).order_by("-created_at", "-id")
    return [
        FoundPersonOut(id=None, name=purchase.guest_full_name, email=purchase.guest_email)
        for purchase in newest[:OF_EACH]
    ]


def _emails(words: str) -> list[FoundEmailOut]:
    """By address or subject. Each word is looked for by the index, and few are read."""
    found = Message.objects.filter(type=Channel.EMAIL)
    for word in words.split():
        found = found.filter(Q(recipient__icontains=word) | Q(subject__icontains=word))
    seen = list(found.values_list("pk", flat=True)[:LOOKED_AT])
    newest = Message.objects.filter(pk__in=seen).order_by("-created_at", "-id")
    return [
        FoundEmailOut(
            id=one.pk,
            subject=one.subject,
            recipient=one.recipient,
            status=MessageStatus(one.status),
            created_at=one.created_at,
        )
        for one in newest.only("subject", "recipient", "status", "created_at")[:OF_EACH]
    ]


def _purchases(words: str) -> list[FoundPurchaseOut]:
    # Unsorted and first, as in the list: else a rare name is looked for along the whole order.
    found = find_purchases(PurchaseQuery(search=words))
    seen = list(found.values_list("pk", flat=True)[:LOOKED_AT])
    newest = Purchase.objects.filter(pk__in=seen).select_related("user")
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
        for purchase in newest.order_by("-created_at", "-id")[:OF_EACH]
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
