"""Claiming what a guest bought: by token only, once, and nobody learns who is a customer."""

import threading
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import EmailRequest, User
from frontrow.catalogue.models import Seat
from frontrow.coaching.models import CoachingSession
from frontrow.core.errors import NotFound
from frontrow.messaging.models import Message
from frontrow.sales.buyers.invitations import claim_purchases
from frontrow.sales.buyers.resending_invitations import write_invitations_again
from frontrow.sales.models import AccountInvitation, Purchase, PurchaseState
from frontrow.sales.refunds.requests import request_refund
from tests.accounts.people import link_in
from tests.factories import from_now, make_bootcamp, make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.faults.processes import wait_until
from tests.jobs import run_jobs
from tests.lock_waits import somebody_waits
from tests.portal.student import browser
from tests.races.crowd import all_at_once, tally
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user: User) -> Client:
    client = browser()
    client.force_login(user, BACKEND)
    return client


def post(client: Client, path: str, **body: str) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/api/{path}", body, content_type="application/json")
    return answer.status_code, answer.json()


def bought_as_guest(stripe_server: StripeServer, **coaching: bool) -> tuple[Purchase, str, Shopper]:
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=make_bootcamp(**coaching).pk)
    token = shopper.complete(intent).json()["invitationToken"]
    return Purchase.objects.get(stripe_payment_intent_id=intent), token, shopper


def test_a_guest_with_the_token_gets_the_purchases_the_coaching_and_the_name(
    stripe_server: StripeServer,
) -> None:
    purchase, token, _ = bought_as_guest(stripe_server, includes_coaching=True)
    other = make_purchase(guest_email="ada@example.test", user=None)
    user = make_user(username="ada", first_name="ada", last_name="")
    status, told = post(signed_in(user), "complete-account-creation", invitationToken=token)
    assert (status, told["linkedPurchases"]) == (200, 1)
    purchase.refresh_from_db()
    other.refresh_from_db()
    user.refresh_from_db()
    assert (purchase.user, other.user) == (user, None)
    assert CoachingSession.objects.get().user == user
    assert (user.first_name, user.last_name) == ("Ada", "Lovelace")
    invitation = AccountInvitation.objects.get(purchase_ids=[purchase.pk])
    assert (invitation.status, invitation.user) == ("accepted", user)


def test_a_name_its_owner_chose_is_left_alone(stripe_server: StripeServer) -> None:
    _, token, _ = bought_as_guest(stripe_server)
    user = make_user(first_name="Countess", name_edited=True)
    claim_purchases(token=token, user=user)
    user.refresh_from_db()
    assert user.first_name == "Countess"


def test_twenty_accounts_with_one_token_and_one_gets_it(stripe_server: StripeServer) -> None:
    purchase, token, _ = bought_as_guest(stripe_server)
    users = [make_user() for _ in range(20)]
    outcomes = all_at_once([partial(claim_purchases, token=token, user=user) for user in users])
    assert tally(outcomes) == {"ok": 1, "Gone": 19}
    purchase.refresh_from_db()
    assert purchase.user in users
    winner = purchase.user
    assert winner is not None
    # The same person asking again, after a lost reply, hears the same.
    assert claim_purchases(token=token, user=winner) == 1


def test_a_purchase_that_has_an_owner_by_now_stays_its_owners(stripe_server: StripeServer) -> None:
    purchase, token, _ = bought_as_guest(stripe_server, includes_coaching=True)
    owner, late = make_user(), make_user()
    Purchase.objects.update(user=owner)
    CoachingSession.objects.update(user=owner)
    claim_purchases(token=token, user=late)
    purchase.refresh_from_db()
    assert (purchase.user, CoachingSession.objects.get().user) == (owner, owner)
    assert signed_in(late).get("/api/user/purchases").json() == []


def test_used_expired_and_unknown_tokens_are_told_apart_and_change_nothing(
    stripe_server: StripeServer,
) -> None:
    purchase, token, _ = bought_as_guest(stripe_server)
    client = signed_in(make_user())
    unknown = (
        404,
        {"code": "not_found", "message": "This invitation link doesn't work.", "fields": {}},
    )
    assert post(client, "complete-account-creation", invitationToken="x") == unknown
    assert post(client, "invitations/open", invitationToken="x") == unknown
    AccountInvitation.objects.update(expires_at=from_now(seconds=-1))
    expired = (
        410,
        {
            "code": "invitation_expired",
            "message": "This invitation has expired. You can ask for a new one.",
            "fields": {},
        },
    )
    assert post(client, "complete-account-creation", invitationToken=token) == expired
    assert post(client, "invitations/open", invitationToken=token) == expired
    purchase.refresh_from_db()
    assert purchase.user is None
    AccountInvitation.objects.update(expires_at=from_now(days=1))
    assert post(client, "complete-account-creation", invitationToken=token)[0] == 200
    used = (
        410,
        {"code": "invitation_used", "message": "This invitation has been used.", "fields": {}},
    )
    assert post(browser(), "invitations/open", invitationToken=token) == used
    stranger = signed_in(make_user())
    assert post(stranger, "complete-account-creation", invitationToken=token) == used


def test_opening_the_link_changes_nothing_and_says_what_it_is_for(
    stripe_server: StripeServer,
) -> None:
    purchase, token, _ = bought_as_guest(stripe_server)
    for _ in range(3):
        status, told = post(browser(), "invitations/open", invitationToken=token)
        assert (status, told) == (
            200,
            {"email": "ada@example.test", "packageNames": [purchase.package_name]},
        )
    assert AccountInvitation.objects.get().status == "sent"


def test_signed_out_nobody_claims_anything(stripe_server: StripeServer) -> None:
    _, token, _ = bought_as_guest(stripe_server)
    assert post(browser(), "complete-account-creation", invitationToken=token)[0] == 401
    assert AccountInvitation.objects.get().status == "sent"


def test_the_mailed_link_carries_the_same_token_and_nothing_stored_does(
    stripe_server: StripeServer,
) -> None:
    _, token, _ = bought_as_guest(stripe_server)
    email = Message.objects.get(category="REGISTRATION_CONFIRM")
    parts = urlsplit(link_in(email))
    query = parse_qs(parts.query)
    # That its reader has the email: the browser that bought isn't given this.
    assert query.pop("proof")
    assert (parts.path, query) == (
        "/confirmation",
        {"invite": [token], "email": ["ada@example.test"]},
    )
    for model in (Message, AccountInvitation, Purchase):
        assert token not in str(list(model.objects.values()))
    run_jobs()
    assert Message.objects.get(pk=email.pk).sealed_link == ""


def test_an_invitation_is_sent_again_its_link_stays_and_unknown_addresses_hear_the_same(
    stripe_server: StripeServer,
) -> None:
    _, token, _ = bought_as_guest(stripe_server)
    known = post(browser(), "invitations/resend", email="ADA@example.test")
    unknown = post(browser(), "invitations/resend", email="nobody@example.test")
    assert known == unknown
    assert known[0] == 200
    wishes = list(EmailRequest.objects.order_by("pk"))
    for wish in wishes:
        write_invitations_again(request_id=wish.pk)
        # A second run of the job, as after a crash, writes nothing more.
        write_invitations_again(request_id=wish.pk)
    email = Message.objects.get(category="INVITATION")
    assert email.recipient == "ada@example.test"
    (again,) = parse_qs(urlsplit(link_in(email)).query)["invite"]
    # Anybody may have asked: the link the buyer has goes on working.
    assert again == token
    assert post(browser(), "invitations/open", invitationToken=token)[0] == 200
    assert not EmailRequest.objects.exists()


def test_asking_for_an_invitation_costs_the_same_whoever_bought(
    stripe_server: StripeServer,
) -> None:
    bought_as_guest(stripe_server)
    make_purchase(guest_email="ada@example.test", user=None)

    def statements(email: str) -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            assert post(browser(), "invitations/resend", email=email)[0] == 200
        return [one["sql"].split()[0] for one in asked.captured_queries]

    assert statements("ada@example.test") == statements("nobody@example.test")
    assert not Message.objects.filter(category="INVITATION").exists()


def test_emails_to_one_address_are_few(stripe_server: StripeServer) -> None:
    bought_as_guest(stripe_server)
    told = [post(browser(), "invitations/resend", email="ada@example.test")[0] for _ in range(5)]
    assert told == [200, 200, 200, 429, 429]
    run_jobs()
    assert Message.objects.filter(category="INVITATION").count() == 3


def test_whether_an_account_exists_is_told_to_its_buyer_and_to_nobody_else(
    stripe_server: StripeServer,
) -> None:
    user = make_user(email="ada@example.test")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    _, token, buyer = bought_as_guest(stripe_server)

    def exists(client: Client, email: str = "ada@example.test") -> object:
        return client.get(f"/api/check-user-exists/{email}").json()["exists"]

    assert exists(buyer.client) is True
    assert exists(buyer.client, "ADA@example.test") is True
    assert exists(buyer.client, make_user().email) is False
    stranger = browser()
    stranger.get("/api/checkout")
    assert [exists(stranger, one) for one in ("ada@example.test", "nobody@example.test")] == [
        False,
        False,
    ]
    invited = browser()
    post(invited, "invitations/open", invitationToken=token)
    assert exists(invited) is True
    assert exists(invited, make_user().email) is False
    user.delete()
    assert exists(buyer.client) is False


def test_a_refunded_guest_is_not_invited_again(stripe_server: StripeServer) -> None:
    make_purchase(guest_email="ada@example.test", user=None, state=PurchaseState.REFUNDED)
    post(browser(), "invitations/resend", email="ada@example.test")
    run_jobs()
    assert not Message.objects.exists()
    assert not Seat.objects.exclude(enrollment_id=None).exists()


def test_the_invitation_to_a_refunded_purchase_opens_nothing(stripe_server: StripeServer) -> None:
    purchase, token, _ = bought_as_guest(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert AccountInvitation.objects.get().status == "cancelled"
    for client, path in (
        (browser(), "invitations/open"),
        (signed_in(make_user()), "complete-account-creation"),
    ):
        assert post(client, path, invitationToken=token)[0] == 404
    assert Purchase.objects.get().user is None


def test_claiming_while_the_invitation_is_being_renewed_waits_and_never_deadlocks(
    stripe_server: StripeServer,
) -> None:
    """Both take the purchase before the invitation; the other way round, one of them would die."""
    purchase, token, _ = bought_as_guest(stripe_server)
    user = make_user()
    outcomes: list[object] = []

    def claim() -> None:
        try:
            outcomes.append(claim_purchases(token=token, user=user))
        except Exception as error:  # noqa: BLE001
            outcomes.append(error)
        finally:
            connection.close()

    claiming = threading.Thread(target=claim)
    with transaction.atomic():
        Purchase.objects.select_for_update().get(pk=purchase.pk)
        claiming.start()
        wait_until(somebody_waits, what="the claim waits for the purchase")
        AccountInvitation.objects.update(status="cancelled")
    claiming.join(timeout=60)
    assert [type(outcome) for outcome in outcomes] == [NotFound]
    assert Purchase.objects.get().user is None


def test_after_a_change_of_the_secret_the_buyer_is_shown_the_token_that_was_mailed(
    stripe_server: StripeServer, settings: Any
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=make_bootcamp().pk)
    token = shopper.complete(intent).json()["invitationToken"]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret, long enough to be one of ours"
    assert shopper.complete(intent).json()["invitationToken"] == token
    user = make_user(email="new@example.test")
    status, told = post(signed_in(user), "complete-account-creation", invitationToken=token)
    assert (status, told["linkedPurchases"]) == (200, 1)
    # What is made now is made with the secret of now.
    other = Shopper(stripe_server, email="eve@example.test")
    again = other.complete(other.pay(bootcamp=make_bootcamp().pk)).json()["invitationToken"]
    settings.SECRET_KEY_FALLBACKS = []
    assert post(browser(), "invitations/open", invitationToken=again)[0] == 200
