"""Free seats: no card, the address proven by its email, and the seat held for thirty minutes."""

import time
from datetime import timedelta
from decimal import Decimal

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from frontrow.catalogue.models import Seat
from frontrow.core.clock import now
from frontrow.messaging.models import Message
from frontrow.sales.links import FREE_SEAT
from frontrow.sales.models import AccountInvitation, Enrollment, Movement, Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import make_bootcamp, make_bundle, make_purchase, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.portal.student import a_student, browser
from tests.sales.buying import Shopper
from tests.sales.free import Guest, free_class, held, let_pass, links_to, proven, told
from tests.sizes import size

pytestmark = pytest.mark.django_db

UNPROVEN = size("FREE_SEATS")
OVER = "This link has expired. Your seat wasn't kept, and you can ask for it again."


def swept() -> None:
    """The minute's run, and the jobs it queued."""
    sweep_unfinished(timestamp=0)
    for purchase_id in Purchase.objects.filter(state__in=["pending", "canceling"]).values_list(
        "pk", flat=True
    ):
        settle_purchase(purchase_id=purchase_id)


def queued_to_settle() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM procrastinate_jobs"
            " WHERE task_name = 'sales.settlement.settling.settle_purchase'"
        )
        return int(cursor.fetchone()[0])


def test_an_order_holds_a_seat_and_its_email_proves_the_address(
    stripe_server: StripeServer,
) -> None:
    bootcamp, ada = free_class(), Guest()
    answer = ada.ask(bootcamp)
    order = Purchase.objects.get()
    assert answer.json() == {
        "status": "confirm",
        "email": "ada@example.test",
        "heldUntil": answer.json()["heldUntil"],
        "completed": None,
    }
    assert (order.state, order.total_amount, order.user) == ("pending", Decimal(0), None)
    assert timedelta(minutes=29) < order.held_until - now() < timedelta(minutes=31)  # type: ignore[operator]
    assert (order.terms_version, order.terms_accepted_at is not None) == ("2026-11", True)
    assert held(bootcamp) == 1
    [email] = Message.objects.all()
    [token] = links_to("ada@example.test")
    assert (email.category, token in f"{email.content}{email.html}") == ("FREE_SEAT", False)
    assert "We're holding it for you until" in email.content

    looked = ada.look(token).json()
    assert (looked["state"], looked["email"], looked["isHeld"]) == ("open", "a…@example.test", True)
    assert held(bootcamp) == 1, "looking keeps nothing"

    kept = Guest().confirm(token)
    assert (kept.status_code, kept.json()["status"]) == (200, "completed"), kept.content
    assert kept.json()["purchase"]["bootcamp"]["seatNumber"] == 1
    assert kept.json()["invitationToken"]
    order.refresh_from_db()
    assert (order.state, order.completed_at is not None) == ("completed", True)
    assert [seat.held_until for seat in seats_of(order)] == [None]
    assert set(Message.objects.values_list("category", flat=True)) == {
        "FREE_SEAT",
        "REGISTRATION_CONFIRM",
        "WELCOME",
    }
    assert AccountInvitation.objects.get().purchase_ids == [order.pk]
    assert not Movement.objects.exists()
    assert stripe_server.requests() == []
    assert ada.look(token).json()["state"] == "confirmed"
    assert violations() == []


def test_the_browser_that_confirms_finds_its_purchase_again() -> None:
    bootcamp, reader = free_class(), Guest()
    Guest().order(bootcamp)
    reader.confirm(links_to("ada@example.test")[0])
    last = reader.client.get("/api/checkout").json()["lastPurchase"]
    assert last["purchase"]["guestEmail"] == "ada@example.test"


def test_an_account_with_this_address_gets_the_seat() -> None:
    bootcamp, owner = free_class(), proven("ada")
    Guest().order(bootcamp)
    assert Guest().confirm(links_to("ada@example.test")[0]).json()["invitationToken"] is None
    assert Purchase.objects.get().user == owner.user


def test_whoever_is_signed_in_with_a_confirmed_address_needs_no_email() -> None:
    bootcamp, owner = free_class(), proven("ada")
    answer = Guest(client=owner.client).ask(bootcamp).json()
    assert (answer["status"], answer["heldUntil"]) == ("completed", None)
    assert answer["completed"]["purchase"]["bootcamp"]["seatNumber"] == 1
    assert Purchase.objects.get().user == owner.user
    assert links_to("ada@example.test") == []
    again = Guest(client=owner.client).ask(bootcamp)
    assert told(again) == (409, "You already have a seat in Open Evening.")


def test_another_address_than_the_accounts_own_is_proven_by_its_email() -> None:
    bootcamp, owner = free_class(), proven("ada")
    Guest(client=owner.client, email="bea@example.test").order(bootcamp)
    assert len(links_to("bea@example.test")) == 1
    # Signed in, but never having confirmed the address.
    unproven = a_student(email="cid@example.test")
    EmailAddress.objects.create(user=unproven.user, email="cid@example.test", verified=False)
    Guest(client=unproven.client, email="cid@example.test").order(bootcamp)
    assert len(links_to("cid@example.test")) == 1


def test_after_thirty_minutes_the_link_is_dead_and_the_seat_is_free() -> None:
    bootcamp, ada = free_class(max_seats=3), Guest()
    order = ada.order(bootcamp)
    [token] = links_to("ada@example.test")
    let_pass(29)
    swept()
    assert (held(bootcamp), ada.look(token).json()["state"]) == (1, "open")
    let_pass(2)
    assert (held(bootcamp), ada.look(token).json()["state"]) == (0, "over")
    assert told(ada.confirm(token)) == (410, OVER)
    swept()
    order.refresh_from_db()
    assert order.state == "failed"
    assert not seats_of(order).exists()
    assert told(ada.confirm(token)) == (410, OVER)
    assert violations() == []


def test_the_sweep_leaves_an_order_alone_until_its_time_is_up() -> None:
    Guest().order(free_class())
    let_pass(10)
    sweep_unfinished(timestamp=0)
    assert queued_to_settle() == 0
    let_pass(21)
    sweep_unfinished(timestamp=0)
    assert queued_to_settle() == 1


@pytest.mark.parametrize("second", ["ada@example.test", "ADA+again@Example.test"])
def test_one_free_seat_for_a_person_and_class(second: str) -> None:
    bootcamp = free_class()
    Guest().order(bootcamp)
    Guest().confirm(links_to("ada@example.test")[0])
    let_pass(11)
    other = Guest(email=second, address="10.0.1.1")
    order = other.order(bootcamp)
    assert told(other.confirm(_token(order))) == (409, "You already have a seat in Open Evening.")
    assert Enrollment.objects.filter(purchase__state="completed").count() == 1
    elsewhere = free_class(name="Another Evening")
    another = Guest(email="ada@example.test", address="10.0.2.1").order(elsewhere)
    assert another.state == "pending"


def test_a_paid_seat_counts_too_and_a_seat_that_ended_does_not() -> None:
    bootcamp = free_class()
    paid = make_purchase(bootcamp=bootcamp, user=make_user(email="ada@example.test"))
    order = Guest().order(bootcamp)
    assert told(Guest().confirm(_token(order)))[0] == 409
    Enrollment.objects.filter(purchase=paid).update(ended_at=now(), ended_because="refunded")
    Seat.objects.filter(enrollment_id__in=paid.enrollments.values("pk")).update(enrollment_id=None)
    assert Guest().confirm(_token(order)).status_code == 200


def test_asked_again_the_answer_is_the_same_and_one_email_goes_in_ten_minutes() -> None:
    bootcamp, ada = free_class(), Guest()
    first = ada.ask(bootcamp).json()
    again = ada.ask(bootcamp, fullName="Ada King").json()
    stranger = Guest(address="10.9.9.9").ask(bootcamp).json()
    assert first == again
    assert stranger.keys() == first.keys()
    assert {**stranger, "heldUntil": None} == {**first, "heldUntil": None}
    assert len(links_to("ada@example.test")) == 1
    mine = Purchase.objects.earliest("pk")
    assert (Purchase.objects.count(), mine.guest_full_name) == (2, "Ada King")
    # The address holds one seat, whoever typed it.
    assert held(bootcamp) == 1
    Guest().confirm(links_to("ada@example.test")[0])
    assert sorted(Purchase.objects.values_list("state", flat=True)) == ["canceling", "completed"]
    swept()
    assert held(bootcamp) == 0
    assert violations() == []


def test_a_corrected_address_gets_the_seat_and_the_wrong_one_nothing() -> None:
    bootcamp, ada = free_class(max_seats=3), Guest(email="adda@example.test")
    wrong = ada.order(bootcamp)
    ada.email = "ada@example.test"
    right = ada.order(bootcamp)
    assert right.pk != wrong.pk
    assert held(bootcamp) == 1
    assert told(ada.confirm(_token(wrong))) == (410, OVER)
    assert ada.confirm(links_to("ada@example.test")[0]).status_code == 200


def test_ordering_one_and_paying_for_another_in_one_browser_disturb_neither(
    stripe_server: StripeServer,
) -> None:
    evening, bootcamp = free_class(), make_bootcamp()
    shopper = Shopper(stripe_server)
    order = Guest(client=shopper.client).order(evening)
    assert shopper.buy(bootcamp=bootcamp.pk).state == "completed"
    assert Guest().confirm(_token(order)).status_code == 200


def test_beyond_its_share_an_order_is_taken_without_a_held_seat() -> None:
    bootcamp = free_class(max_seats=5)
    orders = [
        Guest(email=f"g{n}@example.test", address=f"10.0.{n}.1").order(bootcamp) for n in range(4)
    ]
    assert (held(bootcamp), orders[3].held_until) == (2, None)
    unheld = Message.objects.get(recipient="g3@example.test")
    assert "as long as there's a seat left" in unheld.content
    assert Guest().confirm(_token(orders[3])).status_code == 200


def test_without_a_seat_nothing_is_kept_and_it_is_said() -> None:
    bootcamp = free_class(max_seats=1)
    order = Guest().order(bootcamp)
    assert order.held_until is None, "the last seat is nobody's until it's confirmed"
    make_purchase(bootcamp=bootcamp)
    assert told(Guest().confirm(_token(order))) == (409, "Open Evening is sold out.")
    order.refresh_from_db()
    assert (order.state, seats_of(order).count()) == ("pending", 0)
    assert told(Guest(email="bea@example.test").ask(bootcamp)) == (409, "Open Evening is sold out.")


def test_what_has_a_price_is_not_free_and_what_is_free_takes_no_card(
    stripe_server: StripeServer,
) -> None:
    assert told(Guest().ask(make_bootcamp(name="Beginner"))) == (409, "The price is now $995.00.")
    assert Shopper(stripe_server).ask_session(bootcamp=free_class().pk).status_code == 409
    assert not Purchase.objects.exists()


def test_a_free_bundle_takes_all_its_seats_or_none() -> None:
    one, two = free_class(name="One", max_seats=5), free_class(name="Two", max_seats=5)
    bundle = make_bundle(bootcamps=[one, two], price=Decimal(0), name="Both")
    order = Guest().order(bundle)
    assert (held(one), held(two)) == (1, 1)
    Guest().confirm(_token(order))
    assert [seat.held_until for seat in seats_of(order)] == [None, None]
    second = Guest(email="bea@example.test", address="10.0.0.9")
    first = second.order(one)
    other = second.order(bundle)
    assert second.confirm(_token(first)).status_code == 200
    assert told(second.confirm(_token(other))) == (409, "You already have a seat in One.")


@pytest.mark.parametrize("is_same_browser", [True, False])
def test_it_is_confirmed_while_something_else_is_being_paid_for(
    stripe_server: StripeServer, *, is_same_browser: bool
) -> None:
    evening, paid = free_class(), make_bootcamp()
    guest = Guest()
    order = guest.order(evening)
    here = guest.client if is_same_browser else browser()
    shopper = Shopper(stripe_server, email="bea@example.test", client=here)
    intent = shopper.session(bootcamp=paid.pk)
    answer = Guest(client=here).confirm(_token(order))
    assert answer.status_code == 200, answer.content
    assert [seat.held_until for seat in seats_of(order)] == [None]
    # What was under way goes on.
    assert shopper.hold(intent).status_code == 200
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    assert Guest(client=here).confirm(_token(order)).json()["status"] == "completed"
    assert violations() == []


@pytest.mark.parametrize("token", ["x", "1", "1.x", ".", "9" * 199])
def test_made_up_tokens_open_nothing(token: str) -> None:
    Guest().order(free_class())
    for answer in (Guest().look(token), Guest().confirm(token)):
        assert told(answer) == (404, "This link isn't valid.")


def test_many_unproven_addresses_hold_their_share_and_after_half_an_hour_nothing() -> None:
    bootcamp = free_class(max_seats=20)
    most, began = 0, time.monotonic()
    for number in range(UNPROVEN):
        guest = Guest(
            email=f"made-up-{number}@example.test",
            address=f"10.{number // 250}.{number % 250}.1",
        )
        answer = guest.ask(bootcamp)
        assert answer.status_code == 200, answer.content
        most = max(most, held(bootcamp)) if number % 50 == 0 else most
    assert held(bootcamp) == 8 >= most
    assert Purchase.objects.filter(state="pending").count() == UNPROVEN
    # Somebody real comes in the middle of it.
    real = Guest(email="real@example.test", address="192.168.1.1")
    assert real.confirm(_token(real.order(bootcamp))).status_code == 200
    # For the database it is still the moment at which this test began.
    let_pass(31 + (time.monotonic() - began) / 60)
    assert held(bootcamp) == 0
    swept()
    assert Purchase.objects.filter(state="failed").count() == UNPROVEN
    assert Seat.objects.filter(bootcamp=bootcamp, enrollment_id__isnull=False).count() == 1
    assert violations() == []


def _token(order: Purchase) -> str:
    """As it stands in the order's email, or would but for the limit of emails."""
    return FREE_SEAT.token(order)
