"""The Twilio stand-in in this process, and its webhooks carried to our own front door."""

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

from standins import twilio

from tests.faults.processes import PATIENCE_SECONDS

# Nobody listens there: tests hand webhooks to the test client instead.
NOWHERE = "http://127.0.0.1:1"


class TwilioServer:
    def __init__(self, server: twilio.Server) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}"
        self.phone = server.phone

    def control(self, what: str, said: object = None) -> Any:
        body = None if said is None else json.dumps(said).encode()
        request = Request(
            f"{self.url}/_control/{what}", data=body, method="POST" if body else "GET"
        )
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    @property
    def sent(self) -> list[tuple[str, str]]:
        """Number and words of each text, in order."""
        return [(message["to"], message["body"]) for message in self.phone.messages]


@contextlib.contextmanager
def running_twilio() -> Iterator[TwilioServer]:
    server = twilio.Server(0, replies_to=NOWHERE)
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    yield TwilioServer(server)
    server.shutdown()
    thread.join(timeout=PATIENCE_SECONDS)
    server.server_close()
