"""Disputes in the admin panel: list them, build the evidence, and submit it once."""

from collections.abc import Sequence

from django.db.models import Count, Q, Window

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.disputes.evidence import evidence_text, evidence_to_send
from frontrow.backoffice.disputes.schemas import (
    DisputeEvidenceOut,
    DisputeOut,
    OpenDisputeOut,
    OpenDisputesOut,
)
from frontrow.core.clock import now
from frontrow.core.errors import Conflict, NotFound, ProviderDown
from frontrow.core.jobs import enqueue
from frontrow.integrations import stripe
from frontrow.sales.emails.dispute_words import ending_in_words, reason_in_words, why_no_answer
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.models import Dispute, Purchase
from frontrow.sales.settlement.settling import settle, settle_purchase

TOO_LATE = "The bank no longer accepts evidence for this dispute. Nothing was sent."
UNSURE = (
    "The payment provider didn't answer, so we can't tell whether the evidence arrived. Check again"
    " in a minute before you resend it."
)


def count_open_disputes() -> OpenDisputesOut | None:
    """The number of open disputes, and the one with the earliest deadline. None if none is open."""
    first = (
        open_disputes()
        .annotate(
            total=Window(Count("pk")),
            unanswered=Window(Count("pk", filter=Q(evidence_sent_at=None))),
        )
        .values("total", "unanswered", "purchase_id", "due_by")
        .first()
    )
    if first is None:
        return None
    return OpenDisputesOut(
        count=first["total"],
        unanswered=first["unanswered"],
        purchase_id=first["purchase_id"],
        due_by=first["due_by"] if first["unanswered"] else None,
    )


def disputes_of(purchase: Purchase) -> Sequence[Dispute]:
    """The disputes of this purchase, newest first."""
    return list(Dispute.objects.filter(purchase=purchase).order_by("-opened_at", "-pk"))


def show_open_dispute(dispute: Dispute) -> OpenDisputeOut:
    return OpenDisputeOut(
        id=dispute.pk,
        status=dispute.status,
        amount=dispute.amount,
        reason=reason_in_words(dispute.reason),
        due_by=dispute.due_by,
        evidence_sent_at=dispute.evidence_sent_at,
    )


def show_dispute(dispute: Dispute) -> DisputeOut:
    return DisputeOut(
        **dict(show_open_dispute(dispute)),
        is_open=dispute.is_open,
        opened_at=dispute.opened_at,
        closed_at=dispute.closed_at,
        ending=ending_in_words(dispute),
        answer=why_no_answer(dispute, at=now()),
    )


def read_dispute(*, dispute_id: int) -> DisputeEvidenceOut:
    dispute = _find(dispute_id)
    return DisputeEvidenceOut(
        dispute=show_dispute(dispute),
        purchase_id=dispute.purchase_id,
        evidence=evidence_text(dispute=dispute),
    )


def download_evidence(*, by: Actor, dispute_id: int) -> tuple[str, str]:
    """The file's name and text. The export is recorded in the audit log."""
    dispute = _find(dispute_id)
    _note(by, "downloaded dispute evidence", dispute)
    return f"dispute-{receipt_number(dispute.purchase.pk)}.txt", evidence_text(dispute=dispute)


def send_evidence(*, by: Actor, dispute_id: int, note: str) -> DisputeEvidenceOut:
    """Submit evidence to the bank, which is final. Then save the provider's new state.

    The provider accepts only one submission, so the second of two concurrent ones is refused.
    """
    dispute = _find(dispute_id)
    if problem := why_no_answer(dispute, at=now()):
        raise Conflict(problem)
    evidence = evidence_to_send(dispute=dispute, note=note)
    try:
        stripe.send_evidence(dispute.provider_id, evidence)
    except stripe.StateMoved as error:
        _follow(dispute)
        raise Conflict(why_no_answer(_find(dispute_id), at=now()) or TOO_LATE) from error
    except ProviderDown as error:
        # The submission may have arrived. The provider's state tells.
        enqueue(settle_purchase, purchase_id=dispute.purchase_id)
        raise ProviderDown(UNSURE) from error
    _note(by, "sent dispute evidence", dispute)
    _follow(dispute)
    return read_dispute(dispute_id=dispute_id)


def _follow(dispute: Dispute) -> None:
    try:
        settle(purchase=dispute.purchase)
    except ProviderDown:
        enqueue(settle_purchase, purchase_id=dispute.purchase_id)


def _find(dispute_id: int) -> Dispute:
    dispute = (
        Dispute.objects.select_related("purchase", "purchase__user").filter(pk=dispute_id).first()
    )
    if dispute is None:
        raise NotFound("Dispute not found")
    return dispute


def _note(by: Actor, action: str, dispute: Dispute) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="purchase",
        subject_id=dispute.purchase_id,
        dispute=dispute.provider_id,
    )
