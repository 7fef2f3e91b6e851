"""Why somebody has no offer, over every state; and who gets which seat, over made-up lines."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontrow.sales.models import WaitingKind, WaitingState
from frontrow.sales.waiting.choosing import InLine, choose
from frontrow.sales.waiting.reasons import Standing, why_not_offered

YES_OR_NO = (True, False)


def every_standing() -> list[Standing]:
    told = itertools.product(
        WaitingState,
        WaitingKind,
        YES_OR_NO,
        YES_OR_NO,
        YES_OR_NO,
        (0, 1, 3),
        (0, 1, 2, 5),
        ((), ("Second",), ("Second", "Third")),
    )
    return [
        Standing(
            state=state,
            kind=kind,
            is_on_sale=on_sale,
            has_price=price,
            is_first_come=first,
            free=free,
            ahead=ahead,
            full_members=full,
        )
        for state, kind, on_sale, price, first, free, ahead, full in told
    ]


def test_everybody_has_a_reason_in_every_state() -> None:
    standings = every_standing()
    reasons = [why_not_offered(one) for one in standings]
    assert len(standings) == 9 * 3 * 8 * 3 * 4 * 3
    for reason in reasons:
        assert reason.endswith("."), reason
        assert reason[0].isupper()
        assert "_" not in reason
    # Whoever is not in line has one reason, whatever the class is like.
    for state in WaitingState:
        if state != WaitingState.WAITING:
            mine = {why_not_offered(one) for one in standings if one.state == state}
            assert len(mine) == 1, state


def waiting(**facts: object) -> str:
    given: dict[str, object] = {"state": WaitingState.WAITING, "kind": WaitingKind.DATES, **facts}
    return why_not_offered(Standing(**given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"is_on_sale": False}, "The class isn't on sale."),
        ({"has_price": False}, "The class has no price, so it can't be offered online."),
        ({"free": 0, "ahead": 0}, "No seat is free, and they're next in line."),
        ({"free": 0, "ahead": 1}, "No seat is free, and 1 person is ahead of them."),
        (
            {"free": 1, "ahead": 4},
            "The free seats go to others first, and 4 people are ahead of them.",
        ),
        ({"free": 2, "ahead": 1}, "Will be offered a seat within a minute."),
        (
            {"kind": WaitingKind.BUNDLE, "free": 1, "full_members": ("Second", "Third")},
            "Waits for the whole bundle, and there's no free seat in Second and Third.",
        ),
        ({"kind": WaitingKind.INTEREST}, "Waits for a new date."),
    ],
)
def test_the_reason_is_the_first_thing_in_the_way(facts: dict[str, object], reason: str) -> None:
    assert waiting(**facts) == reason


CLASSES = st.lists(st.integers(1, 4), min_size=1, max_size=4, unique=True)
LINES = st.lists(st.tuples(CLASSES, st.booleans()), max_size=12)
FREE = st.dictionaries(st.integers(1, 4), st.integers(0, 3), max_size=4)


@given(LINES, FREE)
def test_in_order_one_seat_each_and_a_bundle_whole(
    wishes: list[tuple[list[int], bool]], free: dict[int, int]
) -> None:
    line = [InLine(number, classes, whole) for number, (classes, whole) in enumerate(wishes)]
    left = dict(free)
    served = {one.entry_id: list(chosen) for one, chosen in choose(line, left)}
    # A slow oracle: each in turn, by counting what is left.
    expected, over = {}, dict(free)
    for one in line:
        have = [each for each in one.classes if over.get(each, 0) > 0]
        gets = one.classes if one.is_whole and len(have) == len(one.classes) else have[:1]
        if one.is_whole and len(have) < len(one.classes):
            gets = []
        for each in gets:
            over[each] -= 1
        if gets:
            expected[one.entry_id] = list(gets)
    assert served == expected
    assert left == over
    assert all(count >= 0 for count in left.values())
    # Nobody is passed over for a seat that was there when their turn came.
    for one in line:
        if one.entry_id not in served and not one.is_whole:
            assert all(left.get(each, 0) == 0 for each in one.classes)
