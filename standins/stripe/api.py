"""One call from its arrival to its answer: faults, key, idempotency, work, webhooks."""

import base64
import binascii
import json
import time
from dataclasses import dataclass, field
from email.message import Message
from typing import Any

from standins.stripe import files, forms, payment_intents, routes
from standins.stripe.errors import StripeError
from standins.stripe.faults import Fault, Faults, refusal
from standins.stripe.idempotency import Answer, Keys
from standins.stripe.state import API_VERSION, Caller, Json, State, frozen, random_text
from standins.stripe.webhooks import Webhooks

BAD_GATEWAY = 502


class CutConnection(Exception):
    """The caller is to see its connection break."""


class NeverAnswer(Exception):
    """The caller is to wait in vain."""


@dataclass
class Request:
    method: str
    path: str
    query: str
    body: str
    headers: Message


@dataclass
class Reply:
    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"


@dataclass
class Api:
    secret_key: str
    publishable_key: str
    webhooks: Webhooks
    state: State = field(default_factory=State)
    keys: Keys = field(default_factory=Keys)
    faults: Faults = field(default_factory=Faults)

    def reset(self) -> None:
        with self.state.lock:
            self.faults.clear()
            self.keys.clear()
            self.webhooks.reset()
            self.state.reset()

    def answer(self, request: Request) -> Reply:
        fault = self.faults.strike(method=request.method, path=request.path)
        caller = Caller(
            request_id=f"req_{random_text(14)}",
            idempotency_key=request.headers.get("Idempotency-Key"),
            origin=f"http://{request.headers.get('Host', '127.0.0.1')}",
        )
        note: Json = {
            "method": request.method,
            "path": request.path,
            "idempotency_key": caller.idempotency_key,
            "fault": fault.kind if fault else None,
            "status": None,
        }
        self.state.requests.append(note)
        reply = self._at_the_door(fault) or self._inside(request, fault, caller, note)
        note["status"] = reply.status
        if fault and fault.kind == "lost_reply":
            raise CutConnection
        if fault and fault.kind == "timeout":
            raise NeverAnswer
        reply.headers |= {
            "Request-Id": str(caller.request_id),
            "Stripe-Version": request.headers.get("Stripe-Version", API_VERSION),
        }
        if caller.idempotency_key:
            reply.headers["Idempotency-Key"] = caller.idempotency_key
        return reply

    def _at_the_door(self, fault: Fault | None) -> Reply | None:
        """Faults that strike before Stripe has so much as looked at the call."""
        if fault is None or fault.perform or fault.save:
            return None
        if fault.kind == "timeout":
            raise NeverAnswer
        if fault.kind == "reset":
            raise CutConnection
        if fault.kind != "status":
            return None
        if fault.status == BAD_GATEWAY:
            return Reply(BAD_GATEWAY, b"<html><h1>502 Bad Gateway</h1></html>", kind="text/html")
        return Reply(fault.status, _error_body(refusal(fault.status)))

    def _inside(self, request: Request, fault: Fault | None, caller: Caller, note: Json) -> Reply:
        key = None
        try:
            given = _given(request)
            _check_version(request.headers.get("Stripe-Version", API_VERSION))
            self._identify(request, given, caller)
            note["params"] = _without_card(given)
            if request.method == "POST" and caller.secret:
                key = caller.idempotency_key
            if key:
                asked = f"{request.method} {request.path} {json.dumps(given, sort_keys=True)}"
                kept = self.keys.begin(key, asked, self.state.now())
                if kept:
                    return Reply(kept.status, kept.body, {"Idempotent-Replayed": "true"})
        except StripeError as error:
            return Reply(error.status, _error_body(error))
        return self._work(routes.Call(request.method, request.path, given, caller), fault, key)

    def _work(self, call: routes.Call, fault: Fault | None, key: str | None) -> Reply:
        if fault and fault.kind == "slow":
            time.sleep(fault.ms / 1000)
        began, headers = True, {}
        broken = fault if fault and fault.kind == "status" else None
        with self.state.lock:
            payment_intents.lapse_holds(self.state)
            try:
                if broken and not broken.perform:
                    raise refusal(broken.status)
                status, body = 200, frozen(routes.perform(self.state, call))
            except StripeError as error:
                status, body, began = error.status, _error_body(error), error.began
            events = self.state.take_events()
        if broken:
            status, body = broken.status, _error_body(refusal(broken.status))
            began = broken.save
            if broken.save:
                headers["Stripe-Should-Retry"] = "false"
        if key and began:
            self.keys.keep(key, Answer(status, body))
        elif key:
            self.keys.forget(key)
        self.webhooks.dispatch(events)
        return Reply(status, body, headers)

    def _identify(self, request: Request, given: dict[str, Any], caller: Caller) -> None:
        sent = _key_in(request.headers.get("Authorization", "")) or str(given.pop("key", ""))
        given.pop("key", None)
        if not sent:
            raise _unauthorized(
                "You did not provide an API key. You need to provide your API key in the"
                " Authorization header, using Bearer auth (e.g. 'Authorization: Bearer"
                " YOUR_SECRET_KEY')."
            )
        if "_live_" in sent:
            raise _unauthorized("This is a stand-in for Stripe: it refuses live keys.")
        if sent not in {self.secret_key, self.publishable_key}:
            raise _unauthorized(f"Invalid API Key provided: {sent[:8]}****{sent[-4:]}")
        caller.secret = sent == self.secret_key


def _key_in(authorization: str) -> str:
    scheme, _, value = authorization.partition(" ")
    if scheme == "Bearer":
        return value.strip()
    if scheme == "Basic":
        try:
            return base64.b64decode(value).decode().partition(":")[0]
        except (binascii.Error, UnicodeDecodeError):
            return ""
    return ""


def _unauthorized(message: str) -> StripeError:
    return StripeError(401, "invalid_request_error", message, began=False)


def _error_body(error: StripeError) -> bytes:
    return frozen({"error": error.error})


def _check_version(asked: str) -> None:
    """Stripe speaks every version it ever had; the stand-in knows the shapes of one."""
    if asked != API_VERSION:
        raise StripeError(
            400,
            "invalid_request_error",
            f"Invalid Stripe API version: {asked}. This stand-in speaks {API_VERSION} only.",
            began=False,
        )


def _given(request: Request) -> Json:
    kind = request.headers.get("Content-Type", "")
    if kind.startswith("multipart/form-data"):
        return files.parse(kind, request.body.encode("latin-1"))
    return forms.parse(request.query if request.method == "GET" else request.body)


def _without_card(given: Json) -> Json:
    if "file" in given:
        return given | {"file": "kept out of the log"}
    data = given.get("payment_method_data")
    if not isinstance(data, dict) or "card" not in data:
        return given
    return given | {"payment_method_data": data | {"card": "kept out of the log"}}
