"""The pure function from facts to cells: each fact changed by itself, without a database."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from frontrow.backoffice.readiness.attendee_cells import attendee_cells
from frontrow.backoffice.readiness.cells import LABELS, Cell, Repair, class_cells
from frontrow.backoffice.readiness.known import AttendeeFacts, ClassFacts, Sent
from frontrow.catalogue.models import MeetingState
from frontrow.messaging.models import MessageFate, MessageStatus

NOW = datetime(2026, 10, 9, 12, tzinfo=UTC)
DELIVERED = Sent(status=MessageStatus.SENT, delivered_at=NOW)
SENT = Sent(status=MessageStatus.SENT)
PENDING = Sent(status=MessageStatus.PENDING)
FAILED = Sent(status=MessageStatus.FAILED)
BOUNCED = Sent(status=MessageStatus.FAILED, fate=MessageFate.BOUNCED, delivered_at=NOW)

ADA = AttendeeFacts(
    enrollment_id=1,
    purchase_id=1,
    user_id=None,
    name="Ada Lovelace",
    email="ada@example.test",
    is_handed_over=False,
    is_completed=True,
    is_free=False,
    has_payment=True,
    has_open_dispute=False,
    seat_number=4,
    is_active=None,
    confirmation=DELIVERED,
    reminder_due_at=NOW - timedelta(hours=4),
    reminder=DELIVERED,
    reminder_text=None,
    suppressed="",
    has_delivery=True,
    has_bounce=False,
    can_text=False,
    is_zone_known=True,
    link_tested_at=NOW,
    answers=2,
)
READY = ClassFacts(
    bootcamp_id=1,
    name="Launch",
    starts_at=NOW + timedelta(hours=20),
    timezone="UTC",
    is_canceled=False,
    meeting=MeetingState.READY,
    is_meeting_in_step=True,
    is_meeting_ours=True,
    can_make_meeting=True,
    has_pasted_host_link=False,
    materials=1,
    waiting=0,
    free_seats=0,
    is_list_served_in_turn=False,
    overdue_offers=0,
    sold_seats=5,
    min_seats=5,
    coach_hours=5,
    coaching_students=5,
    questions=2,
    attendees=[ADA],
    as_of=NOW,
)
Said = dict[str, tuple[str, str | None]]


def said(cells: list[Cell]) -> Said:
    """What is not green, by its key."""
    return {cell.key: (cell.state, cell.repair) for cell in cells if cell.state != "green"}


def red(**cells: str | None) -> Said:
    return {key: ("red", repair) for key, repair in cells.items()}


def amber(**cells: str | None) -> Said:
    return {key: ("amber", repair) for key, repair in cells.items()}


def test_with_every_fact_there_every_cell_is_green() -> None:
    assert said(class_cells(READY)) == {}
    assert said(attendee_cells(ADA, of=READY)) == {}
    assert len(class_cells(READY)) == len(attendee_cells(ADA, of=READY)) == 9


def test_every_repair_has_words() -> None:
    assert set(LABELS) == set(Repair)


PASTED = {"meeting": MeetingState.PASTED, "is_meeting_ours": False}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"meeting": MeetingState.NONE}, red(meeting="make_meeting")),
        ({"meeting": MeetingState.COMING}, red(meeting="make_meeting")),
        ({"meeting": MeetingState.FAILING}, red(meeting="make_meeting")),
        ({"meeting": MeetingState.NONE, "can_make_meeting": False}, red(meeting="add_link")),
        (
            {"is_meeting_in_step": False},
            amber(meeting="make_meeting", recording="make_meeting"),
        ),
        ({"is_meeting_ours": False}, amber(host_link="add_link", recording=None)),
        (PASTED, amber(host_link="add_link", recording=None)),
        ({**PASTED, "has_pasted_host_link": True}, amber(recording=None)),
        ({"materials": 0}, amber(material="add_material")),
        ({"overdue_offers": 1}, red(waiting_list="serve_list")),
        (
            {"waiting": 1, "free_seats": 1, "is_list_served_in_turn": True},
            red(waiting_list="serve_list"),
        ),
        # Nobody waits, or for a whole bundle, or so near the start that all were told.
        ({"waiting": 1, "free_seats": 1}, {}),
        ({"free_seats": 1, "is_list_served_in_turn": True}, {}),
        ({"waiting": 3, "is_list_served_in_turn": True}, {}),
        ({"sold_seats": 4}, amber(minimum="decide_minimum")),
        ({"sold_seats": 0, "min_seats": None}, {}),
        ({"coach_hours": 4}, amber(coaching="assign_coach")),
        ({"coach_hours": 0}, red(coaching="assign_coach")),
        ({"coach_hours": 0, "coaching_students": 0}, {}),
        ({"coach_hours": None}, {}),
        ({"is_canceled": True}, red(meeting=None)),
    ],
)
def test_each_fact_of_a_class_turns_its_own_cells(change: dict[str, Any], expected: Said) -> None:
    assert said(class_cells(replace(READY, **change))) == expected


UNREMINDED = replace(ADA, reminder=None)


@pytest.mark.parametrize(
    ("attendee", "expected"),
    [
        (UNREMINDED, red(reminders="send_reminders")),
        (
            replace(UNREMINDED, reminder_due_at=NOW - timedelta(minutes=5)),
            amber(reminders="send_reminders"),
        ),
        (replace(UNREMINDED, reminder_due_at=None), {}),
        (replace(UNREMINDED, reminder_text=SENT), {}),
        (replace(UNREMINDED, suppressed="bounced"), {}),
    ],
)
def test_the_class_counts_whose_reminder_is_missing(
    attendee: AttendeeFacts, expected: Said
) -> None:
    assert said(class_cells(replace(READY, attendees=[ADA, attendee]))) == expected


AGAIN = "resend_confirmation"
HARD = {"suppressed": "bounced", "has_bounce": True, "reminder": BOUNCED}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"is_completed": False}, red(paid="open_purchase")),
        ({"has_payment": False}, red(paid="reconcile")),
        ({"has_payment": False, "is_free": True}, {}),
        ({"has_open_dispute": True}, amber(paid="open_purchase")),
        ({"seat_number": None}, red(seat="reconcile")),
        ({"is_active": True, "confirmation": None, "reminder": DELIVERED}, red(confirmation=AGAIN)),
        ({"is_active": False}, red(way_in="activate_account")),
        ({"confirmation": None}, red(confirmation=AGAIN)),
        (
            {"confirmation": None, "reminder": None},
            red(way_in=AGAIN, confirmation=AGAIN, reminder="send_reminder"),
        ),
        (
            {"confirmation": FAILED, "reminder": PENDING},
            {**red(way_in=AGAIN, confirmation=AGAIN), **amber(reminder="send_reminder")},
        ),
        (
            {"is_handed_over": True, "confirmation": None, "reminder": None},
            red(way_in="resend_seat", confirmation="resend_seat", reminder="send_reminder"),
        ),
        ({"confirmation": FAILED}, red(confirmation=AGAIN)),
        ({"confirmation": PENDING}, amber(confirmation=AGAIN)),
        ({"confirmation": SENT}, amber(confirmation=AGAIN)),
        ({"confirmation": BOUNCED}, red(confirmation="correct_address")),
        ({"reminder": FAILED}, red(reminder="send_reminder")),
        ({"reminder": PENDING}, amber(reminder="send_reminder")),
        ({"reminder": SENT}, amber(reminder="send_reminder")),
        ({"reminder": None}, red(reminder="send_reminder")),
        ({"reminder": None, "reminder_due_at": None}, {}),
        (
            {"reminder": None, "reminder_due_at": NOW - timedelta(minutes=5)},
            amber(reminder="send_reminder"),
        ),
        ({"reminder": None, "reminder_text": DELIVERED}, {}),
        ({"reminder": FAILED, "reminder_text": DELIVERED}, {}),
        ({"reminder": None, "reminder_text": SENT}, amber(reminder="send_reminder")),
        (HARD, red(address="correct_address", reminder="correct_address")),
        ({**HARD, "can_text": True}, red(address="correct_address", reminder="text_reminder")),
        ({"suppressed": "bounced"}, red(address="correct_address")),
        ({"has_bounce": True}, red(address="correct_address")),
        ({"suppressed": "unsubscribed"}, amber(address="review_address")),
        ({"suppressed": "complained"}, amber(address="review_address")),
        (
            {"suppressed": "unsubscribed", "reminder": None},
            amber(address="review_address", reminder="review_address"),
        ),
        (
            {"suppressed": "unsubscribed", "reminder": None, "can_text": True},
            amber(address="review_address", reminder="text_reminder"),
        ),
        # One fact, one row: the confirmation says that nothing is confirmed as delivered.
        ({"has_delivery": False, "confirmation": SENT}, amber(confirmation=AGAIN)),
        ({"has_bounce": True, "confirmation": BOUNCED}, red(address="correct_address")),
        ({"is_zone_known": False, "link_tested_at": None}, amber(link_test="ask_to_test")),
        ({"is_zone_known": False}, amber(time_zone="ask_to_test")),
        ({"link_tested_at": None}, amber(link_test="ask_to_test")),
        ({"answers": 1}, amber(questions="ask_to_answer")),
        ({"answers": 0}, amber(questions="ask_to_answer")),
    ],
)
def test_each_fact_of_an_attendee_turns_its_own_cells(
    change: dict[str, Any], expected: Said
) -> None:
    assert said(attendee_cells(replace(ADA, **change), of=READY)) == expected


def test_where_nothing_was_asked_nothing_is_said_of_answers() -> None:
    quiet = replace(READY, questions=0)
    keys = {cell.key for cell in [*class_cells(quiet), *attendee_cells(ADA, of=quiet)]}
    assert "questions" not in keys
