"""The price of a bundle's rest for a buyer who owns a part of it. A pure function."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from frontrow.catalogue.models import Bootcamp
from frontrow.core.error_codes import ErrorCode

NOTHING = Decimal("0.00")
# The provider's smallest payment.
SMALLEST_PAYMENT = Decimal("0.50")


def payable(left: Decimal) -> Decimal:
    """The amount to pay. An amount below the provider's minimum is free."""
    return left if left >= SMALLEST_PAYMENT else NOTHING


@dataclass(frozen=True, kw_only=True)
class OwnedSeat:
    """A seat that a person holds now, and what they paid for it themselves."""

    bootcamp_id: int
    course: str
    name: str
    purchase_id: int
    # Minus refunds. Zero for a complimentary seat, or one that another person paid for.
    paid: Decimal
    is_disputed: bool = False


@dataclass(frozen=True, kw_only=True)
class Rest:
    """The missing part of a bundle, and its price."""

    missing: Sequence[Bootcamp]
    price: Decimal
    # What counts toward the price, by purchase.
    counted: Mapping[int, Decimal] = field(default_factory=dict)
    # Why it can't be bought, in words. Empty if it can.
    refusal: str = ""
    code: ErrorCode = ErrorCode.ALREADY_OWNED


def rest_of(
    *, name: str, price: Decimal, members: Sequence[Bootcamp], owned: Sequence[OwnedSeat]
) -> Rest | None:
    """The rest of the bundle for this person. None if they own no part of it.

    A member is owned through a seat in it, or in another date of its course, so that a graduate
    need not repeat the first step. One seat counts for one member.
    """
    standing_for = _match(members, owned)
    if not standing_for:
        return None
    missing = [member for member in members if member.pk not in standing_for]
    counted: dict[int, Decimal] = {}
    for seat in standing_for.values():
        if seat.paid > 0:
            counted[seat.purchase_id] = counted.get(seat.purchase_id, NOTHING) + seat.paid
    left = max(price - sum(counted.values()), NOTHING)
    refusal, code = _why_not(name, left, missing, list(standing_for.values()))
    return Rest(missing=missing, price=left, counted=counted, refusal=refusal, code=code)


def _match(members: Sequence[Bootcamp], owned: Sequence[OwnedSeat]) -> dict[int, OwnedSeat]:
    """Match seats to members: the member's own date before another date of its course.

    Of several other dates the one that cost most counts.
    """
    found: dict[int, OwnedSeat] = {}
    unused = sorted(owned, key=lambda seat: seat.paid, reverse=True)
    for is_for in (_is_this_date, _is_this_course):
        for member in members:
            if member.pk in found:
                continue
            seat = next((one for one in unused if is_for(one, member)), None)
            if seat is not None:
                found[member.pk] = seat
                unused.remove(seat)
    return found


def _is_this_date(seat: OwnedSeat, member: Bootcamp) -> bool:
    return seat.bootcamp_id == member.pk


def _is_this_course(seat: OwnedSeat, member: Bootcamp) -> bool:
    return bool(seat.course == member.course)


def _why_not(
    name: str, left: Decimal, missing: Sequence[Bootcamp], owned: Sequence[OwnedSeat]
) -> tuple[str, ErrorCode]:
    refusal, code = "", ErrorCode.ALREADY_OWNED
    if not missing:
        refusal = f"You already own every bootcamp in {name}."
    elif any(seat.is_disputed for seat in owned):
        code = ErrorCode.PAYMENT_DISPUTED
        refusal = (
            f"Your bank is looking into a payment that counts toward {name}. You can get the rest"
            " once the bank has decided."
        )
    elif left < SMALLEST_PAYMENT:
        code = ErrorCode.NOTHING_TO_PAY
        refusal = (
            f"You've already paid the full price of {name}. Contact us, and we'll add the other"
            " bootcamps for you."
        )
    elif left > sum(member.price for member in missing):
        refusal = (
            f"You already own {owned[0].name}, which is part of this bundle. The other bootcamps"
            " cost less on their own."
        )
    return refusal, code
