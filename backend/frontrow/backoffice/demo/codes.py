"""The demo's discount codes: one that can be used, and one whose uses are gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from frontrow.accounts.models import User
from frontrow.backoffice.demo.storing import store
from frontrow.core.money import CENT
from frontrow.sales.models import CodeKind, CodeUse, DiscountCode, Purchase
from frontrow.sales.terms.discounts import CODE_LABEL, Line, LineKind, person_keys
from frontrow.sales.terms.price_lines import as_stored

# Known by their names on a second run; nobody's own code is called that.
WELCOME, FOUNDERS = "DEMO-WELCOME", "DEMO-FOUNDERS"
FOUNDERS_USES = 3


@dataclass(frozen=True)
class Codes:
    welcome: DiscountCode
    used_up: DiscountCode


def make_codes(*, admin: User) -> Codes:
    """Ten percent off for everybody, and twenty for the first three, who have had it."""
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
    """Lower its price, as at the checkout; before it is stored."""
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
    """After they are stored: who used which."""
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
