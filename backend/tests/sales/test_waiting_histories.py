"""Random histories of a waiting list: what is offered is on sale just then, as it is sold then.

A failure prints the seed and the steps; `WAITING_HISTORY=seed` plays that one alone.
"""

import os

import pytest

from tests.sales.waiting_histories import Line
from tests.sizes import size

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AT_ONCE = 50


def chunks() -> list[range]:
    if alone := os.environ.get("WAITING_HISTORY"):
        return [range(int(alone), int(alone) + 1)]
    seeds = range(size("WAITING_HISTORIES"))
    return [seeds[start : start + AT_ONCE] for start in range(0, len(seeds), AT_ONCE)]


@pytest.mark.parametrize("seeds", chunks(), ids=str)
def test_whatever_is_offered_is_on_sale_as_it_is_sold_just_then(seeds: range) -> None:
    offers = 0
    for seed in seeds:
        line = Line(seed).play()
        assert line.faults == [], f"seed {seed}: {line.faults} {line.log}"
        offers += len(line.seen)
    assert offers >= len(seeds) // 2
