"""Who paid decides about money, who holds the seat about its date; each has a link of their own."""

from typing import Any

import pytest
from django.core.signing import Signer

from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.sales.links import CHOICE, PAYERS_CHOICE
from frontrow.sales.models import ClassChange, ClassChoice, DiscountCode, Enrollment, Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.student import Student, a_student, an_admin_looking_as, browser
from tests.sales.buying import Shopper
from tests.sales.changing import an_operator, announce, carry_out, choose, look, net, present
from tests.sales.handing_over import handed_over

pytestmark = pytest.mark.django_db(transaction=True)

HOLDERS = "Only the person who holds this seat can choose its date."
PAYERS = "Only the person who paid for this seat can choose that."


class Given:
    """Gil bought a seat in a class and gave it to Fay; the class is canceled."""

    def __init__(self, stripe: StripeServer) -> None:
        self.lost = make_bootcamp(name="Lost Class", starts_at=from_now(days=9))
        self.other = make_bootcamp(name="Lost Class", starts_at=from_now(days=20))
        self.gil: Student = a_student(first_name="Gil", last_name="Giver")
        shopper = Shopper(
            stripe, email=self.gil.user.email, full_name="Gil Giver", client=self.gil.client
        )
        self.purchase = shopper.buy(bootcamp=self.lost.pk)
        run_jobs()
        self.seat = handed_over(self.gil, self.purchase)
        self.change: ClassChange = announce(
            an_operator(), self.lost, alternativeIds=[self.other.pk]
        )

    @property
    def choice(self) -> str:
        return ClassChoice.objects.get().choice


@pytest.fixture
def given(stripe_server: StripeServer) -> Given:
    return Given(stripe_server)


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def ways(answer: Any) -> dict[str, Any]:
    shown = answer.json()
    return {
        "asker": shown["asker"],
        "keep": shown["keep"],
        "dates": len(shown["dates"]),
        **{each: shown[each] is not None for each in ("refund", "refundAll", "credit")},
    }


def test_the_holder_is_shown_dates_and_the_payer_money(given: Given) -> None:
    no_money = {"refund": False, "refundAll": False, "credit": False}
    held = look(given.change, given.seat)
    assert ways(held) == {"asker": "holder", "keep": False, "dates": 1, **no_money}
    assert held.json()["payerName"] == "Gil Giver"
    paid = look(given.change, given.seat, pays=True)
    assert ways(paid) == {
        "asker": "payer",
        "keep": False,
        "dates": 0,
        "refund": True,
        "refundAll": False,
        "credit": True,
    }


def test_neither_link_does_what_is_the_others(given: Given) -> None:
    for choice in ("refund", "refund_all", "credit"):
        assert told(choose(given.change, given.seat, choice)) == (409, PAYERS)
    for choice, to in (("date", given.other), ("keep", None)):
        answer = choose(given.change, given.seat, choice, to, pays=True)
        assert told(answer) == (409, HOLDERS)
    assert given.choice == ""
    assert present(given.purchase).bootcamp == given.lost


def test_a_link_made_of_the_other_or_for_another_address_opens_nothing(given: Given) -> None:
    held = CHOICE.token(given.seat, given.change.pk)
    paid = PAYERS_CHOICE.token(given.seat, given.change.pk)
    first = given.seat.calendar_number
    crossed = [
        # Each one's contents under the other's purpose.
        Signer(salt="frontrow class choice of the payer", sep=".").sign(held.split(".")[0]),
        Signer(salt="frontrow class choice", sep=".").sign(paid.split(".")[0]),
        Signer(salt="frontrow class choice of the payer", sep=".").sign(
            f"{given.change.pk}-{first}-{'0' * 16}"
        ),
        f"{paid.split('.')[0]}.{held.split('.')[1]}",
    ]
    given.gil.user.email = "gil.corrected@example.test"
    given.gil.user.save()
    for token in [*crossed, paid]:
        for path, body in (("class-choice/look", {}), ("class-choice", {"choice": "refund"})):
            answer = browser().post(f"/api/{path}", {"token": token, **body}, "application/json")
            assert answer.status_code == 404, token
    assert given.choice == ""
    now = Enrollment.objects.get(pk=given.seat.pk)
    assert look(given.change, now, pays=True).status_code == 200


def test_the_payers_choice_of_money_stands_against_the_holder(
    given: Given, stripe_server: StripeServer
) -> None:
    assert choose(given.change, given.seat, "refund", pays=True).status_code == 200
    refused = choose(given.change, given.seat, "date", given.other)
    assert told(refused) == (
        409,
        "The person who paid for this seat has chosen a refund or a credit.",
    )
    shown = look(given.change, given.seat).json()
    assert (shown["choice"], shown["refund"], shown["isOpen"]) == ("refund", None, True)
    carry_out(given.change)
    assert net(stripe_server, given.purchase) == 0
    assert look(given.change, given.seat).json()["refund"] is None
    assert look(given.change, given.seat, pays=True).json()["refund"]["amount"] == "995.00"
    assert violations() == []


def test_a_credit_is_made_out_to_who_paid(given: Given) -> None:
    assert choose(given.change, given.seat, "credit", pays=True).status_code == 200
    carry_out(given.change)
    code = DiscountCode.objects.get()
    assert (code.for_email, str(code.value)) == (given.gil.user.email, "1094.50")
    assert violations() == []


def test_the_payers_email_and_portal_lead_to_their_own_page(given: Given) -> None:
    link = f"/class-choice/{PAYERS_CHOICE.token(given.seat, given.change.pk)}"
    email = Message.objects.get(category="CLASS_CHANGE", recipient=given.gil.user.email)
    links = [one for one in open_links(email.sealed_link).values() if "/class-choice/" in one]
    assert [one.endswith(link) for one in links] == [True]
    assert "you can choose a refund or a credit worth 10% more instead" in email.content
    [bought] = given.gil.purchases()
    assert bought["items"][0]["classChange"]["path"] == link
    [seen] = an_admin_looking_as(given.gil.user).purchases()
    assert seen["items"][0]["classChange"]["path"] == ""
    held = Message.objects.get(category="CLASS_CHANGE", recipient="fay@example.test")
    assert "refund, " not in held.content
    assert "You can take another date." in held.content


def test_a_credit_is_not_offered_where_the_holder_paid_a_part(
    given: Given, stripe_server: StripeServer
) -> None:
    difference = Shopper(stripe_server, email="fay@example.test").buy(bootcamp=given.other.pk)
    Purchase.objects.filter(pk=difference.pk).update(
        pays_for_move=Enrollment.objects.get(pk=given.seat.calendar_number)
    )
    shown = look(given.change, given.seat, pays=True).json()
    assert (shown["credit"], shown["refund"]["amount"]) == (None, "1990.00")
