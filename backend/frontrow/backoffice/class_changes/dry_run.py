"""Dry run of a cancellation or rescheduling: its effects, to the cent, without any change."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from frontrow.backoffice.class_changes.schemas import (
    AlternativeOut,
    AnnouncementOut,
    ClassChangeIn,
    ClassChangePreviewOut,
)
from frontrow.catalogue.bootcamps import find_bootcamp, refuse_wrong_end
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict, Invalid
from frontrow.core.money import CENT
from frontrow.sales.class_changes.announcing import Plan, plan_change, texts_of
from frontrow.sales.class_changes.options import dates_instead_of
from frontrow.sales.class_changes.rows import affected_seats, open_change
from frontrow.sales.class_changes.waiting_list import people_waiting
from frontrow.sales.class_changes.worth import Worth, worth_of
from frontrow.sales.emails.class_change_emails import CalendarFiles, announcement
from frontrow.sales.models import ChangeKind, ClassChange, Enrollment, Movement, MovementKind
from frontrow.sales.terms.free_seats import nothing_was_paid

# The usual card fee, if the provider has not reported the real one.
RATE, PER_PAYMENT = Decimal("0.029"), Decimal("0.30")
LONGEST_CHOOSING = timedelta(days=90)


def preview(*, bootcamp_id: int, wanted: ClassChangeIn) -> ClassChangePreviewOut:
    """Nothing is changed or sent. Raises NotFound, Invalid or Conflict, like the real action."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    plan = checked_plan(bootcamp=bootcamp, wanted=wanted)
    seats = list(affected_seats(bootcamp))
    worths = worth_of(seats)
    change = plan_change(bootcamp=bootcamp, plan=plan, by=None)
    texts = texts_of(change, seats)
    waiting = people_waiting(bootcamp)
    copies = sum(1 for seat in seats if seat.is_handed_over)
    given_back = [one for one in worths.values() if one.amount and not one.is_disputed]
    return ClassChangePreviewOut(
        people=len(seats),
        in_bundles=sum(1 for seat in seats if seat.purchase.is_bundle),
        complimentary=sum(1 for seat in seats if nothing_was_paid(seat.purchase)),
        disputed=sum(1 for one in worths.values() if one.is_disputed),
        money_if_all=sum((one.amount for one in given_back), Decimal("0.00")),
        fees_kept=_fees_kept(seats, worths),
        credit_if_all=sum((one.credit for one in given_back), Decimal("0.00")),
        coaching_hours=_booked_hours(seats),
        waiting=waiting,
        emails=len(seats) + copies + waiting,
        texts=len(texts),
        alternatives=alternatives_out(dates_instead_of(bootcamp), instead_of=bootcamp),
        email=_sample(change, seats),
    )


def checked_plan(*, bootcamp: Bootcamp, wanted: ClassChangeIn) -> Plan:
    """Raises Invalid for invalid input, and Conflict for a class that can't be changed so."""
    at = database_now()
    _refuse_unchangeable(bootcamp, at)
    is_move = wanted.kind == ChangeKind.MOVE
    starts_at, ends_at = wanted.start_date, wanted.end_date
    if is_move and starts_at is None:
        _refuse("startDate", "Choose the new date")
    if is_move and ends_at is None:
        _refuse("endDate", "End date must be after start date")
    if is_move and starts_at and ends_at:
        refuse_wrong_end(starts_at, ends_at)
    if is_move and starts_at and starts_at <= at:
        _refuse("startDate", "Choose a date that's still ahead")
    if wanted.choose_by <= at:
        _refuse("chooseBy", "Choose a time that's still ahead")
    if is_move and starts_at and wanted.choose_by >= starts_at:
        _refuse("chooseBy", "Students must choose before the new date")
    if wanted.choose_by > at + LONGEST_CHOOSING:
        _refuse("chooseBy", "Choose a time within 90 days")
    ids = list(dict.fromkeys(wanted.alternative_ids))
    known = {one.pk for one in dates_instead_of(bootcamp)}
    if not known.issuperset(ids):
        _refuse("alternativeIds", "One of these dates is no longer on sale")
    return Plan(
        kind=wanted.kind,
        starts_at=starts_at if is_move else None,
        ends_at=ends_at if is_move else None,
        alternatives=ids,
        words=wanted.words,
        choose_by=wanted.choose_by,
        offers_credit=wanted.offers_credit,
    )


def alternatives_out(dates: Iterable[Any], *, instead_of: Bootcamp) -> list[AlternativeOut]:
    return [
        AlternativeOut(
            id=one.pk,
            name=one.name,
            start_date=one.starts_at,
            end_date=one.ends_at,
            timezone=one.timezone,
            price=one.price,
            free_seats=one.free_seats,
            is_same_course=one.course == instead_of.course,
        )
        for one in dates
    ]


def _refuse_unchangeable(bootcamp: Bootcamp, at: Any) -> None:
    if bootcamp.canceled_at is not None:
        raise Conflict("This class is already canceled.")
    if open_change(bootcamp_id=bootcamp.pk) is not None:
        raise Conflict("This class is being changed already. See its board.")
    if bootcamp.ends_at <= at:
        raise Conflict("This class is over.")
    if Enrollment.objects.filter(bootcamp=bootcamp, attended_at__isnull=False).exists():
        raise Conflict("Someone has attended this class, so it can't be canceled or moved.")


def _refuse(field: str, message: str) -> None:
    raise Invalid(message, fields={field: message})


def _fees_kept(seats: Sequence[Enrollment], worths: dict[int, Worth]) -> Decimal:
    """The part of each payment's fee that applies to the refunded amount."""
    paid = {
        one.purchase_id: one
        for one in Movement.objects.filter(
            kind=MovementKind.PAYMENT, purchase__in={seat.purchase_id for seat in seats}
        )
    }
    kept = Decimal(0)
    for seat in seats:
        worth, payment = worths.get(seat.calendar_number), paid.get(seat.purchase_id)
        if worth is None or worth.is_disputed or not worth.share:
            continue
        total = seat.purchase.total_amount
        fee = payment.fee if payment and payment.fee is not None else total * RATE + PER_PAYMENT
        kept += fee * worth.share / total
    return kept.quantize(CENT, rounding=ROUND_HALF_UP)


def _booked_hours(seats: Sequence[Enrollment]) -> int:
    return CoachingSession.objects.filter(
        enrollment_id__in=[seat.pk for seat in seats],
        status=CoachingStatus.SCHEDULED,
        ends_at__gt=database_now(),
    ).count()


def _sample(change: ClassChange, seats: Sequence[Enrollment]) -> AnnouncementOut:
    if not seats:
        return AnnouncementOut(subject="", text="")
    seat, bootcamp = seats[0], change.bootcamp
    if change.starts_at and change.ends_at:
        bootcamp.starts_at, bootcamp.ends_at = change.starts_at, change.ends_at
    seat.bootcamp = bootcamp
    files = CalendarFiles(change, database_now())
    email = announcement(change=change, enrollment=seat, link="", event="sample", files=files)
    return AnnouncementOut(subject=email.subject, text=email.text)
