"""An email from an admin to one person, or the same email to many, each sent once.

An email to one person can be undone within ten seconds. A bulk email waits before its first.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.people.acts import why_no_message
from frontrow.backoffice.people.known import Known, find_known
from frontrow.backoffice.people.record_schemas import DirectMessageIn, DirectMessageOut
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.idempotency import refuse_other_words
from frontrow.core.jobs import enqueue
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Channel, Message, MessageStatus
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.private_links import mark_of, shown
from frontrow.messaging.rendering import OwnWords, render_mail, unknown_variables
from frontrow.messaging.suppression_list import reasons_for
from frontrow.sales.emails.template_variables import login_url
from frontrow.sales.models import Purchase

UNDO = timedelta(seconds=10)
# Variables that have a value without a bootcamp.
_KNOWN = {"firstName", "lastName", "email", "loginUrl"}
_KEY = "direct:"
_MANY = "bulk:"


@transaction.atomic
def send_direct_message(*, by: Actor, wanted: DirectMessageIn) -> DirectMessageOut:
    """Idempotent: the same key returns the first result and sends nothing."""
    known = find_known(user_id=wanted.user_id, email=wanted.email)
    newest = known.purchases.first()
    _refuse(known)
    refuse_unknown_variables(subject=wanted.subject, content=wanted.content)
    event = f"{_KEY}{wanted.idempotency_key}"
    email = _email(known, newest, event=event, subject=wanted.subject, content=wanted.content)
    before = Message.objects.filter(dedupe_key=event).first()
    if before is None:
        write_messages([email])
    message = Message.objects.select_for_update().get(dedupe_key=event)
    mark = mark_of(message.message_id or "")
    refuse_other_words(
        kept=(message.recipient, message.subject, shown(message.content, mark)),
        sent=(email.to, email.subject, shown(email.text)),
        what="An email to this person",
    )
    if before is None:
        message.send_after = database_now() + UNDO
        message.save(update_fields=["send_after"])
        enqueue(deliver_waiting, run_at=message.send_after, channel=Channel.EMAIL.value)
        _record(by, known, newest)
    return DirectMessageOut(
        message_id=message.pk,
        message=f"Sending to {known.address}.",
        sent_after=message.send_after or message.created_at,
    )


@transaction.atomic
def send_one_of_many(*, by: Actor, known: Known, subject: str, content: str, batch: UUID) -> None:
    """The same text for each. A person who is listed more than once gets it once."""
    _refuse(known)
    newest = known.purchases.first()
    whom = f"user {known.user.pk}" if known.user else f"purchase {newest.pk if newest else 0}"
    event = f"{_MANY}{batch}:{whom}"
    if Message.objects.filter(dedupe_key=event).exists():
        raise Conflict("This person is on the list more than once and gets one email.")
    write_messages(
        [_email(known, newest, event=event, subject=subject, content=content, is_optional=True)]
    )
    _record(by, known, newest)


@transaction.atomic
def undo_direct_message(*, by: Actor, message_id: int) -> str:
    """Cancel an email that hasn't been sent yet. Locked, so that delivery skips it."""
    message = (
        Message.objects.select_for_update()
        .filter(pk=message_id, dedupe_key__startswith=_KEY)
        .first()
    )
    if message is None:
        raise NotFound("Message not found")
    if message.status != MessageStatus.PENDING or message.sending_since is not None:
        raise Conflict("This message is already being sent.", code=ErrorCode.ALREADY_SENT)
    audit.record(
        by=by,
        action="took message back",
        subject_type="user" if message.user_id else "purchase" if message.purchase_id else "",
        subject_id=message.user_id or message.purchase_id or "",
    )
    message.delete()
    return f"The email to {message.recipient} wasn't sent."


def refuse_unknown_variables(**texts: str) -> None:
    """Errors are named like the form's fields."""
    for field, text in texts.items():
        unknown = unknown_variables(text, known=_KNOWN)
        if unknown:
            listed = ", ".join(f"{{{name}}}" for name in unknown)
            words = f"{listed} can't be used here."
            raise Invalid(words, fields={field: words})


def _refuse(known: Known) -> None:
    stopped = reasons_for(channel=Channel.EMAIL, addresses=[known.address])
    problem = why_no_message(known, stopped.get(address_key(known.address), ""))
    if problem is not None:
        raise Conflict(problem)


def _email(
    known: Known,
    newest: Purchase | None,
    *,
    event: str,
    subject: str,
    content: str,
    is_optional: bool = False,
) -> NewMessage:
    rendered = render_mail(
        subject=subject,
        content=content,
        words=_own_words(known, newest),
        because=f"You're getting this email from the team of {settings.ENV.SITE_NAME}.",
        optional=is_optional,
    )
    return NewMessage(
        event=event,
        category="CUSTOM",
        to=known.address,
        subject=rendered.subject,
        text=rendered.text,
        html=rendered.html,
        is_optional=is_optional,
        user_id=known.user.pk if known.user else None,
        purchase_id=newest.pk if newest and not known.user else None,
    )


def _record(by: Actor, known: Known, newest: Purchase | None) -> None:
    audit.record(
        by=by,
        action="sent message to person",
        subject_type="user" if known.user else "purchase" if newest else "",
        subject_id=known.user.pk if known.user else newest.pk if newest else "",
    )


def _own_words(known: Known, newest: Purchase | None) -> OwnWords:
    user = known.user
    first, _, last = (newest.guest_full_name if newest else "").partition(" ")
    return OwnWords(
        first_name=(user.first_name or user.username) if user else first,
        last_name=user.last_name if user else last,
        email=known.address,
        bootcamp_name="",
        bootcamp_date="",
        bootcamp_time="",
        zoom_link="",
        login_url=login_url(),
    )
