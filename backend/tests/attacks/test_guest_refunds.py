"""A guest's refund by the emailed link: the payer's alone, once, by the portal's rule."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import AuditEntry
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.portal import guest_refunds
from frontrow.sales.enrollment.upgrades import has_upgrades, lock_with_bases
from frontrow.sales.links import SEAT
from frontrow.sales.models import Enrollment, Movement, Purchase, PurchaseState, Refund
from frontrow.sales.reconciliation.invariants import violations
from tests.callers import caller
from tests.factories import enrollment_of, from_now, make_bootcamp, make_bundle, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import join_token, seat_token
from tests.portal.paying import ask_refund, billing, buys, held, signed_in
from tests.portal.student import browser
from tests.sales.buying import Shopper
from tests.sales.handing_over import FAY
from tests.sales.upgrading import a_bundle, shopper_for
from tests.sales.waiting import link_in

pytestmark = pytest.mark.django_db(transaction=True)

GUEST = "gwen@example.test"


def post(path: str, token: str, **body: Any) -> Any:
    return browser().post(f"/api/seat/{path}", {"token": token, **body}, "application/json")


def link_of(seat: Enrollment) -> str:
    return seat_token(seat.pk, seat.link_version)


def a_guest(stripe: StripeServer, **package: Any) -> Purchase:
    shopper = Shopper(stripe, email=GUEST, full_name="Gwen Guest")
    return shopper.buy(**(package or {"bootcamp": make_bootcamp().pk}))


def given_over(seat: Enrollment) -> Enrollment:
    """The seat as its new holder has it."""
    assert post("hand-over", link_of(seat), **FAY).status_code == 200
    email = Message.objects.get(recipient=FAY["email"], category="SEAT_OFFER")
    body = {"token": link_in(email).rpartition("/")[2]}
    accepted = browser().post("/api/seat-offer/accept", body, "application/json")
    assert accepted.status_code == 200, accepted.content
    return Enrollment.objects.get(purchase=seat.purchase_id, holder_email=FAY["email"])


def untouched(stripe: StripeServer, purchase: Purchase) -> bool:
    run_jobs()
    standing = Purchase.objects.get(pk=purchase.pk)
    return (
        not Refund.objects.exists()
        and stripe.ledger()["totals"]["refunded"] == 0
        and standing.state == PurchaseState.COMPLETED
        and standing.refunded_amount == 0
    )


def test_a_guest_is_refunded_by_the_link_as_a_student_is_in_the_portal(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    guests = a_guest(stripe_server, bootcamp=bootcamp.pk)
    user = make_user()
    students = buys(stripe_server, user, bootcamp)
    link = link_of(enrollment_of(guests))
    shown, [own] = post("purchase", link).json(), billing(signed_in(user))
    for each in ("refund", "parts", "status", "statusWords", "totalAmount", "paidWith"):
        assert shown[each] == own[each], each
    assert shown["refund"]["covered"]
    asked = post("refund", link, reason="I moved house.")
    status, told = ask_refund(signed_in(user), students, reason="I moved house.")
    assert (asked.status_code, asked.json()["message"]) == (status, told["message"])
    refund = Refund.objects.get(purchase=guests)
    assert (refund.reason, refund.note, refund.requested_by) == (
        "first_session",
        "I moved house.",
        None,
    )
    run_jobs()
    assert post("purchase", link).json()["refund"]["words"] == "$995.00 has been refunded."
    assert not seats_of(guests).exists()
    assert stripe_server.ledger()["totals"]["refunded"] == 2 * 99_500
    noted = AuditEntry.objects.get(action="asked for refund", subject_id=str(guests.pk))
    assert noted.actor_id is None
    assert violations() == []


def test_what_the_policy_refuses_is_refused_in_its_words(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    bought = a_guest(stripe_server, bootcamp=bootcamp.pk)
    Purchase.objects.update(completed_at=from_now(days=-60))
    held(bootcamp, days_ago=2)
    Enrollment.objects.update(starts_at=bootcamp.starts_at, ends_at=bootcamp.ends_at)
    link = link_of(enrollment_of(bought))
    words = post("purchase", link).json()["refund"]["words"]
    refused = post("refund", link)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_refund_due")
    assert refused.json()["message"] == f"{words} If you think that's wrong, contact us."
    assert untouched(stripe_server, bought)


def test_one_bootcamp_of_a_bundle_goes_back_for_its_share(stripe_server: StripeServer) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()])
    bought = a_guest(stripe_server, bundle=bundle.pk)
    first, other = bought.enrollments.order_by("pk")
    link = link_of(first)
    part = next(
        each for each in post("purchase", link).json()["parts"] if each["enrollmentId"] == other.pk
    )
    assert post("refund", link, enrollmentId=other.pk).status_code == 200
    run_jobs()
    assert Movement.objects.get(kind="refund").amount == -Decimal(part["amount"])
    assert Enrollment.objects.get(pk=other.pk).ended_at
    assert not Enrollment.objects.get(pk=first.pk).ended_at
    # Another purchase's seat is no part of it.
    stranger = enrollment_of(a_guest(stripe_server))
    assert post("refund", link, enrollmentId=stranger.pk).status_code == 404
    assert violations() == []


def test_a_holders_link_says_nothing_of_the_money_and_moves_none(
    stripe_server: StripeServer,
) -> None:
    bought = a_guest(stripe_server)
    seat = enrollment_of(bought)
    before = link_of(seat)
    holders = link_of(given_over(seat))
    for path in ("purchase", "refund"):
        answer = post(path, holders)
        assert (answer.status_code, set(answer.json())) == (403, {"code", "message", "fields"})
        # The giver's link of before is as dead as for moving the seat.
        assert post(path, before).status_code == 410
    assert untouched(stripe_server, bought)


def test_foreign_made_up_and_older_links_refund_nothing(stripe_server: StripeServer) -> None:
    bought = a_guest(stripe_server)
    seat = enrollment_of(bought)
    old = link_of(seat)
    tokens = [
        # Signed for letting in, for another version, for no seat, cut, and not signed at all.
        join_token(seat.pk, seat.link_version),
        seat_token(seat.pk, seat.link_version + 5),
        seat_token(seat.pk + 1000, 0),
        old[:-2],
        f"{seat.pk}-{seat.link_version}",
    ]
    corrected = caller("owner").patch(
        f"/api/admin/purchases/{bought.pk}/customer",
        {"email": "right@example.test", "fullName": "Gwen Guest"},
        content_type="application/json",
    )
    assert corrected.status_code == 200, corrected.content
    for token in [*tokens, old]:
        for path in ("purchase", "refund"):
            assert post(path, token).status_code == 404, token
    assert untouched(stripe_server, bought)
    # Control: the corrected address's own link does it.
    assert post("refund", link_of(enrollment_of(bought))).status_code == 200


def test_what_is_in_an_account_is_refunded_there(stripe_server: StripeServer) -> None:
    bought = buys(stripe_server, make_user(), make_bootcamp())
    for path in ("purchase", "refund"):
        answer = post(path, link_of(enrollment_of(bought)))
        assert (answer.status_code, answer.json()["code"]) == (409, "has_account")
    assert untouched(stripe_server, bought)


def test_a_guests_email_leads_to_the_seats_page_and_not_to_a_sign_in(
    stripe_server: StripeServer,
) -> None:
    seat = enrollment_of(a_guest(stripe_server))
    post("refund", link_of(seat))
    email = Message.objects.get(category="REFUND_REQUEST")
    assert "/portal" not in email.content + email.html
    assert "See your refund" in email.content
    # The link is for its reader alone: the log does not hold it.
    assert link_of(seat) not in email.content + email.html
    assert SEAT.url(seat) in open_links(email.sealed_link).values()


def test_pressed_again_and_again_it_is_one_refund(stripe_server: StripeServer) -> None:
    link = link_of(enrollment_of(a_guest(stripe_server)))
    first = post("refund", link).json()
    assert post("refund", link).json() == first
    run_jobs()
    assert post("refund", link).json()["message"] == "$995.00 has been refunded."
    assert Refund.objects.count() == 1
    assert stripe_server.ledger()["totals"]["refunded"] == 99_500
    assert Message.objects.filter(category__startswith="REFUND").count() == 1


def test_a_seat_that_is_accepted_between_look_and_lock_is_not_refunded_by_its_giver(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    bought = a_guest(stripe_server)
    seat = enrollment_of(bought)

    def accepted_first(*, purchase_id: int) -> Purchase | None:
        given_over(seat)
        return lock_with_bases(purchase_id=purchase_id)

    monkeypatch.setattr(guest_refunds, "lock_with_bases", accepted_first)
    assert post("refund", link_of(seat)).status_code == 410
    assert untouched(stripe_server, bought)


def test_an_upgrade_isnt_kept_for_nothing_once_its_account_is_gone(
    stripe_server: StripeServer,
) -> None:
    """What was bought in an account that was deleted is a guest's; the rule is the same."""
    bundle, steps = a_bundle()
    shopper = shopper_for(stripe_server, make_user())
    base = shopper.buy(bootcamp=steps[0].pk)
    upgrade = shopper.buy(bundle=bundle.pk)
    run_jobs()
    Purchase.objects.update(user=None, guest_email=GUEST)
    assert Purchase.objects.filter(has_upgrades(), pk=base.pk).exists()
    assert post("refund", link_of(enrollment_of(base))).status_code == 200
    run_jobs()
    both = {one.pk: one.state for one in Purchase.objects.all()}
    assert both == {base.pk: PurchaseState.REFUNDED, upgrade.pk: PurchaseState.REFUNDED}


def test_looking_at_the_purchase_is_a_few_statements(stripe_server: StripeServer) -> None:
    link = link_of(enrollment_of(a_guest(stripe_server)))
    with CaptureQueriesContext(connection) as asked:
        assert post("purchase", link).status_code == 200
    assert len(asked) <= 20
