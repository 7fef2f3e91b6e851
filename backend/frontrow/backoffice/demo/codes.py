"""Demo data: one discount code that can be used, and one that is used up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from frontrow.accounts.models import User
from frontrow.backoffice.demo.storing import store
from frontrow.core.money import CENT
from frontrow.sales.models import CodeKind, CodeUse, DiscountCode, Purchase
from frontrow.sales.terms.discounts import CODE_LABEL, Line, LineKind, person_keys
from frontrow.sales.terms.price_lines import as_stored

# Found again by these names, which no real code has.
WELCOME, FOUNDERS = "DEMO-WELCOME", "DEMO-FOUNDERS"
FOUNDERS_USES = 3


@dataclass(frozen=True)
class Codes:
    welcome: DiscountCode
    used_up: DiscountCode


def make_codes(*, admin: User) -> Codes:
    """Ten percent for everyone, and twenty percent for the first three, who have used it."""
    return Codes(
        welcome=_code(WELCOME, admin, value=Decimal(10), note="For the newsletter"),
        used_up=_code(
            FOUNDERS, admin, value=Decimal(20), max_uses=FOUNDERS_USES, note="For the first to come"
        ),
    )


def _code(name: str, admin: User, **fields: object) -> DiscountCode:
    own = {"kind": CodeKind.PERCENT, "per_person": 1, "is_active": True, "created_by": admin}
    code, _ = DiscountCode.objects.update_or_create(code=name, defaults={**own, **fields})
    return code


def use(code: DiscountCode, purchase: Purchase) -> None:
    """Apply the discount as at the checkout, before the purchase is stored."""
    whole = purchase.total_amount
    off = (whole * code.value / 100).quantize(CENT)
    purchase.code, purchase.total_amount = code, whole - off
    purchase.price_lines = as_stored(
        [
            Line(kind=LineKind.PACKAGE, label=purchase.package_name, amount=whole),
            Line(kind=LineKind.CODE, label=f"{CODE_LABEL}{code.code}", amount=-off),
        ]
    )


def note_uses(purchases: Sequence[Purchase]) -> None:
    """Record the uses after the purchases are stored."""
    store([_use_of(purchase) for purchase in purchases if purchase.code_id])


def _use_of(purchase: Purchase) -> CodeUse:
    lowered: Iterable[dict[str, str]] = purchase.price_lines
    return CodeUse(
        code=purchase.code,
        purchase=purchase,
        person_keys=person_keys(user=purchase.user, email=purchase.guest_email),
        amount=-sum(Decimal(line["amount"]) for line in lowered if line["kind"] == LineKind.CODE),
        claimed_at=purchase.completed_at or purchase.created_at,
    )
