"""Enrollments: created with their purchase, ended with it, and found by their holder."""

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core.addresses import is_address
from frontrow.sales.enrollment.shares import share_out
from frontrow.sales.models import (
    CONTINUED,
    ClassChoice,
    EndedBecause,
    Enrollment,
    Purchase,
    PurchaseState,
)

# Ends enrollments and writes the facts in one statement.
_END = """
WITH ended AS (
    UPDATE enrollments SET ended_at = now(), ended_because = %(because)s
    WHERE purchase_id = %(purchase)s AND ended_at IS NULL
        AND (%(one)s::bigint IS NULL OR id = %(one)s)
    RETURNING id, purchase_id, bootcamp_id
)
INSERT INTO facts (what, purchase_id, enrollment_id, bootcamp_id, who_id, details)
SELECT 'enrollment.ended', purchase_id, id, bootcamp_id, %(who)s::bigint,
    jsonb_build_object('because', %(because)s::text) || %(details)s::jsonb
FROM ended ORDER BY id
"""


class Holder(NamedTuple):
    """The attendee: an account, or an address without one yet, with a name."""

    user: User | None
    email: str
    name: str


def make_enrollments(
    *, purchase: Purchase, bootcamps: Sequence[Bootcamp], prices: Sequence[Decimal] = ()
) -> list[Enrollment]:
    """Create one for each bootcamp of the package, with its share of the total."""
    new = new_enrollments(purchase=purchase, bootcamps=bootcamps, prices=prices)
    return Enrollment.objects.bulk_create(new)


def new_enrollments(
    *, purchase: Purchase, bootcamps: Sequence[Bootcamp], prices: Sequence[Decimal] = ()
) -> list[Enrollment]:
    """The same, unsaved."""
    prices = prices or [bootcamp.price for bootcamp in bootcamps]
    shares = share_out(purchase.total_amount, prices)
    return [
        Enrollment(
            purchase=purchase,
            bootcamp=bootcamp,
            name=bootcamp.name,
            price=price,
            paid=share,
            starts_at=bootcamp.starts_at,
            ends_at=bootcamp.ends_at,
            timezone=bootcamp.timezone,
        )
        for bootcamp, price, share in zip(bootcamps, prices, shares, strict=True)
    ]


def by_bootcamp(enrollments: Iterable[Enrollment]) -> dict[int, int]:
    """Enrollment ids by bootcamp id, for taking seats."""
    return {enrollment.bootcamp_id: enrollment.pk for enrollment in enrollments}


def ids_of(*, purchase_id: int) -> QuerySet[Enrollment, int]:
    """A purchase's enrollment ids as a query, so that releasing seats takes one statement."""
    return Enrollment.objects.filter(purchase_id=purchase_id).values_list("pk", flat=True)


def held_at(address: str) -> Q:
    """Transferred to this address and not in an account yet. Written to match the index."""
    return ~Q(holder_email="") & is_address("holder_email", address) & Q(holder=None)


def held_by(user: User) -> Q:
    """Seats that the user attends: transferred to them, or bought by them and not transferred.

    Each half has its own index. A single OR condition would read every enrollment.
    """
    handed = Enrollment.objects.filter(holder=user)
    own = Enrollment.objects.filter(holder=None, holder_email="", purchase__user=user)
    return Q(pk__in=handed.values("pk").union(own.values("pk")))


def live() -> Q:
    """Seats that can be attended: paid, without a pending refund, and not ended."""
    return Q(purchase__state=PurchaseState.COMPLETED, ended_at=None)


def present() -> Q:
    """The last of each chain. A moved or transferred seat continues in another enrollment."""
    return ~Q(ended_because__in=CONTINUED)


def end_enrollments(*, purchase_id: int, because: EndedBecause) -> None:
    """End all live enrollments after the refund, in the transaction that holds the lock.

    While a refund is pending they are live without access, because it may fail.
    """
    _end(purchase_id=purchase_id, because=because)


def end_enrollment(*, enrollment: Enrollment, because: EndedBecause) -> None:
    """End one enrollment under the purchase's lock. The caller handles its seat."""
    _end(purchase_id=enrollment.purchase_id, one=enrollment.pk, because=because)


def chain_of(first_enrollment_id: int) -> Q:
    """All enrollments of a seat's chain."""
    return Q(pk=first_enrollment_id) | Q(first_id=first_enrollment_id)


def follow_moves(enrollment: Enrollment) -> int:
    """The current enrollment of a moved seat. Transfers aren't followed."""
    while enrollment.ended_because == EndedBecause.MOVED:
        after = enrollment.replaced_by.first()
        if after is None:
            break
        enrollment = after
    return enrollment.pk


def continue_enrollment(
    *,
    enrollment: Enrollment,
    bootcamp: Bootcamp,
    because: EndedBecause,
    holder: Holder | None = None,
    price: Decimal | None = None,
    who: User | None = None,
    details: Mapping[str, Any] = MappingProxyType({}),
) -> Enrollment:
    """End it and create its successor, under the purchase's lock. The caller handles the seats.

    The successor keeps the calendar entry, and the holder unless another is given. The payment
    stays with the first of the chain. The price stays too, unless a dearer one was paid. The fact
    contains `who` and `details`.
    """
    forget_choices(first_enrollment_id=enrollment.calendar_number)
    holder = holder or Holder(
        user=enrollment.holder, email=enrollment.holder_email, name=enrollment.holder_name
    )
    _end(
        purchase_id=enrollment.purchase_id,
        one=enrollment.pk,
        because=because,
        who=who,
        details={"to": bootcamp.pk, **details},
    )
    return Enrollment.objects.create(
        purchase=enrollment.purchase,
        bootcamp=bootcamp,
        name=bootcamp.name,
        # The original price: a cheaper date refunds nothing, and a dearer one stays paid for.
        price=enrollment.price if price is None else price,
        paid=0,
        starts_at=bootcamp.starts_at,
        ends_at=bootcamp.ends_at,
        timezone=bootcamp.timezone,
        holder=holder.user,
        holder_email=holder.email,
        holder_name=holder.name,
        replaces=enrollment,
        first_id=enrollment.calendar_number,
        # Higher than every sequence number already sent for the entry, cancellations included.
        calendar_changes=enrollment.calendar_changes + enrollment.bootcamp.schedule_version + 2,
    )


def forget_choices(*, first_enrollment_id: int, but_of: int | None = None) -> None:
    """Delete the choice about a class change, because the seat was changed afterwards.

    Requires the purchase's lock. A choice whose refund was requested is kept.
    """
    rows = ClassChoice.objects.filter(enrollment=first_enrollment_id, done_at=None, refund=None)
    rows.exclude(change=but_of).update(
        choice="", to_bootcamp=None, by="", chosen_at=None, failure=""
    )


def _end(
    *,
    purchase_id: int,
    because: EndedBecause,
    one: int | None = None,
    who: User | None = None,
    details: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    asked = {
        "purchase": purchase_id,
        "one": one,
        "because": because.value,
        "who": who.pk if who else None,
        "details": json.dumps(dict(details)),
    }
    with connection.cursor() as cursor:
        cursor.execute(_END, asked)
