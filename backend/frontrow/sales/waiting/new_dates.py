"""Announces further dates of a course, in one email per person.

Debounced: a course is announced when none of its dates was published for some minutes. Entries are
read in batches by address, so that one run informs twenty thousand people, each once.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import transaction
from django.db.models import Exists, F, Func, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Lower, Now

from frontrow.catalogue.courses import same_course
from frontrow.catalogue.models import ON_SALE, Bootcamp, BootcampStatus, Seat
from frontrow.catalogue.seats import OPEN
from frontrow.core.clock import database_now
from frontrow.core.jobs import job
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.emails.waiting_emails import dates_ahead_email, new_dates_email
from frontrow.sales.enrollment.waiting import end_places
from frontrow.sales.links import WAITING_PLACE
from frontrow.sales.models import WaitingEntry, WaitingKind, WaitingState, WaitingWish

# People who wait for a full date are told of dates that were published this recently.
JUST_PUBLISHED = timedelta(hours=1)
# By then an operator who publishes a series is done, and all its dates are in one email.
QUIET_FOR = timedelta(minutes=5)
# How long before the start of sales a date is announced. If it is closer than the second value, the
# email at the start of sales is enough.
HEARD_AHEAD = timedelta(hours=24)
SOON_ENOUGH = timedelta(hours=1)
AT_ONCE = 100


@dataclass(frozen=True, kw_only=True)
class _News:
    """Dates of one course, each with the key that an entry stores once it was informed."""

    dates: Mapping[str, Bootcamp]
    email: Callable[[WaitingEntry, Sequence[Bootcamp]], NewMessage]
    # Only for people who joined before it was published. It ends a wish for the next date.
    is_on_sale: bool


@job(every="* * * * *", longest_wait=30)
def tell_of_dates(timestamp: int) -> None:
    """Write to all who wait for a date of these courses and weren't told of it."""
    at = database_now()
    for news in [*_new_dates(at), *_dates_ahead(at)]:
        after = ""
        while last := _tell_some(news, after):
            after = last


def _new_dates(at: datetime) -> Iterable[_News]:
    open_seat = Exists(Seat.objects.filter(OPEN, bootcamp=OuterRef("pk")))
    asked = WaitingWish.objects.filter(
        entry__state=WaitingState.WAITING, entry__kind=WaitingKind.INTEREST
    )
    just_now = Now() - JUST_PUBLISHED
    opened = Q(published_at__gt=just_now) | Q(sales_open_at__gt=just_now)
    recent = opened | Q(bootcamp_type__in=asked.values("bootcamp_type"))
    found = Bootcamp.objects.filter(ON_SALE, open_seat, recent)
    for dates in _by_course(found):
        opened_at = max(
            max(one.published_at, one.sales_open_at or one.published_at) for one in dates
        )
        if opened_at <= at - QUIET_FOR:
            yield _News(
                dates={str(one.pk): one for one in dates}, email=_new_dates_email, is_on_sale=True
            )


def _dates_ahead(at: datetime) -> Iterable[_News]:
    """Dates with a planned publication. A change of the plan is announced again."""
    planned = Bootcamp.objects.filter(
        status=BootcampStatus.ACTIVE,
        published_at__isnull=True,
        publish_at__gt=Now() + SOON_ENOUGH,
        publish_at__lte=Now() + HEARD_AHEAD,
        starts_at__gt=F("publish_at"),
    )
    for dates in _by_course(planned):
        if max(one.updated_at for one in dates) <= at - QUIET_FOR:
            keyed = {f"{one.pk} at {one.publish_at.isoformat()}": one for one in dates}
            yield _News(dates=keyed, email=_dates_ahead_email, is_on_sale=False)


def _by_course(classes: QuerySet[Any]) -> Iterable[list[Any]]:
    ordered = classes.order_by("course", "starts_at", "pk")
    return [list(dates) for _, dates in itertools.groupby(ordered, key=lambda one: one.course)]


@transaction.atomic
def _tell_some(news: _News, after: str) -> str:
    """Inform the next hundred by address. Returns the last address, or an empty string."""
    due = reduce(or_, (_is_news_to(one, key, news) for key, one in news.dates.items()))
    found: list[Any] = list(
        _waiting_for(next(iter(news.dates.values())))
        .annotate(address=Lower("email"))
        .filter(due, address__gt=after)
        .select_related("user")
        .select_for_update(of=("self",), skip_locked=True)
        .order_by("address", "pk")[:AT_ONCE]
    )
    people = [list(own) for _, own in itertools.groupby(found, key=lambda one: one.address)]
    if len(found) == AT_ONCE and len(people) > 1:
        # The last person may have more entries, which belong in the same email.
        people.pop()
    told = [entry for own in people for entry in own]
    write_messages([news.email(own[0], _dates_for(own, news)) for own in people])
    WaitingEntry.objects.filter(pk__in=[one.pk for one in told]).update(
        told_of=Func(
            F("told_of"),
            Value(list(news.dates), output_field=ArrayField(TextField())),
            function="array_cat",
        )
    )
    answered = [one.pk for one in told if one.kind == WaitingKind.INTEREST and news.is_on_sale]
    if answered:
        end_places(WaitingEntry.objects.filter(pk__in=answered), WaitingState.TOLD)
    return told[-1].address if told else ""


def _waiting_for(date: Bootcamp) -> QuerySet[WaitingEntry]:
    """Entries for a full date of the course, or for its next one."""
    wishes = WaitingWish.objects.filter(entry=OuterRef("pk"))
    # No class of the type had ever been on sale, so the first one is what they asked for.
    its_first = Q(course="", bootcamp_type=date.bootcamp_type)
    return WaitingEntry.objects.filter(
        Q(kind=WaitingKind.INTEREST) & Exists(wishes.filter(Q(course=date.course) | its_first))
        | Q(kind=WaitingKind.DATES)
        & Exists(wishes.filter(same_course(date.course, at="bootcamp__"))),
        state=WaitingState.WAITING,
    )


def _is_news_to(date: Bootcamp, key: str, news: _News) -> Q:
    untold = ~Q(told_of__contains=[key])
    return untold & Q(created_at__lt=date.published_at) if news.is_on_sale else untold


def _dates_for(entries: Sequence[WaitingEntry], news: _News) -> list[Bootcamp]:
    first = min(one.created_at for one in entries)
    known = set(itertools.chain.from_iterable(one.told_of for one in entries))
    return [
        date
        for key, date in news.dates.items()
        if key not in known and not (date.published_at and first >= date.published_at)
    ]


def _new_dates_email(entry: WaitingEntry, dates: Sequence[Bootcamp]) -> NewMessage:
    return new_dates_email(entry=entry, classes=dates)


def _dates_ahead_email(entry: WaitingEntry, dates: Sequence[Bootcamp]) -> NewMessage:
    return dates_ahead_email(entry=entry, classes=dates, link=WAITING_PLACE.url(entry))
