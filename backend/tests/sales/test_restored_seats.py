"""A restore seats people where they are now: the payment's notes follow every change of a seat."""

from datetime import datetime
from typing import Any

import pytest
from django.db.models import Q

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message
from frontrow.sales.changes.handing_over import accept_offer, offer_seat
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import AccountInvitation, Enrollment, Fact, HandOver, Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.rebuilding import rebuild_purchases
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.changing import present
from tests.sales.handing_over import FAY, offered_token
from tests.sales.losing import lose

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def since() -> datetime:
    return from_now(minutes=-1)


def moved_and_handed_over(stripe: StripeServer) -> tuple[Purchase, Bootcamp, Bootcamp]:
    before = make_bootcamp(max_seats=2, starts_at=from_now(days=10))
    after = make_bootcamp(max_seats=2, starts_at=from_now(days=20))
    purchase = Shopper(stripe).buy(bootcamp=before.pk)
    moved = move_seat(
        enrollment_id=present(purchase).pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover()
    )
    offer_seat(
        enrollment_id=moved.pk,
        theirs=Q(),
        to_email=FAY["email"],
        to_name=FAY["name"],
        asked_by=None,
    )
    accept_offer(token=offered_token())
    run_jobs()
    return purchase, before, after


def forget_changes() -> None:
    """As before anything changed: each purchase has its first enrollment, without a seat."""
    Seat.objects.exclude(enrollment_id=None).update(enrollment_id=None)
    HandOver.objects.all().delete()
    AccountInvitation.objects.exclude(held_enrollment_id=None).delete()
    Fact.objects.exclude(enrollment=None).delete()
    for later in Enrollment.objects.exclude(replaces=None).order_by("-pk"):
        later.delete()


def notes(stripe: StripeServer, purchase: Purchase) -> dict[str, Any]:
    intent = stripe.intent(purchase.stripe_payment_intent_id or "")
    return dict(intent["metadata"])


def test_the_payments_notes_follow_each_change(stripe_server: StripeServer) -> None:
    purchase, _, after = moved_and_handed_over(stripe_server)
    noted = notes(stripe_server, purchase)
    assert (noted["bootcamps"], noted["holder1"]) == (str(after.pk), "fay@example.test Fay Friend")
    # What was sold stays: only where and who is new.
    assert noted["prices"] == "995.00"


def test_a_lost_purchase_comes_back_in_its_new_class_with_its_holder(
    stripe_server: StripeServer, since: datetime
) -> None:
    purchase, before, after = moved_and_handed_over(stripe_server)
    forget_changes()
    lose(purchase)
    assert rebuild_purchases(since=since) == {"rebuilt": 1, "moved": 1}
    seat = present(purchase)
    assert (seat.bootcamp, seat.holder_email, seat.holder_name) == (after, *reversed(FAY.values()))
    assert Seat.objects.filter(bootcamp=before).exclude(enrollment_id=None).count() == 0
    assert AccountInvitation.objects.filter(email=FAY["email"], status="sent").count() == 1
    assert Message.objects.filter(recipient=FAY["email"], category="INVITATION").count() == 1
    assert violations() == []


def test_a_known_purchase_follows_what_changed_since_the_backup(
    stripe_server: StripeServer, since: datetime
) -> None:
    purchase, before, after = moved_and_handed_over(stripe_server)
    # As the backup knows it: in yesterday's class, with its buyer.
    forget_changes()
    old = Enrollment.objects.get(purchase=purchase)
    Enrollment.objects.filter(pk=old.pk).update(ended_at=None, ended_because="")
    Seat.objects.filter(bootcamp=before, number=1).update(enrollment_id=old.pk)
    Purchase.objects.filter(pk=purchase.pk).update(bootcamp=before)
    assert violations() == []
    assert rebuild_purchases(since=since)["moved"] == 1
    seat = present(purchase)
    assert (seat.bootcamp, seat.holder_email) == (after, FAY["email"])
    assert violations() == []
    # Run again, it finds everything in its place.
    assert "moved" not in rebuild_purchases(since=since)
    assert present(purchase) == seat
