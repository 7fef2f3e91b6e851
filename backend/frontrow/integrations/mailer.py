"""Hands one mail to the mail server."""

import smtplib
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.mail import EmailMultiAlternatives


class MailRefused(Exception):
    """The server will never take this mail; trying again would only annoy it."""


class MailDelayed(Exception):
    """The server cannot take it now."""


@dataclass(frozen=True, kw_only=True)
class Attachment:
    name: str
    media_type: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Mail:
    to: str
    subject: str
    text: str
    html: str
    message_id: str
    reply_to: str
    attachments: Sequence[Attachment]
    # Where a mail program may post to take its owner off the list (RFC 8058).
    unsubscribe: str = ""


def send(mail: Mail) -> None:
    headers = {"Message-ID": mail.message_id}
    if mail.unsubscribe:
        headers["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.text,
        to=[mail.to],
        reply_to=[mail.reply_to] if mail.reply_to else None,
        headers=headers,
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    for attachment in mail.attachments:
        message.attach(attachment.name, attachment.text, attachment.media_type)
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        code, _ = next(iter(error.recipients.values()))
        raise _by_code(code, error) from error
    except smtplib.SMTPResponseException as error:
        raise _by_code(error.smtp_code, error) from error
    except OSError as error:
        raise MailDelayed(type(error).__name__) from error


def _by_code(code: int, error: Exception) -> MailRefused | MailDelayed:
    """Codes of the 500s are final; 400s ask to come back."""
    kind = MailRefused if 500 <= code < 600 else MailDelayed  # noqa: PLR2004
    return kind(f"{type(error).__name__} {code}")
