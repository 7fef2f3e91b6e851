"""A member's address is corrected at the desk: links and places follow, at any time."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress

from frontrow.accounts.models import User
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.sales.models import Enrollment, Fact, Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.catalogue.desk import Desk
from tests.factories import enrollment_of, from_now, make_bootcamp, make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.fakes.zoom import ZoomServer
from tests.jobs import run_jobs
from tests.links import join_token, seat_token
from tests.portal.student import a_student, browser
from tests.sales.buying import Shopper
from tests.sales.handing_over import handed_over, with_account
from tests.sales.meeting_places import registered, with_meeting

pytestmark = pytest.mark.django_db

OLD, NEW = "ada@example.test", "new@example.test"


def move_address(desk: Desk, user: User, **changes: Any) -> None:
    user.refresh_from_db()
    body = {"email": NEW, "firstName": user.first_name, "lastName": user.last_name, **changes}
    desk.done("PATCH", f"users/{user.pk}", body)


def opens(token: str, path: str = "join/look") -> int:
    return int(browser().post(f"/api/{path}", {"token": token}, "application/json").status_code)


def bought(stripe: StripeServer, bootcamp_id: int) -> tuple[User, Purchase]:
    user = make_user(email=OLD, first_name="Ada", last_name="Lovelace")
    EmailAddress.objects.create(user=user, email=OLD, verified=True, primary=True)
    shopper = Shopper(stripe, email=OLD)
    shopper.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    return user, shopper.buy(bootcamp=bootcamp_id)


def test_what_was_sent_to_the_old_address_opens_nothing_and_the_new_one_has_it_again(
    desk: Desk, stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    user, purchase = bought(stripe_server, with_meeting().pk)
    run_jobs()
    assert registered(zoom_server) == [OLD]
    seat = enrollment_of(purchase)
    move_address(desk, user)
    for version, status in ((0, 404), (1, 200)):
        assert opens(join_token(seat.pk, version)) == status
        assert opens(seat_token(seat.pk, version), "seat/look") == status
    told = Message.objects.get(recipient=NEW, category="REGISTRATION_CONFIRM")
    assert f"/join/{join_token(seat.pk, 1)}" in str(open_links(told.sealed_link))
    assert NEW not in Message.objects.get(category="ADDRESS_CHANGED", recipient=OLD).content
    run_jobs()
    assert registered(zoom_server) == [NEW]
    noted = stripe_server.intent(purchase.stripe_payment_intent_id or "")["metadata"]
    assert (noted["address"], noted["user"]) == (NEW, str(user.pk))
    fact = Fact.objects.get(what="buyer.corrected")
    assert (fact.who, fact.details) == (desk.admin, {"changed": ["email"], "by": "desk"})
    assert violations() == []


def test_long_after_the_sale_and_for_what_is_over_nothing_is_sent_again(
    desk: Desk, stripe_server: StripeServer
) -> None:
    user, purchase = bought(stripe_server, make_bootcamp().pk)
    bootcamp = enrollment_of(purchase).bootcamp
    bootcamp.starts_at, bootcamp.ends_at = from_now(days=-9), from_now(days=-8)
    bootcamp.save()
    Purchase.objects.update(completed_at=from_now(days=-60))
    move_address(desk, user)
    user.refresh_from_db()
    assert user.email == NEW
    assert not Message.objects.filter(recipient=NEW).exists()
    assert Enrollment.objects.get().link_version == 1


def test_a_name_alone_leaves_links_as_they_are(desk: Desk, stripe_server: StripeServer) -> None:
    user, purchase = bought(stripe_server, make_bootcamp().pk)
    move_address(desk, user, email=OLD, lastName="King")
    assert opens(join_token(enrollment_of(purchase).pk, 0)) == 200
    assert Message.objects.filter(category="REGISTRATION_CONFIRM").count() == 1


def test_a_holders_seat_follows_and_the_buyers_others_stay(desk: Desk) -> None:
    giver = a_student(first_name="Gil", last_name="Giver")
    bootcamp = make_bootcamp(starts_at=from_now(days=5))
    friend = with_account()
    purchase = make_purchase(bootcamp=bootcamp, user=giver.user)
    held = handed_over(giver, purchase)
    assert held.holder == friend.user
    own = enrollment_of(make_purchase(user=giver.user))
    move_address(desk, friend.user)
    assert (opens(join_token(held.pk, 0)), opens(join_token(held.pk, 1))) == (404, 200)
    assert opens(join_token(own.pk, 0)) == 200
    [told] = Message.objects.filter(recipient=NEW)
    assert told.category == "SEAT_HANDED_OVER"
    assert f"/join/{join_token(held.pk, 1)}" in str(open_links(told.sealed_link))
    # The buyer hears nothing of it: neither the purchase nor their own seats have changed.
    assert not Message.objects.filter(
        recipient=giver.user.email, category="REGISTRATION_CONFIRM"
    ).exists()
