"""What happens, all in one transaction, when a purchase is paid for and has its seats."""

from collections.abc import Sequence
from typing import Any

from django.db.models import OuterRef, Subquery

from frontrow.catalogue.models import Seat
from frontrow.coaching.sessions import grant_sessions
from frontrow.messaging.consent import note_sms_consent
from frontrow.messaging.models import TemplateCategory
from frontrow.messaging.outbox import write_letters
from frontrow.messaging.templates import as_words, words_in_use_query
from frontrow.sales.enrolments import by_bootcamp
from frontrow.sales.invitations import invitation_link, invite
from frontrow.sales.letters import completion_letters
from frontrow.sales.meeting_places import arrange_places
from frontrow.sales.models import Enrolment, Purchase
from frontrow.sales.refund_letters import not_charged_letter

TEMPLATES_USED = (TemplateCategory.REGISTRATION_CONFIRM, TemplateCategory.WELCOME)


def enrolments_of(purchase: Purchase, **along: Subquery) -> Sequence[Any]:
    """The bootcamps of a purchase, each with the number of its seat, and what is read along."""
    seat = Seat.objects.filter(enrolment_id=OuterRef("pk"))
    return list(
        Enrolment.objects.filter(purchase=purchase)
        .select_related("bootcamp")
        .annotate(seat_number=Subquery(seat.values("number")[:1]), **along)
        .order_by("starts_at", "id")
    )


def complete(*, purchase: Purchase) -> None:
    """Grant the coaching, invite a guest, note the consent, write the letters, arrange the places.

    Called with the purchase locked and its seats kept; nothing here calls out.
    """
    # Read along with the items: a statement of their own would make every purchase wait for it.
    items = enrolments_of(
        purchase,
        **{f"words_{each}": words_in_use_query(category=each) for each in TEMPLATES_USED},
    )
    grant_sessions(
        purchase_id=purchase.pk,
        user_id=purchase.user_id,
        enrolments=by_bootcamp(item for item in items if item.bootcamp.includes_coaching),
    )
    if purchase.wants_sms and purchase.guest_phone:
        note_sms_consent(
            phone=purchase.guest_phone,
            user_id=purchase.user_id,
            purchase_id=purchase.pk,
            source="checkout",
        )
    invitation = invite(purchase=purchase) if purchase.user_id is None else None
    write_letters(
        completion_letters(
            purchase=purchase,
            items=items,
            seat_numbers={item.bootcamp_id: item.seat_number for item in items},
            invitation_link=invitation_link(invitation) if invitation else "",
            templates={
                each: as_words(getattr(items[0], f"words_{each}")) for each in TEMPLATES_USED
            },
        )
    )
    arrange_places(items=items)


def tell_not_charged(*, purchase: Purchase) -> None:
    """The card agreed and the last seat was gone: say that nothing was taken."""
    write_letters([not_charged_letter(purchase=purchase, items=enrolments_of(purchase))])
