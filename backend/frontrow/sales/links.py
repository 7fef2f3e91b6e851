"""Every link of sales that works without an account: what it names, and so what ends it.

Opening one changes nothing. Whether it still allows anything is decided at every click.
"""

from django.conf import settings

from frontrow.core.signed_links import LinkKind, short_digest
from frontrow.sales.models import Enrollment, Purchase, SeatOffer, WaitingEntry


def _seat(enrollment: Enrollment) -> tuple[int, int]:
    return enrollment.pk, enrollment.link_version


def _payers_seat(enrollment: Enrollment) -> tuple[int, str]:
    """The seat's whole chain: its payer stays the same when it moves or is handed over."""
    return enrollment.calendar_number, short_digest(enrollment.purchase.buyer_email)


def _order(purchase: Purchase) -> tuple[int, str]:
    return purchase.pk, short_digest(purchase.guest_email)


def _entry(entry: WaitingEntry) -> tuple[int, str]:
    return entry.pk, short_digest(entry.email)


def _offer(offer: SeatOffer) -> tuple[int, str]:
    return offer.pk, short_digest(offer.entry.email)


# Opens the page of one session.
JOIN = LinkKind("join link", _seat, "/join/{}")
# Moves a seat or hands it over: who was only let into the class can do neither.
SEAT = LinkKind("seat link", _seat, "/seat/{}")
# Gives feedback about a class.
FEEDBACK = LinkKind("feedback", _seat, "/feedback/{}")
# Proves the address of an order for free seats.
FREE_SEAT = LinkKind("free seat", _order, "/free-seat/{}")
# A place on the waiting list. It doesn't lead to the offer: other people may read it.
WAITING_PLACE = LinkKind("waiting list", _entry, "/waiting/{}")
# A seat offered from the waiting list.
SEAT_OFFER = LinkKind("seat from the list", _offer, "/offer/{}")
# What becomes of a seat whose class is changed. The last number is the change.
CHOICE = LinkKind("class choice", _seat, "/class-choice/{}")
# The same for the person who paid for a seat that another person holds.
PAYERS_CHOICE = LinkKind("class choice of the payer", _payers_seat, "/class-choice/{}")


def sample_join_link(enrollment: Enrollment | None = None) -> str:
    """As long as the real one, for previews and tests; it opens nothing."""
    named, _, secret = JOIN.token(enrollment or Enrollment(pk=1)).partition(".")
    return settings.SITE_URL + JOIN.path.format(f"{named}.{'x' * len(secret)}")
