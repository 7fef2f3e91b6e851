"""Moving a seat beside holding one, over HTTP in one run: what each costs the server.

Slices take turns as in `bench.buying`. The goal is about work, not about statements: a move is to
cost the web processes and the database together no more than two holds.
"""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.signing import Signer

from bench.buying import BOOTCAMPS, Bench, as_request, running_shop
from bench.measure import ROUNDS, summed_up

HOLD, MOVE = "hold, beside a move", "move"


def move(bench: Bench, signer: Signer) -> float:
    """Everybody of a slice moves to the class of the same place in another row of classes."""
    batch = bench.batch()
    targets = bench.stock.seat(batch, bootcamps=BOOTCAMPS)
    requests = [
        as_request(
            "/api/seat/move",
            # The number of an enrollment is that of its purchase here, see `bench.stock`.
            {"token": signer.sign(f"{n}-0"), "bootcampId": targets + n % BOOTCAMPS},
            buyer=n,
        )
        for n in batch.numbers
    ]
    return bench.rate(MOVE, requests, expect=200)


def measure_moves() -> dict[str, Any]:
    """The figures of moving and, in the same minutes, of holding."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bench, env = stack.enter_context(running_shop(stack, folder))
        signer = Signer(key=env["SECRET_KEY"], fallback_keys=[], salt="frontrow seat link", sep=".")
        targets: dict[str, Callable[[], float]] = {
            HOLD: lambda: bench.hold(HOLD),
            MOVE: lambda: move(bench, signer),
        }
        for target in targets.values():
            target()
        for kept in (bench.work, bench.database_work):
            kept.clear()
        rates: dict[str, list[float]] = {name: [] for name in targets}
        for _ in range(ROUNDS):
            for name, target in targets.items():
                rates[name].append(target())
    return {
        "rates": {name: summed_up(values) for name, values in rates.items()},
        "work": {name: summed_up(values) for name, values in bench.work.items()},
        "database_work": {name: summed_up(each) for name, each in bench.database_work.items()},
    }
