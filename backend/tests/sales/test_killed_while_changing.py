"""A process killed while a seat changes: nothing has happened, or all of it, and it can go on.

The process is a fork of this one, so each kill costs milliseconds; it dies by SIGKILL in the middle
of its transaction, and the database rolls back what it had begun.
"""

from decimal import Decimal

import pytest
from django.db.models import Q
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.handing_over import accept_offer, offer_seat
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.ledger.provider_notes import tell_provider_of_seats
from frontrow.sales.models import Enrollment, Fact, HandOver, Purchase, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import HandOverFactory, from_now, make_bootcamp, make_bundle
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.killing import killed_at
from tests.links import seat_token
from tests.sales.buying import Shopper
from tests.sales.changing import present
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = size("KILL_ROUNDS")
TOKEN = "the offer"
MOVING = ("move.after_enrollment", "move.after_seat", "move.before_commit")
OFFERING = ("offer.before_commit",)
ACCEPTING = ("accept.after_lock", "accept.after_enrollment", "accept.before_commit")
PAYING = (
    *("settle.after_capturing", "settle.after_capture", "settle.before_completed"),
    *MOVING,
)
GIVING_BACK = ("refund.after_request", "give_back.after_seat", "give_back.before_commit")
TELLING = ("notes.before_provider", "notes.after_provider")


@pytest.fixture
def bought(stripe_server: StripeServer) -> tuple[Purchase, Bootcamp, Bootcamp]:
    before = make_bootcamp(starts_at=from_now(days=10), max_seats=2)
    after = make_bootcamp(starts_at=from_now(days=20), max_seats=2)
    purchase = Shopper(stripe_server).buy(bootcamp=before.pk)
    run_jobs()
    return purchase, before, after


Bought = tuple[Purchase, Bootcamp, Bootcamp]


def books() -> tuple[object, ...]:
    """Everything that a change of a seat writes."""
    return (
        sorted(
            Enrollment.objects.values_list("pk", "bootcamp_id", "ended_because", "holder_email")
        ),
        sorted(
            Seat.objects.exclude(enrollment_id=None).values_list("bootcamp_id", "enrollment_id")
        ),
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
        move_seat(enrollment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())

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
            enrollment_id=seat.pk,
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
    HandOverFactory.create(enrollment=present(purchase), token_hash=digest(TOKEN))
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
    move_seat(enrollment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())
    assert killed_at(label, lambda: tell_provider_of_seats(purchase.pk), settings)
    # The job is still in the queue: a worker that died has not done it.
    run_jobs()
    intent = stripe_server.intent(purchase.stripe_payment_intent_id or "")
    assert intent["metadata"]["bootcamps"] == str(after.pk)


@pytest.mark.parametrize("label", PAYING * ROUNDS)
def test_killed_while_a_paid_move_completes_the_sweep_moves_the_seat_once(
    label: str, bought: Bought, settings: Settings, stripe_server: StripeServer
) -> None:
    purchase, _, after = bought
    Bootcamp.objects.filter(pk=after.pk).update(price="1195.00")
    intent = paid_difference(purchase, after, stripe_server)
    difference = Purchase.objects.get(stripe_payment_intent_id=intent)
    assert killed_at(label, lambda: settle(purchase=difference), settings)
    assert violations() == []
    settle(purchase=Purchase.objects.get(pk=difference.pk))
    run_jobs()
    assert present(purchase).bootcamp == after
    assert Message.objects.filter(category="SEAT_MOVED").count() == 1
    assert stripe_server.ledger()["payment_intents"][intent]["net"] == 20_000
    assert violations() == []


@pytest.mark.parametrize("label", GIVING_BACK * ROUNDS)
def test_killed_while_giving_back_one_the_job_gives_it_back_once(
    label: str, settings: Settings, stripe_server: StripeServer
) -> None:
    members = [make_bootcamp(starts_at=from_now(days=10 + day)) for day in range(2)]
    bundle = make_bundle(bootcamps=members, price=Decimal(1500))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    run_jobs()
    seat = purchase.enrollments.order_by("pk")[0]

    def ask() -> None:
        request_refund(purchase_id=purchase.pk, reason="admin", enrollment_id=seat.pk)

    before_it = books()
    if label == "refund.after_request":
        assert killed_at(label, ask, settings)
        assert (books(), Refund.objects.count()) == (before_it, 0)
        ask()
    else:
        ask()
        assert killed_at(label, lambda: settle(purchase=purchase), settings)
        assert Enrollment.objects.filter(purchase=purchase, ended_at=None).count() == 2
    assert violations() == []
    run_jobs()
    assert present(purchase).pk != seat.pk
    intent = purchase.stripe_payment_intent_id
    assert stripe_server.ledger()["payment_intents"][intent]["net"] == 75_000
    assert violations() == []


def paid_difference(purchase: Purchase, after: Bootcamp, server: StripeServer) -> str:
    """The card's yes for the difference, and then the browser is gone."""
    shopper = Shopper(server)
    body = {"token": seat_token(present(purchase).pk, 0), "bootcampId": after.pk}
    intent = str(shopper.post("seat/move-payment", body).json()["paymentIntentId"])
    assert server.confirm(intent)["status"] == "requires_capture"
    return intent


def test_control_a_process_that_is_not_killed_changes_the_seat(
    bought: Bought, settings: Settings
) -> None:
    purchase, _, after = bought
    seat = present(purchase)

    def move() -> None:
        move_seat(enrollment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())

    assert not killed_at("nowhere", move, settings)
    assert present(purchase).bootcamp == after
