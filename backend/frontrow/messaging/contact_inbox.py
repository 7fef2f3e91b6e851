"""The inbox of what visitors wrote: read by admins, newest first, each marked read or unread."""

from django.db.models.functions import Now

from frontrow.core.errors import NotFound
from frontrow.messaging.models import ContactMessage
from frontrow.messaging.template_schemas import ContactMessageOut, ContactPageOut

PAGE_SIZE = 20


def read_inbox(*, unread_only: bool, page: int) -> ContactPageOut:
    messages = ContactMessage.objects.order_by("-created_at", "-id")
    unread = ContactMessage.objects.filter(read_at=None).count()
    if unread_only:
        messages = messages.filter(read_at=None)
    first = (page - 1) * PAGE_SIZE
    return ContactPageOut(
        rows=[_as_answer(message) for message in messages[first : first + PAGE_SIZE]],
        total=unread if unread_only else messages.count(),
        unread=unread,
    )


def mark_contact_message(*, message_id: int, is_read: bool) -> ContactMessageOut:
    """Marking twice changes nothing: the first reading is the one that is kept."""
    marked = ContactMessage.objects.filter(pk=message_id)
    if is_read:
        marked.filter(read_at=None).update(read_at=Now())
    else:
        marked.update(read_at=None)
    message = marked.first()
    if message is None:
        raise NotFound("Message not found")
    return _as_answer(message)


def _as_answer(message: ContactMessage) -> ContactMessageOut:
    return ContactMessageOut(
        id=message.pk,
        name=message.name,
        email=message.email,
        subject=message.subject,
        message=message.message,
        created_at=message.created_at,
        is_read=message.read_at is not None,
    )
