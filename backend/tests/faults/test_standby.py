"""A database server that became a standby: refusals in words, and the way to the new primary."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.browser import Browser
from tests.faults.fault_proxy import FaultProxy, running_proxy
from tests.faults.processes import LOOPBACK, Answer, environment, running_site, wait_until
from tests.faults.shop import Shop, running_shop
from tests.postgres import Cluster, running_cluster, temporary_folder

pytestmark = pytest.mark.slow

BACK_WITHIN_SECONDS = 15
# More often than the pool has connections: each of them is met.
ASKED_OFTEN = 8


@dataclass
class Pair:
    """A shop whose server `before` is a standby now, and `after` the one that takes writes."""

    shop: Shop
    proxy: FaultProxy
    before: Cluster
    after: Cluster
    browser: Browser
    intent: str
    # Has paid; the provider says so, and we have not heard it yet.
    payer: Browser
    paid: str

    def hold(self) -> Answer:
        return self.browser.hold(self.intent)


@pytest.fixture(scope="module")
def pair(folder: Path) -> Iterator[Pair]:
    with contextlib.ExitStack() as stack:
        before = stack.enter_context(running_cluster())
        proxy = stack.enter_context(running_proxy(before.port))
        shop = stack.enter_context(
            running_shop(
                before,
                "standby",
                folder=folder,
                bootcamps=["buyer", "later", "payer"],
                settings={"DATABASE_URL": f"postgresql://postgres@{LOOPBACK}:{proxy.port}/standby"},
            )
        )
        browser = shop.browser("buyer")
        browser.open_checkout()
        intent = browser.session()
        payer = shop.browser("payer")
        paid = payer.pay()
        before.stop()
        after = Cluster(stack.enter_context(temporary_folder()), twin_of=before)
        stack.callback(after.close)
        before.start()
        before.restart_as_standby()
        after.start()
        yield Pair(shop, proxy, before, after, browser, intent, payer, paid)


def test_on_a_standby_whoever_writes_is_asked_to_come_back_and_nothing_is_a_bug(
    pair: Pair,
) -> None:
    pair.proxy.lead_to(pair.before.port)
    wait_until(
        lambda: pair.hold().headers.get("retry-after") == "2",
        within=BACK_WITHIN_SECONDS,
        what="the standby is met",
    )
    answers = [
        pair.hold(),
        pair.shop.browser("later").ask_session(),
        pair.payer.complete(pair.paid),
        pair.shop.deliver(pair.shop.paid_event(pair.paid)),
    ]
    assert [answer.status for answer in answers] == [503] * 4, [one.body for one in answers]
    assert {answer.headers["retry-after"] for answer in answers} == {"2"}
    assert {answer.json()["code"] for answer in answers} == {"unavailable"}
    # What only reads is served.
    assert pair.shop.site.get("/api/bootcamps").status == 200
    assert "unhandled error" not in pair.shop.site.process.output


def test_a_standby_is_not_ready(pair: Pair) -> None:
    pair.proxy.lead_to(pair.before.port)
    pair.proxy.cut_all()
    ready = pair.shop.site.get("/readyz")
    assert ready.status == 503
    assert ready.json()["checks"]["database"] == "read-only"
    assert ready.json()["status"] == "down"


def test_the_pool_lets_go_of_a_standby_as_soon_as_it_has_refused_a_write(pair: Pair) -> None:
    """An address that has moved to the new primary leaves open connections where they were."""
    pair.proxy.lead_to(pair.before.port)
    pair.proxy.cut_all()
    wait_until(
        lambda: pair.hold().status == 503, within=BACK_WITHIN_SECONDS, what="the standby is met"
    )
    pair.proxy.lead_to(pair.after.port)
    # Each connection goes at its first refusal; a pool that keeps one goes on handing it out.
    wait_until(
        lambda: {pair.hold().status for _ in range(ASKED_OFTEN)} == {200},
        within=BACK_WITHIN_SECONDS,
        what="the new primary is found",
    )
    assert pair.shop.site.get("/readyz").status == 200


@pytest.mark.parametrize("asked_for", ["", "any"], ids=["several hosts", "control"])
def test_of_several_hosts_the_one_that_takes_writes_is_found(
    pair: Pair, folder: Path, asked_for: str
) -> None:
    hosts = f"{LOOPBACK}:1,{LOOPBACK}:{pair.before.port},{LOOPBACK}:{pair.after.port}"
    # In the order of the address, so that whoever takes what comes first has the standby.
    query = "load_balance_hosts=disable"
    query += f"&target_session_attrs={asked_for}" if asked_for else ""
    env = environment(f"postgresql://postgres@{hosts}/standby?{query}", folder=folder)
    with running_site(env, folder=folder) as site:
        ready = site.get("/readyz")
    assert (ready.status, ready.json()["checks"]["database"]) == (
        (503, "read-only") if asked_for else (200, "ok")
    )


def test_once_promoted_the_same_server_sells_again(pair: Pair) -> None:
    pair.proxy.lead_to(pair.before.port)
    pair.proxy.cut_all()
    wait_until(
        lambda: pair.hold().status == 503, within=BACK_WITHIN_SECONDS, what="the standby is met"
    )
    pair.before.promote()
    wait_until(
        lambda: pair.hold().status == 200, within=BACK_WITHIN_SECONDS, what="the seat is held"
    )
    assert pair.payer.complete(pair.paid).json()["status"] == "completed"
    assert pair.shop.violations() == []
