"""Twilio's messages on this machine: takes texts, keeps them, sends signed receipts and replies.

`POST /2010-04-01/Accounts/{sid}/Messages.json` and its list, as strict about numbers, lengths,
senders and opt-outs as Twilio. `/_control/messages` shows what was sent, `/_control/reply` lets a
phone answer, `/_control/faults` makes calls fail, `/_control/reset` forgets everything.
"""

import argparse
import base64
import hmac
import json
import re
import secrets
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.error import URLError
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import Request, urlopen

ACCOUNT = "AC" + "5" * 32
TOKEN = "standin-twilio-token"  # noqa: S105
NUMBER = "+15005550006"
E164 = re.compile(r"\+[1-9][0-9]{6,14}")
MESSAGES = re.compile(r"/2010-04-01/Accounts/(\w+)/Messages\.json")
STOP_WORDS = {"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"}
START_WORDS = {"START", "YES", "UNSTOP"}
LONGEST_BODY = 1600
CALL_SECONDS = 10


class Refusal(Exception):
    def __init__(self, status: int, code: int, words: str) -> None:
        super().__init__(words)
        self.status, self.code, self.words = status, code, words


@dataclass
class Phone:
    """Everything it remembers."""

    replies_to: str
    messages: list[dict[str, Any]] = field(default_factory=list)
    opted_out: set[str] = field(default_factory=set)
    # What the next calls do: a status to answer with, "lost" to act and cut the line.
    faults: list[str] = field(default_factory=list)
    # Numbers ending so are taken and then not delivered.
    undeliverable: str = "0404"
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, fields: dict[str, str]) -> dict[str, Any]:
        to, sender, body = fields.get("To", ""), fields.get("From", ""), fields.get("Body", "")
        if not to:
            raise Refusal(400, 21604, "A 'To' phone number is required.")
        if not E164.fullmatch(to):
            raise Refusal(400, 21211, f"Invalid 'To' Phone Number: {to}")
        if sender != NUMBER:
            raise Refusal(400, 21606, f"The From phone number {sender} is not yours.")
        if not body:
            raise Refusal(400, 21602, "Message body is required.")
        if len(body) > LONGEST_BODY:
            raise Refusal(400, 21617, "The concatenated message body exceeds 1600 characters.")
        with self.lock:
            if to in self.opted_out:
                raise Refusal(400, 21610, "Attempt to send to unsubscribed recipient")
            now = datetime.now(UTC)
            message = {
                "sid": "SM" + secrets.token_hex(16),
                "account_sid": ACCOUNT,
                "to": to,
                "from": sender,
                "body": body,
                "status": "queued",
                "direction": "outbound-api",
                "date_created": format_datetime(now),
                "date_sent": format_datetime(now),
                "date_updated": format_datetime(now),
                "num_segments": "1",
                "num_media": "0",
                "error_code": None,
                "error_message": None,
                "api_version": "2010-04-01",
            }
            self.messages.append(message)
        if fields.get("StatusCallback"):
            threading.Thread(
                target=self.report, args=[message, fields["StatusCallback"]], daemon=True
            ).start()
        return message

    def report(self, message: dict[str, Any], address: str) -> None:
        lost = message["to"].endswith(self.undeliverable)
        for status in ("sent", "undelivered" if lost else "delivered"):
            message["status"] = status
            fields = {"MessageSid": message["sid"], "MessageStatus": status, "To": message["to"]}
            if status == "undelivered":
                message["error_code"] = 30003
                fields["ErrorCode"] = "30003"
            call(address, fields)

    def reply(self, sender: str, body: str) -> str:
        """A phone writes to us; its stop words are heeded here before we hear of them."""
        word = body.strip().upper()
        with self.lock:
            if word in STOP_WORDS:
                self.opted_out.add(sender)
            elif word in START_WORDS:
                self.opted_out.discard(sender)
        sid = "SM" + secrets.token_hex(16)
        return call(
            self.replies_to, {"MessageSid": sid, "From": sender, "To": NUMBER, "Body": body}
        )


def signature(address: str, fields: dict[str, str]) -> str:
    said = address + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.digest(TOKEN.encode(), said.encode(), "sha1")).decode()


def call(address: str, fields: dict[str, str]) -> str:
    request = Request(  # noqa: S310
        address,
        data=urlencode(fields).encode(),
        headers={
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Twilio-Signature": signature(address, fields),
        },
    )
    try:
        with urlopen(request, timeout=CALL_SECONDS) as answer:  # noqa: S310
            return str(answer.read().decode())
    except URLError as error:
        return str(error)


class Handler(BaseHTTPRequestHandler):
    server: "Server"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def do_DELETE(self) -> None:
        self._handle()

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if parts.path.startswith("/_control/"):
            self._answer(200, self._control(parts.path.removeprefix("/_control/"), body))
            return
        try:
            status, said = self._api(parts.path, parts.query, body)
        except Refusal as refusal:
            more = f"https://www.twilio.com/docs/errors/{refusal.code}"
            status, said = (
                refusal.status,
                {
                    "code": refusal.code,
                    "message": refusal.words,
                    "more_info": more,
                    "status": refusal.status,
                },
            )
        except ConnectionAbortedError:
            self.close_connection = True
            self.connection.close()
            return
        self._answer(status, said)

    def _api(self, path: str, query: str, body: str) -> tuple[int, dict[str, Any]]:
        found = MESSAGES.fullmatch(path)
        wanted = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
        if not hmac.compare_digest(self.headers.get("Authorization", ""), wanted):
            raise Refusal(401, 20003, "Authenticate")
        if not found or found[1] != ACCOUNT:
            raise Refusal(404, 20404, f"The requested resource {path} was not found")
        phone = self.server.phone
        if self.command == "GET":
            return 200, self._list(dict(parse_qsl(query)))
        if self.headers.get("Content-Type") != "application/x-www-form-urlencoded":
            raise Refusal(415, 20001, "Unsupported media type")
        with phone.lock:
            fault = phone.faults.pop(0) if phone.faults else ""
        if fault.isdigit():
            raise Refusal(int(fault), 20429 if fault == "429" else 20500, "On demand")
        message = phone.take(dict(parse_qsl(body)))
        if fault == "lost":
            raise ConnectionAbortedError
        return 201, message

    def _list(self, asked: dict[str, str]) -> dict[str, Any]:
        phone = self.server.phone
        with phone.lock:
            found = [
                message
                for message in reversed(phone.messages)
                if asked.get("To", message["to"]) == message["to"]
                and asked.get("From", message["from"]) == message["from"]
            ]
        return {"messages": found[: int(asked.get("PageSize", "50"))], "next_page_uri": None}

    def _control(self, what: str, body: str) -> Any:
        phone = self.server.phone
        said = json.loads(body) if body else {}
        if what == "messages":
            with phone.lock:
                return list(phone.messages)
        if what == "reply":
            return {"answer": phone.reply(said["from"], said["body"])}
        if what == "faults":
            with phone.lock:
                phone.faults = [str(fault) for fault in said]
            return {}
        if what == "reset":
            with phone.lock:
                phone.messages, phone.faults = [], []
                phone.opted_out.clear()
            return {}
        return {"error": "unknown"}

    def _answer(self, status: int, said: Any) -> None:
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, *, replies_to: str) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.phone = Phone(replies_to=replies_to)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8013)
    parser.add_argument("--replies-to", required=True, help="our webhook for incoming texts")
    chosen = parser.parse_args()
    Server(chosen.port, replies_to=chosen.replies_to).serve_forever()


if __name__ == "__main__":
    main()
