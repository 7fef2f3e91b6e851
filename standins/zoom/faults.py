"""Failures on demand: calls that match go wrong, always, a few times, or at a rate."""

import fnmatch
import random
import threading
from dataclasses import dataclass, field, fields
from typing import Any

KINDS = {"status", "reset", "lost_reply", "slow"}


@dataclass
class Fault:
    """`kind` is one of:

    - `status`: answer `status` without doing anything; 429 carries `retry_after`
    - `reset`: cut the connection before doing anything
    - `lost_reply`: do the work, then cut the connection
    - `slow`: wait `ms`, then go on as usual
    """

    kind: str
    method: str = "*"
    path: str = "*"
    times: int | None = 1
    """How many calls; null for all until further notice."""
    rate: float = 1.0
    """Which part of the matching calls is struck, by chance."""
    status: int = 500
    retry_after: str = ""
    ms: int = 0

    def matches(self, method: str, path: str) -> bool:
        return fnmatch.fnmatchcase(method, self.method) and fnmatch.fnmatchcase(path, self.path)


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311

    def add(self, described: list[dict[str, Any]]) -> None:
        known = {one.name for one in fields(Fault)}
        for one in described:
            if set(one) - known or one.get("kind") not in KINDS:
                raise ValueError(f"not a fault: {one}")
        with self.lock:
            self.waiting += [Fault(**one) for one in described]

    def clear(self) -> None:
        with self.lock:
            self.waiting.clear()
            self.chance.seed(7)

    def next(self, method: str, path: str) -> Fault | None:
        with self.lock:
            for fault in self.waiting:
                if not fault.matches(method, path) or self.chance.random() >= fault.rate:
                    continue
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self.waiting.remove(fault)
                return fault
        return None
