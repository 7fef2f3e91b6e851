"""Texts about disputes: the bank's reason, the status, and why no evidence can be sent."""

from datetime import datetime

from django.conf import settings

from frontrow.core.dates import format_date
from frontrow.sales.models import Dispute

# The card networks' reasons by the provider's names.
_REASONS = {
    "bank_cannot_process": "The bank couldn't process the payment",
    "check_returned": "The check was returned",
    "credit_not_processed": "The buyer says a refund they were promised never came",
    "customer_initiated": "The buyer asked the bank for a refund",
    "debit_not_authorized": "The buyer says they didn't authorize the payment",
    "duplicate": "The buyer says they were charged twice",
    "fraudulent": "The buyer says they didn't make this payment",
    "general": "The bank gives no particular reason",
    "incorrect_account_details": "The account details were wrong",
    "insufficient_funds": "There wasn't enough money in the account",
    "noncompliant": "The bank says the payment broke a card network rule",
    "product_not_received": "The buyer says they didn't get what they paid for",
    "product_unacceptable": "The buyer says it wasn't as described",
    "subscription_canceled": "The buyer says they had canceled",
    "unrecognized": "The buyer doesn't recognize the payment",
}
_ENDINGS = {
    "won": "Won: the payment stands",
    "lost": "Lost: the bank refunded the buyer",
    "warning_closed": "Closed: the bank asked and took no money",
    "prevented": "Closed: it was settled before the bank took any money",
}
# Statuses in which the bank accepts evidence.
_UNANSWERED = {"needs_response", "warning_needs_response"}


def reason_in_words(reason: str) -> str:
    return _REASONS.get(reason) or f"The bank says: {reason.replace('_', ' ') or 'no reason'}"


def ending_in_words(dispute: Dispute) -> str:
    """How the bank decided. Empty until it has."""
    if dispute.is_open:
        return ""
    return _ENDINGS.get(dispute.status) or "Closed by the bank"


def why_no_answer(dispute: Dispute, *, at: datetime) -> str | None:
    """Why no evidence can be sent anymore. None if it can."""
    if not dispute.is_open:
        return f"The bank has decided. {ending_in_words(dispute)}."
    if dispute.evidence_sent_at:
        return f"Evidence was already sent on {day(dispute.evidence_sent_at)}. The bank decides."
    if dispute.status not in _UNANSWERED:
        return "The bank is already reviewing this dispute and takes no more evidence."
    if dispute.due_by and dispute.due_by <= at:
        return f"The bank took an answer until {day(dispute.due_by)}. It's too late to send one."
    return None


def day(at: datetime) -> str:
    return format_date(at, settings.ENV.OPERATOR_TIME_ZONE)
