"""The SMTP side: as strict as a real server, and struck by the faults that were asked for."""

import asyncio
import re
import threading
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from standins.faults import Faults
from standins.mail.faults import Fault
from standins.mail.inbox import Inbox

HANGS_UP = 421
WORDS = {421: "4.3.2 Closing the channel", 550: "5.1.1 No such user", 552: "5.2.2 Mailbox full"}
# What every mail must say (RFC 5322, 3.6), and the one that real servers refuse to see twice.
NEEDED = ("from", "date")
# Two readers may disagree where such a mail ends, which lets a second one be smuggled in.
BARE_LINE_END = re.compile(rb"(?<!\r)\n|\r(?!\n)")
ONLY_ONCE = (*NEEDED, "message-id", "subject", "to")


class Postman:
    """Keeps every mail that is in order, unless a fault strikes after its last dot."""

    def __init__(self, inbox: Inbox, faults: Faults[Fault]) -> None:
        self.inbox = inbox
        self.faults = faults

    # aiosmtpd finds its hooks by these names.
    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw = _bytes(envelope)
        message_id = message_id_of(raw)
        fault = self.faults.strike(at="content", to="".join(envelope.rcpt_tos[:1]))
        if complaint := complaint_about(raw):
            self.inbox.note(message_id, "malformed")
            return f"550 5.6.0 {complaint}"
        if fault is None or fault.kind == "stall":
            if fault:
                self.inbox.note(message_id, "stalled")
                await asyncio.sleep(fault.ms / 1000)
            self.inbox.add(envelope, raw, message_id, "kept")
            if isinstance(server, StruckSMTP):
                server.taken = message_id
            return "250 2.0.0 OK"
        if fault.kind == "status":
            self.inbox.note(message_id, f"refused {fault.status}")
            return reply(fault)
        if fault.kind == "lost_reply":
            self.inbox.add(envelope, raw, message_id, "kept, reply lost")
        else:
            self.inbox.note(message_id, "cut")
        break_off(server)
        return "421 gone"


class StruckSMTP(SMTP):
    def __init__(self, *args: Any, faults: Faults[Fault], lines: set[SMTP], **more: Any) -> None:
        super().__init__(*args, **more)
        self.faults = faults
        self.lines = lines
        self.taken = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.lines.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.lines.discard(self)
        super().connection_lost(error)

    async def _handle_client(self) -> None:
        if not await self._is_struck("connect"):
            await super()._handle_client()

    async def smtp_QUIT(self, arg: str) -> None:  # noqa: N802
        self._was_heard()
        await super().smtp_QUIT(arg)

    async def smtp_RSET(self, arg: str) -> None:  # noqa: N802
        self._was_heard()
        await super().smtp_RSET(arg)

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        self._was_heard()
        if not await self._is_struck("mail"):
            await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        found = re.search(r"<([^>]*)>", arg or "")
        if not await self._is_struck("rcpt", found[1] if found else ""):
            await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        to = "".join(self.envelope.rcpt_tos[:1]) if self.envelope else ""
        if not await self._is_struck("data", to):
            await super().smtp_DATA(arg)

    def _was_heard(self) -> None:
        """Whoever goes on speaking has read our yes to the mail before."""
        if self.taken:
            self.event_handler.inbox.note_heard(self.taken)
            self.taken = ""

    async def _is_struck(self, at: str, to: str = "") -> bool:
        """Whether that was the end of it; one that only stalls goes on."""
        fault = self.faults.strike(at=at, to=to)
        if fault is None:
            return False
        if fault.kind == "stall":
            await asyncio.sleep(fault.ms / 1000)
            return False
        if fault.kind == "status":
            await self.push(reply(fault))
        if fault.kind == "cut":
            break_off(self)
        elif _ends(fault) and self.transport is not None:
            self.transport.close()
        return True


class Door(Controller):
    """One listener with its connections."""

    def __init__(self, postman: Postman, *, port: int) -> None:
        super().__init__(postman, hostname="127.0.0.1", port=port)
        self.postman = postman
        self.lines: set[SMTP] = set()

    def factory(self) -> SMTP:
        return StruckSMTP(
            self.postman, faults=self.postman.faults, lines=self.lines, **self.SMTP_kwargs
        )

    def hang_up(self) -> None:
        for line in list(self.lines):
            break_off(line)

    def _trigger_server(self) -> None:
        """Without the caller that aiosmtpd sends ahead: it would meet the first fault."""
        self._factory_invoked.set()
        self.smtpd = self.smtpd or self.factory()


class MailServer:
    """A listener that can be taken away and brought back; connections go with it."""

    def __init__(self, inbox: Inbox, *, port: int) -> None:
        self.inbox = inbox
        self.faults = Faults(Fault)
        self.port = port
        self._postman = Postman(inbox, self.faults)
        self._door: Door | None = None
        self._lock = threading.Lock()

    def open(self) -> None:
        with self._lock:
            if self._door is None:
                self._door = Door(self._postman, port=self.port)
                self._door.start()

    def close(self) -> None:
        with self._lock:
            if self._door is not None:
                self._door.loop.call_soon_threadsafe(self._door.hang_up)
                self._door.stop()
                self._door = None


def break_off(line: SMTP) -> None:
    """With a reset, as a dying server does: what was written and not yet read is lost."""
    if isinstance(line.transport, asyncio.Transport):
        line.transport.abort()


def reply(fault: Fault) -> str:
    default = "4.7.1 Come back later" if fault.status < 500 else "5.7.1 Refused"  # noqa: PLR2004
    return f"{fault.status} {WORDS.get(fault.status, default)}"


def complaint_about(raw: bytes) -> str:
    """What is wrong with it, as servers at the edge of the net would say."""
    if BARE_LINE_END.search(raw):
        return "Bare line feed or carriage return"
    head = _head(raw)
    names = [line.partition(b":")[0].decode("ascii", "replace").lower() for line in head]
    for name in NEEDED:
        if name not in names:
            return f"No {name} header"
    for name in ONLY_ONCE:
        if names.count(name) > 1:
            return f"More than one {name} header"
    return ""


def message_id_of(raw: bytes) -> str:
    for line in _head(raw):
        name, _, value = line.partition(b":")
        if name.lower() == b"message-id":
            return value.strip().decode("ascii", "replace")
    return ""


def _head(raw: bytes) -> list[bytes]:
    """Its header lines, unfolded."""
    head = raw.partition(b"\r\n\r\n")[0]
    return re.sub(rb"\r\n[ \t]+", b" ", head).split(b"\r\n")


def _bytes(envelope: Envelope) -> bytes:
    content = envelope.content or b""
    return content if isinstance(content, bytes) else content.encode()


def _ends(fault: Fault) -> bool:
    return fault.status == HANGS_UP or fault.at == "connect"
