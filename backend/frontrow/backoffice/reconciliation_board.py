"""The reconciliation board: paid, seated, told. Whatever does not agree, each with its repair.

Nothing here is stored but the breaks with the provider: every other mismatch is found anew each
time by looking, so a repaired one is gone because it is gone.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.functions import Now
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.gates import current_user
from frontrow.accounts.models import User
from frontrow.backoffice.purchases_schemas import MismatchOut, ReconciliationOut, RepairOut
from frontrow.core.clock import now
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.messaging.models import Message, MessageStatus, TemplateCategory
from frontrow.sales import repairs
from frontrow.sales.invariants import LONG_OVER, STILL_MOVING, violations
from frontrow.sales.models import (
    Purchase,
    PurchaseItem,
    PurchaseState,
    ReconciliationBreak,
)
from frontrow.sales.rebuilding import GOODS_GONE_KIND

# Older than this, what was said or not said has been overtaken by the class itself.
LOOKED_BACK = timedelta(days=7)
# More of one kind has one cause, and nobody mends them one by one.
MOST_OF_A_KIND = 100


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


def read_board() -> ReconciliationOut:
    """Everything that does not agree just now, the money first."""
    rows = [*_broken_rows(), *_found_rows()]
    names = _customers({row.purchase_id for row in rows if row.purchase_id})
    for row in rows:
        row.customer = names.get(row.purchase_id or 0, "")
    return ReconciliationOut(rows=rows, total=len(rows))


def repair(*, request: HttpRequest, key: str, note: str) -> RepairOut:
    """Mend one mismatch and look whether it is gone. Raises NotFound for what is not there."""
    row = next((one for one in read_board().rows if one.key == key), None)
    if row is None:
        raise NotFound("This has been mended already.")
    if row.needs_note and not note:
        raise Invalid(fields={"note": "Say what was decided."})
    source, _, subject = key.partition("/")
    message = (
        _mend_break(request, int(subject), note)
        if source == "break"
        else FOUND[row.kind].mend(subject.partition("/")[2])
    )
    is_mended = all(one.key != key for one in read_board().rows)
    with transaction.atomic():
        audit.record(
            request=request,
            action="repaired mismatch",
            subject_type="purchase" if row.purchase_id else "mismatch",
            subject_id=row.purchase_id or subject[:64],
            kind=row.kind,
            mended=is_mended,
        )
    return RepairOut(message=message, is_mended=is_mended)


def _mend_break(request: HttpRequest, break_id: int, note: str) -> str:
    """Closed first and mended then: what still disagrees opens it anew, under a new number."""
    found = ReconciliationBreak.objects.get(pk=break_id)
    kind = _kind_of(found)
    subject = found.payment_intent_id if found.kind in BY_PAYMENT else found.purchase_id
    still_open = ReconciliationBreak.objects.filter(
        kind=found.kind, payment_intent_id=found.payment_intent_id, resolved_at=None
    )
    _close(found, by=current_user(request), note=note)
    try:
        message = kind.mend(str(subject or ""))
    except Exception:
        if not still_open.exists():
            ReconciliationBreak.objects.filter(pk=found.pk).update(
                resolved_at=None, resolved_by=None
            )
        raise
    if still_open.exists():
        raise Conflict("It still does not agree. Look at the payment at the provider.")
    return message if not kind.needs_note else "Marked as settled."


def _close(found: ReconciliationBreak, *, by: User, note: str) -> None:
    details = {**found.details, "note": note} if note else found.details
    ReconciliationBreak.objects.filter(pk=found.pk).update(
        resolved_at=Now(), resolved_by=by, details=details
    )


def _kind_of(found: ReconciliationBreak) -> Kind:
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


def _broken_rows() -> Iterator[MismatchOut]:
    rows = ReconciliationBreak.objects.filter(resolved_at=None).order_by("opened_at", "pk")
    for found in rows[:MOST_OF_A_KIND]:
        kind = _kind_of(found)
        payment = f" Payment {found.payment_intent_id}." if found.payment_intent_id else ""
        yield MismatchOut(
            key=f"break/{found.pk}",
            kind=found.kind,
            title=kind.title,
            detail=f"{kind.detail}{payment}",
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
        "stuck on the way",
        "refunds exceed the payment",
    }
    seen: dict[str, int] = {}
    for name, subject in violations(since=now() - STILL_MOVING):
        seen[name] = seen.get(name, 0) + 1
        if seen[name] <= MOST_OF_A_KIND:
            yield _found(name, subject, int(subject) if name in of_purchase else None)
    for purchase_id, since in _untold().values_list("pk", "completed_at")[:MOST_OF_A_KIND]:
        yield _found("told: no confirmation", purchase_id, purchase_id, since)
    for message in _undelivered()[:MOST_OF_A_KIND]:
        row = _found("told: message failed", message.pk, message.purchase_id, message.created_at)
        row.detail = f"“{message.subject}” to {message.recipient}: {message.error_message}"
        yield row
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
    """Completed of late, or with a class still to come."""
    # An unpaid order lives a day, so the newest orders hold every recent completion. Gathered from
    # two indexes: with one condition or the other, every purchase would be read.
    newest = Purchase.objects.filter(created_at__gt=Now() - LOOKED_BACK).values("pk")
    ahead = PurchaseItem.objects.filter(bootcamp__ends_at__gt=Now()).values("purchase_id")
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
    """Failed, and nothing of its kind has been written for the purchase since."""
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
    # Spread out and joined: asked whether they contain a purchase, all invitations would be read
    # for each of them.
    nobody_invited = RawSQL(
        "NOT EXISTS (SELECT 1 FROM (SELECT unnest(a.purchase_ids) AS id FROM account_invitations a"
        " WHERE a.status <> 'cancelled') invited WHERE invited.id = purchases.id)",
        [],
        output_field=BooleanField(),
    )
    return _recently_completed().filter(nobody_invited, user=None)


def _customers(ids: set[int]) -> dict[int, str]:
    return dict(Purchase.objects.filter(pk__in=ids).values_list("pk", "customer_name"))
