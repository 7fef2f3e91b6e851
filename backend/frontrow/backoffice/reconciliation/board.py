"""The reconciliation board: inconsistencies between payments, seats and messages, with repairs.

Only breaks with the provider are stored. Every other mismatch is computed on each read, so a
repaired one disappears.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.backoffice.reconciliation.issue_count import keep_issue_count
from frontrow.backoffice.reconciliation.mismatch_kinds import BY_PAYMENT, FOUND, kind_of
from frontrow.backoffice.reconciliation.schemas import MismatchOut, ReconciliationOut, RepairOut
from frontrow.core.clock import now
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.jobs import job
from frontrow.messaging.models import Message, MessageStatus, TemplateCategory
from frontrow.sales.ledger.owed_refunds import OWED
from frontrow.sales.models import (
    Enrollment,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
)
from frontrow.sales.reconciliation.invariants import STILL_MOVING, violations
from frontrow.sales.waiting.serving import overdue_offers

# Older than this, a missing message no longer matters because the class is over.
LOOKED_BACK = timedelta(days=7)
# More mismatches of one kind have one cause and aren't repaired one by one.
MOST_OF_A_KIND = 100
NOT_FIXED = "It isn't fixed yet. Check the payment in the provider's dashboard."


def read_board() -> ReconciliationOut:
    """All current mismatches, those about money first."""
    rows = [*_broken_rows(), *_found_rows()]
    names = _customers({row.purchase_id for row in rows if row.purchase_id})
    for row in rows:
        row.customer = names.get(row.purchase_id or 0, "")
    keep_issue_count(len(rows))
    return ReconciliationOut(rows=rows, total=len(rows))


@job(every="*/5 * * * *")
def count_issues(timestamp: int) -> None:
    """Every five minutes, so that the count is current even if no admin opens the board."""
    read_board()


def repair(*, by: Actor, key: str, note: str) -> RepairOut:
    """Repair one mismatch and check whether it is gone. Raises NotFound if it doesn't exist."""
    row = next((one for one in read_board().rows if one.key == key), None)
    if row is None:
        raise NotFound("This has already been fixed.")
    if row.needs_note and not note:
        raise Invalid(fields={"note": "Enter a note."})
    source, _, subject = key.partition("/")
    message = (
        _repair_break(by, int(subject), note)
        if source == "break"
        else FOUND[row.kind].repair(subject.partition("/")[2])
    )
    is_mended = all(one.key != key for one in read_board().rows)
    with transaction.atomic():
        audit.record(
            by=by,
            action="repaired mismatch",
            subject_type="purchase" if row.purchase_id else "mismatch",
            subject_id=row.purchase_id or subject[:64],
            kind=row.kind,
            mended=is_mended,
        )
    return RepairOut(message=message, is_mended=is_mended)


def _repair_break(by: Actor, break_id: int, note: str) -> str:
    """Close the break, then repair it. A remaining difference opens a new break.

    A break about an owed refund closes automatically, under the purchase's lock.
    """
    found = ReconciliationBreak.objects.get(pk=break_id)
    kind = kind_of(found)
    same = ReconciliationBreak.objects.filter(
        kind=found.kind, payment_intent_id=found.payment_intent_id, resolved_at=None
    )
    still_open = same.exclude(pk__in=list(same.exclude(pk=found.pk).values_list("pk", flat=True)))
    if found.kind in OWED:
        message = kind.repair(str(found.pk))
        ReconciliationBreak.objects.filter(pk=found.pk, resolved_by=None).update(
            resolved_by=by.user
        )
        if still_open.exists():
            raise Conflict(NOT_FIXED)
        return message
    subject = found.payment_intent_id if found.kind in BY_PAYMENT else found.purchase_id
    _close(found, by=by.user, note=note)
    try:
        message = kind.repair(str(subject or ""))
    except Exception:
        if not still_open.exists():
            ReconciliationBreak.objects.filter(pk=found.pk).update(
                resolved_at=None, resolved_by=None
            )
        raise
    if still_open.exists():
        raise Conflict(NOT_FIXED)
    return message if not kind.needs_note else "Dismissed."


def _close(found: ReconciliationBreak, *, by: User, note: str) -> None:
    details = {**found.details, "note": note} if note else found.details
    is_closed = ReconciliationBreak.objects.filter(pk=found.pk, resolved_at=None).update(
        resolved_at=Now(), resolved_by=by, details=details
    )
    if not is_closed:
        # Another admin was faster.
        raise NotFound("This has already been fixed.")


def _broken_rows() -> Iterator[MismatchOut]:
    rows = ReconciliationBreak.objects.filter(resolved_at=None).order_by("opened_at", "pk")
    for found in rows[:MOST_OF_A_KIND]:
        kind = kind_of(found)
        payment = f" Payment {found.payment_intent_id}." if found.payment_intent_id else ""
        why = f" {found.details['why']}" if found.details.get("why") else ""
        yield MismatchOut(
            key=f"break/{found.pk}",
            kind=found.kind,
            title=kind.title,
            detail=f"{kind.detail}{why}{payment}",
            since=found.opened_at,
            purchase_id=found.purchase_id,
            customer="",
            repair=kind.button,
            needs_note=kind.needs_note,
        )


def _found_rows() -> Iterator[MismatchOut]:
    of_purchase = {
        "completed without all its seats",
        "seats kept without a right",
        "coaching without a seat",
        "certificate without a seat",
        "meeting place without a seat",
        "stuck on the way",
        "refunds exceed the payment",
        "sum differs from the movements",
        "paid without a movement",
        "shares differ from the total",
        "code use differs from the purchase",
        "refund lines differ from the refund",
        "an enrollment is paid back more than its share",
    }
    seen: dict[str, int] = {}
    # A purchase that is listed with a specific reason need not be listed as stuck too.
    explained = set(
        ReconciliationBreak.objects.filter(resolved_at=None, purchase_id__isnull=False).values_list(
            "purchase_id", flat=True
        )
    )
    for name, subject in violations(since=now() - STILL_MOVING):
        if name == "stuck on the way" and int(subject) in explained:
            continue
        seen[name] = seen.get(name, 0) + 1
        if seen[name] <= MOST_OF_A_KIND:
            yield _found(name, subject, int(subject) if name in of_purchase else None)
    for purchase_id, since in _untold().values_list("pk", "completed_at")[:MOST_OF_A_KIND]:
        yield _found("told: no confirmation", purchase_id, purchase_id, since)
    for message in _undelivered()[:MOST_OF_A_KIND]:
        row = _found("told: message failed", message.pk, message.purchase_id, message.created_at)
        row.detail = f"“{message.subject}” to {message.recipient}: {message.error_message}"
        yield row
    for purchase_id, since in overdue_offers().values_list("purchase_id", "expires_at")[
        :MOST_OF_A_KIND
    ]:
        yield _found("waiting list: offer overdue", purchase_id, purchase_id, since)
    for purchase_id, since in _uninvited().values_list("pk", "completed_at")[:MOST_OF_A_KIND]:
        yield _found("account: not invited", purchase_id, purchase_id, since)


def _found(name: str, subject: object, purchase_id: int | None, since: Any = None) -> MismatchOut:
    kind = FOUND[name]
    return MismatchOut(
        key=f"found/{re.sub('[^a-z]+', '-', name)}/{subject}",
        kind=name,
        title=kind.title,
        detail=kind.detail,
        since=since,
        purchase_id=purchase_id,
        customer="",
        repair=kind.button,
        needs_note=kind.needs_note,
    )


def _recently_completed() -> QuerySet[Purchase]:
    """Purchases completed recently, or with an upcoming class."""
    # An unpaid order is kept for a day, so the newest orders include every recent completion. A
    # union of two index scans: with OR, every purchase would be read.
    newest = Purchase.objects.filter(created_at__gt=Now() - LOOKED_BACK).values("pk")
    ahead = Enrollment.objects.filter(bootcamp__ends_at__gt=Now()).values("purchase_id")
    return Purchase.objects.filter(
        Q(user=None) | Q(user__is_demo=False),
        pk__in=newest.union(ahead),
        state=PurchaseState.COMPLETED,
    ).order_by("completed_at", "pk")


def _untold() -> QuerySet[Purchase]:
    confirmation = Message.objects.filter(
        purchase_id=OuterRef("pk"), category=TemplateCategory.REGISTRATION_CONFIRM
    )
    return _recently_completed().filter(~Exists(confirmation))


def _undelivered() -> QuerySet[Message]:
    """Failed messages without a newer one of the same kind for the purchase."""
    newer = Message.objects.filter(
        purchase_id=OuterRef("purchase_id"), category=OuterRef("category"), pk__gt=OuterRef("pk")
    )
    return Message.objects.filter(
        ~Exists(newer),
        status=MessageStatus.FAILED,
        created_at__gt=Now() - LOOKED_BACK,
        purchase_id__isnull=False,
    ).order_by("pk")


def _uninvited() -> QuerySet[Purchase]:
    # Unnested and joined: a containment test would read all invitations for each purchase.
    nobody_invited = RawSQL(
        "NOT EXISTS (SELECT 1 FROM (SELECT unnest(a.purchase_ids) AS id FROM account_invitations a"
        " WHERE a.status <> 'cancelled') invited WHERE invited.id = purchases.id)",
        [],
        output_field=BooleanField(),
    )
    return _recently_completed().filter(nobody_invited, user=None)


def _customers(ids: set[int]) -> dict[int, str]:
    return dict(Purchase.objects.filter(pk__in=ids).values_list("pk", "customer_name"))
