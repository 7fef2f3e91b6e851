"""A seat goes to another person: offered, accepted by a button, taken back, or refused in words."""

import re
from datetime import timedelta

import pytest

from frontrow.accounts.models import AuditEntry, User
from frontrow.backoffice.messages.audience import find_audience
from frontrow.backoffice.retention import forget
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.emails.reminder_emails import recording_email
from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment, HandOver, Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from tests.factories import (
    enrollment_of,
    from_now,
    make_admin,
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_purchase,
)
from tests.links import join_token, seat_token
from tests.portal.student import Student, a_student, an_admin_looking_as, browser
from tests.sales.changing import present
from tests.sales.handing_over import FAY, handed_over, offer, offered_token, post, with_account
from tests.sales.waiting import link_in
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

Given = tuple[Student, Purchase, Bootcamp]


@pytest.fixture
def given() -> Given:
    student = a_student(first_name="Gil", last_name="Giver")
    bootcamp = make_bootcamp(name="The Class", starts_at=from_now(days=5))
    return student, make_purchase(bootcamp=bootcamp, user=student.user), bootcamp


def test_until_it_is_accepted_the_giver_has_the_seat(given: Given) -> None:
    student, purchase, _ = given
    seat = enrollment_of(purchase)
    answer = offer(student, seat)
    assert answer.status_code == 200, answer.content
    assert (answer.json()["offer"]["name"], answer.json()["offer"]["email"]) == (
        FAY["name"],
        FAY["email"],
    )
    token = offered_token()
    for _ in range(3):
        looked = post("seat-offer/look", token=token).json()
        assert (looked["giver"], looked["recipient"]) == ("Gil Giver", FAY["name"])
    assert browser().get(f"/api/seat-offer/accept?token={token}").status_code == 405
    assert present(purchase) == seat
    [told] = student.purchases()
    assert (told["items"][0]["offeredTo"], told["items"][0]["seatNumber"]) == (FAY["name"], 1)
    kept = HandOver.objects.get()
    assert token not in (kept.token_hash, kept.to_email)
    [email] = Message.objects.filter(recipient=FAY["email"])
    assert re.search(r"Accept by \w{3}, \w{3} \d+ at \d", email.content)
    assert token not in f"{email.content}{email.html}"


def test_accepted_it_is_the_recipients_with_everything_a_guest_gets(given: Given) -> None:
    student, purchase, _ = given
    old = enrollment_of(purchase)
    new = handed_over(student, purchase)
    assert (new.holder_email, new.holder_name, new.replaces) == (FAY["email"], FAY["name"], old)
    assert Seat.objects.get(enrollment_id=new.pk).number == 1
    [told] = Message.objects.filter(category="SEAT_HANDED_OVER", recipient=FAY["email"])
    assert "The seat is yours" in told.content
    assert told.attachments[0]["name"] == "bootcamp.ics"
    links = list(open_links(told.sealed_link).values())
    assert links[1] == JOIN.url(new)
    assert "/confirmation?invite=" in links[0]
    [giver] = Message.objects.filter(category="SEAT_HANDED_OVER", recipient=student.user.email)
    assert "Fay Friend has accepted your seat" in giver.content
    assert "STATUS:CANCELLED" in giver.attachments[0]["text"]
    # Over and done with, nobody's address is kept in the offer.
    assert HandOver.objects.values_list("state", "to_email", "to_name").get() == (
        "accepted",
        "",
        "",
    )
    assert violations() == []


def test_the_givers_links_are_dead_at_once(given: Given) -> None:
    student, purchase, bootcamp = given
    old = enrollment_of(purchase)
    new = handed_over(student, purchase)
    for path, token in (
        ("join/look", join_token(old.pk, 0)),
        ("join", join_token(old.pk, 0)),
        ("seat/look", seat_token(old.pk, 0)),
    ):
        answer = post(path, token=token)
        assert (answer.status_code, answer.json()["code"]) == (410, "seat_handed_over"), path
    moved = post("seat/move", token=seat_token(old.pk, 0), bootcampId=bootcamp.pk)
    assert moved.status_code == 410
    assert student.join(bootcamp).status_code == 403
    assert student.get(f"user/seats/{new.pk}/changes").status_code == 404
    assert offer(student, new).status_code == 404
    assert post("join/look", token=join_token(new.pk, 0)).status_code == 200


def test_an_invitation_brings_the_seat_and_not_the_purchase_into_an_account(given: Given) -> None:
    student, purchase, bootcamp = given
    new = handed_over(student, purchase)
    [told] = Message.objects.filter(category="SEAT_HANDED_OVER", recipient=FAY["email"])
    invite = link_in(told).partition("invite=")[2].partition("&")[0]
    opened = post("invitations/open", invitationToken=invite).json()
    assert opened == {"email": FAY["email"], "packageNames": ["The Class"]}
    friend = a_student(email="other@example.test")
    claimed = friend.post("complete-account-creation", {"invitationToken": invite})
    assert (claimed.status_code, claimed.json()["linkedPurchases"]) == (200, 1)
    [mine] = friend.purchases()
    assert (mine["isBuyer"], mine["items"][0]["id"]) == (False, bootcamp.pk)
    assert friend.get("user/billing").json() == []
    new.refresh_from_db()
    purchase.refresh_from_db()
    assert (new.holder, purchase.user) == (friend.user, student.user)
    again = a_student().post("complete-account-creation", {"invitationToken": invite})
    assert again.status_code == 410


def test_whoever_has_an_account_finds_the_seat_there(given: Given) -> None:
    student, purchase, _ = given
    friend = with_account()
    new = handed_over(student, purchase)
    assert (new.holder, new.holder_email) == (friend.user, "")
    [mine] = friend.purchases()
    assert (mine["isBuyer"], mine["totalAmount"]) == (False, None)
    [told] = Message.objects.filter(category="SEAT_HANDED_OVER", user=friend.user)
    assert "Create your account" not in told.content


def test_taken_back_the_link_is_over_and_the_recipient_told(given: Given) -> None:
    student, purchase, _ = given
    seat = enrollment_of(purchase)
    assert offer(student, seat).status_code == 200
    token = offered_token()
    answer = student.client.delete(f"/api/user/seats/{seat.pk}/hand-over")
    assert (answer.status_code, answer.json()["offer"]) == (200, None)
    for path in ("look", "accept"):
        assert post(f"seat-offer/{path}", token=token).status_code == 410
    last = Message.objects.filter(recipient=FAY["email"]).latest("pk")
    assert "withdrawn the offer" in last.content
    assert present(purchase) == seat
    assert HandOver.objects.get().to_email == ""
    # And another can be made.
    assert offer(student, seat, name="Fred", email="fred@example.test").status_code == 200
    assert post("seat-offer/accept", token=token).status_code == 410


def test_one_offer_at_a_time_and_not_to_oneself(given: Given) -> None:
    student, purchase, _ = given
    seat = enrollment_of(purchase)
    own = offer(student, seat, name="Me Myself", email=student.user.email.upper())
    assert own.json()["message"] == "The seat is already at this address."
    assert offer(student, seat).status_code == 200
    second = offer(student, seat, name="Fred", email="fred@example.test")
    assert (second.status_code, second.json()["message"]) == (
        409,
        "This seat is already offered to Fay Friend. Withdraw that offer first.",
    )
    assert HandOver.objects.count() == 1
    assert not Message.objects.filter(recipient="fred@example.test").exists()


def test_who_already_holds_the_class_is_refused_in_words(given: Given) -> None:
    student, purchase, bootcamp = given
    make_purchase(bootcamp=bootcamp, user=None, guest_email=FAY["email"])
    assert offer(student, enrollment_of(purchase)).status_code == 200
    answer = post("seat-offer/accept", token=offered_token())
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "You already have a seat in The Class.",
    )
    assert present(purchase) == enrollment_of(purchase)


def test_nothing_attended_over_or_given_away_is_handed_over(given: Given) -> None:
    student, purchase, bootcamp = given
    seat = enrollment_of(purchase)
    Purchase.objects.filter(pk=purchase.pk).update(is_complimentary=True)
    assert "a gift" in offer(student, seat).json()["message"]
    Purchase.objects.filter(pk=purchase.pk).update(is_complimentary=False)
    Enrollment.objects.filter(pk=seat.pk).update(attended_at=database_now())
    assert "joined" in offer(student, seat).json()["message"]
    Enrollment.objects.filter(pk=seat.pk).update(attended_at=None)
    over = database_now() - timedelta(hours=5)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=over, ends_at=over + timedelta(hours=3)
    )
    assert offer(student, seat).json()["message"] == "This class is over."
    assert not HandOver.objects.exists()


def test_the_desk_hands_over_a_gift_with_a_reason() -> None:
    purchase = make_purchase(user=None, is_complimentary=True, total_amount=0)
    purchase.enrollments.update(paid=0)
    seat = enrollment_of(purchase)
    admin = Student(make_admin())
    sign_in_recently(admin.client, admin.user)
    body = {**FAY, "reason": "They fell ill"}
    assert admin.post(f"admin/seats/{seat.pk}/hand-over", body).status_code == 200
    assert AuditEntry.objects.get(action="offered seat").details["reason"] == "They fell ill"
    assert post("seat-offer/accept", token=offered_token()).status_code == 200
    assert present(purchase).holder_email == FAY["email"]
    assert violations() == []


def test_whoever_looks_as_somebody_else_gives_nothing_away(given: Given) -> None:
    student, purchase, _ = given
    looking = an_admin_looking_as(student.user)
    assert offer(looking, enrollment_of(purchase)).status_code == 403
    assert not HandOver.objects.exists()


def test_a_refund_ends_the_holders_seat_and_tells_them(given: Given) -> None:
    student, purchase, _ = given
    new = handed_over(student, purchase)
    Purchase.objects.filter(pk=purchase.pk).update(stripe_payment_intent_id="pi_1")
    request_refund(purchase_id=purchase.pk, reason="first_session")
    told = Message.objects.get(category="SEAT_ENDED")
    assert (told.recipient, "no longer yours" in told.content) == (FAY["email"], True)
    assert "$" not in told.content
    assert post("join/look", token=join_token(new.pk, 0)).status_code == 403


def test_a_refund_or_a_move_meanwhile_ends_the_offer(given: Given) -> None:
    student, purchase, bootcamp = given
    later = make_bootcamp(name=bootcamp.name, starts_at=from_now(days=20))
    assert offer(student, enrollment_of(purchase)).status_code == 200
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.REFUNDING)
    assert post("seat-offer/accept", token=offered_token()).status_code == 410
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.COMPLETED)
    moved = student.post(f"user/seats/{enrollment_of(purchase).pk}/move", {"bootcampId": later.pk})
    assert moved.status_code == 200
    assert post("seat-offer/accept", token=offered_token()).status_code == 410
    assert present(purchase).holder_email == ""


@pytest.mark.parametrize("who", ["giver", "recipient"])
def test_with_either_account_deleted_the_offer_is_void(given: Given, who: str) -> None:
    student, purchase, _ = given
    friend = with_account()
    assert offer(student, enrollment_of(purchase)).status_code == 200
    gone: User = student.user if who == "giver" else friend.user
    token = offered_token()
    remove_account(user=gone)
    assert post("seat-offer/accept", token=token).status_code == 410
    assert HandOver.objects.values_list("state", "to_email").get() == ("void", "")


def test_an_offer_ends_after_14_days_and_forgets_whom_it_was_for(given: Given) -> None:
    student, purchase, _ = given
    assert offer(student, enrollment_of(purchase)).status_code == 200
    HandOver.objects.update(expires_at=from_now(seconds=-1))
    assert post("seat-offer/accept", token=offered_token()).status_code == 410
    assert student.purchases()[0]["items"][0]["offeredTo"] == ""
    forget(what="offers of a seat that are over")
    assert HandOver.objects.values_list("state", "to_email", "to_name").get() == ("void", "", "")


def test_a_booked_hour_waits_for_the_recipient_and_the_coach_is_told(given: Given) -> None:
    student, purchase, bootcamp = given
    coach = make_coach()
    at = database_now() + timedelta(days=3)
    hour = make_coaching_session(
        user=student.user,
        bootcamp=bootcamp,
        enrollment_id=enrollment_of(purchase).pk,
        purchase_id=purchase.pk,
        coach=coach,
        status=CoachingStatus.SCHEDULED,
        scheduled_at=at,
        ends_at=at + timedelta(hours=1),
    )
    friend = with_account()
    new = handed_over(student, purchase)
    hour = CoachingSession.objects.get(pk=hour.pk)
    assert (hour.status, hour.coach, hour.scheduled_at) == ("pending", None, None)
    assert (hour.user, hour.enrollment_id) == (friend.user, new.pk)
    [told] = Message.objects.filter(category="COACHING")
    assert told.recipient == coach.user.email


def test_reminders_and_messages_go_to_whoever_attends(given: Given) -> None:
    student, purchase, bootcamp = given
    handed_over(student, purchase)
    [reader] = find_audience(bootcamp=bootcamp, channel="EMAIL").readers
    assert (reader.address, reader.recipient.first_name) == (FAY["email"], "Fay")
    email = recording_email(enrollment=reader.enrollment, event="x")
    assert (email.to, email.user_id, "Hello Fay" in email.text) == (FAY["email"], None, True)


def test_by_the_emailed_link_a_guest_offers_and_takes_back() -> None:
    purchase = make_purchase(bootcamp=make_bootcamp(starts_at=from_now(days=5)), user=None)
    token = seat_token(enrollment_of(purchase).pk, 0)
    assert post("seat/hand-over", token=token, **FAY).json()["offer"]["name"] == FAY["name"]
    assert post("seat/take-back", token=token).json()["offer"] is None
    assert post("seat/take-back", token=token).status_code == 404
    assert post("seat-offer/look", token="x").status_code == 404


def test_five_offers_a_day_and_no_more(given: Given) -> None:
    student, purchase, _ = given
    seat = enrollment_of(purchase)
    for number in range(5):
        assert offer(student, seat, name="Fred", email=f"f{number}@example.test").status_code == 200
        assert student.client.delete(f"/api/user/seats/{seat.pk}/hand-over").status_code == 200
    assert offer(student, seat).status_code == 429
