"""A purchase begins at Pay: before, no list or figure has it; unfinished, it can be dismissed."""

from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.ledger.tallies import fold_tallies, tallies
from frontrow.sales.models import Fact, Purchase, PurchaseState
from tests.factories import make_admin, make_bootcamp, make_purchase, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import a_student, billing, signed_in
from tests.sales.buying import Shopper
from tests.sales.waiting import free_one, full_class, join, offer_to, serve, session, token_of

pytestmark = pytest.mark.django_db(transaction=True)


def shopper_for(stripe: StripeServer, user: User) -> Shopper:
    return Shopper(stripe, email=user.email, full_name=user.full_name, client=signed_in(user))


def looked_at(shopper: Shopper, bootcamp: Bootcamp) -> Purchase:
    intent = shopper.session(bootcamp=bootcamp.pk)
    return Purchase.objects.get(stripe_payment_intent_id=intent)


def begun(shopper: Shopper, bootcamp: Bootcamp) -> Purchase:
    purchase = looked_at(shopper, bootcamp)
    assert shopper.hold(str(purchase.stripe_payment_intent_id)).status_code == 200
    return purchase


def in_portal(client: Client) -> list[dict[str, Any]]:
    answer = client.get("/api/user/purchases")
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, Any]] = answer.json()
    return rows


def dismiss(client: Client, purchase: Purchase) -> tuple[int, Any]:
    answer = client.post(f"/api/user/purchases/{purchase.pk}/dismiss", {}, "application/json")
    return answer.status_code, answer.json()["message"]


def read(client: Client, path: str) -> Any:
    answer = client.get(f"/api/admin/{path}")
    assert answer.status_code == 200, answer.content
    return answer


def listed_at_the_desk(desk: Client, email: str) -> list[int]:
    """The purchases of this person, wherever the desk counts or names them; they must agree."""
    page = read(desk, "purchases").json()
    ids = [row["purchase"]["id"] for row in page["rows"] if row["customerEmail"] == email]
    assert (page["total"], page["stats"]["purchases"]) == (len(page["rows"]),) * 2
    found = read(desk, f"search?q={email}").json()["purchases"]
    assert [one["id"] for one in found] == ids
    exported = b"".join(read(desk, "purchases/export").streaming_content).decode()
    assert exported.count(email) == len(ids)
    return ids


def test_what_was_only_looked_at_is_in_no_list_and_no_figure(stripe_server: StripeServer) -> None:
    user, desk = make_user(), signed_in(make_admin())
    shopper = shopper_for(stripe_server, user)
    looked_at(shopper, make_bootcamp())
    assert (in_portal(shopper.client), billing(shopper.client)) == ([], [])
    assert listed_at_the_desk(desk, user.email) == []
    assert sum(one.listed for one in tallies().values()) == 0
    person = read(desk, f"users/{user.pk}/details").json()
    assert (person["purchases"], person["stats"]["totalPurchases"]) == ([], 0)


def test_a_guest_who_only_typed_an_address_is_no_person_of_the_desk(
    stripe_server: StripeServer,
) -> None:
    desk, guest = signed_in(make_admin()), Shopper(stripe_server)
    purchase = looked_at(guest, make_bootcamp())
    assert read(desk, "people/guests").json()["total"] == 0
    assert desk.get(f"/api/admin/people/guest?email={guest.email}").status_code == 404
    guest.hold(str(purchase.stripe_payment_intent_id))
    assert read(desk, "people/guests").json()["total"] == 1
    assert read(desk, f"people/guest?email={guest.email}").json()["stats"]["totalPurchases"] == 1


def test_what_came_to_nothing_before_pay_stays_out_of_the_history(
    stripe_server: StripeServer,
) -> None:
    user, desk = make_user(), signed_in(make_admin())
    shopper = shopper_for(stripe_server, user)
    looked_at(shopper, make_bootcamp())
    # Another package takes its place in the browser.
    looked_at(shopper, make_bootcamp())
    run_jobs()
    assert set(Purchase.objects.values_list("state", flat=True)) == {"failed", "pending"}
    assert (in_portal(shopper.client), billing(shopper.client)) == ([], [])
    assert listed_at_the_desk(desk, user.email) == []


def test_a_payment_that_was_begun_is_one_line_with_the_page_to_finish_it(
    stripe_server: StripeServer,
) -> None:
    user, desk = make_user(), signed_in(make_admin())
    shopper = shopper_for(stripe_server, user)
    bootcamp = make_bootcamp()
    purchase = begun(shopper, bootcamp)
    purchase.refresh_from_db()
    assert purchase.begun_at == purchase.terms_accepted_at is not None
    finish = f"/checkout?bootcamp={bootcamp.pk}"
    assert [(row["status"], row["finishPath"]) for row in in_portal(shopper.client)] == [
        ("pending", finish)
    ]
    assert [(row["status"], row["finishPath"]) for row in billing(shopper.client)] == [
        ("pending", finish)
    ]
    assert listed_at_the_desk(desk, user.email) == [purchase.pk]
    fold_tallies(0)
    assert [status for status, one in tallies().items() if one.listed] == ["pending"]


def test_a_card_that_agreed_without_the_pay_click_begins_it(stripe_server: StripeServer) -> None:
    shopper = Shopper(stripe_server)
    purchase = looked_at(shopper, make_bootcamp())
    shopper.confirm(str(purchase.stripe_payment_intent_id))
    assert shopper.complete(str(purchase.stripe_payment_intent_id)).status_code == 200
    purchase.refresh_from_db()
    assert (purchase.listed_status, purchase.terms_accepted_at) == ("completed", None)
    assert purchase.begun_at is not None


def test_dismissing_frees_the_seat_and_cancels_the_payment_once(
    stripe_server: StripeServer,
) -> None:
    user = make_user()
    shopper = shopper_for(stripe_server, user)
    purchase = begun(shopper, make_bootcamp())
    assert seats_of(purchase).count() == 1
    said = (200, "The purchase is canceled. You haven't been charged.")
    assert dismiss(shopper.client, purchase) == said
    assert seats_of(purchase).count() == 0
    assert (in_portal(shopper.client), billing(shopper.client)) == ([], [])
    run_jobs()
    assert dismiss(shopper.client, purchase) == said
    purchase.refresh_from_db()
    assert (purchase.state, purchase.cancel_reason) == ("failed", "dismissed")
    assert stripe_server.intent(str(purchase.stripe_payment_intent_id))["status"] == "canceled"
    assert Fact.objects.filter(what="purchase.canceling").count() == 1


def test_a_card_that_agreed_while_it_was_dismissed_is_let_go(stripe_server: StripeServer) -> None:
    shopper = shopper_for(stripe_server, make_user())
    purchase = begun(shopper, make_bootcamp())
    shopper.confirm(str(purchase.stripe_payment_intent_id))
    assert dismiss(shopper.client, purchase)[0] == 200
    run_jobs()
    assert stripe_server.intent(str(purchase.stripe_payment_intent_id))["status"] == "canceled"


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ("capturing", "Your payment is being processed. Please wait a moment."),
        ("completed", "You've already paid for this."),
        ("refunded", "You've already paid for this."),
    ],
)
def test_what_was_paid_for_is_not_dismissed(state: str, message: str) -> None:
    user, client = a_student()
    purchase = make_purchase(user=user, state=PurchaseState(state))
    assert dismiss(client, purchase) == (409, message)
    purchase.refresh_from_db()
    assert purchase.state == state


def test_nobody_dismisses_anothers_purchase(stripe_server: StripeServer) -> None:
    purchase = begun(shopper_for(stripe_server, make_user()), make_bootcamp())
    guests = begun(Shopper(stripe_server), make_bootcamp())
    _, stranger = a_student()
    unknown = dismiss(stranger, Purchase(pk=purchase.pk + 1000))
    assert unknown[0] == 404
    assert dismiss(stranger, purchase) == dismiss(stranger, guests) == unknown
    assert set(Purchase.objects.values_list("state", flat=True)) == {"pending"}
    assert seats_of(purchase, guests).count() == 2


def test_dismissing_an_offered_seat_declines_the_offer(stripe_server: StripeServer) -> None:
    bootcamp = full_class()
    user = make_user()
    shopper = shopper_for(stripe_server, user)
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    intent = session(shopper, token_of(entry)).json()["paymentIntentId"]
    assert in_portal(shopper.client) == []
    assert shopper.hold(intent).status_code == 200
    purchase = Purchase.objects.get(stripe_payment_intent_id=intent)
    assert dismiss(shopper.client, purchase)[0] == 200
    assert offer_to(entry).state == "declined"
