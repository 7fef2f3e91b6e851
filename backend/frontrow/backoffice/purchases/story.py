"""The complete history of one purchase, newest first."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.db.models import F
from django.db.models.functions import Now

from frontrow.accounts.models import AuditEntry, User
from frontrow.backoffice.audit.record_words import (
    DISPUTES,
    act_in_words,
    details_in_words,
    event_in_words,
)
from frontrow.backoffice.disputes.desk import disputes_of, show_dispute
from frontrow.backoffice.notes.notes import notes_about
from frontrow.backoffice.purchases.desk import (
    BY_ADMIN,
    find_purchase,
    left_to_refund,
    provider_page,
    refund_refused,
    why_no_refund,
)
from frontrow.backoffice.purchases.listing import read_rows
from frontrow.backoffice.purchases.schemas import (
    PurchaseStoryOut,
    StoryActionsOut,
    StoryEntryOut,
    StoryKind,
    StorySeatOut,
    StoryTone,
)
from frontrow.backoffice.reconciliation.mismatch_kinds import kind_of
from frontrow.catalogue.models import Seat
from frontrow.coaching.models import CoachingSession
from frontrow.core.clock import database_now
from frontrow.core.dates import format_moment
from frontrow.messaging.models import Message, MessageStatus
from frontrow.sales.emails.dispute_words import ending_in_words
from frontrow.sales.emails.receipts import format_amount, paid_with, receipt_number
from frontrow.sales.enrollment.enrollments import ids_of
from frontrow.sales.models import (
    AccountInvitation,
    Dispute,
    InvitationStatus,
    Movement,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    Refund,
    RefundStatus,
    SeatOffer,
    StripeEvent,
)
from frontrow.sales.refunds.money_back import MoneyBack, money_back
from frontrow.sales.refunds.requests import MENDED_BY
from frontrow.sales.settlement.completion import enrollments_of
from frontrow.sales.terms.free_seats import nothing_was_paid

# One purchase has few checkout events. The limit guards against a client that loops.
MOST_OF_A_KIND = 200

_ENDINGS = {
    "expired": "not paid in time",
    "sold_out": "the last seat was gone",
    "replaced": "the buyer chose another package",
    "admin": "an admin canceled it",
    "mismatch": "the payment didn't match the order",
}
_TONES: dict[str, StoryTone] = {
    MessageStatus.SENT: StoryTone.GOOD,
    MessageStatus.PENDING: StoryTone.WAITING,
    MessageStatus.FAILED: StoryTone.BAD,
}
# Why a refund was requested, if no person requested it.
_REASONS = {
    BY_ADMIN: "By an admin",
    "no seat": "No seat was left",
    MENDED_BY: "While fixing an issue",
}
_STANDINGS: dict[str, str] = {
    InvitationStatus.SENT: "The invitation is open.",
    InvitationStatus.ACCEPTED: "It has been accepted.",
    InvitationStatus.EXPIRED: "The invitation has expired.",
    InvitationStatus.CANCELED: "The invitation is closed.",
}
_MESSAGE_WORDS: dict[str, str] = {
    MessageStatus.SENT: "Sent to",
    MessageStatus.PENDING: "Waiting to be sent to",
    MessageStatus.FAILED: "Not delivered to",
}


def tell_story(*, purchase_id: int, reader: User) -> PurchaseStoryOut:
    """The history, in a fixed number of statements."""
    purchase = find_purchase(purchase_id=purchase_id)
    [row] = read_rows([purchase.pk])
    disputes = disputes_of(purchase)
    entries = sorted([*_entries(purchase), *_decisions(disputes)], key=lambda entry: entry.at)
    entries.reverse()
    return PurchaseStoryOut(
        row=row,
        receipt_number=receipt_number(purchase.pk),
        refundable=left_to_refund(purchase),
        card=paid_with(purchase),
        terms_version=purchase.terms_version,
        terms_accepted_at=purchase.terms_accepted_at,
        cancel_reason=_ENDINGS.get(purchase.cancel_reason, ""),
        seats=_seats(purchase),
        disputes=[show_dispute(one) for one in disputes],
        entries=entries,
        notes=notes_about(user=None, purchase_ids=[purchase.pk], reader=reader),
        refund_refused=refund_refused(purchase),
        provider_page=provider_page(purchase),
        actions=_actions(purchase),
    )


def _actions(purchase: Purchase) -> StoryActionsOut:
    is_completed = purchase.state == PurchaseState.COMPLETED
    tell = None if is_completed else "Only a completed purchase has a confirmation."
    account = "This purchase belongs to an account." if purchase.user_id else tell
    refund = why_no_refund(purchase)
    withdraw = None if nothing_was_paid(purchase) and is_completed else "Nothing to withdraw."
    return StoryActionsOut(
        refund=refund.words if refund else None,
        refund_code=refund.code if refund else None,
        withdraw=withdraw,
        resend_confirmation=tell,
        resend_invitation=account,
        correct_customer=account,
    )


def _seats(purchase: Purchase) -> list[StorySeatOut]:
    held = set(
        Seat.objects.filter(
            enrollment_id__in=ids_of(purchase_id=purchase.pk), held_until__gt=Now()
        ).values_list("bootcamp_id", flat=True)
    )
    enrollments = enrollments_of(purchase)
    live = [enrollment for enrollment in enrollments if enrollment.ended_at is None]
    is_refundable = left_to_refund(purchase) > 0
    return [
        StorySeatOut(
            enrollment_id=enrollment.pk,
            can_go_back=is_refundable and enrollment in live and len(live) > 1,
            bootcamp_id=enrollment.bootcamp_id,
            bootcamp_name=enrollment.name,
            start_date=enrollment.bootcamp.starts_at,
            end_date=enrollment.bootcamp.ends_at,
            timezone=enrollment.bootcamp.timezone,
            price=enrollment.price,
            seat_number=enrollment.seat_number,
            is_held=enrollment.bootcamp_id in held,
            attended_at=enrollment.attended_at,
        )
        for enrollment in enrollments
    ]


def _entries(purchase: Purchase) -> Iterator[StoryEntryOut]:
    yield from _own_path(purchase)
    yield from _provider_events(purchase)
    yield from _refunds(purchase)
    yield from _messages(purchase)
    yield from _invitations(purchase)
    yield from _coaching(purchase)
    yield from _breaks(purchase)
    yield from _audit(purchase)


def _own_path(purchase: Purchase) -> Iterator[StoryEntryOut]:
    money = format_amount(purchase.total_amount, purchase.currency)
    begun = "Enrolled by hand" if purchase.is_complimentary else "Checkout started"
    if SeatOffer.objects.filter(purchase=purchase).exists():
        begun = "Offered from the waiting list"
    yield _entry(
        purchase.created_at, StoryKind.PURCHASE, begun, f"{purchase.package_name}, {money}"
    )
    if purchase.terms_accepted_at:
        version = f"Version {purchase.terms_version}" if purchase.terms_version else ""
        yield _entry(purchase.terms_accepted_at, StoryKind.TERMS, "Terms accepted", version)
        if purchase.held_until:
            until = format_moment(purchase.held_until, settings.ENV.OPERATOR_TIME_ZONE)
            yield _entry(purchase.terms_accepted_at, StoryKind.HOLD, "Seat held", f"Until {until}")
    if purchase.completed_at:
        last4 = purchase.card_last4
        card = f"Card ending in {last4}" if last4 else paid_with(purchase)
        title = "Paid and completed"
        if nothing_was_paid(purchase):
            title = "Seat given" if purchase.is_complimentary else "Free seat confirmed"
        yield _entry(purchase.completed_at, StoryKind.PURCHASE, title, card, StoryTone.GOOD)
    ending = _ENDINGS.get(purchase.cancel_reason, "")
    match purchase.state:
        case PurchaseState.FAILED:
            why = f"Because {ending}" if ending else "It came to nothing"
            yield _entry(purchase.state_since, StoryKind.PURCHASE, "Canceled", why)
        case PurchaseState.CAPTURING | PurchaseState.CANCELING | PurchaseState.REFUNDING:
            doing = {
                PurchaseState.CAPTURING: "Taking the payment",
                PurchaseState.CANCELING: "Canceling the payment",
                PurchaseState.REFUNDING: "Refund in progress; access revoked",
            }[PurchaseState(purchase.state)]
            yield _entry(purchase.state_since, StoryKind.PAYMENT, doing, ending, StoryTone.WAITING)
        case PurchaseState.REFUNDED:
            title = "Withdrawn" if nothing_was_paid(purchase) else "Refunded in full"
            yield _entry(purchase.state_since, StoryKind.PURCHASE, title, "Access has ended")


def _provider_events(purchase: Purchase) -> Iterator[StoryEntryOut]:
    if not purchase.stripe_payment_intent_id:
        return
    events = StripeEvent.objects.filter(object_id=purchase.stripe_payment_intent_id)
    for event in events.order_by("received_at")[:MOST_OF_A_KIND]:
        waits = event.handled_at is None
        yield _entry(
            event.received_at,
            StoryKind.PAYMENT if event.type in DISPUTES else StoryKind.PROVIDER,
            event_in_words(event.type),
            "Not handled yet" if waits else "",
            StoryTone.WAITING if waits else StoryTone.NEUTRAL,
        )


def _refunds(purchase: Purchase) -> Iterator[StoryEntryOut]:
    requests = Refund.objects.filter(purchase=purchase).select_related("requested_by")
    movements = Movement.objects.filter(purchase=purchase)
    backs = money_back(movements=movements, requests=list(requests))
    for back in backs[:MOST_OF_A_KIND]:
        money = format_amount(back.amount, purchase.currency)
        yield from _dispute(back, money) if back.is_dispute else [_refund(back, money)]


def _dispute(back: MoneyBack, money: str) -> Iterator[StoryEntryOut]:
    what = f"Dispute over {money}"
    yield _entry(back.asked_at, StoryKind.REFUND, f"{what} opened", _who_asked(back))
    if back.settled_at:
        yield _entry(back.settled_at, StoryKind.REFUND, f"{what} lost", "", StoryTone.BAD)


def _refund(back: MoneyBack, money: str) -> StoryEntryOut:
    """One line per refund with its current state and who requested it."""
    kind, who = StoryKind.REFUND, _who_asked(back)
    if back.settled_at:
        return _entry(back.settled_at, kind, f"Refunded {money}", who, StoryTone.GOOD)
    if back.status in {RefundStatus.FAILED, RefundStatus.DECLINED}:
        ended_at = back.request.updated_at if back.request else back.asked_at
        is_bad = back.status == RefundStatus.FAILED
        tone = StoryTone.BAD if is_bad else StoryTone.NEUTRAL
        return _entry(ended_at, kind, f"Refund of {money} didn't go through", who, tone)
    return _entry(back.asked_at, kind, f"Refund of {money} requested", who, StoryTone.WAITING)


def _decisions(disputes: Sequence[Dispute]) -> Iterator[StoryEntryOut]:
    """Dispute events that move no money: our evidence, and a decision in our favor."""
    for dispute in disputes:
        if dispute.evidence_sent_at:
            yield _entry(dispute.evidence_sent_at, StoryKind.REFUND, "Evidence sent to the bank")
        if dispute.closed_at and dispute.status != "lost":
            title = f"Dispute {ending_in_words(dispute).lower()}"
            yield _entry(dispute.closed_at, StoryKind.REFUND, title, "", StoryTone.GOOD)


def _who_asked(back: MoneyBack) -> str:
    if back.is_dispute:
        return "By the cardholder's bank"
    if back.request is None:
        return "In the provider's dashboard"
    by = back.request.requested_by
    reason = _REASONS.get(back.request.reason, "Under the refund policy")
    who = f"By {by.display_name}" if by else reason
    return f"{who}: {back.request.note}" if back.request.note else who


def _messages(purchase: Purchase) -> Iterator[StoryEntryOut]:
    rows = Message.objects.filter(purchase_id=purchase.pk).order_by("pk")
    for message in rows[:MOST_OF_A_KIND]:
        detail = f"{_MESSAGE_WORDS[message.status]} {message.recipient}"
        if message.error_message:
            detail += f": {message.error_message}"
        yield _entry(
            message.sent_at or message.created_at,
            StoryKind.MESSAGE,
            message.subject or message.category.replace("_", " ").capitalize(),
            detail,
            _TONES[message.status],
        )


def _invitations(purchase: Purchase) -> Iterator[StoryEntryOut]:
    rows = AccountInvitation.objects.filter(purchase_ids__contains=[purchase.pk])
    for invitation in rows.order_by("pk")[:MOST_OF_A_KIND]:
        yield _entry(
            invitation.created_at,
            StoryKind.INVITATION,
            "Invited to create an account",
            f"Sent to {invitation.email}. {_standing(invitation)}",
        )
        if invitation.accepted_at:
            yield _entry(
                invitation.accepted_at,
                StoryKind.INVITATION,
                "Invitation accepted",
                "The purchase is in an account now",
                StoryTone.GOOD,
            )


def _standing(invitation: AccountInvitation) -> str:
    is_late = invitation.expires_at <= database_now()
    if invitation.status == InvitationStatus.SENT and is_late:
        return _STANDINGS[InvitationStatus.EXPIRED]
    return _STANDINGS[invitation.status]


def _coaching(purchase: Purchase) -> Iterator[StoryEntryOut]:
    rows = CoachingSession.objects.filter(purchase_id=purchase.pk).select_related("bootcamp")
    for session in rows.order_by("pk")[:MOST_OF_A_KIND]:
        yield _entry(
            session.created_at,
            StoryKind.COACHING,
            f"Coaching for {session.bootcamp.name}",
            str(session.status).replace("_", " ").capitalize(),
        )


def _breaks(purchase: Purchase) -> Iterator[StoryEntryOut]:
    rows = ReconciliationBreak.objects.filter(purchase=purchase).order_by("pk")
    for found in rows[:MOST_OF_A_KIND]:
        words = kind_of(found).title
        why = str(found.details.get("why", ""))
        yield _entry(found.opened_at, StoryKind.BREAK, f"Issue found: {words}", why, StoryTone.BAD)
        if found.resolved_at:
            note = str(found.details.get("note", ""))
            yield _entry(found.resolved_at, StoryKind.BREAK, f"Fixed: {words}", note)


def _audit(purchase: Purchase) -> Iterator[StoryEntryOut]:
    rows = list(
        AuditEntry.objects.filter(subject_type="purchase", subject_id=str(purchase.pk))
        # Each refund has its own line, which names who requested it.
        .exclude(action="refunded purchase")
        .order_by(F("id").asc())[:MOST_OF_A_KIND]
    )
    names = _names([row.actor_id for row in rows])
    for row in rows:
        told = {name: row.details.get(name) for name in ("amount", "note")}
        who = f"By {names.get(row.actor_id or 0, 'a former user')}"
        detail = ", ".join([who, *details_in_words(told).values()])
        yield _entry(row.created_at, StoryKind.AUDIT, act_in_words(row.action), detail)


def _names(ids: Sequence[int | None]) -> dict[int, str]:
    people = User.objects.filter(pk__in={pk for pk in ids if pk is not None})
    return {person.pk: person.display_name for person in people}


def _entry(
    at: Any, kind: StoryKind, title: str, detail: str = "", tone: StoryTone = StoryTone.NEUTRAL
) -> StoryEntryOut:
    return StoryEntryOut(at=at, kind=kind, tone=tone, title=title, detail=detail)
