"""Paid students have a link of their own into the meeting, and a refund ends it."""

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.jobs import Job

from frontrow.catalogue.meetings import join_link
from frontrow.catalogue.models import Bootcamp, MeetingRegistrant
from frontrow.core.errors import ProviderDown
from frontrow.sales.attending.meeting_places import erase_place, keep_all_places
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.buyers.invitations import claim_purchases, renew_invitation, token_of
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.refunds.requests import request_refund
from tests.factories import enrollment_of, make_bootcamp, make_bundle, make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.fakes.zoom import Json, ZoomServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.meeting_places import registered, sweep, with_meeting

pytestmark = pytest.mark.django_db


def place_at_zoom(zoom_server: ZoomServer) -> Json:
    [place] = zoom_server.meeting()["registrants"]
    found: Json = place
    return found


def test_whoever_has_paid_gets_a_link_of_their_own(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp = with_meeting()
    purchase = Shopper(stripe_server).buy(bootcamp=bootcamp.pk)
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
        == bootcamp.zoom_join_url
    )
    run_jobs()
    place = place_at_zoom(zoom_server)
    assert (place["email"], place["first_name"], place["last_name"]) == (
        "ada@example.test",
        "Ada",
        "Lovelace",
    )
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
        == place["join_url"]
    )


def test_a_bundle_gives_a_link_in_every_member(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    members = [with_meeting(f"Step {number}") for number in (1, 2, 3)]
    bundle = make_bundle(bootcamps=members)
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    run_jobs()
    links = {
        join_link(bootcamp=member, enrollment_id=enrollment_of(purchase, member).pk)
        for member in members
    }
    assert len(links) == 3
    assert all("/w/" in link for link in links)


def test_the_sale_needs_no_zoom_and_the_link_follows(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp = with_meeting()
    zoom_server.fault(kind="reset", times=None)
    purchase = Shopper(stripe_server).buy(bootcamp=bootcamp.pk)
    with pytest.raises(ProviderDown):
        run_jobs()
    zoom_server.end_faults()
    sweep()
    assert "/w/" in join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)


def test_a_refund_cancels_the_place_at_once_even_before_the_money_is_back(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp = with_meeting()
    purchase = Shopper(stripe_server).buy(bootcamp=bootcamp.pk)
    run_jobs()
    link = place_at_zoom(zoom_server)["join_url"]
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="asked")
    run_jobs()
    purchase.refresh_from_db()
    assert purchase.state == PurchaseState.REFUNDING
    assert registered(zoom_server) == []
    assert not MeetingRegistrant.objects.exists()
    assert zoom_server.open("GET", link[link.index("/w/") :]).status_code == 403


def test_a_refund_made_at_the_payment_provider_cancels_it_too(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp = with_meeting()
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=bootcamp.pk)
    run_jobs()
    intent = purchase.stripe_payment_intent_id or ""
    stripe_server.refund_at_provider(intent)
    [event] = stripe_server.events("charge.refunded")
    assert stripe_server.deliver(shopper.client, event).status_code == 200
    run_jobs()
    assert (registered(zoom_server), MeetingRegistrant.objects.count()) == ([], 0)


def test_a_part_of_the_money_back_leaves_the_place(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=with_meeting().pk)
    run_jobs()
    request_refund(purchase_id=purchase.pk, reason="asked", amount=purchase.total_amount / 2)
    run_jobs()
    sweep()
    assert registered(zoom_server) == ["ada@example.test"]


def test_the_sweep_registers_the_paid_and_nobody_else(zoom_server: ZoomServer) -> None:
    bootcamp = with_meeting()
    for state in PurchaseState:
        make_purchase(bootcamp=bootcamp, state=state, guest_email=f"{state}@example.test")
    make_purchase(bootcamp=bootcamp, user=make_user(is_demo=True))
    member = make_user(email="grace@example.test", first_name="Grace", last_name="Hopper")
    make_purchase(bootcamp=bootcamp, user=member)
    sweep()
    assert sorted(registered(zoom_server)) == ["completed@example.test", "grace@example.test"]


def test_nobody_is_registered_twice_though_the_answer_was_lost(zoom_server: ZoomServer) -> None:
    bootcamp = with_meeting()
    purchase = make_purchase(bootcamp=bootcamp, guest_email="ada@example.test")
    zoom_server.fault(kind="lost_reply", method="POST", path="/v2/meetings/*/registrants")
    keep_all_places(0)
    with pytest.raises(ProviderDown):
        run_jobs()
    assert not MeetingRegistrant.objects.exists()
    sweep()
    sweep()
    place = place_at_zoom(zoom_server)
    assert MeetingRegistrant.objects.get().registrant_id == place["id"]
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
        == place["join_url"]
    )
    asked = [call for call in zoom_server.calls("POST") if call.endswith("/registrants")]
    assert len(asked) == 1


def test_a_replaced_meeting_gives_everybody_a_new_link(zoom_server: ZoomServer) -> None:
    bootcamp = with_meeting()
    purchase = make_purchase(bootcamp=bootcamp)
    sweep()
    before = join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
    other = with_meeting("The same, elsewhere")
    Bootcamp.objects.filter(pk=other.pk).delete()
    bootcamp.zoom_meeting_id, bootcamp.zoom_join_url = other.zoom_meeting_id, other.zoom_join_url
    bootcamp.save()
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
        == other.zoom_join_url
    )
    sweep()
    after = join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
    assert f"/w/{other.zoom_meeting_id}?" in after
    assert after != before
    assert MeetingRegistrant.objects.count() == 1


def test_one_address_with_two_purchases_keeps_its_place_until_both_are_refunded(
    zoom_server: ZoomServer,
) -> None:
    bootcamp = with_meeting()
    first, second = (
        make_purchase(bootcamp=bootcamp, guest_email="ada@example.test") for _ in range(2)
    )
    sweep()
    links = {
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(one, bootcamp).pk)
        for one in (first, second)
    }
    assert len(links) == 1
    Purchase.objects.filter(pk=first.pk).update(state=PurchaseState.REFUNDING)
    sweep()
    assert registered(zoom_server) == ["ada@example.test"]
    assert join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(second, bootcamp).pk) in links
    Purchase.objects.filter(pk=second.pk).update(state=PurchaseState.REFUNDING)
    sweep()
    assert (registered(zoom_server), MeetingRegistrant.objects.count()) == ([], 0)


def test_without_a_meeting_or_without_zoom_nothing_is_queued(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(
        zoom_meeting_id="81234567890", zoom_join_url="https://z.example.test/j"
    )
    purchase = Shopper(stripe_server).buy(bootcamp=bootcamp.pk)
    keep_all_places(0)
    run_jobs()
    assert not MeetingRegistrant.objects.exists()
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
        == "https://z.example.test/j"
    )


def test_a_deleted_account_leaves_no_name_at_zoom_until_the_purchase_is_claimed_again(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp, unmade = with_meeting(), make_bootcamp()
    ada = make_user(email="ada@example.test")
    shopper = Shopper(stripe_server)
    shopper.client.force_login(ada)
    purchase = shopper.buy(bootcamp=bootcamp.pk)
    shopper.buy(bootcamp=unmade.pk)
    Shopper(stripe_server, email="eve@example.test").buy(bootcamp=bootcamp.pk)
    run_jobs()
    assert sorted(registered(zoom_server)) == ["ada@example.test", "eve@example.test"]

    remove_account(user=ada)
    run_jobs()
    # Nor does the sweep tell Zoom again, of this bootcamp or of one that gets its meeting later.
    Bootcamp.objects.filter(pk=unmade.pk).update(zoom_meeting_id=bootcamp.zoom_meeting_id)
    sweep()
    assert [one["email"] for one in zoom_server.meeting()["registrants"]] == ["eve@example.test"]
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(purchase, bootcamp).pk)
        == bootcamp.zoom_join_url
    )

    purchase.refresh_from_db()
    invitation = renew_invitation(purchase=purchase)
    claim_purchases(token=token_of(invitation), user=make_user(email="ada@example.test"))
    sweep()
    assert sorted(registered(zoom_server)) == ["ada@example.test", "eve@example.test"]


def test_an_account_deleted_while_zoom_is_away_is_erased_there_once_it_is_back(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp = with_meeting()
    ada = make_user(email="ada@example.test")
    shopper = Shopper(stripe_server)
    shopper.client.force_login(ada)
    shopper.buy(bootcamp=bootcamp.pk)
    run_jobs()
    zoom_server.fault(kind="status", status=503, times=None)
    remove_account(user=ada)
    waiting = ProcrastinateJob.objects.get(task_name=erase_place.name, status="todo")
    # Hours of it: a worker's own decision, after each time.
    for attempts in range(0, 100, 9):
        with pytest.raises(ProviderDown) as raised:
            erase_place.func(**waiting.args)
        job = Job(
            id=waiting.pk,
            queue="default",
            lock=None,
            queueing_lock=None,
            task_name=erase_place.name,
            attempts=attempts,
        )
        assert erase_place.get_retry_exception(raised.value, job) is not None
    zoom_server.end_faults()
    run_jobs()
    assert zoom_server.meeting()["registrants"] == []


def test_a_place_shared_with_a_purchase_of_nobodys_account_stays(
    stripe_server: StripeServer, zoom_server: ZoomServer
) -> None:
    bootcamp = with_meeting()
    ada = make_user(email="ada@example.test")
    mine = Shopper(stripe_server)
    mine.client.force_login(ada)
    mine.buy(bootcamp=bootcamp.pk)
    other = Shopper(stripe_server).buy(bootcamp=bootcamp.pk)
    run_jobs()
    remove_account(user=ada)
    run_jobs()
    assert registered(zoom_server) == ["ada@example.test"]
    place = place_at_zoom(zoom_server)
    assert (
        join_link(bootcamp=bootcamp, enrollment_id=enrollment_of(other, bootcamp).pk)
        == place["join_url"]
    )
