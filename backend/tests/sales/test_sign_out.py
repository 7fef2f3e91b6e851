"""Whoever signs out leaves nothing of the purchase for the next person at the browser."""

import pytest
from django.conf import settings

from frontrow.sales.buyers.visitors import CHECKOUT_COOKIE, INVITATION_COOKIE
from frontrow.sales.models import Purchase
from tests.factories import make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

NAVIGATION = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document"}
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def test_signing_out_clears_the_checkout_and_the_invitation(stripe_server: StripeServer) -> None:
    ada = make_user(email="ada@example.test")
    browser = Shopper(stripe_server)
    guest = Shopper(stripe_server, email="guest@example.test")
    token = guest.complete(guest.pay(bootcamp=make_bootcamp().pk)).json()["invitationToken"]
    browser.client.force_login(ada, BACKEND)
    browser.post("invitations/open", {"invitationToken": token})
    browser.buy(bootcamp=make_bootcamp().pk)
    begun = browser.session(bootcamp=make_bootcamp().pk)
    assert browser.client.get("/api/checkout").json()["lastPurchase"] is not None

    browser.client.get("/api/logout", headers=NAVIGATION)
    cookies = browser.client.cookies
    assert (cookies[CHECKOUT_COOKIE].value, cookies[INVITATION_COOKIE].value) == ("", "")
    assert (cookies[CHECKOUT_COOKIE]["max-age"], cookies[INVITATION_COOKIE]["max-age"]) == (0, 0)

    # The next person there begins as a stranger.
    assert browser.client.get("/api/checkout").json()["lastPurchase"] is None
    assert browser.client.get("/api/check-user-exists/guest@example.test").json() == {
        "exists": False
    }
    bert = Shopper(stripe_server, email="bert@example.test", client=browser.client)
    theirs = bert.session(bootcamp=make_bootcamp().pk)
    assert theirs != begun
    assert Purchase.objects.get(stripe_payment_intent_id=theirs).user is None


def test_a_guest_in_the_middle_of_paying_keeps_the_checkout(stripe_server: StripeServer) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    # A session that ended elsewhere is no sign-out here.
    kept = shopper.client.cookies[CHECKOUT_COOKIE].value
    shopper.client.cookies[settings.SESSION_COOKIE_NAME] = "long-gone"
    shopper.client.get("/api/user")
    assert shopper.client.cookies[CHECKOUT_COOKIE].value == kept
    assert shopper.session(bootcamp=Purchase.objects.get().bootcamp_id) == intent
