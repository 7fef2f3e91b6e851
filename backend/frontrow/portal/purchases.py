"""The portal's list of what a student bought or holds, newest first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Prefetch, Subquery

from frontrow.accounts.models import User
from frontrow.core.clock import database_now
from frontrow.portal.access import seated_enrollments, why_closed
from frontrow.portal.joining import door_of
from frontrow.portal.schemas import EnrolledBootcampOut, EnrolledPackageOut, PortalPurchaseOut
from frontrow.sales.attending.presence import EARLY
from frontrow.sales.before_class.questions import asks_questions
from frontrow.sales.class_changes.banners import banner, rows_of
from frontrow.sales.enrollment.enrollments import live, present
from frontrow.sales.feedback.answering import in_portal
from frontrow.sales.links import JOIN
from frontrow.sales.models import (
    BEGUN,
    CancelReason,
    ClassChoice,
    EndedBecause,
    Enrollment,
    HandOver,
    HandOverState,
    Purchase,
    PurchaseState,
)

# Begun and then replaced in the checkout or dismissed. Nothing was bought, and nothing is owed.
NOT_LISTED = (CancelReason.REPLACED, CancelReason.DISMISSED)
_EVERYTHING_IN_IT = "everything in it"
SOMEONE_ELSE = "someone else"


@dataclass(frozen=True, kw_only=True)
class Reader:
    user: User
    at: datetime
    # An admin views the site as the user.
    is_looking: bool
    # Choices about canceled or moved classes, by the first enrollment of the seat's chain.
    changed: Mapping[int, ClassChoice]


def list_purchases(*, user: User, is_looking: bool) -> list[PortalPurchaseOut]:
    """All purchases of the user in any state, and those with a seat that the user holds.

    The page decides what to show. A buyer who transferred a seat sees the purchase without a join
    link. A person who holds a transferred seat sees the session but no prices. An admin who
    `is_looking` as another user sees everything except links that work without signing in.
    """
    at = database_now()
    # Payments to move a seat are listed in billing. The seat belongs to its own purchase.
    bought = (
        Purchase.objects.filter(BEGUN, user=user, pays_for_move=None)
        .exclude(cancel_reason__in=NOT_LISTED)
        .values("pk")
    )
    held = Enrollment.objects.filter(live(), holder=user).values("purchase_id")
    offer = HandOver.objects.filter(
        enrollment=OuterRef("pk"), state=HandOverState.OFFERED, expires_at__gt=at
    )
    rows: Any = (
        Purchase.objects.filter(pk__in=bought.union(held))
        .prefetch_related(
            Prefetch(
                "enrollments",
                # Only the last of a chain. Earlier enrollments are history.
                seated_enrollments()
                .filter(present())
                .select_related("feedback")
                .annotate(
                    offered_to=Subquery(offer.values("to_name")[:1]),
                    link_tested_at=F("link_test__tested_at"),
                    asks=asks_questions(),
                )
                .order_by("bootcamp__starts_at", "id"),
                to_attr="seats",
            )
        )
        .order_by(F("created_at").desc(), F("id").desc())
    )
    changed = rows_of(seat for row in rows for seat in row.seats)
    reader = Reader(user=user, at=at, is_looking=is_looking, changed=changed)
    return [
        _bought_out(row, reader) if row.user_id == user.pk else _held_out(row, reader)
        for row in rows
    ]


def finish_path(purchase: Purchase) -> str:
    """Where an open payment can be finished. Empty if there is none."""
    if purchase.state != PurchaseState.PENDING:
        return ""
    if purchase.pays_for_move_id:
        return f"/portal/seats/{purchase.pays_for_move_id}/pay/{purchase.bootcamp_id}"
    package = purchase.bundle_id or purchase.bootcamp_id
    return f"/checkout?{'bundle' if purchase.is_bundle else 'bootcamp'}={package}"


def _bought_out(purchase: Any, reader: Reader) -> PortalPurchaseOut:
    enrollments: Sequence[Any] = purchase.seats
    is_paid = purchase.state == PurchaseState.COMPLETED
    # A single bootcamp has its current name, because it may have moved to a class with another
    # name.
    name = purchase.package_name if purchase.is_bundle or not enrollments else enrollments[0].name
    package = EnrolledPackageOut(id=purchase.bundle_id or purchase.bootcamp_id, name=name)
    closed = (
        ""
        if is_paid or not enrollments
        else why_closed(enrollment=enrollments[0], wanted=_EVERYTHING_IN_IT)
    )
    return PortalPurchaseOut(
        id=purchase.pk,
        is_buyer=True,
        status=purchase.status,
        total_amount=purchase.total_amount,
        is_bundle=purchase.is_bundle,
        guest_email=purchase.guest_email,
        purchased_at=purchase.created_at,
        bootcamp=None if purchase.is_bundle else package,
        bundle=package if purchase.is_bundle else None,
        closed_because=closed,
        finish_path=finish_path(purchase),
        given_back=[
            one.bootcamp.course for one in enrollments if one.ended_because == EndedBecause.REFUNDED
        ],
        # Refunded items are shown in billing.
        items=[_item_out(one, reader) for one in enrollments if not (is_paid and one.ended_at)],
    )


def _held_out(purchase: Any, reader: Reader) -> PortalPurchaseOut:
    """Only the seats that the reader holds, without prices and other items of the purchase."""
    seats = [one for one in purchase.seats if one.holder_id == reader.user.pk and not one.ended_at]
    several = len(seats) > 1
    package = EnrolledPackageOut(
        id=purchase.bundle_id if several else seats[0].bootcamp_id,
        name=purchase.package_name if several else seats[0].name,
    )
    return PortalPurchaseOut(
        id=purchase.pk,
        is_buyer=False,
        status=purchase.status,
        total_amount=None,
        is_bundle=several,
        guest_email="",
        purchased_at=purchase.created_at,
        bootcamp=None if several else package,
        bundle=package if several else None,
        closed_because="",
        finish_path="",
        given_back=[],
        items=[_item_out(enrollment, reader) for enrollment in seats],
    )


def _item_out(enrollment: Any, reader: Reader) -> EnrolledBootcampOut:
    bootcamp = enrollment.bootcamp
    door = door_of(bootcamp, at=reader.at)
    is_readers = enrollment.attendee is not None and enrollment.attendee.pk == reader.user.pk
    is_paid = enrollment.purchase.state == PurchaseState.COMPLETED
    is_open = is_readers and is_paid and enrollment.ended_at is None
    joined = enrollment.joined_at is not None and enrollment.joined_at >= bootcamp.starts_at - EARLY
    link = JOIN.url(enrollment)
    return EnrolledBootcampOut(
        id=bootcamp.pk,
        enrollment_id=enrollment.pk,
        name=enrollment.name,
        tagline=bootcamp.tagline,
        bootcamp_type=bootcamp.bootcamp_type,
        step=bootcamp.step,
        course=bootcamp.course,
        start_date=bootcamp.starts_at,
        end_date=bootcamp.ends_at,
        timezone=bootcamp.timezone,
        # The name that the buyer typed. The name in the holder's account is private.
        held_by="" if is_readers else enrollment.holder_name or SOMEONE_ELSE,
        seat_number=enrollment.seat_number if is_open else None,
        # If they joined before a move, it was for the earlier session.
        joined_at=enrollment.joined_at if joined and is_readers else None,
        attended_at=enrollment.attended_at if is_readers else None,
        has_live_link=is_open and bool(bootcamp.zoom_join_url or bootcamp.session_url),
        join=door,
        join_page_url=link if is_open and not reader.is_looking else "",
        recording_url=bootcamp.recording_url if is_open else "",
        link_tested_at=enrollment.link_tested_at if is_open else None,
        has_questions=is_open and enrollment.asks,
        can_change=is_open and enrollment.attended_at is None and bootcamp.ends_at > reader.at,
        offered_to=enrollment.offered_to if is_open and enrollment.offered_to else "",
        class_change=banner(
            row=reader.changed.get(enrollment.calendar_number),
            enrollment=enrollment,
            may_choose=not reader.is_looking,
            pays=not is_readers,
        )
        if is_open or not is_readers
        else None,
        feedback=in_portal(
            enrollment=enrollment,
            given=getattr(enrollment, "feedback", None),
            can_answer=not reader.is_looking,
            at=reader.at,
        )
        if is_open
        else None,
    )
