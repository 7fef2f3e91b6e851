"""Hands mails to the mail server, one after another over a kept connection."""

import smtplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.header import Header
from http import HTTPStatus
from typing import Any, NoReturn

from anymail.exceptions import AnymailAPIError, AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection

# Some servers hang up after a hundred mails; we do so first, and in peace.
RENEW_AFTER = 100
# The server closes, lost the thread, or does not believe that we are who we say: not this mail's
# fault, and the next one would hear the same.
ABOUT_US = {421, 503, 530, 534, 535, 538}

# A header's line has 78 characters, and nine are the header's name.
SUBJECT_ON_ONE_LINE = 69


class MailRefused(Exception):
    """The server will never take this mail; trying again would only annoy it."""


class MailDelayed(Exception):
    """The server cannot take it now."""


class MailServerAway(Exception):
    """There is nobody to hand anything to, or nobody who lets us in: no fault of this mail."""


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
    # Message-IDs of the thread it continues, oldest first (RFC 5322, References).
    thread: str = ""


class Line:
    """A connection to the mail server: made for the first mail, made anew when it breaks."""

    def __init__(self) -> None:
        self._server = get_connection()
        self._sent = 0

    def send(self, mail: Mail) -> str:
        """Hand it over; what it is called there, if that is another name than ours."""
        message = _compose(mail)
        self._open()
        try:
            self._server.send_messages([message])
        except smtplib.SMTPRecipientsRefused as error:
            code, _ = next(iter(error.recipients.values()))
            self._fail(code, error)
        except smtplib.SMTPDataError as error:
            self._fail(error.smtp_code, error)
        except smtplib.SMTPResponseException as error:
            self._fail(error.smtp_code, error, is_about_mail=False)
        except AnymailError as error:
            raise _by_api_answer(error) from error
        except OSError as error:
            self._drop()
            raise MailDelayed(type(error).__name__) from error
        self._sent += 1
        # Only where a provider's API took it.
        name = getattr(getattr(message, "anymail_status", None), "message_id", None)
        return "" if name is None else str(name)

    def close(self) -> None:
        self._sent = 0
        try:
            self._server.close()
        except OSError:
            self._drop()

    def _open(self) -> None:
        if self._sent >= RENEW_AFTER:
            self.close()
        try:
            self._server.open()
            for connection in self._connections():
                connection.ehlo_or_helo_if_needed()
        except smtplib.SMTPResponseException as error:
            self._drop()
            raise MailServerAway(f"{type(error).__name__} {error.smtp_code}") from error
        except OSError as error:
            self._drop()
            raise MailServerAway(type(error).__name__) from error

    def _fail(self, code: int, error: Exception, *, is_about_mail: bool = True) -> NoReturn:
        """Codes of the 500s are final, 400s ask to come back; a few are not about this mail.

        Said of its reader or its words they are, all the same: put back as it was, it would be
        first again, and keep everybody else's mail behind it.
        """
        words = f"{type(error).__name__} {code}"
        if code in ABOUT_US:
            self._drop()
            raise (MailDelayed if is_about_mail else MailServerAway)(words) from error
        self._start_over()
        kind = MailRefused if 500 <= code < 600 else MailDelayed  # noqa: PLR2004
        raise kind(words) from error

    def _start_over(self) -> None:
        """smtplib does so itself, except where DATA is refused: the next mail would be nested."""
        try:
            for connection in self._connections():
                connection.rset()
        except OSError:
            self._drop()

    def _drop(self) -> None:
        """Without a goodbye, for which a server that stalls would let us wait."""
        for connection in self._connections():
            connection.close()
        self._server = get_connection()
        self._sent = 0

    def _connections(self) -> Iterator[smtplib.SMTP]:
        """What Django's own way of sending has open, if that is the way."""
        for name in ("connection", "_partial_connection"):
            connection = getattr(self._server, name, None)
            if isinstance(connection, smtplib.SMTP):
                yield connection


@contextmanager
def open_line() -> Iterator[Line]:
    line = Line()
    try:
        yield line
    finally:
        line.close()


class _Email(EmailMultiAlternatives):
    def message(self, **more: Any) -> Any:
        """Django doesn't count `Subject: ` when it encodes a subject: a long one then begins on the
        header's second line, and inboxes show the blank in front of it.
        """
        message = super().message(**more)
        subject = str(self.subject)
        if not subject.isascii() or len(subject) > SUBJECT_ON_ONE_LINE:
            encoded = Header(subject, "utf-8", header_name="Subject")
            message.replace_header("Subject", encoded.encode(linesep=""))
        return message


def _compose(mail: Mail) -> EmailMultiAlternatives:
    headers = {"Message-ID": mail.message_id}
    if mail.unsubscribe:
        headers["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if mail.thread:
        headers["In-Reply-To"] = mail.thread.split()[-1]
        headers["References"] = mail.thread
    message = _Email(
        subject=mail.subject,
        body=mail.text,
        to=[mail.to],
        reply_to=[mail.reply_to] if mail.reply_to else None,
        headers=headers,
    )
    # Comes back in what a provider tells us later; SMTP knows nothing of it.
    message.metadata = {"message": mail.message_id}  # type: ignore[attr-defined]
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    for attachment in mail.attachments:
        message.attach(attachment.name, attachment.text, attachment.media_type)
    return message


def _by_api_answer(error: AnymailError) -> MailRefused | MailDelayed | MailServerAway:
    """As by SMTP: our own standing is nobody's fault, and no answer asks to come back."""
    if not isinstance(error, AnymailAPIError):
        return MailRefused(type(error).__name__)
    code = error.status_code
    answer = code or "didn't answer"
    words = f"{error.esp_name} {answer}"
    if code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}:
        return MailServerAway(words)
    is_final = code is not None and 400 <= code < 500  # noqa: PLR2004
    return MailRefused(words) if is_final else MailDelayed(words)
