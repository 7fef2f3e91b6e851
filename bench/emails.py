"""Sends the same emails both ways, in turns: by a bare smtplib loop, and through the outbox.

The bare loop composes and sends; the outbox also remembers, so that whoever dies loses nothing and
sends nothing twice. Started by `bench/mail.py`, with the server's ports and the connections.
"""

import os
import smtplib
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import django
from django.core.mail import EmailMultiAlternatives
from tests.fakes.mail import MailServer
from tests.faults.processes import wait_until

django.setup()

from frontrow.messaging.models import Message, MessageStatus  # noqa: E402
from frontrow.messaging.outbox import NewMessage, write_messages  # noqa: E402
from frontrow.messaging.rendering import OwnWords, render_mail  # noqa: E402

from bench.measure import median, spread  # noqa: E402

EMAILS = int(os.environ.get("MAIL_MESSAGES", "1000"))
ROUNDS = int(os.environ.get("MAIL_ROUNDS", "5"))
GOAL = 0.5
CONTENT = """Hello {firstName},

tomorrow we begin. Please have your notes from the first hour at hand, and try the room once
before: microphone, camera, and a quiet corner.

- Open the room ten minutes early.
- Bring one question you could not answer yourself.
- Have something to write on.

See you there!"""


@dataclass
class Ways:
    mail: MailServer
    connections: int
    written: int = 0

    def through_outbox(self) -> float:
        """Emails a second, from the commit that wrote them until the last one is noted."""
        emails = self._emails()
        write_messages(emails)
        started = time.perf_counter()
        wait_until(_nothing_waits, within=600, what="every email is noted as sent")
        return EMAILS / (time.perf_counter() - started)

    def by_bare_loop(self) -> float:
        emails = self._emails()

        def send_share(share: int) -> None:
            with smtplib.SMTP("127.0.0.1", self.mail.port) as connection:
                for number, email in enumerate(emails[share :: self.connections]):
                    _send(connection, email, f"<{share}-{number}@example.test>")

        started = time.perf_counter()
        with ThreadPoolExecutor(self.connections) as pool:
            list(pool.map(send_share, range(self.connections)))
        return EMAILS / (time.perf_counter() - started)

    def check(self) -> None:
        counts = self.mail.counts()
        if len(counts) != EMAILS or set(counts.values()) != {1}:
            raise RuntimeError(f"{len(counts)} of {EMAILS} emails arrived")
        self.mail.reset()

    def _emails(self) -> list[NewMessage]:
        first = self.written
        self.written += EMAILS
        return [_email(number) for number in range(first, self.written)]


def _email(number: int) -> NewMessage:
    to = f"reader{number}@example.test"
    words = OwnWords(
        first_name="Ada",
        last_name="Lovelace",
        email=to,
        bootcamp_name="Launch",
        bootcamp_date="October 9",
        bootcamp_time="6:00 PM EDT",
        zoom_link="https://example.test/join",
        login_url="https://example.test/login",
    )
    mail = render_mail(
        subject="Tomorrow we begin", content=CONTENT, words=words, because="You have a seat."
    )
    return NewMessage(
        event=f"bench:{number}",
        category="CUSTOM",
        to=to,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
    )


def _send(connection: smtplib.SMTP, email: NewMessage, message_id: str) -> None:
    mail = EmailMultiAlternatives(
        email.subject, email.text, to=[email.to], headers={"Message-ID": message_id}
    )
    mail.attach_alternative(email.html, "text/html")
    raw = mail.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]
    connection.sendmail(mail.from_email, mail.to, raw)


def _nothing_waits() -> bool:
    return not Message.objects.filter(status=MessageStatus.PENDING).exists()


def main() -> int:
    smtp, http, connections = (int(word) for word in sys.argv[1:])
    ways = Ways(MailServer(port=smtp, http_port=http), connections)
    rates: dict[str, list[float]] = {"bare loop": [], "outbox": []}
    for _ in range(ROUNDS):
        for name, way in (("bare loop", ways.by_bare_loop), ("outbox", ways.through_outbox)):
            rates[name].append(way())
            ways.check()
    for name, values in rates.items():
        print(f"{name:12} {median(rates, name):10,.0f} /s  ({spread(values)})")
    ratio = statistics.median(
        ours / bare for ours, bare in zip(rates["outbox"], rates["bare loop"], strict=True)
    )
    print(
        f"{'ok  ' if ratio >= GOAL else 'MISS'} Emails through the outbox / bare smtplib loop,"
        f" {connections} connections: {ratio:.2f} (goal {GOAL})"
    )
    return int(ratio < GOAL)


if __name__ == "__main__":
    sys.exit(main())
