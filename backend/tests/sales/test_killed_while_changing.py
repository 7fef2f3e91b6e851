"""A process killed while a seat changes: nothing has happened, or all of it, and it can go on.

The process is a fork of this one, so each kill costs milliseconds; it dies by SIGKILL in the middle
of its transaction, and the database rolls back what it had begun.
"""

import os
import signal
from collections.abc import Callable

import pytest
from django.db import connections
from django.db.models import Q
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.handing_over import accept_offer, offer_seat
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.ledger.provider_notes import tell_provider_of_seats
from frontrow.sales.models import Enrolment, Fact, HandOver, Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import HandOverFactory, from_now, make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = size("KILL_ROUNDS")
TOKEN = "the offer"
SECONDS_AT_MOST = 20
MOVING = ("move.after_enrolment", "move.after_seat", "move.before_commit")
OFFERING = ("offer.before_commit",)
ACCEPTING = ("accept.after_lock", "accept.after_enrolment", "accept.before_commit")
TELLING = ("notes.before_provider", "notes.after_provider")


def killed_at(label: str, act: Callable[[], object], settings: Settings) -> bool:
    """Whether a process that does this dies at that place."""
    # Nobody shares a connection with a process that is about to die.
    for one in connections.all():
        one.close()
        one.close_pool()  # type: ignore[attr-defined]
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS_AT_MOST)
        try:
            settings.CRASH_AT = f"{label}:1"
            act()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


@pytest.fixture
def bought(stripe_server: StripeServer) -> tuple[Purchase, Bootcamp, Bootcamp]:
    before = make_bootcamp(starts_at=from_now(days=10), max_seats=2)
    after = make_bootcamp(starts_at=from_now(days=20), max_seats=2)
    purchase = Shopper(stripe_server).buy(bootcamp=before.pk)
    run_jobs()
    return purchase, before, after


Bought = tuple[Purchase, Bootcamp, Bootcamp]


def present(purchase: Purchase) -> Enrolment:
    return Enrolment.objects.get(purchase=purchase, ended_at=None)


def books() -> tuple[object, ...]:
    """Everything that a change of a seat writes."""
    return (
        sorted(Enrolment.objects.values_list("pk", "bootcamp_id", "ended_because", "holder_email")),
        sorted(Seat.objects.exclude(enrolment_id=None).values_list("bootcamp_id", "enrolment_id")),
        sorted(HandOver.objects.values_list("state", "to_email")),
        Message.objects.count(),
        Fact.objects.count(),
        list(Purchase.objects.values_list("bootcamp_id", flat=True)),
    )


@pytest.mark.parametrize("label", MOVING * ROUNDS)
def test_killed_while_moving_the_seat_is_where_it_was(
    label: str, bought: Bought, settings: Settings
) -> None:
    purchase, _, after = bought
    seat, before_it = present(purchase), books()

    def move() -> None:
        move_seat(enrolment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())

    assert killed_at(label, move, settings)
    assert books() == before_it
    assert violations() == []
    move()
    assert present(purchase).bootcamp == after
    assert violations() == []


@pytest.mark.parametrize("label", OFFERING * ROUNDS)
def test_killed_while_offering_nobody_was_offered_anything(
    label: str, bought: Bought, settings: Settings
) -> None:
    seat, before_it = present(bought[0]), books()

    def offer() -> None:
        offer_seat(
            enrolment_id=seat.pk,
            theirs=Q(),
            to_email="fay@example.test",
            to_name="Fay Friend",
            asked_by=None,
        )

    assert killed_at(label, offer, settings)
    assert books() == before_it
    offer()
    assert Message.objects.filter(category="SEAT_OFFER").count() == 1


@pytest.mark.parametrize("label", ACCEPTING * ROUNDS)
def test_killed_while_accepting_the_giver_has_the_seat_and_the_offer_stands(
    label: str, bought: Bought, settings: Settings
) -> None:
    purchase, *_ = bought
    HandOverFactory.create(enrolment=present(purchase), token_hash=digest(TOKEN))
    before_it = books()
    assert killed_at(label, lambda: accept_offer(token=TOKEN), settings)
    assert books() == before_it
    assert violations() == []
    accept_offer(token=TOKEN)
    assert present(purchase).holder_email != ""
    assert Message.objects.filter(category="SEAT_HANDED_OVER").count() == 2
    assert violations() == []


@pytest.mark.parametrize("label", TELLING * ROUNDS)
def test_killed_while_telling_the_provider_the_job_tells_it_again(
    label: str, bought: Bought, settings: Settings, stripe_server: StripeServer
) -> None:
    purchase, _, after = bought
    seat = present(purchase)
    move_seat(enrolment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())
    assert killed_at(label, lambda: tell_provider_of_seats(purchase.pk), settings)
    # The job is still in the queue: a worker that died has not done it.
    run_jobs()
    intent = stripe_server.intent(purchase.stripe_payment_intent_id or "")
    assert intent["metadata"]["bootcamps"] == str(after.pk)


def test_control_a_process_that_is_not_killed_changes_the_seat(
    bought: Bought, settings: Settings
) -> None:
    purchase, _, after = bought
    seat = present(purchase)

    def move() -> None:
        move_seat(enrolment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())

    assert not killed_at("nowhere", move, settings)
    assert present(purchase).bootcamp == after
