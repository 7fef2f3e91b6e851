"""Answers before a class, and tested join links: for the admin panel, its export and the coach."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F, Prefetch

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.backoffice.before_class.schemas import (
    AnsweringAttendeeOut,
    AnsweringStudentOut,
    ClassAnswersOut,
    GivenAnswerOut,
    TaughtClassOut,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.teaching import classes_taught_by
from frontrow.core.clock import database_now
from frontrow.core.csv_files import csv_lines
from frontrow.core.errors import NotFound
from frontrow.core.zones import zone
from frontrow.sales.before_class.questions import (
    set_questions,
    show_all_questions,
    show_questions,
)
from frontrow.sales.before_class.schemas import ClassQuestionsIn, ClassQuestionsOut
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import ClassAnswer, Enrollment, QuestionKind

# After this, coaches no longer see the class.
TAUGHT_FOR = timedelta(days=14)
NOT_TAUGHT = "This class isn't one of yours."
FIRST_COLUMNS = ["Name", "Email", "Link tested"]
_YES_NO = {"yes": "Yes", "no": "No"}


def read_class_answers(*, bootcamp_id: int) -> ClassAnswersOut:
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    seats = _seats_by_class([bootcamp])[bootcamp.pk]
    return ClassAnswersOut(
        questions=show_questions(bootcamp),
        attendees=[
            AnsweringAttendeeOut(
                enrollment_id=seat.pk,
                purchase_id=seat.purchase_id,
                name=_name_of(seat),
                email=seat.attendee.email if seat.attendee else seat.attendee_email,
                link_tested_at=seat.tested_at,
                answers=_given(seat),
            )
            for seat in seats
        ],
    )


def export_answers(*, by: Actor, bootcamp_id: int) -> Iterator[str]:
    """The answers as CSV lines, one column per question. Recorded in the audit log."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    found = read_class_answers(bootcamp_id=bootcamp_id)
    questions = found.questions.questions
    audit.record(
        by=by,
        action="exported class answers",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        people=len(found.attendees),
    )
    kinds = {one.id: one.kind for one in questions}

    def cells(person: AnsweringAttendeeOut) -> list[str]:
        tested = person.link_tested_at
        said = {one.question_id: _readable(one, kinds) for one in person.answers}
        return [
            person.name,
            person.email,
            f"{tested.astimezone(zone(bootcamp.timezone)):%Y-%m-%d %H:%M}" if tested else "",
            *(said.get(one.id, "") for one in questions),
        ]

    columns = [*FIRST_COLUMNS, *(one.words for one in questions)]
    return csv_lines(columns, (cells(one) for one in found.attendees))


def list_taught_classes(*, user: User) -> list[TaughtClassOut]:
    """The classes that a coach teaches, soonest first, until two weeks after their end."""
    classes = list(
        classes_taught_by(user)
        .filter(ends_at__gt=database_now() - TAUGHT_FOR)
        .order_by("starts_at", "pk")
    )
    seats = _seats_by_class(classes)
    asked = show_all_questions(classes)
    return [_taught_out(each, asked[each.pk], seats[each.pk]) for each in classes]


def set_taught_questions(
    *, by: Actor, user: User, bootcamp_id: int, wanted: ClassQuestionsIn
) -> ClassQuestionsOut:
    """For the coach who teaches the class. Other classes are not found."""
    if not classes_taught_by(user).filter(pk=bootcamp_id).exists():
        raise NotFound(NOT_TAUGHT)
    return set_questions(by=by, bootcamp_id=bootcamp_id, wanted=wanted)


def _taught_out(
    bootcamp: Bootcamp, questions: ClassQuestionsOut, seats: Iterable[Any]
) -> TaughtClassOut:
    return TaughtClassOut(
        name=bootcamp.name,
        cohort=cohort_of(bootcamp),
        questions=questions,
        students=[
            AnsweringStudentOut(enrollment_id=seat.pk, name=_name_of(seat), answers=_given(seat))
            for seat in seats
        ],
    )


def _seats_by_class(classes: Sequence[Bootcamp]) -> Mapping[int, list[Any]]:
    """Every paid seat with its answers, by holder's name, in two statements."""
    answers = ClassAnswer.objects.order_by("question__position")
    seats = (
        live_enrollments()
        .filter(bootcamp__in=classes)
        .select_related("purchase__user", "holder")
        .annotate(tested_at=F("link_test__tested_at"))
        .prefetch_related(Prefetch("answers", answers))
    )
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for seat in sorted(seats, key=lambda one: (_name_of(one).casefold(), one.pk)):
        found[seat.bootcamp_id].append(seat)
    return found


def _given(seat: Enrollment) -> list[GivenAnswerOut]:
    return [
        GivenAnswerOut(question_id=one.question_id, words=one.words) for one in seat.answers.all()
    ]


def _readable(given: GivenAnswerOut, kinds: Mapping[int, QuestionKind]) -> str:
    if kinds.get(given.question_id) == QuestionKind.YES_NO:
        return _YES_NO.get(given.words, given.words)
    return given.words


def _name_of(seat: Enrollment) -> str:
    user = seat.attendee
    return user.display_name if user else seat.attendee_name
