"""A long history for the demo: tens of thousands of people and purchases, in bounded memory.

It is created by cohort: three bootcamps, their buyers, and their seats. All states are final, as
they would be years later.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import islice
from random import Random

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction

from frontrow.accounts.models import User
from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.catalogue import BUILD, LAUNCH, LENGTH, MARKET, Course
from frontrow.backoffice.demo.movements import movements_of
from frontrow.backoffice.demo.names import GUESTS, STUDENTS, dice
from frontrow.backoffice.demo.people import addresses_of
from frontrow.backoffice.demo.purchases import end_with_purchase
from frontrow.backoffice.demo.storing import give_ids, store
from frontrow.catalogue.models import Bootcamp, BootcampStatus, BootcampType, Bundle, Seat
from frontrow.sales.enrollment.enrollments import new_enrollments
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.models import (
    CancelReason,
    Enrollment,
    Purchase,
    PurchaseState,
    Refund,
    RefundStatus,
)

USERS = 50_000
PURCHASES = 100_000
SEATS = 20
PURCHASES_PER_COHORT = 50
# All rows of a batch are in memory: a few thousand purchases with their related rows.
COHORTS_PER_BATCH = 100
USERS_PER_BATCH = 5_000
YEARS = 5

FIRST_NAMES = [name.split(" ", maxsplit=1)[0] for name in STUDENTS + GUESTS]
LAST_NAMES = [name.rsplit(" ", maxsplit=1)[-1] for name in STUDENTS + GUESTS]


@dataclass
class Batch:
    bootcamps: list[Bootcamp] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    purchases: list[Purchase] = field(default_factory=list)
    enrollments: list[Enrollment] = field(default_factory=list)
    refunds: list[Refund] = field(default_factory=list)


@dataclass(frozen=True)
class Past:
    """The data that the history is drawn from."""

    now: datetime
    bundle: Bundle
    user_ids: range | list[int]
    chance: Random


def make_volume(
    *, now: datetime, bundle: Bundle, users: int = USERS, purchases: int = PURCHASES
) -> None:
    """Each batch is one transaction, at whose end all seats and purchases are consistent."""
    chance = dice(4)
    user_ids = _make_users(count=users, now=now, chance=chance)
    past = Past(now=now, bundle=bundle, user_ids=user_ids, chance=chance)
    cohorts = iter(range(-(-purchases // PURCHASES_PER_COHORT)))
    left = purchases
    while numbers := list(islice(cohorts, COHORTS_PER_BATCH)):
        left = _make_batch(past, numbers, purchases=left)
        # Plans made while the tables were small scan them for every row. New statistics after the
        # first batch replace those plans.
        if 0 in numbers or left == 0:
            _analyze()


def _analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "ANALYZE users, bootcamps, seats, purchases, enrollments, refunds, movements"
        )


def _make_users(*, count: int, now: datetime, chance: Random) -> list[int]:
    password = make_password(marks.PASSWORD)
    ids: list[int] = []
    for first in range(0, count, USERS_PER_BATCH):
        numbers = range(first, min(first + USERS_PER_BATCH, count))
        users = [_user(number, now=now, chance=chance, password=password) for number in numbers]
        give_ids(users)
        store(users)
        store(addresses_of(users))
        ids += [user.pk for user in users]
    return ids


def _user(number: int, *, now: datetime, chance: Random, password: str) -> User:
    joined = now - timedelta(days=365 * YEARS * chance.random() ** 1.4, minutes=number % 1440)
    username = f"student-{number:06}.volume.demo"
    return User(
        email=f"student-{number:06}@{marks.VOLUME_DOMAIN}",
        username=username,
        username_key=username,
        first_name=chance.choice(FIRST_NAMES),
        last_name=chance.choice(LAST_NAMES),
        password=password,
        created_at=joined,
        updated_at=joined,
    )


@transaction.atomic
def _make_batch(past: Past, cohorts: list[int], *, purchases: int) -> int:
    """Returns how many purchases are still to be created."""
    batch = Batch()
    for cohort in cohorts:
        bootcamps = [_bootcamp(past, cohort, course) for course in (BUILD, LAUNCH, MARKET)]
        give_ids(bootcamps)
        batch.bootcamps += bootcamps
        count = min(PURCHASES_PER_COHORT, purchases)
        purchases -= count
        _sell(past, batch, bootcamps=bootcamps, count=count)
    movements = movements_of(purchases=batch.purchases, refunds=batch.refunds)
    for rows in (batch.bootcamps, batch.purchases, batch.enrollments, movements, batch.refunds):
        store(rows)
    fill_lines(purchase_ids=[refund.purchase_id for refund in batch.refunds])
    store(batch.seats)
    return purchases


def _bootcamp(past: Past, cohort: int, course: Course) -> Bootcamp:
    # The newest cohort was last month. Earlier ones are about a day apart.
    spacing = timedelta(days=365 * YEARS) / (PURCHASES / PURCHASES_PER_COHORT)
    starts_at = past.now - timedelta(days=30 - 7 * course.step) - spacing * cohort
    starts_at = starts_at.replace(minute=0, second=0, microsecond=0)
    link = marks.session_url(f"volume/{cohort:05}-{course.step}")
    return Bootcamp(
        name=course.name,
        description=course.description,
        tagline=course.tagline,
        bootcamp_type=course.type,
        step=course.step,
        price=course.price,
        max_seats=SEATS,
        starts_at=starts_at,
        ends_at=starts_at + LENGTH,
        includes_coaching=course.type != BootcampType.BUILD,
        status=BootcampStatus.ARCHIVED,
        session_url=link,
        recording_url=f"{link}/recording",
        created_at=starts_at - timedelta(days=60),
        updated_at=starts_at,
    )


def _sell(past: Past, batch: Batch, *, bootcamps: list[Bootcamp], count: int) -> None:
    seats = {
        bootcamp.pk: [Seat(bootcamp=bootcamp, number=n + 1) for n in range(SEATS)]
        for bootcamp in bootcamps
    }
    free: dict[int, Iterator[Seat]] = {pk: iter(rows) for pk, rows in seats.items()}
    sold = dict.fromkeys(seats, 0)
    buyers = past.chance.sample(past.user_ids, min(count, len(past.user_ids)))
    purchases: list[Purchase] = []
    chosen: list[list[Bootcamp]] = []
    for number in range(count):
        is_bundle = past.chance.random() < 0.1  # noqa: PLR2004
        members = bootcamps if is_bundle else [past.chance.choice(bootcamps)]
        has_room = all(sold[member.pk] < SEATS for member in members)
        buyer = buyers[number % len(buyers)]
        purchases.append(_purchase(past, members, buyer_id=buyer, has_room=has_room))
        chosen.append(members)
        if purchases[-1].state == PurchaseState.COMPLETED:
            for member in members:
                sold[member.pk] += 1
    give_ids(purchases)
    enrollments = [
        enrollment
        for purchase, members in zip(purchases, chosen, strict=True)
        for enrollment in _enrollments(past, purchase, members)
    ]
    give_ids(enrollments)
    batch.enrollments += enrollments
    for enrollment in enrollments:
        if enrollment.purchase.state == PurchaseState.COMPLETED:
            next(free[enrollment.bootcamp_id]).enrollment_id = enrollment.pk
    batch.refunds += [
        _refund(purchase) for purchase in purchases if purchase.state == PurchaseState.REFUNDED
    ]
    batch.purchases += purchases
    for rows in seats.values():
        batch.seats += rows


def _purchase(past: Past, members: list[Bootcamp], *, buyer_id: int, has_room: bool) -> Purchase:
    chance = past.chance
    is_bundle = len(members) > 1
    package = past.bundle if is_bundle else members[0]
    created_at = members[0].starts_at - timedelta(days=1 + 40 * chance.random() ** 2)
    states = [PurchaseState.COMPLETED, PurchaseState.REFUNDED, PurchaseState.FAILED]
    state = chance.choices(states, weights=[88, 5, 7])[0] if has_room else PurchaseState.FAILED
    failed, refunded = state == PurchaseState.FAILED, state == PurchaseState.REFUNDED
    lapse = CancelReason.EXPIRED if has_room else CancelReason.SOLD_OUT
    is_guest = chance.random() < 0.3  # noqa: PLR2004
    settled_at = created_at + (timedelta(days=1) if failed or refunded else timedelta(minutes=3))
    return Purchase(
        user_id=None if is_guest else buyer_id,
        bootcamp=None if is_bundle else members[0],
        bundle=past.bundle if is_bundle else None,
        is_bundle=is_bundle,
        package_name=package.name,
        total_amount=package.price,
        refunded_amount=package.price if refunded else Decimal(0),
        state=state,
        state_since=settled_at,
        cancel_reason=lapse if failed else "",
        completed_at=None if failed else created_at + timedelta(minutes=3),
        guest_email=f"guest-{buyer_id}@{marks.VOLUME_DOMAIN}" if is_guest else "",
        guest_full_name=(
            f"{chance.choice(FIRST_NAMES)} {chance.choice(LAST_NAMES)}" if is_guest else ""
        ),
        stripe_payment_intent_id=f"{marks.PAYMENT_PREFIX}v{chance.getrandbits(80):020x}",
        payment_attempt=1,
        begun_at=created_at,
        created_at=created_at,
        updated_at=settled_at,
    )


def _enrollments(past: Past, purchase: Purchase, bootcamps: Sequence[Bootcamp]) -> list[Enrollment]:
    enrollments = new_enrollments(purchase=purchase, bootcamps=bootcamps)
    for enrollment in enrollments:
        came = purchase.state == PurchaseState.COMPLETED and past.chance.random() < 0.8  # noqa: PLR2004
        enrollment.attended_at = enrollment.starts_at if came else None
        end_with_purchase(enrollment)
    return enrollments


def _refund(purchase: Purchase) -> Refund:
    return Refund(
        purchase=purchase,
        amount=purchase.total_amount,
        status=RefundStatus.SUCCEEDED,
        reason="thirty_days",
        stripe_refund_id=f"re_demo_{purchase.pk}",
        settled_at=purchase.state_since,
        created_at=purchase.state_since - timedelta(minutes=5),
        updated_at=purchase.state_since,
    )
