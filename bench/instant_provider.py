"""A payment provider that answers at once, so that only our own time is measured.

It knows no more than reading, confirming, capturing and canceling; its lists of payments and
events are empty. An intent's id says what it is for, `pi_bench_<purchase>_<cents>`, so nothing has
to be created first. `standins/stripe` is the one to test against; it does far more and takes its
time for it.
"""

import asyncio
import json
import os
import re
import sys
from typing import cast

INTENT = re.compile(rb"(GET|POST) /v1/payment_intents/(pi_bench_(\d+)_(\d+))(?:/(\w+))?[ ?]")
CREATED = 1_790_000_000
# Whose payments they are; the bench runs the site on this machine.
SITE = os.environ.get("BENCH_SITE", "localhost")
AFTER = {b"confirm": "requires_capture", b"capture": "succeeded", b"cancel": "canceled"}


class Provider(asyncio.Protocol):
    statuses: dict[bytes, str] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.received = b""

    def data_received(self, data: bytes) -> None:
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = self.received[:end].lower()
            length = re.search(rb"content-length: (\d+)", head)
            whole = end + 4 + (int(length[1]) if length else 0)
            if len(self.received) < whole:
                return
            asked, self.received = self.received[:end], self.received[whole:]
            self.transport.write(self.answer(asked))

    def answer(self, asked: bytes) -> bytes:
        if asked.startswith((b"GET /v1/payment_intents?", b"GET /v1/events?")):
            return _reply(200, {"object": "list", "data": [], "has_more": False})
        found = INTENT.match(asked)
        if not found:
            return _reply(404, {"error": {"type": "invalid_request_error", "message": "unknown"}})
        _, name, purchase, cents, act = found.groups()
        if act:
            self.statuses[name] = AFTER[act]
        status = self.statuses.get(name, "requires_payment_method")
        return _reply(200, _intent(name.decode(), purchase.decode(), int(cents), status))


def _reply(status: int, body: object) -> bytes:
    raw = json.dumps(body).encode()
    head = f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\nRequest-Id: req_bench\r\n"
    return f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw


def _intent(name: str, purchase: str, cents: int, status: str) -> dict[str, object]:
    charge = {
        "id": f"ch_{name}",
        "object": "charge",
        "created": CREATED,
        "captured": status == "succeeded",
        "disputed": False,
        "payment_method_details": {"type": "card", "card": {"brand": "visa", "last4": "4242"}},
        "refunds": {"object": "list", "data": [], "has_more": False},
    }
    return {
        "id": name,
        "object": "payment_intent",
        "created": CREATED,
        "description": None,
        "amount": cents,
        "currency": "usd",
        "status": status,
        "client_secret": f"{name}_secret_bench",
        "livemode": False,
        "receipt_email": None,
        "metadata": {"purchase_id": purchase, "site": SITE},
        "last_payment_error": None,
        "latest_charge": None if status == "requires_payment_method" else charge,
    }


async def serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(
        Provider, "127.0.0.1", port, backlog=1024
    )
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
