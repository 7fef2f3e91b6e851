"""The itemized price of a package for this visitor, before a purchase is begun."""

from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.checkout.schemas import PriceLineOut, QuotedCodeOut, QuoteIn, QuoteOut
from frontrow.sales.checkout.upgrades import owned_seats
from frontrow.sales.terms.codes import find_code
from frontrow.sales.terms.discounts import LineKind
from frontrow.sales.terms.pricing import look_up_package


def quote_for(*, visitor: Visitor, wanted: QuoteIn) -> QuoteOut:
    """Quote the package. An invalid code raises nothing: the quote states why and omits it.

    Raises Conflict if the package isn't on sale now, and Throttled for a visitor who guesses codes.
    """
    # A guest hasn't typed an address yet. An account has one.
    asked = find_code(
        typed=wanted.code,
        browser=visitor.browser,
        network_key=visitor.network_key,
        user=visitor.user,
    )
    package = look_up_package(
        bootcamp_ids=wanted.bootcamp_ids,
        bundle_id=wanted.bundle_id,
        owned=owned_seats(user=visitor.user) if visitor.user else [],
        dates={each.member_id: each.bootcamp_id for each in wanted.chosen_dates},
        asked=asked,
    )
    found = package.quote
    if found is None or package.closed:
        raise Conflict(package.closed, code=ErrorCode.NOT_ON_SALE)
    early = package.early if any(line.kind == LineKind.EARLY for line in found.lines) else None
    return QuoteOut(
        lines=[
            PriceLineOut(kind=line.kind, label=line.label, amount=line.amount)
            for line in found.lines
        ],
        regular_amount=found.lines[0].amount,
        total_amount=found.total,
        price_until=found.until,
        price_seats_left=early.seats_left if early else None,
        is_struck=early.is_struck if early else False,
        code=QuotedCodeOut(code=found.code.code, label=found.code.label) if found.code else None,
        code_refusal=found.refusal.sentence if found.refusal else None,
    )
