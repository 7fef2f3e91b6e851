"""The place in the meeting follows its seat: to another class, and to another person."""

import pytest
from django.db.models import Q

from frontrow.catalogue.models import Bootcamp, MeetingRegistrant
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.handing_over import accept_offer
from frontrow.sales.changes.moving import Mover, move_seat
from tests.factories import HandOverFactory, enrollment_of
from tests.fakes.stripe import StripeServer
from tests.fakes.zoom import ZoomServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.meeting_places import sweep, with_meeting

pytestmark = pytest.mark.django_db


def test_a_move_and_a_hand_over_give_the_old_place_up_and_make_another(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    before, after = with_meeting(), with_meeting()
    purchase = Shopper(stripe_server).buy(bootcamp=before.pk)
    run_jobs()
    assert places(zoom_server) == {before: ["ada@example.test"], after: []}
    moved = move_seat(
        enrollment_id=enrollment_of(purchase).pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover()
    )
    run_jobs()
    assert places(zoom_server) == {before: [], after: ["ada@example.test"]}
    offer = HandOverFactory.create(enrollment=moved, token_hash=digest("the offer"))
    accept_offer(token="the offer")
    run_jobs()
    assert places(zoom_server) == {before: [], after: [offer.to_email]}
    # One each at the provider, and nothing left of those who are gone.
    assert MeetingRegistrant.objects.count() == 1
    sweep()
    assert places(zoom_server) == {before: [], after: [offer.to_email]}


def places(zoom_server: ZoomServer) -> dict[Bootcamp, list[str]]:
    """Who may come in by a link of their own, class by class."""
    approved = {
        meeting["id"]: [
            one["email"] for one in meeting["registrants"] if one["status"] == "approved"
        ]
        for meeting in zoom_server.meetings()
    }
    known = {str(meeting): emails for meeting, emails in approved.items()}
    return {one: known[one.zoom_meeting_id] for one in Bootcamp.objects.order_by("pk")}
