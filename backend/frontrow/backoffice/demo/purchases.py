"""Demo data: purchases in every state."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random

from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.codes import FOUNDERS_USES, Codes, note_uses, use
from frontrow.backoffice.demo.movements import movements_of
from frontrow.backoffice.demo.names import dice
from frontrow.backoffice.demo.people import Buyer, People
from frontrow.backoffice.demo.storing import give_ids, store
from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.core.zones import zone
from frontrow.sales.enrollment.enrollments import new_enrollments
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.models import (
    PAID_FOR,
    CancelReason,
    DiscountCode,
    EndedBecause,
    Enrollment,
    Purchase,
    PurchaseState,
    Refund,
    RefundStatus,
)

HOLD = timedelta(minutes=10)
KEEPS_SEATS = (PurchaseState.CAPTURING, PurchaseState.COMPLETED, PurchaseState.REFUNDING)
TERMS = "2026-11"
ATTENDANCE = 0.82

# How many single seats of each bootcamp are sold. The sold-out one gets all remaining seats.
SOLD = {
    "past-beginner": 8,
    "past-advanced": 7,
    "past-marketing": 6,
    "past-saturday": 9,
    "kept-active": 7,
    "just-over": 8,
    "almost-sold-out": 19,
    "sold-out": 20,
    "beginner-thursday": 3,
    "beginner-saturday": 5,
    "advanced": 2,
    "marketing": 2,
    "mumbai": 3,
    "within-the-hour": 6,
}


@dataclass(frozen=True)
class Order:
    """A planned purchase: who orders what, when, and how it ends."""

    buyer: Buyer
    package: Bootcamp | Bundle
    bootcamps: list[Bootcamp]
    created_at: datetime
    state: PurchaseState = PurchaseState.COMPLETED
    cancel_reason: str = ""
    is_complimentary: bool = False
    holds: bool = False
    code: DiscountCode | None = None


@dataclass
class Sales:
    """All purchases, for the modules that add messages and coaching."""

    purchases: list[Purchase] = field(default_factory=list)
    enrollments: list[Enrollment] = field(default_factory=list)
    refunds: list[Refund] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)


@dataclass(frozen=True)
class Shop:
    """The data that planning orders draws from."""

    now: datetime
    people: People
    bootcamps: dict[str, Bootcamp]
    complete: Bundle
    last_season: Bundle
    chance: Random
    # No buyer buys the same bootcamp twice.
    taken: set[tuple[str, int]] = field(default_factory=set)


def make_purchases(
    *,
    now: datetime,
    people: People,
    bootcamps: dict[str, Bootcamp],
    bundles: tuple[Bundle, Bundle],
    codes: Codes,
) -> Sales:
    shop = Shop(now, people, bootcamps, *bundles, chance=dice(2))
    orders = [
        *_orders_of_the_named(shop),
        *_bundle_orders(shop),
        *_unfinished_orders(shop),
        *_orders_that_came_to_nothing(shop),
        *_complimentary_orders(shop),
    ]
    orders += _single_orders(shop, so_far=orders)
    orders.sort(key=lambda order: order.created_at)
    return _sell(_with_code(orders, bootcamps["past-saturday"], codes.used_up), now=now)


def _with_code(orders: list[Order], bought: Bootcamp, code: DiscountCode) -> list[Order]:
    """The first buyers of that bootcamp used the code, until it was used up."""
    is_sold = PurchaseState.COMPLETED
    paid = [order for order in orders if order.package == bought and order.state == is_sold]
    lucky = paid[:FOUNDERS_USES]
    return [replace(order, code=code) if order in lucky else order for order in orders]


def _orders_of_the_named(shop: Shop) -> Iterator[Order]:
    student, guest = shop.people.student, shop.people.guest
    for slug in ("past-beginner", "within-the-hour", "advanced"):
        yield _order(shop, slug, buyer=student)
    yield _order(shop, "beginner-saturday", buyer=guest)
    yield _order(shop, "complete", buyer=shop.people.bundle_student)


def _bundle_orders(shop: Shop) -> Iterator[Order]:
    for _ in range(7):
        yield _order(shop, "complete")
    for _ in range(4):
        yield _order(shop, "last-season")


def _unfinished_orders(shop: Shop) -> Iterator[Order]:
    """All are minutes old: an older unfinished purchase would be an error."""
    minutes = iter((2, 3, 4, 5, 6, 7, 8, 9, 10))

    def unfinished(slug: str, state: PurchaseState, *, holds: bool = False, why: str = "") -> Order:
        moment = shop.now - timedelta(minutes=next(minutes))
        return _order(shop, slug, state=state, created_at=moment, holds=holds, cancel_reason=why)

    yield unfinished("beginner-thursday", PurchaseState.PENDING, holds=True)
    yield unfinished("complete", PurchaseState.PENDING, holds=True)
    yield unfinished("marketing", PurchaseState.PENDING)
    yield unfinished("mumbai", PurchaseState.PENDING)
    yield unfinished("beginner-saturday", PurchaseState.CAPTURING)
    yield unfinished("sold-out", PurchaseState.CANCELING, why=CancelReason.SOLD_OUT)
    yield unfinished("advanced", PurchaseState.CANCELING, why=CancelReason.REPLACED)
    yield _order(shop, "marketing", state=PurchaseState.REFUNDING)
    yield _order(shop, "complete", state=PurchaseState.REFUNDING)


def _orders_that_came_to_nothing(shop: Shop) -> Iterator[Order]:
    for slug in ("past-beginner", "past-saturday", "past-advanced", "just-over", "advanced"):
        yield _order(shop, slug, state=PurchaseState.REFUNDED)
    yield _order(shop, "last-season", state=PurchaseState.REFUNDED)
    failures = {
        CancelReason.EXPIRED: ("past-marketing", "past-saturday", "beginner-thursday"),
        CancelReason.SOLD_OUT: ("sold-out", "sold-out"),
        CancelReason.REPLACED: ("kept-active", "complete"),
    }
    for reason, slugs in failures.items():
        for slug in slugs:
            yield _order(shop, slug, state=PurchaseState.FAILED, cancel_reason=reason)


def _complimentary_orders(shop: Shop) -> Iterator[Order]:
    for slug in ("past-advanced", "beginner-saturday", "marketing"):
        yield _order(shop, slug, is_complimentary=True)


def _single_orders(shop: Shop, *, so_far: list[Order]) -> list[Order]:
    """Fill each bootcamp to what SOLD says, limited by the seats that are free."""
    orders: list[Order] = []
    for slug, sold in SOLD.items():
        bootcamp = shop.bootcamps[slug]
        reserved = sum(
            bootcamp in order.bootcamps
            for order in so_far
            if order.state in KEEPS_SEATS or order.holds
        )
        free = bootcamp.seats.filter(enrollment_id=None).count() - reserved
        orders += [_order(shop, slug) for _ in range(min(sold, free))]
    return orders


def _order(
    shop: Shop,
    slug: str,
    *,
    buyer: Buyer | None = None,
    state: PurchaseState = PurchaseState.COMPLETED,
    created_at: datetime | None = None,
    cancel_reason: str = "",
    is_complimentary: bool = False,
    holds: bool = False,
) -> Order:
    bundle = {"complete": shop.complete, "last-season": shop.last_season}.get(slug)
    bootcamps = list(bundle.bootcamps.order_by("id")) if bundle else [shop.bootcamps[slug]]
    buyer = buyer or _buyer(shop, bootcamps)
    shop.taken.update((buyer.email, bootcamp.pk) for bootcamp in bootcamps)
    starts_at = min(bootcamp.starts_at for bootcamp in bootcamps)
    return Order(
        buyer=buyer,
        package=bundle or shop.bootcamps[slug],
        bootcamps=bootcamps,
        created_at=created_at or _moment_of_sale(shop.chance, now=shop.now, starts_at=starts_at),
        state=state,
        cancel_reason=cancel_reason,
        is_complimentary=is_complimentary,
        holds=holds,
    )


def _buyer(shop: Shop, bootcamps: list[Bootcamp]) -> Buyer:
    """A buyer without any of these bootcamps. Two in three have an account."""
    crowd = shop.people.members if shop.chance.random() < 2 / 3 else shop.people.guests
    everyone = shop.people.members + shop.people.guests
    for candidates in (crowd, everyone):
        open_to = [
            buyer
            for buyer in candidates
            if not any((buyer.email, bootcamp.pk) in shop.taken for bootcamp in bootcamps)
        ]
        if open_to:
            return shop.chance.choice(open_to)
    raise ValueError("the demo has more seats than people")


def _moment_of_sale(chance: Random, *, now: datetime, starts_at: datetime) -> datetime:
    """A time in the weeks before the start, mostly near its end and during the day."""
    last = min(now - timedelta(hours=1), starts_at - timedelta(hours=2))
    first = max(now - timedelta(days=90), min(last, starts_at) - timedelta(days=42))
    moment: datetime = first + (last - first) * chance.random() ** 0.6
    local: datetime = moment.astimezone(zone("America/New_York"))
    hour = chance.choices(range(7, 24), weights=[1, 2, 3, 4, 4, 5, 4, 3, 3, 4, 4, 5, 7, 8, 7, 4, 2])
    local = local.replace(hour=hour[0], second=chance.randrange(60))
    return local if first <= local <= last else moment


def _sell(orders: list[Order], *, now: datetime) -> Sales:
    sales = Sales(purchases=[_purchase(order, number, now) for number, order in enumerate(orders)])
    for purchase, order in zip(sales.purchases, orders, strict=True):
        if order.code:
            use(order.code, purchase)
    give_ids(sales.purchases)
    chance = dice(3)
    enrolled = [
        _enrollments(purchase, order.bootcamps, chance=chance, now=now)
        for purchase, order in zip(sales.purchases, orders, strict=True)
    ]
    sales.enrollments = [enrollment for several in enrolled for enrollment in several]
    give_ids(sales.enrollments)
    free = _free_seats(sales.enrollments)
    for purchase, order, enrollments in zip(sales.purchases, orders, enrolled, strict=True):
        if order.state in KEEPS_SEATS or order.holds:
            for enrollment in enrollments:
                seat = free[enrollment.bootcamp_id].popleft()
                seat.enrollment_id = enrollment.pk
                seat.held_until = now + HOLD if order.holds else None
                sales.seats.append(seat)
        if order.state in (PurchaseState.REFUNDING, PurchaseState.REFUNDED):
            sales.refunds.append(_refund(purchase))
    movements = movements_of(purchases=sales.purchases, refunds=sales.refunds)
    for rows in (sales.purchases, sales.enrollments, movements, sales.refunds):
        store(rows)
    note_uses(sales.purchases)
    fill_lines(purchase_ids=[refund.purchase_id for refund in sales.refunds])
    Seat.objects.bulk_update(sales.seats, ["enrollment_id", "held_until"])
    return sales


def _purchase(order: Order, number: int, now: datetime) -> Purchase:
    price = Decimal(0) if order.is_complimentary else order.package.price
    is_done = order.state in PAID_FOR
    completed_at = order.created_at + timedelta(minutes=3) if is_done else None
    state_since = completed_at or order.created_at
    if order.state == PurchaseState.REFUNDING:
        state_since = now - timedelta(minutes=4)
    elif order.state == PurchaseState.REFUNDED:
        state_since = min(now, order.created_at + timedelta(days=2))
    elif order.state == PurchaseState.FAILED:
        state_since = min(now, order.created_at + timedelta(days=1))
    return Purchase(
        user=order.buyer.user,
        bootcamp=order.package if isinstance(order.package, Bootcamp) else None,
        bundle=order.package if isinstance(order.package, Bundle) else None,
        is_bundle=isinstance(order.package, Bundle),
        package_name=order.package.name,
        total_amount=price,
        refunded_amount=price if order.state == PurchaseState.REFUNDED else Decimal(0),
        state=order.state,
        state_since=state_since,
        cancel_reason=order.cancel_reason,
        completed_at=completed_at,
        is_complimentary=order.is_complimentary,
        guest_email="" if order.buyer.user else order.buyer.email,
        guest_full_name="" if order.buyer.user else order.buyer.full_name,
        guest_phone="" if order.buyer.user else order.buyer.phone,
        terms_version="" if order.is_complimentary else TERMS,
        terms_accepted_at=None if order.is_complimentary else order.created_at,
        policy_version=TERMS,
        stripe_payment_intent_id=(
            None if order.is_complimentary else f"{marks.PAYMENT_PREFIX}{number:04}"
        ),
        payment_attempt=0 if order.is_complimentary else 1,
        created_at=order.created_at,
        updated_at=state_since,
    )


def _enrollments(
    purchase: Purchase, bootcamps: Sequence[Bootcamp], *, chance: Random, now: datetime
) -> list[Enrollment]:
    enrollments = new_enrollments(purchase=purchase, bootcamps=bootcamps)
    for enrollment in enrollments:
        came = (
            purchase.state == PurchaseState.COMPLETED
            and enrollment.ends_at < now
            and chance.random() < ATTENDANCE
        )
        late = timedelta(minutes=chance.randrange(15)) if came else timedelta()
        enrollment.attended_at = enrollment.starts_at + late if came else None
        end_with_purchase(enrollment)
    return enrollments


def end_with_purchase(enrollment: Enrollment) -> None:
    purchase = enrollment.purchase
    if purchase.state == PurchaseState.REFUNDED:
        is_gift = purchase.is_complimentary
        enrollment.ended_at = purchase.state_since
        enrollment.ended_because = EndedBecause.WITHDRAWN if is_gift else EndedBecause.REFUNDED


def _free_seats(enrollments: Sequence[Enrollment]) -> dict[int, deque[Seat]]:
    """The free seat numbers of each bootcamp with enrollments."""
    wanted = {enrollment.bootcamp_id for enrollment in enrollments}
    free: dict[int, deque[Seat]] = {bootcamp_id: deque() for bootcamp_id in wanted}
    for seat in Seat.objects.filter(bootcamp_id__in=wanted, enrollment_id=None).order_by("number"):
        free[seat.bootcamp_id].append(seat)
    return free


def _refund(purchase: Purchase) -> Refund:
    is_done = purchase.state == PurchaseState.REFUNDED
    return Refund(
        purchase=purchase,
        amount=purchase.total_amount,
        status=RefundStatus.SUCCEEDED if is_done else RefundStatus.PENDING,
        reason="thirty_days",
        note="Asked by email." if is_done else "",
        requested_by=purchase.user,
        stripe_refund_id=f"re_demo_{purchase.pk}" if is_done else None,
        settled_at=purchase.state_since if is_done else None,
        created_at=purchase.state_since - timedelta(minutes=5),
        updated_at=purchase.state_since,
    )
