"""Wrong clocks: one server an hour off must cost nobody a seat, a link or money."""

import email.utils
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.processes import Answer, report, running_site, wait_until
from tests.faults.shop import CENTS, Shop, running_shop
from tests.postgres import Cluster, temporary_folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.proof,
    pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc to build the clock shim"),
]

SHIM = Path(__file__).with_name("clock_shim.c")
MINUTE, HOUR = 60, 3600
SEATS = 5


class ClockedCluster(Cluster):
    """A server whose clock can be put wrong, by a restart."""

    def put_clock(self, *, ahead: int, shim: Path) -> None:
        self.stop()
        self._env |= wrong_clock(shim, ahead=ahead)
        self.start()


def wrong_clock(shim: Path, *, ahead: int) -> dict[str, str]:
    return {"LD_PRELOAD": str(shim), "CLOCK_OFFSET_SECONDS": str(ahead)}


@pytest.fixture(scope="module")
def own_folder() -> Iterator[Path]:
    with temporary_folder() as folder:
        folder.chmod(0o755)
        yield folder


@pytest.fixture(scope="module")
def shim(own_folder: Path) -> Path:
    built = own_folder / "clock_shim.so"
    subprocess.run(
        ["gcc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", built, SHIM, "-ldl"], check=True
    )
    return built


@pytest.fixture(scope="module")
def cluster(own_folder: Path, folder: Path) -> Iterator[ClockedCluster]:
    place = own_folder / "cluster"
    place.mkdir()
    cluster = ClockedCluster(place)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()


def clock_of(answer: Answer) -> float:
    """What the server that gave it takes for the time."""
    return email.utils.parsedate_to_datetime(answer.headers["date"]).timestamp()


def seconds_held(shop: Shop) -> float:
    [(seconds,)] = shop.database.ask(
        "SELECT extract(epoch FROM max(held_until) - now()) FROM seats WHERE held_until IS NOT NULL"
    )
    return float(seconds)


def told(answer: Answer) -> tuple[int, Any]:
    return answer.status, answer.json().get("message")


@pytest.mark.parametrize("ahead", [2 * HOUR, -2 * HOUR], ids=["fast", "slow"])
def test_web_and_worker_two_hours_off_hold_invite_and_refund_as_any_other(
    cluster: ClockedCluster, folder: Path, shim: Path, ahead: int
) -> None:
    name = f"web_{'fast' if ahead > 0 else 'slow'}"
    clock = wrong_clock(shim, ahead=ahead)
    with running_shop(cluster, name, folder=folder, bootcamps=["ada"], settings=clock) as shop:
        off = clock_of(shop.site.get("/healthz")) - time.time()
        assert abs(off - ahead) < 5 * MINUTE
        ada = shop.browser("ada")
        ada.open_checkout()
        intent = ada.session()
        assert ada.hold(intent).status == 200
        assert 8 * MINUTE < seconds_held(shop) <= 10 * MINUTE
        shop.stripe.confirm(intent)
        bought = ada.complete(intent).json()
        assert bought["status"] == "completed"
        # The link to an account is good, and lasts its thirty days give or take those hours.
        link = {"invitationToken": bought["invitationToken"]}
        seen = ada.call("POST", "/api/invitations/open", link)
        assert seen.status == 200, seen.body
        [(days,)] = shop.database.ask(
            "SELECT extract(epoch FROM expires_at - now()) / 86400 FROM account_invitations"
        )
        assert 29.8 < days < 30.2
        ada.ask_refund()
        with shop.worker("fast"):
            wait_until(lambda: shop.state(ada) == "refunded", what="the refund")
        assert shop.our_cents() == shop.their_cents() == (CENTS, CENTS)
        assert shop.violations() == []


def test_a_web_server_six_minutes_fast_refuses_events_and_the_money_is_right_without_them(
    cluster: ClockedCluster, folder: Path, shim: Path
) -> None:
    clock = wrong_clock(shim, ahead=6 * MINUTE)
    with running_shop(
        cluster, "six_minutes", folder=folder, bootcamps=["ada"], settings=clock
    ) as shop:
        ada = shop.browser("ada")
        event = shop.paid_event(ada.pay())
        # The tab is gone, so only the event and the clock's own jobs can tell.
        assert told(shop.deliver(event)) == (400, "The event couldn't be verified.")
        assert shop.database.ask("SELECT count(*) FROM stripe_events") == [(0,)]
        # What an alarm watches: answers other than 200 at the provider's door.
        counted = shop.site.get("/metrics").body.decode()
        assert any(
            "frontrow_request_seconds_count" in line and "stripe" in line and '"400"' in line
            for line in counted.splitlines()
        )
        began = time.monotonic()
        with shop.worker("fast"):
            wait_until(lambda: shop.state(ada) == "completed", what="it is settled")
        seconds = time.monotonic() - began
        report(f"events refused by a clock 6 min fast: settled without them after {seconds:.1f} s")
        # The clock is mended and the provider sends it again: taken, and nothing changes.
        with running_site({**shop.env, "CLOCK_OFFSET_SECONDS": "0"}, folder=folder) as shop.site:
            assert shop.deliver(event).status == 200
        assert shop.database.ask("SELECT count(*) FROM stripe_events") == [(1,)]
        assert shop.our_cents() == shop.their_cents() == (CENTS, 0)
        assert shop.violations() == []


def test_a_database_an_hour_fast_ends_holds_early_and_charges_nobody_without_a_seat(
    cluster: ClockedCluster, folder: Path, shim: Path
) -> None:
    names = [f"buyer{number}" for number in range(SEATS - 1)]
    with running_shop(cluster, "hour", folder=folder, bootcamps=["ada"]) as shop:
        shop.bootcamps = dict.fromkeys(["ada", "eve", *names], shop.bootcamps["ada"])
        ada, eve = shop.browser("ada"), shop.browser("eve")
        ada.open_checkout()
        intent = ada.session()
        assert ada.hold(intent).json()["heldUntil"] is not None
        for name in names:
            shop.browser(name).buy()
        eve.open_checkout()
        # Control: with the clock right, the last seat is Ada's for ten minutes.
        assert eve.ask_session().status == 409

        cluster.put_clock(ahead=HOUR, shim=shim)
        wait_until(lambda: eve.ask_session().status == 200, what="the hold is over")
        eve.buy()
        shop.stripe.confirm(intent)
        refused = ada.complete(intent)
        assert told(refused) == (409, "ada 0 has just sold out. You haven't been charged.")
        with shop.worker("fast"):
            wait_until(lambda: is_called_off(shop, intent), what="the canceling")
        assert shop.our_cents() == shop.their_cents() == (SEATS * CENTS, 0)
        assert shop.violations() == []


def is_called_off(shop: Shop, intent: str) -> bool:
    states = shop.database.ask(
        "SELECT state FROM purchases WHERE stripe_payment_intent_id = %s", intent
    )
    return states == [("failed",)] and shop.stripe.intent(intent)["status"] == "canceled"
