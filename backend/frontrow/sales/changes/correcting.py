"""Correction of a wrong name or address: by the buyer for a day, by an admin at any time.

Everything that was sent to the old address is revoked: join links, seat links, the invitation and
offers. All of it is sent to the new address. The old address only gets a note that an email was
sent there by mistake.
"""

import contextlib
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.catalogue.models import Seat
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import UNTIL_DONE, enqueue, job
from frontrow.core.rate_limit import Limit
from frontrow.integrations import stripe
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.attending.meeting_places import renew_places
from frontrow.sales.before_class.questions import class_asks
from frontrow.sales.buyers.invitations import token_for_buyer
from frontrow.sales.buyers.visitors import Visitor, is_buyer
from frontrow.sales.changes.resending import confirm_again, locked_purchase
from frontrow.sales.changes.schemas import CorrectableOut, CorrectedOut, CorrectionIn
from frontrow.sales.emails.correction_emails import misdirected_email
from frontrow.sales.emails.seat_emails import taken_over_email
from frontrow.sales.enrollment.enrollments import held_by, live
from frontrow.sales.enrollment.offers import end_offers
from frontrow.sales.ledger.payment_notes import corrected_notes
from frontrow.sales.ledger.provider_notes import tell_provider_of_seats
from frontrow.sales.models import (
    DiscountCode,
    Enrollment,
    Fact,
    HandOver,
    HandOverState,
    Purchase,
    PurchaseState,
)
from frontrow.sales.settlement.credits import credits_of, follow_address
from frontrow.sales.terms.correction import correctable_until

# Each correction sends mail to an unverified address.
CORRECTIONS_PER_PURCHASE = Limit(scope="corrections", count=3, per=timedelta(days=1))
NOT_PROVEN = "We can't tell that this purchase is yours."
IN_ACCOUNT = "This purchase belongs to an account already."


def look_at_contact(*, purchase_id: int, visitor: Visitor, client_secret: str) -> CorrectableOut:
    purchase = _own_purchase(Purchase.objects.all(), purchase_id, visitor, client_secret)
    refusal = why_not_corrected(purchase)
    return CorrectableOut(
        package_name=purchase.package_name,
        email=purchase.guest_email,
        full_name=purchase.guest_full_name,
        until=correctable_until(purchase),
        refusal=refusal[0] if refusal else "",
    )


def _own_purchase(
    among: QuerySet[Purchase], purchase_id: int, visitor: Visitor, client_secret: str
) -> Purchase:
    """The purchase for its proven buyer. Raises the same NotFound for unknown and foreign ones."""
    purchase = among.filter(pk=purchase_id).first()
    if purchase is None or not is_buyer(purchase, visitor, client_secret):
        raise NotFound(NOT_PROVEN)
    return purchase


def why_not_corrected(purchase: Purchase) -> tuple[str, ErrorCode] | None:
    """Why its buyer can't correct it, and what to do instead. None if they can."""
    support = settings.ENV.SUPPORT_EMAIL
    if purchase.user_id is not None:
        words = (
            "This purchase is in an account now. Sign in to change your name in your profile, or"
            f" write to {support} to change the address."
        )
        return words, ErrorCode.HAS_ACCOUNT
    if purchase.state != PurchaseState.COMPLETED:
        words = f"This purchase isn't active, so there's nothing to correct. Write to {support}."
        return words, ErrorCode.CORRECTION_CLOSED
    until = correctable_until(purchase)
    if until is None or until <= database_now():
        words = (
            "You could correct this for 24 hours after paying. Write to"
            f" {support} and we'll correct it for you."
        )
        return words, ErrorCode.CORRECTION_CLOSED
    return None


@transaction.atomic
def correct_own_purchase(*, by: Actor, visitor: Visitor, wanted: CorrectionIn) -> CorrectedOut:
    """Raises NotFound for an unproven buyer, or Conflict with the reason in words."""
    # Locked before it is read, because it may have been claimed or refunded meanwhile.
    purchase = _own_purchase(
        Purchase.objects.select_for_update(), wanted.purchase_id, visitor, wanted.client_secret
    )
    if refusal := why_not_corrected(purchase):
        words, code = refusal
        raise Conflict(words, code=code)
    CORRECTIONS_PER_PURCHASE.check(str(purchase.pk))
    _, changed = _correct(purchase, wanted.email, wanted.full_name, who=None, by="buyer")
    audit.record(
        by=by,
        action="corrected own purchase",
        subject_type="purchase",
        subject_id=purchase.pk,
        changed=changed,
    )
    return CorrectedOut(
        message=f"Corrected. We've sent your confirmation to {purchase.guest_email}.",
        email=purchase.guest_email,
        full_name=purchase.guest_full_name,
        invitation_token=token_for_buyer(purchase=purchase),
    )


@transaction.atomic
def correct_customer(
    *, purchase_id: int, email: str, full_name: str, who: User | None = None
) -> tuple[NewMessage, list[str]]:
    """Correct it as an admin. Returns the new confirmation and the changes. Raises Conflict."""
    purchase = locked_purchase(purchase_id=purchase_id)
    if purchase.user_id is not None:
        raise Conflict(
            f"{IN_ACCOUNT} Correct the account instead, on the person's record.",
            code=ErrorCode.HAS_ACCOUNT,
        )
    return _correct(purchase, email, full_name, who=who, by="desk")


def lock_purchases_of(*, user_id: int) -> None:
    """Lock the purchases that they bought or hold a seat of, before their own row."""
    list(_concerned(user_id).select_for_update())


def follow_account(*, user: User, before: str, was_proven: bool, who: User | None) -> None:
    """Revoke what was sent to the account's old address, after its address has changed.

    Requires the locks of `lock_purchases_of`. Seats in future classes are confirmed again at the
    new address. Credits for their payments move to it. Other codes of the old address move only if
    that address was verified.
    """
    bought = list(Purchase.objects.filter(user=user).values_list("pk", flat=True))
    codes = DiscountCode.objects.order_by("pk") if was_proven else credits_of(bought)
    follow_address(codes=codes, before=before, now=user.email)
    theirs = Enrollment.objects.filter(held_by(user))
    _end_links(theirs)
    renew_places(enrollments=theirs.filter(live()))
    ahead = theirs.filter(live(), bootcamp__ends_at__gt=Now())
    with_seats_ahead = set(ahead.values_list("purchase_id", flat=True))
    for purchase in _concerned(user.pk).select_related("user"):
        _note_fact(purchase, ["email"], who=who, by="desk")
        enqueue(tell_provider_of_seats, purchase_id=purchase.pk)
        if purchase.user_id != user.pk:
            continue
        enqueue(tell_provider_of_buyer, purchase_id=purchase.pk)
        if purchase.pk in with_seats_ahead:
            # A purchase with a missing seat is shown on the reconciliation board, which handles it.
            with contextlib.suppress(Conflict), transaction.atomic():
                confirm_again(purchase=purchase)
    handed = ahead.filter(holder=user).select_related("bootcamp", "holder", "purchase__user")
    write_messages([_seat_again(enrollment) for enrollment in handed])


def _correct(
    purchase: Purchase, email: str, full_name: str, *, who: User | None, by: str
) -> tuple[NewMessage, list[str]]:
    before = purchase.guest_email
    changed = [
        name
        for name, old, new in (
            ("email", before, email),
            ("name", purchase.guest_full_name, full_name),
        )
        if old != new
    ]
    Purchase.objects.filter(pk=purchase.pk).update(
        guest_email=email, guest_full_name=full_name, updated_at=Now()
    )
    purchase.guest_email, purchase.guest_full_name = email, full_name
    is_moved = address_key(before) != address_key(email)
    if is_moved and by == "desk":
        # The browser that confirmed or paid may belong to the wrong reader, so it is no proof
        # anymore.
        Purchase.objects.filter(pk=purchase.pk).update(checkout_key="", client_secret_hash="")
    theirs = Enrollment.objects.filter(purchase=purchase, holder=None, holder_email="")
    if is_moved:
        _end_links(theirs)
        follow_address(codes=credits_of([purchase.pk]), before=before, now=email)
    confirmation = confirm_again(purchase=purchase)
    if changed:
        renew_places(enrollments=theirs.filter(live()))
        fact = _note_fact(purchase, changed, who=who, by=by)
        if is_moved:
            write_messages([misdirected_email(to=before, event=f"misdirected:{fact.pk}")])
        enqueue(tell_provider_of_buyer, purchase_id=purchase.pk)
    return confirmation, changed


def _concerned(user_id: int) -> QuerySet[Purchase]:
    """The purchases that they bought or hold a seat of."""
    held = Enrollment.objects.filter(holder_id=user_id).values("purchase_id")
    return Purchase.objects.filter(Q(user_id=user_id) | Q(pk__in=held)).order_by("pk")


def _end_links(enrollments: QuerySet[Enrollment]) -> None:
    """Revoke earlier join links and seat links, and cancel what was started with them."""
    ids = list(enrollments.values_list("pk", flat=True))
    Enrollment.objects.filter(pk__in=ids).update(link_version=F("link_version") + 1)
    by_link = HandOver.objects.filter(enrollment_id__in=ids, asked_by=None, by_desk=False)
    end_offers(by_link, HandOverState.VOID)


def _seat_again(enrollment: Enrollment) -> NewMessage:
    """Send a holder's seat to their new address, with new links."""
    number = (
        Seat.objects.filter(enrollment_id=enrollment.pk).values_list("number", flat=True).first()
    )
    email = taken_over_email(
        enrollment=enrollment,
        seat_number=number,
        invitation_link="",
        written_at=database_now(),
        asks=class_asks(enrollment.bootcamp_id),
    )
    return replace(email, event=f"{email.event}:{enrollment.link_version}")


def _note_fact(purchase: Purchase, changed: list[str], *, who: User | None, by: str) -> Fact:
    """Record which fields changed but not their values, because facts hold no personal data."""
    return Fact.objects.create(
        what="buyer.corrected", purchase=purchase, who=who, details={"changed": changed, "by": by}
    )


@job(attempts=UNTIL_DONE)
def tell_provider_of_buyer(purchase_id: int) -> None:
    """Update the provider, because a rebuilt purchase gets its address from there."""
    purchase = Purchase.objects.select_related("user").get(pk=purchase_id)
    intent = purchase.stripe_payment_intent_id
    if intent:
        # A payment that the provider no longer has can't be rebuilt either.
        with contextlib.suppress(stripe.StateMoved):
            stripe.change_notes(payment_intent_id=intent, notes=corrected_notes(purchase=purchase))
