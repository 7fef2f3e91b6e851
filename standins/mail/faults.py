"""Failures on demand: conversations that match go wrong, always, a few times, or at a rate."""

import fnmatch
import random
import threading
from dataclasses import dataclass, field, fields
from typing import Any

KINDS = {"status", "stall", "cut", "lost_reply"}
# Where a conversation can break: before the greeting, at a command, or after the last dot.
PLACES = {"connect", "mail", "rcpt", "data", "content"}
LONGEST_STALL_MS = 60_000


@dataclass
class Fault:
    """`kind` is one of:

    - `status`: answer `status` and take nothing; 421 hangs up as well
    - `stall`: say nothing for `ms`, then go on as usual
    - `cut`: break the connection off, having taken nothing
    - `lost_reply`: keep the mail, then break off before the 250 (at `content` only)
    """

    kind: str
    at: str = "mail"
    to: str = "*"
    """Whose mail; only known from `rcpt` on."""
    times: int | None = 1
    """How many conversations; null for all until further notice."""
    rate: float = 1.0
    """Which part of the matching ones is struck, by chance."""
    status: int = 451
    ms: int = 0


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311

    def add(self, described: list[dict[str, Any]]) -> None:
        known = {one.name for one in fields(Fault)}
        for one in described:
            if set(one) - known or not _is_possible(Fault(**one)):
                raise ValueError(f"not a fault: {one}")
        with self.lock:
            self.waiting += [Fault(**one) for one in described]

    def clear(self) -> None:
        with self.lock:
            self.waiting.clear()
            self.chance.seed(7)

    def strike(self, at: str, to: str = "") -> Fault | None:
        with self.lock:
            for fault in self.waiting:
                if fault.at != at or not fnmatch.fnmatchcase(to, fault.to):
                    continue
                if self.chance.random() >= fault.rate:
                    continue
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self.waiting.remove(fault)
                return fault
        return None


def _is_possible(fault: Fault) -> bool:
    return (
        fault.kind in KINDS
        and fault.at in PLACES
        and (fault.kind != "lost_reply" or fault.at == "content")
        and 0 <= fault.ms <= LONGEST_STALL_MS
        and 400 <= fault.status <= 599  # noqa: PLR2004
    )
