"""Plain facts about a class and its attendees, without any decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from frontrow.catalogue.models import MeetingState
from frontrow.messaging.models import MessageFate, MessageStatus


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A message to one person, and its outcome."""

    status: MessageStatus
    fate: MessageFate | None = None
    delivered_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AttendeeFacts:
    enrollment_id: int
    purchase_id: int
    # Null for a guest.
    user_id: int | None
    name: str
    # The current address. Messages to an earlier address don't count.
    email: str
    is_handed_over: bool
    # The payment was captured and the purchase is complete.
    is_completed: bool
    # No payment was due: a complimentary or a free seat.
    is_free: bool
    has_payment: bool
    has_open_dispute: bool
    seat_number: int | None
    # Whether the account is active. Null for a guest.
    is_active: bool | None
    confirmation: Sent | None
    # When the newest reminder for this seat was due. Null if none is.
    reminder_due_at: datetime | None
    reminder: Sent | None
    reminder_text: Sent | None
    # Why the address is on the suppression list. Empty if it isn't.
    suppressed: str
    # Whether an email of this class was delivered to the address, and whether the newest one
    # bounced.
    has_delivery: bool
    has_bounce: bool
    # They agreed to texts, and there is a template for one.
    can_text: bool
    is_zone_known: bool
    link_tested_at: datetime | None
    answers: int


@dataclass(frozen=True, kw_only=True)
class ClassFacts:
    bootcamp_id: int
    name: str
    starts_at: datetime
    timezone: str
    is_canceled: bool
    meeting: MeetingState
    # The meeting matches the bootcamp: no update is pending at the provider.
    is_meeting_in_step: bool
    # We manage the meeting at the provider, and can reach the provider.
    is_meeting_ours: bool
    can_make_meeting: bool
    has_pasted_host_link: bool
    materials: int
    waiting: int
    free_seats: int
    # People on the waiting list to whom a free seat would be offered in turn.
    is_list_served_in_turn: bool
    overdue_offers: int
    sold_seats: int
    min_seats: int | None
    # Null if the class includes no coaching.
    coach_hours: int | None
    coaching_students: int
    questions: int
    attendees: Sequence[AttendeeFacts]
    as_of: datetime
