"""Failures on demand: the next requests that match go wrong in the way that was asked for."""

import fnmatch
import threading
from dataclasses import dataclass, field, fields
from typing import Any

KINDS = {"status", "reset", "slow"}


@dataclass
class Fault:
    """`kind` is one of:

    - `status`: answer `InternalError`
    - `reset`: cut the connection after `after_bytes` of the body
    - `slow`: take the body in at `bytes_per_second`
    """

    kind: str
    method: str = "*"
    key: str = "*"
    times: int = 1
    after_bytes: int = 0
    bytes_per_second: int = 1_000_000


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

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

    def strike(self, method: str, key: str) -> Fault | None:
        with self.lock:
            for fault in self.waiting:
                if fnmatch.fnmatchcase(method, fault.method) and fnmatch.fnmatchcase(
                    key, fault.key
                ):
                    fault.times -= 1
                    if fault.times <= 0:
                        self.waiting.remove(fault)
                    return fault
        return None
