"""From a chosen package to a paid seat: purchases, refunds, invitations and what Stripe told us."""

from frontrow.sales.models.class_changes import (
    ChangeKind,
    ChangeState,
    Choice,
    ChosenBy,
    ClassChange,
    ClassChoice,
)
from frontrow.sales.models.codes import CodeKind, CodeScope, CodeUse, DiscountCode
from frontrow.sales.models.enrolments import CONTINUED, EndedBecause, Enrolment
from frontrow.sales.models.facts import Fact
from frontrow.sales.models.hand_overs import HandOver, HandOverState
from frontrow.sales.models.payments import (
    Dispute,
    EventCursor,
    Movement,
    MovementKind,
    MovementStatus,
    ReconciliationBreak,
    Refund,
    RefundLine,
    RefundStatus,
    StripeEvent,
)
from frontrow.sales.models.people import (
    AccountInvitation,
    CalendarFeed,
    Certificate,
    InvitationStatus,
    ResourceOpening,
)
from frontrow.sales.models.purchases import (
    SHOWN_AS,
    CancelReason,
    Purchase,
    PurchaseState,
    PurchaseStatus,
    PurchaseTally,
)
from frontrow.sales.models.upgrades import UpgradeCredit
from frontrow.sales.models.waiting import (
    LIVE,
    OfferState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)

__all__ = [
    "CONTINUED",
    "LIVE",
    "SHOWN_AS",
    "AccountInvitation",
    "CalendarFeed",
    "CancelReason",
    "Certificate",
    "ChangeKind",
    "ChangeState",
    "Choice",
    "ChosenBy",
    "ClassChange",
    "ClassChoice",
    "CodeKind",
    "CodeScope",
    "CodeUse",
    "DiscountCode",
    "Dispute",
    "EndedBecause",
    "Enrolment",
    "EventCursor",
    "Fact",
    "HandOver",
    "HandOverState",
    "InvitationStatus",
    "Movement",
    "MovementKind",
    "MovementStatus",
    "OfferState",
    "Purchase",
    "PurchaseState",
    "PurchaseStatus",
    "PurchaseTally",
    "ReconciliationBreak",
    "Refund",
    "RefundLine",
    "RefundStatus",
    "ResourceOpening",
    "SeatOffer",
    "StripeEvent",
    "UpgradeCredit",
    "WaitingEntry",
    "WaitingKind",
    "WaitingState",
    "WaitingWish",
]
