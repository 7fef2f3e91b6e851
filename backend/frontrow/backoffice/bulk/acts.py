"""The bulk actions: each one's list, its right, and the single action that it repeats."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from frontrow.accounts.actor import Actor
from frontrow.accounts.rights import Right
from frontrow.backoffice.models import BulkAct, BulkKind, BulkSubject
from frontrow.backoffice.notes.notes import add_note
from frontrow.backoffice.people.acts import note_about
from frontrow.backoffice.people.direct_messages import send_one_of_many
from frontrow.backoffice.people.known import Known, find_guest, find_known
from frontrow.backoffice.people.record_schemas import PersonNoteIn
from frontrow.backoffice.prices.schemas import PriceStepIn
from frontrow.backoffice.prices.steps import add_bootcamp_step
from frontrow.backoffice.purchases.desk import find_purchase, resend_confirmation
from frontrow.backoffice.seat_changes.desk import move_for_student
from frontrow.backoffice.seat_changes.schemas import DeskMoveIn
from frontrow.catalogue.bootcamps import archive_bootcamp
from frontrow.catalogue.publishing import publish_bootcamp
from frontrow.core.errors import Conflict
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.models import Enrollment


class Act(NamedTuple):
    # The same right as the gate of the single action.
    right: Right
    subjects: frozenset[BulkSubject]
    do: Callable[[Actor, BulkAct, int], object]


def _resend(by: Actor, act: BulkAct, purchase_id: int) -> None:
    resend_confirmation(by=by, purchase_id=purchase_id)


def _message(by: Actor, act: BulkAct, subject_id: int) -> None:
    send_one_of_many(
        by=by,
        known=_person(act, subject_id),
        subject=act.title,
        content=act.text,
        batch=act.key,
    )


def _note(by: Actor, act: BulkAct, subject_id: int) -> None:
    if act.subject == BulkSubject.MEMBERS:
        wanted = PersonNoteIn.model_validate({"userId": subject_id, "text": act.text})
        note_about(by=by, wanted=wanted)
    else:
        purchase = find_purchase(purchase_id=subject_id)
        add_note(by=by, text=act.text, purchase=purchase)


def _move(by: Actor, act: BulkAct, purchase_id: int) -> None:
    seat = Enrollment.objects.filter(
        present(), purchase_id=purchase_id, bootcamp_id=act.from_bootcamp_id or 0
    ).first()
    if seat is None:
        raise Conflict("They no longer have a seat in this bootcamp.")
    wanted = DeskMoveIn.model_validate({"bootcampId": act.to_bootcamp_id, "reason": act.text})
    move_for_student(by=by, enrollment_id=seat.pk, wanted=wanted)


def _archive(by: Actor, act: BulkAct, bootcamp_id: int) -> None:
    archive_bootcamp(by=by, bootcamp_id=bootcamp_id)


def _publish(by: Actor, act: BulkAct, bootcamp_id: int) -> None:
    publish_bootcamp(by=by, bootcamp_id=bootcamp_id)


def _add_early_price(by: Actor, act: BulkAct, bootcamp_id: int) -> None:
    wanted = PriceStepIn.model_validate(act.early_price)
    add_bootcamp_step(by=by, bootcamp_id=bootcamp_id, wanted=wanted)


def _person(act: BulkAct, subject_id: int) -> Known:
    if act.subject == BulkSubject.MEMBERS:
        return find_known(user_id=subject_id, email="")
    purchase = find_purchase(purchase_id=subject_id)
    if purchase.user is not None:
        return Known(user=purchase.user, address=purchase.user.email)
    return find_guest(email=purchase.guest_email)


_BUYERS = frozenset({BulkSubject.PURCHASES, BulkSubject.GUESTS})
_CLASSES = frozenset({BulkSubject.BOOTCAMPS})
_PEOPLE = _BUYERS | {BulkSubject.MEMBERS}

ACTS: Mapping[BulkKind, Act] = {
    BulkKind.RESEND_CONFIRMATION: Act(Right.SEATS, _BUYERS, _resend),
    BulkKind.MESSAGE: Act(Right.MESSAGES, _PEOPLE, _message),
    BulkKind.NOTE: Act(Right.DESK, _PEOPLE, _note),
    BulkKind.MOVE: Act(Right.SEATS, frozenset({BulkSubject.PURCHASES}), _move),
    BulkKind.ARCHIVE: Act(Right.CATALOGUE, _CLASSES, _archive),
    BulkKind.PUBLISH: Act(Right.CATALOGUE, _CLASSES, _publish),
    BulkKind.EARLY_PRICE: Act(Right.CATALOGUE, _CLASSES, _add_early_price),
}
