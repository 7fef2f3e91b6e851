"""Notify operators of events, either at once or in a morning digest, as each has chosen.

The emails and the position in the event log are saved in one transaction, and the outbox
deduplicates by event and recipient. A worker killed at any line neither repeats nor loses a notice.
"""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from django.db import transaction

from frontrow.accounts.models import User, UserStatus
from frontrow.accounts.rights import Right, may, roles_with
from frontrow.backoffice.messages.notice_events import NOTICE, Event, events_of, link_to
from frontrow.core.clock import database_now
from frontrow.core.jobs import job
from frontrow.core.zones import zone
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Card,
    Heading,
    Paragraph,
    SmallPrint,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.models import Message, NoticeChoice, NoticeKind, NoticePace
from frontrow.messaging.notice_choices import (
    DIGEST_HOUR,
    RIGHTS,
    WORDS,
    switch_on_for_first_owner,
    zone_of,
)
from frontrow.messaging.outbox import NewMessage, write_messages

# Overlap with the previous run, because a purchase may commit later than its timestamp.
OVERLAP = timedelta(minutes=10)
# A digest is delayed by this after its hour, for the same reason.
SETTLED_AFTER = timedelta(minutes=1)
LISTED = 20
_ENDING = SmallPrint(["Choose what you're told under Communications, Notices."])


@job(every="* * * * *")
def tell_operators(timestamp: int) -> None:
    """Each minute, one operator after another, so that one failure doesn't block the others."""
    switch_on_for_first_owner()
    wanted = NoticeChoice.objects.exclude(pace=NoticePace.OFF).filter(
        user__role__in=roles_with(Right.DESK), user__status=UserStatus.ACTIVE
    )
    for user_id in sorted(set(wanted.values_list("user_id", flat=True))):
        tell_operator(user_id=user_id)


@transaction.atomic
def tell_operator(*, user_id: int) -> None:
    chosen = (
        NoticeChoice.objects.select_for_update(of=("self",))
        .filter(user_id=user_id)
        .exclude(pace=NoticePace.OFF)
        .select_related("user")
        .order_by("pk")
    )
    # The operator's role may have been revoked since they chose.
    choices = [choice for choice in chosen if may(choice.user, RIGHTS[NoticeKind(choice.kind)])]
    if not choices:
        return
    now = database_now()
    at_once = [choice for choice in choices if choice.pace == NoticePace.AT_ONCE]
    for choice in at_once:
        _tell_at_once(choice, now=now)
    due = last_digest_hour(choices[0].user, now=now - SETTLED_AFTER)
    waiting = [
        choice for choice in choices if choice.pace == NoticePace.DIGEST and choice.told_until < due
    ]
    if waiting:
        _tell_in_digest(waiting, due=due)


def last_digest_hour(user: User, *, now: datetime) -> datetime:
    """The latest digest hour that has passed, in the operator's own zone."""
    there = now.astimezone(zone(zone_of(user)))
    morning = datetime.combine(there.date(), time(DIGEST_HOUR), tzinfo=there.tzinfo)
    if morning > now:
        day_before = there.date() - timedelta(days=1)
        morning = datetime.combine(day_before, time(DIGEST_HOUR), tzinfo=there.tzinfo)
    return morning


def _tell_at_once(choice: NoticeChoice, *, now: datetime) -> None:
    kind = NoticeKind(choice.kind)
    # Dispute notices are sent where disputes are recorded, with the bank's deadline.
    if kind != NoticeKind.DISPUTE:
        after = max(choice.since, choice.told_until - OVERLAP)
        events = events_of(kind, after=after, until=now)
        write_messages([_notice(choice.user, kind, event) for event in events])
    _note(choice, until=now)


def _tell_in_digest(choices: list[NoticeChoice], *, due: datetime) -> None:
    user = choices[0].user
    told = {}
    for choice in choices:
        kind = NoticeKind(choice.kind)
        events = events_of(kind, after=choice.told_until, until=due)
        if new := _without_told(events, user):
            told[kind] = new
        _note(choice, until=due)
    if told:
        write_messages([_digest(user, told, due)])


def _without_told(events: list[Event], user: User) -> list[Event]:
    """Skip events that were sent at once, before the operator switched to a digest."""
    keys = {_key(event, user): event for event in events}
    known = set(Message.objects.filter(dedupe_key__in=keys).values_list("dedupe_key", flat=True))
    return [event for key, event in keys.items() if key not in known]


def _note(choice: NoticeChoice, *, until: datetime) -> None:
    NoticeChoice.objects.filter(pk=choice.pk).update(told_until=until)


def _key(event: Event, user: User) -> str:
    return f"notice:{event.key}:{user.pk}"


def _notice(user: User, kind: NoticeKind, event: Event) -> NewMessage:
    blocks: list[Block] = [
        Paragraph(event.line),
        Button("Open at the desk", link_to(event.path)),
        _ENDING,
    ]
    return _email(user, event=_key(event, user), title=WORDS[kind][0], blocks=blocks)


def _digest(user: User, told: dict[NoticeKind, list[Event]], due: datetime) -> NewMessage:
    there = due.astimezone(zone(zone_of(user)))
    cards = [
        Card(f"{WORDS[kind][0]} ({len(events)})", list(_lines(events)))
        for kind, events in told.items()
    ]
    blocks: list[Block] = [*cards, Button("Open the desk", link_to("/admin")), _ENDING]
    title = f"Your digest for {there:%A, %B} {there.day}"
    return _email(user, event=f"digest:{user.pk}:{there:%Y-%m-%d}", title=title, blocks=blocks)


def _lines(events: list[Event]) -> Iterable[str]:
    yield from (event.line for event in events[:LISTED])
    if len(events) > LISTED:
        yield f"And {len(events) - LISTED} more."


def _email(user: User, *, event: str, title: str, blocks: list[Block]) -> NewMessage:
    return NewMessage(
        event=event,
        category=NOTICE,
        to=user.email,
        subject=title,
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        user_id=user.pk,
    )
