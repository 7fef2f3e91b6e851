"""How a buyer is addressed, and the words that are theirs in a message about a bootcamp."""

from dataclasses import dataclass

from django.conf import settings

from frontrow.catalogue.models import Bootcamp
from frontrow.core.dates import format_date, format_time
from frontrow.messaging.private_links import link_place
from frontrow.messaging.rendering import OwnWords
from frontrow.sales.models import Purchase

NAMELESS = "Friend"


@dataclass(frozen=True, kw_only=True)
class Recipient:
    address: str
    first_name: str
    last_name: str
    phone: str

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def recipient_of(purchase: Purchase) -> Recipient:
    """From the account where there is one, else from what the guest typed at checkout.

    The purchase comes with its user loaded.
    """
    user = purchase.user
    first, rest = [*purchase.guest_full_name.split(maxsplit=1), "", ""][:2]
    return Recipient(
        address=(user.email if user else "") or purchase.guest_email,
        first_name=(user.first_name if user else "") or first or NAMELESS,
        last_name=(user.last_name if user else "") or rest.strip(),
        phone=(user.phone if user else "") or purchase.guest_phone,
    )


def own_words(
    *,
    purchase: Purchase,
    bootcamp: Bootcamp,
    bootcamp_name: str = "",
    zoom_link: str = link_place(1),
) -> OwnWords:
    """What each variable of a template stands for, for this buyer and this bootcamp.

    Their way into the session is theirs alone: the words hold its place, and a letter brings it
    along as the first of its `more_links`, so that the log never shows it.
    """
    recipient = recipient_of(purchase)
    return OwnWords(
        first_name=recipient.first_name,
        last_name=recipient.last_name,
        email=recipient.address,
        bootcamp_name=bootcamp_name or bootcamp.name,
        bootcamp_date=format_date(bootcamp.starts_at, bootcamp.timezone),
        bootcamp_time=format_time(bootcamp.starts_at, bootcamp.timezone),
        zoom_link=zoom_link,
        login_url=login_url(),
    )


def login_url() -> str:
    return f"{settings.SITE_URL}/auth/login"
