"""Answers to contact messages: accepted, held back for ten seconds, then sent through the outbox.

The row is written first, and a job sends it when the undo period is over. The job and the undo both
lock the row, so the answer is either sent once or taken back.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.core.clock import database_now
from frontrow.core.dates import format_date
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.idempotency import refuse_other_words
from frontrow.core.jobs import enqueue, job
from frontrow.messaging.contact_inbox import answer_out
from frontrow.messaging.email_layout import Block, SmallPrint, lay_out_html, lay_out_text
from frontrow.messaging.inbox_schemas import ContactAnswerIn, ContactAnswerOut
from frontrow.messaging.models import ContactAnswer, ContactMessage, Message
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.rendering import plain_blocks

CATEGORY = "ANSWER"
UNDO_FOR = timedelta(seconds=10)
# Mail programs need the first and the latest Message-IDs. The header's length must be limited.
LONGEST_THREAD = 20


@transaction.atomic
def send_answer(*, by: Actor, message_id: int, wanted: ContactAnswerIn) -> ContactAnswerOut:
    """Accept an answer. Idempotent: the same key returns the same answer and sends nothing."""
    contact = ContactMessage.objects.select_for_update().filter(pk=message_id).first()
    if contact is None:
        raise NotFound("Message not found")
    if not wanted.text.strip():
        raise Invalid(fields={"text": "Write an answer."})
    now = database_now()
    answer, is_new = ContactAnswer.objects.get_or_create(
        idempotency_key=wanted.idempotency_key,
        defaults={
            "contact": contact,
            "author": by.user,
            "text": wanted.text,
            "closes": wanted.closes,
            "send_at": now + UNDO_FOR,
        },
    )
    if not is_new:
        refuse_other_words(
            kept=(answer.contact_id, answer.text, answer.closes),
            sent=(contact.pk, wanted.text, wanted.closes),
            what="An answer to this message",
        )
        return _told(answer)
    contact.read_at = contact.read_at or now
    if wanted.closes:
        contact.closed_at = contact.closed_at or now
    contact.save(update_fields=["read_at", "closed_at"])
    enqueue(write_answer, run_at=answer.send_at, answer_id=answer.pk)
    audit.record(
        by=by,
        action="answered contact message",
        subject_type="contact",
        subject_id=contact.pk,
        closed=wanted.closes,
    )
    return _told(answer)


@transaction.atomic
def take_back_answer(*, by: Actor, message_id: int, answer_id: int) -> ContactAnswerOut:
    """Undo an answer before it is sent, and reopen the conversation if the answer closed it.

    Too late once the answer is in the outbox.
    """
    answer = (
        ContactAnswer.objects.select_for_update(of=("self",))
        .select_related("contact")
        .filter(pk=answer_id, contact_id=message_id)
        .first()
    )
    if answer is None:
        raise NotFound("Answer not found")
    if answer.written_at is not None:
        raise Conflict("This answer is already being sent.", code=ErrorCode.ALREADY_SENT)
    if answer.canceled_at is None:
        answer.canceled_at = database_now()
        answer.save(update_fields=["canceled_at"])
        if answer.closes:
            ContactMessage.objects.filter(pk=message_id).update(closed_at=None)
        audit.record(
            by=by,
            action="took back answer",
            subject_type="contact",
            subject_id=message_id,
        )
    return _told(answer)


@job(queue="mail")
@transaction.atomic
def write_answer(answer_id: int) -> None:
    """Put an answer in the outbox once its undo period is over."""
    answer = ContactAnswer.objects.select_for_update().filter(pk=answer_id).first()
    if answer is None or answer.canceled_at or answer.written_at:
        return
    answer.written_at = database_now()
    answer.save(update_fields=["written_at"])
    contact = answer.contact
    title = f"Re: {contact.subject}"
    blocks = [*plain_blocks(answer.text), _quoted(contact)]
    write_messages(
        [
            NewMessage(
                event=answer.event,
                category=CATEGORY,
                to=contact.email,
                subject=title,
                text=lay_out_text(blocks),
                html=lay_out_html(title=title, blocks=blocks),
                reply_to=settings.ENV.SUPPORT_EMAIL,
                thread=_thread(answer),
            )
        ]
    )


def _thread(answer: ContactAnswer) -> list[str]:
    """Start the thread with the operator's own copy, so that a reply is shown beside it."""
    earlier = ContactAnswer.objects.filter(contact_id=answer.contact_id, pk__lt=answer.pk)
    events = [f"contact:{answer.contact_id}", *(one.event for one in earlier.order_by("pk"))]
    ids = dict(
        Message.objects.filter(dedupe_key__in=events).values_list("dedupe_key", "message_id")
    )
    known = [known_id for event in events if (known_id := ids.get(event))]
    return known if len(known) <= LONGEST_THREAD else [known[0], *known[1 - LONGEST_THREAD :]]


def _quoted(contact: ContactMessage) -> Block:
    day = format_date(contact.created_at, settings.ENV.OPERATOR_TIME_ZONE)
    lines = contact.message.replace("\r\n", "\n").split("\n")
    return SmallPrint([f"On {day}, {contact.name} wrote:", *(f"> {line}" for line in lines)])


def _told(answer: ContactAnswer) -> ContactAnswerOut:
    return answer_out(answer, Message.objects.filter(dedupe_key=answer.event).first())
