"""The waiting list of a changed class: end the offers and inform the people who wait."""

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.outbox import write_messages
from frontrow.sales.class_changes.options import alternatives_of
from frontrow.sales.emails.class_change_emails import list_told_email
from frontrow.sales.enrollment.waiting import end_places, keep_place_of
from frontrow.sales.models import (
    LIVE,
    CancelReason,
    ChangeKind,
    ClassChange,
    OfferState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.settlement.settling import call_off

WITHDRAWN = "class changed"


def people_waiting(bootcamp: Bootcamp) -> int:
    return _entries(bootcamp).count()


def tell_list(*, change: ClassChange) -> None:
    """Runs in the change's transaction, under the waiting list's lock and before seats are locked.

    If the class is canceled, waiting for it ends. If it moved, people wait for the new date.
    """
    bootcamp = change.bootcamp
    _withdraw_offers(bootcamp)
    entries = list(_entries(bootcamp).select_related("user").order_by("queued_at", "pk"))
    others = [one for one in alternatives_of(change) if one.free_seats]
    write_messages(
        [
            list_told_email(change=change, bootcamp=bootcamp, entry=entry, others=others)
            for entry in entries
        ]
    )
    if change.kind != ChangeKind.CANCEL:
        return
    ids = [entry.pk for entry in entries]
    # A bundle can't be had as a whole anymore. A date may be one of several wishes.
    WaitingWish.objects.filter(
        entry__in=ids, entry__kind=WaitingKind.DATES, bootcamp=bootcamp
    ).delete()
    without = WaitingEntry.objects.filter(
        ~Exists(WaitingWish.objects.filter(entry=OuterRef("pk"))), pk__in=ids
    )
    end_places(without, WaitingState.CLOSED)
    end_places(
        WaitingEntry.objects.filter(pk__in=ids, kind=WaitingKind.BUNDLE), WaitingState.CLOSED
    )


def _withdraw_offers(bootcamp: Bootcamp) -> None:
    """Withdraw the offers, except those whose card is authorized already."""
    offers = SeatOffer.objects.filter(
        state=OfferState.OPEN, purchase__enrollments__bootcamp=bootcamp
    )
    for offer in offers.select_related("purchase", "entry").order_by("purchase_id"):
        if call_off(purchase=offer.purchase, reason=CancelReason.EXPIRED, because=WITHDRAWN):
            keep_place_of(entry=offer.entry)
            # They are informed of the change, and not that their offer expired.
            SeatOffer.objects.filter(pk=offer.pk).update(told_at=Now())


def _entries(bootcamp: Bootcamp) -> QuerySet[WaitingEntry]:
    wishes = WaitingWish.objects.filter(entry=OuterRef("pk"), bootcamp=bootcamp)
    return WaitingEntry.objects.filter(Exists(wishes), state__in=LIVE)
