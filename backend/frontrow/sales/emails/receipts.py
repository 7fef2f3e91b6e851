"""The receipt in a confirmation: items, amounts and seller."""

from collections.abc import Sequence
from decimal import Decimal

from django.conf import settings

from frontrow.core.dates import format_date
from frontrow.integrations.stripe_records import METHOD_NAMES
from frontrow.messaging.email_layout import Bill, Block, Heading, Paragraph, SmallPrint
from frontrow.sales.models import Enrollment, Purchase
from frontrow.sales.terms.discounts import LineKind
from frontrow.sales.terms.price_lines import stored_lines
from frontrow.sales.terms.refund_policy import IN_ONE_SENTENCE

TERMS_PATH = "/terms-of-service#refunds"


def receipt_number(purchase_id: int) -> str:
    return f"FR-{purchase_id:06}"


def format_amount(amount: Decimal, currency: str) -> str:
    """Always with cents, as on an invoice."""
    sign = "-" if amount < 0 else ""
    if currency == "usd":
        return f"{sign}${abs(amount):,.2f}"
    return f"{sign}{abs(amount):,.2f} {currency.upper()}"


def paid_with(purchase: Purchase) -> str:
    """The card or payment method in words. Empty if nothing was paid."""
    if not purchase.card_last4:
        return METHOD_NAMES.get(purchase.card_brand, "")
    brand = purchase.card_brand.replace("_", " ").title() or "Card"
    return f"{brand} ending in {purchase.card_last4}"


def goes_back_to(purchase: Purchase) -> str:
    """The card or payment method that a refund goes to."""
    method = "" if purchase.card_last4 else paid_with(purchase)
    return method or "the card that paid"


def bill_lines(
    *, purchase: Purchase, enrollments: Sequence[Enrollment]
) -> list[tuple[str, Decimal]]:
    """The items and discounts, which add up to the total."""
    if purchase.pays_for_move_id:
        return [(f"Price difference: {_line_of(enrollments[0])}", purchase.total_amount)]
    lowered = _lowered(purchase)
    together = sum((enrollment.price for enrollment in enrollments), Decimal(0))
    saved = together - purchase.total_amount + sum(amount for _, amount in lowered)
    if saved < 0:
        # The bundle costs more than its parts, so itemized lines wouldn't add up.
        return [(purchase.package_name, purchase.total_amount)]
    lines = [(_line_of(enrollment), enrollment.price) for enrollment in enrollments]
    if saved:
        words = "With our compliments" if purchase.is_complimentary else "Bundle discount"
        lines.append((words, -saved))
    return [*lines, *lowered]


def _lowered(purchase: Purchase) -> list[tuple[str, Decimal]]:
    """The early price and the code as separate lines.

    Not for an upgrade, whose receipt has only the missing part.
    """
    lines = stored_lines(purchase)
    if any(line.kind == LineKind.COUNTED for line in lines):
        return []
    return [
        (line.label, line.amount) for line in lines if line.kind in {LineKind.EARLY, LineKind.CODE}
    ]


def _line_of(enrollment: Enrollment) -> str:
    """With its date, because several cohorts share a name and accountants book by class."""
    day = format_date(enrollment.bootcamp.starts_at, enrollment.bootcamp.timezone)
    return f"{enrollment.name} \N{MIDDLE DOT} {day}"


def receipt(*, purchase: Purchase, enrollments: Sequence[Enrollment]) -> list[Block]:
    bought_at = purchase.completed_at or purchase.created_at
    env = settings.ENV
    facts = [
        f"Receipt {receipt_number(purchase.pk)}",
        f"Date: {format_date(bought_at, enrollments[0].bootcamp.timezone)}",
    ]
    if card := paid_with(purchase):
        facts.append(f"Paid with: {card}")
    seller = [env.OPERATOR_NAME, env.OPERATOR_ADDRESS]
    if env.OPERATOR_TAX_ID:
        seller.append(f"Tax ID: {env.OPERATOR_TAX_ID}")
    blocks: list[Block] = [
        Heading("Your receipt"),
        SmallPrint(facts),
        Bill(_lines(purchase, enrollments)),
    ]
    if purchase.total_amount:
        blocks.append(
            Paragraph(IN_ONE_SENTENCE, "Read the refund terms", f"{settings.SITE_URL}{TERMS_PATH}")
        )
    return [*blocks, SmallPrint(seller)]


def _lines(purchase: Purchase, enrollments: Sequence[Enrollment]) -> list[tuple[str, str]]:
    lines = [
        (words, format_amount(amount, purchase.currency))
        for words, amount in bill_lines(purchase=purchase, enrollments=enrollments)
    ]
    total = format_amount(purchase.total_amount, purchase.currency)
    return [*lines, ("Total", f"{total}{_code(purchase.currency)}")]


def _code(currency: str) -> str:
    return " USD" if currency == "usd" else ""
