"""A worker is back as soon as the pages are, however long the database was away."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from procrastinate import App, SyncPsycopgConnector

from frontrow.core import impatient_connection
from frontrow.core.management.commands import runworker
from tests.faults.fault_proxy import FaultProxy, running_proxy
from tests.faults.probe_tables import TABLES
from tests.faults.processes import LOOPBACK, report, wait_until
from tests.faults.record import record
from tests.faults.workers import Workers
from tests.postgres import Cluster, Database
from tests.sizes import IS_PROOF

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.proof]

# As long as a failover takes.
OUTAGE_SECONDS = 25
# Five of the pool's, two before it starts over, and a little more; per change on a machine of any
# speed, where a worker takes long to begin at all.
BACK_WITHIN_SECONDS = 9 if IS_PROOF else 25
# A statement's seven, and what comes around it.
GIVEN_UP_WITHIN_SECONDS = 20 if IS_PROOF else 40
# Of a connection that gives up after one.
FOR_EVER_SECONDS = 30


@pytest.fixture(scope="module")
def database(cluster: Cluster) -> Database:
    made = cluster.create_database("comes_back")
    made.do(TABLES)
    return made


@pytest.fixture
def proxy(cluster: Cluster) -> Iterator[FaultProxy]:
    with running_proxy(cluster.port) as proxy:
        yield proxy


def queue(database: Database, label: str) -> None:
    app = App(connector=SyncPsycopgConnector(conninfo=database.url, min_size=1))
    with app.open():
        app.configure_task("tests.faults.probe_jobs.leave_effect", queue="default").defer(
            label=label
        )


def has_run(database: Database, label: str) -> bool:
    return bool(database.ask("SELECT 1 FROM probe_effect WHERE label = %s", label))


def test_a_worker_is_back_soon_after_a_database_that_was_away_for_long(
    cluster: Cluster, database: Database, folder: Path
) -> None:
    with Workers(database, folder=folder) as workers:
        worker = workers.start()
        cluster.stop()
        time.sleep(OUTAGE_SECONDS)
        cluster.start()
        back_at = time.monotonic()
        queue(database, "waited")
        wait_until(
            lambda: has_run(database, "waited"), within=BACK_WITHIN_SECONDS, what="the job ran"
        )
        seconds = time.monotonic() - back_at
        assert worker.is_running, worker.output
    record("fault", row="F52", what=f"worker, {OUTAGE_SECONDS} s away", back_after=seconds)
    report(f"worker after {OUTAGE_SECONDS} s without database: job done {seconds:.1f} s later")


def test_a_worker_gives_up_on_a_database_that_says_nothing(
    database: Database, proxy: FaultProxy, folder: Path
) -> None:
    through = f"postgresql://postgres@{LOOPBACK}:{proxy.port}/{database.name}"
    with Workers(database, folder=folder, DATABASE_URL=through) as workers:
        worker = workers.start()
        proxy.swallow_everything()
        try:
            wait_until(
                lambda: "the worker broke off" in worker.output,
                within=GIVEN_UP_WITHIN_SECONDS,
                what="the worker no longer waits for it",
            )
        finally:
            proxy.pass_on()
        queue(database, "heard")
        wait_until(
            lambda: has_run(database, "heard"), within=BACK_WITHIN_SECONDS, what="the job ran"
        )
        assert worker.is_running, worker.output


def test_no_statement_of_the_workers_own_waits_for_ever(
    database: Database, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does the worker as a whole, which breaks off once all its connections are waiting."""
    where = {"host": LOOPBACK, "port": proxy.port, "user": "postgres", "dbname": database.name}
    monkeypatch.setattr(runworker, "connector_params", lambda: where)
    # Where tests run, a statement may take as long as it likes.
    monkeypatch.setattr(impatient_connection, "_patience", lambda: 1.0)

    async def ask_in_vain() -> None:
        async with runworker._reached_database() as pool:
            connection = await pool.getconn()
            await connection.execute("SELECT 1")
            proxy.swallow_everything()
            with pytest.raises(psycopg.OperationalError):
                await asyncio.wait_for(connection.execute("SELECT 1"), FOR_EVER_SECONDS)
            assert connection.closed
            await pool.putconn(connection)

    try:
        asyncio.run(ask_in_vain())
    finally:
        proxy.pass_on()
