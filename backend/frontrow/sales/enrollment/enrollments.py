"""Enrollments: made with their purchase, ended with it, and found by whoever holds them."""

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

# What ends says so in the log of facts, in the same statement.
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
    """Who attends: an account, or an address that has none yet, and how they are called."""

    user: User | None
    email: str
    name: str


def make_enrollments(
    *, purchase: Purchase, bootcamps: Sequence[Bootcamp], prices: Sequence[Decimal] = ()
) -> list[Enrollment]:
    """One for each bootcamp of the package as it is sold now, with its share of the total."""
    new = new_enrollments(purchase=purchase, bootcamps=bootcamps, prices=prices)
    return Enrollment.objects.bulk_create(new)


def new_enrollments(
    *, purchase: Purchase, bootcamps: Sequence[Bootcamp], prices: Sequence[Decimal] = ()
) -> list[Enrollment]:
    """The same, not stored."""
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
    """For whom seats are taken: each enrollment's number by its bootcamp's."""
    return {enrollment.bootcamp_id: enrollment.pk for enrollment in enrollments}


def ids_of(*, purchase_id: int) -> QuerySet[Enrollment, int]:
    """The numbers of a purchase's enrollments, as a query: freeing their seats asks only once."""
    return Enrollment.objects.filter(purchase_id=purchase_id).values_list("pk", flat=True)


def held_at(address: str) -> Q:
    """Handed to this address, and in no account yet; said as the index says it."""
    return ~Q(holder_email="") & is_address("holder_email", address) & Q(holder=None)


def held_by(user: User) -> Q:
    """Whoever attends: the one it was handed to or, while nobody was named, the buyer.

    Each half has its own index; with one condition or the other, every enrollment would be read.
    """
    handed = Enrollment.objects.filter(holder=user)
    own = Enrollment.objects.filter(holder=None, holder_email="", purchase__user=user)
    return Q(pk__in=handed.values("pk").union(own.values("pk")))


def live() -> Q:
    """What can be attended: paid for, not being refunded, and not ended."""
    return Q(purchase__state=PurchaseState.COMPLETED, ended_at=None)


def present() -> Q:
    """Of a chain, the last: what moved or was handed over goes on elsewhere and counts there."""
    return ~Q(ended_because__in=CONTINUED)


def end_enrollments(*, purchase_id: int, because: EndedBecause) -> None:
    """The money is back: all that are live end, in the transaction that holds the lock.

    While a refund is under way they are live without access: it may come to nothing.
    """
    _end(purchase_id=purchase_id, because=because)


def end_enrollment(*, enrollment: Enrollment, because: EndedBecause) -> None:
    """This one alone, under the purchase's lock; seats are the caller's."""
    _end(purchase_id=enrollment.purchase_id, one=enrollment.pk, because=because)


def chain_of(first_enrollment_id: int) -> Q:
    """A seat through all its changes."""
    return Q(pk=first_enrollment_id) | Q(first_id=first_enrollment_id)


def follow_moves(enrollment: Enrollment) -> int:
    """Where a seat that its holder moved is now; who handed it over is not told."""
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
    """It ends, and another goes on from it, under the purchase's lock; seats are the caller's.

    Its calendar entry goes along, and its holder where no other is named; what was paid stays with
    the first of the chain, and the price too unless a dearer one was paid. `who` and `details`
    stand in the fact.
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
        # As sold: a cheaper date gives nothing back, and one that was paid for once stays paid for.
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
        # Above all that was ever sent of the entry, a cancellation included.
        calendar_changes=enrollment.calendar_changes + enrollment.bootcamp.schedule_version + 2,
    )


def forget_choices(*, first_enrollment_id: int, but_of: int | None = None) -> None:
    """What was chosen about a class change ends with whatever is done with the seat later.

    Under the purchase's lock. What money was asked for already stays.
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
