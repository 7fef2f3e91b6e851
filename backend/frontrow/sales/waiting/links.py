"""Links of the waiting list: signed, each for a purpose of its own.

Each names the address it was sent to: once that is corrected or forgotten, it opens nothing. The
place's link is no way to the offer: others may read it.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare

from frontrow.sales.buyers.visitors import address_in_short
from frontrow.sales.models import SeatOffer, WaitingEntry

_ENTRY = "frontrow waiting list"
_OFFER = "frontrow seat from the list"


def entry_link(entry: WaitingEntry) -> str:
    return f"{settings.SITE_URL}/waiting/{entry_token(entry)}"


def offer_link(offer: SeatOffer) -> str:
    return f"{settings.SITE_URL}/offer/{offer_token(offer)}"


def entry_token(entry: WaitingEntry) -> str:
    return _signer(_ENTRY).sign(f"{entry.pk}-{address_in_short(entry.email)}")


def offer_token(offer: SeatOffer) -> str:
    return _signer(_OFFER).sign(f"{offer.pk}-{address_in_short(offer.entry.email)}")


def find_entry(token: str) -> WaitingEntry | None:
    number, address = _read(_ENTRY, token)
    entry = WaitingEntry.objects.select_related("bundle").filter(pk=number).first()
    return entry if entry and _is_same(address, entry) else None


def find_offer(token: str) -> SeatOffer | None:
    number, address = _read(_OFFER, token)
    offers = SeatOffer.objects.select_related("purchase__bundle", "entry")
    offer = offers.filter(pk=number).first()
    return offer if offer and _is_same(address, offer.entry) else None


def _is_same(address: str, entry: WaitingEntry) -> bool:
    return constant_time_compare(address, address_in_short(entry.email))


def _signer(salt: str) -> Signer:
    return Signer(salt=salt, sep=".")


def _read(salt: str, token: str) -> tuple[int, str]:
    """The number, and the address in short; 0, which nothing has, when it is not one of ours."""
    try:
        number, address = _signer(salt).unsign(token).split("-")
        return int(number), address
    except (BadSignature, ValueError):
        return 0, ""
