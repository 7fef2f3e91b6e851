"""Failures on demand, for every stand-in: what matches fails a few times, always, or at a rate.

Each stand-in says in a `Fault` of its own how it can go wrong and what a fault is aimed at.
"""

import fnmatch
import random
import threading
from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, TypeVar

SEED = 7


@dataclass
class Fault:
    kinds: ClassVar[Collection[str]]

    kind: str
    times: int | None = 1
    """How many are struck; null for all until further notice."""
    skip: int = 0
    """How many are let pass first."""
    rate: float = 1.0
    """Which part of the matching ones is struck, by chance."""

    def is_possible(self) -> bool:
        return self.kind in self.kinds

    def is_aimed_at(self, met: dict[str, str]) -> bool:
        """Each of our fields named there is a pattern."""
        return all(fnmatch.fnmatchcase(value, getattr(self, name)) for name, value in met.items())


F = TypeVar("F", bound=Fault)


class Faults(Generic[F]):
    """The faults of one stand-in that are still to strike."""

    def __init__(self, described_by: type[F]) -> None:
        self.waiting: list[F] = []
        self._described_by = described_by
        self._lock = threading.Lock()
        self._chance = random.Random(SEED)  # noqa: S311

    def add(self, described: list[dict[str, Any]]) -> None:
        known = {one.name for one in fields(self._described_by)}
        new = []
        for one in described:
            if set(one) - known or not (fault := self._described_by(**one)).is_possible():
                raise ValueError(f"not a fault: {one}")
            new.append(fault)
        with self._lock:
            self.waiting += new

    def clear(self) -> None:
        with self._lock:
            self.waiting.clear()
            self._chance.seed(SEED)

    def strike(self, **met: str) -> F | None:
        """The fault for what was met just now, if there is one."""
        with self._lock:
            for fault in self.waiting:
                if not fault.is_aimed_at(met):
                    continue
                if fault.skip:
                    fault.skip -= 1
                    continue
                if self._chance.random() >= fault.rate:
                    continue
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self.waiting.remove(fault)
                return fault
        return None
