"""A wrong address is corrected: by the buyer for a day, by the desk at any time."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from frontrow.accounts.models import AuditEntry
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.sales.buyers.invitations import claim_purchases, token_of
from frontrow.sales.changes.resending import resend_confirmation
from frontrow.sales.models import AccountInvitation, Enrollment, Fact, Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import from_now, make_bootcamp, make_bundle, make_user
from tests.fakes.stripe import StripeServer
from tests.fakes.zoom import ZoomServer
from tests.jobs import run_jobs
from tests.links import join_token, seat_token
from tests.portal.student import a_student, an_admin_looking_as, browser
from tests.sales.buying import Shopper
from tests.sales.changing import present
from tests.sales.handing_over import FAY, offered_token
from tests.sales.meeting_places import registered, with_meeting

pytestmark = pytest.mark.django_db

WRONG, RIGHT = "wrogn@example.test", "right@example.test"
ADA = {"email": RIGHT, "fullName": "Ada King"}
NOT_PROVEN = (404, "We can't tell that this purchase is yours.")


@pytest.fixture
def shopper(stripe_server: StripeServer) -> Shopper:
    return Shopper(stripe_server, email=WRONG)


@pytest.fixture
def purchase(shopper: Shopper) -> Purchase:
    return shopper.buy(bootcamp=make_bootcamp(starts_at=from_now(days=9)).pk)


def correct(shopper: Any, purchase: Purchase, **changes: Any) -> Any:
    return shopper.post("purchase-contact/correct", {"purchaseId": purchase.pk, **ADA, **changes})


def look(shopper: Any, purchase: Purchase, **changes: Any) -> Any:
    return shopper.post("purchase-contact/look", {"purchaseId": purchase.pk, **changes})


def said(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def by_link(path: str, token: str) -> int:
    return int(browser().post(f"/api/{path}", {"token": token}, "application/json").status_code)


def written_to(address: str) -> list[str]:
    found = Message.objects.filter(recipient=address).order_by("pk")
    return list(found.values_list("category", flat=True))


def contact(purchase: Purchase) -> tuple[str, str]:
    purchase.refresh_from_db()
    return purchase.guest_email, purchase.guest_full_name


def test_the_browser_that_bought_corrects_it_and_everything_goes_to_the_right_address(
    shopper: Shopper, purchase: Purchase, stripe_server: StripeServer
) -> None:
    seat = present(purchase)
    seen = look(shopper, purchase).json()
    assert (seen["email"], seen["fullName"], seen["refusal"]) == (WRONG, "Ada Lovelace", "")
    answer = correct(shopper, purchase)
    assert said(answer) == (200, f"Corrected. We've sent your confirmation to {RIGHT}.")
    assert contact(purchase) == (RIGHT, "Ada King")
    # What was sent to the wrong address opens nothing; what came to the right one does.
    for version, status in ((0, 404), (1, 200)):
        assert by_link("join/look", join_token(seat.pk, version)) == status
        assert by_link("seat/look", seat_token(seat.pk, version)) == status
    old, new = AccountInvitation.objects.order_by("pk")
    assert (old.email, old.status, new.email, new.status) == (WRONG, "cancelled", RIGHT, "sent")
    assert answer.json()["invitationToken"] == token_of(new)
    assert written_to(RIGHT) == ["REGISTRATION_CONFIRM"]
    told = Message.objects.get(recipient=RIGHT)
    assert f"/join/{join_token(seat.pk, 1)}" in str(open_links(told.sealed_link))
    assert "Ada King" in told.content
    run_jobs()
    noted = stripe_server.intent(purchase.stripe_payment_intent_id or "")["metadata"]
    assert (noted["address"], noted["buyer"]) == (RIGHT, "Ada King")
    assert violations() == []


def test_the_old_address_hears_that_it_was_no_email_of_theirs_and_nothing_personal(
    shopper: Shopper, purchase: Purchase
) -> None:
    assert correct(shopper, purchase).status_code == 200
    assert written_to(WRONG)[-1] == "MISDIRECTED"
    told = Message.objects.get(category="MISDIRECTED")
    everything = f"{told.subject} {told.content} {told.html}"
    for secret in ("Ada", "King", RIGHT, purchase.package_name, "995", "/join/", "/seat/"):
        assert secret not in everything, secret
    assert (told.purchase_id, told.user_id, told.sealed_link) == (None, None, "")


def test_a_name_alone_leaves_every_link_as_it_is(shopper: Shopper, purchase: Purchase) -> None:
    assert correct(shopper, purchase, email=WRONG).status_code == 200
    assert contact(purchase) == (WRONG, "Ada King")
    assert by_link("join/look", join_token(present(purchase).pk, 0)) == 200
    assert "MISDIRECTED" not in written_to(WRONG)
    fact = Fact.objects.get(what="buyer.corrected")
    assert (fact.details, fact.who) == ({"changed": ["name"], "by": "buyer"}, None)
    entry = AuditEntry.objects.get(action="corrected own purchase")
    assert (entry.subject_id, entry.details) == (str(purchase.pk), {"changed": ["name"]})


def test_the_payments_secret_proves_it_where_the_cookie_is_lost(
    shopper: Shopper, purchase: Purchase, stripe_server: StripeServer
) -> None:
    intent = stripe_server.intent(purchase.stripe_payment_intent_id or "")
    other = Shopper(stripe_server)
    assert said(correct(other, purchase)) == NOT_PROVEN
    assert said(correct(other, purchase, clientSecret="pi_1_secret_x")) == NOT_PROVEN
    assert said(look(other, purchase)) == NOT_PROVEN
    assert contact(purchase)[0] == WRONG
    assert look(other, purchase, clientSecret=intent["client_secret"]).json()["email"] == WRONG
    assert correct(other, purchase, clientSecret=intent["client_secret"]).status_code == 200
    assert contact(purchase)[0] == RIGHT


def test_unknown_and_somebody_elses_look_alike(
    shopper: Shopper, purchase: Purchase, stripe_server: StripeServer
) -> None:
    stranger = Shopper(stripe_server, email="stranger@example.test")
    stranger.buy(bootcamp=make_bootcamp().pk)
    nobody = Purchase(pk=999_999_999)
    for ask in (look, correct):
        assert said(ask(stranger, purchase)) == said(ask(stranger, nobody)) == NOT_PROVEN
    assert contact(purchase) == (WRONG, "Ada Lovelace")
    assert written_to(RIGHT) == []


@pytest.mark.parametrize(("hours", "status"), [(23.9, 200), (24, 409), (500, 409)])
def test_for_24_hours_and_then_it_says_what_to_do(
    shopper: Shopper, purchase: Purchase, hours: float, status: int
) -> None:
    paid = database_now() - timedelta(hours=hours)
    Purchase.objects.filter(pk=purchase.pk).update(completed_at=paid)
    answer = correct(shopper, purchase)
    assert answer.status_code == status
    assert contact(purchase)[0] == (RIGHT if status == 200 else WRONG)
    if status == 409:
        assert answer.json()["code"] == "correction_closed"
        assert "for 24 hours after paying. Write to support@example.com" in said(answer)[1]
        assert look(shopper, purchase).json()["refusal"] == said(answer)[1]
        assert written_to(RIGHT) == []


def test_what_is_in_an_account_is_not_corrected_from_the_browser_that_bought(
    shopper: Shopper, purchase: Purchase
) -> None:
    claim_purchases(token=token_of(AccountInvitation.objects.get()), user=make_user())
    answer = correct(shopper, purchase)
    assert (answer.status_code, answer.json()["code"]) == (409, "has_account")
    assert "Sign in to change your name" in said(answer)[1]
    assert contact(purchase)[0] == WRONG


def test_what_was_refunded_is_not_corrected(shopper: Shopper, purchase: Purchase) -> None:
    for state in (PurchaseState.REFUNDING, PurchaseState.REFUNDED):
        Purchase.objects.filter(pk=purchase.pk).update(state=state)
        answer = correct(shopper, purchase)
        assert (answer.status_code, answer.json()["code"]) == (409, "correction_closed")
    assert contact(purchase)[0] == WRONG


def test_three_corrections_a_day_and_no_more(shopper: Shopper, purchase: Purchase) -> None:
    answers = [
        correct(shopper, purchase, email=f"try{number}@example.test").status_code
        for number in range(4)
    ]
    assert answers == [200, 200, 200, 429]
    assert contact(purchase)[0] == "try2@example.test"


def test_whoever_looks_as_somebody_else_corrects_nothing(
    shopper: Shopper, purchase: Purchase, stripe_server: StripeServer
) -> None:
    secret = stripe_server.intent(purchase.stripe_payment_intent_id or "")["client_secret"]
    looking = an_admin_looking_as(a_student().user)
    assert correct(looking, purchase, clientSecret=secret).status_code == 403
    assert contact(purchase)[0] == WRONG


def test_what_the_old_addresss_reader_began_by_the_link_ends(
    shopper: Shopper, purchase: Purchase
) -> None:
    token = seat_token(present(purchase).pk, 0)
    offered = shopper.post("seat/hand-over", {"token": token, **FAY})
    assert offered.status_code == 200
    assert correct(shopper, purchase).status_code == 200
    assert by_link("seat-offer/accept", offered_token()) == 410
    assert present(purchase).holder_email == ""


def test_a_moved_seats_links_of_before_end_too(shopper: Shopper, purchase: Purchase) -> None:
    later = make_bootcamp(starts_at=from_now(days=20))
    before = present(purchase)
    token = seat_token(before.pk, 0)
    assert shopper.post("seat/move", {"token": token, "bootcampId": later.pk}).status_code == 200
    assert by_link("join/look", join_token(before.pk, 0)) == 200
    assert correct(shopper, purchase).status_code == 200
    for seat in (before, present(purchase)):
        assert by_link("join/look", join_token(seat.pk, 0)) == 404
        assert by_link("seat/look", seat_token(seat.pk, 0)) == 404


def test_a_seat_that_was_handed_over_stays_its_holders_with_every_link(
    shopper: Shopper, stripe_server: StripeServer
) -> None:
    members = [make_bootcamp(name=name, starts_at=from_now(days=9)) for name in ("One", "Two")]
    purchase = shopper.buy(bundle=make_bundle(bootcamps=members).pk)
    given, kept = (Enrollment.objects.get(purchase=purchase, name=name) for name in ("One", "Two"))
    shopper.post("seat/hand-over", {"token": seat_token(given.pk, 0), **FAY})
    assert by_link("seat-offer/accept", offered_token()) == 200
    holders = Enrollment.objects.get(purchase=purchase, name="One", ended_at=None)
    assert correct(shopper, purchase).status_code == 200
    assert by_link("join/look", join_token(holders.pk, 0)) == 200
    holders.refresh_from_db()
    assert (holders.holder_email, holders.link_version) == (FAY["email"], 0)
    # Nor does the buyer get the holder's way in.
    told = Message.objects.get(recipient=RIGHT)
    links = str(open_links(told.sealed_link))
    assert f"/join/{join_token(kept.pk, 1)}" in links
    assert f"/join/{holders.pk}-" not in links
    assert "/join/" not in str(told.attachments)
    assert str(told.attachments).count("BEGIN:VEVENT") == 1


def test_a_buyer_who_gave_everything_away_is_sent_a_receipt_and_no_way_in(
    shopper: Shopper, purchase: Purchase
) -> None:
    shopper.post("seat/hand-over", {"token": seat_token(present(purchase).pk, 0), **FAY})
    assert by_link("seat-offer/accept", offered_token()) == 200
    resend_confirmation(purchase_id=purchase.pk)
    told = Message.objects.filter(recipient=WRONG).latest("pk")
    assert "has been handed over" in told.content
    assert "Your receipt" in told.content
    assert "Join the live session" not in told.content
    assert told.attachments == []
    assert len(set(open_links(told.sealed_link).values())) == 1


def test_the_place_in_the_meeting_is_made_anew_in_the_right_name(
    shopper: Shopper, zoom_server: ZoomServer
) -> None:
    purchase = shopper.buy(bootcamp=with_meeting().pk)
    run_jobs()
    assert registered(zoom_server) == [WRONG]
    assert correct(shopper, purchase).status_code == 200
    run_jobs()
    assert registered(zoom_server) == [RIGHT]
    [place] = [one for one in zoom_server.meeting()["registrants"] if one["email"] == RIGHT]
    assert (place["first_name"], place["last_name"]) == ("Ada", "King")


def test_the_first_email_leads_a_guest_there_and_one_sent_a_day_later_does_not(
    purchase: Purchase,
) -> None:
    way = f"/wrong-address?purchase={purchase.pk}"
    first = Message.objects.get(category="REGISTRATION_CONFIRM")
    assert "Not you? Wrong address?" in first.content
    assert (way in first.content, way in first.html) == (True, True)
    with time_machine.travel(database_now() + timedelta(hours=25)):
        resend_confirmation(purchase_id=purchase.pk)
    later = Message.objects.filter(category="REGISTRATION_CONFIRM").latest("pk")
    assert way not in later.content


def test_a_member_is_not_asked_whether_it_is_them(stripe_server: StripeServer) -> None:
    student = a_student()
    Shopper(stripe_server, client=student.client).buy(bootcamp=make_bootcamp().pk)
    assert "Wrong address?" not in Message.objects.get(category="REGISTRATION_CONFIRM").content
