"""Money is Decimal dollars in Python, a string in JSON, and whole cents at the provider."""

from decimal import Decimal

CENT = Decimal("0.01")


def to_cents(amount: Decimal) -> int:
    """Exact cents. An amount finer than a cent is a bug and is never rounded."""
    cents = amount * 100
    if cents != cents.to_integral_value():
        raise ValueError(f"{amount} is finer than a cent")
    return int(cents)


def from_cents(cents: int) -> Decimal:
    return (Decimal(cents) / 100).quantize(CENT)
