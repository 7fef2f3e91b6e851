"""Search by a few letters: a person, a purchase, a bootcamp, an email, a discount code."""

import re
from heapq import nlargest
from operator import attrgetter
from typing import Any

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.people.guests import find_guest_purchases, only_newest
from frontrow.backoffice.people.people import find_people
from frontrow.backoffice.prices.code_list import find_codes, shown_code, worth
from frontrow.backoffice.prices.schemas import CodeListQuery
from frontrow.backoffice.purchases.listing import find_purchases
from frontrow.backoffice.purchases.schemas import PurchaseQuery
from frontrow.backoffice.search.schemas import (
    FoundBootcampOut,
    FoundCodeOut,
    FoundEmailOut,
    FoundPersonOut,
    FoundPurchaseOut,
    SearchOut,
)
from frontrow.catalogue.models import Bootcamp, BootcampStatus
from frontrow.core.clock import now
from frontrow.core.local_days import local_day
from frontrow.core.spellings import is_cjk
from frontrow.messaging.models import Channel, Message, MessageStatus
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import Purchase, PurchaseState

OF_EACH = 6
_OF_A_DAY = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|\d{1,4})\b,?$",
    re.IGNORECASE,
)
# Shorter words match almost every name and no index supports them. Digits may be a receipt's
# number.
SHORTEST = 3
# How many matches are read to find the newest. With more matches, longer words are needed anyway.
LOOKED_AT = 200
_OF_PURCHASES = (
    "customer_name",
    "guest_email",
    "is_complimentary",
    "listed_status",
    "package_name",
    "refunded_amount",
    "state",
    "total_amount",
    "user__email",
)


def search(*, words: str, reader: User) -> SearchOut:
    """Results that the caller's role may not see are left out."""
    words = words.strip()
    if words.isascii() and words.isdigit():
        words = f"FR-{words}"
    is_long = max(map(len, words.split()), default=0) >= SHORTEST
    if not is_long and not is_cjk(words):
        return SearchOut(people=[], purchases=[], bootcamps=[], emails=[], codes=[])
    return SearchOut(
        people=[*_members(words), *_guests(words)][:OF_EACH],
        purchases=_purchases(words),
        bootcamps=_bootcamps(words),
        emails=_emails(words) if is_long and may(reader, Right.MESSAGES) else [],
        codes=_codes(words, reader),
    )


def _newest(found: QuerySet[Any], *columns: str) -> list[Any]:
    """The newest of a limited number of matches, with these columns.

    Sorted here: with ORDER BY and LIMIT, PostgreSQL would walk all rows in that order until enough
    match.
    """
    seen = found.values_list("created_at", "pk", *columns, named=True)[:LOOKED_AT]
    return nlargest(OF_EACH, seen, key=attrgetter("created_at", "pk"))


def _members(words: str) -> list[FoundPersonOut]:
    return [
        FoundPersonOut(id=one.pk, name=f"{one.first_name} {one.last_name}".strip(), email=one.email)
        for one in _newest(find_people(words), "first_name", "last_name", "email")
    ]


def _guests(words: str) -> list[FoundPersonOut]:
    # Limit first, then check whether each is its guest's newest. The other way round, every
    # purchase would be checked.
    some = find_guest_purchases(words).values("pk")[:LOOKED_AT]
    found = only_newest(Purchase.objects.filter(pk__in=some))
    return [
        FoundPersonOut(id=None, name=one.guest_full_name, email=one.guest_email)
        for one in _newest(found, "guest_full_name", "guest_email")
    ]


def _emails(words: str) -> list[FoundEmailOut]:
    """By address or subject. Each word is matched by the index, and few rows are read."""
    found = Message.objects.filter(type=Channel.EMAIL)
    for word in words.split():
        found = found.filter(Q(recipient__icontains=word) | Q(subject__icontains=word))
    return [
        FoundEmailOut(
            id=one.pk,
            subject=one.subject,
            recipient=one.recipient,
            status=MessageStatus(one.status),
            created_at=one.created_at,
        )
        for one in _newest(found, "subject", "recipient", "status")
    ]


def _purchases(words: str) -> list[FoundPurchaseOut]:
    return [
        FoundPurchaseOut(
            id=one.pk,
            receipt_number=receipt_number(one.pk),
            customer=one.customer_name,
            email=one.user__email or one.guest_email,
            package_name=one.package_name,
            status=one.listed_status,
            created_at=one.created_at,
            can_refund=one.state == PurchaseState.COMPLETED
            and not one.is_complimentary
            and one.refunded_amount < one.total_amount,
        )
        for one in _newest(find_purchases(PurchaseQuery(search=words)), *_OF_PURCHASES)
    ]


def _bootcamps(words: str) -> list[FoundBootcampOut]:
    """Upcoming classes first, soonest on top, then past ones, latest on top.

    A month, weekday or number may match the day. The other words are matched by the index on names,
    so the day is computed only for the few rows that remain.
    """
    found = Bootcamp.objects.all()
    for word in words.split():
        wanted = Q(name__icontains=word)
        if _OF_A_DAY.match(word):
            found = found.alias(day=local_day("starts_at", "timezone"))
            wanted |= Q(day__icontains=word)
        found = found.filter(wanted)
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


def _codes(words: str, reader: User) -> list[FoundCodeOut]:
    found = find_codes(CodeListQuery(search=words), reader=reader)
    return [
        FoundCodeOut(
            id=one.pk,
            code=shown_code(one.code, one.for_email, reader=reader),
            worth=worth(one),
            note=one.note,
        )
        for one in _newest(found, "code", "kind", "value", "note", "for_email")
    ]
