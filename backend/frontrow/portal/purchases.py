"""A student's purchases as the portal lists them, newest first."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch

from frontrow.accounts.models import User
from frontrow.core.clock import database_now
from frontrow.portal.access import seated_enrolments, why_closed
from frontrow.portal.joining import stand_at_the_door
from frontrow.portal.schemas import EnrolledBootcampOut, EnrolledPackageOut, PortalPurchaseOut
from frontrow.sales.attending.attendance import EARLY
from frontrow.sales.attending.join_links import join_page_link
from frontrow.sales.models import Purchase, PurchaseState

# A bundle of several is closed as a whole, so it is not one session that is.
_EVERYTHING_IN_IT = "everything in it"


def list_purchases(*, user: User, is_looking: bool) -> list[PortalPurchaseOut]:
    """All of them, whatever became of them: which to show where is the page's business.

    Whoever `is_looking` as somebody else sees all but what opens a door without signing in.
    """
    at = database_now()
    rows = (
        Purchase.objects.filter(user=user)
        .prefetch_related(
            Prefetch(
                "enrolments",
                seated_enrolments().order_by("bootcamp__starts_at", "id"),
                to_attr="bought",
            )
        )
        .order_by(F("created_at").desc(), F("id").desc())
    )
    return [_purchase_out(row, at, is_looking=is_looking) for row in rows]


def _purchase_out(purchase: Any, at: datetime, *, is_looking: bool) -> PortalPurchaseOut:
    enrolments: Sequence[Any] = purchase.bought
    is_paid = purchase.state == PurchaseState.COMPLETED
    package = EnrolledPackageOut(
        id=purchase.bundle_id or purchase.bootcamp_id, name=purchase.package_name
    )
    closed = (
        ""
        if is_paid or not enrolments
        else why_closed(enrolment=enrolments[0], wanted=_EVERYTHING_IN_IT)
    )
    return PortalPurchaseOut(
        id=purchase.pk,
        status=purchase.status,
        total_amount=purchase.total_amount,
        is_bundle=purchase.is_bundle,
        guest_email=purchase.guest_email,
        purchased_at=purchase.created_at,
        bootcamp=None if purchase.is_bundle else package,
        bundle=package if purchase.is_bundle else None,
        closed_because=closed,
        items=[
            _item_out(enrolment, at, is_paid=is_paid, is_looking=is_looking)
            for enrolment in enrolments
        ],
    )


def _item_out(
    enrolment: Any, at: datetime, *, is_paid: bool, is_looking: bool
) -> EnrolledBootcampOut:
    bootcamp = enrolment.bootcamp
    door = stand_at_the_door(bootcamp=bootcamp, at=at)
    joined = enrolment.joined_at is not None and enrolment.joined_at >= bootcamp.starts_at - EARLY
    link = join_page_link(enrolment)
    return EnrolledBootcampOut(
        id=bootcamp.pk,
        name=enrolment.name,
        tagline=bootcamp.tagline,
        bootcamp_type=bootcamp.bootcamp_type,
        step=bootcamp.step,
        start_date=bootcamp.starts_at,
        end_date=bootcamp.ends_at,
        timezone=bootcamp.timezone,
        seat_number=enrolment.seat_number if is_paid else None,
        # Before a move they had joined another session than this one.
        joined_at=enrolment.joined_at if joined else None,
        attended_at=enrolment.attended_at,
        has_live_link=is_paid and bool(bootcamp.zoom_join_url or bootcamp.session_url),
        join=door,
        join_page_url=link if is_paid and not is_looking else "",
        recording_url=bootcamp.recording_url if is_paid else "",
    )
