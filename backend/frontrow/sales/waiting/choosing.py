"""Assigns free seats in the order of the line: one per person, and bundles as a whole.

A pure function, so that tests can try every line.
"""

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from typing import NamedTuple


class InLine(NamedTuple):
    entry_id: int
    # One of these classes, the first that has a seat, or for a bundle all of them.
    classes: Sequence[int]
    is_whole: bool


def choose(
    line: Iterable[InLine], free: MutableMapping[int, int]
) -> Iterator[tuple[InLine, Sequence[int]]]:
    """Yield each person who can be served, with their classes. Decrements `free`.

    A person who can't be served doesn't block those behind them. If a class turns out to have no
    seat, the caller sets it to 0 and the iteration continues.
    """
    for one in line:
        chosen = _seats_for(one, free)
        if chosen:
            for bootcamp_id in chosen:
                free[bootcamp_id] -= 1
            yield one, chosen


def _seats_for(one: InLine, free: MutableMapping[int, int]) -> Sequence[int]:
    if one.is_whole:
        return one.classes if all(free.get(each, 0) > 0 for each in one.classes) else ()
    return [each for each in one.classes if free.get(each, 0) > 0][:1]
