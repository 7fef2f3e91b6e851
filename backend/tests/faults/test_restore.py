"""The restore drill: the disk is lost, and nothing paid is.

`tools/drill` runs it. A server of our own archives its WAL and is brought back, with the tools an
operator has, to a moment before the last purchases; the rest comes from the provider.
"""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.storage import ACCESS_KEY, BUCKET, REGION, SECRET, running_storage
from tests.faults.browser import Browser
from tests.faults.processes import report, run_command, wait_until
from tests.faults.shop import CENTS, Shop, running_shop
from tests.faults.warm_start import BACKEND
from tests.postgres import Cluster, temporary_folder

pytestmark = [pytest.mark.slow, pytest.mark.proof]

TOOLS = BACKEND.parent / "tools"
ARCHIVE_SECONDS = 2
RECOVERED_WITHIN_SECONDS = 15 * 60
NAMES = ("early", "refunded", "archived", "lost", "agreed", "one", "two", "after", "later")

PREPARE = """
import json
from tests.factories import make_bundle, make_user
from frontrow.catalogue.models import Bootcamp

members = Bootcamp.objects.filter(name__in=["one 0", "two 0"])
make_user(email="leaver@example.test", username="leaver")
print(json.dumps(str(make_bundle(bootcamps=list(members), price=1500).pk)))
"""
# A seat that the backup knows in its old class moves to another; a lost purchase is handed over.
CHANGE = """
from django.db.models import Q
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.handing_over import accept_offer, offer_seat
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Enrollment, HandOver

def seat_of(name):
    return Enrollment.objects.get(purchase__guest_email=f"{name}@example.test", ended_at=None)

later = Bootcamp.objects.get(name="later 0")
for name in ("early", "lost"):
    move_seat(enrollment_id=seat_of(name).pk, bootcamp_id=later.pk, theirs=Q(), mover=Mover())
offer = offer_seat(
    enrollment_id=seat_of("archived").pk,
    theirs=Q(),
    to_email="fay@example.test",
    to_name="Fay Friend",
    asked_by=None,
)
HandOver.objects.filter(pk=offer.pk).update(token_hash=digest("the offer"))
accept_offer(token="the offer")
"""
# Who sits where: the person and the class of every chair that is taken.
SEATED = """
SELECT coalesce(nullif(i.holder_email, ''), p.guest_email), b.name
FROM seats s JOIN enrollments i ON i.id = s.enrollment_id JOIN purchases p ON p.id = i.purchase_id
    JOIN bootcamps b ON b.id = s.bootcamp_id
WHERE p.guest_email NOT IN ('agreed@example.test', 'after@example.test') ORDER BY 1, 2
"""
LEAVE = """
from frontrow.accounts.models import User
from frontrow.sales.buyers.account_removal import remove_account

remove_account(user=User.objects.get(email="leaver@example.test"))
"""
# Everything that was sold, as it must be afterwards; seat by seat, email by email.
SOLD = """
SELECT p.id, p.guest_email, p.guest_full_name, p.package_name, p.total_amount, p.refunded_amount,
    p.state, p.stripe_payment_intent_id, p.bundle_id::text,
    ARRAY(SELECT i.bootcamp_id || ' at ' || i.price || ' for ' || i.holder_email FROM enrollments i
          WHERE i.purchase_id = p.id AND i.ended_because NOT IN ('moved', 'handed over')
          ORDER BY 1),
    (SELECT sum(i.paid) FROM enrollments i WHERE i.purchase_id = p.id),
    (SELECT count(*) FROM seats s JOIN enrollments i ON i.id = s.enrollment_id
     WHERE i.purchase_id = p.id AND s.held_until IS NULL),
    (SELECT count(*) FROM coaching_sessions c
     WHERE c.purchase_id = p.id AND c.status <> 'canceled'),
    (SELECT count(*) FROM movements m
     WHERE m.purchase_id = p.id AND m.kind = 'refund' AND m.status = 'succeeded')
FROM purchases p WHERE p.guest_email <> 'agreed@example.test' ORDER BY p.id
"""
WAITING = """
SELECT recipient, category FROM communication_logs
WHERE status = 'PENDING' AND created_at > %s ORDER BY 1, 2
"""


class ArchivingCluster(Cluster):
    """Copies each piece of its WAL away as soon as it is full, or after two seconds."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.data, self.wal = self._data, folder / "wal"
        self.wal.mkdir()
        if self._user:
            shutil.chown(self.wal, user=self._user)
        copy = f"test ! -f {self.wal}/%f && cp %p {self.wal}/%f.part"
        settings = {
            "archive_mode": "on",
            "archive_timeout": str(ARCHIVE_SECONDS),
            "archive_command": f"{copy} && mv {self.wal}/%f.part {self.wal}/%f",
        }
        with (self.data / "postgresql.conf").open("a") as written:
            written.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def wait_until_archived(self) -> float:
        """How long what has just been committed could have been lost."""
        began = time.monotonic()
        with self.connect("postgres") as connection:
            row = connection.execute("SELECT pg_walfile_name(pg_current_wal_insert_lsn())")
            (name,) = row.fetchone() or ("",)
        wait_until((self.wal / name).exists, what="the WAL is archived")
        return time.monotonic() - began

    def lose_disk(self) -> None:
        self.stop(immediate=True)
        shutil.rmtree(self.data)

    def wait_until_recovered(self) -> None:
        def is_open() -> bool:
            with self.connect("postgres") as connection:
                return connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)

        wait_until(is_open, within=120, what="PostgreSQL has recovered")


def use(tool: str, *arguments: object, env: dict[str, str] | None = None) -> str:
    """One of the operator's own tools; the last line it says."""
    command = [str(TOOLS / tool), *map(str, arguments)]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().splitlines()[-1]


@dataclass
class Drill:
    """What was seen on the way."""

    sold_before: list[tuple[Any, ...]]
    sold_without_rebuild: list[tuple[Any, ...]]
    money_without_rebuild: tuple[tuple[int, int], tuple[int, int]]
    leaver_without_rebuild: bool
    sold_after: list[tuple[Any, ...]]
    seated_before: list[tuple[Any, ...]]
    seated_without_rebuild: list[tuple[Any, ...]]
    shop: Shop
    since: datetime
    said: str
    after: Browser


@pytest.fixture(scope="module")
def drill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drill]:
    folder = tmp_path_factory.mktemp("drill")
    with temporary_folder() as own, running_storage() as storage:
        cluster = ArchivingCluster(own)
        settings = {
            "S3_ENDPOINT_URL": storage.url,
            "S3_REGION": REGION,
            "S3_BUCKET": BUCKET,
            "S3_ACCESS_KEY_ID": ACCESS_KEY,
            "S3_SECRET_ACCESS_KEY": SECRET,
        }
        try:
            cluster.start()
            with running_shop(
                cluster, "drill", folder=folder, bootcamps=NAMES, settings=settings
            ) as shop:
                yield run_drill(cluster, shop, own)
        finally:
            cluster.close()


def run_drill(cluster: ArchivingCluster, shop: Shop, own: Path) -> Drill:
    env = dict(shop.env)
    told = run_command("manage.py", "shell", "-c", PREPARE, env=env)
    bundle = json.loads(told.strip().splitlines()[-1])
    shop.browser("early").buy()
    refunded = shop.browser("refunded")
    refunded.buy()
    base = use("base-backup", own / "backups", env=env)
    shop.browser("archived").buy()
    since = datetime.now(UTC)
    time.sleep(0.1)

    # From here on the backup knows nothing.
    shop.browser("lost").buy()
    buy_bundle(shop.browser("bundler"), bundle)
    refunded.ask_refund()
    run_command("manage.py", "shell", "-c", CHANGE, env=env)
    run_command("manage.py", "shell", "-c", LEAVE, env=env)
    with shop.worker("idle"):
        wait_until(lambda: shop.state(refunded) == "refunded", what="the refund")
        wait_until(lambda: is_noted(shop), what="deletion and changed seats are noted")
    shop.browser("agreed").pay()
    sold, seated = shop.database.ask(SOLD), shop.database.ask(SEATED)
    exposed = cluster.wait_until_archived()
    lost_at = datetime.now(UTC)
    cluster.lose_disk()

    began = time.monotonic()
    use("recover", base, cluster.wal, cluster.data, f"{since:%Y-%m-%dT%H:%M:%S.%fZ}")
    cluster.start()
    cluster.wait_until_recovered()
    recovered = time.monotonic() - began
    without, seated_without = shop.database.ask(SOLD), shop.database.ask(SEATED)
    books = shop.our_cents(), their_cents(shop)
    leaver = has_account(shop)
    arguments = ("--since", since.isoformat(), "--lost-at", lost_at.isoformat())
    said = run_command("manage.py", "rebuild_from_provider", *arguments, env=env)
    after = shop.browser("after")
    after.buy()
    whole = time.monotonic() - began
    report(
        f"restore drill: {len(sold) - len(without)} purchases and {books[1][0] - books[0][0]} cents"
        f" were missing after the recovery, 0 after the rebuild; server back after"
        f" {recovered:.1f} s, first new sale after {whole:.1f} s (RTO); a commit was exposed for"
        f" {exposed:.1f} s with archive_timeout {ARCHIVE_SECONDS} s (RPO of what is no payment)"
    )
    assert whole < RECOVERED_WITHIN_SECONDS
    return Drill(
        sold_before=sold,
        sold_without_rebuild=without,
        money_without_rebuild=books,
        leaver_without_rebuild=leaver,
        sold_after=shop.database.ask(SOLD),
        seated_before=seated,
        seated_without_rebuild=seated_without,
        shop=shop,
        since=since,
        said=said,
        after=after,
    )


def buy_bundle(browser: Browser, bundle: str) -> None:
    browser.open_checkout()
    order = {"bootcampIds": [], "bundleId": bundle, "email": browser.email, "fullName": "Grace H."}
    intent = browser.call("POST", "/api/create-payment-intent", order).json()["paymentIntentId"]
    assert browser.hold(intent).status == 200
    browser.shop.stripe.confirm(intent)
    assert browser.complete(intent).json()["status"] == "completed"


def is_noted(shop: Shop) -> bool:
    waiting = "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
    noting = "(note_erasure|tell_provider_of_seats)$"
    return shop.database.ask(f"{waiting} AND task_name ~ %s", noting) == [(0,)]


def has_account(shop: Shop) -> bool:
    [(count,)] = shop.database.ask("SELECT count(*) FROM users WHERE username = 'leaver'")
    return bool(count)


def their_cents(shop: Shop) -> tuple[int, int]:
    totals = shop.stripe.ledger()["totals"]
    return totals["captured"], totals["refunded"]


def test_control_without_the_rebuild_purchases_are_missing_and_the_deleted_are_back(
    drill: Drill,
) -> None:
    emails = [row[1].partition("@")[0] for row in drill.sold_without_rebuild]
    assert emails == ["early", "refunded", "archived"]
    ours, theirs = drill.money_without_rebuild
    assert (ours, theirs) == ((3 * CENTS, 0), (4 * CENTS + 150_000, CENTS))
    assert drill.leaver_without_rebuild


def test_nothing_paid_is_lost_and_nothing_doubled(drill: Drill) -> None:
    shop = drill.shop
    *rebuilt, newest = drill.sold_after
    assert rebuilt == drill.sold_before
    assert len(rebuilt) == 5
    # The one whose card had just agreed has a seat now, and a number nobody else has had.
    [(agreed, number)] = shop.database.ask(
        "SELECT state, id FROM purchases WHERE guest_email = 'agreed@example.test'"
    )
    assert agreed == "completed"
    assert newest[0] > number > max(row[0] for row in rebuilt)
    assert shop.our_cents() == shop.their_cents() == (6 * CENTS + 150_000, CENTS)
    assert shop.violations() == []
    assert shop.breaks() == []
    assert "     3 payments rebuilt\n" in drill.said
    assert "     1 payments settled and refunded\n" in drill.said


def test_moved_people_sit_in_their_new_class_and_not_in_yesterdays(drill: Drill) -> None:
    changed = [
        ("early@example.test", "later 0"),
        ("fay@example.test", "archived 0"),
        ("lost@example.test", "later 0"),
    ]
    assert set(changed) < set(drill.seated_before)
    # Control: the backup alone has them where they were.
    assert not set(changed) & set(drill.seated_without_rebuild)
    assert ("early@example.test", "early 0") in drill.seated_without_rebuild
    assert drill.shop.database.ask(SEATED) == drill.seated_before
    # The third was lost whole, and made again where it is now.
    assert "     2 payments moved\n" in drill.said


def test_the_deleted_are_deleted_again_and_nobody_is_told_twice(drill: Drill) -> None:
    assert not has_account(drill.shop)
    assert "     1 accounts deleted again\n" in drill.said
    # Guests get the link that died with our record; all else was told before, or is new.
    waiting = drill.shop.database.ask(WAITING, drill.since)
    assert waiting == [
        ("after@example.test", "REGISTRATION_CONFIRM"),
        ("after@example.test", "WELCOME"),
        ("agreed@example.test", "REGISTRATION_CONFIRM"),
        ("agreed@example.test", "WELCOME"),
        ("bundler@example.test", "INVITATION"),
        ("fay@example.test", "INVITATION"),
        ("lost@example.test", "INVITATION"),
    ]
