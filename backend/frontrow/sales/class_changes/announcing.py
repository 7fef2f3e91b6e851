"""Announces a class change with all its effects in one transaction, and informs later arrivals.

The emails are written in bulk, and each event names its seat. So a later run finds seats that
weren't informed, such as a transferred one, and each seat is informed once.
"""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from frontrow.accounts.models import User
from frontrow.catalogue.class_changes import set_dates, stop_sales
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue
from frontrow.integrations import sms
from frontrow.messaging.campaigns import agreed_to_texts, event_key, untold, write_in_batches
from frontrow.messaging.outbox import NewMessage
from frontrow.sales.class_changes.carrying_out import carry_out_change
from frontrow.sales.class_changes.rows import affected_seats, make_rows, seats_without_row
from frontrow.sales.class_changes.waiting_list import tell_list
from frontrow.sales.emails.class_change_emails import (
    CalendarFiles,
    announcement,
    buyers_copy,
    change_text,
    choice_reminder,
)
from frontrow.sales.emails.template_variables import attendee_phone
from frontrow.sales.links import CHOICE, PAYERS_CHOICE
from frontrow.sales.models import ChangeKind, ClassChange, ClassChoice, Enrollment

# Students of a class this close also get a text message.
TEXTED_WITHIN = timedelta(hours=6)
REMINDED_BEFORE = (timedelta(hours=48), timedelta(hours=24))
NUDGED_EVERY = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The operator's plan for a class."""

    kind: ChangeKind
    starts_at: datetime | None
    ends_at: datetime | None
    alternatives: Sequence[int]
    words: str
    choose_by: datetime
    offers_credit: bool


def plan_change(*, bootcamp: Bootcamp, plan: Plan, by: User | None) -> ClassChange:
    """The unsaved row. The class doesn't change."""
    return ClassChange(
        bootcamp=bootcamp,
        kind=plan.kind,
        old_starts_at=bootcamp.starts_at,
        old_ends_at=bootcamp.ends_at,
        starts_at=plan.starts_at,
        ends_at=plan.ends_at,
        alternatives=list(plan.alternatives),
        words=plan.words,
        choose_by=plan.choose_by,
        offers_credit=plan.offers_credit,
        announced_by=by,
    )


def announce(*, bootcamp: Bootcamp, plan: Plan, by: User | None) -> ClassChange:
    """Runs in the caller's transaction, which holds the waiting list's lock and then the class's.

    Sales stop here. Open payments are canceled by their own settlement.
    """
    change = plan_change(bootcamp=bootcamp, plan=plan, by=by)
    change.announced_at = database_now()
    change.save()
    stop_sales(bootcamp=bootcamp, is_canceled=plan.kind == ChangeKind.CANCEL)
    if plan.starts_at and plan.ends_at:
        set_dates(bootcamp=bootcamp, starts_at=plan.starts_at, ends_at=plan.ends_at)
    crash_point("class_change.sales_stopped")
    seats = list(affected_seats(bootcamp))
    for seat in seats:
        seat.bootcamp = bootcamp
    make_rows(change, seats)
    tell(change, seats)
    tell_list(change=change)
    crash_point("class_change.told")
    enqueue(carry_out_change, run_at=plan.choose_by, change_id=change.pk)
    crash_point("class_change.before_commit")
    return change


def tell(change: ClassChange, seats: Sequence[Enrollment]) -> None:
    """Emails to attendees, copies to buyers, and texts if it is urgent."""
    files = CalendarFiles(change, database_now())
    emails = (
        announcement(
            change=change,
            enrollment=seat,
            link=CHOICE.url(seat, change.pk),
            event=event_of(change, seat),
            files=files,
        )
        for seat in seats
    )
    copies = (
        buyers_copy(
            change=change,
            enrollment=seat,
            link=PAYERS_CHOICE.url(seat, change.pk),
            event=f"class-change-buyer:{change.pk}:{seat.pk}",
        )
        for seat in seats
        if seat.is_paid_by_another
    )
    write_in_batches(itertools.chain(emails, copies, _texts(change, seats)))


def tell_the_untold(change: ClassChange) -> None:
    """Write rows and emails for seats that were added during the announcement.

    Also emails the recipients of seats that were transferred since.
    """
    make_rows(change, list(seats_without_row(change)))
    if change.choose_by <= database_now():
        # Nothing is left to choose, and the result is announced separately.
        return
    key = event_key(f"class-change:{change.pk}:", F("pk"), ":", F("link_version"))
    tell(change, list(untold(affected_seats(change.bootcamp).annotate(event=key))))


def remind(change: ClassChange, *, at: datetime) -> None:
    """Remind students without a choice 48 and 24 hours before the deadline, if announced before."""
    due = [
        ahead
        for ahead in REMINDED_BEFORE
        if change.announced_at <= change.choose_by - ahead <= at < change.choose_by
    ]
    if due:
        # Only the latest due reminder, so that a late worker sends one email.
        hours = int(min(due).total_seconds() // 3600)
        write_reminders(change, f"class-choice-reminder:{hours}")


def write_reminders(change: ClassChange, event: str) -> int:
    """Write to students without a choice, once per event and seat. Returns how many."""
    seats = list(silent_seats(change))
    write_in_batches(
        choice_reminder(
            change=change,
            enrollment=seat,
            link=CHOICE.url(seat, change.pk),
            event=f"{event}:{change.pk}:{seat.pk}",
        )
        for seat in seats
    )
    return len(seats)


def silent_seats(change: ClassChange) -> QuerySet[Enrollment]:
    """Seats still in the class without a choice."""
    silent = ClassChoice.objects.filter(change=change, choice="", done_at=None)
    seats = affected_seats(change.bootcamp).alias(chain=Coalesce(F("first_id"), F("pk")))
    return seats.filter(chain__in=silent.values("enrollment_id"))


def texts_of(change: ClassChange, seats: Sequence[Enrollment]) -> list[Enrollment]:
    """The seats whose holders are informed by text."""
    at = database_now()
    if not sms.is_configured() or not at < change.old_starts_at <= at + TEXTED_WITHIN:
        return []
    return agreed_to_texts(seats, owner_of=attendee_phone)


def event_of(change: ClassChange, seat: Enrollment) -> str:
    return f"class-change:{change.pk}:{seat.pk}:{seat.link_version}"


def _texts(change: ClassChange, seats: Sequence[Enrollment]) -> Iterable[NewMessage]:
    return (
        change_text(
            change=change, enrollment=seat, event=f"class-change-text:{change.pk}:{seat.pk}"
        )
        for seat in texts_of(change, seats)
    )
