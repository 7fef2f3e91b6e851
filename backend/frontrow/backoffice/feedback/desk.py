"""The desk's list of feedback, and what is done to one of it: hidden, shown again, dealt with."""

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.gates import current_user
from frontrow.accounts.models import User
from frontrow.backoffice.feedback.schemas import (
    FeedbackFiguresOut,
    FeedbackPageOut,
    FeedbackQuery,
    FeedbackRowOut,
    FeedbackView,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.emails.template_variables import recipient_of
from frontrow.sales.enrolment.attendees import for_attendee
from frontrow.sales.feedback.reviews import average_of, hidden_counts
from frontrow.sales.feedback.standing import HIDDEN, LOW_SCORE, NEEDS_REPLY, SHOWN
from frontrow.sales.models import Feedback, HiddenBecause

PAGE_SIZE = 20
NOT_SHOWN = "This feedback isn't shown on the site, so there's nothing to hide."
NOT_LOW = "Only a low score needs a reply."

_VIEWS = {
    FeedbackView.ALL: Q(),
    FeedbackView.NEEDS_REPLY: NEEDS_REPLY,
    FeedbackView.SHOWN: SHOWN,
    FeedbackView.HIDDEN: HIDDEN,
}


def list_feedback(*, asked: FeedbackQuery) -> FeedbackPageOut:
    """A page of it, newest first; what needs a reply oldest first, as it has waited longest."""
    found = _loaded().filter(_VIEWS[asked.view])
    if asked.bootcamp_id is not None:
        found = found.filter(enrolment__bootcamp_id=asked.bootcamp_id)
    waits = asked.view == FeedbackView.NEEDS_REPLY
    order = ("given_at", "pk") if waits else ("-given_at", "-pk")
    first = (asked.page - 1) * PAGE_SIZE
    rows = found.order_by(*order)[first : first + PAGE_SIZE]
    return FeedbackPageOut(
        figures=_figures(), rows=[_row(one) for one in rows], total=found.count()
    )


@transaction.atomic
def hide(*, request: HttpRequest, enrolment_id: int, because: HiddenBecause) -> FeedbackRowOut:
    """It is no longer shown; its score goes on counting, and so does that it was hidden, and why.

    Raises NotFound, or Conflict where it is not shown.
    """
    one = _locked(enrolment_id)
    if one.hidden_at is None and not Feedback.objects.filter(SHOWN, pk=one.pk).exists():
        raise Conflict(NOT_SHOWN)
    if one.hidden_because != because:
        _change(
            one, hidden_at=one.hidden_at or Now(), hidden_because=because, hidden_by=_who(request)
        )
        _note(request, "hid review", one, because=because.value)
    return _one(enrolment_id)


@transaction.atomic
def unhide(*, request: HttpRequest, enrolment_id: int) -> FeedbackRowOut:
    """Shown again, if its author still lets us. Raises NotFound."""
    one = _locked(enrolment_id)
    if one.hidden_at is not None:
        was = one.hidden_because
        _change(one, hidden_at=None, hidden_because="", hidden_by=None)
        _note(request, "showed review again", one, was=was)
    return _one(enrolment_id)


@transaction.atomic
def mark_handled(*, request: HttpRequest, enrolment_id: int, is_handled: bool) -> FeedbackRowOut:
    """Somebody has dealt with a low score, or takes that back. Raises NotFound or Conflict."""
    one = _locked(enrolment_id)
    if one.score > LOW_SCORE:
        raise Conflict(NOT_LOW)
    if is_handled != (one.handled_at is not None):
        if is_handled:
            _change(one, handled_at=Now(), handled_by=_who(request))
        else:
            _change(one, handled_at=None, handled_by=None)
        _note(request, "handled feedback" if is_handled else "reopened feedback", one)
    return _one(enrolment_id)


def _loaded() -> QuerySet[Feedback]:
    return Feedback.objects.select_related(
        "enrolment__bootcamp",
        "enrolment__holder",
        "enrolment__purchase__user",
        "hidden_by",
        "handled_by",
    )


def _locked(enrolment_id: int) -> Feedback:
    one = (
        Feedback.objects.select_for_update(of=("self",))
        .select_related("enrolment")
        .filter(pk=enrolment_id)
        .first()
    )
    if one is None:
        raise NotFound("Feedback not found")
    return one


def _change(one: Feedback, **fields: object) -> None:
    Feedback.objects.filter(pk=one.pk).update(**fields)


def _who(request: HttpRequest) -> User:
    return current_user(request)


def _note(request: HttpRequest, action: str, one: Feedback, **details: str) -> None:
    audit.record(
        request=request,
        action=action,
        subject_type="purchase",
        subject_id=one.enrolment.purchase_id,
        bootcamp=one.enrolment.bootcamp_id,
        **details,
    )


def _one(enrolment_id: int) -> FeedbackRowOut:
    return _row(_loaded().get(pk=enrolment_id))


def _figures() -> FeedbackFiguresOut:
    everything = Feedback.objects.all()
    counted = dict(everything.values_list("score").annotate(count=Count("pk")))
    return FeedbackFiguresOut(
        answers=sum(counted.values()),
        average=average_of(everything),
        scores=[counted.get(score, 0) for score in range(11)],
        needs_reply=everything.filter(NEEDS_REPLY).count(),
        shown=everything.filter(SHOWN).count(),
        hidden=hidden_counts(everything),
    )


def _row(one: Feedback) -> FeedbackRowOut:
    seat = one.enrolment
    reader = for_attendee(seat)
    person = recipient_of(reader)
    is_hidden = one.hidden_at is not None
    return FeedbackRowOut(
        enrolment_id=seat.pk,
        user_id=reader.user_id,
        name=person.name,
        email=person.address,
        bootcamp_name=seat.name,
        cohort=cohort_of(seat.bootcamp),
        score=one.score,
        words=one.words,
        may_show=one.may_show,
        first_name=one.first_name,
        given_at=one.given_at,
        is_shown=one.may_show and not is_hidden and one.words != "",
        hidden_at=one.hidden_at,
        hidden_because=HiddenBecause(one.hidden_because) if is_hidden else None,
        hidden_by=_called(one.hidden_by),
        needs_reply=one.score <= LOW_SCORE and one.handled_at is None,
        handled_at=one.handled_at,
        handled_by=_called(one.handled_by),
    )


def _called(user: User | None) -> str:
    return (user.full_name or user.email) if user else ""
