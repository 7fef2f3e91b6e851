"""Runs wrk on loopback in interleaved rounds and compares medians."""

import re
import statistics
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5
SECONDS = 4


@dataclass(frozen=True)
class Target:
    name: str
    url: str
    headers: tuple[str, ...] = ()


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


def interleaved(targets: list[Target]) -> dict[str, list[float]]:
    """One round after the other through all targets, so that a noisy minute hurts all alike."""
    for target in targets:
        requests_per_second(target, seconds=1)
    rates: dict[str, list[float]] = {target.name: [] for target in targets}
    for _ in range(ROUNDS):
        for target in targets:
            rates[target.name].append(requests_per_second(target))
    return rates


def median(rates: dict[str, list[float]], name: str) -> float:
    return statistics.median(rates[name])


def spread(values: list[float]) -> str:
    return f"{min(values):,.0f}–{max(values):,.0f}"  # noqa: RUF001


@contextmanager
def running(
    command: list[str], *, ready: str, env: Mapping[str, str], cwd: Path = ROOT
) -> Iterator[None]:
    """A server of ours for as long as the block lasts."""
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(ready)
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"{url} did not answer")
