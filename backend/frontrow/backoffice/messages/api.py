"""Admin endpoints for messages to a bootcamp's attendees: audience, sending, progress."""

from uuid import UUID

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import acting_user, needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.messages import attendee_messages, previews
from frontrow.backoffice.messages.audience import list_audiences
from frontrow.backoffice.messages.schemas import (
    AudiencesOut,
    BatchOut,
    BatchSummaryOut,
    MessageSentOut,
    PreviewIn,
    PreviewOut,
    SendMessageIn,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get(
    "/admin/bootcamps/{bootcamp_id}/recipients", response=AudiencesOut, auth=needs(Right.MESSAGES)
)
def list_recipients(request: HttpRequest, bootcamp_id: int) -> AudiencesOut:
    return list_audiences(bootcamp_id=bootcamp_id)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/send-message",
    response=MessageSentOut,
    auth=needs(Right.MESSAGES, recent=True),
)
def send_message(request: HttpRequest, bootcamp_id: int, payload: SendMessageIn) -> MessageSentOut:
    batch = attendee_messages.send_to_attendees(
        by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload
    )
    return MessageSentOut(
        success_count=batch.recipient_count, batch_id=batch.pk, left_out=batch.left_out
    )


@router.get(
    "/admin/bootcamps/{bootcamp_id}/messages",
    response=list[BatchSummaryOut],
    auth=needs(Right.MESSAGES),
)
def list_message_batches(request: HttpRequest, bootcamp_id: int) -> list[BatchSummaryOut]:
    return attendee_messages.list_batches(bootcamp_id=bootcamp_id)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/messages/{batch_id}",
    response=BatchOut,
    auth=needs(Right.MESSAGES),
)
def follow_message_batch(request: HttpRequest, bootcamp_id: int, batch_id: UUID) -> BatchOut:
    return attendee_messages.follow_batch(bootcamp_id=bootcamp_id, batch_id=batch_id)


@router.delete(
    "/admin/bootcamps/{bootcamp_id}/messages/{batch_id}",
    response=BatchSummaryOut,
    auth=needs(Right.MESSAGES),
)
def cancel_message_batch(request: HttpRequest, bootcamp_id: int, batch_id: UUID) -> BatchSummaryOut:
    return attendee_messages.summarize_batch(
        attendee_messages.cancel_batch(
            by=actor_of(request), bootcamp_id=bootcamp_id, batch_id=batch_id
        )
    )


@router.post("/admin/message-preview", response=PreviewOut, auth=needs(Right.MESSAGES))
def preview_message(request: HttpRequest, payload: PreviewIn) -> PreviewOut:
    return previews.preview_message(wanted=payload)


@router.post("/admin/message-test", response=MessageOut, auth=needs(Right.MESSAGES))
def send_test_message(request: HttpRequest, payload: PreviewIn) -> MessageOut:
    address = previews.send_test(admin=acting_user(request), wanted=payload)
    return MessageOut(message=f"Sent to {address}.")
