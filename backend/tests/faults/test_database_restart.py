"""PostgreSQL restarts under traffic: clear refusals meanwhile, and all well soon after."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from procrastinate import App, SyncPsycopgConnector

from tests.faults.probe_tables import TABLES
from tests.faults.processes import (
    Answer,
    Site,
    environment,
    report,
    run_command,
    running_site,
    wait_until,
)
from tests.faults.workers import Workers
from tests.postgres import Cluster, Database

pytestmark = [pytest.mark.slow, pytest.mark.proof]

OUTAGE_SECONDS = 6
BACK_WITHIN_SECONDS = 15
LONGEST_ANSWER_SECONDS = 15
PATHS = ("/readyz", "/api/auth/user")
PAUSE_SECONDS = 0.2

SIGN_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from frontrow.accounts.models import User
from frontrow.accounts.sessions import SessionStore

user = User.objects.create(email="ada@example.test", username="ada", username_key="ada")
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print("session=" + session.session_key)
"""


@dataclass(frozen=True)
class Visit:
    path: str
    asked_at: float
    answer: Answer


@dataclass
class Traffic:
    """A few callers who ask again and again, at about 20 requests a second together."""

    site: Site
    cookie: str
    visits: list[Visit] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def _call(self, path: str) -> None:
        for _ in range(10_000):
            if self.over.wait(PAUSE_SECONDS):
                return
            asked_at = time.monotonic()
            try:
                answer = self.site.get(path, headers={"Cookie": self.cookie})
            except OSError as error:
                self.broken.append(f"{path}: {error!r}")
            else:
                self.visits.append(Visit(path, asked_at, answer))

    @contextlib.contextmanager
    def flowing(self) -> Iterator[None]:
        callers = [threading.Thread(target=self._call, args=[path]) for path in PATHS * 2]
        for caller in callers:
            caller.start()
        try:
            yield
        finally:
            self.over.set()
            for caller in callers:
                caller.join(timeout=120)


@pytest.fixture(scope="module")
def database(cluster: Cluster) -> Database:
    made = cluster.create_database("shop")
    made.do(TABLES)
    return made


@pytest.fixture(scope="module")
def cookie(database: Database, folder: Path) -> str:
    told = run_command(
        "manage.py", "shell", "-c", SIGN_IN, env=environment(database.url, folder=folder)
    )
    return told.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def site(database: Database, folder: Path) -> Iterator[Site]:
    with running_site(environment(database.url, folder=folder), folder=folder) as site:
        yield site


@pytest.mark.parametrize("immediate", [False, True], ids=["fast", "immediate"])
def test_requests_are_refused_in_words_during_a_restart_and_served_soon_after(
    cluster: Cluster, site: Site, cookie: str, immediate: bool
) -> None:
    traffic = Traffic(site, cookie)
    with traffic.flowing():
        wait_until(lambda: len(traffic.visits) >= 10, what="traffic flows")
        stopped_at = time.monotonic()
        cluster.stop(immediate=immediate)
        time.sleep(OUTAGE_SECONDS)
        cluster.start()
        back_at = time.monotonic()
        time.sleep(BACK_WITHIN_SECONDS + 3)

    assert traffic.broken == []
    assert {visit.answer.status for visit in traffic.visits} == {200, 503}
    before = [v for v in traffic.visits if v.asked_at + v.answer.seconds < stopped_at]
    assert {visit.answer.status for visit in before} == {200}
    refused = [visit for visit in traffic.visits if visit.answer.status == 503]
    check_refusals(refused)
    longest = max(visit.answer.seconds for visit in traffic.visits)
    assert longest < LONGEST_ANSWER_SECONDS
    last_refusal = max(visit.asked_at + visit.answer.seconds for visit in refused) - back_at
    assert last_refusal < BACK_WITHIN_SECONDS
    afterwards = [v for v in traffic.visits if v.asked_at > back_at + BACK_WITHIN_SECONDS]
    assert {visit.answer.status for visit in afterwards} == {200}
    assert {visit.path for visit in afterwards} == set(PATHS)
    waited = max(
        visit.asked_at + visit.answer.seconds
        for visit in traffic.visits
        if visit.asked_at < back_at
    )
    report(
        f"restart -m {'immediate' if immediate else 'fast'}, {OUTAGE_SECONDS} s away:"
        f" {len(refused)} of {len(traffic.visits)} refused, longest answer {longest:.1f} s,"
        f" last refusal {last_refusal:+.1f} s and last waiting caller served"
        f" {waited - back_at:+.1f} s after the return"
    )


def check_refusals(refused: list[Visit]) -> None:
    for visit in refused:
        assert visit.answer.headers["content-type"].startswith("application/json")
    from_api = [visit.answer for visit in refused if visit.path == "/api/auth/user"]
    assert from_api
    for answer in from_api:
        assert answer.headers["retry-after"] == "2"
        assert answer.json() == {
            "code": "unavailable",
            "message": "We're briefly unavailable. Please try again in a few seconds.",
            "fields": {},
        }
    from_probe = [visit.answer for visit in refused if visit.path == "/readyz"]
    assert from_probe
    assert {answer.json()["status"] for answer in from_probe} == {"down"}


@pytest.mark.parametrize("health_checks", [True, False], ids=["checked", "control"])
def test_after_a_restart_nobody_saw_a_checked_pool_serves_at_once_and_an_unchecked_one_fails(
    cluster: Cluster, database: Database, cookie: str, folder: Path, health_checks: bool
) -> None:
    more = {} if health_checks else {"PROBE_HEALTH_CHECKS": "off"}
    with running_site(environment(database.url, folder=folder, more=more), folder=folder) as site:

        def ask() -> int:
            return site.get("/api/auth/user", headers={"Cookie": cookie}).status

        # One after another, so that each process's pool holds one connection.
        assert [ask() for _ in range(20)] == [200] * 20
        cluster.stop()
        cluster.start()
        statuses = [ask() for _ in range(8)]
    assert statuses == [200] * 8 if health_checks else 503 in statuses


def test_a_worker_outlives_the_database_and_then_runs_what_waits(
    cluster: Cluster, database: Database, folder: Path
) -> None:
    with Workers(database, folder=folder) as workers:
        worker = workers.start()
        cluster.stop()
        time.sleep(OUTAGE_SECONDS)
        cluster.start()
        back_at = time.monotonic()
        app = App(connector=SyncPsycopgConnector(conninfo=database.url, min_size=1))
        with app.open():
            app.configure_task("tests.faults.probe_jobs.leave_effect", queue="default").defer(
                label="waited"
            )
        wait_until(
            lambda: database.ask("SELECT 1 FROM probe_effect WHERE label = 'waited'"),
            within=BACK_WITHIN_SECONDS,
            what="the job ran",
        )
        seconds = time.monotonic() - back_at
        assert worker.is_running, worker.output
    assert database.ask("SELECT count(*) FROM probe_effect WHERE label = 'waited'") == [(1,)]
    report(f"worker after {OUTAGE_SECONDS} s without database: job done {seconds:.1f} s later")
