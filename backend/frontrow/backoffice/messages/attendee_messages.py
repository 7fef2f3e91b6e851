"""Messages from an admin to a bootcamp's attendees: sent once, now or scheduled.

The recipients are stored, one row each, in the transaction that accepts the message, or for a
scheduled one when its time has come. After any crash, the rest is delivered without duplicates.
"""

from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.messages.audience import Audience, LeftOut, find_audience
from frontrow.backoffice.messages.schemas import (
    BatchOut,
    BatchRecipientOut,
    BatchState,
    BatchSummaryOut,
    LeftOutOut,
    SendMessageIn,
)
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.dates import format_date
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.idempotency import refuse_other_words
from frontrow.core.jobs import enqueue, job
from frontrow.messaging.models import (
    Channel,
    CommunicationTemplate,
    Message,
    MessageBatch,
    MessageStatus,
)
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.rendering import (
    render_mail,
    render_words,
    unknown_variables,
)
from frontrow.messaging.text_length import LONGEST, TOO_LONG, is_too_long
from frontrow.sales.emails.template_variables import own_time_note, own_words
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment

CUSTOM = "CUSTOM"
FARTHEST = timedelta(days=366)
SHOWN_BATCHES = 5
SHOWN_CHARACTERS = 160
# A template like any other, so that it has the bootcamp's date at the time of sending.
BOOTCAMPS_OWN_SUBJECT = "{bootcampName}, {bootcampDate}"


def because_of(bootcamp_name: str) -> str:
    return f"You're getting this email because you have a seat in {bootcamp_name}."


@transaction.atomic
def send_to_attendees(*, by: Actor, bootcamp_id: int, wanted: SendMessageIn) -> MessageBatch:
    """Accept a message. Idempotent: the same key returns the first result and sends nothing."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    _refuse_what_cannot_go(wanted)
    now = database_now()
    if wanted.send_at is not None and wanted.undo_seconds:
        raise _invalid("undoSeconds", "A scheduled message can be canceled until its time")
    if wanted.send_at is not None and not now < wanted.send_at < now + FARTHEST:
        raise _invalid("sendAt", "Choose a time in the future, within a year")
    batch = _new_batch(by, bootcamp, wanted)
    if wanted.undo_seconds:
        batch.send_at = now + timedelta(seconds=wanted.undo_seconds)
    batch, is_new = MessageBatch.objects.get_or_create(
        idempotency_key=batch.idempotency_key, defaults=_columns(batch, written_at=now)
    )
    if not is_new:
        _refuse_other_words(batch, bootcamp, wanted)
        return batch
    audience = _audience(batch)
    if not audience.readers:
        raise Conflict(f"No {batch.type.lower()} recipients found", code=ErrorCode.NO_RECIPIENTS)
    if batch.send_at is None:
        _write(batch, audience)
    else:
        _note_audience(batch, audience)
        enqueue(write_scheduled_batch, run_at=batch.send_at, batch_id=str(batch.pk))
    audit.record(
        by=by,
        action="scheduled message" if wanted.send_at else "sent message to attendees",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        batch=str(batch.pk),
        recipients=batch.recipient_count,
        template=wanted.template_id if wanted.use_template else None,
    )
    return batch


@job(queue="mail")
@transaction.atomic
def write_scheduled_batch(batch_id: str) -> None:
    """Create the messages of a batch that is due, for those who have a seat by then."""
    batch = MessageBatch.objects.select_for_update().get(pk=batch_id)
    if batch.written_at is None and batch.canceled_at is None:
        batch.written_at = database_now()
        _write(batch, _audience(batch))


@transaction.atomic
def cancel_batch(*, by: Actor, bootcamp_id: int, batch_id: UUID) -> MessageBatch:
    batch = _found(_batches(bootcamp_id).select_for_update(of=["self"]).filter(pk=batch_id).first())
    if batch.written_at is not None:
        raise Conflict("This message is already being sent.", code=ErrorCode.ALREADY_SENT)
    if batch.canceled_at is None:
        batch.canceled_at = database_now()
        batch.save(update_fields=["canceled_at"])
        audit.record(
            by=by,
            action="canceled scheduled message",
            subject_type="bootcamp",
            subject_id=bootcamp_id,
            batch=str(batch.pk),
        )
    return batch


def list_batches(*, bootcamp_id: int) -> list[BatchSummaryOut]:
    """The most recent message batches of a bootcamp, newest first."""
    find_bootcamp(bootcamp_id=bootcamp_id)
    latest = _batches(bootcamp_id).order_by("-created_at", "-pk")[:SHOWN_BATCHES]
    return [summarize_batch(batch) for batch in latest]


def follow_batch(*, bootcamp_id: int, batch_id: UUID) -> BatchOut:
    """The progress of a batch, per person."""
    batch = _found(_batches(bootcamp_id).filter(pk=batch_id).first())
    messages = _messages(batch).select_related("user").order_by("pk").defer("html", "attachments")
    return BatchOut(
        **summarize_batch(batch).model_dump(),
        recipients=[
            BatchRecipientOut(
                message_id=message.pk,
                address=message.recipient,
                status=MessageStatus(message.status),
                error_message=message.error_message,
                sent_at=message.sent_at,
            )
            for message in messages
        ],
        left_out=[LeftOutOut(**one) for one in batch.left_out],
    )


def summarize_batch(batch: MessageBatch) -> BatchSummaryOut:
    counted = _messages(batch).aggregate(
        sent=Count("pk", filter=Q(status=MessageStatus.SENT)),
        failed=Count("pk", filter=Q(status=MessageStatus.FAILED)),
    )
    waits = batch.recipient_count - counted["sent"] - counted["failed"]
    left = 0 if batch.canceled_at else waits
    return BatchSummaryOut(
        id=batch.pk,
        type=Channel(batch.type),
        subject=shown_subject(batch.subject, bootcamp=batch.bootcamp)
        if batch.type == Channel.EMAIL
        else "",
        opening=batch.content[:SHOWN_CHARACTERS],
        state=_state(batch, left),
        total=batch.recipient_count,
        sent=counted["sent"],
        failed=counted["failed"],
        left=left,
        send_at=batch.send_at,
        created_at=batch.created_at,
    )


def _state(batch: MessageBatch, left: int) -> BatchState:
    if batch.canceled_at:
        return BatchState.CANCELED
    if batch.written_at is None:
        return BatchState.SCHEDULED
    return BatchState.SENDING if left else BatchState.DONE


def _refuse_what_cannot_go(wanted: SendMessageIn) -> None:
    for field, text in (("subject", wanted.subject or ""), ("content", wanted.content)):
        if unknown := unknown_variables(text):
            raise _invalid(field, _not_variables(unknown))
    if wanted.type == Channel.SMS and len(wanted.content) > LONGEST:
        raise _invalid("content", f"String must contain at most {LONGEST} character(s)")


def _not_variables(names: list[str]) -> str:
    listed = ", ".join(f"{{{name}}}" for name in names)
    if len(names) == 1:
        return f"{listed} isn't a known variable and would be sent as is. Correct it or remove it."
    return f"{listed} aren't known variables and would be sent as is. Correct or remove them."


def shown_subject(subject: str, *, bootcamp: Bootcamp) -> str:
    """The subject in lists. An email without a subject has the bootcamp's default."""
    return subject or f"{bootcamp.name}, {format_date(bootcamp.starts_at, bootcamp.timezone)}"


def _new_batch(by: Actor, bootcamp: Bootcamp, wanted: SendMessageIn) -> MessageBatch:
    batch = MessageBatch(
        bootcamp=bootcamp,
        sent_by_id=by.user.pk,
        type=wanted.type,
        category=_category(wanted),
        subject=wanted.subject or "" if wanted.type == Channel.EMAIL else "",
        content=wanted.content,
        only_to=None
        if wanted.recipients is None
        else sorted({one.address for one in wanted.recipients}),
        send_at=wanted.send_at,
    )
    if wanted.idempotency_key is not None:
        batch.idempotency_key = wanted.idempotency_key
    return batch


def _columns(batch: MessageBatch, **more: object) -> dict[str, object]:
    fields = ("bootcamp", "sent_by_id", "type", "category", "subject", "content", "only_to")
    columns = {name: getattr(batch, name) for name in fields}
    if batch.send_at is not None:
        return {**columns, "send_at": batch.send_at}
    return {**columns, **more}


def _category(wanted: SendMessageIn) -> str:
    """The template's category, if one was used and still exists."""
    if not wanted.use_template or wanted.template_id is None:
        return CUSTOM
    template = CommunicationTemplate.objects.filter(pk=wanted.template_id).first()
    return template.category if template else CUSTOM


def _refuse_other_words(batch: MessageBatch, bootcamp: Bootcamp, wanted: SendMessageIn) -> None:
    subject = wanted.subject or "" if wanted.type == Channel.EMAIL else ""
    # Delayed for an undo, so we chose its time.
    send_at = batch.send_at if wanted.undo_seconds else wanted.send_at
    refuse_other_words(
        kept=(batch.bootcamp_id, batch.type, batch.subject, batch.content, batch.send_at),
        sent=(bootcamp.pk, wanted.type, subject, wanted.content, send_at),
        what="A message to these attendees",
    )


def _audience(batch: MessageBatch) -> Audience:
    audience = find_audience(bootcamp=batch.bootcamp, channel=batch.type, only_to=batch.only_to)
    if batch.type == Channel.EMAIL:
        return audience
    too_long = {
        reader.enrollment.pk
        for reader in audience.readers
        if is_too_long(_text_as_sent(batch, reader.enrollment))
    }
    return Audience(
        readers=[reader for reader in audience.readers if reader.enrollment.pk not in too_long],
        left_out=[
            *audience.left_out,
            *(
                LeftOut(name=reader.recipient.name, address=reader.address, reason=TOO_LONG)
                for reader in audience.readers
                if reader.enrollment.pk in too_long
            ),
        ],
    )


def names_it_is_too_long_for(*, bootcamp: Bootcamp, content: str) -> list[str]:
    """The people whom this text message would leave out, because it is too long with their
    values."""
    batch = MessageBatch(bootcamp=bootcamp, type=Channel.SMS, content=content)
    return [one.name for one in _audience(batch).left_out if one.reason == TOO_LONG]


def _write(batch: MessageBatch, audience: Audience) -> None:
    write_messages(
        [_email(batch, reader.enrollment, reader.address) for reader in audience.readers]
    )
    _note_audience(batch, audience)


def _note_audience(batch: MessageBatch, audience: Audience) -> None:
    batch.recipient_count = len(audience.readers)
    batch.left_out = [asdict(one) for one in audience.left_out]
    batch.save(update_fields=["recipient_count", "left_out", "written_at"])


def _email(batch: MessageBatch, enrollment: Enrollment, address: str) -> NewMessage:
    purchase = for_attendee(enrollment)
    words = own_words(purchase=purchase, bootcamp=batch.bootcamp)
    subject, text, html = "", render_words(batch.content, words), ""
    if batch.type == Channel.EMAIL:
        mail = render_mail(
            subject=batch.subject or BOOTCAMPS_OWN_SUBJECT,
            content=batch.content,
            words=words,
            because=because_of(batch.bootcamp.name),
            optional=True,
            below=own_time_note(purchase=purchase, bootcamp=batch.bootcamp, template=batch.content),
        )
        subject, text, html = mail.subject, mail.text, mail.html
    return NewMessage(
        event=f"{batch.key_prefix}{purchase.pk}",
        category=batch.category,
        channel=Channel(batch.type),
        to=address,
        subject=subject,
        text=text,
        html=html,
        reply_to=settings.ENV.SUPPORT_EMAIL if html else "",
        more_links=[_join_link(batch, enrollment)]
        if "{zoomLink}" in batch.subject + batch.content
        else [],
        is_optional=True,
        user_id=purchase.user_id,
        bootcamp_id=batch.bootcamp_id,
        purchase_id=purchase.pk,
    )


def _text_as_sent(batch: MessageBatch, enrollment: Enrollment) -> str:
    words = own_words(
        purchase=for_attendee(enrollment),
        bootcamp=batch.bootcamp,
        zoom_link=_join_link(batch, enrollment),
    )
    return render_words(batch.content, words)


def _join_link(batch: MessageBatch, enrollment: Enrollment) -> str:
    return JOIN.url(enrollment)


def _batches(bootcamp_id: int) -> QuerySet[MessageBatch]:
    return MessageBatch.objects.filter(bootcamp_id=bootcamp_id).select_related("bootcamp")


def _messages(batch: MessageBatch) -> QuerySet[Message]:
    return Message.objects.filter(dedupe_key__startswith=batch.key_prefix)


def _found(batch: MessageBatch | None) -> MessageBatch:
    if batch is None:
        raise NotFound("Message not found")
    return batch


def _invalid(field: str, message: str) -> Invalid:
    return Invalid(message, fields={field: message})
