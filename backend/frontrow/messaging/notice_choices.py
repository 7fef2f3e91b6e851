"""An operator's notification settings: at once, in the morning digest, or off."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.gates import require_right
from frontrow.accounts.models import FirstAdminLatch, User
from frontrow.accounts.rights import Right, may
from frontrow.core.clock import database_now
from frontrow.messaging.inbox_schemas import NoticeChoiceOut, NoticesOut
from frontrow.messaging.models import NoticeChoice, NoticeKind, NoticePace

DIGEST_HOUR = 7
# The name of each kind, and when it is sent.
WORDS = {
    NoticeKind.SALE: ("Sale", "Someone has paid for a seat."),
    NoticeKind.REFUND: ("Refund requested", "A student has asked for a refund."),
    NoticeKind.DISPUTE: ("Dispute", "A bank has opened or closed a dispute."),
    NoticeKind.BOUNCE: ("Bounced email", "An email you sent couldn't be delivered."),
    NoticeKind.CONTACT: ("Contact message", "Someone has used the contact form."),
    NoticeKind.LAST_SEATS: ("Last seats", "A class has three seats left or fewer."),
    NoticeKind.CLASS_NOT_READY: (
        "Class not ready",
        "Something is missing for a class within the next 48 hours.",
    ),
    NoticeKind.FEEDBACK: ("Low feedback", "Someone has given a score of 6 or less."),
}
# An operator gets only the notices that their role lets them see.
RIGHTS = {
    NoticeKind.SALE: Right.MONEY,
    NoticeKind.REFUND: Right.MONEY,
    NoticeKind.DISPUTE: Right.MONEY,
    NoticeKind.BOUNCE: Right.MESSAGES,
    NoticeKind.CONTACT: Right.MESSAGES,
    NoticeKind.LAST_SEATS: Right.DESK,
    NoticeKind.CLASS_NOT_READY: Right.DESK,
    NoticeKind.FEEDBACK: Right.MESSAGES,
}
# Switched on for the first owner, because there is no other operator who would see them.
FIRST_OWNER_KINDS = (NoticeKind.SALE, NoticeKind.CONTACT)
_FIRST_DAY = timedelta(days=1)
# The default: disputes have a deadline, so they are sent at once. The rest is off.
USUAL = dict.fromkeys(NoticeKind, NoticePace.OFF) | {NoticeKind.DISPUTE: NoticePace.AT_ONCE}


def paces_of(user: User) -> dict[NoticeKind, NoticePace]:
    chosen = NoticeChoice.objects.filter(user=user).values_list("kind", "pace")
    return USUAL | {NoticeKind(kind): NoticePace(pace) for kind, pace in chosen}


def zone_of(user: User) -> str:
    """The operator's own time zone, or the site's."""
    return user.timezone or settings.ENV.OPERATOR_TIME_ZONE


def switch_on_for_first_owner() -> None:
    """Switch notices on for the first owner on their first day, if they haven't chosen any."""
    now = database_now()
    latch = FirstAdminLatch.objects.filter(closed_at__gt=now - _FIRST_DAY).first()
    if latch is None or not User.objects.filter(pk=latch.user_id).exists():
        return
    since = latch.closed_at
    NoticeChoice.objects.bulk_create(
        [
            NoticeChoice(
                user_id=latch.user_id,
                kind=kind,
                pace=NoticePace.AT_ONCE,
                since=since,
                told_until=since,
            )
            for kind in FIRST_OWNER_KINDS
        ],
        ignore_conflicts=True,
    )


def read_choices(*, by: Actor) -> NoticesOut:
    user = by.user
    paces = paces_of(user)
    return NoticesOut(
        choices=[
            NoticeChoiceOut(kind=kind, name=name, explains=explains, pace=paces[kind])
            for kind, (name, explains) in WORDS.items()
            if may(user, RIGHTS[kind])
        ],
        email=user.email,
        digest_hour=DIGEST_HOUR,
        timezone=zone_of(user),
    )


def wanted_at_once(users: list[User], kind: NoticeKind) -> list[User]:
    """The users who want this notice at once."""
    chosen = dict(
        NoticeChoice.objects.filter(kind=kind, user__in=users).values_list("user", "pace")
    )
    return [user for user in users if chosen.get(user.pk, USUAL[kind]) == NoticePace.AT_ONCE]


@transaction.atomic
def choose_pace(*, by: Actor, kind: NoticeKind, pace: NoticePace) -> NoticesOut:
    """Change the pace. Pending notices are sent at the new pace, earlier events are not."""
    require_right(by.user, RIGHTS[kind])
    user = by.user
    # Serializes concurrent changes of one person's settings.
    User.objects.select_for_update().get(pk=user.pk)
    now = database_now()
    known = NoticeChoice.objects.filter(user=user, kind=kind).first()
    before = NoticePace(known.pace) if known else USUAL[kind]
    if before == pace:
        return read_choices(by=by)
    told_until = known.told_until if known and before != NoticePace.OFF else now
    if kind == NoticeKind.DISPUTE and before == NoticePace.AT_ONCE:
        # All were sent at once as they were recorded, so none is pending.
        told_until = now
    NoticeChoice.objects.update_or_create(
        user=user, kind=kind, defaults={"pace": pace, "since": told_until, "told_until": told_until}
    )
    audit.record(
        by=by,
        action="chose notices",
        subject_type="user",
        subject_id=user.pk,
        notice=WORDS[kind][0],
        pace=pace.label,
    )
    return read_choices(by=by)
