"""Signed links: a link in an email or a calendar that works without an account.

Nothing is stored. A link names one row and what ends the link: a version that is raised to renew
it, or the address it was sent to. Each kind has a salt of its own, so the token of one kind opens
nothing of another.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare

from frontrow.core.addresses import address_key

T = TypeVar("T")


def short_digest(address: str) -> str:
    """An address inside a link: readers of the link don't learn it, and a correction ends it."""
    return hashlib.sha256(f"link for:{address_key(address)}".encode()).hexdigest()[:32]


@dataclass(frozen=True)
class LinkKind(Generic[T]):
    purpose: str
    # What a link names of its row, the key first. It ends as soon as any of this changes.
    names: Callable[[T], Sequence[object]]
    path: str = "{}"

    def token(self, row: T, *more: int) -> str:
        return self._signer().sign("-".join(map(str, [*self.names(row), *more])))

    def path_to(self, row: T, *more: int) -> str:
        return self.path.format(self.token(row, *more))

    def url(self, row: T, *more: int) -> str:
        return f"{settings.SITE_URL}{self.path_to(row, *more)}"

    def read(self, token: str) -> Sequence[str]:
        """What the token names; nothing when it isn't one of ours."""
        try:
            return self._signer().unsign(token).split("-")
        except BadSignature:
            return []

    def find(self, token: str, rows: Any) -> T | None:
        """Of these rows, the one that the token names and still opens."""
        named = self.read(token)
        row: T | None = rows.filter(pk=named[0]).first() if named else None
        return row if row is not None and self.opens(token, row) else None

    def opens(self, token: str, row: T) -> bool:
        now = [str(part) for part in self.names(row)]
        return constant_time_compare("-".join(self.read(token)[: len(now)]), "-".join(now))

    def _signer(self) -> Signer:
        return Signer(salt=f"frontrow {self.purpose}", sep=".")
