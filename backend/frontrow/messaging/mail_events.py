"""Mail provider events: deliveries, bounces, complaints and unsubscriptions.

Events can arrive late, twice and in any order. Each is handled independently, and none undoes
another.
"""

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.http import HttpRequest

from frontrow.core.addresses import address_key, with_address
from frontrow.core.errors import Forbidden, Invalid, NotFound
from frontrow.integrations import mail_events
from frontrow.integrations.mail_events import Fate, MailEvent
from frontrow.messaging.models import Channel, Message, MessageFate, MessageStatus, Suppression

BOUNCED = "bounced"
COMPLAINED = "complained"
LONGEST_WORDS = 500


def heed_mail_events(*, request: HttpRequest) -> int:
    """Handle the events. Returns how many were about our mails."""
    if not mail_events.is_configured():
        raise NotFound("No mail provider is set up.")
    try:
        events = mail_events.read_events(request)
    except mail_events.ForgedEvent as error:
        raise Forbidden("This call doesn't come from our mail provider.") from error
    except mail_events.UnreadableEvent as error:
        raise Invalid("These events can't be read.", fields={}) from error
    return sum(_heed(event) for event in events)


@transaction.atomic
def _heed(event: MailEvent) -> bool:
    message = _find(event)
    if message is None:
        return False
    ours = Message.objects.filter(pk=message.pk)
    match event.fate:
        case Fate.DELIVERED:
            ours.update(delivered_at=Coalesce("delivered_at", event.at or Now()))
        case Fate.BOUNCED | Fate.BOUNCED_FOR_NOW:
            ours.exclude(fate=MessageFate.COMPLAINED).update(
                status=MessageStatus.FAILED,
                fate=MessageFate.BOUNCED,
                fate_at=Now(),
                error_message=event.words[:LONGEST_WORDS],
                sealed_link="",
            )
            if event.fate == Fate.BOUNCED:
                _leave_alone(message.recipient, reason=BOUNCED)
        case Fate.COMPLAINED:
            ours.update(
                fate=MessageFate.COMPLAINED,
                fate_at=Now(),
                error_message=event.words[:LONGEST_WORDS],
            )
            _leave_alone(message.recipient, reason=COMPLAINED)
    return True


def _find(event: MailEvent) -> Message | None:
    by_name = Q()
    if event.message_id:
        by_name |= Q(message_id=event.message_id)
    if event.provider_id:
        by_name |= Q(provider_id=event.provider_id)
    if not by_name:
        return None
    return Message.objects.filter(by_name, type=Channel.EMAIL).order_by("pk").first()


def _leave_alone(address: str, *, reason: str) -> None:
    """Stop optional mail to this address. Transactional mail is still tried and may arrive.

    A bounce or complaint replaces an unsubscription, because the reader can undo the latter.
    """
    mails = Suppression.objects.filter(channel=Channel.EMAIL)
    known = with_address(mails, address, field="address")
    if not known.exclude(reason=COMPLAINED).update(reason=reason):
        Suppression.objects.bulk_create(
            [Suppression(channel=Channel.EMAIL, address=address_key(address), reason=reason)],
            ignore_conflicts=True,
        )
