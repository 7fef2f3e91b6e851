"""Notices to people on the list: ended offers, last-hour reminders and closed lists."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from frontrow.catalogue.models import (
    SALES_NOT_CLOSED,
    Bootcamp,
    BootcampStatus,
    BundleBootcamp,
)
from frontrow.core.clock import now
from frontrow.messaging.outbox import write_messages
from frontrow.sales.emails.waiting_emails import (
    Closing,
    first_come_email,
    last_hour_email,
    list_closed_email,
    passed_on_email,
)
from frontrow.sales.enrollment.waiting import end_places
from frontrow.sales.links import SEAT_OFFER, WAITING_PLACE
from frontrow.sales.models import (
    OfferState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.waiting.windows import LAST_HOUR, REMINDED_ABOVE


@transaction.atomic
def tell_of_ended_offers() -> None:
    """Once per declined or expired offer, unless its reader has left the list."""
    ended = (
        SeatOffer.objects.filter(
            state__in=[OfferState.DECLINED, OfferState.EXPIRED], told_at__isnull=True
        )
        .select_related("entry__user", "purchase")
        .select_for_update(of=("self",), skip_locked=True)
    )
    offers = list(ended)
    told = {WaitingState.WAITING, WaitingState.OFFERED, WaitingState.OFF}
    write_messages(
        [
            passed_on_email(
                entry=one.entry,
                offer=one,
                name=one.purchase.package_name,
                link=WAITING_PLACE.url(one.entry),
            )
            for one in offers
            if one.entry.state in told
        ]
    )
    SeatOffer.objects.filter(pk__in=[one.pk for one in offers]).update(told_at=Now())


@transaction.atomic
def tell_of_last_hours() -> None:
    """Only for offers that lasted long enough for a reminder."""
    last = (
        SeatOffer.objects.filter(
            state=OfferState.OPEN,
            reminded_at__isnull=True,
            expires_at__gt=Now(),
            expires_at__lte=Now() + LAST_HOUR,
            created_at__lt=F("expires_at") - REMINDED_ABOVE,
        )
        .select_related("entry__user", "purchase")
        .select_for_update(of=("self",), skip_locked=True)
    )
    offers = list(last)
    write_messages(
        [
            last_hour_email(
                entry=one.entry,
                offer=one,
                name=one.purchase.package_name,
                zone=_zone_of(one),
                link=SEAT_OFFER.url(one),
            )
            for one in offers
        ]
    )
    SeatOffer.objects.filter(pk__in=[one.pk for one in offers]).update(reminded_at=Now())


def first_come(*, bootcamp: Bootcamp) -> None:
    """Inform all of the free seat at once. They no longer wait for this class."""
    wishes = WaitingWish.objects.filter(
        bootcamp=bootcamp, entry__state=WaitingState.WAITING, entry__kind=WaitingKind.DATES
    )
    entries = [
        one.entry for one in wishes.select_related("entry__user").order_by("entry__queued_at")
    ]
    write_messages([first_come_email(entry=one, bootcamp=bootcamp) for one in entries])
    wishes.delete()
    without = WaitingEntry.objects.filter(
        ~Exists(WaitingWish.objects.filter(entry=OuterRef("pk"))),
        pk__in=[one.pk for one in entries],
    )
    _end([one.pk for one in without], WaitingState.TOLD)


def close_lists() -> None:
    """Inform people whose classes are all no longer on sale, and end their entries."""
    # While students choose after a class change, sales are stopped but the list is kept.
    on_sale = Bootcamp.objects.filter(
        SALES_NOT_CLOSED,
        status=BootcampStatus.ACTIVE,
        published_at__isnull=False,
        starts_at__gt=Now(),
    ).values("pk")
    wishes = WaitingWish.objects.filter(entry=OuterRef("pk"))
    members = BundleBootcamp.objects.filter(bundle=OuterRef("bundle"))
    of_bundle = BundleBootcamp.objects.filter(bundle=OuterRef(OuterRef("bundle")))
    nothing_left = Q(kind=WaitingKind.DATES) & ~Exists(wishes.filter(bootcamp__in=on_sale))
    not_whole = Q(kind=WaitingKind.BUNDLE) & (
        Exists(wishes.exclude(bootcamp__in=on_sale))
        | Q(bundle__is_active=False)
        # A bootcamp was added to the bundle or removed from it.
        | Exists(members.exclude(bootcamp__in=_wished(OuterRef(OuterRef("pk")))))
        | Exists(wishes.exclude(bootcamp__in=of_bundle.values("bootcamp_id")))
    )
    closed: Sequence[Any] = list(
        WaitingEntry.objects.filter(nothing_left | not_whole, state=WaitingState.WAITING)
        .select_related("bundle", "user")
        .prefetch_related("wishes__bootcamp")
        .order_by("pk")
    )
    write_messages(
        [
            list_closed_email(entry=one, name=_name_of(one), closing=_why_closed(one))
            for one in closed
        ]
    )
    _end([one.pk for one in closed], WaitingState.CLOSED)


def _wished(entry: Any) -> Any:
    return WaitingWish.objects.filter(entry=entry).values("bootcamp_id")


def _end(entry_ids: Sequence[int], state: WaitingState) -> None:
    if entry_ids:
        end_places(WaitingEntry.objects.filter(pk__in=entry_ids), state)


def _name_of(entry: WaitingEntry) -> str:
    if entry.bundle:
        return entry.bundle.name
    names = [one.bootcamp.name for one in entry.wishes.all() if one.bootcamp]
    return names[0] if names else "The class"


def _why_closed(entry: WaitingEntry) -> Closing:
    classes = [one.bootcamp for one in entry.wishes.all() if one.bootcamp]
    if any(one.starts_at <= now() for one in classes):
        return Closing.STARTED
    if any(one.sales_close_at and one.sales_close_at <= now() for one in classes):
        return Closing.SALES_CLOSED
    is_offered = all(one.is_offered for one in classes) and bool(
        entry.bundle and entry.bundle.is_active
    )
    return Closing.OTHER_CLASSES if is_offered else Closing.OFF_SALE


def _zone_of(offer: SeatOffer) -> str:
    first = offer.purchase.enrollments.order_by("starts_at").first()
    return first.timezone if first else "UTC"
