"""What a move costs: a fixed number of statements, and no more than selling the seat anew."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.changes.moving import Mover, move_seat
from tests.factories import enrollment_of, from_now, make_bootcamp, make_purchase
from tests.fakes.stripe import StripeServer
from tests.links import seat_token
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db

# Lock, read, target, choice; end, begin, take, free; name, hour, answers; email, wake-up, notes.
STATEMENTS = 14
ROUNDS = 5


@pytest.mark.parametrize("taken", [0, 15])
def test_a_move_takes_as_many_statements_however_full_the_classes_are(taken: int) -> None:
    before, after = (make_bootcamp(starts_at=from_now(days=days)) for days in (10, 20))
    for _ in range(taken):
        make_purchase(bootcamp=after, user=None)
    seat = enrollment_of(make_purchase(bootcamp=before))
    with CaptureQueriesContext(connection) as asked:
        move_seat(enrollment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())
    own = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]
    assert len(own) == STATEMENTS, "\n".join(sql[:90] for sql in own)


@pytest.fixture
def classes() -> tuple[Bootcamp, Bootcamp]:
    first, second = (make_bootcamp(starts_at=from_now(days=days)) for days in (10, 20))
    return first, second


def _shopper(stripe: StripeServer, number: int) -> Shopper:
    return Shopper(stripe, email=f"b{number}@example.test", address=f"10.{number}.0.1")


def _move(shopper: Shopper, classes: tuple[Bootcamp, Bootcamp]) -> Callable[[], Any]:
    before, after = classes
    token = seat_token(enrollment_of(make_purchase(bootcamp=before, user=None)).pk, 0)
    return lambda: shopper.post("seat/move", {"token": token, "bootcampId": after.pk})


def _sale(shopper: Shopper, classes: tuple[Bootcamp, Bootcamp]) -> Callable[[], Any]:
    """All calls of a sale, from the payment session to the seat."""
    return lambda: shopper.complete(shopper.pay(bootcamp=classes[1].pk))


def _statements(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert act().status_code == 200
    return sum("SAVEPOINT" not in one["sql"] for one in asked)


def _seconds(act: Callable[[], Any]) -> float:
    began = time.perf_counter()
    assert act().status_code == 200
    return time.perf_counter() - began


def test_a_move_asks_the_database_no_more_than_selling_the_seat(
    stripe_server: StripeServer, classes: tuple[Bootcamp, Bootcamp]
) -> None:
    moving = _statements(_move(_shopper(stripe_server, 1), classes))
    selling = _statements(_sale(_shopper(stripe_server, 2), classes))
    assert moving <= selling


@pytest.mark.timing
def test_a_move_takes_no_longer_than_selling_the_seat(
    stripe_server: StripeServer, classes: tuple[Bootcamp, Bootcamp]
) -> None:
    moving, selling = [], []
    for number in range(ROUNDS):
        moving.append(_seconds(_move(_shopper(stripe_server, 10 + number), classes)))
        selling.append(_seconds(_sale(_shopper(stripe_server, 20 + number), classes)))
    assert median(moving) <= median(selling), (moving, selling)
