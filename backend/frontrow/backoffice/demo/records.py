"""Demo data: the audit log, the provider's events, and some inconsistencies."""

from datetime import datetime, timedelta

from frontrow.accounts.models import AuditEntry, User
from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.people import People
from frontrow.backoffice.demo.purchases import Sales
from frontrow.backoffice.demo.storing import store
from frontrow.sales.models import PAID_FOR, PurchaseState, ReconciliationBreak, StripeEvent


def make_records(*, now: datetime, people: People, sales: Sales) -> None:
    _make_audit_entries(now=now, people=people)
    _make_stripe_events(sales)
    _make_breaks(now=now, people=people, sales=sales)


def _make_audit_entries(*, now: datetime, people: People) -> None:
    """Created only once, because the log can't be changed. It refers only to people."""
    if AuditEntry.objects.filter(request_id=marks.REQUEST_ID).exists():
        return
    students = [buyer.user for buyer in people.members if buyer.user]
    left = User.objects.filter(email__endswith=f"@{marks.DOMAIN}", status="inactive").order_by("id")
    story: list[tuple[str, User, float]] = [
        ("became first admin", people.admin, 119),
        ("added coach", people.coach.user, 117),
        *(("created user", user, 60 - n) for n, user in enumerate(students[:6])),
        *(("deactivated", user, 20 - n) for n, user in enumerate(left)),
        ("started impersonation", students[0], 6.1),
        ("stopped impersonation", students[0], 6),
        ("reset password", students[3], 2),
        ("exported purchases", people.admin, 0.5),
    ]
    store(
        [
            AuditEntry(
                created_at=now - timedelta(days=days),
                actor_id=people.admin.pk,
                acting_as_id=subject.pk if action == "stopped impersonation" else None,
                action=action,
                subject_type="user",
                subject_id=str(subject.pk),
                request_id=marks.REQUEST_ID,
            )
            for action, subject, days in story
        ]
    )


def _make_stripe_events(sales: Sales) -> None:
    store(
        [
            StripeEvent(
                id=f"{marks.EVENT_PREFIX}{purchase.pk}",
                type="payment_intent.succeeded",
                object_id=purchase.stripe_payment_intent_id,
                received_at=purchase.completed_at,
                handled_at=purchase.completed_at + timedelta(seconds=1),
            )
            for purchase in sales.purchases
            if purchase.state in PAID_FOR
            and purchase.stripe_payment_intent_id
            and purchase.completed_at
        ]
    )


def _make_breaks(*, now: datetime, people: People, sales: Sales) -> None:
    paid = [p for p in sales.purchases if p.state == PurchaseState.COMPLETED and p.total_amount > 0]
    store(
        [
            ReconciliationBreak(
                kind="unknown_payment",
                payment_intent_id=f"{marks.PAYMENT_PREFIX}from_elsewhere",
                details={"amount": "995.00", "currency": "usd"},
                opened_at=now - timedelta(hours=7),
            ),
            ReconciliationBreak(
                kind="amount_mismatch",
                purchase=paid[0],
                payment_intent_id=paid[0].stripe_payment_intent_id or "",
                details={"ours": str(paid[0].total_amount), "theirs": "895.00"},
                opened_at=now - timedelta(days=30),
                resolved_at=now - timedelta(days=29),
                resolved_by=people.admin,
            ),
        ]
    )
