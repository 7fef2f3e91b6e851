"""Who is meant: a member by the account's number, a guest by the address they bought with."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.core.addresses import address_key, is_address
from frontrow.core.errors import Invalid, NotFound
from frontrow.sales.buyers.account_removal import NOBODYS_ADDRESS
from frontrow.sales.enrollment.enrollments import held_at, held_by
from frontrow.sales.models import BEGUN, Enrollment, Purchase

NOBODY = "No one has bought or attended with this email address."


@dataclass(frozen=True, kw_only=True)
class Known:
    """One person as the desk knows them, with an account or without one."""

    user: User | None
    address: str

    @property
    def purchases(self) -> QuerySet[Purchase]:
        """What they began to pay for, or were given; newest first."""
        found = (
            Purchase.objects.filter(BEGUN, user=self.user)
            if self.user
            else Purchase.objects.filter(BEGUN, is_address("guest_email", self.address), user=None)
        )
        return found.order_by("-created_at", "-id")

    @property
    def seats(self) -> Q:
        """What they attend, whoever paid; by two queries, each with its own index."""
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
    """Raises NotFound for an address that neither bought nor attends anything as a guest's."""
    known = Known(user=None, address=email)
    if is_address_of_nobody(email) or not (
        known.purchases.exists() or Enrollment.objects.filter(known.seats).exists()
    ):
        raise NotFound(NOBODY)
    return known


def is_address_of_nobody(email: str) -> bool:
    return address_key(email) == NOBODYS_ADDRESS
