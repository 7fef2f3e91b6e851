"""The list of feedback, and the actions on one item: publish, hide, mark as handled."""

from typing import Any

from django.db import transaction
from django.db.models import Case, Count, F, Q, QuerySet, When
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.backoffice.feedback.schemas import (
    FeedbackFiguresOut,
    FeedbackPageOut,
    FeedbackQuery,
    FeedbackRowOut,
    FeedbackView,
    NotShownBecause,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.emails.template_variables import recipient_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.feedback.reviews import average_of, counted_feedback, hidden_counts
from frontrow.sales.feedback.standing import (
    COUNTED,
    HIDDEN,
    LIVE,
    LOW_SCORE,
    NEEDS_REPLY,
    OFFERED,
    PAID,
    SHOWN,
)
from frontrow.sales.models import Feedback, HiddenBecause

PAGE_SIZE = 20
TO_READ = OFFERED & LIVE & ~SHOWN
NOT_SHOWN = "This feedback isn't shown on the site, so there's nothing to hide."
NOTHING_TO_SHOW = "This review can't be shown: its author didn't allow it, or the seat has ended."
NOT_LOW = "Only a low score needs a reply."

_VIEWS = {
    FeedbackView.ALL: Q(),
    FeedbackView.NEEDS_REPLY: NEEDS_REPLY,
    FeedbackView.SHOWN: SHOWN,
    FeedbackView.TO_READ: TO_READ,
    FeedbackView.HIDDEN: HIDDEN,
}


def list_feedback(*, asked: FeedbackQuery) -> FeedbackPageOut:
    """A page of feedback: items that need a reply by lowest score, then the others, newest
    first."""
    found = find_feedback(asked)
    first = (asked.page - 1) * PAGE_SIZE
    rows = found[first : first + PAGE_SIZE]
    return FeedbackPageOut(
        figures=_figures(), rows=[row_of(one) for one in rows], total=found.count()
    )


def find_feedback(asked: FeedbackQuery) -> QuerySet[Feedback]:
    """The feedback that matches the list's filters, in its order."""
    found = _loaded().filter(_VIEWS[asked.view])
    if asked.bootcamp_id is not None:
        found = found.filter(enrollment__bootcamp_id=asked.bootcamp_id)
    return found.order_by("-waits", "waiting_score", "waiting_since", "-given_at", "-pk")


@transaction.atomic
def show(*, by: Actor, enrollment_id: int) -> FeedbackRowOut:
    """Publish a review that isn't published automatically. Raises NotFound or Conflict."""
    one = _locked(enrollment_id)
    if not Feedback.objects.filter(OFFERED & LIVE, pk=one.pk).exists():
        raise Conflict(NOTHING_TO_SHOW)
    if not Feedback.objects.filter(SHOWN, pk=one.pk).exists():
        _change(one, approved_at=Now())
        _note(by, "showed review", one)
    return _one(enrollment_id)


@transaction.atomic
def hide(*, by: Actor, enrollment_id: int, because: HiddenBecause) -> FeedbackRowOut:
    """Hide a review. Its score still counts, and so do the fact and reason of hiding it.

    Raises NotFound, or Conflict if it isn't published.
    """
    one = _locked(enrollment_id)
    if one.hidden_at is None and not Feedback.objects.filter(SHOWN, pk=one.pk).exists():
        raise Conflict(NOT_SHOWN)
    if one.hidden_because != because:
        _change(one, hidden_at=one.hidden_at or Now(), hidden_because=because, hidden_by=_who(by))
        _note(by, "hid review", one, because=because.value)
    return _one(enrollment_id)


@transaction.atomic
def unhide(*, by: Actor, enrollment_id: int) -> FeedbackRowOut:
    """Publish it again, if its author still permits it. Raises NotFound."""
    one = _locked(enrollment_id)
    if one.hidden_at is not None:
        was = one.hidden_because
        _change(one, hidden_at=None, hidden_because="", hidden_by=None)
        _note(by, "showed review again", one, was=was)
    return _one(enrollment_id)


@transaction.atomic
def mark_handled(*, by: Actor, enrollment_id: int, is_handled: bool) -> FeedbackRowOut:
    """Mark a low score as handled, or undo that. Raises NotFound or Conflict."""
    one = _locked(enrollment_id)
    if one.score > LOW_SCORE:
        raise Conflict(NOT_LOW)
    if is_handled != (one.handled_at is not None):
        if is_handled:
            _change(one, handled_at=Now(), handled_by=_who(by))
        else:
            _change(one, handled_at=None, handled_by=None)
        _note(by, "handled feedback" if is_handled else "reopened feedback", one)
    return _one(enrollment_id)


def _loaded() -> QuerySet[Any]:
    return Feedback.objects.select_related(
        "enrollment__bootcamp",
        "enrollment__holder",
        "enrollment__purchase__user",
        "hidden_by",
        "handled_by",
    ).annotate(
        is_live=Q(LIVE),
        is_paid=Q(PAID),
        is_counted=Q(COUNTED),
        is_shown=Q(SHOWN),
        waits=Q(NEEDS_REPLY),
        waiting_score=Case(When(NEEDS_REPLY, then=F("score"))),
        waiting_since=Case(When(NEEDS_REPLY, then=F("given_at"))),
    )


def _locked(enrollment_id: int) -> Feedback:
    one = (
        Feedback.objects.select_for_update(of=("self",))
        .select_related("enrollment")
        .filter(pk=enrollment_id)
        .first()
    )
    if one is None:
        raise NotFound("Feedback not found")
    return one


def _change(one: Feedback, **fields: object) -> None:
    Feedback.objects.filter(pk=one.pk).update(**fields)


def _who(by: Actor) -> User:
    return by.user


def _note(by: Actor, action: str, one: Feedback, **details: str) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="purchase",
        subject_id=one.enrollment.purchase_id,
        bootcamp=one.enrollment.bootcamp_id,
        **details,
    )


def _one(enrollment_id: int) -> FeedbackRowOut:
    return row_of(_loaded().get(pk=enrollment_id))


def _figures() -> FeedbackFiguresOut:
    counted = counted_feedback()
    by_score = dict(counted.values_list("score").annotate(count=Count("pk")))
    return FeedbackFiguresOut(
        answers=sum(by_score.values()),
        average=average_of(counted),
        scores=[by_score.get(score, 0) for score in range(11)],
        needs_reply=Feedback.objects.filter(NEEDS_REPLY).count(),
        to_read=Feedback.objects.filter(TO_READ).count(),
        shown=Feedback.objects.filter(SHOWN).count(),
        hidden=hidden_counts(counted),
    )


def _not_shown_because(one: Any) -> NotShownBecause | None:
    reasons = {
        NotShownBecause.NOT_ALLOWED: not one.may_show,
        NotShownBecause.NO_WORDS: not one.words,
        NotShownBecause.HIDDEN: one.hidden_at is not None,
        NotShownBecause.SEAT_ENDED: not one.is_live,
        NotShownBecause.NOT_PAID: not one.is_paid,
        NotShownBecause.NOT_SEEN: True,
    }
    return None if one.is_shown else next(why for why, holds in reasons.items() if holds)


def row_of(one: Any) -> FeedbackRowOut:
    seat = one.enrollment
    reader = for_attendee(seat)
    person = recipient_of(reader)
    is_hidden = one.hidden_at is not None
    return FeedbackRowOut(
        enrollment_id=seat.pk,
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
        is_shown=one.is_shown,
        not_shown_because=_not_shown_because(one),
        is_counted=one.is_counted,
        hidden_at=one.hidden_at,
        hidden_because=HiddenBecause(one.hidden_because) if is_hidden else None,
        hidden_by=_called(one.hidden_by),
        needs_reply=one.score <= LOW_SCORE and one.handled_at is None,
        handled_at=one.handled_at,
        handled_by=_called(one.handled_by),
    )


def _called(user: User | None) -> str:
    return (user.full_name or user.email) if user else ""
