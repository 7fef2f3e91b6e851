"""The admin's list of purchases at 1,000 and at 100,000 rows, beside the same SQL run bare.

`python -m bench.purchase_list` fills two databases with the demo's history, asks both for every
kind of page in turns, and runs the statements of each page over a plain connection as well. Ends
with an error when a kind misses its goals: p95 of 200 ms and of at most three times the bare SQL's,
and a median of at most twice its own at 1,000 rows. `--keep` uses the databases of the last run.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable

from bench.measure import ROOT

SIZES = {"frontrow_bench_list_small": 1_000, "frontrow_bench_list_large": 100_000}
ROUNDS = 40
P95_MS, TIMES_BARE, GROWTH = 200.0, 3.0, 2.0

# Every kind of page, by the number of the last one.
KINDS: dict[str, Callable[[int], str]] = {
    "first page": lambda _: "",
    "middle page": lambda last: f"page={last // 2}",
    "last page": lambda last: f"page={last}",
    "search, a name": lambda _: "search=kenji+bello",
    "search, an address": lambda _: "search=student-000123@",
    "search, what everybody has": lambda _: "search=example",
    "search, by customer": lambda _: "search=kenji&sort=customer&direction=asc",
    "search and status": lambda _: "search=kenji&status=refunded",
    "completed": lambda _: "status=completed",
    "completed, far down": lambda last: f"status=completed&page={last // 3}",
    "failed, by amount": lambda _: "status=failed&sort=amount",
    "refunded, by customer": lambda _: "status=refunded&sort=customer&direction=asc",
    "by customer": lambda _: "sort=customer&direction=asc",
    "by customer, middle": lambda last: f"sort=customer&direction=asc&page={last // 2}",
    "by amount, far down": lambda last: f"sort=amount&page={last // 3}",
    "by product, middle": lambda last: f"sort=product&page={last // 2}",
    "by status, middle": lambda last: f"sort=status&direction=asc&page={last // 2}",
}


class Asker:
    """A process with the whole application in it, over one of the databases."""

    def __init__(self, database: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.list_asker"],
            cwd=ROOT,
            env=environment(database),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.last = int(self.say(""))

    def say(self, line: str) -> str:
        asks, answers = self.process.stdin, self.process.stdout
        if asks is None or answers is None:
            raise RuntimeError("the asker has no ears or no mouth")
        asks.write(line + "\n")
        asks.flush()
        return answers.readline()

    def time(self, kind: str) -> tuple[float, float]:
        """Milliseconds for the page, and for its statements alone."""
        ours, bare = self.say(KINDS[kind](self.last)).split()
        return float(ours), float(bare)


def environment(database: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": f"postgresql://127.0.0.1:5432/{database}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "WARNING",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}",
    }


def fill(database: str, purchases: int) -> None:
    subprocess.run(["dropdb", "--if-exists", "--force", database], check=True)
    subprocess.run(["createdb", database], check=True)
    command = [sys.executable, "-m", "bench.list_asker", "--fill", str(purchases)]
    subprocess.run(command, cwd=ROOT, env=environment(database), check=True)


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def main() -> int:
    if "--keep" not in sys.argv:
        for database, purchases in SIZES.items():
            fill(database, purchases)
    small, large = (Asker(database) for database in SIZES)
    times: dict[str, dict[str, list[float]]] = {
        kind: {"small": [], "large": [], "bare": []} for kind in KINDS
    }
    # In turns, so that a noisy second hurts all alike; the first round only warms up.
    for turn in range(ROUNDS + 1):
        for kind in KINDS:
            at_small, _ = small.time(kind)
            at_large, bare = large.time(kind)
            if turn:
                times[kind]["small"].append(at_small)
                times[kind]["large"].append(at_large)
                times[kind]["bare"].append(bare)
    return report(times)


def report(times: dict[str, dict[str, list[float]]]) -> int:
    missed = 0
    heads = f"{'1,000':>13} {'100,000':>13} {'bare SQL':>13} {'growth':>7} {'to bare':>8}"
    print(f"{'ms: median, p95':27} {heads}")
    for kind, measured in times.items():
        shown = {
            name: (statistics.median(values), p95(values)) for name, values in measured.items()
        }
        # Growth by medians: a neighbour's busy second may be in the p95 of one and not the other.
        growth = shown["large"][0] / shown["small"][0]
        to_bare = shown["large"][1] / shown["bare"][1]
        is_met = shown["large"][1] <= P95_MS and to_bare <= TIMES_BARE and growth <= GROWTH
        missed += not is_met
        columns = " ".join(f"{middle:6.1f} {high:6.1f}" for middle, high in shown.values())
        print(f"{kind:27} {columns} {growth:7.2f} {to_bare:8.2f} {'' if is_met else 'MISS'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
