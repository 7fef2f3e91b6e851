"""The suppression list as an admin sees it. An address can be removed from it, with a reason."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Lower

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.core.addresses import address_key
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.models import Channel, Suppression
from frontrow.messaging.template_schemas import SuppressionOut, SuppressionPageOut, SuppressionQuery
from frontrow.messaging.texts import OPTED_OUT
from frontrow.messaging.unsubscribe import UNSUBSCRIBED

PAGE_SIZE = 20
OPTED_OUT_STAYS = "Only its owner can undo this, by texting START to our number."
NO_LONGER = "Not emailed"
_IN_WORDS = {
    UNSUBSCRIBED: "Unsubscribed from our emails",
    OPTED_OUT: "Texted STOP",
}


def in_words(reason: str) -> str:
    """The reason in words, for an admin who reads a list of unreachable people."""
    return _IN_WORDS.get(reason) or (f"{NO_LONGER}: {reason}" if reason else NO_LONGER)


def reasons_for(*, channel: str, addresses: Collection[str]) -> Mapping[str, str]:
    """The reason for each suppressed address, by the address's key."""
    found = Suppression.objects.annotate(lower=Lower("address")).filter(
        channel=channel, lower__in={address_key(address) for address in addresses}
    )
    return {lower: in_words(reason) for lower, reason in found.values_list("lower", "reason")}


def list_suppressions(*, asked: SuppressionQuery) -> SuppressionPageOut:
    """A page of entries, newest first. The search matches the address and the reason."""
    found = Suppression.objects.order_by("-created_at", "-pk")
    for word in asked.search.split():
        found = found.filter(Q(address__icontains=word) | Q(reason__icontains=word))
    first = (asked.page - 1) * PAGE_SIZE
    rows = list(found[first : first + PAGE_SIZE])
    owners = _owners(rows)
    return SuppressionPageOut(
        rows=[_as_answer(row, owners.get(address_key(row.address))) for row in rows],
        total=found.count(),
    )


@transaction.atomic
def lift_suppression(*, by: Actor, suppression_id: int, why: str) -> SuppressionOut:
    """Allow mail to this address again. Only the phone's owner can undo a STOP text."""
    row = Suppression.objects.select_for_update().filter(pk=suppression_id).first()
    if row is None:
        raise NotFound("This address isn't on the list any more.")
    if not _can_be_lifted(row):
        raise Conflict(OPTED_OUT_STAYS)
    owner = _owners([row]).get(address_key(row.address))
    answer = _as_answer(row, owner)
    row.delete()
    audit.record(
        by=by,
        action="lifted suppression",
        subject_type="user" if owner else "suppression",
        subject_id=owner.pk if owner else suppression_id,
        channel=row.channel,
        was=row.reason,
        because=why,
    )
    return answer


def _can_be_lifted(row: Suppression) -> bool:
    return row.reason != OPTED_OUT


def _owners(rows: Collection[Suppression]) -> Mapping[str, User]:
    """The accounts with these addresses or numbers, in one statement."""
    mails = {address_key(row.address) for row in rows if row.channel == Channel.EMAIL}
    phones = {row.address for row in rows if row.channel == Channel.SMS}
    if not rows:
        return {}
    people = User.objects.annotate(lower=Lower("email")).filter(
        Q(lower__in=mails) | Q(phone__in=phones)
    )
    by_address: dict[str, User] = {}
    for person in people:
        by_address |= {address_key(person.email): person, person.phone: person}
    return by_address


def _as_answer(row: Suppression, owner: User | None) -> SuppressionOut:
    return SuppressionOut(
        id=row.pk,
        channel=Channel(row.channel),
        address=row.address,
        reason=row.reason,
        in_words=in_words(row.reason),
        name=owner.full_name if owner else "",
        user_id=owner.pk if owner else None,
        can_lift=_can_be_lifted(row),
        created_at=row.created_at,
    )
