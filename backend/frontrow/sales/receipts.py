"""The receipt inside a confirmation: what was bought, what it cost, who sold it."""

from collections.abc import Sequence
from decimal import Decimal

from django.conf import settings

from frontrow.core.dates import format_date
from frontrow.messaging.stationery import Bill, Block, Heading, Paragraph, SmallPrint
from frontrow.sales.models import Purchase, PurchaseItem
from frontrow.sales.refund_policy import IN_ONE_SENTENCE

TERMS_PATH = "/terms-of-service#refunds"


def receipt_number(purchase: Purchase) -> str:
    return f"FR-{purchase.pk:06}"


def format_amount(amount: Decimal, currency: str) -> str:
    """With its cents always, as on a bill."""
    sign = "-" if amount < 0 else ""
    if currency == "usd":
        return f"{sign}${abs(amount):,.2f}"
    return f"{sign}{abs(amount):,.2f} {currency.upper()}"


def receipt(*, purchase: Purchase, items: Sequence[PurchaseItem]) -> list[Block]:
    bought_at = purchase.completed_at or purchase.created_at
    env = settings.ENV
    facts = [
        f"Receipt {receipt_number(purchase)}",
        f"Date: {format_date(bought_at, items[0].bootcamp.timezone)}",
    ]
    if purchase.card_last4:
        brand = purchase.card_brand.replace("_", " ").title() or "Card"
        facts.append(f"Paid with: {brand} ending in {purchase.card_last4}")
    seller = [env.OPERATOR_NAME, env.OPERATOR_ADDRESS]
    if env.OPERATOR_TAX_ID:
        seller.append(f"Tax ID: {env.OPERATOR_TAX_ID}")
    blocks: list[Block] = [
        Heading("Your receipt"),
        SmallPrint(facts),
        Bill(_lines(purchase, items)),
    ]
    if purchase.total_amount:
        blocks.append(
            Paragraph(IN_ONE_SENTENCE, "Read the refund terms", f"{settings.SITE_URL}{TERMS_PATH}")
        )
    return [*blocks, SmallPrint(seller)]


def _lines(purchase: Purchase, items: Sequence[PurchaseItem]) -> list[tuple[str, str]]:
    def shown(amount: Decimal) -> str:
        return format_amount(amount, purchase.currency)

    total = ("Total", f"{shown(purchase.total_amount)}{_code(purchase.currency)}")
    saved = sum((item.price for item in items), Decimal(0)) - purchase.total_amount
    if saved < 0:
        # Dearer than its parts: lines that do not add up would only raise questions.
        return [(purchase.package_name, shown(purchase.total_amount)), total]
    lines = [(item.name, shown(item.price)) for item in items]
    if saved:
        words = "With our compliments" if purchase.is_complimentary else "You save"
        lines.append((words, shown(-saved)))
    return [*lines, total]


def _code(currency: str) -> str:
    return " USD" if currency == "usd" else ""
