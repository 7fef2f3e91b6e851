"""A crowd of buyers over HTTP: one cheap process, one connection and one network per buyer.

Each buyer does what the checkout page does, in its order. The client speaks HTTP/1.1 by hand:
on two cores an ordinary client library would be most of what is measured.
"""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

LOOPBACK = "127.0.0.1"
TERMS = "2026-11"
# Asked of the site before the race: more at once would only wait in its queue.
SESSIONS_AT_ONCE = 12
LONGEST_WAIT_SECONDS = 60.0
ASK_AGAIN_SECONDS = 0.5
CARD = {
    "key": "pk_test_standin",
    "use_stripe_sdk": "true",
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": "4242424242424242",
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "34",
    "payment_method_data[card][cvc]": "123",
    "payment_method_data[billing_details][address][postal_code]": "94102",
}
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"

_numbers = itertools.count()


@dataclass(frozen=True)
class Answer:
    status: int
    head: str
    body: Any

    @property
    def message(self) -> str:
        return str(self.body.get("message", ""))

    @property
    def retry_after(self) -> float:
        return float(self.head.lower().partition("retry-after:")[2].partition("\r\n")[0])


class Line:
    """One connection that is kept open; `source` is the address it comes from."""

    def __init__(self, port: int, *, source: str | None = None) -> None:
        self._port, self._source = port, source
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> None:
        if self._streams is None:
            here = (self._source, 0) if self._source else None
            self._streams = await asyncio.open_connection(LOOPBACK, self._port, local_addr=here)

    async def post(self, path: str, body: bytes, *, kind: str = JSON, more: str = "") -> Answer:
        await self.open()
        assert self._streams
        reader, writer = self._streams
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {LOOPBACK}:{self._port}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\nSec-Fetch-Site: same-origin\r\n{more}\r\n"
        )
        writer.write(head.encode() + body)
        told = (await reader.readuntil(b"\r\n\r\n")).decode()
        lowered = told.lower()
        length = int(lowered.partition("content-length:")[2].partition("\r\n")[0])
        said = await reader.readexactly(length)
        if "connection: close" in lowered:
            self.close()
        is_json = "application/json" in lowered
        return Answer(int(told[9:12]), told, json.loads(said) if is_json else {})

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


@dataclass(frozen=True)
class Wish:
    """What a buyer wants: a bootcamp or a bundle."""

    bootcamp: int | None = None
    bundle: str | None = None


@dataclass
class Buyer:
    site: Line
    provider: Line
    wish: Wish
    number: int
    cookie: str = ""
    intent: str = ""
    secret: str = ""
    # Said along with the package: a code, or the price that was shown.
    more: dict[str, Any] = field(default_factory=dict)
    # What the session is for, in dollars.
    amount: str = ""
    # What became of it: "bought", "sold out", "held by others", or what went wrong.
    outcome: str = ""
    # Until when the seat was held, if it was.
    held_until: str | None = None
    answered_at: float = 0.0
    asked: Counter[str] = field(default_factory=Counter)
    # Who is told that we are away asks again when it was said to.
    is_polite: bool = False
    put_off: int = 0

    @property
    def email(self) -> str:
        return f"buyer{self.number}@example.test"

    async def ask(self, path: str, **body: Any) -> Answer:
        self.asked[path] += 1
        cookie = f"Cookie: checkout={self.cookie}\r\n" if self.cookie else ""
        while True:
            answer = await self.site.post(f"/api/{path}", json.dumps(body).encode(), more=cookie)
            if answer.status != 503 or not self.is_polite:
                return answer
            self.put_off += 1
            await asyncio.sleep(answer.retry_after)

    async def open_session(self) -> None:
        answer = await self.begin()
        assert answer.status == 200, answer

    async def begin(self) -> Answer:
        answer = await self.ask(
            "create-payment-intent",
            bootcampIds=[] if self.wish.bootcamp is None else [self.wish.bootcamp],
            bundleId=self.wish.bundle,
            email=self.email,
            fullName=f"Buyer Number {self.number}",
            **self.more,
        )
        if answer.status == 200:
            self.cookie = self.cookie or answer.head.partition("checkout=")[2].partition(";")[0]
            self.amount = answer.body["totalAmount"]
            self.intent = answer.body["paymentIntentId"]
            self.secret = answer.body["clientSecret"]
        return answer

    async def hold(self) -> Answer:
        answer = await self.ask("checkout/hold", paymentIntentId=self.intent, termsVersion=TERMS)
        if answer.status == 200:
            self.held_until = answer.body["heldUntil"]
        return answer

    async def confirm(self) -> Answer:
        """What the card form does, at the provider itself."""
        form = urlencode({**CARD, "client_secret": self.secret}).encode()
        path = f"/v1/payment_intents/{self.intent}/confirm"
        return await self.provider.post(path, form, kind=FORM)

    async def complete(self) -> Answer:
        """As the confirmation page does: it keeps asking while nobody knows yet."""
        while True:
            answer = await self.ask("complete-purchase", paymentIntentId=self.intent)
            if answer.status != 200 or answer.body["status"] != "pending":
                return answer
            await asyncio.sleep(ASK_AGAIN_SECONDS)

    async def pay(self) -> str:
        """From the Pay click to the answer, in one word."""
        held = await self.hold()
        if held.status != 200:
            return refusal(held)
        authorized = await self.confirm()
        if authorized.body.get("status") != "requires_capture":
            return f"the card was refused: {authorized}"
        answer = await self.complete()
        if answer.status == 200 and answer.body["status"] == "completed":
            return "bought"
        return refusal(answer)

    def close(self) -> None:
        self.site.close()
        self.provider.close()


def refusal(answer: Answer) -> str:
    said = answer.message or answer.body.get("status", "")
    if answer.status == 409 and answer.body.get("code") == "code_gone":
        return "code gone"
    if answer.status == 409 and "sold out" in said:
        return "sold out"
    if answer.status == 409 and said.startswith("Someone is paying for the last seat"):
        return "held by others"
    return f"{answer.status} {said}"


def own_network(number: int) -> str:
    """A loopback address in a block (/24) of the buyer's own, as holds are counted by block."""
    return f"127.{1 + number // 250 % 250}.{number % 250}.7"


def same_network(number: int) -> str:
    """Neighbors: addresses of their own, one block."""
    return f"127.255.0.{1 + number % 250}"


def crowd(
    wishes: Iterable[Wish],
    *,
    site_port: int,
    provider_port: int,
    address: Callable[[int], str] = own_network,
) -> list[Buyer]:
    """Buyers who have never been here before."""
    return [
        Buyer(
            site=Line(site_port, source=address(number)),
            provider=Line(provider_port),
            wish=wish,
            number=number,
        )
        for wish, number in zip(wishes, _numbers, strict=False)
    ]


@dataclass(frozen=True)
class Race:
    outcomes: Counter[str]
    # From the starting gun until the last one knew the answer.
    seconds: float


def open_sessions(buyers: Sequence[Buyer]) -> None:
    """Everybody types their name; nobody has pressed Pay."""

    async def run() -> None:
        turns = asyncio.Semaphore(SESSIONS_AT_ONCE)

        async def one(buyer: Buyer) -> None:
            async with turns:
                await buyer.open_session()
            buyer.site.close()

        await asyncio.gather(*(one(buyer) for buyer in buyers))

    asyncio.run(run())


def race(
    buyers: Sequence[Buyer],
    act: Callable[[Buyer], Awaitable[str]] = Buyer.pay,
    *,
    within: float = LONGEST_WAIT_SECONDS,
) -> Race:
    """All of them press the button at the same moment, on connections that are already open."""

    async def run() -> float:
        gun = asyncio.Event()

        async def one(buyer: Buyer) -> None:
            await gun.wait()
            try:
                buyer.outcome = await asyncio.wait_for(act(buyer), within)
            except (OSError, EOFError, TimeoutError) as error:
                buyer.outcome = f"{type(error).__name__}: {error}"
            buyer.answered_at = time.perf_counter()

        for buyer in buyers:
            await buyer.site.open()
            await buyer.provider.open()
        runs = [asyncio.create_task(one(buyer)) for buyer in buyers]
        await asyncio.sleep(0)
        started = time.perf_counter()
        gun.set()
        await asyncio.gather(*runs)
        for buyer in buyers:
            buyer.close()
        return max(buyer.answered_at for buyer in buyers) - started

    seconds = asyncio.run(run())
    return Race(Counter(buyer.outcome for buyer in buyers), seconds)
