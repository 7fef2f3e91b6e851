"""Every kind of inconsistency between payments, seats and messages, with its text and repair."""

from collections.abc import Callable
from dataclasses import dataclass

from frontrow.sales.models import ReconciliationBreak
from frontrow.sales.reconciliation import repairs
from frontrow.sales.reconciliation.invariants import LONG_OVER
from frontrow.sales.reconciliation.missing_seats import seat_or_refund
from frontrow.sales.reconciliation.rebuilding import GOODS_GONE_KIND
from frontrow.sales.reconciliation.refunding_again import refund_again
from frontrow.sales.settlement.credits import MONEY_GONE


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of inconsistency: its text, and how and by which right it is repaired."""

    title: str
    detail: str
    button: str
    # Called with the subject's id as written in the key.
    repair: Callable[[str], str]
    # Only a person can decide. The note is stored.
    needs_note: bool = False


def _purchase(work: Callable[..., str]) -> Callable[[str], str]:
    return lambda subject: work(purchase_id=int(subject))


def _look_again(_: str) -> str:
    return "Checked again."


# Found in our own tables. The names match the invariants function.
FOUND: dict[str, Kind] = {
    "completed without all its seats": Kind(
        title="Paid without a seat",
        detail="The purchase is completed, but one of its seats is missing.",
        button="Give a seat or refund",
        repair=_purchase(seat_or_refund),
    ),
    "seats kept without a right": Kind(
        title="Seat without payment",
        detail="A purchase that wasn't completed still holds a seat.",
        button="Free the seat",
        repair=_purchase(repairs.free_seats),
    ),
    "seat in a bootcamp that was not bought": Kind(
        title="Seat outside the purchase",
        detail="A purchase holds a seat in a bootcamp that isn't part of it.",
        button="Free the seat",
        repair=lambda subject: repairs.free_stray_seat(seat_id=int(subject)),
    ),
    "coaching without a seat": Kind(
        title="Coaching without a seat",
        detail="A coaching session can still be booked or attended, but its seat has ended.",
        button="Cancel the session",
        repair=_purchase(repairs.end_with_the_seats),
    ),
    "certificate without a seat": Kind(
        title="Certificate without a seat",
        detail="A certificate is valid, but its seat has ended.",
        button="Revoke the certificate",
        repair=_purchase(repairs.end_with_the_seats),
    ),
    "meeting place without a seat": Kind(
        title="Meeting place without a seat",
        detail="A personal meeting link still works, but its seat has ended.",
        button="Remove the place",
        repair=_purchase(repairs.end_with_the_seats),
    ),
    "seats differ from capacity": Kind(
        title="Seat count doesn't match",
        detail="A bootcamp has more or fewer seats than its capacity.",
        button="Match the capacity",
        repair=lambda subject: repairs.restore_capacity(bootcamp_id=int(subject)),
    ),
    "stuck on the way": Kind(
        title="Payment stuck in progress",
        detail="A charge or refund was requested, and nothing has happened for 15 minutes.",
        button="Check now",
        repair=_purchase(repairs.settle_again),
    ),
    "provider event not handled": Kind(
        title="Provider update not processed",
        detail="An update from the payment provider hasn't been processed for five minutes.",
        button="Process it now",
        repair=lambda subject: repairs.handle_again(event_id=subject),
    ),
    "refunds exceed the payment": Kind(
        title="More refunded than paid",
        detail="Our records show more refunded than was paid.",
        button="Copy the provider's refunds",
        repair=_purchase(repairs.compare_refunds),
    ),
    "sum differs from the movements": Kind(
        title="Refund total is wrong",
        detail="The refund total we keep doesn't match the refunds on record.",
        button="Copy the provider's refunds",
        repair=_purchase(repairs.compare_refunds),
    ),
    "shares differ from the total": Kind(
        title="Shares don't add up",
        detail="What was paid for each bootcamp of the purchase doesn't add up to its total.",
        button="Recalculate shares",
        repair=_purchase(repairs.share_out_again),
    ),
    "code use differs from the purchase": Kind(
        title="Code use doesn't match",
        detail="A purchase paid with a code isn't counted as a use of it, or the other way round.",
        button="Count it again",
        repair=_purchase(repairs.count_code_again),
    ),
    "refund lines differ from the refund": Kind(
        title="Refund not split by bootcamp",
        detail="What a refund pays back for each bootcamp doesn't add up to the refund.",
        button="Recalculate the split",
        repair=_purchase(repairs.fill_refund_lines),
    ),
    "an enrollment is paid back more than its share": Kind(
        title="Bootcamp refunded too much",
        detail="More was refunded for one bootcamp of the purchase than was paid for it.",
        button="Split the refunds again",
        repair=_purchase(repairs.spread_refunds_again),
    ),
    "paid without a movement": Kind(
        title="Payment not in the ledger",
        detail="The purchase is paid, but its payment isn't on record.",
        button="Check now",
        repair=_purchase(repairs.settle_again),
    ),
    "no active admin": Kind(
        title="No active admin",
        detail="No one can sign in as an admin.",
        button="Check again",
        repair=_look_again,
    ),
    "told: no confirmation": Kind(
        title="Confirmation not sent",
        detail="The purchase is completed, but no confirmation was sent.",
        button="Send the confirmation",
        repair=_purchase(repairs.tell_again),
    ),
    "told: message failed": Kind(
        title="Message not delivered",
        detail="A message about a purchase couldn't be delivered.",
        button="Send again",
        repair=lambda subject: repairs.send_again(message_id=int(subject)),
    ),
    "waiting list: offer overdue": Kind(
        title="Waiting list offer not ended",
        detail="The time to take the seat is over, but it hasn't gone to the next person in line.",
        button="End the offer",
        repair=_purchase(repairs.end_overdue_offer),
    ),
    "account: not invited": Kind(
        title="Guest without an invitation",
        detail="A guest paid and was never invited to create an account.",
        button="Send an invitation",
        repair=_purchase(repairs.invite_again),
    ),
}

# Breaks with the provider, by their kind.
BROKEN: dict[str, Kind] = {
    "unknown_payment": Kind(
        title="Double payment",
        detail="The provider has a second payment for a purchase that's already paid.",
        button="Refund the second payment",
        repair=lambda intent: repairs.give_back(payment_intent_id=intent),
    ),
    "completed_without_money": Kind(
        title="Seat without payment",
        detail="The purchase is completed here, but the provider says it was never paid.",
        button="Check, and cancel if unpaid",
        repair=_purchase(repairs.end_unpaid),
    ),
    "paid_after_failure": Kind(
        title="Paid after it was canceled",
        detail="The payment went through after the order was canceled, so it needs to be refunded.",
        button="Check now",
        repair=_purchase(repairs.settle_again),
    ),
    "refund_failed": Kind(
        title="Refund failed",
        detail="The bank returned the refund.",
        button="Refund again",
        repair=lambda row: refund_again(row_id=int(row)),
    ),
    "refund_refused": Kind(
        title="Refund refused",
        detail="The provider refused the refund.",
        button="Refund again",
        repair=lambda row: refund_again(row_id=int(row)),
    ),
    "refund_undone_without_seat": Kind(
        title="Refund failed and seat lost",
        detail="The refund didn't go through, and there's no free seat to restore.",
        button="Refund again",
        repair=lambda row: refund_again(row_id=int(row)),
    ),
    "refund_without_money": Kind(
        title="Refund of an unpaid purchase",
        detail="A refund is in progress, but the provider says nothing was paid.",
        button="Check, and cancel if unpaid",
        repair=_purchase(repairs.end_unpaid),
    ),
    "class_change_failed": Kind(
        title="Class change not carried out",
        detail="What a student chose for a canceled or moved class couldn't be done.",
        button="Try again",
        repair=_purchase(repairs.carry_out_again),
    ),
    MONEY_GONE: Kind(
        title="Credit used, and its payment taken back",
        detail="The payment was refunded or lost to a dispute after it became a credit, and the"
        " credit was used. Decide what becomes of the seat it paid for.",
        button="Dismiss",
        repair=_look_again,
        needs_note=True,
    ),
    "mismatch": Kind(
        title="Payment doesn't match the order",
        detail="The amount, currency or purchase differs from the order.",
        button="Check again",
        repair=_purchase(repairs.settle_mismatch),
    ),
    "payment_missing": Kind(
        title="Payment missing at the provider",
        detail="The provider has no such payment. The API keys may belong to another account.",
        button="Dismiss",
        repair=_look_again,
        needs_note=True,
    ),
}
ONLY_A_PERSON = Kind(
    title="Needs a decision",
    detail="This can't be fixed from here. Check the payment in the provider's dashboard.",
    button="Dismiss",
    repair=_look_again,
    needs_note=True,
)
REFUND_CAME_BACK = Kind(
    title="Refund came back",
    detail="The bank returned the refund, so the buyer wasn't paid. Pay them another way.",
    button="Dismiss",
    repair=_look_again,
    needs_note=True,
)
STRANGE_PAYMENT = Kind(
    title="Payment with no matching order",
    detail="The provider has a payment that matches no order. It may be for another product.",
    button="Dismiss",
    repair=_look_again,
    needs_note=True,
)
CLASSES_LONG_OVER = Kind(
    title="Issue with a past class",
    detail="Found by the nightly check of classes that started more than 90 days ago. The runbook"
    " says what to do.",
    button="Dismiss",
    repair=_look_again,
    needs_note=True,
)

GOODS_GONE = Kind(
    title="Paid for something deleted",
    detail="Found after a restore. What was bought is no longer in the catalog.",
    button="Refund it",
    repair=lambda intent: repairs.give_back(payment_intent_id=intent),
)
# About a payment, with or without a purchase.
BY_PAYMENT = {"unknown_payment", GOODS_GONE_KIND}


def kind_of(found: ReconciliationBreak) -> Kind:
    if found.kind == "unknown_payment" and found.purchase_id is None:
        return STRANGE_PAYMENT
    if found.kind == LONG_OVER:
        return CLASSES_LONG_OVER
    if found.kind == "refund_came_back":
        return REFUND_CAME_BACK
    if found.kind == GOODS_GONE_KIND:
        return GOODS_GONE
    if found.purchase_id is None:
        return ONLY_A_PERSON
    return BROKEN.get(found.kind, ONLY_A_PERSON)
