"""A whole shop to break: a database, a payment provider, gunicorn, workers and browsers."""

import contextlib
import http.client
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
from tests.faults.processes import (
    LOOPBACK,
    Answer,
    Cluster,
    Database,
    Process,
    Site,
    environment,
    run_command,
    running_site,
    wait_until,
)

CENTS = 99_500
# Mail is another story, and has no server here.
RUN_WORKER = ("manage.py", "runworker", "--queues=default")

OPEN_BOOTCAMPS = """
import json, sys
from tests.factories import make_bootcamp

names = json.loads('{names}')
made = [make_bootcamp(name=name, max_seats=5, includes_coaching=True).pk for name in names]
print(json.dumps(made))
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
    letters: Mapping[str, int] = {}
    # What the browser's own checkout shows of it.
    shown: str = "nothing"


@dataclass
class Browser:
    """One browser with its checkout cookie, at an address of its own behind our proxy."""

    shop: "Shop"
    name: str
    address: str
    cookie: str = ""

    @property
    def email(self) -> str:
        return f"{self.name}@example.test"

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        headers = {"Sec-Fetch-Site": "same-origin", "X-Forwarded-For": self.address}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.cookie:
            headers["Cookie"] = self.cookie
        raw = None if body is None else json.dumps(body).encode()
        answer = send(self.shop.site.port, method, path, raw, headers)
        if given := answer.headers.get("set-cookie", ""):
            self.cookie = given.partition(";")[0]
        return answer

    def open_checkout(self) -> Any:
        return self.call("GET", "/api/checkout").json()

    def ask_session(self, *, email: str | None = None) -> Answer:
        wanted = {
            "bootcampIds": [self.shop.bootcamps[self.name]],
            "bundleId": None,
            "email": email or self.email,
            "fullName": "Ada Lovelace",
        }
        return self.call("POST", "/api/create-payment-intent", wanted)

    def session(self) -> str:
        answer = self.ask_session()
        assert answer.status == 200, answer.body
        return str(answer.json()["paymentIntentId"])

    def hold(self, intent: str) -> Answer:
        body = {"paymentIntentId": intent, "termsVersion": "2026-11"}
        return self.call("POST", "/api/checkout/hold", body)

    def pay(self) -> str:
        """Everything up to the card's yes."""
        self.open_checkout()
        intent = self.session()
        assert self.hold(intent).status == 200
        assert self.shop.stripe.confirm(intent)["status"] == "requires_capture"
        return intent

    def complete(self, intent: str) -> Answer:
        body = {"paymentIntentId": intent, "bootcampIds": list[int](), "bundleId": None}
        return self.call("POST", "/api/complete-purchase", body)

    def buy(self) -> str:
        intent = self.pay()
        answer = self.complete(intent)
        assert (answer.status, answer.json()["status"]) == (200, "completed"), answer.body
        return intent

    def ask_refund(self, *, amount: str | None = None) -> Answer:
        wanted = {"purchaseId": self.shop.purchase_id(self), "amount": amount}
        return self.call("POST", "/mortal/refund", wanted)


def send(
    port: int, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
) -> Answer:
    started = time.monotonic()
    caller = http.client.HTTPConnection(LOOPBACK, port, timeout=30)
    try:
        caller.request(method, path, body, dict(headers))
        response = caller.getresponse()
        raw = response.read()
    finally:
        caller.close()
    told = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, told, raw, time.monotonic() - started)


@dataclass
class Shop:
    database: Database
    stripe: StripeServer
    site: Site
    folder: Path
    env: Mapping[str, str]
    # By the name of the only browser that buys there.
    bootcamps: Mapping[str, int]
    _browsers: int = field(default=0)

    def browser(self, name: str) -> Browser:
        self._browsers += 1
        return Browser(self, name, f"10.0.{self._browsers}.7")

    # What is on record

    def purchase_id(self, browser: Browser) -> int:
        [(found,)] = self.database.ask(
            "SELECT id FROM purchases WHERE bootcamp_id = %s", self.bootcamps[browser.name]
        )
        return int(found)

    def state(self, browser: Browser) -> str:
        [(state,)] = self.database.ask(
            "SELECT state FROM purchases WHERE bootcamp_id = %s", self.bootcamps[browser.name]
        )
        return str(state)

    def stripe_ids(self, browser: Browser) -> set[str]:
        """The provider's payments for this browser's purchase, whatever became of them."""
        purchase_id = str(self.purchase_id(browser))
        rows = self.stripe.ledger()["payment_intents"].items()
        return {intent for intent, row in rows if row["metadata"]["purchase_id"] == purchase_id}

    def books(self, browser: Browser) -> Books:
        """Of everything that was ever bought or begun in this browser's bootcamp."""
        purchase_id = self.purchase_id(browser)
        rows = self.stripe.ledger()["payment_intents"]
        paid = [rows[intent] for intent in self.stripe_ids(browser)]
        letters = self.database.ask(
            "SELECT category FROM communication_logs WHERE purchase_id = %s", purchase_id
        )
        [(kept, hours, invitations)] = self.database.ask(
            "SELECT (SELECT count(*) FROM seats WHERE held_until IS NULL AND purchase_id = p.id),"
            " (SELECT count(*) FROM coaching_sessions WHERE purchase_id = p.id"
            "  AND status <> 'cancelled'),"
            " (SELECT count(*) FROM account_invitations WHERE p.id = ANY (purchase_ids))"
            " FROM purchases p WHERE id = %s",
            purchase_id,
        )
        shown = browser.open_checkout()["lastPurchase"]
        return Books(
            state=self.state(browser),
            payment=" and ".join(sorted(row["status"] for row in paid)) or "none",
            captured=sum(row["captured"] for row in paid),
            refunded=sum(row["refunded"] + row["refund_pending"] for row in paid),
            refunds=sum(row["refunds"] for row in paid),
            seats_kept=kept,
            coaching_hours=hours,
            invitations=invitations,
            letters=dict(Counter(category for (category,) in letters)),
            shown=shown["status"] if shown else "nothing",
        )

    def seats_taken(self, browser: Browser) -> int:
        [(taken,)] = self.database.ask(
            "SELECT count(*) FROM seats WHERE bootcamp_id = %s AND purchase_id IS NOT NULL",
            self.bootcamps[browser.name],
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
        assert totals["authorised"] == 0, "money is still reserved"
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
            app.configure_task("sales.settlement.settle_purchase", queue="default").defer(
                purchase_id=purchase_id
            )

    def give_up_waiting(self, browser: Browser) -> None:
        """A day goes by for this buyer."""
        self.database.do(
            "UPDATE purchases SET created_at = created_at - interval '25 hours' WHERE id = %s",
            self.purchase_id(browser),
        )

    def begin_bootcamp(self, browser: Browser) -> None:
        self.database.do(
            "UPDATE bootcamps SET starts_at = now() - interval '1 second' WHERE id = %s",
            self.bootcamps[browser.name],
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
                f"sales.sweep.{name}",
                int(time.time()) // seconds * seconds,
            )

    def let_events_arrive(self) -> None:
        """All that was held back, late and in disorder; until each one is handled."""
        self.stripe.webhooks(f"http://{LOOPBACK}:{self.site.port}{WEBHOOK_PATH}")
        assert self.stripe.release("shuffled") > 0
        self.stripe.wait_until_delivered(within=60)
        wait_until(
            lambda: (
                self.database.ask("SELECT count(*) FROM stripe_events WHERE handled_at IS NULL")
                == [(0,)]
            ),
            within=60,
            what="every event is handled",
        )

    # Who serves it

    def kill_a_worker_at(self, label: str) -> None:
        """A worker that takes what is queued, and is gone when it comes to the label."""
        log = self.folder / f"{self.database.name}-dead-worker.log"
        env = {**self.env, "QUICK_WORKER": "idle", "CRASH_AT": f"{label}:1"}
        with Process(sys.executable, *RUN_WORKER, env=env, log=log) as worker:
            code = worker.exit_code(within=60)
            assert code == -signal.SIGKILL, worker.output

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
    bootcamps: Sequence[str],
    fates: Sequence[str] = (),
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Shop]:
    """A shop whose web processes meet these fates one after another; events are held back."""
    database = cluster.create_database(name)
    written = folder / f"{name}-fates"
    written.write_text("\n".join(f"{fate}:1" for fate in fates))
    with running_stripe() as stripe:
        stripe.webhooks(None)
        more = {
            "DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings",
            # One process: whoever is killed is who was asked.
            "WEB_WORKERS": "1",
            # Each browser has an address of its own, or they would count as one.
            "TRUSTED_PROXY_COUNT": "1",
            "STRIPE_STAND_IN_URL": stripe.url,
            "STRIPE_SECRET_KEY": SECRET,
            "STRIPE_PUBLISHABLE_KEY": PUBLISHABLE,
            "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            **settings,
        }
        env = environment(database.url, folder=folder, more=more)
        script = OPEN_BOOTCAMPS.format(names=json.dumps(list(bootcamps)))
        told = run_command("manage.py", "shell", "-c", script, env=env)
        numbers = json.loads(told.strip().splitlines()[-1])
        with running_site({**env, "FATES": str(written)}, folder=folder) as site:
            named = dict(zip(bootcamps, numbers, strict=True))
            yield Shop(database, stripe, site, folder, env, named)


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
