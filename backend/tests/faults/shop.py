"""A whole shop to break: a database, a payment provider, gunicorn, workers and browsers."""

import contextlib
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from procrastinate import App, SyncPsycopgConnector

from tests.fakes.stripe import (
    PUBLISHABLE,
    SECRET,
    WEBHOOK_PATH,
    WEBHOOK_SECRET,
    Json,
    StripeServer,
    running_stripe,
    signature,
)
from tests.faults.browser import Basket, Browser, send
from tests.faults.nursery import Nursery
from tests.faults.processes import (
    LOOPBACK,
    Answer,
    Process,
    Site,
    environment,
    run_command,
    running_site,
    wait_until,
)
from tests.postgres import Cluster, Database

CENTS = 99_500
# Mail is another story, and has no server here.
RUN_WORKER = ("manage.py", "runworker", "--queues=default")
MORTAL_GUNICORN = "tests/faults/mortal_gunicorn.py"

OPEN_BOOTCAMPS = """
import json
from decimal import Decimal
from tests.factories import make_bootcamp, make_bundle

def open_for(name, members):
    made = [
        make_bootcamp(name=f"{{name}} {{number}}", max_seats={seats}, includes_coaching=True)
        for number in range(members)
    ]
    price = Decimal(members * {cents}) / 100
    bundle = str(make_bundle(bootcamps=made, name=name, price=price).pk) if members > 1 else None
    return [[one.pk for one in made], bundle]

wanted = json.loads('{wanted}')
print(json.dumps({{name: open_for(name, members) for name, members in wanted.items()}}))
"""


class Books(NamedTuple):
    """What we and the provider have on record for one buyer."""

    state: str = "pending"
    # The provider's word for the payment, its captured and refunded cents, and how many refunds.
    payment: str = "none"
    captured: int = 0
    refunded: int = 0
    refunds: int = 0
    seats_kept: int = 0
    coaching_hours: int = 0
    invitations: int = 0
    emails: Mapping[str, int] = {}
    # What the browser's own checkout shows of it.
    shown: str = "nothing"
    # Whether it stands in the account of whoever bought it.
    linked: bool = False

    def in_bundle(self, members: int) -> "Books":
        """The same story with a bundle of this many bootcamps."""
        all_of_it = self.refunded == self.captured
        return self._replace(
            captured=self.captured * members,
            refunded=self.refunded * members if all_of_it else self.refunded,
            seats_kept=self.seats_kept * members,
            coaching_hours=self.coaching_hours * members,
        )


@dataclass
class Shop:
    database: Database
    stripe: StripeServer
    site: Site
    folder: Path
    env: Mapping[str, str]
    # Where workers come from that run what is queued and nothing else.
    idlers: Nursery
    # By the name of the only browser that buys there; baskets where it is a bundle.
    bootcamps: Mapping[str, int]
    baskets: Mapping[str, Basket]
    _browsers: int = field(default=0)

    def browser(self, name: str, basket: Basket | None = None) -> Browser:
        self._browsers += 1
        address = f"10.{self._browsers // 250}.{self._browsers % 250}.7"
        return Browser(self, name, address, basket or self.baskets.get(name))

    # What is on record

    def purchase_id(self, browser: Browser) -> int:
        [(found,)] = self.database.ask(
            "SELECT purchase_id FROM enrollments WHERE bootcamp_id = %s",
            browser.basket.bootcamps[0],
        )
        return int(found)

    def state(self, browser: Browser) -> str:
        purchase_id = self.purchase_id(browser)
        [(state,)] = self.database.ask("SELECT state FROM purchases WHERE id = %s", purchase_id)
        return str(state)

    def stripe_ids(self, browser: Browser) -> set[str]:
        """The provider's payments for this browser's purchase, whatever became of them."""
        purchase_id = str(self.purchase_id(browser))
        rows = self.stripe.ledger()["payment_intents"].items()
        return {intent for intent, row in rows if row["metadata"]["purchase_id"] == purchase_id}

    def books(self, browser: Browser) -> Books:
        """Of everything that was ever bought or begun in this browser's bootcamp."""
        [(purchase_id, state, kept, hours, invitations, linked, emails)] = self.database.ask(
            "SELECT id, state,"
            " (SELECT count(*) FROM seats s JOIN enrollments e ON e.id = s.enrollment_id"
            "  WHERE s.held_until IS NULL AND e.purchase_id = p.id),"
            " (SELECT count(*) FROM coaching_sessions WHERE purchase_id = p.id"
            "  AND status <> 'canceled'),"
            " (SELECT count(*) FROM account_invitations WHERE p.id = ANY (purchase_ids)),"
            " user_id IS NOT NULL,"
            " ARRAY(SELECT category FROM communication_logs WHERE purchase_id = p.id)"
            " FROM purchases p WHERE id IN"
            " (SELECT purchase_id FROM enrollments WHERE bootcamp_id = %s)",
            browser.basket.bootcamps[0],
        )
        rows = self.stripe.ledger()["payment_intents"].values()
        paid = [row for row in rows if row["metadata"]["purchase_id"] == str(purchase_id)]
        shown = browser.open_checkout()["lastPurchase"]
        return Books(
            state=state,
            payment=" and ".join(sorted(row["status"] for row in paid)) or "none",
            captured=sum(row["captured"] for row in paid),
            refunded=sum(row["refunded"] + row["refund_pending"] for row in paid),
            refunds=sum(row["refunds"] for row in paid),
            seats_kept=kept,
            coaching_hours=hours,
            invitations=invitations,
            emails=dict(Counter(emails)),
            shown=shown["status"] if shown else "nothing",
            linked=linked,
        )

    def seats_taken(self, browser: Browser) -> int:
        [(taken,)] = self.database.ask(
            "SELECT count(*) FROM seats WHERE bootcamp_id = ANY (%s) AND enrollment_id IS NOT NULL",
            list(browser.basket.bootcamps),
        )
        return int(taken)

    def violations(self) -> list[tuple[Any, ...]]:
        return self.database.ask("SELECT kind, subject FROM invariant_violations")

    def breaks(self) -> list[tuple[Any, ...]]:
        return self.database.ask("SELECT kind, details FROM reconciliation_breaks")

    def our_cents(self) -> tuple[int, int]:
        """What our own record says was taken and given back."""
        [(taken, given_back)] = self.database.ask(
            "SELECT coalesce(sum(total_amount) * 100, 0)::int,"
            " coalesce(sum(refunded_amount) * 100, 0)::int"
            " FROM purchases WHERE state IN ('completed', 'refunding', 'refunded')"
        )
        return taken, given_back

    def their_cents(self) -> tuple[int, int]:
        totals = self.stripe.ledger()["totals"]
        assert totals["authorized"] == 0, "money is still reserved"
        return totals["captured"], totals["refunded"]

    # What happens to it

    def deliver(self, event: Json) -> Answer:
        """The provider sends the event; a second time it is the very same one."""
        body = json.dumps(event).encode()
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": signature(body, at=int(time.time())),
        }
        return send(self.site.port, "POST", WEBHOOK_PATH, body, headers)

    def paid_event(self, intent: str) -> Json:
        wanted = {"type": "payment_intent.amount_capturable_updated", "limit": 100}
        told = self.stripe.call("GET", "/v1/events", wanted).body
        assert not told["has_more"]
        (event,) = [one for one in told["data"] if one["data"]["object"]["id"] == intent]
        found: Json = event
        return found

    def queue_settling(self, browser: Browser) -> None:
        """As the sweep does when it finds a purchase that stands still."""
        purchase_id = self.purchase_id(browser)
        app = App(connector=SyncPsycopgConnector(conninfo=self.database.url, min_size=1))
        with app.open():
            app.configure_task("sales.settlement.settling.settle_purchase", queue="default").defer(
                purchase_id=purchase_id
            )

    def give_up_waiting(self, browser: Browser) -> None:
        """A day goes by for this buyer."""
        self.database.do(
            "UPDATE purchases SET created_at = created_at - interval '25 hours',"
            " terms_accepted_at = terms_accepted_at - interval '25 hours',"
            " held_until = held_until - interval '25 hours' WHERE id = %s",
            self.purchase_id(browser),
        )

    def begin_bootcamp(self, browser: Browser) -> None:
        self.database.do(
            "UPDATE bootcamps SET starts_at = now() - interval '1 second' WHERE id = ANY (%s)",
            list(browser.basket.bootcamps),
        )

    def as_if_killed_just_now(self) -> None:
        """However long it took to get here, from now on everything is as old as a moment."""
        self.database.do("UPDATE purchases SET state_since = now()")
        self.database.do(
            "UPDATE purchases SET terms_accepted_at = now() WHERE terms_accepted_at IS NOT NULL"
        )
        self.database.do("UPDATE stripe_events SET received_at = now() WHERE handled_at IS NULL")
        self.database.do("UPDATE procrastinate_workers SET last_heartbeat = now()")
        # A new worker makes up for a tick that nobody saw; there was somebody until now.
        for name, seconds in (("sweep_unfinished", 60), ("compare_with_provider", 300)):
            self.database.do(
                "INSERT INTO procrastinate_periodic_defers"
                " (task_name, periodic_id, defer_timestamp) VALUES (%s, '', %s)",
                f"sales.reconciliation.sweep.{name}",
                int(time.time()) // seconds * seconds,
            )

    def let_events_arrive(self) -> None:
        """All that was held back, late and in disorder; until each one is handled."""
        self.stripe.webhooks(f"http://{LOOPBACK}:{self.site.port}{WEBHOOK_PATH}")
        assert self.stripe.release("shuffled") > 0
        self.stripe.wait_until_delivered()
        wait_until(
            lambda: (
                self.database.ask("SELECT count(*) FROM stripe_events WHERE handled_at IS NULL")
                == [(0,)]
            ),
            what="every event is handled",
        )

    # Who serves it

    def kill_a_worker_at(self, label: str) -> None:
        """A worker that takes what is queued, and is gone when it comes to the label."""
        pid = self.idlers.begin_worker(crash_at=f"{label}:1")
        assert self.idlers.exit_code(pid) == -signal.SIGKILL, self.idlers.log.read_text()

    @contextlib.contextmanager
    def worker(self, manner: str) -> Iterator[Process]:
        """`real` has production's own clock; see `quick_clock.py` for the others."""
        log = self.folder / f"{self.database.name}-{manner}.log"
        env = self.env if manner == "real" else {**self.env, "QUICK_WORKER": manner}
        with Process(sys.executable, *RUN_WORKER, env=env, log=log) as worker:
            yield worker
            assert worker.is_running, worker.output


@contextlib.contextmanager
def running_shop(
    cluster: Cluster,
    name: str,
    *,
    folder: Path,
    bootcamps: Sequence[str] | Mapping[str, int],
    fates: Sequence[str] = (),
    seats: int = 5,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Shop]:
    """A shop whose web processes meet these fates one after another; events are held back.

    `bootcamps` names the browsers that buy one each, or says how many; several are a bundle.
    """
    database = cluster.create_database(name)
    written = folder / f"{name}-fates"
    written.write_text("\n".join(f"{fate}:1" for fate in fates))
    with contextlib.ExitStack() as stack:
        stripe = stack.enter_context(running_stripe())
        stripe.webhooks(None)
        env = environment(database.url, folder=folder, more={**settings_with(stripe), **settings})
        wanted = bootcamps if isinstance(bootcamps, Mapping) else dict.fromkeys(bootcamps, 1)
        script = OPEN_BOOTCAMPS.format(wanted=json.dumps(dict(wanted)), cents=CENTS, seats=seats)
        # A busy disk may take its time over a thousand seats.
        patient = {**env, "DATABASE_STATEMENT_TIMEOUT_MS": "0"}
        told = run_command("manage.py", "shell", "-c", script, env=patient)
        opened = json.loads(told.strip().splitlines()[-1])
        firsts = {key: made[0] for key, (made, _) in opened.items()}
        baskets = {key: Basket(tuple(made), bundle) for key, (made, bundle) in opened.items()}
        served = {**env, "FATES": str(written)}
        site = stack.enter_context(running_site(served, folder=folder, config=MORTAL_GUNICORN))
        idlers = Nursery(
            "--queues=default",
            env={**env, "QUICK_WORKER": "idle"},
            log=folder / f"{name}-dead-workers.log",
        )
        stack.enter_context(idlers)
        yield Shop(database, stripe, site, folder, env, idlers, firsts, baskets)


def settings_with(stripe: StripeServer) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings",
        # One process: whoever is killed is who was asked.
        "WEB_WORKERS": "1",
        # Each browser has an address of its own, or they would count as one.
        "TRUSTED_PROXY_COUNT": "1",
        "STRIPE_STAND_IN_URL": stripe.url,
        "STRIPE_SECRET_KEY": SECRET,
        "STRIPE_PUBLISHABLE_KEY": PUBLISHABLE,
        "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
    }


def see_it_die(site: Site, *, within: float = 20) -> "_Watch":
    return _Watch(site, within)


class _Watch:
    """The block's request gets no answer, because the process that had it was killed."""

    def __init__(self, site: Site, within: float) -> None:
        self._site = site
        self._within = within

    def __enter__(self) -> None:
        # Waits in gunicorn's queue until the next process is there.
        self._pid = self._site.get("/healthz").headers["x-probe-process"]

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if error is not None and not isinstance(error, ConnectionError):
            return False
        assert error is not None, "the request was answered: nobody died"
        sign = f"(pid:{self._pid}) was sent SIGKILL"
        wait_until(lambda: sign in self._site.process.output, within=self._within, what=sign)
        return True
