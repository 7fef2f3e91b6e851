"""Seats: the only code that creates, takes or releases one."""

import itertools
import math
import time
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import BooleanField, Func, Q
from django.db.models.functions import Now

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import AppError, Conflict


class _IsFree(Func):
    """The database function `sql/seat_is_free.sql`."""

    function = "seat_is_free"
    output_field = BooleanField()


class _IsOpen(Func):
    """The database function `sql/seat_is_open.sql`."""

    function = "seat_is_open"
    output_field = BooleanField()


FREE = Q(_IsFree("enrollment_id", "held_until"))
# Seats that visitors can buy. With a waiting list, free seats are reserved for it.
OPEN = Q(_IsOpen("enrollment_id", "held_until", "bootcamp__serves_list"))
# The same condition, seen from a bootcamp.
FREE_SEATS = Q(_IsFree("seats__enrollment_id", "seats__held_until"))
OPEN_SEATS = Q(_IsOpen("seats__enrollment_id", "seats__held_until", "serves_list"))
SOLD_SEATS = Q(seats__enrollment_id__isnull=False, seats__held_until__isnull=True)
# Held during a checkout. Each is free again when its hold expires.
HELD_SEATS = Q(seats__enrollment_id__isnull=False, seats__held_until__gt=Now())

# If concurrent transactions have locked every free seat, one may still be released.
LOOK_AGAIN_SECONDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3)

# Seats that the enrollments already have. A held seat's bootcamp must still be on sale.
_KEEP_OWN = """
UPDATE seats SET held_until = NULL FROM bootcamps b
WHERE seats.enrollment_id = ANY(%s) AND b.id = seats.bootcamp_id
  AND (seats.held_until IS NULL OR is_on_sale(b))
RETURNING seats.bootcamp_id, seats.number
"""
_WHY_NOT = """
SELECT b.name, is_on_sale(b),
    EXISTS (SELECT 1 FROM seats s WHERE s.bootcamp_id = b.id
            AND seat_is_open(s.enrollment_id, s.held_until, b.serves_list))
FROM bootcamps b WHERE b.id = %s
"""

# For bootcamps without an open seat: the number that is sold out, and the wait for a held seat in
# the others. With a waiting list, an expired hold opens no seat.
_FREES_IN = """
SELECT count(*) FILTER (WHERE next IS NULL), extract(epoch FROM max(next) - now())
FROM (
    SELECT min(s.held_until) FILTER (WHERE s.held_until > now() AND NOT b.serves_list) AS next
    FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id
    WHERE s.bootcamp_id = ANY(%s) GROUP BY s.bootcamp_id
    HAVING NOT bool_or(seat_is_open(s.enrollment_id, s.held_until, b.serves_list))
) full_ones
"""

_FREE_ONE = """
UPDATE seats SET enrollment_id = NULL, held_until = NULL
FROM bootcamps b
WHERE seats.enrollment_id = %s AND b.id = seats.bootcamp_id AND b.starts_at > statement_timestamp()
"""

_REASSIGN = "UPDATE seats SET enrollment_id = %s WHERE enrollment_id = %s RETURNING number"

# Sold before, so the bootcamp need not be on sale anymore.
_TAKE_AGAIN = """
UPDATE seats SET enrollment_id = %(enrollment)s, held_until = NULL
WHERE id = (
    SELECT id FROM seats
    WHERE bootcamp_id = %(bootcamp)s
      AND (seat_is_free(enrollment_id, held_until) OR enrollment_id = %(enrollment)s)
    ORDER BY enrollment_id = %(enrollment)s DESC NULLS LAST, number
    LIMIT 1 FOR UPDATE
)
RETURNING number
"""


class SoldOut(Conflict):
    """Names the first bootcamp that is full."""

    code = ErrorCode.SOLD_OUT

    def __init__(self, bootcamp_name: str) -> None:
        super().__init__(f"{bootcamp_name} is sold out.")


class OnlyHeld(SoldOut):
    """No seat is free, but one is held by a checkout and may be released soon."""

    code = ErrorCode.SEAT_HELD

    def __init__(self, bootcamp_name: str, *, frees_in: float, nothing_paid: str = "") -> None:
        seconds = math.ceil(frees_in)
        AppError.__init__(
            self,
            f"Someone is paying for the last seat in {bootcamp_name}.{nothing_paid}"
            f" It frees up in {seconds // 60}:{seconds % 60:02} if they don't.",
            retry_after=seconds,
        )


class NotOnSale(Conflict):
    """The class has started, is a draft, or is archived."""

    code = ErrorCode.NOT_ON_SALE

    def __init__(self, bootcamp_name: str) -> None:
        super().__init__(f"{bootcamp_name} is no longer on sale.")


@transaction.atomic
def take_seats(
    *, enrollments: Mapping[int, int], hold_for: timedelta | None = None
) -> dict[int, int]:
    """Take a seat for every enrollment, by bootcamp, or none. Returns the seat numbers.

    With `hold_for`, the seats are held and released at expiry. Without it they are kept.
    Idempotent: a repeated call updates the enrollment's existing seat and takes no second one.
    Bootcamps are locked in order of id, so two bundles can't deadlock. Raises SoldOut or NotOnSale,
    naming the first bootcamp that prevents the purchase.
    """
    own = _keep_own(enrollments.values()) if hold_for is None else {}
    return {
        bootcamp_id: own.get(bootcamp_id) or _take_one(bootcamp_id, enrollment_id, hold_for)
        for bootcamp_id, enrollment_id in sorted(enrollments.items())
    }


def _keep_own(enrollment_ids: Collection[int]) -> dict[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(_KEEP_OWN, [list(enrollment_ids)])
        return dict(cursor.fetchall())


def _take_one(bootcamp_id: int, enrollment_id: int, hold_for: timedelta | None) -> int:
    with connection.cursor() as cursor:
        for pause in (*LOOK_AGAIN_SECONDS, None):
            wish = (bootcamp_id, enrollment_id, hold_for)
            cursor.execute("SELECT seat_enrollment(%s, %s, %s)", wish)  # type: ignore[arg-type]
            (taken,) = cursor.fetchone()
            if taken is not None:
                return int(taken)
            cursor.execute(_WHY_NOT, [bootcamp_id])
            name, is_on_sale, one_is_free = cursor.fetchone()
            if not is_on_sale:
                raise NotOnSale(name)
            if not one_is_free or pause is None:
                raise SoldOut(name)
            time.sleep(pause)
    raise AssertionError("the last look always answers")


@transaction.atomic(savepoint=False)
def exchange_seat(*, bootcamp_id: int, enrollment_id: int, instead_of: int) -> int:
    """Take a seat for one enrollment, then release the other's. Returns the new number.

    Raises SoldOut or NotOnSale before anything is released. A seat in a class that has begun stays
    taken.
    """
    number = _take_one(bootcamp_id, enrollment_id, None)
    with connection.cursor() as cursor:
        cursor.execute(_FREE_ONE, [instead_of])
    return number


def pass_seat_on(*, from_enrollment: int, to_enrollment: int) -> int:
    """Reassign the seat to the successor's enrollment. Returns its number."""
    with connection.cursor() as cursor:
        cursor.execute(_REASSIGN, [to_enrollment, from_enrollment])
        passed = cursor.fetchone()
    return int(passed[0]) if passed else 0


def seconds_until_free(*, bootcamp_ids: Collection[int]) -> float | None:
    """Seconds until each bootcamp may have a free seat. None if one of them is sold out."""
    with connection.cursor() as cursor:
        cursor.execute(_FREES_IN, [list(bootcamp_ids)])
        sold_out, seconds = cursor.fetchone()
    return None if sold_out or seconds is None else float(seconds)


@transaction.atomic
def take_seats_again(*, bootcamps: Collection[Bootcamp], enrollments: Mapping[int, int]) -> None:
    """Take seats again for enrollments whose records were lost. All of them or none.

    Works even if the class has begun or is archived meanwhile. Raises SoldOut.
    """
    with connection.cursor() as cursor:
        for bootcamp in sorted(bootcamps, key=lambda one: one.pk):
            wish = {"bootcamp": bootcamp.pk, "enrollment": enrollments[bootcamp.pk]}
            cursor.execute(_TAKE_AGAIN, wish)
            if cursor.fetchone() is None:
                raise SoldOut(bootcamp.name)


@transaction.atomic(savepoint=False)
def release_seats(*, enrollment_ids: Any, only_before_start: bool = False) -> int:
    """Release the seats of these enrollments (ids or a query for them). Returns how many.

    With `only_before_start`, seats in classes that have begun stay taken.
    """
    seats = Seat.objects.filter(enrollment_id__in=enrollment_ids)
    if only_before_start:
        seats = seats.filter(bootcamp__starts_at__gt=Now())
    return seats.update(enrollment_id=None, held_until=None)


@transaction.atomic
def release_stray(*, seat_id: int, enrolled_in: int | None) -> int:
    """Release a seat whose enrollment now belongs to another bootcamp, `enrolled_in`."""
    seat = Seat.objects.select_for_update().filter(pk=seat_id).first()
    if seat is None or seat.enrollment_id is None or seat.bootcamp_id == enrolled_in:
        return 0
    return Seat.objects.filter(pk=seat.pk).update(enrollment_id=None, held_until=None)


@transaction.atomic
def match_seats_to_capacity(*, bootcamp: Bootcamp) -> None:
    """Create or delete seat rows to match `max_seats`. Only free seats are deleted, last first.

    Raises Conflict if more seats are taken. Locks the bootcamp's row, so that two admins who change
    the capacity concurrently are serialized.
    """
    Bootcamp.objects.select_for_update().get(pk=bootcamp.pk)
    numbers = list(
        Seat.objects.filter(bootcamp=bootcamp).order_by("number").values_list("number", flat=True)
    )
    missing = bootcamp.max_seats - len(numbers)
    if missing > 0:
        taken = set(numbers)
        unused = (number for number in itertools.count(1) if number not in taken)
        Seat.objects.bulk_create(
            Seat(bootcamp=bootcamp, number=number) for number in itertools.islice(unused, missing)
        )
    elif missing < 0:
        # Locked rows are being sold right now and count as taken.
        surplus = list(
            Seat.objects.filter(FREE, bootcamp=bootcamp)
            .order_by("-number")
            .select_for_update(skip_locked=True)[:-missing]
        )
        if len(surplus) < -missing:
            raise Conflict("More seats than that are already taken.", code=ErrorCode.SEATS_TAKEN)
        Seat.objects.filter(pk__in=[seat.pk for seat in surplus]).delete()
