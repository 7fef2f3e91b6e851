"""Unsubscribing: one click stops all optional mail, and another resumes it.

Transactional mail about a purchase (confirmations, moved dates, refunds) is still sent.
"""

from urllib.parse import quote

from django.conf import settings

from frontrow.core.addresses import address_key
from frontrow.core.errors import Invalid
from frontrow.core.sealing import SealBroken, seal, unseal
from frontrow.messaging.models import Channel, Suppression

PURPOSE = "unsubscribe"
UNSUBSCRIBED = "unsubscribed"
ONE_CLICK_PATH = "/api/webhooks/unsubscribe"


def page_link(address: str) -> str:
    """The link for people. The page asks before it unsubscribes."""
    return f"{settings.SITE_URL}/unsubscribe#key={_key(address)}"


def one_click_link(address: str) -> str:
    """The link for mail programs, which post to it without asking (RFC 8058)."""
    return f"{settings.SITE_URL}{ONE_CLICK_PATH}?key={_key(address)}"


def address_of(*, key: str) -> str:
    try:
        return address_key(unseal(key, purpose=PURPOSE))
    except SealBroken as error:
        message = "This link isn't valid."
        raise Invalid(message, fields={"key": message}) from error


def is_unsubscribed(*, address: str) -> bool:
    return Suppression.objects.filter(
        channel=Channel.EMAIL, address=address, reason=UNSUBSCRIBED
    ).exists()


def unsubscribe(*, key: str) -> str:
    """Stop optional mail to this address and return the address. Idempotent."""
    address = address_of(key=key)
    Suppression.objects.bulk_create(
        [Suppression(channel=Channel.EMAIL, address=address, reason=UNSUBSCRIBED)],
        ignore_conflicts=True,
    )
    return address


def subscribe_again(*, key: str) -> str:
    """Undo an unsubscription. An address that bounced or complained stays suppressed."""
    address = address_of(key=key)
    Suppression.objects.filter(channel=Channel.EMAIL, address=address, reason=UNSUBSCRIBED).delete()
    return address


def _key(address: str) -> str:
    return quote(seal(address_key(address), purpose=PURPOSE), safe="")
