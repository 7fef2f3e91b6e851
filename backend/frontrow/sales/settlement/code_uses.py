"""The use of a discount code: claimed in the transaction that keeps the seats, and returned.

Typing a code or a declined card doesn't use it, and its limit can't be exceeded. The database
function `count_code_uses` defines what counts as a use. Lock order: the purchase, its seats, the
code.
"""

from typing import Any

from django.db import connection
from django.db.models.functions import Now

from frontrow.sales.models import CodeUse, Purchase
from frontrow.sales.terms.discounts import LineKind, person_keys
from frontrow.sales.terms.price_lines import amount_of


def claim_code(*, purchase: Any, at_any_rate: bool = False) -> bool:
    """Claim a use under the purchase's lock. Returns whether it has one or needs none.

    `at_any_rate` ignores the limit for a purchase that was sold before and is being rebuilt.
    """
    if purchase.code_id is None:
        return True
    person = "\n".join(person_keys(user=purchase.user, email=purchase.guest_email))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT claim_code(%s, %s, %s, %s, %s)",
            [
                purchase.pk,
                purchase.code_id,
                person,
                amount_of(purchase, LineKind.CODE),
                at_any_rate,
            ],
        )
        (is_claimed,) = cursor.fetchone()
    return bool(is_claimed)


def unclaim_code(*, purchase: Purchase) -> None:
    """Delete the use, because the purchase was never paid for."""
    if purchase.code_id is not None:
        CodeUse.objects.filter(purchase=purchase).delete()


def return_code_use(*, purchase: Purchase) -> None:
    """Return the use, because the purchase was refunded."""
    if purchase.code_id is not None:
        CodeUse.objects.filter(purchase=purchase, returned_at=None).update(returned_at=Now())


def take_code_use_back(*, purchase: Purchase) -> None:
    """Count the use again, because the refund was undone."""
    if purchase.code_id is not None:
        CodeUse.objects.filter(purchase=purchase).update(returned_at=None)
