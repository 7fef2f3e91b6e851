"""A student's choice after a class change: viewed, made, and changed until the deadline.

Another date is taken at once. Every other choice is stored and carried out after the deadline.
"""

from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.changes.changeable import locked_seat, why_nothing_changes
from frontrow.sales.class_changes.options import (
    Options,
    alternatives_of,
    asker_of,
    credit_until,
    options_for,
    silence_of,
)
from frontrow.sales.class_changes.rows import last_of_chain, present_seat
from frontrow.sales.class_changes.schemas import (
    Asker,
    ChoiceCreditOut,
    ChoiceDateOut,
    ChoiceRefundAllOut,
    ChoiceRefundOut,
    ClassChoiceOut,
)
from frontrow.sales.class_changes.worth import worth_of
from frontrow.sales.emails.parts import name_of
from frontrow.sales.emails.receipts import paid_with
from frontrow.sales.enrollment.enrollments import follow_moves, forget_choices
from frontrow.sales.links import CHOICE, PAYERS_CHOICE
from frontrow.sales.models import (
    ChangeKind,
    ChangeState,
    Choice,
    ChosenBy,
    ClassChange,
    ClassChoice,
    EndedBecause,
    Enrollment,
)
from frontrow.sales.settlement.moved_seats import BY_CLASS_CHANGE, move_enrollment

NAMELESS = "The person you gave it to"
UNKNOWN = "This link doesn't work. Open the latest link in your email, or sign in."
HOLDERS = "Only the person who holds this seat can choose its date."
PAYERS = "Only the person who paid for this seat can choose that."
PAYER_CHOSE = "The person who paid for this seat has chosen a refund or a credit."
MONEY = {Choice.REFUND, Choice.REFUND_ALL, Choice.CREDIT}
CLOSED = "The time to choose is over. Write to us if something isn't right."
NOT_POSSIBLE = "This can't be chosen for this seat any more. Choose something else."


def look(*, token: str) -> ClassChoiceOut:
    """The current state. Opening the link changes nothing. Raises NotFound."""
    row, seat, pays = _behind(token)
    return _shown(row, seat, pays=pays)


def choose_by_link(*, token: str, choice: Choice, to_bootcamp_id: int | None) -> ClassChoiceOut:
    """Raises NotFound, or Conflict with the reason in words and nothing changed."""
    row, seat, pays = _behind(token)
    if seat is None:
        raise Conflict(CLOSED, code=ErrorCode.CHOICE_CLOSED)
    choose(
        change=row.change,
        enrollment_id=seat.pk,
        choice=choice,
        to_bootcamp_id=to_bootcamp_id,
        by=ChosenBy.STUDENT,
        pays=pays,
    )
    # The seat may have another enrollment by now.
    row, seat, pays = _behind(token)
    return _shown(row, seat, pays=pays)


@transaction.atomic
def choose(
    *,
    change: ClassChange,
    enrollment_id: int,
    choice: Choice,
    to_bootcamp_id: int | None,
    by: ChosenBy,
    who: User | None = None,
    pays: bool = False,
) -> ClassChoice:
    """Store the choice under the purchase's lock. Another date is taken at once.

    `pays` means the payer's link and not the holder's. Raises SoldOut, NotOnSale, or Conflict with
    the reason in words and nothing changed.
    """
    seat = locked_seat(enrollment_id=enrollment_id, theirs=Q())
    row = (
        ClassChoice.objects.select_for_update(of=("self",))
        .select_related("change__bootcamp")
        .filter(change=change, enrollment_id=seat.calendar_number)
        .first()
    )
    if row is None:
        raise NotFound(UNKNOWN)
    # Checked under the lock, because it may have been closed while we waited.
    if not is_open(row):
        raise Conflict(CLOSED, code=ErrorCode.CHOICE_CLOSED)
    if refusal := why_nothing_changes(seat):
        raise Conflict(refusal, code=ErrorCode.SEAT_CANNOT_MOVE)
    crash_point("class_change.choice_locked")
    asker = Asker.OWNER if by == ChosenBy.DESK else asker_of(seat, pays=pays)
    _refuse_what_is_anothers(row, choice, asker)
    options = options_of(row.change, seat, asker)
    target = None
    if choice == Choice.DATE:
        target = _take_date(seat, options, to_bootcamp_id, who)
    elif choice not in options.names:
        code = ErrorCode.PAYMENT_DISPUTED if options.refusal else ErrorCode.CONFLICT
        raise Conflict(options.refusal or NOT_POSSIBLE, code=code)
    forget_choices(first_enrollment_id=seat.calendar_number, but_of=change.pk)
    row.choice, row.to_bootcamp, row.by = choice, target, by
    row.chosen_at = database_now()
    row.save(update_fields=["choice", "to_bootcamp", "by", "chosen_at"])
    crash_point("class_change.choice_before_commit")
    return row


def is_open(row: ClassChoice) -> bool:
    """Whether a choice is still possible, by the database's clock."""
    if row.done_at or row.refund_id or row.by == ChosenBy.SILENCE:
        return False
    return ClassChange.objects.filter(
        pk=row.change_id, state=ChangeState.OPEN, choose_by__gt=Now()
    ).exists()


def _refuse_what_is_anothers(row: ClassChoice, choice: Choice, asker: Asker) -> None:
    """The payer decides about refunds, and the holder about dates."""
    if asker is Asker.PAYER and choice not in MONEY:
        raise Conflict(HOLDERS)
    if asker is Asker.HOLDER and choice in MONEY:
        raise Conflict(PAYERS)
    if asker is Asker.HOLDER and row.choice in MONEY:
        raise Conflict(PAYER_CHOSE, code=ErrorCode.CHOICE_CLOSED)


def options_of(change: ClassChange, seat: Enrollment, asker: Asker) -> Options:
    return options_for(
        asker=asker,
        change=change,
        seat=seat,
        worth=worth_of([seat]).get(seat.calendar_number),
        alternatives=alternatives_of(change),
    )


def _take_date(
    seat: Any, options: Options, to_bootcamp_id: int | None, who: User | None
) -> Bootcamp:
    found = next((one for one in options.dates if one.bootcamp.pk == to_bootcamp_id), None)
    if found is None:
        raise Conflict("This date is no longer on offer.", code=ErrorCode.NOT_ON_SALE)
    if found.refusal:
        code = ErrorCode.SEAT_CANNOT_MOVE if found.free_seats else ErrorCode.SOLD_OUT
        raise Conflict(found.refusal, code=code)
    target: Bootcamp = found.bootcamp
    if target.pk != seat.bootcamp_id:
        # Free of charge, without a refund, and not counted as one of their two moves.
        move_enrollment(
            old=seat, target=target, who=who, by=BY_CLASS_CHANGE, written_at=seat.asked_at
        )
    return target


def _behind(token: str) -> tuple[ClassChoice, Any, bool]:
    """The row, the seat's current enrollment, and whether this is the payer's link.

    Raises NotFound. The seat is None if it has ended.
    """
    paid = PAYERS_CHOICE.find(token, Enrollment.objects.select_related("purchase__user"))
    first_id = paid.pk if paid else _named_by_holder(token)
    change_id = int((PAYERS_CHOICE if paid else CHOICE).read(token)[-1])
    row = (
        ClassChoice.objects.select_related(
            "change__bootcamp",
            "enrollment__purchase__user",
            "enrollment__bootcamp",
            "to_bootcamp",
            "credit",
        )
        .filter(change=change_id, enrollment_id=first_id)
        .first()
    )
    if row is None:
        raise NotFound(UNKNOWN)
    return row, present_seat(first_id), paid is not None


def _named_by_holder(token: str) -> int:
    """The first enrollment of the seat that the holder's link names."""
    seat = CHOICE.find(token, Enrollment.objects.all())
    if seat is None:
        raise NotFound(UNKNOWN)
    if seat.ended_because == EndedBecause.MOVED:
        seat = Enrollment.objects.get(pk=follow_moves(seat))
    if seat.ended_because == EndedBecause.HANDED_OVER:
        raise NotFound(UNKNOWN)
    return seat.calendar_number


def _shown(row: ClassChoice, seat: Any, *, pays: bool) -> ClassChoiceOut:
    change = row.change
    is_choosable = seat is not None and is_open(row)
    # An ended seat is shown in its last state.
    shown: Enrollment = seat or last_of_chain(row.enrollment_id)
    asker = asker_of(shown, pays=pays)
    return ClassChoiceOut(
        kind=ChangeKind(change.kind),
        is_open=is_choosable,
        bootcamp_name=change.bootcamp.name,
        asker=asker,
        holder_name=_holder_name(shown, asker),
        payer_name=name_of(shown.purchase) if asker is not Asker.OWNER else "",
        timezone=change.bootcamp.timezone,
        old_start_date=change.old_starts_at,
        old_end_date=change.old_ends_at,
        new_start_date=change.starts_at,
        new_end_date=change.ends_at,
        words=change.words,
        choose_by=change.choose_by,
        silence=silence_of(change, shown),
        choice=Choice(row.choice) if row.choice else None,
        to_bootcamp_id=row.to_bootcamp_id,
        chosen_at=row.chosen_at,
        done_at=row.done_at,
        **(_to_choose(row, seat, asker) if is_choosable else _came_of(row, shown, asker)),
    )


def _holder_name(seat: Enrollment, asker: Asker) -> str:
    if asker is Asker.PAYER:
        # The name that the buyer typed. The name in the holder's account is private.
        return seat.holder_name or NAMELESS
    holder = seat.attendee
    return (holder.full_name if holder else "") or seat.attendee_name


def _to_choose(row: ClassChoice, seat: Enrollment, asker: Asker) -> dict[str, Any]:
    options = options_of(row.change, seat, asker)
    worth = options.worth
    until = credit_until(row.change.choose_by)
    return {
        "keep": options.keep,
        "dates": [
            _date_out(one.bootcamp, free_seats=one.free_seats, refusal=one.refusal, note=one.note)
            for one in options.dates
        ]
        # The date is another person's choice. Show only where the seat has moved.
        or ([_date_out(row.to_bootcamp)] if row.to_bootcamp else []),
        "refund": worth and _refund_out(seat, worth.amount, refusal=options.refusal),
        "refund_all": ChoiceRefundAllOut(
            amount=worth.whole_amount, names=[one.name for one in worth.whole]
        )
        if worth and options.whole
        else None,
        "credit": ChoiceCreditOut(amount=worth.credit, until=until)
        if worth and options.credit
        else None,
    }


def _came_of(row: ClassChoice, shown: Enrollment, asker: Asker) -> dict[str, Any]:
    """The result after the choices closed, with the refund's amount once it succeeded."""
    is_told_sums = asker is not Asker.HOLDER
    has_money = is_told_sums and row.amount > 0 and row.refund_id is not None
    ended = shown.purchase.enrollments.filter(ended_because=EndedBecause.REFUNDED)
    names = ended.order_by("starts_at", "pk").values_list("bootcamp__name", flat=True)
    credit = row.credit
    return {
        "keep": False,
        "dates": [_date_out(row.to_bootcamp)] if row.to_bootcamp else [],
        "refund": _refund_out(shown, row.amount) if has_money else None,
        "refund_all": ChoiceRefundAllOut(amount=row.amount, names=list(names))
        if has_money and row.choice == Choice.REFUND_ALL
        else None,
        "credit": ChoiceCreditOut(amount=credit.value, until=credit.ends_at)
        if credit and credit.ends_at and is_told_sums
        else None,
    }


def _date_out(
    bootcamp: Bootcamp, *, free_seats: int = 0, refusal: str = "", note: str = ""
) -> ChoiceDateOut:
    return ChoiceDateOut(
        id=bootcamp.pk,
        name=bootcamp.name,
        start_date=bootcamp.starts_at,
        end_date=bootcamp.ends_at,
        timezone=bootcamp.timezone,
        free_seats=free_seats,
        refusal=refusal,
        note=note,
    )


def _refund_out(seat: Enrollment, amount: Decimal, *, refusal: str = "") -> ChoiceRefundOut:
    return ChoiceRefundOut(amount=amount, paid_with=paid_with(seat.purchase), refusal=refusal)
