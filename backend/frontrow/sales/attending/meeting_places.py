"""Meeting registrations: each attendee is registered after paying, and canceled by a refund.

One job syncs one enrollment's registration: it reads whether the seat is paid for, and checks the
provider before it changes anything. The sweep each minute finds what a job missed.
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from frontrow.catalogue.models import Bootcamp, MeetingRegistrant
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import UNTIL_DONE, enqueue, job
from frontrow.integrations import zoom
from frontrow.integrations.zoom import Registrant
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.enrollment.enrollments import ids_of
from frontrow.sales.models import Enrollment, Purchase

AT_ONCE = 200
LONGEST_LINK = 512
# Replaces the provider's id after the person deleted their account.
FORGOTTEN = ""


def arrange_places(*, enrollments: Iterable[Enrollment]) -> None:
    """Queue registrations for a paid purchase, in the transaction that completes it.

    If the meeting doesn't exist yet, the sweep registers them later.
    """
    for enrollment in enrollments:
        if enrollment.bootcamp.zoom_meeting_id:
            _see_to(enrollment.pk)


def give_up_places(*, purchase_id: int, enrollment_id: int | None = None) -> None:
    """Queue cancellations after a purchase lost seats, in the transaction that ends them."""
    places = MeetingRegistrant.objects.filter(enrollment_id__in=ids_of(purchase_id=purchase_id))
    if enrollment_id is not None:
        places = places.filter(enrollment_id=enrollment_id)
    for each in places.order_by("bootcamp_id").values_list("enrollment_id", flat=True):
        _see_to(each)


def move_place(*, old: Enrollment, new: Enrollment) -> None:
    """Cancel one registration and create another after a move or transfer."""
    if old.bootcamp.zoom_meeting_id:
        _see_to(old.pk)
    arrange_places(enrollments=[new])


def forget_places(*, enrollment_ids: Collection[int]) -> None:
    """Delete registrations at the provider, in the transaction that deletes the account.

    The seat stays theirs and can use the meeting's shared link. An empty row prevents the sweep
    from registering them again.
    """
    places = MeetingRegistrant.objects.filter(enrollment_id__in=enrollment_ids)
    _erase(places, enrollment_ids)
    nothing = {"meeting_id": "", "registrant_id": FORGOTTEN, "join_url": ""}
    places.update(**nothing)
    ahead = Enrollment.objects.filter(pk__in=enrollment_ids, bootcamp__ends_at__gt=Now())
    MeetingRegistrant.objects.bulk_create(
        [
            MeetingRegistrant(bootcamp_id=bootcamp_id, enrollment_id=enrollment_id, **nothing)
            for bootcamp_id, enrollment_id in ahead.values_list("bootcamp_id", "pk")
        ],
        ignore_conflicts=True,
    )


def renew_places(*, enrollments: QuerySet[Enrollment]) -> None:
    """Register the attendees again, because their name or address has changed."""
    ids = list(enrollments.values_list("pk", flat=True))
    places = MeetingRegistrant.objects.filter(enrollment_id__in=ids).exclude(
        registrant_id=FORGOTTEN
    )
    _erase(places, ids)
    places.delete()
    arrange_places(enrollments=enrollments.select_related("bootcamp").order_by("pk"))


def _erase(places: QuerySet[MeetingRegistrant], enrollment_ids: Collection[int]) -> None:
    """Delete registrations at the provider, except those that another purchase shares."""
    shared = MeetingRegistrant.objects.filter(
        meeting_id=OuterRef("meeting_id"), registrant_id=OuterRef("registrant_id")
    ).exclude(enrollment_id__in=enrollment_ids)
    for place in places.filter(~Exists(shared)).exclude(registrant_id=FORGOTTEN):
        enqueue(erase_place, meeting_id=place.meeting_id, registrant_id=place.registrant_id)


def want_places_again(*, purchase_ids: Collection[int]) -> None:
    """Let the sweep register them again after the purchases of a deleted account were claimed."""
    theirs = Enrollment.objects.filter(purchase_id__in=purchase_ids).values("pk")
    MeetingRegistrant.objects.filter(enrollment_id__in=theirs, registrant_id=FORGOTTEN).delete()


@job(attempts=UNTIL_DONE)
def erase_place(meeting_id: str, registrant_id: str) -> None:
    if zoom.is_configured():
        zoom.delete_registrant(meeting_id=meeting_id, registrant_id=registrant_id)


@job(longest_wait=60)
def keep_place(enrollment_id: int) -> None:
    """Sync one registration with its enrollment."""
    if not zoom.is_configured():
        return
    known = Enrollment.objects.filter(pk=enrollment_id).select_related("bootcamp").first()
    if known is None:
        return
    bootcamp, meeting_id = known.bootcamp, known.bootcamp.zoom_meeting_id
    paid = live_enrollments().select_related("purchase__user", "holder").filter(pk=known.pk).first()
    place = MeetingRegistrant.objects.filter(enrollment_id=known.pk).first()
    if paid is None and place is not None:
        _cancel(place, meeting_id=meeting_id)
    has_place = place is not None and (
        place.meeting_id == meeting_id or place.registrant_id == FORGOTTEN
    )
    if paid is not None and meeting_id and not has_place and bootcamp.ends_at > database_now():
        _register(paid, bootcamp)


@job(every="* * * * *")
def keep_all_places(timestamp: int) -> None:
    """Each minute: register paid seats that lack it, and cancel registrations without one."""
    if not zoom.is_configured():
        return
    own_place = MeetingRegistrant.objects.filter(
        Q(meeting_id=OuterRef("bootcamp__zoom_meeting_id")) | Q(registrant_id=FORGOTTEN),
        enrollment_id=OuterRef("pk"),
    )
    without = (
        live_enrollments()
        .filter(bootcamp__ends_at__gt=Now())
        .exclude(bootcamp__zoom_meeting_id="")
        .filter(~Exists(own_place))
        .order_by("bootcamp__starts_at", "pk")
    )
    paid = live_enrollments().filter(pk=OuterRef("enrollment_id"))
    left_over = MeetingRegistrant.objects.filter(
        ~Exists(paid), bootcamp__ends_at__gt=Now(), meeting_id=F("bootcamp__zoom_meeting_id")
    )
    for enrollment_id in left_over.values_list("enrollment_id", flat=True)[:AT_ONCE]:
        _see_to(enrollment_id)
    for enrollment_id in without.values_list("pk", flat=True)[:AT_ONCE]:
        _see_to(enrollment_id)


def _see_to(enrollment_id: int) -> None:
    if zoom.is_configured():
        enqueue(keep_place, enrollment_id=enrollment_id, once=f"place:{enrollment_id}")


def _register(enrollment: Enrollment, bootcamp: Bootcamp) -> None:
    person = email, first_name, last_name = _person(enrollment)
    place = _known_place(bootcamp.zoom_meeting_id, email) or zoom.register(
        meeting_id=bootcamp.zoom_meeting_id,
        email=email,
        first_name=first_name,
        last_name=last_name,
    )
    crash_point("place.after_register")
    # If the meeting is gone, it is created again. A link that is too long to store is unusable.
    if place is None or not 0 < len(place.join_url) <= LONGEST_LINK:
        return
    with transaction.atomic():
        # A concurrent correction of the name or address holds this lock.
        Purchase.objects.select_for_update().get(pk=enrollment.purchase_id)
        MeetingRegistrant.objects.update_or_create(
            enrollment_id=enrollment.pk,
            defaults={
                "bootcamp": bootcamp,
                "meeting_id": bootcamp.zoom_meeting_id,
                "registrant_id": place.id,
                "join_url": place.join_url,
            },
        )
        same = Enrollment.objects.filter(pk=enrollment.pk)
        if _person(same.select_related("purchase__user", "holder").get()) != person:
            renew_places(enrollments=same)


def _known_place(meeting_id: str, email: str) -> Registrant | None:
    """A registration that an earlier run created before it died."""
    wanted = address_key(email)
    return next(
        (one for one in zoom.registrants_of(meeting_id) if address_key(one.email) == wanted), None
    )


def _cancel(place: MeetingRegistrant, *, meeting_id: str) -> None:
    """Two purchases with one address share a registration. It ends with the last one."""
    is_shared = (
        MeetingRegistrant.objects.filter(
            meeting_id=place.meeting_id, registrant_id=place.registrant_id
        )
        .exclude(pk=place.pk)
        .exists()
    )
    is_there = place.meeting_id == meeting_id and place.registrant_id != FORGOTTEN
    if is_there and not is_shared:
        zoom.cancel_registrants(meeting_id=meeting_id, registrant_ids=[place.registrant_id])
    place.delete()


def _person(enrollment: Enrollment) -> tuple[str, str, str]:
    """Address, first and last name. The provider requires a first name."""
    user = enrollment.attendee
    if user is not None:
        return user.email, user.first_name or user.username, user.last_name
    first, _, last = enrollment.attendee_name.strip().partition(" ")
    return enrollment.attendee_email, first, last
