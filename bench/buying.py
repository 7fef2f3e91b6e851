"""Holds and completions over HTTP beside the same SQL by bare pgbench.

Slices of a few hundred buyers take turns, each with purchases of its own, so that every call does
the full work and a noisy second hurts all alike. The provider answers at once. The database is
dropped at the end.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.processes import Process, Site, environment, free_port, running_site

from bench import clicks
from bench.clicks import CLIENTS
from bench.measure import ROOT, ROUNDS, children, summed_up, worked
from bench.stock import (
    BARE_HOLD,
    BARE_TAKE,
    DATABASE,
    URL,
    Batch,
    Stock,
    cookie_of,
    intent_of,
)

# 40 % of the seats of each bootcamp may be held: eight of twenty.
BOOTCAMPS, HELD = 40 if ROUNDS > 2 else 10, 8
SLICE = BOOTCAMPS * HELD


@dataclass
class Bench:
    stock: Stock
    web: Site
    provider_port: int
    # Milliseconds of work for each answer, by target: the web processes' own, the database's.
    work: dict[str, list[float]] = field(default_factory=dict)
    database_work: dict[str, list[float]] = field(default_factory=dict)

    def batch(self) -> Batch:
        return self.stock.batch(SLICE, bootcamps=BOOTCAMPS)

    def sold_out_batch(self) -> Batch:
        batch = self.batch()
        self.stock.sell_out(batch)
        return batch

    def hold(self, name: str = "hold") -> float:
        return self.rate(name, self._holds(self.batch()), expect=200)

    def hold_sold_out(self) -> float:
        return self.rate("hold, sold out", self._holds(self.sold_out_batch()), expect=409)

    def complete(self) -> float:
        batch = self.batch()
        confirmed = [
            as_request(f"/v1/payment_intents/{intent_of(n)}/confirm", {}) for n in batch.numbers
        ]
        clicks.rate(self.provider_port, confirmed, expect=200)
        return self.rate("complete", self._completions(batch), expect=200)

    def complete_sold_out(self) -> float:
        completions = self._completions(self.sold_out_batch())
        return self.rate("complete, sold out", completions, expect=409)

    def bare_hold(self) -> float:
        self.batch()
        return _pgbench(BARE_HOLD)

    def bare_take(self) -> float:
        places = {"first_bootcamp": self.batch().first_bootcamp, "bootcamps": BOOTCAMPS}
        return _pgbench(BARE_TAKE.format(**places))

    def rate(self, name: str, requests: list[bytes], *, expect: int) -> float:
        # Connections are kept by the pool, so the database's processes are the same before and
        # after; one that was opened meanwhile has done nothing yet worth counting.
        database = self.stock.backends()
        before = worked(children(self.web.process.pid)), worked(database)
        found = clicks.rate(self.web.port, requests, expect=expect)
        after = worked(children(self.web.process.pid)), worked(database)
        for kept, start, end in zip((self.work, self.database_work), before, after, strict=True):
            kept.setdefault(name, []).append((end - start) / len(requests) * 1000)
        return found

    def _holds(self, batch: Batch) -> list[bytes]:
        return [
            as_request(
                "/api/checkout/hold",
                {"paymentIntentId": intent_of(n), "termsVersion": "2026-11"},
                buyer=n,
            )
            for n in batch.numbers
        ]

    def _completions(self, batch: Batch) -> list[bytes]:
        return [
            as_request("/api/complete-purchase", {"paymentIntentId": intent_of(n)}, buyer=n)
            for n in batch.numbers
        ]


def as_request(path: str, body: dict[str, Any], *, buyer: int | None = None) -> bytes:
    raw = json.dumps(body).encode()
    who = ""
    if buyer is not None:
        address = f"10.{buyer >> 8 & 255}.{buyer & 255}.1"
        who = f"Cookie: checkout={cookie_of(buyer)}\r\nX-Forwarded-For: {address}\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{who}"
    return f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw


def _pgbench(script: str) -> float:
    """Transactions per second with as many clients as the others have; each buyer comes once."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(" ".join(script.split()))
        file.flush()
        each = str(SLICE // CLIENTS)
        options = ["-n", "-c", str(CLIENTS), "-j", "1", "-t", each, "-f", file.name]
        done = subprocess.run(
            ["pgbench", *options, "-h", "127.0.0.1", DATABASE],
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    if not found:
        raise RuntimeError(done.stdout)
    return float(found[1])


@contextmanager
def running_shop(stack: ExitStack, folder: Path) -> Iterator[tuple[Bench, dict[str, str]]]:
    """A fresh database, the instant provider, a postbox and gunicorn; all gone at the end."""
    subprocess.run(["dropdb", "--if-exists", "--force", DATABASE], check=True)
    subprocess.run(["createdb", DATABASE], check=True)
    stack.callback(subprocess.run, ["dropdb", "--force", DATABASE], check=True)
    provider_port, smtp_port = free_port(), free_port()
    env = environment(
        URL,
        folder=folder,
        more={
            "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TRUSTED_PROXY_COUNT": "1",
            "REDIS_URL": "redis://127.0.0.1:6379/6",
            "SMTP_URL": f"smtp://127.0.0.1:{smtp_port}",
            "STRIPE_STAND_IN_URL": f"http://127.0.0.1:{provider_port}",
            "STRIPE_SECRET_KEY": "sk_test_bench",
            "STRIPE_PUBLISHABLE_KEY": "pk_test_bench",
            "STRIPE_WEBHOOK_SECRET": "whsec_bench",
            "LOG_LEVEL": "WARNING",
            "JOB_CONCURRENCY": "8",
        },
    )
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT / "backend", env=env, check=True)
    ports = ["--smtp-port", str(smtp_port), "--http-port", str(free_port())]
    for module, *arguments in (
        ["bench.instant_provider", str(provider_port)],
        ["standins.mail", *ports],
    ):
        command = [sys.executable, "-m", module, *arguments]
        stack.enter_context(Process(*command, env=env, log=folder / f"{module}.log"))
    web = stack.enter_context(running_site(env, folder=folder))
    stock = Stock()
    stack.callback(stock.close)
    yield Bench(stock, web, provider_port), env


def measure(bench: Bench) -> dict[str, list[float]]:
    targets: dict[str, Callable[[], float]] = {
        "bare take_seat": bench.bare_take,
        "bare hold": bench.bare_hold,
        "hold": bench.hold,
        "hold, sold out": bench.hold_sold_out,
        "complete": bench.complete,
        "complete, sold out": bench.complete_sold_out,
    }
    for target in targets.values():
        target()
    rates: dict[str, list[float]] = {name: [] for name in targets}
    for _ in range(ROUNDS):
        for name, target in targets.items():
            rates[name].append(target())
    return rates


def measure_buying() -> dict[str, Any]:
    """The figures of holding, completing and being too late."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bench, _ = stack.enter_context(running_shop(stack, folder))
        rates = measure(bench)
    return {
        "rates": {name: summed_up(values) for name, values in rates.items()},
        "work": {name: summed_up(values) for name, values in bench.work.items()},
        "database_work": {name: summed_up(each) for name, each in bench.database_work.items()},
    }
