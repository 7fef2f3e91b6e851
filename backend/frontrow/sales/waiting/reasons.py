"""Why a person on the list has no offer now, in words for admins. A pure function."""

from collections.abc import Sequence
from dataclasses import dataclass

from frontrow.sales.models import WaitingKind, WaitingState

_NOT_IN_LINE = {
    WaitingState.OFFERED: "Has an open offer.",
    WaitingState.TAKEN: "Took the seat that was offered.",
    WaitingState.LEFT: "Left the list.",
    WaitingState.REMOVED: "Was removed from the list.",
    WaitingState.OFF: "Didn't take two offers.",
    WaitingState.HAS_SEAT: "Already has a seat.",
    WaitingState.TOLD: "Was told about the seat or the new date.",
    WaitingState.CLOSED: "The list was closed before a seat came free.",
}


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The data that decides it, about one person and one class."""

    state: WaitingState
    kind: WaitingKind
    is_on_sale: bool = True
    has_price: bool = True
    is_first_come: bool = False
    # Free seats of the class, and the number of people before them.
    free: int = 0
    ahead: int = 0
    # Names of their bundle's classes that are full.
    full_members: Sequence[str] = ()


def why_not_offered(one: Standing) -> str:
    """Never empty, so that every person without an offer has a reason."""
    if one.state != WaitingState.WAITING:
        return _NOT_IN_LINE[one.state]
    if one.kind == WaitingKind.INTEREST:
        return "Waits for a new date."
    if not one.is_on_sale:
        return "The class isn't on sale."
    if not one.has_price:
        return "The class has no price, so it can't be offered online."
    if one.is_first_come:
        return "The class starts within 6 hours: everyone is told at once when a seat comes free."
    if one.kind == WaitingKind.BUNDLE and one.full_members:
        return (
            f"Waits for the whole bundle, and there's no free seat in {_listed(one.full_members)}."
        )
    if one.free == 0:
        return f"No seat is free{_behind(one.ahead)}."
    if one.ahead >= one.free:
        return f"The free seats go to others first{_behind(one.ahead)}."
    return "Will be offered a seat within a minute."


def _behind(ahead: int) -> str:
    if ahead == 0:
        return ", and they're next in line"
    return f", and {ahead} {'person is' if ahead == 1 else 'people are'} ahead of them"


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
