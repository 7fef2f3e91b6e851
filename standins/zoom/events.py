"""Events sent to our server, signed over their very bytes."""

import hashlib
import hmac
import http.client
import json
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

    def configure(self, url: str, secret: str) -> None:
        self.url, self.secret = url, secret

    def send(self, kind: str, payload: Json, *, at: int | None = None) -> Json:
        """What was sent and what came back; nothing is sent where nobody listens."""
        body = json.dumps({"event": kind, "event_ts": int(time.time() * 1000), "payload": payload})
        moment = str(at or int(time.time()))
        report: Json = {"event": kind, "status": 0, "answer": ""}
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
