"""The stand-in on a port: API, control and the browser's part, one thread per connection."""

import re
import socket
import struct
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from standins.stripe import forms, payment_intents, redirects, routes
from standins.stripe.api import Api, CutConnection, NeverAnswer, Reply, Request
from standins.stripe.control import control
from standins.stripe.errors import StripeError
from standins.stripe.state import Caller, frozen

BROWSER = Path(__file__).parent / "browser"
TYPES = {".js": "text/javascript", ".html": "text/html", ".css": "text/css"}
LONGEST_BODY = 6_000_000
STRIPE_JS = re.compile(r"/(v3/?|(v3|[a-z]+)/stripe\.js)")
ASSET = re.compile(r"/(elements|challenge|klarna|wallet)\.(html|js|css)")
FROM_ANYWHERE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Stripe-Version",
}


class Handler(BaseHTTPRequestHandler):
    server: "Server"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # one packet per answer: two would wait for each other's receipt

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def do_DELETE(self) -> None:
        self._handle()

    def do_OPTIONS(self) -> None:
        self._send(Reply(200, b"", dict(FROM_ANYWHERE)))

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        if length > LONGEST_BODY:
            self.close_connection = True
            self._send(Reply(413, b"{}"))
            return
        is_form = self.headers.get("Content-Type", "").startswith("multipart/form-data")
        # A file keeps its bytes.
        body = self.rfile.read(length).decode("latin-1" if is_form else "utf-8", errors="replace")
        if self.command == "GET" and STRIPE_JS.fullmatch(parts.path):
            self._file("stripe.js")
        elif self.command == "GET" and ASSET.fullmatch(parts.path):
            self._file(parts.path[1:])
        elif parts.path.startswith("/_control/"):
            status, said = control(self.server.api, self.command, parts.path, body)
            self._send(Reply(status, frozen(said)))
        elif self.command == "POST" and parts.path == "/_challenge":
            self._send(answer_challenge(self.server.api, body))
        elif self.command == "POST" and parts.path == "/_visit":
            self._send(answer_visit(self.server.api, body))
        else:
            self._api(Request(self.command, parts.path, parts.query, body, self.headers))

    def _api(self, request: Request) -> None:
        try:
            reply = self.server.api.answer(request)
        except NeverAnswer:
            self.server.api.faults.stay_silent()
            self._cut()
        except CutConnection:
            self._cut()
        else:
            reply.headers |= FROM_ANYWHERE
            self._send(reply)

    def _cut(self) -> None:
        """Close with a reset, as a broken network does."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _file(self, name: str) -> None:
        path = BROWSER / name
        if not path.is_file():
            self._send(Reply(404, b"not found", kind="text/plain"))
            return
        kind = f"{TYPES[path.suffix]}; charset=utf-8"
        self._send(Reply(200, path.read_bytes(), dict(FROM_ANYWHERE), kind))

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.body)))
        self.send_header("Cache-Control", "no-store")
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Quiet: `GET /_control/requests` tells what came in."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, port: int, api: Api) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.api = api

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that hangs up is no news; anything else is a bug of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def answer_challenge(api: Api, body: str) -> Reply:
    """The cardholder's button on the bank's page."""
    try:
        given = forms.parse(body)
        with api.state.lock:
            intent = api.state.get(
                "payment_intent", given.get("payment_intent", ""), param="payment_intent"
            )
            routes.check_secret(intent, given.get("client_secret", ""))
            payment_intents.answer_challenge(
                api.state, intent, passed=given.get("outcome") == "complete", caller=Caller()
            )
            said = frozen(payment_intents.public(intent))
            events = api.state.take_events()
    except StripeError as error:
        return Reply(error.status, frozen({"error": error.error}))
    api.webhooks.dispatch(events)
    return Reply(200, said)


def answer_visit(api: Api, body: str) -> Reply:
    """The page the buyer was sent to asks what it is about, or says which button was pressed."""
    given = forms.parse(body)
    visit, outcome = str(given.get("visit", "")), str(given.get("outcome", ""))
    with api.state.lock:
        found = redirects.find(api.state, visit)
        if found is None:
            return Reply(404, frozen({"error": "no such visit"}))
        intent, return_url = found
        if outcome in {"confirm", *payment_intents.ENDINGS} and redirects.is_open(intent, visit):
            payment_intents.answer_visit(api.state, intent, outcome=outcome, caller=Caller())
        is_open = redirects.is_open(intent, visit)
        said = {
            "amount": intent["amount"],
            "currency": intent["currency"],
            "description": intent["description"],
            "is_open": is_open,
            # Whoever comes to a page that is over is sent back at once, as after a button.
            "return_to": None if is_open else redirects.way_back(intent, return_url),
        }
        events = api.state.take_events()
    api.webhooks.dispatch(events)
    return Reply(200, frozen(said))
