"""Existing credits follow their owner's address and the payments that they were given for."""

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from frontrow.core.addresses import address_key, is_address
from frontrow.core.clock import database_now
from frontrow.messaging.outbox import write_messages
from frontrow.sales.emails.credit_emails import personal_code_email
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.models import CodeUse, DiscountCode, Dispute, Purchase, ReconciliationBreak

MONEY_GONE = "credit_used_and_money_gone"


def follow_money(*, purchase: Purchase) -> None:
    """Stop or resume the credits of a purchase, under its lock.

    A credit is stopped while a bank disputes one of its payments, or if too much of a payment was
    returned. It works again if the dispute is won. If the credit was used before, an admin decides.
    """
    if not purchase.credited_amount:
        return
    concerned = DiscountCode.objects.filter(stands_for__contains=[purchase.pk])
    # Locked before the payments are checked, because two of them may be processed concurrently.
    for code in concerned.select_for_update(no_key=True).order_by("pk"):
        paid = Purchase.objects.filter(pk__in=code.stands_for)
        is_gone = paid.filter(refunded_amount__gt=F("total_amount") - F("credited_amount")).exists()
        is_held = Dispute.objects.filter(purchase__in=paid, closed_at=None).exists()
        if (is_gone or is_held) != (code.stopped_at is not None):
            stopped_at = Now() if is_gone or is_held else None
            DiscountCode.objects.filter(pk=code.pk).update(stopped_at=stopped_at)
        if is_gone and CodeUse.objects.filter(code=code, returned_at=None).exists():
            _tell_board(purchase, code)


def follow_address(*, codes: QuerySet[DiscountCode], before: str, now: str) -> None:
    """Move the codes to their owner's new address, send them there, and revoke earlier links."""
    if address_key(before) == address_key(now):
        return
    at = database_now().isoformat()
    for code in codes.filter(is_address("for_email", before)).select_for_update(no_key=True):
        code.for_email = address_key(now)
        DiscountCode.objects.filter(pk=code.pk).update(for_email=code.for_email)
        if code.max_uses is None or code.uses < code.max_uses:
            write_messages([personal_code_email(code=code, event=f"code-moved:{code.pk}:{at}")])


def credits_of(purchase_ids: list[int]) -> QuerySet[DiscountCode]:
    return DiscountCode.objects.filter(Q(stands_for__overlap=purchase_ids)).order_by("pk")


def _tell_board(purchase: Purchase, code: DiscountCode) -> None:
    """Once per code, so that a mismatch that an admin has handled isn't reported again."""
    told = ReconciliationBreak.objects.filter(
        kind=MONEY_GONE, purchase_id=purchase.pk, details__code=code.pk
    )
    if not told.exists():
        open_break(
            kind=MONEY_GONE,
            payment_intent_id=purchase.stripe_payment_intent_id or "",
            purchase_id=purchase.pk,
            code=code.pk,
        )
