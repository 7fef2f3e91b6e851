"""Events sent to our server, signed over their very bytes."""

import hashlib
import hmac
import http.client
import json
import random
import secrets
import time
from urllib.parse import urlsplit

from standins.zoom.account import Json

PATIENCE_SECONDS = 5


def signed_with(secret: str, message: str) -> str:
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


class Events:
    def __init__(self, url: str, secret: str) -> None:
        self.url = url
        self.secret = secret
        self.sent: list[Json] = []
        # Kept back until a test lets them go, as a slow network does; else nothing is.
        self.holds = False
        self.held: list[str] = []

    def configure(self, url: str, secret: str) -> None:
        self.url, self.secret = url, secret

    def reset(self) -> None:
        self.sent.clear()
        self.held.clear()
        self.holds = False

    def send(self, kind: str, payload: Json, *, at: int | None = None) -> Json:
        """What was sent and what came back; nothing is sent where nobody listens."""
        body = json.dumps({"event": kind, "event_ts": int(time.time() * 1000), "payload": payload})
        if self.holds:
            self.held.append(body)
            return {"event": kind, "status": 0, "answer": "held"}
        return self._deliver(body, at=at)

    def release(self, *, order: str, copies: int) -> list[Json]:
        """What was kept back, each so many times with the very same bytes, as a retry has them."""
        self.holds = False
        bodies = [body for body in self.held for _ in range(copies)]
        self.held.clear()
        if order == "shuffled":
            random.shuffle(bodies)
        elif order == "reversed":
            bodies.reverse()
        return [self._deliver(body) for body in bodies]

    def _deliver(self, body: str, *, at: int | None = None) -> Json:
        # A retry is signed anew, over the time of this attempt.
        moment = str(at or int(time.time()))
        report: Json = {"event": json.loads(body)["event"], "status": 0, "answer": ""}
        if self.url:
            headers = {
                "Content-Type": "application/json; charset=utf-8",
                "x-zm-request-timestamp": moment,
                "x-zm-signature": f"v0={signed_with(self.secret, f'v0:{moment}:{body}')}",
            }
            report |= self._post(body, headers)
        self.sent.append(report)
        return report

    def validate(self) -> bool:
        """Whether the endpoint can prove that it knows the secret; asked before it is trusted."""
        plain = secrets.token_urlsafe(16)
        report = self.send("endpoint.url_validation", {"plainToken": plain})
        try:
            answer = json.loads(report["answer"])
        except ValueError:
            return False
        wanted = {"plainToken": plain, "encryptedToken": signed_with(self.secret, plain)}
        return bool(report["status"] == 200 and wanted.items() <= answer.items())  # noqa: PLR2004

    def _post(self, body: str, headers: dict[str, str]) -> Json:
        parts = urlsplit(self.url)
        caller = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE_SECONDS)
        try:
            caller.request("POST", parts.path, body.encode(), headers)
            response = caller.getresponse()
            return {"status": response.status, "answer": response.read().decode()}
        except OSError as error:
            return {"status": 0, "answer": str(error)}
        finally:
            caller.close()
