"""A mail server that keeps what it is given, with an inbox to look at.

SMTP on one port; on the other a page of messages, each shown as a person would see it, and the
same as JSON for tests: `GET /messages`, `GET /messages/N`, `DELETE /messages`.
"""

import argparse
import email
import email.policy
import html
import json
import re
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage, MIMEPart
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

KEEP = 500


@dataclass
class Inbox:
    messages: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    received: int = 0

    def add(self, envelope: Envelope) -> None:
        content = envelope.content or b""
        raw = content if isinstance(content, bytes) else content.encode()
        parsed = email.message_from_bytes(raw, EmailMessage, policy=email.policy.default)
        with self.lock:
            self.received += 1
            self.messages.append(_readable(self.received, envelope, parsed))
            del self.messages[:-KEEP]

    def find(self, number: int) -> dict[str, Any] | None:
        with self.lock:
            return next((m for m in self.messages if m["id"] == number), None)


def _readable(number: int, envelope: Envelope, parsed: EmailMessage) -> dict[str, Any]:
    text, page = parsed.get_body(("plain",)), parsed.get_body(("html",))
    return {
        "id": number,
        "receivedAt": datetime.now(UTC).isoformat(),
        "from": envelope.mail_from,
        "to": envelope.rcpt_tos,
        "subject": str(parsed["Subject"] or ""),
        "headers": {name: str(value) for name, value in parsed.items()},
        "text": _content(text),
        "html": _content(page),
        "attachments": [
            {"name": part.get_filename() or "", "type": part.get_content_type()}
            for part in parsed.iter_attachments()
        ],
    }


def _content(part: MIMEPart | None) -> str:
    return str(part.get_content()).replace("\r\n", "\n") if part else ""


class KeepEverything:
    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox

    # aiosmtpd finds its hooks by these names.
    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.inbox.add(envelope)
        return "250 OK"


PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width"><style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ margin: 0 auto; max-width: 60rem; padding: 1.5rem }}
a {{ color: inherit }} li {{ padding: .5rem 0; border-bottom: 1px solid #8884 }}
ul {{ list-style: none; padding: 0 }} small {{ opacity: .7 }}
iframe {{ width: 100%; height: 70vh; border: 1px solid #8886; border-radius: .5rem }}
pre {{ white-space: pre-wrap; border: 1px solid #8886; border-radius: .5rem; padding: 1rem }}
</style></head><body>{body}</body></html>"""


def _list_page(messages: list[dict[str, Any]]) -> str:
    rows = "".join(
        f'<li><a href="/view/{m["id"]}">{html.escape(m["subject"] or "(no subject)")}</a><br>'
        f"<small>to {html.escape(', '.join(m['to']))} at {m['receivedAt'][11:19]}</small></li>"
        for m in reversed(messages)
    )
    empty = "<li>No mail yet. What the site sends lands here.</li>"
    return PAGE.format(
        body=f"<h1>Inbox ({len(messages)})</h1><ul>{rows}</ul>{'' if rows else empty}"
    )


def _message_page(message: dict[str, Any]) -> str:
    headers = "".join(
        f"<small>{html.escape(name)}: {html.escape(value)}</small><br>"
        for name, value in message["headers"].items()
    )
    shown = (
        f'<h2>As a page</h2><iframe sandbox srcdoc="{html.escape(message["html"])}"></iframe>'
        if message["html"]
        else ""
    )
    return PAGE.format(
        body=f'<p><a href="/">Inbox</a></p><h1>{html.escape(message["subject"])}</h1>{headers}'
        f"{shown}<h2>As text</h2><pre>{html.escape(message['text'])}</pre>"
    )


def handler_for(inbox: Inbox) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = re.fullmatch(r"/(messages|view)/(\d+)", self.path)
            message = inbox.find(int(found[2])) if found else None
            if self.path == "/":
                self._send(_list_page(inbox.messages), "text/html")
            elif self.path == "/messages":
                self._send(json.dumps(inbox.messages), "application/json")
            elif found and message:
                as_page = found[1] == "view"
                body = _message_page(message) if as_page else json.dumps(message)
                self._send(body, "text/html" if as_page else "application/json")
            else:
                self._send("not found", "text/plain", 404)

        def do_DELETE(self) -> None:
            with inbox.lock:
                inbox.messages.clear()
            self._send("{}", "application/json")

        def _send(self, body: str, kind: str, status: int = 200) -> None:
            raw = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Quiet: the inbox is looked at, not its log."""

    return Handler


def main() -> None:
    parser = argparse.ArgumentParser(description="A mail server with an inbox to look at.")
    parser.add_argument("--smtp-port", type=int, default=1025)
    parser.add_argument("--http-port", type=int, default=1080)
    ports = parser.parse_args()
    inbox = Inbox()
    smtp = Controller(KeepEverything(inbox), hostname="127.0.0.1", port=ports.smtp_port)
    smtp.start()
    ThreadingHTTPServer(("127.0.0.1", ports.http_port), handler_for(inbox)).serve_forever()


if __name__ == "__main__":
    main()
