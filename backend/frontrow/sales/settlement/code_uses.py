"""The use of a code: claimed in the transaction that keeps the seats, and given back.

Neither typing a code nor a declined card uses it up, and no more people can have its last use than
it has. What counts as a use is said once, in the database: `count_code_uses`. Locks: the purchase,
its seats, and then the code.
"""

from typing import Any

from django.db import connection
from django.db.models.functions import Now

from frontrow.sales.models import CodeUse, Purchase
from frontrow.sales.terms.discounts import LineKind, person_keys
from frontrow.sales.terms.price_lines import amount_of


def claim_code(*, purchase: Any, at_any_rate: bool = False) -> bool:
    """Whether the purchase has the use of its code, or needs none; under the purchase's lock.

    `at_any_rate` for what was sold before and is only brought back.
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
    """It was never paid for: the code is as if it had not been used."""
    if purchase.code_id is not None:
        CodeUse.objects.filter(purchase=purchase).delete()


def return_code_use(*, purchase: Purchase) -> None:
    """What it paid for has gone back: the code has its use again."""
    if purchase.code_id is not None:
        CodeUse.objects.filter(purchase=purchase, returned_at=None).update(returned_at=Now())


def take_code_use_back(*, purchase: Purchase) -> None:
    """The refund was undone, so it is used after all."""
    if purchase.code_id is not None:
        CodeUse.objects.filter(purchase=purchase).update(returned_at=None)
