"""What was paid for each part of a purchase: shares in cents that add up to the total."""

from collections.abc import Sequence
from decimal import Decimal

from frontrow.core.money import from_cents, to_cents


def share_out(total: Decimal, prices: Sequence[Decimal]) -> list[Decimal]:
    """The total by list price, by largest remainder; equally where nothing has a price.

    Of equal remainders the first comes first.
    """
    weights = [to_cents(price) for price in prices]
    if not sum(weights):
        weights = [1] * len(prices)
    parts = [divmod(to_cents(total) * weight, sum(weights)) for weight in weights]
    cents = [whole for whole, _ in parts]
    left = to_cents(total) - sum(cents)
    largest_first = sorted(range(len(parts)), key=lambda place: -parts[place][1])
    for place in largest_first[:left]:
        cents[place] += 1
    return [from_cents(each) for each in cents]
