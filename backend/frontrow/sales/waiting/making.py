"""Creates an offer: a pending purchase that holds its seats, and the email."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection, transaction

from frontrow.catalogue.models import BundleBootcamp
from frontrow.catalogue.prices import PriceNow, prices_of
from frontrow.core.crash_points import crash_point
from frontrow.messaging.consent import agrees_to_texts
from frontrow.messaging.outbox import write_messages
from frontrow.sales.emails.waiting_emails import seat_offered_email, seat_offered_text
from frontrow.sales.enrollment.enrollments import make_enrollments
from frontrow.sales.enrollment.waiting import mark_offered
from frontrow.sales.links import SEAT_OFFER
from frontrow.sales.models import (
    Enrollment,
    Fact,
    Purchase,
    SeatOffer,
    WaitingEntry,
    WaitingState,
)
from frontrow.sales.terms.price_lines import as_stored, plain_lines
from frontrow.sales.terms.refund_policy import POLICY_VERSION
from frontrow.sales.waiting.windows import expiry

# The hold lasts this much longer than the offer, so that the offer's end is recorded first.
GRACE = timedelta(minutes=1)


class NoSeat(Exception):
    """A class had a free seat, but another transaction has locked it."""

    def __init__(self, bootcamp_id: int) -> None:
        self.bootcamp_id = bootcamp_id
        super().__init__(f"no seat in {bootcamp_id}")


@transaction.atomic
def make_offer(
    *, entry_id: int, classes: Sequence[Any], at: datetime, by_desk: bool = False
) -> SeatOffer | None:
    """Hold a seat in each of these classes for them, or in none, under the list's lock.

    None if they no longer wait, if it is too late for an offer, or if their bundle's members have
    changed. Raises NoSeat with nothing changed.
    """
    entry = (
        WaitingEntry.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(pk=entry_id, state=WaitingState.WAITING)
        .first()
    )
    first = min(classes, key=lambda one: one.starts_at)
    if entry is None or (entry.bundle_id and not _is_whole(entry, classes)):
        return None
    until = expiry(
        at=at,
        starts_at=first.starts_at,
        zone=entry.timezone or first.timezone,
        closes_at=[one.sales_close_at for one in classes if one.sales_close_at],
    )
    if until is None:
        return None
    package = entry.bundle or first
    costs = prices_of([package], at=at)[package.pk]
    price = costs.price
    purchase = _begin(entry, classes, costs, until)
    enrollments = make_enrollments(purchase=purchase, bootcamps=classes)
    _hold(enrollments, until + GRACE)
    crash_point("make_offer.after_seats")
    offer = SeatOffer.objects.create(
        entry=entry, purchase=purchase, expires_at=until, created_at=at, by_desk=by_desk
    )
    mark_offered(entry=entry)
    _note(offer, enrollments)
    _write(entry, offer, enrollments, price)
    return offer


def _is_whole(entry: WaitingEntry, classes: Sequence[Any]) -> bool:
    """Whether these are the bundle's current members, read together with its price."""
    found = BundleBootcamp.objects.filter(bundle=entry.bundle_id, bundle__is_active=True)
    members = list(found.select_related("bundle"))
    if {one.bootcamp_id for one in members} != {one.pk for one in classes}:
        return False
    entry.bundle = members[0].bundle
    return True


def _begin(
    entry: WaitingEntry, classes: Sequence[Any], price: PriceNow, until: datetime
) -> Purchase:
    bundle = entry.bundle
    name = bundle.name if bundle else classes[0].name
    return Purchase.objects.create(
        bootcamp=None if bundle else classes[0],
        bundle=bundle,
        is_bundle=bundle is not None,
        package_name=name,
        # Kept as long as the offer.
        total_amount=price.price,
        price_lines=as_stored(plain_lines(name=name, price=price)),
        guest_email=entry.email,
        guest_full_name=entry.name,
        buyer_timezone=entry.timezone,
        policy_version=POLICY_VERSION,
        held_until=until,
    )


def _hold(enrollments: Sequence[Enrollment], until: datetime) -> None:
    """In the order of bootcamps, as everywhere, so that no deadlock is possible."""
    with connection.cursor() as cursor:
        for one in sorted(enrollments, key=lambda each: each.bootcamp_id):
            cursor.execute("SELECT seat_from_list(%s, %s, %s)", [one.bootcamp_id, one.pk, until])
            if cursor.fetchone()[0] is None:
                raise NoSeat(one.bootcamp_id)


def _note(offer: SeatOffer, enrollments: Sequence[Enrollment]) -> None:
    details: Mapping[str, Any] = {
        "entry": offer.entry_id,
        "until": offer.expires_at.isoformat(),
        "by": "desk" if offer.by_desk else "list",
    }
    Fact.objects.bulk_create(
        Fact(
            what="seat.offered",
            purchase_id=offer.purchase_id,
            enrollment=one,
            bootcamp_id=one.bootcamp_id,
            details=details,
        )
        for one in enrollments
    )


def _write(
    entry: WaitingEntry, offer: SeatOffer, enrollments: Sequence[Enrollment], price: Decimal
) -> None:
    name = offer.purchase.package_name
    messages = [
        seat_offered_email(
            entry=entry,
            offer=offer,
            enrollments=enrollments,
            name=name,
            price=price,
            link=SEAT_OFFER.url(offer),
        )
    ]
    if entry.wants_sms and entry.user and agrees_to_texts(user=entry.user):
        zone = enrollments[0].timezone
        messages.append(seat_offered_text(entry=entry, offer=offer, name=name, zone=zone))
    write_messages(messages)
