"""`python -m bench.buying`: holds and completions over HTTP beside the same SQL by bare pgbench.

Slices of a few hundred buyers take turns, each with purchases of its own, so that every call does
the full work and a noisy second hurts all alike. The provider answers at once. Ends with two
hundred buyers for twenty seats, from the Pay click until all know their answer. The database is
dropped at the end.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.processes import Process, Site, environment, free_port, running_site, wait_until
from tests.races.http_crowd import Buyer, Line, Wish, own_network, race
from tests.races.shop import running_nginx

from bench.clicks import CLIENTS, rate
from bench.measure import ROOT, median, spread
from bench.stock import (
    BARE_HOLD,
    BARE_TAKE,
    DATABASE,
    SEATS,
    URL,
    Batch,
    Stock,
    cookie_of,
    intent_of,
)

ROUNDS = 7
# 40 % of the seats of each bootcamp may be held: eight of twenty.
BOOTCAMPS, HELD = 40, 8
SLICE = BOOTCAMPS * HELD
CROWD, CROWD_ROUNDS, CROWD_SECONDS = 200, 5, 2.0
TICKS_PER_SECOND = 100

GOALS = [
    ("Holding a seat over HTTP / the same statement by pgbench", "hold", "bare hold", 0.4),
    ("Sold out at the Pay click / a completed purchase", "hold, sold out", "complete", 5.0),
    ("Sold out after the card / a completed purchase", "complete, sold out", "complete", 5.0),
]


@dataclass
class Bench:
    stock: Stock
    web: Site
    provider_port: int
    # Milliseconds of the web processes' own work per answer, by target.
    work: dict[str, list[float]] = field(default_factory=dict)

    def batch(self) -> Batch:
        return self.stock.batch(SLICE, bootcamps=BOOTCAMPS)

    def sold_out_batch(self) -> Batch:
        batch = self.batch()
        self.stock.sell_out(batch)
        return batch

    def hold(self) -> float:
        return self._rate("hold", self._holds(self.batch()), expect=200)

    def hold_sold_out(self) -> float:
        return self._rate("hold, sold out", self._holds(self.sold_out_batch()), expect=409)

    def complete(self) -> float:
        batch = self.batch()
        confirmed = [
            _request(f"/v1/payment_intents/{intent_of(n)}/confirm", {}) for n in batch.numbers
        ]
        rate(self.provider_port, confirmed, expect=200)
        return self._rate("complete", self._completions(batch), expect=200)

    def complete_sold_out(self) -> float:
        completions = self._completions(self.sold_out_batch())
        return self._rate("complete, sold out", completions, expect=409)

    def bare_hold(self) -> float:
        self.batch()
        return _pgbench(BARE_HOLD)

    def bare_take(self) -> float:
        places = {"first_bootcamp": self.batch().first_bootcamp, "bootcamps": BOOTCAMPS}
        return _pgbench(BARE_TAKE.format(**places))

    def crowd(self, site_port: int) -> tuple[float, dict[str, int]]:
        """Two hundred with open sessions for twenty seats: seconds until all know."""
        batch = self.stock.batch(CROWD, bootcamps=1)
        buyers = [
            Buyer(
                site=Line(site_port, source=own_network(n)),
                provider=Line(self.provider_port),
                wish=Wish(bootcamp=batch.first_bootcamp),
                number=n,
                cookie=cookie_of(n),
                intent=intent_of(n),
                secret=f"{intent_of(n)}_secret_bench",
            )
            for n in batch.numbers
        ]
        run = race(buyers)
        wait_until(lambda: self.stock.jobs_left() == 0, within=120, what="the worker is done")
        return run.seconds, dict(run.outcomes)

    def _rate(self, name: str, requests: list[bytes], *, expect: int) -> float:
        before = self._worked()
        found = rate(self.web.port, requests, expect=expect)
        per_answer = (self._worked() - before) / len(requests) * 1000
        self.work.setdefault(name, []).append(per_answer)
        return found

    def _worked(self) -> float:
        """Seconds the web processes have been computing, until now."""
        pid = self.web.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        fields = [
            Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in children
        ]
        return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS_PER_SECOND

    def _holds(self, batch: Batch) -> list[bytes]:
        return [
            _request(
                "/api/checkout/hold",
                {"paymentIntentId": intent_of(n), "termsVersion": "2026-11"},
                buyer=n,
            )
            for n in batch.numbers
        ]

    def _completions(self, batch: Batch) -> list[bytes]:
        return [
            _request("/api/complete-purchase", {"paymentIntentId": intent_of(n)}, buyer=n)
            for n in batch.numbers
        ]


def _request(path: str, body: dict[str, str], *, buyer: int | None = None) -> bytes:
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


def crowds(bench: Bench, env: dict[str, str], folder: Path) -> list[tuple[float, dict[str, int]]]:
    """As in production: a worker beside the site, and nginx before it."""
    bench.stock.forget_jobs()
    port = free_port()
    worker = [sys.executable, "manage.py", "runworker"]
    with (
        Process(*worker, env=env, log=folder / "worker.log"),
        running_nginx(folder / "nginx", port=port, web_port=bench.web.port),
    ):
        return [bench.crowd(port) for _ in range(CROWD_ROUNDS)]


def report(rates: dict[str, list[float]], work: dict[str, list[float]]) -> int:
    for name, values in rates.items():
        busy = f", {statistics.median(work[name]):.1f} ms of Python each" if name in work else ""
        print(f"{name:20} {median(rates, name):10,.0f} /s  ({spread(values)}){busy}")
    missed = 0
    for what, measured, beside, goal in GOALS:
        ratio = median(rates, measured) / median(rates, beside)
        missed += ratio < goal
        print(f"{'ok  ' if ratio >= goal else 'MISS'} {what}: {ratio:.2f} (goal {goal})")
    ratio = median(rates, "hold") / median(rates, "bare take_seat")
    print(f"     Holding a seat over HTTP / taking one by pgbench, no cap counted: {ratio:.2f}")
    return missed


def report_crowds(runs: list[tuple[float, dict[str, int]]]) -> int:
    seconds = sorted(run for run, _ in runs)
    typical = statistics.median(seconds)
    wrong = [
        outcomes for _, outcomes in runs if outcomes != {"bought": SEATS, "sold out": CROWD - SEATS}
    ]
    missed = bool(wrong) + (typical >= CROWD_SECONDS)
    print(
        f"{'MISS' if missed else 'ok  '} {CROWD} buyers for {SEATS} seats know their answer after"
        f" {typical:.2f} s (goal {CROWD_SECONDS}; {', '.join(f'{one:.2f}' for one in seconds)})"
    )
    for outcomes in wrong:
        print(f"     wrong: {outcomes}")
    return missed


def main() -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bench, env = stack.enter_context(running_shop(stack, folder))
        rates = measure(bench)
        runs = crowds(bench, env, folder)
    missed = report(rates, bench.work) + report_crowds(runs)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
