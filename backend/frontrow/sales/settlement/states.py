"""`enter`: the only function that writes a purchase's state.

A test checks that no other code writes it. `enter` also does what belongs to the state: coaching,
meeting registrations, certificates, invitations, emails and a fact. The caller takes or releases
the seats before, because their availability determines the state.
"""

import json
from typing import Any

from django.db import connection

from frontrow.accounts.models import User
from frontrow.catalogue.seats import release_seats
from frontrow.coaching.sessions import cancel_sessions, restore_sessions
from frontrow.integrations.stripe_records import Payment
from frontrow.messaging.outbox import write_messages
from frontrow.sales.attending.certificates import restore_certificates, revoke_certificates
from frontrow.sales.attending.meeting_places import arrange_places, give_up_places
from frontrow.sales.emails.refund_emails import refund_undone_email, withdrawal_email
from frontrow.sales.emails.seat_emails import seat_ended_email, seat_kept_email
from frontrow.sales.enrollment.attendees import handed_over_of
from frontrow.sales.enrollment.enrollments import end_enrollments, ids_of
from frontrow.sales.enrollment.upgrades import with_open_upgrades
from frontrow.sales.ledger.refund_records import close_what_is_under_way
from frontrow.sales.models import (
    PAID_FOR,
    AccountInvitation,
    CancelReason,
    Dispute,
    EndedBecause,
    InvitationStatus,
    Movement,
    Purchase,
    PurchaseState,
)
from frontrow.sales.settlement.code_uses import (
    return_code_use,
    take_code_use_back,
    unclaim_code,
)
from frontrow.sales.settlement.completion import complete, enrollments_of, tell_not_charged
from frontrow.sales.settlement.moved_seats import finish_paid_move

# The card was authorized, so the buyer is told by email that nothing was charged.
TOLD = {CancelReason.SOLD_OUT, CancelReason.CODE_GONE, CancelReason.OFF_SALE}
# Why a purchase goes back from `refunding` to `completed`.
REFUND_UNDONE = "refund not made"
WITHDRAWN = "withdrawn"
# A free seat that was given up by its holder.
GIVEN_UP = "given up"
BASE_REFUNDED = "base refunded"
# A free seat ends with its class. A separate email informs its holder.
CLASS_CANCELED = "class canceled"

# One statement for the state, its fact, its payment and the offer it answers, because the buyer is
# waiting.
_ENTER = """
WITH entered AS (
    UPDATE purchases SET
        state = %(state)s, state_since = now(), updated_at = now(),
        cancel_reason = coalesce(%(cancel_reason)s, cancel_reason),
        completed_at = CASE WHEN %(is_paid)s THEN coalesce(completed_at, now())
                            ELSE completed_at END,
        card_brand = coalesce(%(card_brand)s, card_brand),
        card_last4 = coalesce(%(card_last4)s, card_last4)
    WHERE id = %(purchase)s RETURNING id, state_since, completed_at
), told AS (
    INSERT INTO facts (what, purchase_id, who_id, at, details)
    SELECT 'purchase.' || %(state)s, id, %(who)s, now(), %(details)s FROM entered
), paid AS (
    INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
    SELECT id, 'payment', 'succeeded', %(paid)s::numeric, %(payment)s::text,
        %(paid_at)s::timestamptz
    FROM entered WHERE %(payment)s::text IS NOT NULL
    ON CONFLICT (provider_id) DO NOTHING
)
SELECT state_since, completed_at, answer_offer(id, %(state)s::text, %(because)s::text)
FROM entered
"""


def enter(
    *,
    purchase: Any,
    state: PurchaseState,
    because: str,
    cancel_reason: CancelReason | None = None,
    payment: Payment | None = None,
    who: User | None = None,
) -> None:
    """Write the state and its effects, in the transaction that holds the lock."""
    before, since = purchase.state, purchase.state_since
    noted: Movement | None = getattr(purchase, "payment_to_note", None)
    is_new_card = state == PurchaseState.COMPLETED and payment is not None
    with connection.cursor() as cursor:
        cursor.execute(
            _ENTER,
            {
                "purchase": purchase.pk,
                "state": state.value,
                "cancel_reason": cancel_reason.value if cancel_reason else None,
                "is_paid": state in PAID_FOR,
                "card_brand": payment.card_brand if payment and is_new_card else None,
                "card_last4": payment.card_last4 if payment and is_new_card else None,
                "who": who.pk if who else None,
                "payment": noted.provider_id if noted else None,
                "paid": noted.amount if noted else None,
                "paid_at": noted.happened_at if noted else None,
                "because": str(because),
                "details": json.dumps({"because": because, "before": before}),
            },
        )
        purchase.state_since, purchase.completed_at, _ = cursor.fetchone()
    purchase.state = state
    if cancel_reason:
        purchase.cancel_reason = cancel_reason
    if payment and is_new_card:
        purchase.card_brand, purchase.card_last4 = payment.card_brand, payment.card_last4
    _do_what_belongs_to_it(purchase, before, since, because)


def _do_what_belongs_to_it(purchase: Any, before: str, since: Any, because: str) -> None:
    match purchase.state:
        case PurchaseState.COMPLETED if because == REFUND_UNDONE:
            _give_back_what_was_taken(purchase, since)
        case PurchaseState.COMPLETED if purchase.pays_for_move_id:
            finish_paid_move(purchase=purchase)
        case PurchaseState.COMPLETED:
            complete(purchase=purchase)
        case PurchaseState.REFUNDING:
            _end_access(purchase, before)
        case PurchaseState.REFUNDED:
            _end_access(purchase, before)
            end_enrollments(purchase_id=purchase.pk, because=_why_ended(purchase, because))
            close_what_is_under_way(purchase=purchase)
            return_code_use(purchase=purchase)
            # Nothing is left to claim. If the refund is undone, the board asks for a new
            # invitation.
            _withdraw_invitations(purchase)
            if because in {WITHDRAWN, GIVEN_UP}:
                is_own_wish = because == GIVEN_UP
                write_messages([withdrawal_email(purchase=purchase, is_own_wish=is_own_wish)])
        case PurchaseState.FAILED:
            unclaim_code(purchase=purchase)
            if before in PAID_FOR:
                _end_access(purchase, before)
                end_enrollments(purchase_id=purchase.pk, because=EndedBecause.CANCELED)
                close_what_is_under_way(purchase=purchase)
            elif before == PurchaseState.CANCELING and purchase.cancel_reason in TOLD:
                tell_not_charged(purchase=purchase)


def _call_off_upgrades(purchase: Purchase) -> None:
    """Cancel open upgrades whose price this payment lowered. The sweep cancels their payments."""
    for upgrade in with_open_upgrades([purchase.pk]).filter(state=PurchaseState.PENDING):
        release_seats(enrollment_ids=ids_of(purchase_id=upgrade.pk))
        enter(
            purchase=upgrade,
            state=PurchaseState.CANCELING,
            because=BASE_REFUNDED,
            cancel_reason=CancelReason.REPLACED,
        )


def _end_access(purchase: Purchase, before: str) -> None:
    _call_off_upgrades(purchase)
    # Informs holders of transferred seats. A separate email informs the buyer of the refund.
    if before == PurchaseState.COMPLETED:
        event = f"seat-ended:{_moment_of(purchase)}"
        write_messages(
            [seat_ended_email(enrollment=one, event=event) for one in handed_over_of(purchase)]
        )
    cancel_sessions(purchase_id=purchase.pk)
    give_up_places(purchase_id=purchase.pk)
    revoke_certificates(purchase_id=purchase.pk)


def _give_back_what_was_taken(purchase: Purchase, since: Any) -> None:
    """Restore what the refund had ended, because it was refused or returned."""
    take_code_use_back(purchase=purchase)
    enrollments = enrollments_of(purchase)
    restore_sessions(enrollment_ids=[one.pk for one in enrollments if one.ended_at is None])
    restore_certificates(purchase_id=purchase.pk, revoked_since=since)
    arrange_places(enrollments=enrollments)
    event = f"seat-kept:{_moment_of(purchase)}"
    write_messages(
        [
            refund_undone_email(
                purchase=purchase, event=f"refund-undone:{purchase.pk}:{_moment_of(purchase)}"
            ),
            *(seat_kept_email(enrollment=one, event=event) for one in handed_over_of(purchase)),
        ]
    )


def _moment_of(purchase: Purchase) -> str:
    """Identifies the change, because a refund can be requested and fail more than once."""
    return purchase.state_since.isoformat()


def _why_ended(purchase: Purchase, because: str) -> EndedBecause:
    if because in {WITHDRAWN, GIVEN_UP}:
        return EndedBecause.WITHDRAWN
    if because == CLASS_CANCELED:
        return EndedBecause.CANCELED
    is_lost = Dispute.objects.filter(purchase=purchase, status="lost").exists()
    return EndedBecause.DISPUTED if is_lost else EndedBecause.REFUNDED


def _withdraw_invitations(purchase: Purchase) -> None:
    AccountInvitation.objects.filter(
        purchase_ids__contains=[purchase.pk], status=InvitationStatus.SENT
    ).update(status=InvitationStatus.CANCELED)
