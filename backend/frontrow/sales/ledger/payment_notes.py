"""The metadata of a payment at the provider: what is needed to rebuild its purchase, and no more.

If our database is lost, only the metadata and the provider's list remain. The address is the
payment's own. The buyer's name is the only other personal data, because a purchase requires it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from uuid import UUID

from frontrow.catalogue.models import Bootcamp
from frontrow.integrations.stripe_records import Payment
from frontrow.sales.models import EndedBecause, Enrollment, Purchase
from frontrow.sales.terms.discounts import CODE_LABEL, LineKind
from frontrow.sales.terms.price_lines import stored_lines
from frontrow.sales.terms.upgrading import NOTHING

REFUNDED = EndedBecause.REFUNDED

# The provider's limit for a value. What doesn't fit is left out and read from the catalogue.
LONGEST_VALUE = 500


@dataclass(frozen=True, kw_only=True)
class Order:
    """A payment's metadata about its purchase."""

    purchase_id: int
    bundle_id: UUID | None
    bootcamp_ids: tuple[int, ...]
    # The price of each bootcamp when it was sold. Empty if it wasn't stored.
    prices: tuple[Decimal, ...]
    full_name: str
    user_id: int | None
    policy_version: str
    # By position, the address and name of the holders of transferred seats.
    holders: Mapping[int, tuple[str, str]]
    # For an upgrade: earlier payments that counted toward its price, by purchase.
    counted: Mapping[int, Decimal]
    # Positions whose seat was refunded.
    given_back: frozenset[int] = frozenset()
    # For a payment that moved a seat: the seat's purchase, and its position there.
    moves: tuple[int, int] | None = None
    # The code that was used, and how much it and an early price lowered the price.
    code: str = ""
    code_amount: Decimal = NOTHING
    early_amount: Decimal = NOTHING


def order_notes(
    *,
    purchase: Purchase,
    bootcamps: Sequence[Bootcamp],
    prices: Sequence[Decimal] = (),
    counted: Mapping[int, Decimal] = MappingProxyType({}),
) -> dict[str, str]:
    """Written when the payment is created. The seats' classes are updated when one changes."""
    notes = {
        "package": f"bundle {purchase.bundle_id}" if purchase.bundle_id else "bootcamp",
        "bootcamps": ",".join(str(bootcamp.pk) for bootcamp in bootcamps),
        "prices": ",".join(str(each) for each in prices or [one.price for one in bootcamps]),
        "counted": ",".join(f"{base} {amount}" for base, amount in sorted(counted.items())),
        "policy": purchase.policy_version,
        "moves": _moved_place(purchase),
        **_price_notes(purchase),
        **buyer_notes(purchase=purchase),
    }
    return {name: value for name, value in notes.items() if 0 < len(value) <= LONGEST_VALUE}


def _price_notes(purchase: Purchase) -> dict[str, str]:
    """Empty if the price is the package's plain price, or includes earlier payments."""
    lines = {line.kind: line for line in stored_lines(purchase)}
    if LineKind.COUNTED in lines:
        return {}
    early, code = lines.get(LineKind.EARLY), lines.get(LineKind.CODE)
    return {
        "early": str(-early.amount) if early else "",
        "code": f"{-code.amount} {code.label.removeprefix(CODE_LABEL)}" if code else "",
    }


def buyer_notes(*, purchase: Purchase) -> dict[str, str]:
    """Updated when the buyer corrects them. An empty value deletes the key."""
    return {"buyer": purchase.guest_full_name, "user": str(purchase.user_id or "")}


def corrected_notes(*, purchase: Purchase) -> dict[str, str]:
    """Written after a correction, because the payment's own address can't change."""
    return {**buyer_notes(purchase=purchase), "address": purchase.buyer_email}


def seat_notes(*, purchase: Purchase) -> dict[str, str]:
    """Written when a seat changes: the class and holder of each, in the order of the sale."""
    last = last_of_chains(purchase)
    gone = [place for place, each in enumerate(last, start=1) if each.ended_because == REFUNDED]
    notes = {
        "bootcamps": ",".join(str(each.bootcamp_id) for each in last),
        "gone": ",".join(str(place) for place in gone),
    }
    for place, enrollment in enumerate(last, start=1):
        user = enrollment.holder
        address = user.email if user else enrollment.holder_email
        name = (user.full_name if user else "") or enrollment.holder_name
        # An empty value deletes the key.
        notes[f"holder{place}"] = f"{address} {name}".strip()[:LONGEST_VALUE]
    return notes


def last_of_chains(purchase: Purchase) -> list[Enrollment]:
    """Each seat's current enrollment, in the order of the sale."""
    chains: dict[int, Enrollment] = {}
    seats = purchase.enrollments.select_related("holder", "bootcamp", "purchase__user")
    for enrollment in seats.order_by("pk"):
        chains[enrollment.calendar_number] = enrollment
    return list(chains.values())


def seat_at(*, purchase: Purchase, place: int) -> Enrollment | None:
    """The seat's current enrollment, by its position in the order of the sale."""
    seats = last_of_chains(purchase)
    return seats[place - 1] if 0 < place <= len(seats) else None


def _moved_place(purchase: Purchase) -> str:
    """The seat that a payment moves: its purchase, and its position there."""
    seat = purchase.pays_for_move
    if seat is None:
        return ""
    chains = [each.calendar_number for each in last_of_chains(seat.purchase)]
    return f"{seat.purchase_id} {chains.index(seat.calendar_number) + 1}"


def address_of(payment: Payment) -> str:
    """The buyer's last known address."""
    return payment.notes.get("address") or payment.email


def knows_buyer(*, payment: Payment, purchase: Purchase) -> bool:
    noted = {name: payment.notes.get(name, "") for name in ("buyer", "user")}
    return payment.email == purchase.guest_email and noted == buyer_notes(purchase=purchase)


def read_order(payment: Payment) -> Order | None:
    """None if it wasn't paid on this site or can't be parsed."""
    notes = payment.notes
    if payment.purchase_id is None:
        return None
    kind, _, bundle = notes.get("package", "").partition(" ")
    try:
        return Order(
            purchase_id=payment.purchase_id,
            bundle_id=UUID(bundle) if kind == "bundle" else None,
            bootcamp_ids=tuple(int(each) for each in _parts(notes.get("bootcamps", ""))),
            prices=tuple(Decimal(each) for each in _parts(notes.get("prices", ""))),
            full_name=notes.get("buyer", ""),
            user_id=int(notes["user"]) if notes.get("user") else None,
            policy_version=notes.get("policy", ""),
            given_back=frozenset(int(each) for each in _parts(notes.get("gone", ""))),
            moves=_read_moves(notes.get("moves", "")),
            code=notes.get("code", "").partition(" ")[2],
            code_amount=Decimal(notes.get("code", "").partition(" ")[0] or 0),
            early_amount=Decimal(notes.get("early") or 0),
            holders={
                int(name.removeprefix("holder")): (value.partition(" ")[0], value.partition(" ")[2])
                for name, value in notes.items()
                if name.startswith("holder") and value
            },
            counted={
                int(each.partition(" ")[0]): Decimal(each.partition(" ")[2])
                for each in _parts(notes.get("counted", ""))
            },
        )
    except (ValueError, InvalidOperation):
        return None


def _read_moves(written: str) -> tuple[int, int] | None:
    if not written:
        return None
    purchase_id, place = written.split(" ")
    return int(purchase_id), int(place)


def _parts(written: str) -> list[str]:
    return [each for each in written.split(",") if each]
