"""Codes in other hands: a credit spent by who isn't its owner, read at the desk, used twice."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.models import Role
from frontrow.messaging.models import Message
from frontrow.sales.models import CodeUse, DiscountCode, Purchase
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement import settling
from frontrow.sales.settlement.code_uses import claim_code
from frontrow.sales.settlement.settling import settle
from frontrow.sales.terms.personal_codes import MASKED, personal_link
from tests.factories import make_admin, make_bootcamp, make_code, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import signed_in
from tests.races.crowd import all_at_once
from tests.races.unlocked import meeting
from tests.sales.buying import Shopper
from tests.sales.discount_codes import another, proven, quoted, told
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)

VICTIM = "victim@example.test"
SECRET = "CREDIT7Q"


def a_credit() -> str:
    """With its proof, as its owner's email has it."""
    code = make_code(SECRET, kind="amount", value=Decimal(900), max_uses=1, for_email=VICTIM)
    return personal_link(code).partition("?code=")[2]


def test_a_credit_is_spent_by_nobody_who_only_knows_it(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(price=Decimal(995))
    linked = a_credit()
    thief = proven("thief@example.test")
    signed = Shopper(stripe_server, email=VICTIM, client=signed_in(thief))
    for shopper in (Shopper(stripe_server, email=VICTIM), signed):
        for typed in (SECRET, f"{SECRET}.", f"{SECRET}.{'0' * 20}", f"{SECRET}.É"):
            found = quoted(shopper, bootcampIds=[bootcamp.pk], code=typed)
            assert (found["totalAmount"], found["code"]) == ("995.00", None)
            assert "900" not in str(found)
            assert told(shopper.ask_session(bootcamp=bootcamp.pk, code=typed))[1] == "code_refused"
            free = shopper.post(
                "free-seat",
                {
                    "bootcampIds": [bootcamp.pk],
                    "bundleId": None,
                    "email": VICTIM,
                    "fullName": "A Thief",
                    "timezone": "UTC",
                    "termsVersion": "2026-11",
                    "code": typed,
                },
            )
            assert free.json()["code"] == "code_refused"
    # Not even with the link, in another one's account.
    assert told(signed.ask_session(bootcamp=bootcamp.pk, code=linked)) == (
        409,
        "code_refused",
        "This code is for another email address.",
    )
    other = Shopper(stripe_server, email="thief@example.test")
    assert told(other.ask_session(bootcamp=bootcamp.pk, code=linked))[1] == "code_refused"
    assert not Purchase.objects.exists()


def test_control_its_owner_spends_it_and_hears_of_it(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(price=Decimal(995))
    linked = a_credit()
    owner = Shopper(stripe_server, email=VICTIM)
    assert quoted(owner, bootcampIds=[bootcamp.pk], code=linked)["totalAmount"] == "95.00"
    assert owner.buy(bootcamp=bootcamp.pk, code=linked).total_amount == Decimal(95)
    assert Message.objects.get(category="CODE_USED").recipient == VICTIM


def read_at_the_desk(client: Client) -> list[str]:
    pk = DiscountCode.objects.get().pk
    paths = (
        "codes",
        f"codes/{pk}",
        "search?q=personal-note",
        "search?q=CREDIT7",
        "codes?search=7Q",
    )
    answers = [client.get(f"/api/admin/{path}") for path in paths]
    assert {each.status_code for each in answers} == {200}
    return [str(each.json()) for each in answers]


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.FINANCE])
def test_the_desk_reads_no_personal_code_and_finds_none_by_its_letters(
    role: Role, client: Client
) -> None:
    a_credit()
    DiscountCode.objects.update(note="personal-note")
    sign_in_recently(client, make_user(role=role))
    answers = read_at_the_desk(client)
    assert SECRET not in "".join(answers)
    assert all(MASKED in each for each in answers[:3])
    assert not any("personal-note" in each for each in answers[3:])


def test_control_whoever_makes_codes_reads_them(client: Client) -> None:
    a_credit()
    DiscountCode.objects.update(note="personal-note")
    sign_in_recently(client, make_admin())
    assert all(SECRET in each for each in read_at_the_desk(client))


def test_once_per_person_whatever_they_sign_in_with_or_type(stripe_server: StripeServer) -> None:
    make_code(per_person=1)
    ada = proven("a.love@gmail.com")
    mine = Shopper(stripe_server, email="typed@example.test", client=signed_in(ada))
    mine.buy(bootcamp=make_bootcamp().pk, code="SPRING")
    eve = signed_in(proven("eve@example.test"))
    wanted = make_bootcamp().pk
    spellings = ("alove@gmail.com", "A.Love+x@googlemail.com", "typed@example.test")
    for number, address in enumerate(spellings):
        for client in (None, eve):
            shopper = another(stripe_server, number, **({"client": client} if client else {}))
            shopper.email = address
            answer = told(shopper.ask_session(bootcamp=wanted, code="SPRING"))
            assert answer == (409, "code_refused", "You've already used this code.")
    # The control: somebody else.
    assert another(stripe_server, 9).buy(bootcamp=wanted, code="SPRING").code is not None


def two_after_the_use_that_came_back(stripe: StripeServer) -> int:
    """One use, claimed and refunded; then two cards have agreed and both ask for it."""
    make_code(max_uses=1)
    first = another(stripe, 1).buy(bootcamp=make_bootcamp().pk, code="SPRING")
    request_refund(purchase_id=first.pk, reason="asked")
    run_jobs()
    settle(purchase=Purchase.objects.get(pk=first.pk))
    acts: list[Any] = []
    for number in (2, 3):
        shopper = another(stripe, number)
        intent = shopper.pay(bootcamp=make_bootcamp().pk, code="SPRING")
        acts.append(lambda shopper=shopper, intent=intent: shopper.complete(intent))
    outcomes = all_at_once(acts)
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    return CodeUse.objects.filter(returned_at=None).count()


def test_a_use_that_came_back_is_had_once(stripe_server: StripeServer) -> None:
    assert two_after_the_use_that_came_back(stripe_server) == 1
    assert DiscountCode.objects.get().uses == 1


def test_control_without_the_lock_a_use_that_came_back_is_had_twice(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet = meeting(2)
    claim = claim_code

    def look_then_claim(*, purchase: Any) -> bool:
        code = DiscountCode.objects.get()
        if CodeUse.objects.count() == 0:
            return claim(purchase=purchase)
        is_left = code.max_uses is None or code.uses < code.max_uses
        meet()
        return is_left and claim(purchase=purchase, at_any_rate=True)

    monkeypatch.setattr(settling, "claim_code", look_then_claim)
    assert two_after_the_use_that_came_back(stripe_server) == 2
