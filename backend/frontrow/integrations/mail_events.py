"""Events of the mail provider: delivered, bounced, complained.

Anymail parses each provider's format. We call its views for the events instead of listening to its
signal, so that each event is written where it is handled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.signals import AnymailTrackingEvent, EventType
from anymail.webhooks.base import AnymailBaseWebhookView
from anymail.webhooks.brevo import BrevoTrackingWebhookView
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from anymail.webhooks.sparkpost import SparkPostTrackingWebhookView
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

READERS: Mapping[str, type[AnymailBaseWebhookView]] = {
    "brevo": BrevoTrackingWebhookView,
    "postmark": PostmarkTrackingWebhookView,
    "sparkpost": SparkPostTrackingWebhookView,
}


class ForgedEvent(Exception):
    """The webhook request lacks the shared secret."""


class UnreadableEvent(Exception):
    """The request isn't in the format that the provider documents."""


class Fate(StrEnum):
    DELIVERED = "delivered"
    # Temporary: the receiver may accept the next email.
    BOUNCED_FOR_NOW = "bounced for now"
    BOUNCED = "bounced"
    COMPLAINED = "complained"


@dataclass(frozen=True, kw_only=True)
class MailEvent:
    fate: Fate
    # The provider's id of the email, and ours. Either may be missing.
    provider_id: str
    message_id: str
    words: str
    at: datetime | None


_FATES = {
    EventType.DELIVERED: Fate.DELIVERED,
    EventType.BOUNCED: Fate.BOUNCED,
    EventType.REJECTED: Fate.BOUNCED,
    EventType.COMPLAINED: Fate.COMPLAINED,
}


def is_configured() -> bool:
    return bool(settings.ENV.MAIL_PROVIDER)


def read_events(request: HttpRequest) -> list[MailEvent]:
    """The events that change a message's state. Opens are ignored, for privacy."""
    secret = settings.ENV.MAIL_WEBHOOK_SECRET.get_secret_value()
    reader = READERS[settings.ENV.MAIL_PROVIDER](webhook_secret=secret)
    try:
        reader.run_validators(request)
        told = reader.parse_events(request)
    except AnymailWebhookValidationFailure as error:
        raise ForgedEvent from error
    except (LookupError, TypeError, ValueError, AttributeError, ImproperlyConfigured) as error:
        raise UnreadableEvent from error
    return [_read(event) for event in told if event.event_type in _FATES]


def _read(event: AnymailTrackingEvent) -> MailEvent:
    fate = _FATES[event.event_type]
    if fate == Fate.BOUNCED and _is_soft(event.esp_event):
        fate = Fate.BOUNCED_FOR_NOW
    said = str(event.message_id or "")
    ours = str((event.metadata or {}).get("message", ""))
    return MailEvent(
        fate=fate,
        provider_id=said,
        # Some providers keep our Message-ID and use it as theirs.
        message_id=ours or said,
        words=str(event.mta_response or event.description or ""),
        at=event.timestamp,
    )


def _is_soft(told: Any) -> bool:
    """Anymail doesn't distinguish a full mailbox from a missing one, but providers do."""
    kinds = (told.get("Type"), told.get("event"), told.get("bounce_class"))
    return any(str(kind).lower() in _SOFT for kind in kinds)


# Postmark's and Brevo's types, and SparkPost's classes, of temporary bounces.
_SOFT = {"softbounce", "soft_bounce", "20", "21", "22", "23", "24", "40"}
