"""Every way in which paid, seated and told can disagree: in words, and with its repair."""

from collections.abc import Callable
from dataclasses import dataclass

from frontrow.sales import repairs
from frontrow.sales.invariants import LONG_OVER
from frontrow.sales.models import ReconciliationBreak
from frontrow.sales.rebuilding import GOODS_GONE_KIND


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A way in which things can disagree: in words, and who mends it how."""

    title: str
    detail: str
    button: str
    # Given the subject's id as it stands in the key.
    mend: Callable[[str], str]
    # Only a person can decide; the note is kept.
    needs_note: bool = False


def _purchase(work: Callable[..., str]) -> Callable[[str], str]:
    return lambda subject: work(purchase_id=int(subject))


def _look_again(_: str) -> str:
    return "Looked again."


# Found by looking at our own tables. The words left are the names in the invariants view.
FOUND: dict[str, Kind] = {
    "completed without all its seats": Kind(
        title="Paid without a seat",
        detail="The purchase is completed and a seat of it is missing.",
        button="Give a seat or refund",
        mend=_purchase(repairs.seat_or_refund),
    ),
    "seats kept without a right": Kind(
        title="Seat without payment",
        detail="A purchase that came to nothing still keeps a seat.",
        button="Free the seat",
        mend=_purchase(repairs.free_seats),
    ),
    "seat in a bootcamp that was not bought": Kind(
        title="Seat that nobody bought",
        detail="A purchase keeps a seat in a bootcamp that is not part of it.",
        button="Free the seat",
        mend=lambda subject: repairs.free_stray_seat(seat_id=int(subject)),
    ),
    "seats differ from capacity": Kind(
        title="Seats differ from capacity",
        detail="A bootcamp has more or fewer seats than places.",
        button="Match the seats",
        mend=lambda subject: repairs.restore_capacity(bootcamp_id=int(subject)),
    ),
    "stuck on the way": Kind(
        title="Stuck on the way",
        detail="The provider was asked to move money and nothing has happened for 15 minutes.",
        button="Settle now",
        mend=_purchase(repairs.settle_again),
    ),
    "provider event not handled": Kind(
        title="Provider event not handled",
        detail="The provider told us something five minutes ago or more, and nobody has looked.",
        button="Handle it now",
        mend=lambda subject: repairs.handle_again(event_id=subject),
    ),
    "refunds exceed the payment": Kind(
        title="More refunded than paid",
        detail="Our record holds more refunds than the payment was worth.",
        button="Take over the provider's list",
        mend=_purchase(repairs.compare_refunds),
    ),
    "sum differs from the movements": Kind(
        title="Refunded sum is wrong",
        detail="The sum we keep of what went back is not the sum of its movements.",
        button="Take over the provider's list",
        mend=_purchase(repairs.compare_refunds),
    ),
    "paid without a movement": Kind(
        title="Payment not in the ledger",
        detail="The purchase is paid for and its payment is not among the movements.",
        button="Settle now",
        mend=_purchase(repairs.settle_again),
    ),
    "no active admin": Kind(
        title="No active admin",
        detail="Nobody can sign in here as an admin.",
        button="Look again",
        mend=_look_again,
    ),
    "told: no confirmation": Kind(
        title="Completed and not told",
        detail="The purchase is completed and no confirmation was ever written.",
        button="Send the confirmation",
        mend=_purchase(repairs.tell_again),
    ),
    "told: message failed": Kind(
        title="Message not delivered",
        detail="A message about a purchase could not be delivered.",
        button="Send again",
        mend=lambda subject: repairs.send_again(message_id=int(subject)),
    ),
    "account: not invited": Kind(
        title="Guest without an invitation",
        detail="A guest paid and was never invited to create an account.",
        button="Send an invitation",
        mend=_purchase(repairs.invite_again),
    ),
}

# Breaks with the provider, by the kind they were opened as.
BROKEN: dict[str, Kind] = {
    "unknown_payment": Kind(
        title="Double payment",
        detail="The provider holds a second payment for a purchase that has one.",
        button="Give the second payment back",
        mend=lambda intent: repairs.give_back(payment_intent_id=intent),
    ),
    "completed_without_money": Kind(
        title="Seat without payment",
        detail="The purchase is completed here, and the provider says that it was never paid.",
        button="Check, and end it if unpaid",
        mend=_purchase(repairs.end_unpaid),
    ),
    "paid_after_failure": Kind(
        title="Paid after it was called off",
        detail="The payment succeeded although the order was over. It is to be given back.",
        button="Settle now",
        mend=_purchase(repairs.settle_again),
    ),
    "refund_failed": Kind(
        title="Refund failed",
        detail="The bank sent the refund back.",
        button="Refund again",
        mend=_purchase(repairs.refund_again),
    ),
    "refund_refused": Kind(
        title="Refund refused",
        detail="The provider refused the refund.",
        button="Refund again",
        mend=_purchase(repairs.refund_again),
    ),
    "refund_undone_without_seat": Kind(
        title="Neither seat nor money",
        detail="The refund was not made, and no seat is left to give back.",
        button="Refund again",
        mend=_purchase(repairs.refund_again),
    ),
    "refund_without_money": Kind(
        title="Refund of an unpaid purchase",
        detail="A refund is under way, and the provider says that nothing was paid.",
        button="Check, and end it if unpaid",
        mend=_purchase(repairs.end_unpaid),
    ),
    "mismatch": Kind(
        title="Payment does not fit the order",
        detail="Amount, currency or purchase differ from what we asked for.",
        button="Check again",
        mend=_purchase(repairs.settle_mismatch),
    ),
    "payment_missing": Kind(
        title="Payment missing at the provider",
        detail="The provider does not know this payment. Perhaps the keys are another account's.",
        button="Mark as settled",
        mend=_look_again,
        needs_note=True,
    ),
}
ONLY_A_PERSON = Kind(
    title="Needs a decision",
    detail="Nothing can be mended from here. Look at the payment at the provider.",
    button="Mark as settled",
    mend=_look_again,
    needs_note=True,
)
REFUND_CAME_BACK = Kind(
    title="Refund came back",
    detail="The bank returned a refund: the buyer has neither seat nor money. Pay by another way.",
    button="Mark as settled",
    mend=_look_again,
    needs_note=True,
)
STRANGE_PAYMENT = Kind(
    title="Payment that nobody here knows",
    detail="The provider holds money for no purchase of ours. It may be another product's.",
    button="Mark as settled",
    mend=_look_again,
    needs_note=True,
)
CLASSES_LONG_OVER = Kind(
    title="A class long over does not agree",
    detail="Found by the nightly look at classes begun more than 90 days ago. The runbook says how"
    " to see which, and what to do.",
    button="Mark as settled",
    mend=_look_again,
    needs_note=True,
)

GOODS_GONE = Kind(
    title="Paid for what is gone",
    detail="Found again after a restore; what was bought is not in the catalogue any more.",
    button="Give the money back",
    mend=lambda intent: repairs.give_back(payment_intent_id=intent),
)
# About a payment, whether or not there is a purchase.
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
