"""A credit: back when what it paid for goes back, its owner's alone, and worth its money."""

import re
from decimal import Decimal
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.models import Message
from frontrow.sales.models import (
    CodeUse,
    DiscountCode,
    Enrollment,
    Purchase,
    ReconciliationBreak,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import from_now, make_bootcamp, make_bundle, make_code
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import signed_in
from tests.portal.student import a_student
from tests.sales.buying import Shopper
from tests.sales.changing import announce, carry_out, choose, net, present
from tests.sales.free import Guest, links_to

pytestmark = pytest.mark.django_db(transaction=True)

PERSONAL = (
    "This code is personal. Open the link in the email it came in, or sign in with that email"
    " address."
)


def credited(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, **who: Any
) -> tuple[Purchase, DiscountCode]:
    """995 paid for a class that is canceled: a credit of 1,094.50."""
    purchase = Shopper(stripe_server, **who).buy(bootcamp=lost.pk)
    run_jobs()
    change = announce(operator, lost)
    assert choose(change, present(purchase), "credit").status_code == 200
    carry_out(change)
    return purchase, DiscountCode.objects.latest("pk")


def linked(address: str) -> str:
    """Code and proof, as the newest email to the address carries them in its link."""
    run_jobs()
    texts = [str(each.body) for each in mail.outbox if address in each.to]
    return str(re.findall(r"\?code=([A-Z0-9.-]+)", " ".join(texts))[-1])


def refusal(stripe_server: StripeServer, code: str, bootcamp: Bootcamp, **who: Any) -> str:
    """Why it can't be used; empty where it can."""
    answer = Shopper(stripe_server, **who).ask_session(bootcamp=bootcamp.pk, code=code)
    if answer.status_code == 200 or answer.json()["code"] == "nothing_to_pay":
        return ""
    assert answer.json()["code"] == "code_refused", answer.content
    return str(answer.json()["message"])


def test_a_credit_comes_back_when_the_class_it_paid_for_is_canceled(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    _, code = credited(operator, stripe_server, lost)
    second = make_bootcamp(name="Second", starts_at=from_now(days=20), price=Decimal(1500))
    third = make_bootcamp(name="Third", starts_at=from_now(days=50), price=Decimal(1500))
    typed = linked("ada@example.test")
    bought = Shopper(stripe_server).buy(bootcamp=second.pk, code=typed)
    run_jobs()
    assert bought.total_amount == Decimal("405.50")
    assert refusal(stripe_server, typed, third) == "This code has been used up."
    carry_out(announce(operator, second))
    bought.refresh_from_db()
    code.refresh_from_db()
    assert (bought.state, bought.refunded_amount) == ("refunded", Decimal("405.50"))
    assert code.uses == 0
    # And it pays again, once.
    again = Shopper(stripe_server).buy(bootcamp=third.pk, code=typed)
    assert again.total_amount == Decimal("405.50")
    assert refusal(stripe_server, typed, make_bootcamp()) == "This code has been used up."
    assert violations() == []


def test_a_credit_comes_back_with_a_refund_and_a_refund_undone_takes_it_again(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    _, code = credited(operator, stripe_server, lost)
    second = make_bootcamp(name="Second", starts_at=from_now(days=20), price=Decimal(1500))
    typed = linked("ada@example.test")
    bought = Shopper(stripe_server).buy(bootcamp=second.pk, code=typed)
    run_jobs()
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=bought.pk, reason="first_session")
    run_jobs()
    assert CodeUse.objects.get(purchase=bought).returned_at is None, "not before the money is back"
    stripe_server.settle_refunds()
    settle(purchase=Purchase.objects.get(pk=bought.pk))
    run_jobs()
    code.refresh_from_db()
    assert (Purchase.objects.get(pk=bought.pk).state, code.uses) == ("refunded", 0)
    assert refusal(stripe_server, typed, make_bootcamp(price=Decimal(1500))) == ""


def test_a_credit_that_paid_the_whole_price_comes_back_when_that_class_is_canceled(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp
) -> None:
    credited(operator, stripe_server, lost)
    second = make_bootcamp(name="Second", starts_at=from_now(days=20), price=Decimal(995))
    third = make_bootcamp(name="Third", starts_at=from_now(days=50), price=Decimal(1500))
    typed = linked("ada@example.test")
    guest = Guest()
    guest.order(second, code=typed)
    assert guest.confirm(links_to(guest.email)[-1]).status_code == 200
    free = Purchase.objects.latest("pk")
    assert (free.state, free.total_amount) == ("completed", Decimal(0))
    carry_out(announce(operator, second))
    free.refresh_from_db()
    assert free.state == "refunded"
    assert refusal(stripe_server, typed, third) == ""


def test_a_code_stays_used_while_a_part_of_what_it_paid_for_stands(
    stripe_server: StripeServer,
) -> None:
    parts = [make_bootcamp(starts_at=from_now(days=10 + each)) for each in range(2)]
    bundle = make_bundle(bootcamps=parts, price=Decimal(1500))
    code = make_code(max_uses=1)
    bought = Shopper(stripe_server).buy(bundle=bundle.pk, code="SPRING")
    run_jobs()
    first, _ = Enrollment.objects.filter(purchase=bought).order_by("pk")
    for seat_id, uses in ((first.pk, 1), (None, 0)):
        request_refund(purchase_id=bought.pk, reason="asked", enrollment_id=seat_id)
        run_jobs()
        settle(purchase=Purchase.objects.get(pk=bought.pk))
        code.refresh_from_db()
        assert code.uses == uses
    assert violations() == []


def test_a_code_has_its_use_again_when_all_it_paid_for_became_a_credit(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    code = make_code(max_uses=1)
    bought = Shopper(stripe_server).buy(bootcamp=lost.pk, code="SPRING")
    run_jobs()
    assert refusal(stripe_server, "SPRING", other) == "This code has been used up."
    change = announce(operator, lost)
    assert choose(change, present(bought), "credit").status_code == 200
    carry_out(change)
    bought.refresh_from_db()
    code.refresh_from_db()
    assert (bought.state, code.uses) == ("completed", 0)
    assert refusal(stripe_server, "SPRING", other) == ""
    assert violations() == []


def test_a_credit_follows_the_account_it_is_of_to_its_corrected_address(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    student = a_student(email="old@example.test")
    _, code = credited(
        operator, stripe_server, lost, email="old@example.test", client=student.client
    )
    before = linked("old@example.test")
    make_code("STRANGERS", for_email="old@example.test")
    answer = operator.patch(
        f"/api/admin/users/{student.user.pk}",
        {"email": "new@example.test", "firstName": "Ada", "lastName": "Lovelace"},
        "application/json",
    )
    assert answer.status_code == 200, answer.content
    code.refresh_from_db()
    assert code.for_email == "new@example.test"
    # Nobody has proven that the old address was theirs: what isn't for their money stays.
    assert DiscountCode.objects.get(code="STRANGERS").for_email == "old@example.test"
    student.user.refresh_from_db()
    after = linked("new@example.test")
    who = {"email": "new@example.test", "client": signed_in(student.user)}
    assert refusal(stripe_server, before, other, email="old@example.test") == PERSONAL
    assert refusal(stripe_server, after, other, **who) == ""


def test_a_guests_credit_follows_the_correction_of_what_was_paid(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    bundle = make_bundle(bootcamps=[lost, make_bootcamp()], price=Decimal(1500))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    run_jobs()
    change = announce(operator, lost)
    assert choose(change, present(purchase, lost), "credit").status_code == 200
    carry_out(change)
    code = DiscountCode.objects.get()
    make_code("STRANGERS", for_email="ada@example.test")
    answer = operator.patch(
        f"/api/admin/purchases/{purchase.pk}/customer",
        {"email": "right@example.test", "fullName": "Ada Lovelace"},
        "application/json",
    )
    assert answer.status_code == 200, answer.content
    code.refresh_from_db()
    assert code.for_email == "right@example.test"
    assert DiscountCode.objects.get(code="STRANGERS").for_email == "ada@example.test"
    typed = linked("right@example.test")
    assert refusal(stripe_server, typed, other, email="right@example.test") == ""


def test_a_credit_stops_with_a_dispute_works_again_when_it_is_won_and_dies_when_it_is_lost(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    purchase, code = credited(operator, stripe_server, lost)
    typed = linked("ada@example.test")
    stopped = "This code can't be used at the moment."
    for end, told in (("won", ""), ("lost", stopped)):
        dear = make_bootcamp(price=Decimal(1500))
        shopper = Shopper(stripe_server)
        begun = shopper.pay(bootcamp=dear.pk, code=typed)
        dispute = stripe_server.dispute(purchase.stripe_payment_intent_id or "")
        settle(purchase=Purchase.objects.get(pk=purchase.pk))
        assert refusal(stripe_server, typed, other) == stopped
        # Whoever had begun to pay with it isn't charged either.
        assert shopper.complete(begun).json()["code"] == "code_gone"
        path = f"/api/admin/codes/{code.pk}"
        assert operator.patch(path, {"isActive": True}, "application/json").status_code == 409
        stripe_server.decide_dispute(dispute["id"], end)
        settle(purchase=Purchase.objects.get(pk=purchase.pk))
        run_jobs()
        assert refusal(stripe_server, typed, other) == told
    assert net(stripe_server, purchase) <= 0
    assert not ReconciliationBreak.objects.filter(kind="credit_used_and_money_gone").exists()


def test_a_refund_in_the_dashboard_stops_the_credit_and_the_board_says_when_it_was_used(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    purchase, code = credited(operator, stripe_server, lost)
    dear = make_bootcamp(price=Decimal(1500))
    Shopper(stripe_server).buy(bootcamp=dear.pk, code=linked("ada@example.test"))
    stripe_server.refund_at_provider(purchase.stripe_payment_intent_id or "")
    for _ in range(2):
        settle(purchase=Purchase.objects.get(pk=purchase.pk))
        run_jobs()
    code.refresh_from_db()
    assert code.stopped_at is not None
    found = ReconciliationBreak.objects.get(kind="credit_used_and_money_gone")
    assert (found.purchase_id, found.details["code"]) == (purchase.pk, code.pk)
    rows = operator.get("/api/admin/reconciliation").content.decode()
    assert "Credit used, and its payment taken back" in rows


def test_a_guest_needs_the_link_of_the_email_and_a_member_the_proven_address(
    operator: Client, stripe_server: StripeServer, lost: Bootcamp, other: Bootcamp
) -> None:
    _, code = credited(operator, stripe_server, lost)
    typed = linked("ada@example.test")
    assert typed.startswith(f"{code.code}.")
    member = a_student(email="ada@example.test")
    who = {"email": "ada@example.test", "client": member.client}
    assert refusal(stripe_server, code.code, other, **who) == PERSONAL, "an address never proven"
    EmailAddress.objects.create(
        user=member.user, email="ada@example.test", primary=True, verified=True
    )
    assert refusal(stripe_server, code.code, other, **who) == ""
    Message.objects.filter(category="CODE_USED").delete()
    Shopper(stripe_server).buy(bootcamp=make_bootcamp(price=Decimal(1500)).pk, code=typed)
    run_jobs()
    [told] = Message.objects.filter(category="CODE_USED")
    assert (told.recipient, "was used to buy" in told.content) == ("ada@example.test", True)
    assert code.code not in told.content
