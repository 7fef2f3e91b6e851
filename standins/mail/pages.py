"""The inbox as pages and as JSON, and the test's hand on the server under `/_control/`.

Each message is shown as a person would see it; tests read `GET /messages` (`?to=` for those to one
address), `GET /messages/N`, `DELETE /messages`.
"""

import html
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from standins.mail.smtp import MailServer

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


class Handler(BaseHTTPRequestHandler):
    server: "Pages"

    def do_GET(self) -> None:
        if self.path.startswith("/_control/"):
            self._control()
            return
        address = urlsplit(self.path)
        found = re.fullmatch(r"/(messages|view)/(\d+)", address.path)
        message = self.server.mail.inbox.find(int(found[2])) if found else None
        if self.path == "/":
            self._send(_list_page(self.server.mail.inbox.shown()), "text/html")
        elif address.path == "/messages":
            [to] = parse_qs(address.query).get("to", [""])
            self._send(json.dumps(self.server.mail.inbox.shown(to=to)), "application/json")
        elif found and message:
            as_page = found[1] == "view"
            body = _message_page(message) if as_page else json.dumps(message)
            self._send(body, "text/html" if as_page else "application/json")
        else:
            self._send("not found", "text/plain", 404)

    def do_DELETE(self) -> None:
        if self.path.startswith("/_control/"):
            self._control()
            return
        self.server.mail.inbox.clear()
        self._send("{}", "application/json")

    def do_POST(self) -> None:
        self._control()

    def _control(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode()
        words = self.path.removeprefix("/_control/")
        status, answer = control(self.server.mail, self.command, words, body)
        self._send(json.dumps(answer), "application/json", status)

    def _send(self, body: str, kind: str, status: int = 200) -> None:
        raw = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet: the inbox is looked at, not its log."""


class Pages(ThreadingHTTPServer):
    def __init__(self, mail: MailServer, *, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.mail = mail


def control(server: MailServer, method: str, what: str, body: str) -> tuple[int, Any]:
    try:
        return 200, _obey(server, method, what, json.loads(body or "{}"))
    except LookupError as error:
        return 404, {"error": str(error)}
    except (TypeError, ValueError) as error:
        return 400, {"error": f"{type(error).__name__}: {error}"}


def _obey(server: MailServer, method: str, what: str, command: Any) -> Any:
    match method, what:
        case "GET", "counts":
            return server.inbox.counts()
        case "GET", "unheard":
            return server.inbox.unheard()
        case "GET", "log":
            return server.inbox.log
        case "POST", "faults":
            server.faults.add(command["faults"])
        case "DELETE", "faults":
            server.faults.clear()
        case "POST", "open":
            server.open()
        case "POST", "close":
            server.close()
        case "POST", "reset":
            server.faults.clear()
            server.open()
            server.inbox.reset()
        case _:
            raise LookupError("no such command")
    return {}
