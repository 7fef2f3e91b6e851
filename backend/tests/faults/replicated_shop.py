"""A shop whose statistics are read from a standby: what each of the two servers is asked."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.faults.browser import Browser
from tests.faults.fault_proxy import FaultProxy, running_proxy
from tests.faults.processes import LOOPBACK, running_site, wait_until
from tests.faults.shop import Shop, running_shop
from tests.postgres import Cluster, Database, running_cluster, temporary_folder

NAME = "replica"
CODE = "open sesame, once"
TODAY = datetime.now(UTC).date()
DAYS = f"since={TODAY - timedelta(days=2)}&until={TODAY + timedelta(days=2)}"
# Everything that may be read there; each changes with a sale or a visit.
READ_THERE = (
    "/api/admin/stats",
    "/api/admin/statistics/revenue",
    "/api/admin/statistics/seats",
    "/api/admin/statistics/funnel",
    f"/api/admin/statistics/books?{DAYS}",
    f"/api/admin/statistics/books/export?{DAYS}",
    "/api/admin/purchases/export",
)


@dataclass
class Pair:
    """A shop on a primary, and its standby behind a wire."""

    shop: Shop
    standby: Cluster
    wire: FaultProxy
    admin: Browser

    def read(self, through: Browser | None = None) -> dict[str, bytes]:
        answers = {path: (through or self.admin).call("GET", path) for path in READ_THERE}
        assert {answer.status for answer in answers.values()} == {200}
        return {path: answer.body for path, answer in answers.items()}

    def sell_to(self, name: str) -> None:
        browser = self.shop.browser(name)
        browser.buy()
        assert browser.call("POST", "/api/funnel", {"step": "landing"}).status == 200

    @property
    def there(self) -> Database:
        return Database(self.standby, NAME)

    def catch_up(self) -> None:
        """The standby has all of it, and is asked again."""
        follow(self.shop.database, self.there)
        wait_until(self._is_asked, what="the standby is asked")

    def _is_asked(self) -> bool:
        before = answered_by(self.admin)
        assert self.admin.call("GET", "/api/admin/statistics/funnel").status == 200
        return more(before, answered_by(self.admin)) == {"replica": 1}

    @contextlib.contextmanager
    def stands_still(self) -> Iterator[None]:
        """The standby receives everything and shows nothing of it."""
        self.there.do("SELECT pg_wal_replay_pause()")
        wait_until(
            lambda: self.there.ask("SELECT pg_get_wal_replay_pause_state()") == [("paused",)],
            what="replay stands still",
        )
        try:
            yield
        finally:
            self.there.do("SELECT pg_wal_replay_resume()")

    @contextlib.contextmanager
    def other_site(self, settings: Mapping[str, str]) -> Iterator[Browser]:
        """The admin at the same shop, served by a process with other settings."""
        folder = self.shop.folder
        with running_site({**self.shop.env, **settings}, folder=folder) as site:
            yield replace(self.admin, shop=replace(self.shop, site=site))


def follow(primary: Database, standby: Database) -> None:
    """Until the standby has what the primary has, and knows when that was."""
    primary.do("UPDATE bootcamps SET name = name")
    [(written,)] = primary.ask("SELECT pg_current_wal_lsn()::text")
    replayed = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn"
    wait_until(
        lambda: standby.ask(replayed, written) == [(True,)], what="the standby has caught up"
    )


def answered_by(browser: Browser) -> dict[str, int]:
    page = browser.call("GET", "/metrics").body.decode()
    counted = re.compile(r'^frontrow_replica_reads_total\{answer="(\w+)"\} (\d+)', re.MULTILINE)
    found = counted.findall(page)
    return {answer: int(count) for answer, count in found}


def more(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    grown = {answer: count - before.get(answer, 0) for answer, count in after.items()}
    return {answer: count for answer, count in grown.items() if count}


@contextlib.contextmanager
def running_standby(primary: Cluster) -> Iterator[Cluster]:
    with temporary_folder() as folder:
        standby = Cluster(folder, standby_of=primary)
        try:
            standby.start()
            yield standby
        finally:
            standby.close()


@contextlib.contextmanager
def running_pair(folder: Path) -> Iterator[Pair]:
    with contextlib.ExitStack() as stack:
        primary = stack.enter_context(running_cluster())
        standby = stack.enter_context(running_standby(primary))
        wire = stack.enter_context(running_proxy(standby.port))
        shop = stack.enter_context(
            running_shop(
                primary,
                NAME,
                folder=folder,
                bootcamps=["first", "second", "third"],
                settings={
                    "DATABASE_REPLICA_URL": f"postgresql://postgres@{LOOPBACK}:{wire.port}/{NAME}",
                    # However long a test takes, standing still alone isn't too far behind.
                    "DATABASE_REPLICA_MAX_LAG_SECONDS": "3600",
                    # Longer than whoever breaks a read off needs to find it.
                    "DATABASE_STATEMENT_TIMEOUT_MS": "30000",
                    "ADMIN_BOOTSTRAP_CODE": CODE,
                },
            )
        )
        admin = shop.browser("director")
        assert admin.register().status < 300
        assert admin.call("POST", "/api/admin/bootstrap", {"code": CODE}).status == 200
        pair = Pair(shop, standby, wire, admin)
        pair.sell_to("first")
        pair.catch_up()
        yield pair
