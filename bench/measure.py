"""Runs wrk on loopback in interleaved rounds, and counts what processes compute meanwhile."""

import os
import re
import statistics
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[1]
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
# `QUICK=1`: the same measurements, smaller and fewer, for a first look in two minutes.
QUICK = bool(os.environ.get("QUICK"))
ROUNDS = int(os.environ.get("ROUNDS", "2" if QUICK else "5"))
SECONDS = 2 if QUICK else 4


@dataclass(frozen=True)
class Target:
    name: str
    url: str
    headers: tuple[str, ...] = ()
    # The server's master process, whose children do the work.
    server: int | None = None


def requests_per_second(target: Target, *, seconds: int = SECONDS) -> float:
    headers = [part for header in target.headers for part in ("-H", header)]
    done = subprocess.run(
        ["wrk", "-t1", "-c32", f"-d{seconds}s", *headers, target.url],
        capture_output=True,
        text=True,
        check=True,
    )
    if "Non-2xx" in done.stdout:
        raise RuntimeError(f"{target.name} answered with errors:\n{done.stdout}")
    found = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    if not found:
        raise RuntimeError(done.stdout)
    return float(found[1])


def interleaved(targets: list[Target]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Answers per second, and milliseconds of the server's own work for each, by target.

    One round after the other through all targets, so that a noisy minute hurts all alike.
    """
    for target in targets:
        requests_per_second(target, seconds=1)
    rates: dict[str, list[float]] = {target.name: [] for target in targets}
    work: dict[str, list[float]] = {target.name: [] for target in targets if target.server}
    for _ in range(ROUNDS):
        for target in targets:
            workers = children(target.server) if target.server else []
            before = worked(workers)
            rate = requests_per_second(target)
            rates[target.name].append(rate)
            if target.server and children(target.server) != workers:
                raise RuntimeError(f"{target.name}: other processes serve it than a moment ago")
            # On a machine with no time left for us a slice may see no answer at all.
            if target.server and rate:
                work[target.name].append((worked(workers) - before) * 1000 / (rate * SECONDS))
    return rates, work


def median(rates: dict[str, list[float]], name: str) -> float:
    return statistics.median(rates[name])


def spread(values: list[float]) -> str:
    return f"{min(values):,.0f}–{max(values):,.0f}"  # noqa: RUF001


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def summed_up(values: list[float]) -> dict[str, float]:
    """As it is written into the figures."""
    return {
        "median": round(statistics.median(values), 3),
        "low": round(min(values), 3),
        "high": round(max(values), 3),
    }


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def backends(database: psycopg.Connection[Any]) -> list[int]:
    """The database's own processes that serve others than us."""
    rows = database.execute(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return [pid for (pid,) in rows]


def worked(pids: Sequence[int]) -> float:
    """Seconds these processes have been computing, until now; those that have ended count none."""
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS_PER_SECOND


@contextmanager
def running(
    command: list[str], *, ready: str, env: Mapping[str, str], cwd: Path = ROOT
) -> Iterator[int]:
    """A server of ours for as long as the block lasts; its process id."""
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(ready)
        yield process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"{url} did not answer")
