"""A database that is full, blocked, silent or cut off: refusals in words, and nothing doubled."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from frontrow.core.database_away import LONGEST_CHECK_SECONDS, LONGEST_WAIT_SECONDS, breaker
from frontrow.core.impatient_connection import TimeoutConnection
from tests.faults.browser import Browser
from tests.faults.deaths import COMPLETED
from tests.faults.fault_proxy import FaultProxy, running_proxy
from tests.faults.processes import LOOPBACK, Answer, report, wait_until
from tests.faults.record import record
from tests.faults.shop import Shop, running_shop
from tests.pace import allowed
from tests.postgres import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.alone]

# Five are promised; a machine with other things to do needs a little more to say so.
REFUSED_WITHIN_SECONDS = 8
# Of a database that is known to be away: less than anybody waits for one that is not.
AT_ONCE_SECONDS = 4
BACK_WITHIN_SECONDS = 15
MENDED_WITHIN_SECONDS = 120
MOST_CONNECTIONS = 100
# As many as can be served at a time: nobody waits for another's answer.
AT_ONCE = 4
# Whose answer is lost on its way, and the words by which the wire knows that all is committed.
LOST = {"create": b"COMMIT", "hold": b"hold_seats", "complete": b"COMMIT", "event": b"COMMIT"}


@dataclass
class Bench:
    shop: Shop
    proxy: FaultProxy

    def ask(self) -> Answer:
        """A page that cannot be had without the database."""
        return self.shop.browser("visitor").call("GET", "/api/checkout")

    def ask_at_once(self, count: int) -> list[Answer]:
        answers: list[Answer] = []
        threads = [
            threading.Thread(target=lambda: answers.append(self.ask())) for _ in range(count)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert len(answers) == count, "somebody waits for ever"
        return answers

    def wait_until_served(self) -> float:
        began = time.monotonic()
        wait_until(
            lambda: {answer.status for answer in self.ask_at_once(AT_ONCE)} == {200},
            within=BACK_WITHIN_SECONDS,
            what="everybody is served again",
        )
        return time.monotonic() - began


@pytest.fixture(scope="module")
def bench(cluster: Cluster, folder: Path) -> Iterator[Bench]:
    with running_proxy(cluster.port) as proxy:
        through = f"postgresql://postgres@{LOOPBACK}:{proxy.port}/database_faults"
        with running_shop(
            cluster,
            "database_faults",
            folder=folder,
            bootcamps=[*LOST, "visitor"],
            settings={"DATABASE_URL": through},
        ) as shop:
            yield Bench(shop, proxy)


def check_refusals(answers: list[Answer]) -> float:
    """All were told to come back; the seconds the slowest took."""
    assert {answer.status for answer in answers} == {503}
    for answer in answers:
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["message"].startswith("We're briefly unavailable.")
    longest = max(answer.seconds for answer in answers)
    assert longest < allowed(REFUSED_WITHIN_SECONDS)
    return longest


def note(row: str, what: str, *, longest: float, back: float) -> None:
    record("fault", row=row, what=what, longest_refusal=longest, back_after=back)
    report(f"{row} {what}: refused within {longest:.1f} s, served again after {back:.1f} s")


def test_connections_ended_by_the_server_are_replaced_and_everybody_is_served(
    bench: Bench,
) -> None:
    assert {answer.status for answer in bench.ask_at_once(AT_ONCE)} == {200}
    [(ended,)] = bench.shop.database.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert ended >= 1
    answers = bench.ask_at_once(AT_ONCE)
    assert {answer.status for answer in answers} <= {200, 503}
    back = bench.wait_until_served()
    note("F30", f"{ended} backends ended", longest=max(a.seconds for a in answers), back=back)


def take_every_connection(cluster: Cluster, bench: Bench, taken: contextlib.ExitStack) -> bool:
    """Whatever the shop still has is taken from it, and sooner or later we are quicker."""
    bench.proxy.cut_all()
    newest = None
    with contextlib.suppress(psycopg.OperationalError):
        for _ in range(MOST_CONNECTIONS + 1):
            newest = taken.enter_context(cluster.connect("postgres"))
    if newest is None:
        return False
    left = newest.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = %s", [bench.shop.database.name]
    )
    return left.fetchone() == (0,)


def test_with_every_connection_taken_callers_are_refused_in_words_and_soon(
    cluster: Cluster, bench: Bench
) -> None:
    with contextlib.ExitStack() as taken:
        wait_until(
            lambda: take_every_connection(cluster, bench, taken),
            what="the shop has no connection left",
        )
        longest = check_refusals(bench.ask_at_once(5 * AT_ONCE))
    note("F30", "connections exhausted", longest=longest, back=bench.wait_until_served())


def test_a_lock_that_never_comes_is_refused_in_words_and_soon(
    cluster: Cluster, bench: Bench
) -> None:
    with psycopg.connect(bench.shop.database.url) as holder:
        holder.execute("LOCK TABLE purchases IN ACCESS EXCLUSIVE MODE")
        longest = check_refusals(bench.ask_at_once(AT_ONCE))
        holder.rollback()
    note("F30", "lock never given", longest=longest, back=bench.wait_until_served())


def test_a_database_that_never_answers_is_given_up_and_the_site_recovers(bench: Bench) -> None:
    bench.proxy.swallow_everything()
    try:
        longest = check_refusals(bench.ask_at_once(AT_ONCE))
    finally:
        bench.proxy.pass_on()
    note("F31", "silence", longest=longest, back=bench.wait_until_served())


def test_whoever_waits_behind_others_for_a_silent_database_is_refused_as_soon(
    bench: Bench,
) -> None:
    """Without the circuit breaker each waits five seconds after those before them."""
    bench.wait_until_served()
    bench.proxy.swallow_everything()
    try:
        longest = check_refusals(bench.ask_at_once(5 * AT_ONCE))
        # Who comes now hears it at once.
        longest_now = max(answer.seconds for answer in bench.ask_at_once(AT_ONCE))
        assert longest_now < allowed(AT_ONCE_SECONDS)
    finally:
        bench.proxy.pass_on()
    back = bench.wait_until_served()
    # And it's forgotten: a second silence is waited for as the first was.
    bench.proxy.swallow_everything()
    try:
        assert bench.ask().seconds > LONGEST_WAIT_SECONDS - 1
    finally:
        bench.proxy.pass_on()
    note("F52", "silence, five callers to a thread", longest=longest, back=back)
    bench.wait_until_served()


def test_control_an_ordinary_connection_waits_for_a_silent_database_for_ever(
    cluster: Cluster, bench: Bench
) -> None:
    where = f"postgresql://postgres@{LOOPBACK}:{bench.proxy.port}/{bench.shop.database.name}"
    ours, ordinary = TimeoutConnection.connect(where), psycopg.connect(where)
    ours.patience = 1.0
    ordinary.execute("SET statement_timeout = 1000")
    bench.proxy.swallow_everything()
    asking = threading.Thread(target=lambda: ask_quietly(ordinary), daemon=True)
    try:
        with pytest.raises(psycopg.OperationalError), ours.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert ours.closed
        asking.start()
        asking.join(timeout=4)
        assert asking.is_alive()
    finally:
        bench.proxy.pass_on()
    asking.join(timeout=10)
    bench.wait_until_served()


@pytest.mark.parametrize("seconds", [LONGEST_CHECK_SECONDS + 0.5, 0], ids=["long", "at once"])
def test_a_line_that_breaks_after_a_long_silence_opens_the_circuit_breaker(
    bench: Bench, seconds: float
) -> None:
    """A cut cable is noticed by the network first; those who wait behind must not wait again."""
    where = f"postgresql://postgres@{LOOPBACK}:{bench.proxy.port}/{bench.shop.database.name}"
    ours = TimeoutConnection.connect(where)
    breaker.reach()
    bench.proxy.swallow_everything()
    cutting = threading.Timer(seconds, bench.proxy.pass_on)
    cutting.start()
    try:
        with pytest.raises(psycopg.OperationalError), ours.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert breaker.is_open == (seconds > 0)
    finally:
        breaker.reach()
        cutting.join()
    bench.wait_until_served()


def ask_quietly(connection: psycopg.Connection) -> None:
    with contextlib.suppress(psycopg.OperationalError):
        connection.execute("SELECT 1")


def create(bench: Bench, browser: Browser) -> Callable[[], Answer]:
    browser.open_checkout()
    return browser.ask_session


def hold(bench: Bench, browser: Browser) -> Callable[[], Answer]:
    browser.open_checkout()
    intent = browser.session()
    return lambda: browser.hold(intent)


def complete(bench: Bench, browser: Browser) -> Callable[[], Answer]:
    intent = browser.pay()
    return lambda: browser.complete(intent)


def receive(bench: Bench, browser: Browser) -> Callable[[], Answer]:
    event = bench.shop.paid_event(browser.pay())
    return lambda: bench.shop.deliver(event)


LEAD_TO = {"create": create, "hold": hold, "complete": complete, "event": receive}


@pytest.mark.parametrize("call", LOST)
def test_whoever_asks_again_after_a_lost_commit_finds_it_done_once(bench: Bench, call: str) -> None:
    shop, browser = bench.shop, bench.shop.browser(call)
    act = LEAD_TO[call](bench, browser)
    lost = bench.proxy.lost
    bench.proxy.lose_reply_to(LOST[call])
    first = act()
    assert bench.proxy.lost == lost + 1
    assert (first.status, first.headers["retry-after"]) == (503, "2")
    # Committed all the same, and asked again it is not done a second time.
    assert shop.purchase_id(browser)
    again = act()
    assert again.status == 200, again.body
    if call in {"create", "hold"}:
        (intent,) = shop.stripe_ids(browser)
        assert browser.hold(intent).status == 200
        assert shop.stripe.confirm(intent)["status"] == "requires_capture"
        assert browser.complete(intent).json()["status"] == "completed"
    with shop.worker("fast"):
        wait_until(
            lambda: shop.books(browser) == COMPLETED,
            within=MENDED_WITHIN_SECONDS,
            what="the purchase is complete",
        )
    assert shop.violations() == []
    record("fault", row="F32", what=f"reply to the commit of {call} lost")
