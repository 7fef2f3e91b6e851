"""Customers who go on buying whatever happens: they ask again, leave, come back, want refunds."""

import contextlib
import http.client
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.faults.browser import Basket, Browser
from tests.faults.processes import Answer
from tests.faults.shop import Shop

# Of ten customers in turn these leave before paying, are gone after the card's yes, or want their
# money back.
LEAVE_BEFORE, GONE_AFTER, WANT_REFUND = {0}, {3, 7}, {1, 5}
ASK_AGAIN_SECONDS = 0.3
# Half of what they are told: people press again before that.
REFUSED_SECONDS = 1.0
# Together some forty seconds: longer than anything is allowed to be away.
TRIES = 120

_numbers = itertools.count()


class GaveUp(Exception):
    """A customer who asked again and again in vain."""


@dataclass
class Visit:
    """One customer's purchase as far as they know of it."""

    browser: Browser
    intent: str = ""
    purchase_id: int | None = None
    # What they were told last: completed, sold out, or nothing at all.
    told: str = "nothing"
    # After paying, without waiting to be told anything.
    has_left: bool = False
    wants_refund: bool = False


@dataclass(frozen=True)
class Asked:
    """One call that was not served: from when until when, and what came instead."""

    began: float
    ended: float
    what: str


@dataclass
class Customers:
    shop: Shop
    baskets: Sequence[Basket]
    seed: int
    visits: list[Visit] = field(default_factory=list)
    # Connections that ended without an answer; clear refusals; and answers that should not be.
    cut: list[Asked] = field(default_factory=list)
    refused: list[Asked] = field(default_factory=list)
    unexplained: list[Asked] = field(default_factory=list)
    in_vain: list[str] = field(default_factory=list)
    served: int = 0
    served_at: float = 0.0
    # When each of them was.
    moments: list[float] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def buying(self, *, at_once: int) -> Iterator[None]:
        self._over.clear()
        threads = [
            threading.Thread(target=self._come_and_go, args=[random.Random(f"{self.seed}:{one}")])
            for one in range(at_once)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join(timeout=120)
        assert not any(thread.is_alive() for thread in threads), "a customer waits for ever"

    def told(self) -> Counter[str]:
        return Counter(visit.told for visit in self.visits)

    def have_done_everything(self) -> bool:
        """Somebody bought, wanted a refund, and left without a word after paying."""
        return (
            self.told()["completed"] >= 5
            and any(visit.wants_refund for visit in self.visits)
            and any(visit.has_left for visit in self.visits)
        )

    def _come_and_go(self, chance: random.Random) -> None:
        while not self._over.wait(chance.uniform(0.05, 0.3)):
            basket, number = chance.choice(self.baskets), next(_numbers)
            visit = Visit(self.shop.browser(f"customer{number}", basket))
            self.visits.append(visit)
            try:
                self._buy(visit, number % 10)
            except GaveUp as error:
                self.in_vain.append(str(error))

    def _buy(self, visit: Visit, turn: int) -> None:
        browser = visit.browser
        self._ask(lambda: browser.call("GET", "/api/checkout"))
        answer = self._ask(browser.ask_session)
        if self._is_sold_out(visit, answer):
            return
        visit.intent = str(answer.json()["paymentIntentId"])
        answer = self._ask(lambda: browser.hold(visit.intent))
        if self._is_sold_out(visit, answer) or turn in LEAVE_BEFORE:
            return
        said = self.shop.stripe.confirm(visit.intent)
        if said.get("status") != "requires_capture":
            raise GaveUp(f"could not pay: {said}")
        if turn in GONE_AFTER:
            visit.has_left = True
            return
        answer = self._ask_until_known(visit)
        if self._is_sold_out(visit, answer):
            return
        visit.told, visit.purchase_id = answer.json()["status"], answer.json()["purchase"]["id"]
        if visit.told == "completed" and turn in WANT_REFUND:
            wanted = {"purchaseId": visit.purchase_id}
            # Asked a second time it may be done already.
            answer = self._ask(lambda: browser.call("POST", "/mortal/refund", wanted))
            assert answer.status in {200, 409}, answer.body
            visit.wants_refund = True

    def _ask_until_known(self, visit: Visit) -> Answer:
        for _ in range(TRIES):
            answer = self._ask(lambda: visit.browser.complete(visit.intent))
            if answer.status != 200 or answer.json()["status"] != "pending":
                return answer
            time.sleep(ASK_AGAIN_SECONDS)
        raise GaveUp(f"still pending: {visit.intent}")

    def _is_sold_out(self, visit: Visit, answer: Answer) -> bool:
        if answer.status == 409 and (b"sold out" in answer.body or b"last seat" in answer.body):
            visit.told = "sold out"
        else:
            assert answer.status == 200, answer.body
        return visit.told == "sold out"

    def _ask(self, act: Callable[[], Answer]) -> Answer:
        """The first answer that is one, as a browser and its owner get it in the end."""
        for _ in range(TRIES):
            began = time.monotonic()
            try:
                answer = act()
            except (OSError, http.client.HTTPException) as error:
                self.cut.append(Asked(began, time.monotonic(), repr(error)))
                time.sleep(ASK_AGAIN_SECONDS)
                continue
            asked = Asked(began, time.monotonic(), f"{answer.status} {answer.body[:200]!r}")
            if answer.status == http.client.TOO_MANY_REQUESTS:
                # They were refused so often, and at once, that they are asked to wait.
                time.sleep(float(answer.headers["retry-after"]))
                continue
            if answer.status < 500:
                self.served, self.served_at = self.served + 1, asked.ended
                self.moments.append(asked.ended)
                return answer
            is_clear = answer.status == 503 and "retry-after" in answer.headers
            (self.refused if is_clear else self.unexplained).append(asked)
            time.sleep(REFUSED_SECONDS if is_clear else ASK_AGAIN_SECONDS)
        raise GaveUp(f"{TRIES} times in vain, last {self.cut[-1:] + self.refused[-1:]}")
