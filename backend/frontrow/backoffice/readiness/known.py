"""What is known of a class and of everybody who comes to it: plain facts, nothing decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from frontrow.catalogue.models import MeetingState
from frontrow.messaging.models import MessageFate, MessageStatus


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A message to one person, and what became of it."""

    status: MessageStatus
    fate: MessageFate | None = None
    delivered_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AttendeeFacts:
    enrollment_id: int
    purchase_id: int
    # Nothing for a guest.
    user_id: int | None
    name: str
    # Where they are written to now; what went to another address before counts for nothing.
    email: str
    is_handed_over: bool
    # The payment was captured and the purchase is complete.
    is_completed: bool
    # Nothing was to be paid: a complimentary or a free seat.
    is_free: bool
    has_payment: bool
    has_open_dispute: bool
    seat_number: int | None
    # Whether the account is active; nothing for a guest.
    is_active: bool | None
    confirmation: Sent | None
    # When the newest reminder that is theirs was due; nothing while none is.
    reminder_due_at: datetime | None
    reminder: Sent | None
    reminder_text: Sent | None
    # Why their address is on the list of those we don't write to; empty where it isn't.
    suppressed: str
    # An email of this class was delivered to the address, and whether the newest one bounced.
    has_delivery: bool
    has_bounce: bool
    # They agreed to texts, and there are words for one.
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
    # The meeting is what the bootcamp says: nothing is waiting to be told to the provider.
    is_meeting_in_step: bool
    # We keep the meeting at the provider ourselves, and can reach it.
    is_meeting_ours: bool
    can_make_meeting: bool
    has_pasted_host_link: bool
    materials: int
    waiting: int
    free_seats: int
    # People wait for whom a free seat would be offered in their turn.
    is_list_served_in_turn: bool
    overdue_offers: int
    sold_seats: int
    min_seats: int | None
    # Nothing where no coaching belongs to the class.
    coach_hours: int | None
    coaching_students: int
    questions: int
    attendees: Sequence[AttendeeFacts]
    as_of: datetime
