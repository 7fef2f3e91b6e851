"""Enrolments: made with their purchase, ended with it, and found by whoever holds them."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.enrolment.shares import share_out
from frontrow.sales.models import EndedBecause, Enrolment, Purchase, PurchaseState


def make_enrolments(
    *, purchase: Purchase, bootcamps: Sequence[Bootcamp], prices: Sequence[Decimal] = ()
) -> list[Enrolment]:
    """One for each bootcamp of the package as it is sold now, with its share of the total."""
    new = new_enrolments(purchase=purchase, bootcamps=bootcamps, prices=prices)
    return Enrolment.objects.bulk_create(new)


def new_enrolments(
    *, purchase: Purchase, bootcamps: Sequence[Bootcamp], prices: Sequence[Decimal] = ()
) -> list[Enrolment]:
    """The same, not stored."""
    prices = prices or [bootcamp.price for bootcamp in bootcamps]
    shares = share_out(purchase.total_amount, prices)
    return [
        Enrolment(
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


def by_bootcamp(enrolments: Iterable[Enrolment]) -> dict[int, int]:
    """For whom seats are taken: each enrolment's number by its bootcamp's."""
    return {enrolment.bootcamp_id: enrolment.pk for enrolment in enrolments}


def ids_of(*, purchase_id: int) -> QuerySet[Enrolment, int]:
    """The numbers of a purchase's enrolments, as a query: freeing their seats asks only once."""
    return Enrolment.objects.filter(purchase_id=purchase_id).values_list("pk", flat=True)


def held_by(user: User) -> Q:
    """Whoever attends: the one it was handed to or, while nobody was named, the buyer.

    Each half has its own index; with one condition or the other, every enrolment would be read.
    """
    handed = Enrolment.objects.filter(holder=user)
    own = Enrolment.objects.filter(holder=None, holder_email="", purchase__user=user)
    return Q(pk__in=handed.values("pk").union(own.values("pk")))


def live() -> Q:
    """What can be attended: paid for, not being refunded, and not ended."""
    return Q(purchase__state=PurchaseState.COMPLETED, ended_at=None)


def end_enrolments(*, purchase_id: int, because: EndedBecause) -> None:
    """The money is back: all that are live end, in the transaction that holds the lock.

    While a refund is under way they are live without access: it may come to nothing.
    """
    Enrolment.objects.filter(purchase_id=purchase_id, ended_at=None).update(
        ended_at=Now(), ended_because=because
    )
