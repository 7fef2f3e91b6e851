"""What the rest of a bundle costs, for everything one may own of it."""

from decimal import Decimal
from typing import NamedTuple

import pytest

from frontrow.catalogue.models import Bootcamp, BootcampType
from frontrow.core.error_codes import ErrorCode
from frontrow.sales.terms.upgrading import OwnedSeat, Rest, rest_of


def a_class(pk: int, name: str, price: str) -> Bootcamp:
    bootcamp = Bootcamp(pk=pk, name=name, price=Decimal(price))
    # Written by the database, which no row of a pure rule has seen.
    bootcamp.course = f"1 {name.lower()}"
    return bootcamp


BUILD, LAUNCH, MARKET = (
    a_class(number, f"{kind} Bootcamp", price)
    for number, kind, price in (
        (1, BootcampType.BUILD, "995.00"),
        (2, BootcampType.LAUNCH, "1495.00"),
        (3, BootcampType.MARKET, "1495.00"),
    )
)
BUNDLE = Decimal("2995.00")
EARLIER = 900


def seat(
    of: Bootcamp, paid: str, *, date: int | None = None, by: int = 1, **more: bool
) -> OwnedSeat:
    """Bought in purchase `by`; with `date`, on another date than the bundle's."""
    return OwnedSeat(
        bootcamp_id=date or of.pk,
        course=of.course,
        name=of.name,
        purchase_id=by,
        paid=Decimal(paid),
        **more,
    )


def rest(*owned: OwnedSeat, price: Decimal = BUNDLE) -> Rest | None:
    members = [BUILD, LAUNCH, MARKET]
    return rest_of(name="Complete Bundle", price=price, members=members, owned=owned)


class Case(NamedTuple):
    owned: list[OwnedSeat]
    missing: list[Bootcamp]
    price: str
    counted: dict[int, str]


CASES = {
    "one of three": Case([seat(BUILD, "995")], [LAUNCH, MARKET], "2000", {1: "995"}),
    "two of three, bought apart": Case(
        [seat(BUILD, "995"), seat(MARKET, "1495", by=2)],
        [LAUNCH],
        "505",
        {1: "995", 2: "1495"},
    ),
    "two of three, from one smaller bundle": Case(
        [seat(BUILD, "800"), seat(LAUNCH, "1200")], [MARKET], "995", {1: "2000"}
    ),
    "a graduate of an earlier date": Case(
        [seat(BUILD, "795", date=EARLIER)], [LAUNCH, MARKET], "2200", {1: "795"}
    ),
    "the bundle's own date before a dearer one of its kind": Case(
        [seat(BUILD, "1995", date=EARLIER, by=2), seat(BUILD, "995")],
        [LAUNCH, MARKET],
        "2000",
        {1: "995"},
    ),
    "of two other dates the one that cost more": Case(
        [seat(BUILD, "500", date=EARLIER, by=2), seat(BUILD, "995", date=901, by=3)],
        [LAUNCH, MARKET],
        "2000",
        {3: "995"},
    ),
    "partly refunded": Case([seat(BUILD, "700")], [LAUNCH, MARKET], "2295", {1: "700"}),
    "exactly what the others cost on their own": Case(
        [seat(BUILD, "5")], [LAUNCH, MARKET], "2990", {1: "5"}
    ),
    "down to the smallest payment": Case(
        [seat(BUILD, "2994.50")], [LAUNCH, MARKET], "0.50", {1: "2994.50"}
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_bundle_less_what_was_paid_for_the_part(case: Case) -> None:
    found = rest(*case.owned)
    assert found is not None
    assert (found.missing, found.price, found.refusal) == (case.missing, Decimal(case.price), "")
    assert found.counted == {by: Decimal(paid) for by, paid in case.counted.items()}


def test_who_owns_nothing_of_it_pays_the_plain_price() -> None:
    assert rest() is None
    workshop = a_class(9, "Workshop", "99")
    assert rest(seat(workshop, "99")) is None


REFUSED = {
    "everything": (
        [seat(BUILD, "995"), seat(LAUNCH, "1495"), seat(MARKET, "1495", date=EARLIER)],
        ErrorCode.ALREADY_OWNED,
        "You already own every bootcamp in Complete Bundle.",
    ),
    "a gift, and the others cost less apart": (
        [seat(BUILD, "0")],
        ErrorCode.ALREADY_OWNED,
        (
            "You already own Build Bootcamp, which is part of this bundle. The other bootcamps cost"
            " less on their own."
        ),
    ),
    "all paid already": (
        [seat(BUILD, "2995.00")],
        ErrorCode.NOTHING_TO_PAY,
        "You've already paid the full price of Complete Bundle.",
    ),
    "more than all": ([seat(BUILD, "4000")], ErrorCode.NOTHING_TO_PAY, ""),
    "less than can be charged": ([seat(BUILD, "2994.51")], ErrorCode.NOTHING_TO_PAY, ""),
    "a payment that a bank disputes": (
        [seat(BUILD, "995", is_disputed=True)],
        ErrorCode.PAYMENT_DISPUTED,
        "Your bank is looking into a payment that counts toward Complete Bundle.",
    ),
}


@pytest.mark.parametrize(("owned", "code", "words"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_in_words(owned: list[OwnedSeat], code: ErrorCode, words: str) -> None:
    found = rest(*owned)
    assert found is not None
    assert found.code == code
    assert found.refusal.startswith(words)
    assert found.refusal != ""
    assert found.price >= 0


def test_a_gift_counts_for_nothing_and_may_still_save() -> None:
    """The rest is sold while it costs less than its parts."""
    found = rest(seat(BUILD, "0"), price=Decimal(2500))
    assert found is not None
    assert (found.missing, found.price, found.counted) == ([LAUNCH, MARKET], Decimal(2500), {})
