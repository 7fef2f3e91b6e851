"""The rows of a bulk action: those selected, or all that match the list's filter."""

from typing import Any

from django.db.models import QuerySet

from frontrow.backoffice.bootcamps.listing import find_bootcamps
from frontrow.backoffice.bulk.schemas import BulkChoiceIn
from frontrow.backoffice.models import BulkSubject
from frontrow.backoffice.people.guests import find_guests
from frontrow.backoffice.people.people import filter_people
from frontrow.backoffice.purchases.listing import find_purchases
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid

MOST = 10_000
ONE_WAY = "Choose rows, or all that match a filter of the same list."


def count_chosen(wanted: BulkChoiceIn) -> int:
    found = _matching(wanted)
    return len(set(wanted.ids)) if found is None else found.count()


def choose(wanted: BulkChoiceIn) -> list[int]:
    """Their ids, in order. Raises if there are none, or too many for one action."""
    found = _matching(wanted)
    ids = (
        sorted(set(wanted.ids))
        if found is None
        else list(found.order_by("pk").values_list("pk", flat=True)[: MOST + 1])
    )
    if not ids:
        raise Conflict(
            "Nothing matches the filter anymore. Reload the list and choose again.",
            code=ErrorCode.NOTHING_CHOSEN,
        )
    if len(ids) > MOST:
        raise Conflict(
            f"That's more than {MOST:,}. Narrow the list and do it in parts.",
            code=ErrorCode.TOO_MANY_CHOSEN,
        )
    return ids


def _matching(wanted: BulkChoiceIn) -> QuerySet[Any] | None:
    """None if rows were selected one by one."""
    given = [one for one in (wanted.purchases, wanted.people, wanted.bootcamps) if one is not None]
    if bool(wanted.ids) == bool(given) or len(given) > 1:
        raise Invalid(ONE_WAY)
    if wanted.ids:
        return None
    people, bootcamps = wanted.people, wanted.bootcamps
    match wanted.subject:
        case BulkSubject.PURCHASES if wanted.purchases:
            return find_purchases(wanted.purchases)
        case BulkSubject.MEMBERS if people:
            return filter_people(search=people.search, role=people.role, status=people.status)
        case BulkSubject.GUESTS if people and not people.role and not people.status:
            return find_guests(people.search)
        case BulkSubject.BOOTCAMPS if bootcamps:
            return find_bootcamps(
                search=bootcamps.search,
                status=bootcamps.status,
                kind=bootcamps.type,
                state=bootcamps.state,
            )
    raise Invalid(ONE_WAY)
