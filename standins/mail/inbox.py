"""What was received: kept as it came, and read once, when somebody looks."""

import email
import email.policy
import threading
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage, MIMEPart
from functools import cached_property
from typing import Any

from aiosmtpd.smtp import Envelope

KEEP = 500


@dataclass(frozen=True)
class Kept:
    number: int
    received_at: datetime
    sender: str
    to: list[str]
    raw: bytes

    @cached_property
    def shown(self) -> dict[str, Any]:
        parsed = email.message_from_bytes(self.raw, EmailMessage, policy=email.policy.default)
        text, page = parsed.get_body(("plain",)), parsed.get_body(("html",))
        return {
            "id": self.number,
            "receivedAt": self.received_at.isoformat(),
            "from": self.sender,
            "to": self.to,
            "subject": str(parsed["Subject"] or ""),
            "headers": {name: str(value) for name, value in parsed.items()},
            "text": _content(text),
            "html": _content(page),
            "attachments": [
                {"name": part.get_filename() or "", "type": part.get_content_type()}
                for part in parsed.iter_attachments()
            ],
        }


@dataclass
class Inbox:
    kept: list[Kept] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    received: int = 0
    # Every mail that was offered whole, by Message-ID, and what became of it; in order.
    log: list[tuple[str, str]] = field(default_factory=list)
    # How often the sender of each Message-ID went on after our yes, and so has read it.
    heard: Counter[str] = field(default_factory=Counter)

    def add(self, envelope: Envelope, raw: bytes, message_id: str, outcome: str) -> None:
        with self.lock:
            self.received += 1
            sender, to = envelope.mail_from or "", list(envelope.rcpt_tos)
            self.kept.append(Kept(self.received, datetime.now(UTC), sender, to, raw))
            del self.kept[:-KEEP]
            self.log.append((message_id, outcome))

    def note(self, message_id: str, outcome: str) -> None:
        with self.lock:
            self.log.append((message_id, outcome))

    def note_heard(self, message_id: str) -> None:
        with self.lock:
            self.heard[message_id] += 1

    def unheard(self) -> Counter[str]:
        """How often each was taken without its sender learning of it."""
        taken = self.counts()
        with self.lock:
            return taken - self.heard

    def counts(self) -> Counter[str]:
        """How often each Message-ID was taken."""
        with self.lock:
            return Counter(name for name, outcome in self.log if outcome.startswith("kept"))

    def shown(self, *, to: str = "") -> list[dict[str, Any]]:
        """All of them, or those to one address; oldest first."""
        with self.lock:
            kept = list(self.kept)
        return [one.shown for one in kept if not to or to in one.to]

    def find(self, number: int) -> dict[str, Any] | None:
        with self.lock:
            found = next((one for one in self.kept if one.number == number), None)
        return found.shown if found else None

    def clear(self) -> None:
        with self.lock:
            self.kept.clear()

    def reset(self) -> None:
        with self.lock:
            self.kept.clear()
            self.log.clear()
            self.heard.clear()


def _content(part: MIMEPart | None) -> str:
    return str(part.get_content()).replace("\r\n", "\n") if part else ""
