"""What people on the list are told besides offers: ends, last hours, new dates, closed lists."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from frontrow.catalogue.models import OFFERED, Bootcamp, BootcampStatus, BundleBootcamp, Seat
from frontrow.catalogue.seats import OPEN
from frontrow.core.clock import now
from frontrow.messaging.outbox import write_messages
from frontrow.sales.emails.waiting_emails import (
    date_ahead_email,
    first_come_email,
    last_hour_email,
    list_closed_email,
    new_date_email,
    passed_on_email,
)
from frontrow.sales.enrolment.waiting import end_places
from frontrow.sales.models import (
    OfferState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.waiting.links import entry_link, offer_link
from frontrow.sales.waiting.windows import LAST_HOUR, REMINDED_ABOVE

# Whoever waits for a full date hears of one that has just been put on sale.
JUST_PUBLISHED = timedelta(hours=1)
# How long before a date goes on sale the list hears of it; nearer than the second, the email that
# says it can be booked is soon enough.
HEARD_AHEAD = timedelta(hours=24)
SOON_ENOUGH = timedelta(hours=1)


@transaction.atomic
def tell_of_ended_offers() -> None:
    """Once for each that was declined or ran out, unless its reader has left the list."""
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
                link=entry_link(one.entry_id),
            )
            for one in offers
            if one.entry.state in told
        ]
    )
    SeatOffer.objects.filter(pk__in=[one.pk for one in offers]).update(told_at=Now())


@transaction.atomic
def tell_of_last_hours() -> None:
    """Only offers that stood long enough for an hour to be a reminder."""
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
                link=offer_link(one.pk),
            )
            for one in offers
        ]
    )
    SeatOffer.objects.filter(pk__in=[one.pk for one in offers]).update(reminded_at=Now())


@transaction.atomic
def tell_of_new_dates() -> None:
    """A class was published: whoever asked for the next one, and whoever waits for a full one."""
    open_seat = Exists(Seat.objects.filter(OPEN, bootcamp=OuterRef("pk")))
    asked_for = WaitingWish.objects.filter(
        entry__state=WaitingState.WAITING, entry__kind=WaitingKind.INTEREST
    ).values("bootcamp_type")
    recent = Q(published_at__gt=Now() - JUST_PUBLISHED) | Q(bootcamp_type__in=asked_for)
    new = Bootcamp.objects.filter(OFFERED, open_seat, recent, starts_at__gt=Now())
    for bootcamp in new.order_by("starts_at", "pk"):
        asked_before = Q(created_at__lt=bootcamp.published_at)
        interested = list(_interested_in(bootcamp).filter(asked_before))
        others = list(_waiting_for_another(bootcamp).filter(asked_before))
        # Each hears of each date once: the message's event names both.
        write_messages(
            [new_date_email(entry=one, bootcamp=bootcamp) for one in interested + others]
        )
        _end([one.pk for one in interested], WaitingState.TOLD)


@transaction.atomic
def tell_of_dates_ahead() -> None:
    """Publishing is planned: whoever asked hears of the date a day before it is on sale."""
    planned: Iterable[Any] = Bootcamp.objects.filter(
        status=BootcampStatus.ACTIVE,
        published_at__isnull=True,
        publish_at__gt=Now() + SOON_ENOUGH,
        publish_at__lte=Now() + HEARD_AHEAD,
        starts_at__gt=F("publish_at"),
    ).order_by("starts_at", "pk")
    for bootcamp in planned:
        write_messages(
            [
                date_ahead_email(
                    entry=one,
                    bootcamp=bootcamp,
                    opens_at=bootcamp.publish_at,
                    link=entry_link(one.pk),
                )
                for one in [*_interested_in(bootcamp), *_waiting_for_another(bootcamp)]
            ]
        )


def _interested_in(bootcamp: Bootcamp) -> QuerySet[WaitingEntry]:
    return WaitingEntry.objects.filter(
        state=WaitingState.WAITING,
        kind=WaitingKind.INTEREST,
        wishes__bootcamp_type=bootcamp.bootcamp_type,
    ).select_related("user")


def _waiting_for_another(bootcamp: Bootcamp) -> QuerySet[WaitingEntry]:
    """In line for a full date of the same kind."""
    return (
        WaitingEntry.objects.filter(
            state=WaitingState.WAITING,
            kind=WaitingKind.DATES,
            wishes__bootcamp__bootcamp_type=bootcamp.bootcamp_type,
        )
        .select_related("user")
        .distinct()
    )


def first_come(*, bootcamp: Bootcamp) -> None:
    """Everybody hears of the free seat in the same moment, and waits for this class no longer."""
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
    """Whoever waits for nothing that is still on sale is told, and waits no longer."""
    on_sale = Q(
        bootcamp__status=BootcampStatus.ACTIVE,
        bootcamp__published_at__isnull=False,
        bootcamp__starts_at__gt=Now(),
    )
    wishes = WaitingWish.objects.filter(entry=OuterRef("pk"))
    members = BundleBootcamp.objects.filter(bundle=OuterRef("bundle"))
    nothing_left = Q(kind=WaitingKind.DATES) & ~Exists(wishes.filter(on_sale))
    not_whole = Q(kind=WaitingKind.BUNDLE) & (
        Exists(wishes.exclude(on_sale))
        | Q(bundle__is_active=False)
        # Its members are others now.
        | Exists(members.exclude(bootcamp__in=_wished(OuterRef(OuterRef("pk")))))
    )
    closed: Sequence[Any] = list(
        WaitingEntry.objects.filter(nothing_left | not_whole, state=WaitingState.WAITING)
        .select_related("bundle", "user")
        .prefetch_related("wishes__bootcamp")
        .order_by("pk")
    )
    write_messages(
        [
            list_closed_email(entry=one, name=_name_of(one), is_canceled=_is_canceled(one))
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


def _is_canceled(entry: WaitingEntry) -> bool:
    """Whatever took it off sale, it was not its own beginning."""
    classes = [one.bootcamp for one in entry.wishes.all() if one.bootcamp]
    return not any(one.starts_at <= now() for one in classes)


def _zone_of(offer: SeatOffer) -> str:
    first = offer.purchase.enrolments.order_by("starts_at").first()
    return first.timezone if first else "UTC"
