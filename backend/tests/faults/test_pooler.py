"""Buying through PgBouncer in transaction mode, and a server behind it that falls silent."""

import getpass
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.fault_proxy import FaultProxy, running_proxy
from tests.faults.machine import HA
from tests.faults.machines import SECRET_NAMES
from tests.faults.processes import LOOPBACK, Answer, Process, free_port, wait_until
from tests.faults.shop import Shop, running_shop
from tests.pace import allowed
from tests.postgres import Cluster, temporary_folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.skipif(not shutil.which("pgbouncer"), reason="PgBouncer is not installed"),
]

REFUSED_WITHIN_SECONDS = 8
BACK_WITHIN_SECONDS = 15
WORD = "correct-horse-battery"
AT_ONCE = 4


@dataclass
class Pooled:
    shop: Shop
    proxy: FaultProxy
    url: str

    def ask_at_once(self, count: int) -> list[Answer]:
        answers: list[Answer] = []

        def ask() -> None:
            answers.append(self.shop.browser("visitor").call("GET", "/api/checkout"))

        threads = [threading.Thread(target=ask) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert len(answers) == count, "somebody waits for ever"
        return answers


@pytest.fixture(scope="module")
def pooled(cluster: Cluster, folder: Path) -> Iterator[Pooled]:
    with ExitStack() as stack:
        proxy = stack.enter_context(running_proxy(cluster.port))
        port = free_port()
        files = render(stack.enter_context(temporary_folder()), proxy=proxy.port, port=port)
        with cluster.connect("postgres") as connection:
            # The database is made by the shop, and is a copy.
            for line in (files.parent / "role.sql").read_text().splitlines():
                if line.startswith(("CREATE ROLE", "ALTER ROLE")):
                    connection.execute(line.encode())
            connection.execute("ALTER ROLE frontrow SUPERUSER")
        user = "postgres" if getpass.getuser() == "root" else None
        command = ("pgbouncer", str(files / "pgbouncer.ini"))
        env = {"PATH": "/usr/sbin:/usr/bin:/bin"}
        log = folder / "pgbouncer.log"
        stack.enter_context(Process(*command, env=env, log=log, user=user, cwd=Path("/")))
        url = f"postgresql://frontrow:{WORD}@{LOOPBACK}:{port}/frontrow"
        shop = stack.enter_context(
            running_shop(
                cluster,
                "frontrow",
                folder=folder,
                bootcamps=["buyer", "visitor"],
                settings={"DATABASE_URL": url, "DATABASE_POOLER": "transaction"},
            )
        )
        yield Pooled(shop, proxy, url)


def render(folder: Path, *, proxy: int, port: int) -> Path:
    """The web machine's files as they are deployed, but for TLS, which a test's server lacks."""
    (folder / "secrets").mkdir()
    for name in SECRET_NAMES:
        (folder / "secrets" / name).write_text(WORD)
    given = {
        "DATABASES": "db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.13",
        "WEB": LOOPBACK,
        "SECRETS": str(folder / "secrets"),
        "USERS": str(folder / "out/web/users.txt"),
        "PRIMARY_PORT": str(proxy),
        "POOLER_PORT": str(port),
        "SERVER_TLS": "disable",
    }
    subprocess.run([sys.executable, HA / "render", folder / "out"], env=given, check=True)
    if getpass.getuser() == "root":
        subprocess.run(["chown", "-R", "postgres:", folder], check=True)
    return folder / "out/web"


def test_a_seat_is_bought_through_the_pooler(pooled: Pooled) -> None:
    browser = pooled.shop.browser("buyer")
    browser.open_checkout()
    intent = browser.pay()
    assert browser.complete(intent).json()["status"] == "completed"
    assert pooled.shop.violations() == []
    limits = pooled.shop.database.ask(
        "SELECT setconfig FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole"
        " WHERE rolname = 'frontrow'"
    )
    assert "statement_timeout=5s" in limits[0][0]


def test_a_server_that_falls_silent_behind_the_pooler_is_given_up(pooled: Pooled) -> None:
    assert {answer.status for answer in pooled.ask_at_once(AT_ONCE)} == {200}
    pooled.proxy.swallow_everything()
    try:
        answers = pooled.ask_at_once(5 * AT_ONCE)
    finally:
        pooled.proxy.pass_on()
    assert {(answer.status, answer.headers["retry-after"]) for answer in answers} == {(503, "2")}
    assert max(answer.seconds for answer in answers) < allowed(REFUSED_WITHIN_SECONDS)
    wait_until(
        lambda: {answer.status for answer in pooled.ask_at_once(AT_ONCE)} == {200},
        within=BACK_WITHIN_SECONDS,
        what="everybody is served again",
    )
