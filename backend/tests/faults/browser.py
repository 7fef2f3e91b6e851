"""A browser at the checkout: its cookies, its address, and the calls it makes in their order."""

import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.fakes.stripe import StripeServer
from tests.faults.processes import LOOPBACK, Answer, Site


@dataclass(frozen=True)
class Basket:
    """One bootcamp, or a bundle of several."""

    bootcamps: tuple[int, ...]
    bundle: str | None = None


class ShopSeen(Protocol):
    """As much of the shop as a browser needs."""

    site: Site
    stripe: StripeServer
    # By the name of the browser that buys there.
    bootcamps: Mapping[str, int]

    def purchase_id(self, browser: "Browser") -> int: ...


@dataclass
class Browser:
    """One browser, at an address of its own behind our proxy."""

    shop: ShopSeen
    name: str
    address: str
    # Its own bootcamp, unless it wants something else.
    wants: Basket | None = None
    cookies: dict[str, str] = field(default_factory=dict)
    # Given to whoever bought as a guest.
    invitation: str = ""

    @property
    def basket(self) -> Basket:
        return self.wants or Basket((self.shop.bootcamps[self.name],))

    @property
    def email(self) -> str:
        return f"{self.name}@example.test"

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        headers = {"Sec-Fetch-Site": "same-origin", "X-Forwarded-For": self.address}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        raw = None if body is None else json.dumps(body).encode()
        answer = send(self.shop.site.port, method, path, raw, headers)
        for given in answer.headers.get("set-cookie", "").splitlines():
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def open_checkout(self) -> Any:
        return self.call("GET", "/api/checkout").json()

    def ask_session(self, *, email: str | None = None) -> Answer:
        wanted = {
            "bootcampIds": [] if self.basket.bundle else list(self.basket.bootcamps),
            "bundleId": self.basket.bundle,
            "email": email or self.email,
            "fullName": "Ada Lovelace",
        }
        return self.call("POST", "/api/create-payment-intent", wanted)

    def session(self) -> str:
        answer = self.ask_session()
        assert answer.status == 200, answer.body
        return str(answer.json()["paymentIntentId"])

    def hold(self, intent: str) -> Answer:
        body = {"paymentIntentId": intent, "termsVersion": "2026-11"}
        return self.call("POST", "/api/checkout/hold", body)

    def pay(self) -> str:
        """Everything up to the card's yes."""
        self.open_checkout()
        intent = self.session()
        assert self.hold(intent).status == 200
        assert self.shop.stripe.confirm(intent)["status"] == "requires_capture"
        return intent

    def complete(self, intent: str) -> Answer:
        body = {"paymentIntentId": intent, "bootcampIds": list[int](), "bundleId": None}
        return self.call("POST", "/api/complete-purchase", body)

    def buy(self) -> None:
        answer = self.complete(self.pay())
        assert (answer.status, answer.json()["status"]) == (200, "completed"), answer.body
        self.invitation = answer.json()["invitationToken"]

    def ask_refund(self, *, amount: str | None = None) -> Answer:
        wanted = {"purchaseId": self.shop.purchase_id(self), "amount": amount}
        return self.call("POST", "/mortal/refund", wanted)

    # With an account

    def register(self) -> Answer:
        account = {"username": self.name, "email": self.email, "password": self._password}
        return self.call("POST", "/api/auth/register", account)

    def sign_in(self) -> Answer:
        account = {"username": self.name, "password": self._password}
        return self.call("POST", "/api/auth/login", account)

    def link_purchases(self) -> Answer:
        wanted = {"invitationToken": self.invitation}
        return self.call("POST", "/api/complete-account-creation", wanted)

    @property
    def _password(self) -> str:
        return f"a long word for {self.name}"


def send(
    port: int, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
) -> Answer:
    started = time.monotonic()
    caller = http.client.HTTPConnection(LOOPBACK, port, timeout=30)
    try:
        caller.request(method, path, body, dict(headers))
        response = caller.getresponse()
        raw = response.read()
    finally:
        caller.close()
    told: dict[str, str] = {}
    for name, value in response.getheaders():
        key = name.lower()
        # Cookies come in several headers of one name.
        told[key] = f"{told[key]}\n{value}" if key in told else value
    return Answer(response.status, told, raw, time.monotonic() - started)


class Customer(Browser):
    """Keeps what every one of its calls was answered."""

    answers: list[Answer]

    def call(self, method: str, path: str, body: object = None) -> Answer:
        answer = super().call(method, path, body)
        self.answers.append(answer)
        return answer
