"""The caller as rules and the audit log see it: who acts, and for whom.

An endpoint builds an `Actor` from its request. Rules take it and never see the request.
"""

from dataclasses import dataclass
from typing import Self

from django.http import HttpRequest

from frontrow.accounts.models import User
from frontrow.core.errors import SignInRequired


@dataclass(frozen=True, kw_only=True)
class Actor:
    # The signed-in account. None for a visitor.
    person: User | None
    # The user whose data the call is about: the impersonated user, or the same account.
    account: User | None
    # The user whom the session impersonates.
    acting_as_id: int | None = None

    @classmethod
    def of(cls, user: User) -> Self:
        """For a job that acts for this user. The caller checks whether the user still may."""
        return cls(person=user, account=user)

    @property
    def user(self) -> User:
        if self.account is None:
            raise SignInRequired
        return self.account

    @property
    def person_id(self) -> int | None:
        return self.person.pk if self.person else None


def actor_of(request: HttpRequest) -> Actor:
    account = getattr(request, "auth", None)
    return Actor(
        person=request.user if request.user.is_authenticated else None,
        account=account if isinstance(account, User) else None,
        acting_as_id=request.session.get("impersonated_user_id"),
    )
