"""A wrong address is corrected while somebody else is at the same purchase: real threads."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from frontrow.accounts.actor import Actor
from frontrow.catalogue.models import MeetingRegistrant
from frontrow.core.errors import Conflict
from frontrow.integrations import zoom
from frontrow.sales.attending.meeting_places import keep_place
from frontrow.sales.buyers.invitations import claim_purchases, token_of
from frontrow.sales.buyers.visitors import Visitor, digest
from frontrow.sales.changes.correcting import correct_customer, correct_own_purchase
from frontrow.sales.changes.schemas import CorrectionIn
from frontrow.sales.models import AccountInvitation, Purchase
from tests.factories import enrollment_of, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.fakes.zoom import ZoomServer
from tests.jobs import run_jobs
from tests.lock_waits import until_somebody_waits
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper
from tests.sales.meeting_places import registered, with_meeting

pytestmark = pytest.mark.django_db(transaction=True)

RIGHT = "right@example.test"


def correct(purchase: Purchase, cookie: str) -> Any:
    return correct_own_purchase(
        by=Actor(person=None, account=None),
        visitor=Visitor(key=digest(cookie), user=None, address="127.0.0.1"),
        wanted=CorrectionIn(purchaseId=purchase.pk, email=RIGHT, fullName="Ada King"),
    )


def test_what_is_claimed_while_it_is_corrected_stays_as_it_was(stripe_server: StripeServer) -> None:
    """Whoever corrects had proved to be the buyer, and waited for the lock when it was claimed."""
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=make_bootcamp().pk)
    cookie = shopper.client.cookies["checkout"].value
    owner, token = make_user(), token_of(AccountInvitation.objects.get())
    outcomes: list[object] = []

    def wait_and_correct() -> None:
        outcomes.extend(all_at_once([lambda: correct(purchase, cookie)]))

    correcting = threading.Thread(target=wait_and_correct)
    with transaction.atomic():
        claim_purchases(token=token, user=owner)
        correcting.start()
        until_somebody_waits()
    correcting.join(timeout=30)
    assert [type(one) for one in outcomes] == [Conflict], outcomes
    purchase.refresh_from_db()
    assert (purchase.user, purchase.guest_email) == (owner, "ada@example.test")
    assert AccountInvitation.objects.count() == 1


@contextmanager
def corrected_while_registering(
    purchase: Purchase, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The address changes after the provider was told the old one, and before we noted it."""
    register = zoom.register

    def then_correct(**person: Any) -> Any:
        made = register(**person)
        if person["email"] != RIGHT:
            correct_customer(purchase_id=purchase.pk, email=RIGHT, full_name="Ada King")
        return made

    with monkeypatch.context() as patch:
        patch.setattr(zoom, "register", then_correct)
        yield


def test_a_place_that_is_being_registered_meanwhile_ends_in_the_right_name(
    stripe_server: StripeServer, zoom_server: ZoomServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=with_meeting().pk)
    with corrected_while_registering(purchase, monkeypatch):
        keep_place(enrollment_id=enrollment_of(purchase).pk)
    run_jobs()
    assert registered(zoom_server) == [RIGHT]
    assert MeetingRegistrant.objects.count() == 1
