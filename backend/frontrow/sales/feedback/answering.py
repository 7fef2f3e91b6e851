"""Viewing and giving feedback, once, by the emailed link or from the portal."""

from datetime import datetime

from django.db import transaction

from frontrow.accounts.models import User
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.emails.template_variables import NAMELESS, recipient_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.feedback.schemas import (
    FeedbackIn,
    FeedbackOut,
    GivenFeedbackOut,
    SeatFeedbackOut,
)
from frontrow.sales.feedback.shown_names import shown_name
from frontrow.sales.feedback.standing import answered_by, attended_seats, can_be_answered
from frontrow.sales.links import FEEDBACK
from frontrow.sales.models import Enrollment, Feedback

UNKNOWN = "This link doesn't work. Open the latest link in your email, or sign in."
EXPIRED = "The time for feedback on this class is over. You can still write to us."
GIVEN = "You've already given your feedback on this class."


def look(*, token: str, reader: User | None) -> FeedbackOut:
    """The current state. Opening the link stores nothing. Raises NotFound."""
    return _shown(_behind(token), reader=reader)


@transaction.atomic
def give(*, wanted: FeedbackIn, reader: User | None) -> FeedbackOut:
    """Store the answer. Idempotent for the same answer, in case the response was lost.

    Raises NotFound, or Conflict if another answer was given or it is too late.
    """
    words = wanted.words.strip()
    seat = _behind(wanted.token)
    _take_turns(seat)
    seat = _behind(wanted.token)
    said = (wanted.score, words, wanted.may_show)
    given = Feedback.objects.filter(enrollment=seat).first()
    if given is None:
        if not can_be_answered(seat, at=database_now()):
            raise Conflict(EXPIRED, code=ErrorCode.FEEDBACK_CLOSED)
        Feedback.objects.create(
            enrollment=seat,
            score=wanted.score,
            words=words,
            may_show=wanted.may_show,
            first_name=_shown_name_of(seat) if wanted.may_show else "",
        )
    elif said != (given.score, given.words, given.may_show):
        raise Conflict(GIVEN, code=ErrorCode.FEEDBACK_GIVEN)
    return _shown(_behind(wanted.token), reader=reader)


def in_portal(
    *, enrollment: Enrollment, given: Feedback | None, can_answer: bool, at: datetime
) -> SeatFeedbackOut | None:
    """For the attendee's list of open seats. An admin who views it as them gets no link."""
    if given is None and not can_be_answered(enrollment, at=at):
        return None
    path = FEEDBACK.path_to(enrollment) if can_answer else ""
    return SeatFeedbackOut(path=path, is_given=given is not None)


def _take_turns(seat: Enrollment) -> None:
    """Lock the seat, so that concurrent answers and marks of absence wait."""
    Enrollment.objects.select_for_update(no_key=True).get(pk=seat.pk)


def _behind(token: str) -> Enrollment:
    """The seat of an attendee, or one with an answer already. Raises NotFound."""
    loaded = ("bootcamp", "purchase__user", "holder")
    # What was said stays readable by whoever said it, whatever became of the seat.
    said = Enrollment.objects.filter(feedback__isnull=False)
    seat = FEEDBACK.find(token, attended_seats().select_related(*loaded)) or FEEDBACK.find(
        token, said.select_related(*loaded)
    )
    if seat is None:
        raise NotFound(UNKNOWN)
    return seat


def _shown(seat: Enrollment, *, reader: User | None) -> FeedbackOut:
    given = Feedback.objects.filter(enrollment=seat).first()
    return FeedbackOut(
        bootcamp_name=seat.name,
        start_date=seat.bootcamp.starts_at,
        timezone=seat.bootcamp.timezone,
        first_name=_shown_name_of(seat),
        answer_by=answered_by(seat),
        is_open=given is None and can_be_answered(seat, at=database_now()),
        given=GivenFeedbackOut(
            score=given.score,
            words=given.words,
            may_show=given.may_show,
            first_name=given.first_name,
            given_at=given.given_at,
        )
        if given
        else None,
        is_another_reader=reader is not None and not _is_attendee(seat, reader),
    )


def _shown_name_of(seat: Enrollment) -> str:
    known = recipient_of(for_attendee(seat))
    return "" if known.first_name == NAMELESS else shown_name(name=known.name)


def _is_attendee(seat: Enrollment, reader: User) -> bool:
    if seat.attendee is not None:
        return seat.attendee == reader
    return address_key(seat.attendee_email) == address_key(reader.email)
