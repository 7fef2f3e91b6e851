"""One seat, changed by several at once: real threads, real commits."""

import threading
from collections.abc import Callable

import pytest
from django.db import transaction
from django.db.models import Q

from frontrow.catalogue.models import Seat
from frontrow.core.errors import AppError, Gone
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.handing_over import accept_offer, take_back
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Enrollment, HandOver, Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import (
    HandOverFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_purchase,
)
from tests.lock_waits import until_somebody_waits
from tests.races.crowd import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = "the offer"


def a_seat() -> Enrollment:
    bootcamp = make_bootcamp(starts_at=from_now(days=5))
    return enrollment_of(make_purchase(bootcamp=bootcamp, user=None))


def moving(seat: Enrollment, to: int) -> Callable[[], Enrollment]:
    return lambda: move_seat(enrollment_id=seat.pk, bootcamp_id=to, theirs=Q(), mover=Mover())


def test_of_many_who_change_one_seat_at_once_one_does() -> None:
    """Six moves to three classes and two acceptances; the others are refused in words."""
    for _ in range(3):
        seat = a_seat()
        HandOverFactory.create(enrollment=seat, token_hash=digest(TOKEN))
        dates = [make_bootcamp(starts_at=from_now(days=20)).pk for _ in range(3)]
        acts = [
            *(moving(seat, to) for to in dates * 2),
            *([accept] * 2),
        ]
        outcomes = all_at_once(acts)
        refused = [one for one in outcomes if isinstance(one, Exception)]
        assert len(outcomes) - len(refused) == 1, outcomes
        assert all(isinstance(one, AppError) for one in refused), refused
        assert Enrollment.objects.filter(purchase=seat.purchase, ended_at=None).count() == 1
        assert Enrollment.objects.filter(replaces=seat).count() == 1
        chairs = Seat.objects.exclude(enrollment_id=None)
        assert chairs.filter(enrollment_id__in=_chain(seat)).count() == 1
        assert violations() == []
        HandOver.objects.all().delete()


def test_an_offer_that_is_taken_back_while_somebody_accepts_is_over() -> None:
    """They had looked at it while it was open, and waited for the lock when it was taken back."""
    seat = a_seat()
    HandOverFactory.create(enrollment=seat, token_hash=digest(TOKEN))
    outcomes: list[object] = []
    accepting = threading.Thread(target=lambda: outcomes.extend(all_at_once([accept])))
    with transaction.atomic():
        Purchase.objects.select_for_update().get(pk=seat.purchase_id)
        accepting.start()
        until_somebody_waits()
        take_back(enrollment_id=seat.pk, theirs=Q())
    accepting.join(timeout=30)
    assert [type(one) for one in outcomes] == [Gone]
    assert Enrollment.objects.get(purchase=seat.purchase, ended_at=None) == seat
    assert not Message.objects.filter(category="SEAT_HANDED_OVER").exists()
    assert violations() == []


def accept() -> Enrollment:
    return accept_offer(token=TOKEN)


def _chain(seat: Enrollment) -> list[int]:
    return list(Enrollment.objects.filter(purchase=seat.purchase_id).values_list("pk", flat=True))
