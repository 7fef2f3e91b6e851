"""Joining the waiting list, viewing one's place and leaving, by a link without an account.

The response is the same for every address. Only the email contains information about the person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Coalesce, Now

from frontrow.catalogue.models import ON_SALE, Bootcamp, BootcampType, Bundle
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.core.addresses import address_key, is_address
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound, Throttled
from frontrow.core.jobs import enqueue
from frontrow.core.rate_limit import Limit
from frontrow.messaging.outbox import write_messages
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.changes.complimentary import owner_of
from frontrow.sales.emails.waiting_emails import on_the_list_email
from frontrow.sales.enrollment.waiting import end_places
from frontrow.sales.links import WAITING_PLACE
from frontrow.sales.models import (
    LIVE,
    OfferState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.waiting.line import keep_classes_closed, place_of, take_turns
from frontrow.sales.waiting.offers import give_up
from frontrow.sales.waiting.schemas import (
    EntryOfferOut,
    WaitedBundleOut,
    WaitedForOut,
    WaitingEntryOut,
    WaitingJoinedOut,
    WaitingJoinIn,
)
from frontrow.sales.waiting.serving import serve_lists

# Per address, for all visitors together.
EMAILS = Limit(scope="waiting list emails", count=1, per=timedelta(hours=1))
# Concurrent entries of one network, because a seat is held for a day for each.
PER_NETWORK = 20
# Of these, for one class, entries with unverified addresses.
UNPROVEN_PER_CLASS = 5
UNKNOWN = "This link isn't valid."
GONE = "This date is no longer on offer."
NO_BUNDLE = "This bundle is no longer on offer."
CHOOSE = "Choose the dates that would work for you."
ON_THE_LIST = "You're on the waiting list. We've emailed you your place in line."
WILL_BE_TOLD = "Thanks. We'll email you as soon as there's a new date."


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    kind: WaitingKind
    name: str
    classes: Sequence[Bootcamp] = ()
    bundle: Bundle | None = None
    interest: BootcampType | None = None


@transaction.atomic
def join(*, visitor: Visitor, wanted: WaitingJoinIn) -> WaitingJoinedOut:
    """Raises Invalid, NotFound if it isn't offered, or Conflict if seats can be bought."""
    what = _find(wanted)
    owner = owner_of(wanted.email)
    is_own = owner is not None and owner.pk == visitor.user_id
    # Checked before the list's lock, which must not wait for slow limits.
    is_written_to = _may_write(wanted.email)
    entry = _enter_line(what, wanted, visitor, owner.pk if is_own and owner else None)
    if entry is not None and is_written_to:
        _write(entry, what)
    place = place_of(entry) if is_own and entry is not None else None
    is_interest = what.kind == WaitingKind.INTEREST
    return WaitingJoinedOut(place=place, message=WILL_BE_TOLD if is_interest else ON_THE_LIST)


@transaction.atomic
def look(*, token: str) -> WaitingEntryOut:
    """Opening the link verifies the address, because only the email contains it."""
    entry = _entry_of(token)
    if entry.proven_at is None and entry.is_live:
        WaitingEntry.objects.filter(pk=entry.pk, proven_at=None).update(proven_at=Now())
        entry.refresh_from_db(fields=["proven_at"])
    wishes = list(entry.wishes.select_related("bootcamp").order_by("bootcamp__starts_at", "pk"))
    offer = SeatOffer.objects.filter(
        entry=entry, state=OfferState.OPEN, expires_at__gt=Now()
    ).first()
    bundle = entry.bundle
    return WaitingEntryOut(
        state=WaitingState(entry.state),
        place=place_of(entry),
        email=_masked(entry.email),
        wishes=[_wish_out(one) for one in wishes],
        bundle=WaitedBundleOut(id=bundle.pk, name=bundle.name) if bundle else None,
        offer=EntryOfferOut(expires_at=offer.expires_at) if offer else None,
    )


@transaction.atomic
def leave(*, token: str) -> None:
    """Leave the list. A seat held for them is offered to the next person. Idempotent."""
    entry = _entry_of(token)
    end_entry(entry_id=entry.pk, state=WaitingState.LEFT)


def end_entry(*, entry_id: int, state: WaitingState) -> bool:
    """End the entry and its open offer. False if it wasn't on the list."""
    # Locks the purchase before the entry, in the same order as settlement.
    for offer in SeatOffer.objects.filter(entry_id=entry_id, state=OfferState.OPEN):
        give_up(offer=offer)
    ended = end_places(WaitingEntry.objects.filter(pk=entry_id), state)
    if ended:
        enqueue(serve_lists, timestamp=0)
    return bool(ended)


def _find(wanted: WaitingJoinIn) -> _Wanted:
    choices = (bool(wanted.bootcamp_ids), wanted.bundle_id is not None, wanted.interest is not None)
    if sum(choices) != 1:
        raise Invalid(CHOOSE)
    if wanted.interest is not None:
        name = f"The next {wanted.interest.value} bootcamp"
        return _Wanted(kind=WaitingKind.INTEREST, name=name, interest=wanted.interest)
    if wanted.bundle_id is not None:
        return _find_bundle(wanted.bundle_id)
    ids = set(wanted.bootcamp_ids)
    classes = list(_on_sale().filter(pk__in=ids).order_by("starts_at", "pk"))
    if len(classes) != len(ids):
        raise NotFound(GONE)
    for one in classes:
        if one.open_seats:
            raise _seats_left(one.name)
    return _Wanted(kind=WaitingKind.DATES, name=classes[0].name, classes=classes)


def _find_bundle(bundle_id: UUID) -> _Wanted:
    bundle = Bundle.objects.filter(pk=bundle_id, is_active=True).first()
    members = bundle.members.values("bootcamp_id") if bundle else ()
    classes = list(_on_sale().filter(pk__in=members).order_by("starts_at", "pk")) if bundle else []
    if bundle is None or not classes or len(classes) != bundle.members.count():
        raise NotFound(NO_BUNDLE)
    if all(one.open_seats for one in classes):
        raise _seats_left(bundle.name)
    return _Wanted(kind=WaitingKind.BUNDLE, name=bundle.name, classes=classes, bundle=bundle)


def _on_sale() -> Any:
    return Bootcamp.objects.filter(ON_SALE).annotate(open_seats=Count("seats", filter=OPEN_SEATS))


def _seats_left(name: str) -> Conflict:
    return Conflict(f"{name} has seats left. You can book now.", code=ErrorCode.SEATS_LEFT)


def _enter_line(
    what: _Wanted, wanted: WaitingJoinIn, visitor: Visitor, user_id: int | None
) -> WaitingEntry | None:
    """Their entry. None if an admin removed them before, which the response doesn't reveal."""
    take_turns()
    if user_id is None:
        _refuse_crowd(visitor, what)
    theirs = WaitingEntry.objects.filter(is_address("email", wanted.email), kind=what.kind)
    if what.bundle:
        theirs = theirs.filter(bundle=what.bundle)
    if _is_barred(theirs, what):
        return None
    same = theirs.filter(state__in=LIVE)
    if what.interest:
        same = same.filter(wishes__bootcamp_type=what.interest)
    entry = same.first()
    if entry is None:
        entry = WaitingEntry.objects.create(
            kind=what.kind,
            email=wanted.email,
            name=wanted.name,
            user_id=user_id,
            bundle=what.bundle,
            timezone=wanted.timezone,
            wants_sms=wanted.sms,
            network_key=visitor.network_key,
            queued_at=Now(),
            proven_at=Now() if user_id is not None else None,
        )
    elif user_id is not None:
        WaitingEntry.objects.filter(pk=entry.pk).update(
            user_id=user_id, proven_at=Coalesce("proven_at", Now())
        )
    _add_wishes(entry, what)
    crash_point("join.after_entry")
    keep_classes_closed()
    # A hold may expire, or a seat may have been released at this moment.
    enqueue(serve_lists, timestamp=0)
    entry.refresh_from_db()
    return entry


def _is_barred(theirs: Any, what: _Wanted) -> bool:
    removed = theirs.filter(state=WaitingState.REMOVED)
    if what.kind == WaitingKind.DATES:
        removed = removed.filter(wishes__bootcamp__in=[one.pk for one in what.classes])
    return bool(removed.exists())


def _refuse_crowd(visitor: Visitor, what: _Wanted) -> None:
    """Requires the list's lock. Applies to every address, so it doesn't reveal who is listed."""
    from_there = WaitingEntry.objects.filter(network_key=visitor.network_key, state__in=LIVE)
    if from_there.count() >= PER_NETWORK:
        raise Throttled
    wished = WaitingWish.objects.filter(
        entry__in=from_there.filter(proven_at=None), bootcamp__in=[one.pk for one in what.classes]
    )
    counts = wished.values("bootcamp").annotate(unproven=Count("pk"))
    if counts.filter(unproven__gte=UNPROVEN_PER_CLASS).exists():
        raise Throttled


def _add_wishes(entry: WaitingEntry, what: _Wanted) -> None:
    wishes = [WaitingWish(entry=entry, bootcamp=one) for one in what.classes]
    if what.interest and not entry.wishes.exists():
        course = _course_of(what.interest)
        wishes = [WaitingWish(entry=entry, bootcamp_type=what.interest, course=course)]
    WaitingWish.objects.bulk_create(wishes, ignore_conflicts=True)


def _course_of(interest: BootcampType) -> str:
    """The course of the type's newest class. Empty if none was ever on sale."""
    shown = Bootcamp.objects.filter(bootcamp_type=interest, published_at__isnull=False)
    return str(shown.order_by("-starts_at").values_list("course", flat=True).first() or "")


def _may_write(address: str) -> bool:
    """At most one email per hour and address. The response doesn't reveal the limit."""
    try:
        EMAILS.check(address_key(address))
    except Throttled:
        return False
    return True


def _write(entry: WaitingEntry, what: _Wanted) -> None:
    write_messages(
        [
            on_the_list_email(
                entry=entry,
                classes=what.classes,
                name=what.name,
                place=place_of(entry),
                link=WAITING_PLACE.url(entry),
                event=f"waiting-list:{entry.pk}:{_moment()}",
            )
        ]
    )


def _moment() -> str:
    return database_now().isoformat()


def _entry_of(token: str) -> WaitingEntry:
    entry = WAITING_PLACE.find(token, WaitingEntry.objects.select_related("bundle"))
    if entry is None:
        raise NotFound(UNKNOWN)
    return entry


def _wish_out(wish: WaitingWish) -> WaitedForOut:
    one = wish.bootcamp
    if one is None:
        name = f"The next {wish.bootcamp_type} bootcamp"
        return WaitedForOut(bootcamp_id=None, name=name, starts_at=None, timezone="")
    return WaitedForOut(
        bootcamp_id=one.pk, name=one.name, starts_at=one.starts_at, timezone=one.timezone
    )


def _masked(address: str) -> str:
    """a…@example.com, enough for its owner to recognize it."""
    local, _, domain = address.partition("@")
    return f"{local[:1]}…@{domain}"
