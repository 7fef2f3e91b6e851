"""Send emails by SMTP or a provider's API, reusing one connection for several emails."""

import smtplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.header import Header
from http import HTTPStatus
from typing import Any, NoReturn

from anymail.exceptions import AnymailAPIError, AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection

# Some servers disconnect after a hundred emails. We reconnect earlier.
RENEW_AFTER = 100
# The server closes, is out of sequence, or rejects our login. The email isn't the cause, and the
# next one would get the same response.
ABOUT_US = {421, 503, 530, 534, 535, 538}

# A header line has 78 characters, of which `Subject: ` takes nine.
SUBJECT_ON_ONE_LINE = 69


class MailRefused(Exception):
    """Permanent: the server will never accept this email."""


class MailDelayed(Exception):
    """Temporary: the server can't accept it now."""


class MailServerAway(Exception):
    """The server is unreachable or refuses our login. The email isn't the cause."""


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
    # The one-click unsubscribe URL (RFC 8058).
    unsubscribe: str = ""
    # Message-IDs of the thread, oldest first (RFC 5322, References).
    thread: str = ""


class Line:
    """A connection to the mail server, opened for the first email and reopened after a failure."""

    def __init__(self) -> None:
        self._server = get_connection()
        self._sent = 0

    def send(self, mail: Mail) -> str:
        """Send one email. Returns the provider's message id if it differs from ours."""
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
        # Set only if a provider's API accepted it.
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
        """Map the SMTP code: 5xx is permanent, 4xx is temporary, and a few mean the connection.

        If the server rejects this email's recipient or content with one of those few, it counts as
        delayed all the same: retried immediately, it would stay first and block all other emails.
        """
        words = f"{type(error).__name__} {code}"
        if code in ABOUT_US:
            self._drop()
            raise (MailDelayed if is_about_mail else MailServerAway)(words) from error
        self._start_over()
        kind = MailRefused if 500 <= code < 600 else MailDelayed  # noqa: PLR2004
        raise kind(words) from error

    def _start_over(self) -> None:
        """Reset the session, so that the next email isn't nested in this one.

        smtplib does so itself, except after a rejected DATA.
        """
        try:
            for connection in self._connections():
                connection.rset()
        except OSError:
            self._drop()

    def _drop(self) -> None:
        """Close without QUIT, for whose response a stalled server would make us wait."""
        for connection in self._connections():
            connection.close()
        self._server = get_connection()
        self._sent = 0

    def _connections(self) -> Iterator[smtplib.SMTP]:
        """The SMTP connections that Django's email backend has open, if it uses SMTP."""
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
        """Build the email.

        Django doesn't count `Subject: ` when it encodes a subject. A long one then begins on the
        header's second line, and inboxes show a blank before it.
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
    # Returned in the provider's events. SMTP has no equivalent.
    message.metadata = {"message": mail.message_id}  # type: ignore[attr-defined]
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    for attachment in mail.attachments:
        message.attach(attachment.name, attachment.text, attachment.media_type)
    return message


def _by_api_answer(error: AnymailError) -> MailRefused | MailDelayed | MailServerAway:
    """Map an API response like an SMTP code: a problem with our account is not the email's."""
    if not isinstance(error, AnymailAPIError):
        return MailRefused(type(error).__name__)
    code = error.status_code
    answer = code or "didn't answer"
    words = f"{error.esp_name} {answer}"
    if code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}:
        return MailServerAway(words)
    is_final = code is not None and 400 <= code < 500  # noqa: PLR2004
    return MailRefused(words) if is_final else MailDelayed(words)
