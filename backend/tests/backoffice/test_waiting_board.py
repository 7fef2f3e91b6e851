"""The desk's board of a waiting list: who waits and why, offers by hand, removing, more seats."""

from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.models import AuditEntry, Role
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import Purchase, PurchaseState, SeatOffer, WaitingEntry
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import from_now, make_admin, make_bundle, make_user
from tests.sales.waiting import (
    ask_to_join,
    free_one,
    full_class,
    join,
    let_run_out,
    offer_to,
    post,
    serve,
    state_of,
    token_of,
)
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    sign_in_recently(client, make_admin())
    return client


def board(desk: Client, bootcamp: Bootcamp) -> Any:
    answer = desk.get(f"/api/admin/bootcamps/{bootcamp.pk}/waiting-list")
    assert answer.status_code == 200, answer.content
    return answer.json()


def act(desk: Client, bootcamp: Bootcamp, path: str, **body: Any) -> Any:
    return desk.post(
        f"/api/admin/bootcamps/{bootcamp.pk}/waiting-list/{path}", body, "application/json"
    )


def test_the_board_says_who_waits_and_why(desk: Client) -> None:
    bootcamp, other = full_class(name="Full", price=995), full_class(name="Other")
    for name in ("Ada", "Bea"):
        join(name, bootcamp)
    bundle = make_bundle(bootcamps=[bootcamp, other], name="Both")
    join("Cleo", bundle=bundle)
    free_one(bootcamp)
    serve()
    shown = board(desk, bootcamp)
    assert [(one["name"], one["place"], one["reason"]) for one in shown["waiting"]] == [
        ("Bea Waiting", 1, "No seat is free, and they're next in line."),
        (
            "Cleo Waiting",
            2,
            "Waits for the whole bundle, and there's no free seat in Full and Other.",
        ),
    ]
    assert shown["waiting"][1]["wishes"] == ["Both"]
    [offer] = shown["offers"]
    assert (offer["name"], offer["state"], offer["byDesk"]) == ("Ada Waiting", "open", False)
    assert shown["figures"] == {
        "waiting": 2,
        "open": 1,
        "offered": 1,
        "taken": 0,
        "takenShare": None,
        "moreSeatsWouldBring": 2 * 995_00,
    }
    assert (shown["servesList"], shown["freeSeats"]) == (True, 0)


def test_sums_are_for_those_who_may_see_money(client: Client) -> None:
    bootcamp = full_class()
    join("Ada", bootcamp)
    sign_in_recently(client, make_user(role=Role.SUPPORT))
    assert board(client, bootcamp)["figures"]["moreSeatsWouldBring"] is None


def test_an_offer_by_hand_comes_before_the_line(desk: Client) -> None:
    bootcamp = full_class()
    first, second = join("Ada", bootcamp), join("Bea", bootcamp)
    refused = act(desk, bootcamp, f"{second.pk}/offer")
    assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")
    free_one(bootcamp)
    assert act(desk, bootcamp, f"{second.pk}/offer").status_code == 200
    serve()
    assert (state_of(first), state_of(second)) == ("waiting", "offered")
    assert offer_to(second).by_desk
    assert AuditEntry.objects.filter(action="offered seat from waiting list").count() == 1
    # Whoever has an offer gets no second one.
    assert act(desk, bootcamp, f"{second.pk}/offer").status_code == 404
    assert SeatOffer.objects.count() == 1


def test_an_offer_of_a_bundle_by_hand_is_whole_too(desk: Client) -> None:
    first, second = full_class(), full_class()
    entry = join("Ada", bundle=make_bundle(bootcamps=[first, second]))
    free_one(first)
    assert act(desk, first, f"{entry.pk}/offer").status_code == 409
    assert not SeatOffer.objects.exists()
    free_one(second)
    assert act(desk, first, f"{entry.pk}/offer").status_code == 200
    assert offer_to(entry).purchase.enrollments.count() == 2
    assert violations() == []


def test_whoever_is_removed_is_not_picked_again_also_when_they_join_again(desk: Client) -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    path = f"/api/admin/bootcamps/{bootcamp.pk}/waiting-list/{entry.pk}"
    assert desk.delete(path).status_code == 200
    assert desk.delete(path).status_code == 404
    # Told nothing that others are not told.
    assert ask_to_join("Ada", bootcamp).json() == ask_to_join("Cleo", bootcamp).json()
    free_one(bootcamp, count=2)
    serve()
    assert (state_of(entry), state_of(after)) == ("removed", "offered")
    assert WaitingEntry.objects.filter(email=entry.email).count() == 1
    assert AuditEntry.objects.filter(action="removed from waiting list").count() == 1


def test_removing_somebody_with_an_offer_passes_the_seat_on(desk: Client) -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    path = f"/api/admin/bootcamps/{bootcamp.pk}/waiting-list/{entry.pk}"
    assert desk.delete(path).status_code == 200
    serve()
    assert (state_of(entry), state_of(after)) == ("removed", "offered")


def test_more_seats_go_out_as_offers_in_the_same_act(desk: Client) -> None:
    bootcamp = full_class(seats=2)
    entries = [join(name, bootcamp) for name in ("Ada", "Bea", "Cleo")]
    answer = act(desk, bootcamp, "seats", add=2)
    assert (answer.status_code, answer.json()) == (200, {"maxSeats": 4, "offersMade": 2})
    assert [state_of(one) for one in entries] == ["offered", "offered", "waiting"]
    assert violations() == []


def test_the_share_that_was_taken(desk: Client) -> None:
    bootcamp = full_class(seats=2)
    first, second = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp, count=2)
    serve()
    SeatOffer.objects.filter(entry=first).update(state="taken")
    assert post(f"offers/{token_of(second)}/decline").status_code == 200
    figures = board(desk, bootcamp)["figures"]
    assert (figures["offered"], figures["taken"], figures["takenShare"]) == (2, 1, 50)


def test_an_offer_nobody_opened_is_no_payment_that_was_started(desk: Client) -> None:
    bootcamp = full_class()
    join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    steps = desk.get("/api/admin/statistics/funnel?days=7").json()["steps"]
    assert {step["key"]: step["count"] for step in steps}["started"] == 0


def test_an_entry_of_another_class_is_not_here(desk: Client) -> None:
    bootcamp, other = full_class(), full_class()
    entry = join("Ada", other)
    assert act(desk, bootcamp, f"{entry.pk}/offer").status_code == 404
    path = f"/api/admin/bootcamps/{bootcamp.pk}/waiting-list/{entry.pk}"
    assert desk.delete(path).status_code == 404
    assert state_of(entry) == "waiting"


OVERDUE = "Waiting list offer not ended"


def overdue_rows(desk: Client) -> list[Any]:
    rows = desk.get("/api/admin/reconciliation").json()["rows"]
    return [one for one in rows if one["title"] == OVERDUE]


def test_an_offer_that_nobody_ended_is_an_issue_and_its_repair_ends_it(desk: Client) -> None:
    bootcamp = full_class()
    ada = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    offer = offer_to(ada)
    # Within the first minutes the clock's own job will end it.
    SeatOffer.objects.filter(pk=offer.pk).update(expires_at=from_now(minutes=-4))
    assert overdue_rows(desk) == []
    let_run_out(offer)
    [row] = overdue_rows(desk)
    assert (row["purchaseId"], row["repair"]) == (offer.purchase_id, "End the offer")
    body = {"key": row["key"], "note": ""}
    answer = desk.post("/api/admin/reconciliation/repair", body, "application/json")
    assert answer.json() == {
        "message": "The offer has ended, and its seat goes to the next person in line.",
        "isMended": True,
    }
    offer.refresh_from_db()
    assert (offer.state, state_of(ada)) == ("expired", "waiting")


def test_an_offer_that_is_being_paid_for_is_no_issue(desk: Client) -> None:
    bootcamp = full_class()
    ada = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    let_run_out(offer_to(ada))
    Purchase.objects.filter(pk=offer_to(ada).purchase_id).update(state=PurchaseState.CAPTURING)
    assert overdue_rows(desk) == []
