"""Find my purchase: one email to the address that bought or holds something, one answer for all."""

import re
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import EmailRequest, User
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message, MessageStatus, Suppression
from frontrow.sales.buyers.finding import write_found_purchases
from frontrow.sales.buyers.invitations import invitation_link
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import AccountInvitation, Enrollment, Purchase, PurchaseState
from tests.accounts.people import browser, person, post, told
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
)
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

FIND = "/api/find-purchases"
GUEST = "guest@example.test"
SENT = (
    200,
    {"message": "If there's a purchase or a seat for this address, we've sent an email to it."},
)


def find(email: str, address: str = "127.0.0.1") -> None:
    assert told(post(browser(address), FIND, email=email)) == SENT


def found(email: str = GUEST) -> list[str]:
    """The texts that arrive there when somebody asks."""
    find(email)
    run_jobs()
    return [str(one.body) for one in mail.outbox if "Your purchases" in one.subject]


def guests(email: str = GUEST, **fields: Any) -> Purchase:
    return make_purchase(user=None, guest_email=email, guest_full_name="Grace Hopper", **fields)


def handed_to(purchase: Purchase, **holder: Any) -> Enrollment:
    Enrollment.objects.filter(purchase=purchase).update(holder_name="Fay Holder", **holder)
    return enrollment_of(purchase)


def test_a_guest_gets_receipt_dates_links_and_the_way_to_an_account() -> None:
    purchase = guests(bootcamp=make_bootcamp(name="Ship it"))
    seat = enrollment_of(purchase)
    [text] = found("GUEST@example.test ")
    invitation = AccountInvitation.objects.get()
    assert "Hello Grace," in text
    assert f"Receipt {receipt_number(purchase.pk)}" in text
    assert "Ship it" in text
    for link in (JOIN.url(seat), SEAT.url(seat), invitation_link(invitation)):
        assert text.count(link) == 1
    assert "Sign in:" not in text
    assert [one.to for one in mail.outbox] == [[GUEST]]


def test_a_member_gets_the_way_to_sign_in_and_no_invitation() -> None:
    ada = person()
    purchase = make_purchase(user=ada)
    [text] = found("ada@example.test")
    assert f"Receipt {receipt_number(purchase.pk)}" in text
    assert JOIN.url(enrollment_of(purchase)) in text
    assert "Sign in:\nhttp" in text
    assert "Create your account" not in text
    assert not AccountInvitation.objects.exists()
    assert Message.objects.get().user == ada


@pytest.mark.parametrize("has_account", [True, False])
def test_a_holder_gets_the_seat_and_no_word_of_the_money(*, has_account: bool) -> None:
    buyers = guests("buyer@example.test", total_amount="777.00")
    if has_account:
        seat = handed_to(buyers, holder=person("fay"), holder_email="")
    else:
        seat = handed_to(buyers, holder_email="fay@example.test")
    [text] = found("fay@example.test")
    assert JOIN.url(seat) in text
    assert SEAT.url(seat) in text
    assert ("Create your account" in text) is not has_account
    for secret in ("777", receipt_number(buyers.pk), "Grace", "buyer@example.test"):
        assert secret not in text
    # And the buyer, who gave it away, gets the receipt and no way in.
    mail.outbox.clear()
    [text] = found("buyer@example.test")
    assert receipt_number(buyers.pk) in text
    assert "/join/" not in text


def test_everything_of_one_address_is_one_email_newest_first() -> None:
    ada = person()
    first, second = make_bootcamp(name="One"), make_bootcamp(name="Two")
    bundle = make_bundle(bootcamps=[first, second], name="Both")
    old = guests("ada@example.test", bootcamp=make_bootcamp(name="Old"))
    both = make_purchase(user=ada, bundle=bundle)
    held = handed_to(guests("buyer@example.test"), holder=ada)
    [text] = found("ada@example.test")
    # What it says, in its order.
    numbers = re.findall(r"Receipt (FR-\d+)", text)
    assert numbers == [receipt_number(both.pk), receipt_number(old.pk)]
    seats = [enrollment_of(both, first), enrollment_of(both, second), enrollment_of(old), held]
    assert all(text.count(JOIN.url(seat)) == 1 for seat in seats)
    assert text.count("Create your account") == 1


def test_what_is_over_refunded_or_never_paid_is_told_as_it_is() -> None:
    over = make_bootcamp(starts_at=from_now(days=-3), ends_at=from_now(days=-3, hours=3))
    guests(bootcamp=over)
    refunded = guests(state=PurchaseState.REFUNDED)
    failed = guests(state=PurchaseState.FAILED)
    pending = guests(state=PurchaseState.PENDING)
    [text] = found()
    assert "This class is over." in text
    assert "Refunded" in text
    assert receipt_number(refunded.pk) in text
    for other in (failed, pending):
        assert receipt_number(other.pk) not in text
    assert "/join/" not in text


def test_a_canceled_class_has_options_and_no_way_in() -> None:
    purchase = guests(bootcamp=make_bootcamp(canceled_at=from_now(days=-1)))
    [text] = found()
    assert "This class has been canceled." in text
    assert SEAT.url(enrollment_of(purchase)) in text
    assert "/join/" not in text


def test_an_invitation_sent_before_goes_on_working_and_one_that_ended_is_made_anew() -> None:
    purchase = guests()
    [first] = found()
    sent = AccountInvitation.objects.get()
    mail.outbox.clear()
    [second] = found()
    assert AccountInvitation.objects.get() == sent
    assert invitation_link(sent) in first
    assert invitation_link(sent) in second
    AccountInvitation.objects.update(expires_at=from_now(days=-1))
    mail.outbox.clear()
    [third] = found()
    fresh = AccountInvitation.objects.latest("pk")
    assert (fresh.purchase_ids, invitation_link(fresh) in third) == ([purchase.pk], True)


# Who gets nothing


@pytest.mark.parametrize("kind", ["stranger", "deactivated", "demo", "suppressed", "only waited"])
def test_nobody_else_is_written_to_and_the_answer_is_the_same(kind: str) -> None:
    someone = {"email": GUEST, "username": "guest"}
    match kind:
        case "deactivated":
            make_purchase(user=make_user(**someone, status="inactive"))
        case "demo":
            make_purchase(user=make_user(**someone, is_demo=True))
        case "suppressed":
            guests()
            Suppression.objects.create(channel="EMAIL", address=GUEST, reason="complained")
        case "only waited":
            guests(state=PurchaseState.PENDING)
    assert found() == []
    assert not Message.objects.exists()
    assert not AccountInvitation.objects.exists()
    # The address itself is forgotten as soon as a job has looked.
    assert not EmailRequest.objects.exists()


def test_nobody_is_sent_another_ones_purchases() -> None:
    mine, theirs = guests(), guests("guest2@example.test")
    make_purchase(user=person())
    [text] = found()
    assert re.findall(r"FR-\d+", text) == [receipt_number(mine.pk)]
    assert receipt_number(theirs.pk) not in text
    assert [one.to for one in mail.outbox] == [[GUEST]]


def test_asking_costs_the_same_for_buyers_and_strangers() -> None:
    guests()
    seen = []
    for email in (GUEST, "nobody@example.test"):
        with CaptureQueriesContext(connection) as queries:
            find(email)
        seen.append([re.sub(r"\d+|'[^']*'", "?", query["sql"])[:120] for query in queries])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 4


def test_a_job_that_runs_twice_writes_one_email() -> None:
    guests()
    find(GUEST)
    wish = EmailRequest.objects.get()
    write_found_purchases(request_id=wish.pk)
    write_found_purchases(request_id=wish.pk)
    assert Message.objects.count() == 1


# Limits, and what is stored


def test_the_fourth_in_an_hour_is_refused_for_buyers_and_strangers_alike() -> None:
    guests()
    for email in (GUEST, "nobody@example.test"):
        spellings = [email, email.upper(), f" {email}", email]
        answers = [
            post(browser(f"203.0.113.{n}"), FIND, email=one).status_code
            for n, one in enumerate(spellings)
        ]
        assert answers == [200] * 3 + [429]
    run_jobs()
    assert len(mail.outbox) == 3


def test_one_network_cannot_have_us_write_to_everybody() -> None:
    statuses = [post(browser(), FIND, email=f"x{n}@example.test").status_code for n in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    find("x11@example.test", "203.0.113.1")


def test_the_log_never_holds_the_links_and_one_that_fails_forgets_them() -> None:
    guests()
    find(GUEST)
    write_found_purchases(request_id=EmailRequest.objects.get().pk)
    [stored] = Message.objects.all()
    assert "http" not in stored.content
    assert "/join/" not in stored.content + stored.html
    Message.objects.update(attempts=99)
    deliver_waiting(channel="EMAIL")
    stored.refresh_from_db()
    assert (stored.status, stored.sealed_link) == (MessageStatus.FAILED, "")


def test_a_claimed_purchase_is_its_account_s_even_if_the_address_is_another() -> None:
    ada = person()
    make_purchase(user=ada, guest_email=GUEST)
    assert found() == []
    assert User.objects.count() == 1
