"""Who gets which free seat: in the order of the line, one seat for each, a bundle whole or not.

Pure, so that every line can be tried in a test.
"""

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from typing import NamedTuple


class InLine(NamedTuple):
    entry_id: int
    # Of these classes one, the first that has a seat; or, for a bundle, all of them.
    classes: Sequence[int]
    is_whole: bool


def choose(
    line: Iterable[InLine], free: MutableMapping[int, int]
) -> Iterator[tuple[InLine, Sequence[int]]]:
    """Each who can be served, with the classes they get; `free` counts down.

    Whoever cannot be served keeps nobody behind them from being so. A class that turns out to have
    no seat after all is set to 0 by the caller, and the line goes on from there.
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
