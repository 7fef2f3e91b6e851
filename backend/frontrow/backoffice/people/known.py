"""Identify a person: a member by account id, a guest by the address they bought with."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.core.addresses import address_key, is_address
from frontrow.core.errors import Invalid, NotFound
from frontrow.sales.buyers.account_removal import NOBODYS_ADDRESS
from frontrow.sales.enrollment.enrollments import held_at, held_by
from frontrow.sales.models import BEGUN, Enrollment, Purchase

NO_PURCHASES = "No one has bought or attended with this email address."


@dataclass(frozen=True, kw_only=True)
class Known:
    """A person, with or without an account."""

    user: User | None
    address: str

    @property
    def purchases(self) -> QuerySet[Purchase]:
        """Purchases they started or were given, newest first."""
        found = (
            Purchase.objects.filter(BEGUN, user=self.user)
            if self.user
            else Purchase.objects.filter(BEGUN, is_address("guest_email", self.address), user=None)
        )
        return found.order_by("-created_at", "-id")

    @property
    def seats(self) -> Q:
        """Seats they attend, paid by anyone. Two queries, because each uses another index."""
        if self.user:
            return held_by(self.user)
        handed = Enrollment.objects.filter(held_at(self.address))
        own = Enrollment.objects.filter(
            holder=None, holder_email="", purchase__in=self.purchases.order_by().values("pk")
        )
        return Q(pk__in=handed.values("pk").union(own.values("pk")))


def find_known(*, user_id: int | None, email: str) -> Known:
    if (user_id is None) == (not email):
        raise Invalid("Name a user or an email address.")
    if user_id is None:
        return find_guest(email=email)
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise NotFound
    return Known(user=user, address=user.email)


def find_guest(*, email: str) -> Known:
    """Raises NotFound for an address without purchases or seats as a guest."""
    known = Known(user=None, address=email)
    if is_address_of_nobody(email) or not (
        known.purchases.exists() or Enrollment.objects.filter(known.seats).exists()
    ):
        raise NotFound(NO_PURCHASES)
    return known


def is_address_of_nobody(email: str) -> bool:
    return address_key(email) == NOBODYS_ADDRESS
