"""The price lines that a purchase stores, which don't change afterwards."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from frontrow.catalogue.prices import PriceNow
from frontrow.sales.models import Purchase
from frontrow.sales.terms.discounts import CODE_LABEL, EARLY_PRICE, Line, LineKind


def as_stored(lines: Sequence[Line]) -> list[dict[str, str]]:
    return [
        {"kind": line.kind.value, "label": line.label, "amount": str(line.amount)} for line in lines
    ]


def plain_lines(*, name: str, price: PriceNow) -> Sequence[Line]:
    """The lines of a price without a code. Empty if it is the package's plain price."""
    if not price.is_early:
        return ()
    off = price.price - price.regular
    return (
        Line(kind=LineKind.PACKAGE, label=name, amount=price.regular),
        Line(kind=LineKind.EARLY, label=EARLY_PRICE, amount=off),
    )


def noted_lines(
    *, name: str, total: Decimal, early: Decimal, code: str, code_amount: Decimal
) -> Sequence[Line]:
    """The same lines from the payment's metadata, which has the amount of each."""
    lowered = [
        Line(kind=LineKind.EARLY, label=EARLY_PRICE, amount=-early),
        Line(kind=LineKind.CODE, label=f"{CODE_LABEL}{code}", amount=-code_amount),
    ]
    kept = [line for line in lowered if line.amount]
    if not kept:
        return ()
    whole = Line(kind=LineKind.PACKAGE, label=name, amount=total + early + code_amount)
    return (whole, *kept)


def stored_lines(purchase: Purchase) -> list[Line]:
    """Empty if the price is the package's plain price."""
    kept: list[dict[str, Any]] = purchase.price_lines
    return [
        Line(kind=LineKind(each["kind"]), label=each["label"], amount=Decimal(each["amount"]))
        for each in kept
    ]


def lines_of(purchase: Purchase) -> list[Line]:
    """How the total is composed. Has at least one line."""
    return stored_lines(purchase) or [
        Line(kind=LineKind.PACKAGE, label=purchase.package_name, amount=purchase.total_amount)
    ]


def amount_of(purchase: Purchase, kind: LineKind) -> Decimal:
    """By how much lines of this kind lowered the price."""
    return -sum((line.amount for line in stored_lines(purchase) if line.kind == kind), Decimal(0))
