"""After a restore: rebuild lost and outdated purchases from the provider's payments.

Each payment that changed since the backup is read again. A known purchase is settled as usual. A
lost one is created again under its old id from the payment's metadata. Idempotent: what was rebuilt
already is left alone.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.catalogue.seats import SoldOut, take_seats_again
from frontrow.core.money import from_cents
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment
from frontrow.messaging.outbox import told_before
from frontrow.sales.buyers.invitations import renew_invitation
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.complimentary import owner_of
from frontrow.sales.changes.restored_seats import seat_as_noted
from frontrow.sales.enrollment.enrollments import (
    by_bootcamp,
    end_enrollment,
    live,
    make_enrollments,
)
from frontrow.sales.enrollment.upgrades import note_counted
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.ledger.payment_notes import Order, address_of, read_order, seat_at
from frontrow.sales.models import (
    DiscountCode,
    EndedBecause,
    Enrollment,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
)
from frontrow.sales.reconciliation.provider_list import MONEY_MOVED, adopt
from frontrow.sales.reconciliation.stripe_events import TELLING
from frontrow.sales.settlement.code_uses import claim_code
from frontrow.sales.settlement.settling import settle
from frontrow.sales.settlement.states import enter
from frontrow.sales.terms.price_lines import as_stored, noted_lines

GOODS_GONE_KIND = "goods_gone"
# Clocks differ, and a backup is a little older than its name says.
MARGIN = timedelta(minutes=5)
# Final states. The emails about them were sent before our record was lost.
AT_ITS_END = {"succeeded", "canceled"}
NAMELESS = "Guest"
REBUILT = "rebuilt from the provider"


def rebuild_purchases(*, since: datetime, erased_users: Collection[int] = ()) -> Counter[str]:
    """Rebuild all payments that changed since then. Returns the number of each kind.

    The accounts of buyers in `erased_users` were deleted since, so they get no email.
    """
    payments = _payments_since(since)
    _move_numbers_on([order.purchase_id for each in payments if (order := read_order(each))])
    brought = Counter(_bring_back(payment, erased_users) for payment in payments)
    brought["moved"] = sum(_follow_seats(purchase) for purchase in _seats_ahead())
    return +brought


def _seats_ahead() -> QuerySet[Purchase]:
    """Purchases whose seats may have changed since. The provider has no event for metadata."""
    ahead = Enrollment.objects.filter(live(), bootcamp__ends_at__gt=Now()).values("purchase_id")
    return Purchase.objects.filter(pk__in=ahead, stripe_payment_intent_id__isnull=False)


def _follow_seats(purchase: Purchase) -> int:
    payment = stripe.read_payment(purchase.stripe_payment_intent_id or "")
    order = read_order(payment) if payment else None
    if order is None or order.purchase_id != purchase.pk:
        return 0
    # If the class is full, the person keeps the seat in the class before.
    with suppress(SoldOut):
        return seat_as_noted(purchase_id=purchase.pk, order=order)
    return 0


def _payments_since(since: datetime) -> list[Payment]:
    """All payments created or changed since then, oldest first, with their charges."""
    moment = int((since - MARGIN).timestamp())
    touched = dict.fromkeys(payment.id for payment in stripe.payments_since(moment))
    told = stripe.events_since(moment, kinds=sorted(TELLING))
    touched |= dict.fromkeys(event.payment_intent_id for event in told)
    found = [stripe.read_payment(intent) for intent in touched if intent]
    # By id within a second, because a moved seat's purchase is older than the payment for the move.
    return sorted(
        (each for each in found if each),
        key=lambda each: (each.begun_at, each.purchase_id or 0, each.id),
    )


def _move_numbers_on(used: Sequence[int]) -> None:
    """Advance the sequence, so that no new purchase reuses the id of a lost one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval('purchases_id_seq', greatest(last_value, %s)) FROM purchases_id_seq",
            [max(used, default=1)],
        )


def _bring_back(payment: Payment, erased_users: Collection[int]) -> str:
    purchase = Purchase.objects.filter(stripe_payment_intent_id=payment.id).first()
    outcome = "settled"
    if purchase is None:
        order = read_order(payment)
        if order is None or Purchase.objects.filter(pk=order.purchase_id).exists():
            purchase = adopt(payment)
        elif payment.status == "canceled":
            return "canceled"
        else:
            purchase = _make_again(payment, order, is_erased=order.user_id in erased_users)
            outcome = "rebuilt"
    if purchase is None:
        return "not ours" if payment.status not in MONEY_MOVED else "left for an admin"
    before = purchase.state
    with told_before() if payment.status in AT_ITS_END else nullcontext():
        after = settle(purchase=purchase).purchase.state
    if outcome == "settled" and before == after:
        return "unchanged"
    return f"{outcome} and refunded" if after == PurchaseState.REFUNDED else outcome


def _make_again(payment: Payment, order: Order, *, is_erased: bool) -> Purchase | None:
    """Create the purchase as it was sold. None, with a mismatch, if its bootcamps don't exist."""
    bootcamps = _bootcamps_of(order)
    moved = _moved_by(order)
    if not bootcamps or (order.moves and moved is None):
        if payment.status in MONEY_MOVED:
            open_break(
                kind=GOODS_GONE_KIND,
                payment_intent_id=payment.id,
                purchase_id=None,
                cents=payment.cents,
                currency=payment.currency,
                bought=payment.notes.get("package", ""),
            )
        return None
    with transaction.atomic():
        purchase = _store(payment, order, bootcamps, moved)
        if payment.is_given_back:
            enter(purchase=purchase, state=PurchaseState.REFUNDED, because=REBUILT)
        elif payment.status == "succeeded" and moved:
            _complete_paid_move(purchase, moved)
        elif payment.status == "succeeded":
            _seat_and_complete(purchase, bootcamps, is_erased=is_erased)
        ReconciliationBreak.objects.filter(
            kind="unknown_payment", payment_intent_id=payment.id, resolved_at=None
        ).update(resolved_at=Now())
    return purchase


def _seat_and_complete(
    purchase: Purchase, bootcamps: Sequence[Bootcamp], *, is_erased: bool
) -> None:
    enrollments = by_bootcamp(purchase.enrollments.all())
    # Without a free seat the board shows it as paid without a seat. The repair assigns a seat, if
    # one was added, or refunds.
    with suppress(SoldOut):
        take_seats_again(bootcamps=bootcamps, enrollments=enrollments)
    claim_code(purchase=purchase, at_any_rate=True)
    with told_before():
        enter(purchase=purchase, state=PurchaseState.COMPLETED, because=REBUILT)
    if purchase.user_id is None and not is_erased:
        # The link in the guest's confirmation was lost with our record, so send a new one.
        renew_invitation(purchase=purchase)


def _bootcamps_of(order: Order) -> list[Bootcamp]:
    """The bootcamps of the order. Empty if one of them doesn't exist."""
    if order.bundle_id and not Bundle.objects.filter(pk=order.bundle_id).exists():
        return []
    if order.bundle_id and not order.bootcamp_ids:
        members = Bootcamp.objects.filter(memberships__bundle_id=order.bundle_id)
        return list(members.order_by("pk"))
    found = {each.pk: each for each in Bootcamp.objects.filter(pk__in=order.bootcamp_ids)}
    are_all_there = len(found) == len(order.bootcamp_ids)
    return [found[each] for each in order.bootcamp_ids] if are_all_there else []


def _moved_by(order: Order) -> Enrollment | None:
    """The seat that a payment for a dearer date moved. Its purchase was rebuilt before."""
    if order.moves is None:
        return None
    purchase_id, place = order.moves
    purchase = Purchase.objects.filter(pk=purchase_id).first()
    return seat_at(purchase=purchase, place=place) if purchase else None


def _complete_paid_move(purchase: Purchase, moved: Enrollment) -> None:
    """Only record the payment. The seat's current class is in its own purchase's metadata."""
    for paid in purchase.enrollments.all():
        Enrollment.objects.filter(pk=moved.pk).update(price=paid.price)
        end_enrollment(enrollment=paid, because=EndedBecause.PAID_MOVE)
    with told_before():
        enter(purchase=purchase, state=PurchaseState.COMPLETED, because=REBUILT)


def _store(
    payment: Payment, order: Order, bootcamps: Sequence[Bootcamp], moved: Enrollment | None
) -> Purchase:
    is_paid = payment.status == "succeeded"
    bundle = Bundle.objects.get(pk=order.bundle_id) if order.bundle_id else None
    name = payment.description or (bundle.name if bundle else bootcamps[0].name)
    lines = noted_lines(
        name=name,
        total=from_cents(payment.cents),
        early=order.early_amount,
        code=order.code,
        code_amount=order.code_amount,
    )
    purchase = Purchase(
        pk=order.purchase_id,
        user=_buyer_of(payment, order),
        bootcamp=None if bundle else bootcamps[0],
        bundle=bundle,
        is_bundle=bundle is not None,
        package_name=name,
        total_amount=from_cents(payment.cents),
        price_lines=as_stored(lines),
        # A code created since the backup is lost. The price line still has the discount.
        code=DiscountCode.objects.filter(code=order.code).first() if order.code else None,
        currency=payment.currency,
        pays_for_move=moved,
        completed_at=_moment(payment.agreed_at or payment.begun_at) if is_paid else None,
        guest_email=address_of(payment),
        guest_full_name=order.full_name or NAMELESS,
        policy_version=order.policy_version,
        stripe_payment_intent_id=payment.id,
        client_secret_hash=digest(payment.client_secret),
        card_brand=payment.card_brand,
        card_last4=payment.card_last4,
    )
    purchase.save(force_insert=True)
    Purchase.objects.filter(pk=purchase.pk).update(created_at=_moment(payment.begun_at))
    make_enrollments(purchase=purchase, bootcamps=bootcamps, prices=_prices(order, bootcamps))
    # Payments are processed oldest first, so counted purchases exist unless they are lost.
    there = set(Purchase.objects.filter(pk__in=order.counted).values_list("pk", flat=True))
    counted = {base: amount for base, amount in order.counted.items() if base in there}
    note_counted(purchase=purchase, counted=counted)
    return purchase


def _prices(order: Order, bootcamps: Sequence[Bootcamp]) -> Sequence[Decimal]:
    if len(order.prices) == len(bootcamps):
        return order.prices
    return [bootcamp.price for bootcamp in bootcamps]


def _buyer_of(payment: Payment, order: Order) -> User | None:
    """The account that bought, if it is the same person's, else the one with the verified address.

    Account ids are reused after a restore, so a younger account is another person's.
    """
    begun = _moment(payment.begun_at)
    same = User.objects.filter(pk=order.user_id or 0, created_at__lte=begun).first()
    return same or owner_of(address_of(payment))


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
