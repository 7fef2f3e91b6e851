"""Several people at the same moment, and the controls that take their locks away."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db.models import QuerySet

from tests.races.crowd import all_at_once


def at_once(acts: Sequence[Callable[[], int]]) -> list[int]:
    """Do all of it at once; the status each got. Whoever got none fails the test."""
    statuses: list[int] = []
    for outcome in all_at_once(acts):
        if isinstance(outcome, Exception):
            raise outcome
        statuses.append(outcome)
    return statuses


def take_locks_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the controls: rows are read without being locked."""

    def unlocked(rows: "QuerySet[Any]", **_: object) -> "QuerySet[Any]":
        return rows

    monkeypatch.setattr(QuerySet, "select_for_update", unlocked)
