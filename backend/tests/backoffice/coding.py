"""Discount codes and what was bought with them, for the desk's tests."""

from decimal import Decimal
from typing import Any

from frontrow.sales.models import CodeKind, CodeUse, DiscountCode, Purchase
from tests.factories import make_purchase


def make_code(code: str = "SPRING", **fields: Any) -> DiscountCode:
    return DiscountCode.objects.create(
        code=code, **{"kind": CodeKind.PERCENT, "value": Decimal(20), **fields}
    )


def use_code(code: DiscountCode, *, taken_off: str = "199.00", **purchase: Any) -> Purchase:
    """A purchase made with the code, and its use counted as the settlement does it."""
    bought = make_purchase(code=code, **{"total_amount": Decimal("796.00"), **purchase})
    CodeUse.objects.create(
        code=code,
        purchase=bought,
        person_keys=[bought.guest_email or str(bought.user_id)],
        amount=Decimal(taken_off),
    )
    return bought
