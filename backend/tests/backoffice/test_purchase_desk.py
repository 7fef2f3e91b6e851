"""What an admin does to a purchase: refund, resend, correct, enroll and withdraw."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client

from frontrow.catalogue.models import Seat
from frontrow.coaching.models import CoachingSession
from frontrow.messaging.models import Message
from frontrow.sales.enrollment.attendees import owned_bootcamp_ids
from frontrow.sales.models import (
    AccountInvitation,
    Enrollment,
    Movement,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement.settling import settle
from tests.catalogue.desk import Desk
from tests.factories import (
    SeatFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper, money_of
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    sign_in_recently(desk.client, desk.admin)
    return desk


def emails(category: str) -> list[str]:
    return list(
        Message.objects.filter(category=category).order_by("pk").values_list("recipient", flat=True)
    )


def story(desk: Desk, purchase: Purchase) -> Any:
    return desk.get(f"purchases/{purchase.pk}")


def test_a_full_refund_ends_access_at_once_and_gives_money_and_seat_back(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp(includes_coaching=True).pk)
    user = make_user()
    Purchase.objects.update(user=user)
    assert owned_bootcamp_ids(user=user)
    preview = desk.get(f"purchases/{purchase.pk}/refund-preview?amount=995.00")
    assert preview["isFull"] is True
    assert preview["policy"] == "Covered by the first-session guarantee."
    assert preview["effects"] == [
        "$995.00 will be refunded to the card that paid.",
        "The seat in Beginner Bootcamp will be free when the refund is complete.",
        "Access to links, recordings and resources will end immediately.",
        "Its coaching session will be canceled.",
        f"{user.email} will be emailed when the refund is issued.",
    ]
    answer = desk.done(
        "POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00", "note": "Ill"}
    )
    assert answer == {"message": "$995.00 will be refunded to the card that paid."}
    assert owned_bootcamp_ids(user=user) == set()
    assert CoachingSession.objects.get().status == "canceled"
    run_jobs()
    ended = Purchase.objects.get()
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert not seats_of(purchase).exists()
    refund = Refund.objects.get()
    assert (refund.reason, refund.note, refund.requested_by) == ("admin", "Ill", desk.admin)
    assert money_of(stripe_server) == (99_500, 99_500)
    assert desk.audited() == [
        (
            "refunded purchase",
            "purchase",
            str(purchase.pk),
            {"refund": refund.pk, "amount": "995.00"},
        )
    ]
    assert violations() == []


def test_a_partial_refund_leaves_everything_but_the_money(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    preview = desk.get(f"purchases/{purchase.pk}/refund-preview?amount=95.5")
    assert preview["effects"] == [
        "$95.50 will be refunded to the card that paid.",
        "Seat, access and coaching won't change.",
        "ada@example.test will be emailed when the refund is issued.",
    ]
    desk.done("POST", f"purchases/{purchase.pk}/refund", {"amount": "95.50"})
    run_jobs()
    partly = Purchase.objects.get()
    assert (partly.state, partly.refunded_amount) == ("completed", Decimal("95.50"))
    assert seats_of(purchase).count() == 1
    assert story(desk, purchase)["refundable"] == "899.50"
    too_much = desk.call("POST", f"purchases/{purchase.pk}/refund", {"amount": "899.51"})
    assert too_much == (
        409,
        {"code": "refund_too_large", "message": "At most $899.50 can be refunded.", "fields": {}},
    )
    previewed = desk.call("GET", f"purchases/{purchase.pk}/refund-preview?amount=899.51")
    assert previewed[0] == 409
    assert money_of(stripe_server) == (99_500, 9_550)


@pytest.mark.parametrize("amount", ["0", "-1", "1.001", "lots"])
def test_an_amount_that_is_none_is_refused_and_nothing_happens(
    desk: Desk, stripe_server: StripeServer, amount: str
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    assert desk.call("POST", f"purchases/{purchase.pk}/refund", {"amount": amount})[0] == 422
    assert not Refund.objects.exists()


def test_a_refund_needs_a_recent_sign_in(desk: Desk, stripe_server: StripeServer) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    sign_in_recently(desk.client, desk.admin, seconds_ago=100_000)
    status, answer = desk.call("POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00"})
    assert (status, list(answer["fields"])) == (403, ["password"])
    assert not Refund.objects.exists()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED


def test_twenty_admins_and_the_provider_refund_once(
    desk: Desk, stripe_server: StripeServer
) -> None:
    """Over HTTP, each with a browser of its own; the provider's side at the same moment."""
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    intent = purchase.stripe_payment_intent_id
    assert intent
    statuses: list[int] = []

    def click() -> None:
        client = Client(headers={"Sec-Fetch-Site": "same-origin"})
        client.cookies = desk.client.cookies
        answer = client.post(
            f"/api/admin/purchases/{purchase.pk}/refund",
            {"amount": "995.00"},
            content_type="application/json",
        )
        statuses.append(answer.status_code)

    theirs: Callable[[], Any] = partial(stripe_server.refund_at_provider, intent)
    all_at_once([theirs, *[click] * 20])
    run_jobs()
    settle(purchase=Purchase.objects.get())
    assert len(statuses) == 20
    assert set(statuses) <= {200, 409}
    ended = Purchase.objects.get()
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert money_of(stripe_server) == (99_500, 99_500)
    assert Movement.objects.filter(kind="refund", status="succeeded").count() == 1
    assert not Refund.objects.filter(status__in=["requested", "pending"]).exists()
    assert not seats_of(purchase).exists()
    assert emails("REFUND") == ["ada@example.test"]
    assert len([entry for entry in desk.audited() if entry[0] == "refunded purchase"]) == 1
    assert ReconciliationBreak.objects.count() == 0
    assert violations() == []


def test_without_the_lock_the_same_crowd_would_begin_several_refunds(
    desk: Desk, stripe_server: StripeServer
) -> None:
    """The control: with the database's own guard taken out and no lock, one is not one."""
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX refunds_one_under_way")

    def click_without_lock() -> None:
        if not Refund.objects.filter(purchase=purchase).exists():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(0.05)")
            Refund.objects.create(purchase=purchase, amount=purchase.total_amount, reason="admin")
        connection.close()

    try:
        all_at_once([click_without_lock] * 20)
        assert Refund.objects.count() > 1
    finally:
        Refund.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE UNIQUE INDEX refunds_one_under_way ON refunds (purchase_id)"
                " WHERE status IN ('requested', 'pending')"
            )


def test_what_is_not_paid_or_already_on_its_way_cannot_be_refunded(
    desk: Desk, stripe_server: StripeServer
) -> None:
    pending = make_purchase(state=PurchaseState.PENDING)
    status, answer = desk.call("POST", f"purchases/{pending.pk}/refund", {"amount": "1.00"})
    assert (status, answer["message"]) == (409, "There's nothing to refund.")
    assert story(desk, pending)["actions"]["refund"] == "There's nothing to refund."
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    stripe_server.leave_refunds_pending()
    desk.done("POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00"})
    status, answer = desk.call("POST", f"purchases/{purchase.pk}/refund", {"amount": "5.00"})
    assert (status, answer["message"]) == (409, "A refund of $995.00 is already in progress.")
    assert Refund.objects.count() == 1
    assert desk.call("POST", "purchases/999999/refund", {"amount": "1.00"})[0] == 404


def test_the_desk_reads_the_buyers_own_receipt_and_a_guests_too(desk: Desk) -> None:
    user = make_user(first_name="Ada", last_name="Lovelace")
    owned = make_purchase(user=user, bootcamp=make_bootcamp())
    buyer = Client(headers={"Sec-Fetch-Site": "same-origin"})
    buyer.force_login(user)
    own = buyer.get(f"/api/user/purchases/{owned.pk}/receipt").json()
    assert desk.get(f"purchases/{owned.pk}/receipt") == own
    assert own["buyer"] == {"name": "Ada Lovelace", "details": [user.email]}
    guest = make_purchase(user=None, guest_full_name="Gus Guest", guest_email="gus@example.test")
    told = desk.get(f"purchases/{guest.pk}/receipt")
    assert told["buyer"] == {"name": "Gus Guest", "details": ["gus@example.test"]}
    assert told["number"] == f"FR-{guest.pk:06}"
    for state in (PurchaseState.PENDING, PurchaseState.FAILED):
        unpaid = make_purchase(state=state)
        assert desk.call("GET", f"purchases/{unpaid.pk}/receipt")[0] == 404


def test_the_confirmation_goes_out_again_with_a_link_that_replaces_the_old_one(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    answer = desk.done("POST", f"purchases/{purchase.pk}/resend-confirmation")
    assert answer == {"message": "The confirmation is on its way to ada@example.test."}
    assert emails("REGISTRATION_CONFIRM") == ["ada@example.test"] * 2
    assert list(AccountInvitation.objects.order_by("pk").values_list("status", flat=True)) == [
        "cancelled",
        "sent",
    ]
    assert [entry[0] for entry in desk.audited()] == ["resent confirmation"]


def test_the_invitation_goes_out_again_only_while_nobody_owns_the_purchase(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    desk.done("POST", f"purchases/{purchase.pk}/resend-invitation")
    assert emails("INVITATION") == ["ada@example.test"]
    # The link sent before stops working.
    sent = AccountInvitation.objects.filter(purchase_ids__contains=[purchase.pk])
    assert sorted(sent.values_list("status", flat=True)) == ["cancelled", "sent"]
    Purchase.objects.update(user=make_user())
    status, answer = desk.call("POST", f"purchases/{purchase.pk}/resend-invitation")
    assert (status, answer["message"]) == (409, "This purchase belongs to an account already.")
    assert len(emails("INVITATION")) == 1


def test_a_wrong_address_is_corrected_and_everything_goes_to_the_right_one(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server, email="wrogn@example.test").buy(bootcamp=make_bootcamp().pk)
    body = {"email": "right@example.test", "fullName": "Ada King"}
    answer = desk.done("PATCH", f"purchases/{purchase.pk}/customer", body)
    assert answer["message"] == "Corrected. The confirmation is on its way to right@example.test."
    row = story(desk, purchase)["row"]
    assert (row["customerName"], row["customerEmail"]) == ("Ada King", "right@example.test")
    assert emails("REGISTRATION_CONFIRM") == ["wrogn@example.test", "right@example.test"]
    old, new = AccountInvitation.objects.order_by("pk")
    assert (old.email, old.status) == ("wrogn@example.test", "cancelled")
    assert (new.email, new.status) == ("right@example.test", "sent")
    assert desk.audited()[-1][3] == {"changed": ["email", "name"]}


def test_correcting_needs_a_recent_sign_in(desk: Desk) -> None:
    purchase = make_purchase(user=None)
    sign_in_recently(desk.client, desk.admin, seconds_ago=100_000)
    body = {"email": "thief@example.test", "fullName": "Some Body"}
    assert desk.call("PATCH", f"purchases/{purchase.pk}/customer", body)[0] == 403
    assert Purchase.objects.get().guest_email == "guest@example.test"
    assert not Message.objects.exists()


def test_a_purchase_in_an_account_is_corrected_there_and_not_here(desk: Desk) -> None:
    purchase = make_purchase()
    body = {"email": "other@example.test", "fullName": "Some Body"}
    status, answer = desk.call("PATCH", f"purchases/{purchase.pk}/customer", body)
    assert status == 409
    assert "belongs to an account" in answer["message"]
    assert not Message.objects.exists()
    bad = desk.call("PATCH", f"purchases/{purchase.pk}/customer", {**body, "email": "nobody"})
    assert (bad[0], bad[1]["fields"]) == (422, {"email": "Invalid email"})


def enroll(desk: Desk, **wanted: Any) -> tuple[int, Any]:
    body = {"email": "gift@example.test", "fullName": "Gifted Person", **wanted}
    return desk.call("POST", "purchases", body)


def test_an_enrollment_by_hand_is_a_seat_without_payment(
    desk: Desk, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp(includes_coaching=True, max_seats=1)
    status, answer = enroll(desk, bootcampId=bootcamp.pk)
    assert (status, answer["message"]) == (
        200,
        "Gifted Person is enrolled. We've sent them an email.",
    )
    purchase = Purchase.objects.get()
    assert answer["purchaseId"] == purchase.pk
    assert (purchase.state, purchase.total_amount, purchase.is_complimentary) == (
        "completed",
        Decimal(0),
        True,
    )
    assert seats_of(purchase).get() == Seat.objects.get()
    assert CoachingSession.objects.get().purchase_id == purchase.pk
    assert emails("REGISTRATION_CONFIRM") == emails("WELCOME") == ["gift@example.test"]
    assert AccountInvitation.objects.get().purchase_ids == [purchase.pk]
    assert money_of(stripe_server) == (0, 0)
    assert desk.get("purchases")["stats"]["completedRevenue"] == "0.00"
    assert desk.audited() == [("enrolled by hand", "purchase", str(purchase.pk), {})]
    assert violations() == []


def test_an_enrollment_into_a_bundle_takes_every_seat_or_none(desk: Desk) -> None:
    first, full = make_bootcamp(name="First"), make_bootcamp(name="Full", max_seats=1)
    bundle = make_bundle(bootcamps=[first, full])
    make_purchase(bootcamp=full)
    before = Purchase.objects.count()
    status, answer = enroll(desk, bundleId=str(bundle.pk))
    assert (status, answer["message"]) == (409, "Full is sold out.")
    assert Purchase.objects.count() == before
    assert not Seat.objects.filter(bootcamp=first, enrollment_id__isnull=False).exists()
    assert not Message.objects.exists()
    SeatFactory.create(bootcamp=full)
    assert enroll(desk, bundleId=str(bundle.pk))[0] == 200
    assert Enrollment.objects.filter(purchase__is_complimentary=True).count() == 2
    assert violations() == []


def test_nobody_is_enrolled_twice_or_after_the_start_or_into_nothing(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    assert enroll(desk, bootcampId=bootcamp.pk)[0] == 200
    status, answer = enroll(desk, bootcampId=bootcamp.pk, email="GIFT@example.test")
    assert (status, answer["message"]) == (
        409,
        "GIFT@example.test already has a seat in Beginner Bootcamp.",
    )
    begun = make_bootcamp(starts_at=from_now(minutes=-1))
    status, answer = enroll(desk, bootcampId=begun.pk)
    assert (status, answer["message"]) == (409, "Beginner Bootcamp is no longer on sale.")
    assert enroll(desk)[0] == 422
    assert Purchase.objects.count() == 1


def test_a_double_click_enrolls_once(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    answers: list[int] = []

    def click() -> None:
        client = Client(headers={"Sec-Fetch-Site": "same-origin"})
        client.cookies = desk.client.cookies
        body = {
            "bootcampId": bootcamp.pk,
            "email": "gift@example.test",
            "fullName": "Gifted Person",
        }
        answer = client.post("/api/admin/purchases", body, content_type="application/json")
        answers.append(answer.status_code)

    all_at_once([click] * 6)
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]
    assert Seat.objects.filter(enrollment_id__isnull=False).count() == 1


def test_whoever_has_proved_the_address_gets_it_in_the_account_at_once(desk: Desk) -> None:
    user = make_user(email="gift@example.test")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    bootcamp = make_bootcamp()
    assert enroll(desk, bootcampId=bootcamp.pk)[0] == 200
    assert owned_bootcamp_ids(user=user) == {bootcamp.pk}
    assert not AccountInvitation.objects.exists()


def test_withdrawing_gives_the_seat_back_and_says_so_once(desk: Desk) -> None:
    enroll(desk, bootcampId=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    actions = story(desk, purchase)["actions"]
    assert (actions["withdraw"], actions["refund"]) == (
        None,
        "Nothing was paid for it. Withdraw the enrollment instead.",
    )
    for _ in range(2):
        answer = desk.done("POST", f"purchases/{purchase.pk}/withdraw")
        assert answer == {"message": "The enrollment has been withdrawn."}
    assert Purchase.objects.get().status == "refunded"
    assert not Seat.objects.filter(enrollment_id__isnull=False).exists()
    assert AccountInvitation.objects.get().status == "cancelled"
    assert emails("REFUND") == ["gift@example.test"]
    assert [entry[0] for entry in desk.audited()] == ["enrolled by hand", "withdrew enrollment"]
    assert violations() == []


def test_a_paid_purchase_cannot_be_withdrawn(desk: Desk) -> None:
    purchase = make_purchase()
    status, answer = desk.call("POST", f"purchases/{purchase.pk}/withdraw")
    assert (status, answer["message"]) == (409, "This purchase was paid for. Refund it instead.")
    assert Purchase.objects.get().state == PurchaseState.COMPLETED


def test_the_story_tells_everything_in_order(desk: Desk, stripe_server: StripeServer) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp(includes_coaching=True).pk)
    desk.done("POST", f"purchases/{purchase.pk}/refund", {"amount": "100.00", "note": "Goodwill"})
    run_jobs()
    told = story(desk, purchase)
    assert told["receiptNumber"] == f"FR-{purchase.pk:06}"
    assert told["card"] == "Visa ending in 4242"
    assert told["termsVersion"] == "2026-11"
    [seat] = told["seats"]
    assert (seat["bootcampName"], seat["seatNumber"], seat["isHeld"]) == (
        "Beginner Bootcamp",
        1,
        False,
    )
    titles = [entry["title"].split(" · ")[0] for entry in told["entries"]]
    assert titles[-1] == "Checkout started"
    assert set(titles) == {
        "Checkout started",
        "Terms accepted",
        "Seat held",
        "Paid and completed",
        "Confirmed: Beginner Bootcamp",
        "How to prepare for Beginner Bootcamp",
        "Invited to create an account",
        "Coaching for Beginner Bootcamp",
        "Refunded $100.00",
        "Your partial refund is on its way",
    }
    [refunded] = [one["detail"] for one in told["entries"] if one["title"] == "Refunded $100.00"]
    assert refunded == f"By {desk.admin.full_name}: Goodwill"
    [held] = [entry["detail"] for entry in told["entries"] if entry["title"] == "Seat held"]
    assert held.endswith((" EST", " EDT")), held
    times = [datetime.fromisoformat(entry["at"]) for entry in told["entries"]]
    assert times == sorted(times, reverse=True)
    assert told["actions"] == {
        "refund": None,
        "refundCode": None,
        "withdraw": "Nothing to withdraw.",
        "resendConfirmation": None,
        "resendInvitation": None,
        "correctCustomer": None,
    }
    assert desk.call("GET", "purchases/999999") == (
        404,
        {"code": "not_found", "message": "Purchase not found", "fields": {}},
    )


def test_a_full_refund_closes_the_invitation_and_the_story_says_so(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    run_jobs()
    invitation = AccountInvitation.objects.get()
    assert invitation.status == "sent"
    desk.done("POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00"})
    run_jobs()
    told = story(desk, purchase)
    assert told["row"]["purchase"]["status"] == "refunded"
    [invited] = [one for one in told["entries"] if one["title"] == "Invited to create an account"]
    assert invited["detail"] == f"Sent to {invitation.email}. The invitation is closed."
    assert violations() == []
