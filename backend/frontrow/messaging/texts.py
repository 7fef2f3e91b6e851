"""Text messages: send each once, record receipts, and handle STOP, START and HELP."""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from xml.sax.saxutils import escape

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core import clock
from frontrow.core.errors import Forbidden
from frontrow.integrations import sms
from frontrow.messaging.consent import PhoneOwner, consenting, note_sms_consent
from frontrow.messaging.models import Channel, Message, MessageStatus, SmsConsent, Suppression
from frontrow.messaging.quiet_hours import earliest_allowed
from frontrow.messaging.text_length import TOO_LONG, is_too_long

RECEIPTS_PATH = "/api/webhooks/twilio/receipt"
OPTED_OUT = "opted out"
_NOTHING_TO_SAY = "<Response></Response>"
_NUMBER = re.compile(r"\+[1-9][0-9]{6,14}")
_ERROR_CODE = re.compile(r"[0-9]{1,6}")


class Wish(StrEnum):
    STOP = "stop"
    START = "start"
    HELP = "help"


# The keywords that Twilio itself recognizes, in lower case.
_WORDS = {
    Wish.STOP: {"stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"},
    Wish.START: {"start", "yes", "unstop"},
    Wish.HELP: {"help", "info"},
}


def deliver_text(message: Message, *, text: str) -> str:
    """Send it, unless an earlier attempt sent it and its response was lost. Returns the Twilio id.

    Consent is checked again here, because the reader may have withdrawn it since.
    """
    owner = PhoneOwner(message.recipient, message.user_id, message.purchase_id)
    if is_opted_out(message.recipient) or not consenting([owner]):
        raise sms.SmsRefused("This person doesn't want text messages.", opted_out=True)
    if is_too_long(text):
        raise sms.SmsRefused(TOO_LONG)
    if message.attempts > 1:
        found = sms.find_sent(to=message.recipient, text=text, since=message.created_at)
        if found is not None:
            return found.id
    try:
        sent = sms.send(
            to=message.recipient,
            text=text,
            # Identified by our own id, because the receipt may arrive before Twilio's response
            # does.
            receipts_to=f"{settings.SITE_URL}{RECEIPTS_PATH}?message={message.pk}",
        )
    except sms.SmsRefused as error:
        if error.opted_out:
            opt_out(phone=message.recipient)
        raise
    return sent.id


def allowed_from(message: Message) -> datetime:
    """Now if it is day, else the next morning in the reader's time zone, as far as known."""
    zone = zone_of_phone(user=message.user, bootcamp=message.bootcamp)
    return earliest_allowed(at=clock.now(), zone=zone)


def zone_of_phone(*, user: User | None, bootcamp: Bootcamp | None) -> str:
    """The time zone of the phone's owner, else of the bootcamp they booked, else the site's."""
    return (user.timezone if user else "") or (
        bootcamp.timezone if bootcamp else settings.ENV.OPERATOR_TIME_ZONE
    )


def is_opted_out(phone: str) -> bool:
    return Suppression.objects.filter(channel=Channel.SMS, address=phone).exists()


@transaction.atomic
def opt_out(*, phone: str) -> None:
    """Stop all texts to this number and withdraw its consent."""
    Suppression.objects.bulk_create(
        [Suppression(channel=Channel.SMS, address=phone, reason=OPTED_OUT)], ignore_conflicts=True
    )
    SmsConsent.objects.filter(phone=phone, withdrawn_at=None).update(withdrawn_at=Now())


@transaction.atomic
def opt_in(*, phone: str) -> None:
    """Restore consent for a number that texts START, if it was ended by STOP.

    A number that never consented isn't enrolled.
    """
    Suppression.objects.filter(channel=Channel.SMS, address=phone, reason=OPTED_OUT).delete()
    ended = SmsConsent.objects.filter(phone=phone, withdrawn_at__isnull=False)
    latest = ended.order_by("-withdrawn_at").first()
    # Restore everything that STOP ended. A consent that was withdrawn before stays withdrawn.
    for one in ended.filter(withdrawn_at=latest.withdrawn_at) if latest else ():
        note_sms_consent(
            phone=phone, user_id=one.user_id, purchase_id=one.purchase_id, source="reply"
        )


def note_receipt(*, message_id: int, path: str, fields: Mapping[str, str], signature: str) -> None:
    """Record the state of a text. Late and repeated receipts don't change a final state."""
    _refuse_strangers(path, fields, signature)
    ours = Message.objects.filter(pk=message_id, type=Channel.SMS, delivered_at=None)
    match fields.get("MessageStatus"):
        case "delivered":
            ours.update(delivered_at=Now())
        case "undelivered" | "failed":
            code = fields.get("ErrorCode", "")
            code = code if _ERROR_CODE.fullmatch(code) else "gave no code"
            ours.update(
                status=MessageStatus.FAILED, error_message=f"Not delivered (Twilio {code})."
            )


def answer_reply(*, path: str, fields: Mapping[str, str], signature: str) -> str:
    """Handle STOP, START and HELP. Returns the reply as TwiML."""
    _refuse_strangers(path, fields, signature)
    phone = fields.get("From", "")
    if not _NUMBER.fullmatch(phone):
        # A short code or an empty sender can't be a number that we texted.
        return _NOTHING_TO_SAY
    match wish_of(fields.get("Body", "")):
        case Wish.STOP:
            # Twilio sends the goodbye text.
            opt_out(phone=phone)
        case Wish.START:
            opt_in(phone=phone)
        case Wish.HELP:
            env = settings.ENV
            words = (
                f"{env.SITE_NAME}: texts about bootcamps you booked. Help: {env.SUPPORT_EMAIL}."
                " Reply STOP to end them."
            )
            return f"<Response><Message>{escape(words)}</Message></Response>"
    return _NOTHING_TO_SAY


def wish_of(text: str) -> Wish | None:
    word = text.strip().strip(".!\"'").casefold()
    return next((wish for wish, words in _WORDS.items() if word in words), None)


def _refuse_strangers(path: str, fields: Mapping[str, str], signature: str) -> None:
    if not sms.is_signed(path=path, fields=fields, signature=signature):
        raise Forbidden("This call isn't signed by Twilio.")
