"""The board of a class's waiting list, and the actions on it, recorded in the audit log."""

from collections.abc import Iterator
from datetime import UTC

from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.waiting_lists.schemas import (
    ListFiguresOut,
    ListOfferOut,
    SeatsAddedOut,
    WaiterOut,
    WaitingBoardOut,
)
from frontrow.catalogue.admin_schemas import BootcampChangeIn
from frontrow.catalogue.bootcamps import change_bootcamp, find_bootcamp
from frontrow.core.csv_files import csv_lines
from frontrow.core.jobs import enqueue
from frontrow.sales.waiting.board import Board, Offered, Waiter, read_board
from frontrow.sales.waiting.desk_acts import offer_out_of_turn, take_off
from frontrow.sales.waiting.line import take_turns
from frontrow.sales.waiting.serving import serve, serve_lists

COLUMNS = ["Place", "Name", "Email", "Since (UTC)", "Would take", "Why no offer"]


def show_board(*, bootcamp_id: int) -> WaitingBoardOut:
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    board: Board = read_board(bootcamp=bootcamp)
    return WaitingBoardOut(
        waiting=[_waiter_out(one) for one in board.waiters],
        offers=[_offer_out(one) for one in board.offers],
        figures=ListFiguresOut(
            waiting=len(board.waiters),
            open=board.open,
            offered=len(board.offers),
            taken=board.taken,
            taken_share=board.taken_share,
            more_seats_would_bring=board.more_seats_would_bring(bootcamp=bootcamp),
        ),
        serves_list=bootcamp.serves_list,
        free_seats=board.free,
        now=board.now,
    )


def export_list(*, by: Actor, bootcamp_id: int) -> Iterator[str]:
    """The people on the list, in order. Recorded in the audit log."""
    waiting = show_board(bootcamp_id=bootcamp_id).waiting
    _note(by, "exported waiting list", bootcamp_id, people=len(waiting))
    return csv_lines(
        COLUMNS,
        (
            [
                one.place,
                one.name,
                one.email,
                one.since.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
                "; ".join(one.wishes),
                one.reason,
            ]
            for one in waiting
        ),
    )


@transaction.atomic
def offer_by_hand(*, by: Actor, bootcamp_id: int, entry_id: int) -> str:
    """Make an offer to a chosen person. Returns their name."""
    offer = offer_out_of_turn(bootcamp_id=bootcamp_id, entry_id=entry_id)
    _note(by, "offered seat from waiting list", bootcamp_id, entry=entry_id)
    return offer.entry.name


@transaction.atomic
def remove(*, by: Actor, bootcamp_id: int, entry_id: int) -> None:
    take_off(bootcamp_id=bootcamp_id, entry_id=entry_id)
    _note(by, "removed from waiting list", bootcamp_id, entry=entry_id)


@transaction.atomic
def add_seats(*, by: Actor, bootcamp_id: int, add: int) -> SeatsAddedOut:
    """Add seats and offer them in one transaction. Locks the waiting list before the class."""
    take_turns()
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    wanted = BootcampChangeIn.model_validate({"maxSeats": bootcamp.max_seats + add})
    changed = change_bootcamp(by=by, bootcamp_id=bootcamp_id, wanted=wanted).bootcamp
    return SeatsAddedOut(max_seats=changed.max_seats, offers_made=serve())


@transaction.atomic
def serve_now(*, by: Actor, bootcamp_id: int) -> None:
    """Run the allocation now instead of within a minute. Also ends expired offers."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    enqueue(serve_lists, once="serve:desk", timestamp=0)
    _note(by, "served waiting list", bootcamp.pk)


def _note(by: Actor, action: str, bootcamp_id: int, **details: int) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="bootcamp",
        subject_id=bootcamp_id,
        **details,
    )


def _waiter_out(one: Waiter) -> WaiterOut:
    entry = one.entry
    return WaiterOut(
        entry_id=entry.pk,
        person_link=f"/admin/users/{entry.user_id}" if entry.user_id else "",
        name=entry.name,
        email=entry.email,
        since=entry.queued_at,
        place=one.place,
        wishes=list(one.wishes),
        reason=one.reason,
    )


def _offer_out(one: Offered) -> ListOfferOut:
    offer = one.offer
    return ListOfferOut(
        entry_id=offer.entry_id,
        name=offer.entry.name,
        email=offer.entry.email,
        offered_at=offer.created_at,
        expires_at=offer.expires_at,
        state=one.state,
        by_desk=offer.by_desk,
    )
