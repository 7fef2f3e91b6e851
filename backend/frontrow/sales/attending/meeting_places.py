"""Each attendee's own place in the meeting: registered when they have paid, canceled by a refund.

One job keeps one enrollment's place, whatever happened before: it reads whether the seat is paid
for now, and looks before it asks. What a job missed is found by the minute's sweep.
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
# In place of the provider's number: a person who has had their account deleted.
FORGOTTEN = ""


def arrange_places(*, enrollments: Iterable[Enrollment]) -> None:
    """For a purchase that was just paid for, in the transaction that completes it.

    Where the meeting does not exist yet, the sweep does it once there is one.
    """
    for enrollment in enrollments:
        if enrollment.bootcamp.zoom_meeting_id:
            _see_to(enrollment.pk)


def give_up_places(*, purchase_id: int, enrollment_id: int | None = None) -> None:
    """For a purchase that has lost its seats or one of them, in the transaction that takes them."""
    places = MeetingRegistrant.objects.filter(enrollment_id__in=ids_of(purchase_id=purchase_id))
    if enrollment_id is not None:
        places = places.filter(enrollment_id=enrollment_id)
    for each in places.order_by("bootcamp_id").values_list("enrollment_id", flat=True):
        _see_to(each)


def move_place(*, old: Enrollment, new: Enrollment) -> None:
    """The seat changes its class or its holder: one place is given up and another arranged."""
    if old.bootcamp.zoom_meeting_id:
        _see_to(old.pk)
    arrange_places(enrollments=[new])


def forget_places(*, enrollment_ids: Collection[int]) -> None:
    """For a person whose account goes, in that transaction: what the provider knows of them goes.

    The seat stays theirs and the meeting's common link with it. The empty place that is left keeps
    the sweep from registering them again.
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
    """Whoever attends has another name or address now: their place is given up and made anew."""
    ids = list(enrollments.values_list("pk", flat=True))
    places = MeetingRegistrant.objects.filter(enrollment_id__in=ids).exclude(
        registrant_id=FORGOTTEN
    )
    _erase(places, ids)
    places.delete()
    arrange_places(enrollments=enrollments.select_related("bootcamp").order_by("pk"))


def _erase(places: QuerySet[MeetingRegistrant], enrollment_ids: Collection[int]) -> None:
    """At the provider; but for places that somebody else's purchase shares."""
    shared = MeetingRegistrant.objects.filter(
        meeting_id=OuterRef("meeting_id"), registrant_id=OuterRef("registrant_id")
    ).exclude(enrollment_id__in=enrollment_ids)
    for place in places.filter(~Exists(shared)).exclude(registrant_id=FORGOTTEN):
        enqueue(erase_place, meeting_id=place.meeting_id, registrant_id=place.registrant_id)


def want_places_again(*, purchase_ids: Collection[int]) -> None:
    """Somebody claims the purchases of a deleted account: the sweep may register them."""
    theirs = Enrollment.objects.filter(purchase_id__in=purchase_ids).values("pk")
    MeetingRegistrant.objects.filter(enrollment_id__in=theirs, registrant_id=FORGOTTEN).delete()


@job(attempts=UNTIL_DONE)
def erase_place(meeting_id: str, registrant_id: str) -> None:
    if zoom.is_configured():
        zoom.delete_registrant(meeting_id=meeting_id, registrant_id=registrant_id)


@job(longest_wait=60)
def keep_place(enrollment_id: int) -> None:
    """Bring one place to what its enrollment says now."""
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
    """Each minute: whoever has paid and has no place, and places nobody pays for any more."""
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
    # Gone at the provider, the meeting is made anew; a link we cannot keep whole is no link.
    if place is None or not 0 < len(place.join_url) <= LONGEST_LINK:
        return
    with transaction.atomic():
        # Whoever corrects a name or an address holds this lock meanwhile.
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
    """An earlier run may have registered them and died."""
    wanted = address_key(email)
    return next(
        (one for one in zoom.registrants_of(meeting_id) if address_key(one.email) == wanted), None
    )


def _cancel(place: MeetingRegistrant, *, meeting_id: str) -> None:
    """Whoever bought twice with one address has one place; it ends with the last purchase."""
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
    """Address, first and last name; the provider insists on a first one."""
    user = enrollment.attendee
    if user is not None:
        return user.email, user.first_name or user.username, user.last_name
    first, _, last = enrollment.attendee_name.strip().partition(" ")
    return enrollment.attendee_email, first, last
