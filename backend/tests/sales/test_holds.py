"""The courtesy hold: short, once, few per person and network, and never more than its share."""

import threading
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.catalogue.models import Seat
from frontrow.core.clock import now
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.fakes.stripe import StripeServer
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)


def shopper(stripe_server: StripeServer, number: int, *, network: int | None = None) -> Shopper:
    return Shopper(
        stripe_server,
        email=f"buyer{number}@example.test",
        address=f"10.0.{number if network is None else network}.{number % 250 + 1}",
    )


def held(bootcamp: Any) -> int:
    return Seat.objects.filter(bootcamp=bootcamp, held_until__gt=now()).count()


def test_a_hold_lasts_ten_minutes_and_is_not_extended(stripe_server: StripeServer) -> None:
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=make_bootcamp().pk)
    before = now()
    first = buyer.hold(intent).json()["heldUntil"]
    ends_at = datetime.fromisoformat(first)
    assert timedelta(minutes=10) <= ends_at - before < timedelta(minutes=10, seconds=10)
    assert buyer.hold(intent).json()["heldUntil"] == first
    seat_until = seats_of(Purchase.objects.get()).get().held_until
    # The answer tells milliseconds.
    assert seat_until is not None
    assert abs(seat_until - ends_at) < timedelta(milliseconds=1)
    Seat.objects.exclude(held_until=None).update(held_until=from_now(seconds=-1))
    Purchase.objects.update(held_until=from_now(seconds=-1))
    again = buyer.hold(intent)
    assert (again.status_code, again.json()) == (200, {"heldUntil": None})


def test_the_pay_click_keeps_what_was_agreed_to(stripe_server: StripeServer) -> None:
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=make_bootcamp().pk)
    assert Purchase.objects.get().terms_accepted_at is None
    buyer.hold(intent, termsVersion="2026-11", phone="+44 20 7946 0000", smsConsent=True)
    purchase = Purchase.objects.get()
    assert (purchase.terms_version, purchase.guest_phone, purchase.wants_sms) == (
        "2026-11",
        "+442079460000",
        True,
    )
    assert purchase.terms_accepted_at is not None


@pytest.mark.parametrize(
    ("change", "field"),
    [({"termsVersion": ""}, "termsVersion"), ({"phone": "555 010"}, "phone")],
)
def test_a_pay_click_without_terms_or_with_a_bad_number_is_refused(
    change: dict[str, str], field: str, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=bootcamp.pk)
    answer = buyer.hold(intent, **change)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]
    assert (held(bootcamp), Purchase.objects.get().terms_accepted_at) == (0, None)


def test_nobody_holds_for_somebody_elses_payment(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    intent = Shopper(stripe_server).session(bootcamp=bootcamp.pk)
    stranger = Shopper(stripe_server)
    stranger.client.get("/api/checkout")
    assert stranger.hold(intent).status_code == 404
    assert Shopper(stripe_server).hold(intent).status_code == 404
    assert stranger.hold("pi_unknown").status_code == 404
    assert stranger.hold(intent, clientSecret=f"{intent}_secret_guess").status_code == 404
    assert held(bootcamp) == 0
    # The client secret proves it for a browser that lost its cookie.
    secret = stripe_server.intent(intent)["client_secret"]
    assert stranger.hold(intent, clientSecret=secret).status_code == 200
    assert held(bootcamp) == 1


def test_the_owner_holds_from_another_browser(stripe_server: StripeServer) -> None:
    user = make_user()
    one, other = Shopper(stripe_server, email=user.email), Shopper(stripe_server)
    for browser in (one, other):
        browser.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    intent = one.session(bootcamp=make_bootcamp().pk)
    assert other.hold(intent).json()["heldUntil"] is not None


def test_sold_out_is_said_before_anything_is_paid(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp", max_seats=1)
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=bootcamp.pk)
    make_purchase(bootcamp=bootcamp)
    answer = buyer.hold(intent)
    assert (answer.status_code, answer.json()["message"]) == (409, "Beginner Bootcamp is sold out.")
    bootcamp.starts_at = from_now(seconds=-1)
    bootcamp.save()
    assert buyer.hold(intent).json()["message"] == "Beginner Bootcamp is no longer on sale."


def test_a_refusal_asks_the_database_once(stripe_server: StripeServer) -> None:
    """A whole crowd is told that it is sold out, in the same second."""
    bootcamp = make_bootcamp(max_seats=1)
    late = shopper(stripe_server, 1)
    intent = late.session(bootcamp=bootcamp.pk)
    shopper(stripe_server, 2).buy(bootcamp=bootcamp.pk)
    with CaptureQueriesContext(connection) as asked:
        assert late.hold(intent).status_code == 409
    assert sum("hold_seats" in one["sql"] for one in asked) == 1
    assert not [one for one in asked if "enrollments" in one["sql"]]


def test_a_crowd_holds_at_most_its_share_and_three_per_network(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    crowd = [shopper(stripe_server, number) for number in range(20)]
    intents = [one.session(bootcamp=bootcamp.pk) for one in crowd]
    clicks = [partial(one.hold, intent) for one, intent in zip(crowd, intents, strict=True)]
    answers: list[Any] = all_at_once(clicks)
    assert [answer.status_code for answer in answers] == [200] * 20
    assert sum(answer.json()["heldUntil"] is not None for answer in answers) == 8
    assert held(bootcamp) == 8
    # Whoever has no hold still buys.
    without = next(n for n, answer in enumerate(answers) if answer.json()["heldUntil"] is None)
    crowd[without].confirm(intents[without])
    assert crowd[without].complete(intents[without]).json()["status"] == "completed"

    other = make_bootcamp()
    neighbors = [shopper(stripe_server, 30 + number, network=77) for number in range(6)]
    intents = [one.session(bootcamp=other.pk) for one in neighbors]
    all_at_once([partial(one.hold, i) for one, i in zip(neighbors, intents, strict=True)])
    assert held(other) == 3


def test_control_without_the_lock_the_share_is_overrun(stripe_server: StripeServer) -> None:
    """Counting first and taking later, each in its own time, holds more than eight."""
    bootcamp = make_bootcamp()
    purchases = [make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING) for _ in range(20)]
    free = list(Seat.objects.filter(bootcamp=bootcamp, enrollment_id=None).order_by("number"))

    def hold(place: int) -> None:
        if held(bootcamp) + 1 <= 8:
            all_have_counted.wait()
            Seat.objects.filter(pk=free[place].pk).update(
                enrollment_id=enrollment_of(purchases[place]).pk, held_until=from_now(minutes=10)
            )

    all_have_counted = threading.Barrier(20, timeout=20)
    all_at_once([partial(hold, place) for place in range(20)])
    assert held(bootcamp) == 20


def test_a_seat_that_is_only_held_is_not_called_sold_out(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp", max_seats=3)
    holder = Shopper(stripe_server, email="holder@example.test")
    late = Shopper(stripe_server, email="late@example.test", address="10.1.0.1")
    intent = late.session(bootcamp=bootcamp.pk)
    assert holder.hold(holder.session(bootcamp=bootcamp.pk)).json()["heldUntil"] is not None
    for _ in range(2):
        make_purchase(bootcamp=bootcamp)
    newcomer = Shopper(stripe_server, email="new@example.test", address="10.2.0.1")
    for answer in (late.hold(intent), newcomer.ask_session(bootcamp=bootcamp.pk)):
        assert answer.status_code == 409
        seconds = int(answer.headers["Retry-After"])
        assert 570 < seconds <= 600
        assert answer.json() == {
            "code": "seat_held",
            "message": "Someone is paying for the last seat in Beginner Bootcamp."
            f" It frees up in {seconds // 60}:{seconds % 60:02} if they don't.",
            "fields": {},
        }
    # In a bundle, what is sold is said before what is held.
    full = make_bootcamp(name="Full", max_seats=1)
    both = make_bundle(bootcamps=[bootcamp, full])
    wish = Shopper(stripe_server, email="both@example.test", address="10.3.0.1")
    Seat.objects.filter(bootcamp=bootcamp, held_until=None).update(enrollment_id=None)
    bundled = wish.session(bundle=both.pk)
    make_purchase(bootcamp=full)
    for _ in range(2):
        make_purchase(bootcamp=bootcamp)
    assert wish.hold(bundled).json()["message"] == "Full is sold out."
    # The hold runs out: the seat is to be had again.
    Seat.objects.exclude(held_until=None).update(held_until=from_now(seconds=-1))
    assert late.hold(intent).status_code == 200


def test_one_address_holds_once_however_many_browsers(stripe_server: StripeServer) -> None:
    first, second = make_bootcamp(), make_bootcamp()
    one = Shopper(stripe_server, email="Ada@example.test", address="10.1.0.1")
    two = Shopper(stripe_server, email="ada@EXAMPLE.test", address="10.2.0.1")
    assert one.hold(one.session(bootcamp=first.pk)).json()["heldUntil"] is not None
    assert two.hold(two.session(bootcamp=second.pk)).json()["heldUntil"] is None
    assert (held(first), held(second)) == (1, 0)


def test_a_bundle_is_held_in_every_member_or_in_none(stripe_server: StripeServer) -> None:
    small, large = make_bootcamp(max_seats=2), make_bootcamp()
    bundle = make_bundle(bootcamps=[large, small])
    buyer = Shopper(stripe_server)
    # Of two seats no share of 40 % is a whole one.
    assert buyer.hold(buyer.session(bundle=bundle.pk)).json()["heldUntil"] is None
    assert (held(small), held(large)) == (0, 0)
    roomy = make_bundle(bootcamps=[large, make_bootcamp()])
    assert buyer.hold(buyer.session(bundle=roomy.pk)).json()["heldUntil"] is not None
    assert held(large) == 1


def test_a_reload_finds_its_own_hold_and_nobody_elses(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    buyer, stranger = Shopper(stripe_server), Shopper(stripe_server)
    intent = buyer.session(bootcamp=bootcamp.pk)
    assert buyer.client.get("/api/checkout").json()["hold"] is None
    held_until = buyer.hold(intent).json()["heldUntil"]
    assert buyer.client.get("/api/checkout").json()["hold"] == {
        "bootcampIds": [bootcamp.pk],
        "bundleId": None,
        "seatsIn": [bootcamp.pk],
        "heldUntil": held_until,
    }
    assert stranger.client.get("/api/checkout").json()["hold"] is None
    Purchase.objects.update(held_until=from_now(seconds=-1))
    assert buyer.client.get("/api/checkout").json()["hold"] is None


def test_with_holds_switched_off_everything_still_sells(
    stripe_server: StripeServer, settings: Any
) -> None:
    settings.ENV = settings.ENV.model_copy(update={"HOLD_SECONDS": 0})
    bootcamp = make_bootcamp()
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=bootcamp.pk)
    assert buyer.hold(intent).json() == {"heldUntil": None}
    assert held(bootcamp) == 0
    buyer.confirm(intent)
    assert buyer.complete(intent).json()["status"] == "completed"


def test_a_tab_that_is_late_is_told_what_became_of_the_purchase(
    stripe_server: StripeServer,
) -> None:
    """Money was taken in another tab, or another package was chosen there."""
    this, that = make_bootcamp(), make_bootcamp()
    buyer = Shopper(stripe_server)
    replaced = buyer.session(bootcamp=this.pk)
    paid = buyer.session(bootcamp=that.pk)
    late = buyer.hold(replaced)
    assert (late.status_code, late.json()["code"]) == (409, "not_charged")
    assert "haven't been charged" in late.json()["message"]
    assert buyer.hold(paid).status_code == 200
    buyer.confirm(paid)
    assert buyer.complete(paid).json()["status"] == "completed"
    for _ in range(2):
        late = buyer.hold(paid)
        assert (late.status_code, late.json()["code"]) == (409, "already_paid")
        assert late.json()["message"] == "You've already paid for this."
    Purchase.objects.filter(stripe_payment_intent_id=paid).update(state=PurchaseState.CAPTURING)
    assert buyer.hold(paid).json()["code"] == "payment_in_progress"
    # A stranger learns nothing of it.
    assert Shopper(stripe_server).hold(paid).status_code == 404
