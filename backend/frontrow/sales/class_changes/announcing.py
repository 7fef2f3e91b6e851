"""Announcing a change: everything it brings at once, in one transaction, and who hears of it later.

The emails are written in bulk and each event names its seat, so whoever is found untold by a later
look, as a seat that was handed over since, is told once and nobody twice.
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

# Who was about to set out hears it by text, too.
TEXTED_WITHIN = timedelta(hours=6)
REMINDED_BEFORE = (timedelta(hours=48), timedelta(hours=24))
NUDGED_EVERY = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What an operator wants to become of a class."""

    kind: ChangeKind
    starts_at: datetime | None
    ends_at: datetime | None
    alternatives: Sequence[int]
    words: str
    choose_by: datetime
    offers_credit: bool


def plan_change(*, bootcamp: Bootcamp, plan: Plan, by: User | None) -> ClassChange:
    """The row as it would be; not stored. The class is as it was."""
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
    """In the caller's transaction, which holds the line's lock and then the class's.

    Nothing new is sold from here on; what is being paid for is called off by its own settling.
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
    """Everybody's own email, the buyer's copy, and texts where it is urgent."""
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
    """Rows and emails for seats that came to the class in the moment of the act, and emails for
    whoever was handed one since.
    """
    make_rows(change, list(seats_without_row(change)))
    if change.choose_by <= database_now():
        # Nothing is left to choose; what comes of it is told.
        return
    key = event_key(f"class-change:{change.pk}:", F("pk"), ":", F("link_version"))
    tell(change, list(untold(affected_seats(change.bootcamp).annotate(event=key))))


def remind(change: ClassChange, *, at: datetime) -> None:
    """The silent, 48 and 24 hours before choose-by; not where it was announced later than that."""
    due = [
        ahead
        for ahead in REMINDED_BEFORE
        if change.announced_at <= change.choose_by - ahead <= at < change.choose_by
    ]
    if due:
        # Only the nearest: a late worker, or a seat that changed hands since, brings one email.
        hours = int(min(due).total_seconds() // 3600)
        write_reminders(change, f"class-choice-reminder:{hours}")


def write_reminders(change: ClassChange, event: str) -> int:
    """To those who have not chosen; once for each event and seat. How many they are."""
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
    """Seats still in the class for which nothing was chosen."""
    silent = ClassChoice.objects.filter(change=change, choice="", done_at=None)
    seats = affected_seats(change.bootcamp).alias(chain=Coalesce(F("first_id"), F("pk")))
    return seats.filter(chain__in=silent.values("enrollment_id"))


def texts_of(change: ClassChange, seats: Sequence[Enrollment]) -> list[Enrollment]:
    """Those of them who are told by text."""
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
