"""Actions of an admin for a person, each recorded in the audit log."""

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.correction import correct_account
from frontrow.accounts.email_requests import PER_ADDRESS, request_email
from frontrow.accounts.models import EmailKind, User
from frontrow.backoffice.notes.notes import add_note
from frontrow.backoffice.notes.schemas import DeskNoteOut
from frontrow.backoffice.people.known import Known, find_guest, find_known
from frontrow.backoffice.people.record_schemas import (
    CorrectAccountIn,
    CorrectGuestIn,
    CorrectGuestOut,
    PersonNoteIn,
    WhoIn,
)
from frontrow.core.addresses import address_key
from frontrow.core.errors import Conflict
from frontrow.messaging.email_layout import Block, Paragraph, lay_out_html, lay_out_text
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.changes import correcting, resending
from frontrow.sales.models import Purchase, PurchaseState

NOTHING_COMPLETED = "Only someone with a completed purchase can be changed here."
NOT_ACTIVE = "This account is deactivated. Activate it first."
DEMO = "The test student has no email address."
NO_PURCHASE = "Notes about a guest belong to a purchase, and this person has none."


def why_no_edit(known: Known, purchases: Sequence[Purchase]) -> str | None:
    if known.user is not None:
        return DEMO if known.user.is_demo else None
    return None if _completed(purchases) else NOTHING_COMPLETED


def why_no_sign_in_email(known: Known, purchases: Sequence[Purchase]) -> str | None:
    if known.user is None:
        return None if _completed(purchases) else "Only a completed purchase has an invitation."
    if known.user.is_demo:
        return DEMO
    return None if known.user.is_active else NOT_ACTIVE


def why_no_message(known: Known, suppressed: str) -> str | None:
    if known.user is not None and known.user.is_demo:
        return DEMO
    return f"{suppressed}." if suppressed else None


def _completed(purchases: Sequence[Purchase]) -> list[Purchase]:
    return [one for one in purchases if one.state == PurchaseState.COMPLETED]


def note_about(*, by: Actor, wanted: PersonNoteIn) -> DeskNoteOut:
    """A guest's note is attached to their newest purchase and moves with it."""
    known = find_known(user_id=wanted.user_id, email=wanted.email)
    if known.user is not None:
        return add_note(by=by, text=wanted.text, user=known.user)
    newest = known.purchases.first()
    if newest is None:
        raise Conflict(NO_PURCHASE)
    return add_note(by=by, text=wanted.text, purchase=newest)


@transaction.atomic
def send_sign_in_email(*, by: Actor, wanted: WhoIn) -> str:
    """Email a link to choose a password or, to a guest, a new invitation. Returns the address."""
    known = find_known(user_id=wanted.user_id, email=wanted.email)
    purchases = [] if known.user else list(known.purchases)
    if (problem := why_no_sign_in_email(known, purchases)) is not None:
        raise Conflict(problem)
    PER_ADDRESS.check(address_key(known.address))
    if known.user is None:
        newest = _completed(purchases)[0]
        resending.resend_invitation(purchase_id=newest.pk)
        _note(by, "resent invitation", purchase=newest)
        return newest.guest_email
    has_password = known.user.has_usable_password()
    kind = EmailKind.RESET_PASSWORD if has_password else EmailKind.SET_PASSWORD
    request_email(kind=kind, email=known.user.email)
    _note(by, "sent sign-in email", user=known.user)
    return known.user.email


@transaction.atomic
def correct_guest(*, by: Actor, wanted: CorrectGuestIn) -> CorrectGuestOut:
    """Correct the address and name of all unclaimed purchases of a guest.

    The confirmations are sent again, each with a new invitation. The old invitations stop working.
    """
    guest = find_guest(email=wanted.email)
    purchases = list(guest.purchases.order_by("pk"))
    completed = _completed(purchases)
    if not completed:
        raise Conflict(NOTHING_COMPLETED)
    for purchase in completed:
        _, changed = correcting.correct_customer(
            purchase_id=purchase.pk,
            email=wanted.new_email,
            full_name=wanted.full_name,
            who=by.user,
        )
        _note(by, "corrected customer", purchase=purchase, changed=changed)
    left = len(purchases) - len(completed)
    done = "1 purchase" if len(completed) == 1 else f"{len(completed)} purchases"
    words = f"Corrected {done}. We've sent the confirmation to {wanted.new_email}."
    if left:
        words += f" {left} that {'is' if left == 1 else 'are'} not completed didn't change."
    return CorrectGuestOut(message=words, email=wanted.new_email)


@transaction.atomic
def correct_member(*, by: Actor, user_id: int, wanted: CorrectAccountIn) -> User:
    """Correct a member's address, and notify the old one in case its owner didn't ask for this.

    Open links are sent again to the new address, and those sent to the old one stop working.
    """
    correcting.lock_purchases_of(user_id=user_id)
    was_proven = EmailAddress.objects.filter(user_id=user_id, verified=True).exists()
    user, before = correct_account(
        by=by,
        user_id=user_id,
        email=wanted.email,
        first_name=wanted.first_name,
        last_name=wanted.last_name,
    )
    if before:
        correcting.follow_account(user=user, before=before, was_proven=was_proven, who=by.user)
        write_messages([_address_changed(user, before)])
    return user


def _address_changed(user: User, before: str) -> NewMessage:
    title = "Your email address was changed"
    blocks: list[Block] = [
        Paragraph("Hello,"),
        Paragraph(
            f"We've changed the email address of your {settings.ENV.SITE_NAME} account at your"
            " request. From now on, our emails go to the new address."
        ),
        Paragraph("Didn't ask for this? Reply to this email right away and we'll change it back."),
    ]
    return NewMessage(
        event=f"address changed:{user.pk}:{user.updated_at.isoformat()}",
        category="ADDRESS_CHANGED",
        to=before,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text(blocks),
        html=lay_out_html(title=title, blocks=blocks),
        user_id=user.pk,
    )


def _note(
    by: Actor,
    action: str,
    *,
    user: User | None = None,
    purchase: Purchase | None = None,
    **details: object,
) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="user" if user else "purchase",
        subject_id=user.pk if user else purchase.pk if purchase else "",
        **{name: value for name, value in details.items() if value},
    )
