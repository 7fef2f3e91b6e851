"""A seat offered from the list: held, paid for, declined, run out, passed on; never to two."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Message
from frontrow.sales.models import (
    Fact,
    Purchase,
    PurchaseState,
    SeatOffer,
    WaitingEntry,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from frontrow.sales.waiting.desk_acts import offer_out_of_turn
from frontrow.sales.waiting.joining import end_entry
from frontrow.sales.waiting.making import GRACE, make_offer
from frontrow.sales.waiting.serving import close_offers_that_ran_out
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.waiting import (
    ask_to_join,
    counts_of,
    emails_to,
    free_one,
    full_class,
    get,
    join,
    let_run_out,
    link_in,
    offer_to,
    own_token,
    post,
    serve,
    session,
    state_of,
    token_of,
)

pytestmark = pytest.mark.django_db

DECLINED_CARD = "4000000000000002"


def test_the_next_in_line_is_offered_the_seat_and_told_until_when() -> None:
    bootcamp = full_class(name="Full Class", days=30)
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    assert (state_of(entry), state_of(after)) == ("offered", "waiting")
    offer = offer_to(entry)
    purchase = offer.purchase
    assert (purchase.state, purchase.stripe_payment_intent_id) == ("pending", None)
    assert purchase.held_until == offer.expires_at
    seat = Seat.objects.get(is_offered=True, held_until__isnull=False)
    assert seat.held_until == offer.expires_at + GRACE
    assert counts_of(bootcamp) == {"total": 2, "sold": 1, "held": 0, "offered": 1, "free": 0}
    looked = get(f"offers/{token_of(entry)}").json()
    assert (looked["state"], looked["name"], looked["price"]) == (
        "open",
        "Full Class",
        str(bootcamp.price),
    )
    [_, email] = emails_to(entry)
    assert "held until" in email.content
    assert f"${bootcamp.price:,.2f}" in email.content
    assert link_in(email).endswith(f"/offer/{token_of(entry)}")
    assert Fact.objects.filter(purchase=purchase, what="seat.offered").count() == 1
    assert get(f"waiting-list/{own_token(entry)}").json()["offer"]["expiresAt"]
    assert violations() == []


def test_serving_again_offers_nothing_twice_and_writes_one_email() -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    for _ in range(3):
        serve()
    assert SeatOffer.objects.count() == 1
    assert len(emails_to(entry, "LIST_OFFER")) == 1
    assert emails_to(after, "LIST_OFFER") == []


def test_the_database_refuses_a_second_open_offer_to_one_person() -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    another = make_purchase(bootcamp=make_bootcamp(), state=PurchaseState.PENDING)
    with pytest.raises(IntegrityError, match="seat_offers_one_open_each"), transaction.atomic():
        SeatOffer.objects.create(entry=entry, purchase=another, expires_at=from_now(days=1))


def test_it_is_paid_for_in_the_ordinary_checkout(stripe_server: StripeServer) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    offer = offer_to(entry)
    shopper = Shopper(stripe_server, email="ada@example.test", full_name="Ada Waiting")
    answer = session(shopper, token_of(entry))
    assert answer.status_code == 200, answer.content
    assert answer.json()["heldUntil"] is not None
    intent = answer.json()["paymentIntentId"]
    offer.purchase.refresh_from_db()
    assert offer.purchase.stripe_payment_intent_id == intent
    # The same session again: one payment for one purchase.
    assert session(shopper, token_of(entry)).json()["paymentIntentId"] == intent
    held = shopper.hold(intent)
    assert (held.status_code, held.json()["heldUntil"] is not None) == (200, True)
    shopper.confirm(intent)
    done = shopper.complete(intent)
    assert (done.status_code, done.json()["status"]) == (200, "completed")
    offer.refresh_from_db()
    assert (offer.state, state_of(entry)) == ("taken", "taken")
    assert counts_of(bootcamp)["sold"] == 2
    assert get(f"offers/{token_of(entry)}").json()["state"] == "taken"
    assert Fact.objects.filter(what="offer.taken", purchase=offer.purchase).count() == 1
    assert violations() == []
    # What was taken cannot be declined any more.
    assert post(f"offers/{token_of(entry)}/decline").status_code == 410


def test_a_declined_card_keeps_the_offer(stripe_server: StripeServer) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    shopper = Shopper(stripe_server, email="ada@example.test")
    intent = session(shopper, token_of(entry)).json()["paymentIntentId"]
    shopper.hold(intent)
    shopper.confirm(intent, DECLINED_CARD)
    assert shopper.complete(intent).status_code == 409
    serve()
    assert state_of(entry) == "offered"
    assert get(f"offers/{token_of(entry)}").json()["state"] == "open"
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"


def test_another_checkout_in_the_same_browser_leaves_the_offer_held(
    stripe_server: StripeServer,
) -> None:
    bootcamp, other = full_class(), make_bootcamp()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    shopper = Shopper(stripe_server, email="ada@example.test")
    first = session(shopper, token_of(entry)).json()["paymentIntentId"]
    assert shopper.ask_session(bootcamp=other.pk).status_code == 200
    assert state_of(entry) == "offered"
    assert Purchase.objects.get(pk=offer_to(entry).purchase_id).state == "pending"
    # And back again: the other one is given up, as always.
    assert session(shopper, token_of(entry)).json()["paymentIntentId"] == first
    run_jobs()
    assert Purchase.objects.get(bootcamp=other).state == "failed"


def test_the_price_is_that_of_the_offer(stripe_server: StripeServer) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    Bootcamp.objects.filter(pk=bootcamp.pk).update(price=5000)
    shopper = Shopper(stripe_server, email="ada@example.test")
    answer = session(shopper, token_of(entry)).json()
    assert answer["totalAmount"] == str(bootcamp.price)
    # Also without the token, in the browser that began to pay for it.
    again = shopper.ask_session(bootcamp=bootcamp.pk).json()
    assert (again["paymentIntentId"], again["totalAmount"]) == (
        answer["paymentIntentId"],
        str(bootcamp.price),
    )


def test_declined_it_goes_to_the_next_at_once_and_the_first_to_the_end_of_the_line() -> None:
    bootcamp = full_class()
    first, second = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    for _ in range(2):
        assert post(f"offers/{token_of(first)}/decline").status_code == 200
    run_jobs()
    serve()
    assert (state_of(first), state_of(second)) == ("waiting", "offered")
    assert get(f"offers/{token_of(first)}").json()["state"] == "declined"
    assert "end of the line" in emails_to(first)[-1].content
    assert Purchase.objects.get(pk=offer_to(first).purchase_id).state == "failed"
    assert violations() == []


def test_declining_changes_nothing_for_others_who_are_offered_a_seat() -> None:
    bootcamp = full_class()
    first, second = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp, count=2)
    serve()
    assert (state_of(first), state_of(second)) == ("offered", "offered")
    assert post(f"offers/{token_of(first)}/decline").status_code == 200
    assert (state_of(first), state_of(second)) == ("waiting", "offered")
    assert [WaitingEntry.objects.get(pk=each.pk).misses for each in (first, second)] == [1, 0]


def test_not_taken_twice_they_are_off_the_list_and_told() -> None:
    bootcamp = full_class(seats=1)
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    for state in ("waiting", "off"):
        serve()
        assert state_of(entry) == "offered"
        let_run_out(offer_to(entry))
        assert get(f"offers/{token_of(entry)}").json()["state"] == "expired"
        close_offers_that_ran_out()
        assert state_of(entry) == state
        assert offer_to(entry).state == "expired"
    serve()
    assert state_of(entry) == "off"
    assert "taken you off the waiting list" in emails_to(entry)[-1].content
    assert counts_of(bootcamp)["free"] == 1
    # They may join again, when it is full again.
    free_seat = make_purchase(bootcamp=bootcamp)
    assert free_seat.state == "completed"
    assert ask_to_join("Ada", bootcamp).status_code == 200
    assert WaitingEntry.objects.filter(email=entry.email).count() == 2


def test_an_offer_longer_than_a_day_is_not_given_up_before_its_time(
    stripe_server: StripeServer,
) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    shopper = Shopper(stripe_server, email="ada@example.test")
    session(shopper, token_of(entry))
    offer = offer_to(entry)
    Purchase.objects.filter(pk=offer.purchase_id).update(created_at=from_now(hours=-30))
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert (state_of(entry), Purchase.objects.get(pk=offer.purchase_id).state) == (
        "offered",
        "pending",
    )
    Purchase.objects.filter(pk=offer.purchase_id).update(held_until=from_now(hours=-1))
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert Purchase.objects.get(pk=offer.purchase_id).state == "failed"
    assert offer_to(entry).state == "expired"


def test_a_card_that_agreed_in_the_last_second_has_the_seat(stripe_server: StripeServer) -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    shopper = Shopper(stripe_server, email="ada@example.test")
    intent = session(shopper, token_of(entry)).json()["paymentIntentId"]
    shopper.hold(intent)
    shopper.confirm(intent)
    let_run_out(offer_to(entry))
    serve()
    assert (state_of(entry), state_of(after)) == ("taken", "waiting")
    assert Purchase.objects.get(stripe_payment_intent_id=intent).state == "completed"


def test_after_its_time_it_cannot_be_paid_for(stripe_server: StripeServer) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    let_run_out(offer_to(entry))
    shopper = Shopper(stripe_server, email="ada@example.test")
    answer = session(shopper, token_of(entry))
    assert (answer.status_code, answer.json()["code"]) == (410, "offer_over")
    assert offer_to(entry).purchase.stripe_payment_intent_id is None


def test_a_bundle_is_offered_whole_or_not_at_all() -> None:
    first, second = full_class(name="First"), full_class(name="Second")
    bundle = make_bundle(bootcamps=[first, second], name="Both")
    whole = join("Ada", bundle=bundle)
    single = join("Bea", first)
    free_one(first)
    serve()
    # It cannot be served, and keeps nobody behind it from being so.
    assert (state_of(whole), state_of(single)) == ("waiting", "offered")
    free_one(first)
    serve()
    assert state_of(whole) == "waiting"
    # A seat that nobody but they wait for is not kept empty for them.
    assert counts_of(first)["free"] == 1
    free_one(second)
    serve()
    assert state_of(whole) == "offered"
    offer = offer_to(whole)
    assert sorted(offer.purchase.enrollments.values_list("name", flat=True)) == ["First", "Second"]
    assert (
        Seat.objects.filter(
            enrollment_id__in=offer.purchase.enrollments.values("pk"), held_until__isnull=False
        ).count()
        == 2
    )
    assert offer.purchase.total_amount == bundle.price
    assert violations() == []
    post(f"offers/{token_of(whole)}/decline")
    serve()
    held = Seat.objects.filter(enrollment_id__in=offer.purchase.enrollments.values("pk"))
    assert not held.exists()


def test_within_six_hours_everybody_is_told_at_once_and_the_class_is_open() -> None:
    bootcamp = full_class(name="Soon")
    first, second = join("Ada", bootcamp), join("Bea", bootcamp)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(starts_at=from_now(hours=5))
    serve()
    assert (state_of(first), state_of(second)) == ("waiting", "waiting")
    free_one(bootcamp)
    for _ in range(2):
        serve()
    assert (state_of(first), state_of(second)) == ("told", "told")
    for entry in (first, second):
        [told] = emails_to(entry, "LIST_OFFER")
        assert "first come, first served" in told.content
    assert not SeatOffer.objects.exists()
    assert counts_of(bootcamp)["free"] == 1


def test_the_last_hour_is_announced_once_and_only_for_long_offers() -> None:
    long, short = full_class(days=30), full_class(days=1)
    slow, quick = join("Ada", long), join("Bea", short)
    free_one(long)
    free_one(short)
    serve()
    for entry in (slow, quick):
        offer = offer_to(entry)
        left = timedelta(minutes=50)
        # As if it had been made so long ago that fifty minutes are left.
        SeatOffer.objects.filter(pk=offer.pk).update(
            created_at=offer.created_at - (offer.expires_at - from_now()) + left,
            expires_at=from_now(minutes=50),
        )
    for _ in range(2):
        serve()
    assert [one.subject.startswith("One hour left") for one in emails_to(slow, "LIST_OFFER")] == [
        False,
        True,
    ]
    night = offer_to(quick).expires_at - offer_to(quick).created_at
    expected = 2 if night > timedelta(hours=6) else 1
    assert len(emails_to(quick, "LIST_OFFER")) == expected


def test_more_dates_one_seat() -> None:
    one, other = full_class(days=30), full_class(days=40)
    entry = join("Ada", one, other)
    free_one(one)
    free_one(other)
    serve()
    assert SeatOffer.objects.filter(entry=entry).count() == 1
    assert list(offer_to(entry).purchase.enrollments.values_list("bootcamp_id")) == [(one.pk,)]
    # The other is nobody's: nobody waits for it.
    assert counts_of(other)["free"] == 1


def test_whoever_left_since_the_line_was_read_is_passed_over() -> None:
    bootcamp = full_class()
    gone, after = join("Ada", bootcamp), join("Bea", bootcamp)
    end_entry(entry_id=gone.pk, state=WaitingState.LEFT)
    free_one(bootcamp)
    assert make_offer(entry_id=gone.pk, classes=[bootcamp], at=database_now()) is None
    assert not SeatOffer.objects.exists()
    serve()
    assert (state_of(gone), state_of(after)) == ("left", "offered")


def test_a_hold_that_runs_out_goes_to_the_list() -> None:
    bootcamp = make_bootcamp(max_seats=1)
    make_purchase(
        bootcamp=bootcamp, state=PurchaseState.PENDING, held_for=timedelta(minutes=10), user=None
    )
    entry = join("Ada", bootcamp)
    serve()
    assert state_of(entry) == "waiting"
    Seat.objects.filter(bootcamp=bootcamp).update(held_until=from_now(hours=-1))
    assert counts_of(bootcamp)["free"] == 0
    serve()
    assert state_of(entry) == "offered"


def test_wishes_of_a_bundle_name_every_member() -> None:
    first, second = full_class(), make_bootcamp()
    bundle = make_bundle(bootcamps=[first, second])
    entry = join("Ada", bundle=bundle)
    assert set(WaitingWish.objects.filter(entry=entry).values_list("bootcamp_id", flat=True)) == {
        first.pk,
        second.pk,
    }
    first.refresh_from_db()
    second.refresh_from_db()
    # Only what is full is closed: the other goes on selling.
    assert (first.serves_list, second.serves_list) == (True, False)


def test_nobody_is_written_to_about_another_persons_offer() -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    told = Message.objects.filter(category="LIST_OFFER").values_list("recipient", flat=True)
    assert list(told) == [entry.email]


@pytest.mark.parametrize("by_desk", [False, True])
def test_outside_the_time_of_its_sales_no_seat_is_offered(*, by_desk: bool) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(sales_close_at=from_now(seconds=-1))
    free_one(bootcamp)
    if by_desk:
        with pytest.raises(Conflict):
            offer_out_of_turn(bootcamp_id=bootcamp.pk, entry_id=entry.pk)
        assert state_of(entry) == "waiting"
        return
    serve()
    assert not SeatOffer.objects.filter(entry=entry).exists()
    # Told why, and what stayed free keeps no line.
    assert state_of(entry) == "closed"
    closed = emails_to(entry)[-1]
    assert "before its sales closed" in closed.content
    bootcamp.refresh_from_db()
    assert not bootcamp.serves_list


def test_before_its_sales_open_a_seat_waits_for_whoever_waits() -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(sales_open_at=from_now(hours=1))
    free_one(bootcamp)
    serve()
    assert (state_of(entry), SeatOffer.objects.count()) == ("waiting", 0)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(sales_open_at=from_now(seconds=-1))
    serve()
    assert state_of(entry) == "offered"


def test_an_offer_stands_no_longer_than_the_sales_of_its_class() -> None:
    closes_at = from_now(hours=3)
    bootcamp = full_class(days=30, sales_close_at=closes_at)
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    assert offer_to(entry).expires_at == closes_at


@pytest.mark.parametrize("change", ["taken out", "added", "exchanged"])
@pytest.mark.parametrize("by_desk", [False, True])
def test_whoever_waits_for_a_bundle_is_never_offered_its_former_members_at_its_new_price(
    change: str, *, by_desk: bool
) -> None:
    first = full_class(bootcamp_type="Build", price="995.00")
    second = full_class(bootcamp_type="Launch", price="1495.00")
    third = full_class(bootcamp_type="Market", price="1495.00")
    bundle = make_bundle(name="Both", price="1895.00", bootcamps=[first, second])
    entry = join("Ada", bundle=bundle)
    if change != "added":
        bundle.members.filter(bootcamp=second).delete()
    if change != "taken out":
        bundle.members.create(bootcamp=third)
    for one in (first, second, third):
        free_one(one)
    if by_desk:
        with pytest.raises(Conflict):
            offer_out_of_turn(bootcamp_id=first.pk, entry_id=entry.pk)
    serve()
    assert not SeatOffer.objects.filter(entry=entry).exists()
    assert state_of(entry) == "closed"
    assert "includes different classes now" in emails_to(entry)[-1].content


def test_control_a_bundle_that_stayed_as_it_was_is_offered_at_todays_price() -> None:
    first = full_class(bootcamp_type="Build", price="995.00")
    second = full_class(bootcamp_type="Launch", price="1495.00")
    bundle = make_bundle(name="Both", price="1895.00", bootcamps=[first, second])
    entry = join("Ada", bundle=bundle)
    Bundle.objects.filter(pk=bundle.pk).update(price="1795.00")
    for one in (first, second):
        free_one(one)
    serve()
    purchase = offer_to(entry).purchase
    assert str(purchase.total_amount) == "1795.00"
    assert set(purchase.enrollments.values_list("bootcamp", flat=True)) == {first.pk, second.pk}
