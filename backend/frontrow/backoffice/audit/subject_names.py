"""Display names of records that are identified only by type and id, for many at once."""

from collections.abc import Callable, Iterable

from django.db.models import CharField
from django.db.models.functions import Cast

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.coaching.models import Coach
from frontrow.core.dates import format_date
from frontrow.messaging.models import CommunicationTemplate
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import DiscountCode, Purchase
from frontrow.sales.terms.personal_codes import MASKED


def names_of(kind: str, ids: Iterable[str]) -> dict[str, str]:
    """Names by id, in at most one statement. Deleted or unnamed records are left out."""
    if kind == "bundle":
        return _bundles(set(ids))
    find = _BY_NUMBER.get(kind)
    numbers = {int(one) for one in ids if one.isdecimal()}
    return find(numbers) if find and numbers else {}


def _bootcamps(ids: set[int]) -> dict[str, str]:
    found = Bootcamp.objects.filter(pk__in=ids)
    return {
        str(one.pk): f"{one.name} \N{MIDDLE DOT} {format_date(one.starts_at, one.timezone)}"
        for one in found
    }


def _purchases(ids: set[int]) -> dict[str, str]:
    found = Purchase.objects.filter(pk__in=ids)
    return {
        str(one.pk): f"{receipt_number(one.pk)} \N{MIDDLE DOT} {one.customer_name}" for one in found
    }


def _bundles(ids: set[str]) -> dict[str, str]:
    # Compared as text: an entry may contain anything, and an invalid UUID would be an error.
    found = Bundle.objects.alias(text=Cast("pk", CharField())).filter(text__in=ids)
    return {str(one.pk): one.name for one in found}


def _templates(ids: set[int]) -> dict[str, str]:
    return {str(one.pk): one.name for one in CommunicationTemplate.objects.filter(pk__in=ids)}


def _coaches(ids: set[int]) -> dict[str, str]:
    found = Coach.objects.filter(pk__in=ids).select_related("user")
    return {str(one.pk): one.user.full_name or one.user.email for one in found}


def _codes(ids: set[int]) -> dict[str, str]:
    found = DiscountCode.objects.filter(pk__in=ids)
    return {str(one.pk): MASKED if one.for_email else one.code for one in found}


def _users(ids: set[int]) -> dict[str, str]:
    found = User.objects.filter(pk__in=ids)
    return {str(one.pk): one.full_name or one.email for one in found}


_BY_NUMBER: dict[str, Callable[[set[int]], dict[str, str]]] = {
    "bootcamp": _bootcamps,
    "purchase": _purchases,
    "template": _templates,
    "coach": _coaches,
    "code": _codes,
    "user": _users,
}
