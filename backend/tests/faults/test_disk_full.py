"""The database's disk is full: sales are refused in words, nothing breaks, and all goes on."""

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.processes import Answer, report, wait_until
from tests.faults.shop import Shop, running_shop
from tests.postgres import Cluster, temporary_folder

pytestmark = [pytest.mark.slow, pytest.mark.proof]

DISK = "320m"
TRIES = 60
WORDS = "We're briefly unavailable. Please try again in a few seconds."


class SmallCluster(Cluster):
    """Keeps little WAL ahead, so that a full disk is soon felt."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        with (self._data / "postgresql.conf").open("a") as written:
            written.write("max_wal_size = 48MB\nmin_wal_size = 32MB\n")

    @property
    def is_running(self) -> bool:
        return self._server is not None and self._server.is_running


@pytest.fixture(scope="module")
def disk() -> Iterator[Path]:
    """A file system of its own, small and in memory."""
    with temporary_folder() as folder:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder],
            capture_output=True,
            text=True,
            check=False,
        )
        if mounted.returncode:
            pytest.skip(f"no file system may be mounted here: {mounted.stderr.strip()}")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture(scope="module")
def cluster(disk: Path, folder: Path) -> Iterator[SmallCluster]:
    place = disk / "cluster"
    place.mkdir()
    disk.chmod(0o755)
    cluster = SmallCluster(place)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()


@pytest.fixture(scope="module")
def shop(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    names = ["before", "grown", "logged", "crowd"]
    with running_shop(cluster, "full", folder=folder, bootcamps=names) as shop:
        crowd = [f"crowd{number}" for number in range(TRIES)]
        shop.bootcamps = {**shop.bootcamps, **dict.fromkeys(crowd, shop.bootcamps["crowd"])}
        shop.browser("before").buy()
        yield shop


@contextlib.contextmanager
def full(disk: Path) -> Iterator[None]:
    """One file leaves nothing to anybody."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as written, contextlib.suppress(OSError):
        while True:
            written.write(bytes(4096))
    try:
        yield
    finally:
        filler.unlink()


def try_to_buy(shop: Shop, number: int) -> list[Answer]:
    """Everything a buyer's page asks, on until it is refused."""
    browser = shop.browser(f"crowd{number}")
    answers = [browser.call("GET", "/api/checkout"), browser.ask_session()]
    if answers[-1].status == 200:
        intent = answers[-1].json()["paymentIntentId"]
        answers.append(browser.hold(intent))
        shop.stripe.confirm(intent)
        answers.append(browser.complete(intent))
    return answers


def check_refused_in_words(answers: list[Answer]) -> int:
    assert {answer.status for answer in answers} <= {200, 409, 503}
    refused = [answer for answer in answers if answer.status == 503]
    assert {answer.json()["message"] for answer in refused} == {WORDS}
    return len(refused)


def check_all_is_well(shop: Shop, name: str) -> None:
    """There is room again: it sells, and what was cut off is settled to the cent."""
    buyer = shop.browser(name)
    buyer.open_checkout()
    wait_until(lambda: buyer.ask_session().status == 200, what="it sells again")
    buyer.buy()
    with shop.worker("fast"):
        wait_until(lambda: is_settled(shop), what="what was cut off is settled")
    assert shop.our_cents() == shop.their_cents()
    assert shop.violations() == []
    # Every row can be read by its indexes, and nothing else is in them.
    shop.database.do("CREATE EXTENSION IF NOT EXISTS amcheck")
    shop.database.ask(
        "SELECT bt_index_check(i.indexrelid, true) FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam"
        " WHERE a.amname = 'btree' AND c.relnamespace = 'public'::regnamespace AND i.indisvalid"
    )


def is_settled(shop: Shop) -> bool:
    [(unsettled,)] = shop.database.ask(
        "SELECT count(*) FROM purchases WHERE state IN ('capturing', 'canceling', 'refunding')"
        " OR (state = 'pending' AND terms_accepted_at IS NOT NULL)"
    )
    return (unsettled, shop.stripe.ledger()["totals"]["authorized"]) == (0, 0)


def test_tables_that_cannot_grow_refuse_sales_and_sell_on_once_there_is_room(
    shop: Shop, disk: Path
) -> None:
    answers: list[Answer] = []
    with full(disk):
        for number in range(TRIES - 1):
            answers += try_to_buy(shop, number)
            # Tables grow only now and then: whatever else is written brings the end nearer.
            with contextlib.suppress(psycopg.Error):
                shop.database.do("CREATE TABLE IF NOT EXISTS bulk (filler text)")
                shop.database.do("INSERT INTO bulk SELECT repeat(md5(random()::text), 9000)")
            if any(answer.status == 503 for answer in answers):
                break
    refused = check_refused_in_words(answers)
    check_all_is_well(shop, "grown")
    report(f"disk full: {refused} of {len(answers)} answers refused with 503, and no other error")


def test_a_server_that_cannot_write_its_wal_stops_and_has_lost_nothing_when_it_is_back(
    cluster: SmallCluster, shop: Shop, disk: Path
) -> None:
    with full(disk):
        wait_until(lambda: not can_log(shop), what="the WAL finds no room")
        # It tries to come back by itself, in vain.
        wait_until(lambda: not cluster.is_running, what="PostgreSQL stops")
        began = time.monotonic()
        refused = check_refused_in_words(try_to_buy(shop, TRIES - 1))
        seconds = time.monotonic() - began
    cluster.start()
    check_all_is_well(shop, "logged")
    report(f"WAL full: PostgreSQL stopped; {refused} calls refused with 503 in {seconds:.1f} s")


def can_log(shop: Shop) -> bool:
    """Begins another file of the WAL, while there is room for one."""
    try:
        shop.database.ask("SELECT pg_logical_emit_message(true, 'drill', 'one more')")
        shop.database.ask("SELECT pg_switch_wal()")
    except psycopg.OperationalError:
        return False
    return True
