"""A crowd for twenty seats: how long until the last one knows, beside what its answers cost alone.

In one run and in turns: the rate of purchases, the rate of sold-out answers, and crowds of several
sizes. What a crowd must take is its purchases and its sold-out answers at those rates; the ratio to
it can be compared between machines, seconds cannot.
"""

import os
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.faults.processes import Process, free_port, wait_until
from tests.races.http_crowd import Buyer, Line, Wish, own_network, race
from tests.races.shop import running_nginx

from bench.buying import Bench, running_shop
from bench.measure import ROUNDS, summed_up
from bench.stock import SEATS, cookie_of, intent_of

# `CROWD="200 500"` where the machine is too busy for the largest.
SIZES = [int(size) for size in os.environ.get("CROWD", "200 500 2000").split()]
# Someone who finds the last seats held by others is refused as well.
ANSWERS = {"bought", "sold out", "held by others"}
# On a busy machine the last of the largest crowd wait long; they still want to know.
PATIENCE_SECONDS = 240.0


def measure_crowd() -> dict[str, Any]:
    """The figures of each size: seconds, and how many times what its answers cost alone."""
    seconds: dict[int, list[float]] = {size: [] for size in SIZES}
    ratios: dict[int, list[float]] = {size: [] for size in SIZES}
    rates: dict[str, list[float]] = {"complete": [], "hold, sold out": []}
    put_off: dict[int, list[float]] = {size: [] for size in SIZES}
    wrong: list[dict[str, int]] = []
    rounds = -(-ROUNDS // 2)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bench, env = stack.enter_context(running_shop(stack, folder))
        port = free_port()
        stack.enter_context(running_nginx(folder / "nginx", port=port, web_port=bench.web.port))
        bench.complete()
        bench.hold_sold_out()
        for turn in range(rounds):
            purchases, refusals = bench.complete(), bench.hold_sold_out()
            rates["complete"].append(purchases)
            rates["hold, sold out"].append(refusals)
            bench.stock.forget_jobs()
            worker = [sys.executable, "manage.py", "runworker"]
            with Process(*worker, env=env, log=folder / f"worker{turn}.log"):
                for size in SIZES:
                    taken, outcomes, away = crowd(bench, port, size)
                    alone = SEATS / purchases + (size - SEATS) / refusals
                    seconds[size].append(taken)
                    ratios[size].append(taken / alone)
                    put_off[size].append(away)
                    if outcomes["bought"] != SEATS or not set(outcomes) <= ANSWERS:
                        wrong.append(dict(outcomes))
                    said = f"{taken:.2f} s, {taken / alone:.2f} times, {away} times 503"
                    print(f"{size} buyers: {said}, {dict(outcomes)}", flush=True)
    return {
        "crowd": {
            "seats": SEATS,
            "rounds": rounds,
            "rates": {name: summed_up(values) for name, values in rates.items()},
            "sizes": {
                str(size): {
                    "seconds": summed_up(seconds[size]),
                    "ratio": summed_up(ratios[size]),
                    "put_off": summed_up(put_off[size]),
                }
                for size in SIZES
            },
            "wrong": wrong,
        }
    }


def crowd(bench: Bench, site_port: int, size: int) -> tuple[float, Counter[str], int]:
    """Hundreds press Pay at once: seconds until all know, what they know, and how often 503."""
    batch = bench.stock.batch(size, bootcamps=1)
    buyers = [
        Buyer(
            site=Line(site_port, source=own_network(n)),
            provider=Line(bench.provider_port),
            wish=Wish(bootcamp=batch.first_bootcamp),
            number=n,
            cookie=cookie_of(n),
            intent=intent_of(n),
            secret=f"{intent_of(n)}_secret_bench",
            is_polite=True,
        )
        for n in batch.numbers
    ]
    run = race(buyers, within=PATIENCE_SECONDS)
    wait_until(lambda: bench.stock.jobs_left() == 0, within=600, what="the worker is done")
    return run.seconds, run.outcomes, sum(buyer.put_off for buyer in buyers)
