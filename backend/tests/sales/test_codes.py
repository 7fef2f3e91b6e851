"""Codes at the checkout: what they do, who may use one, and when a use is used."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.models import (
    CancelReason,
    CodeScope,
    CodeUse,
    DiscountCode,
    Purchase,
    PurchaseState,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.rebuilding import rebuild_purchases
from frontrow.sales.reconciliation.repairs import count_code_again
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from frontrow.sales.terms import discounts
from frontrow.sales.terms.codes import GUESSES
from tests.factories import from_now, make_bootcamp, make_bundle, make_code, make_step
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import signed_in
from tests.sales.buying import Shopper, statements
from tests.sales.discount_codes import another, proven, quoted, told
from tests.sales.losing import lose
from tests.sizes import size

pytestmark = pytest.mark.django_db

DECLINED = "4000000000000002"
GONE = "Your code's last use went to somebody else. You haven't been charged."


def test_a_code_lowers_the_price_line_by_line_and_the_receipt_says_so(
    stripe_server: StripeServer,
) -> None:
    bootcamp, code = make_bootcamp(), make_code(value=Decimal(20))
    shopper = Shopper(stripe_server)
    found = quoted(shopper, bootcampIds=[bootcamp.pk], code=" spring ")
    assert found["lines"] == [
        {"kind": "package", "label": bootcamp.name, "amount": "995.00"},
        {"kind": "code", "label": "Code SPRING", "amount": "-199.00"},
    ]
    assert (found["regularAmount"], found["totalAmount"]) == ("995.00", "796.00")
    assert found["code"] == {"code": "SPRING", "label": "20% off"}
    assert found["codeRefusal"] is None
    purchase = shopper.buy(bootcamp=bootcamp.pk, code="spring", shownAmount="796.00")
    assert (purchase.total_amount, purchase.code) == (Decimal("796.00"), code)
    assert purchase.enrollments.get().paid == Decimal("796.00")
    assert stripe_server.ledger()["totals"]["captured"] == 79_600
    use = CodeUse.objects.get()
    assert (use.purchase, use.person_keys, use.amount) == (
        purchase,
        ["ada@example.test"],
        Decimal("199.00"),
    )
    code.refresh_from_db()
    assert code.uses == 1
    confirmation = Message.objects.get(category="REGISTRATION_CONFIRM")
    assert "Code SPRING" in confirmation.content
    assert "-$199.00" in confirmation.content
    assert violations() == []


def test_a_bundles_shares_with_a_code_add_up(stripe_server: StripeServer) -> None:
    bundle = make_bundle(
        bootcamps=[make_bootcamp(price=Decimal(price)) for price in (995, 1495, 1495)],
        price=Decimal("2995.00"),
    )
    make_code(value=Decimal("33.33"))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk, code="SPRING")
    shares = [each.paid for each in purchase.enrollments.order_by("pk")]
    assert purchase.total_amount == Decimal("1996.77")
    assert sum(shares) == purchase.total_amount
    assert violations() == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"ends_at": from_now(minutes=-1)}, "This code has expired."),
        ({"max_uses": 2, "uses": 2}, "This code has been used up."),
        ({"is_active": False}, "This code can't be used at the moment."),
        (
            {"for_email": "eve@example.test"},
            discounts.Why.NOT_PROVEN.value,
        ),
    ],
    ids=lambda each: str(each)[:30],
)
def test_a_code_that_cant_be_used_begins_nothing(
    fields: dict[str, Any], sentence: str, stripe_server: StripeServer
) -> None:
    make_code(**fields)
    answer = Shopper(stripe_server).ask_session(bootcamp=make_bootcamp().pk, code="SPRING")
    assert told(answer) == (409, "code_refused", sentence)
    assert not Purchase.objects.exists()
    assert stripe_server.requests() == []


def test_a_code_is_for_its_packages_and_an_early_price_counts_only_if_it_says_so(
    stripe_server: StripeServer,
) -> None:
    bootcamp, other = make_bootcamp(), make_bootcamp(name="Another")
    code = make_code()
    CodeScope.objects.create(code=code, bootcamp=bootcamp)
    shopper = Shopper(stripe_server)
    refused = quoted(shopper, bootcampIds=[other.pk], code="SPRING")
    assert (refused["totalAmount"], refused["code"], refused["codeRefusal"]) == (
        "995.00",
        None,
        "This code isn't for Another.",
    )
    make_step(bootcamp, price=Decimal("700.00"))
    lower = quoted(shopper, bootcampIds=[bootcamp.pk], code="SPRING")
    assert lower["totalAmount"] == "700.00"
    assert lower["codeRefusal"] == (
        "The early price is already lower than the price with this code."
    )
    DiscountCode.objects.update(value=Decimal(50))
    instead = quoted(shopper, bootcampIds=[bootcamp.pk], code="SPRING")
    assert [line["kind"] for line in instead["lines"]] == ["package", "code"]
    assert instead["totalAmount"] == "497.50"
    DiscountCode.objects.update(works_with_steps=True)
    both = quoted(shopper, bootcampIds=[bootcamp.pk], code="SPRING")
    assert [line["kind"] for line in both["lines"]] == ["package", "early", "code"]
    assert both["totalAmount"] == "350.00"


def test_the_last_use_goes_to_whoever_pays_first_and_the_other_isnt_charged(
    stripe_server: StripeServer,
) -> None:
    bootcamp, code = make_bootcamp(), make_code(max_uses=1)
    first, second, third = (another(stripe_server, number) for number in range(3))
    late = second.pay(bootcamp=bootcamp.pk, code="SPRING")
    waiting = third.session(bootcamp=bootcamp.pk, code="SPRING")
    first.buy(bootcamp=bootcamp.pk, code="SPRING")
    assert told(second.complete(late)) == (409, "code_gone", GONE)
    # Whoever has not given their card yet hears it before.
    assert told(third.hold(waiting)) == (409, "code_gone", GONE)
    run_jobs()
    lost = Purchase.objects.get(stripe_payment_intent_id=late)
    assert (lost.state, lost.cancel_reason) == (PurchaseState.FAILED, CancelReason.CODE_GONE)
    assert stripe_server.intent(late)["status"] == "canceled"
    assert bootcamp.seats.filter(enrollment_id__isnull=False, held_until=None).count() == 1
    email = Message.objects.get(dedupe_key__startswith=f"not-charged:{lost.pk}")
    assert email.subject.startswith("Your code was used up: you haven't been charged")
    assert "last use went to someone else" in email.content
    # Asked again, the answer stays the same; without the code the seat can still be had.
    assert told(second.complete(late)) == (409, "code_gone", GONE)
    assert second.buy(bootcamp=bootcamp.pk, shownAmount="995.00").total_amount == Decimal(995)
    code.refresh_from_db()
    assert (code.uses, CodeUse.objects.count()) == (1, 1)
    assert violations() == []


def test_declined_cards_use_nothing_up(stripe_server: StripeServer) -> None:
    bootcamp, code = make_bootcamp(), make_code(max_uses=1)
    for number in range(size("DECLINED_CODES")):
        shopper = another(stripe_server, number)
        intent = shopper.session(bootcamp=bootcamp.pk, code="SPRING")
        assert shopper.hold(intent).status_code == 200
        assert shopper.confirm(intent, DECLINED)["error"]["code"] == "card_declined"
        assert told(shopper.complete(intent))[:2] == (409, "not_charged")
    code.refresh_from_db()
    assert (code.uses, CodeUse.objects.count()) == (0, 0)
    another(stripe_server, 9_000).buy(bootcamp=bootcamp.pk, code="SPRING")
    code.refresh_from_db()
    assert (code.uses, CodeUse.objects.count()) == (1, 1)


def test_once_per_person_counts_the_address_without_its_tag_and_comes_back_with_a_refund(
    stripe_server: StripeServer,
) -> None:
    one, two, three = (make_bootcamp() for _ in range(3))
    make_code(per_person=1)
    shopper = another(stripe_server, 1)
    bought = shopper.buy(bootcamp=one.pk, code="SPRING")
    tagged = another(stripe_server, 2)
    tagged.email = "Buyer1+more@example.test"
    refused = tagged.ask_session(bootcamp=two.pk, code="SPRING")
    assert told(refused) == (409, "code_refused", "You've already used this code.")
    request_refund(purchase_id=bought.pk, reason="asked")
    settle(purchase=Purchase.objects.get(pk=bought.pk))
    run_jobs()
    bought.refresh_from_db()
    assert bought.state == PurchaseState.REFUNDED
    assert CodeUse.objects.get().returned_at is not None
    tagged.buy(bootcamp=two.pk, code="SPRING")
    assert told(shopper.ask_session(bootcamp=three.pk, code="SPRING"))[1] == "code_refused"
    assert DiscountCode.objects.get().uses == 1
    assert violations() == []


def test_of_one_persons_two_payments_at_once_only_one_has_the_use(
    stripe_server: StripeServer,
) -> None:
    one, two = make_bootcamp(), make_bootcamp()
    make_code(per_person=1)
    here, there = another(stripe_server, 1), another(stripe_server, 2)
    there.email = here.email
    first = here.pay(bootcamp=one.pk, code="SPRING")
    second = there.pay(bootcamp=two.pk, code="SPRING")
    assert here.complete(first).json()["status"] == "completed"
    assert told(there.complete(second)) == (409, "code_gone", GONE)
    assert CodeUse.objects.count() == 1


def test_a_payment_called_off_by_the_provider_gives_the_use_back(
    stripe_server: StripeServer,
) -> None:
    bootcamp, code = make_bootcamp(), make_code(max_uses=1)
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=bootcamp.pk, code="SPRING")
    path = f"/v1/payment_intents/{intent}/capture"
    stripe_server.fault(kind="status", status=500, path=path, times=None)
    shopper.complete(intent)
    assert CodeUse.objects.count() == 1
    stripe_server.end_faults()
    stripe_server.post(f"/v1/payment_intents/{intent}/cancel")
    settle(purchase=Purchase.objects.get())
    code.refresh_from_db()
    assert Purchase.objects.get().state == PurchaseState.FAILED
    assert (code.uses, CodeUse.objects.count()) == (0, 0)
    assert violations() == []


def test_a_rebuild_from_the_provider_keeps_the_code_and_its_lines(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    make_code(works_with_steps=True, max_uses=1)
    make_step(bootcamp, price=Decimal("795.00"))
    bought = Shopper(stripe_server).buy(bootcamp=bootcamp.pk, code="SPRING")
    lines = bought.price_lines
    assert len(lines) == 3
    run_jobs()
    CodeUse.objects.all().delete()
    lose(bought)
    DiscountCode.objects.update(uses=0)
    assert rebuild_purchases(since=from_now(hours=-1)) == {"rebuilt": 1}
    again = Purchase.objects.get()
    assert (again.state, again.code_id, again.price_lines) == ("completed", bought.code_id, lines)
    assert (DiscountCode.objects.get().uses, CodeUse.objects.count()) == (1, 1)
    assert violations() == []


def test_a_use_that_is_missing_or_too_many_is_seen_and_mended(stripe_server: StripeServer) -> None:
    make_code(max_uses=1)
    bought = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk, code="SPRING")
    broken = ("code use differs from the purchase", str(bought.pk))
    CodeUse.objects.all().delete()
    assert violations() == [broken]
    count_code_again(purchase_id=bought.pk)
    assert violations() == []
    assert DiscountCode.objects.get().uses == 1


def test_a_purchase_without_a_code_asks_nothing_more(stripe_server: StripeServer) -> None:
    make_code()
    with CaptureQueriesContext(connection) as asked:
        Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    assert not [sql for sql in statements(asked) if "claim_code" in sql or "code_uses" in sql]


def test_the_page_asks_for_codes_only_while_somebody_could_use_one(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)

    def exist() -> bool:
        found: bool = shopper.client.get("/api/checkout").json()["codesExist"]
        return found

    assert not exist()
    code = make_code(max_uses=1)
    assert exist()
    changes: list[Callable[[], dict[str, Any]]] = [
        lambda: {"is_active": False},
        lambda: {"uses": 1},
        lambda: {"starts_at": from_now(days=1)},
        lambda: {"ends_at": from_now(days=-1)},
    ]
    for change in changes:
        DiscountCode.objects.filter(pk=code.pk).update(**change())
        assert not exist()
        DiscountCode.objects.all().delete()
        code = make_code(max_uses=1)


def test_codes_cant_be_guessed(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    make_code("RIGHT")
    shopper = another(stripe_server, 1)
    shopper.client.get("/api/checkout")
    wrong = "We don't recognize this code. Check the spelling."
    for number in range(10):
        found = quoted(shopper, bootcampIds=[bootcamp.pk], code=f"WRONG{number}")
        assert found["codeRefusal"] == wrong
    body = {"bootcampIds": [bootcamp.pk], "code": "RIGHT"}
    # The right one is not told from a wrong one any more: not from there, nor another way.
    assert shopper.post("quote", body).status_code == 429
    assert shopper.ask_session(bootcamp=bootcamp.pk, code="RIGHT").status_code == 429
    assert quoted(shopper, bootcampIds=[bootcamp.pk])["totalAmount"] == "995.00"
    assert another(stripe_server, 900).post("quote", body).json()["code"]["code"] == "RIGHT"
    # Whoever sits beside the guesser isn't locked out.
    beside = Shopper(stripe_server, email="beside@example.test", address=shopper.address)
    beside.client.get("/api/checkout")
    assert beside.post("quote", body).json()["code"]["code"] == "RIGHT"


def test_guesses_with_ever_new_cookies_end_at_the_ceiling_of_the_network(
    stripe_server: StripeServer,
) -> None:
    body = {"bootcampIds": [make_bootcamp().pk], "code": "RIGHT"}
    make_code("RIGHT")
    shopper = another(stripe_server, 1)
    network = Visitor(key="", user=None, address=shopper.address).network_key
    for number in range(300):
        GUESSES.check(browser=f"browser {number}", address=network)
    shopper.client.get("/api/checkout")
    assert shopper.post("quote", body).status_code == 429
    assert another(stripe_server, 900).post("quote", body).status_code == 200


def test_a_personal_code_is_for_its_person_whoever_asks(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    make_code("THANKS", for_email="Ada@Example.test", max_uses=1)
    ada = proven("ada@example.test")
    mine = Shopper(stripe_server, client=signed_in(ada))
    body = {"bootcampIds": [bootcamp.pk], "code": "thanks"}
    assert quoted(mine, **body)["totalAmount"] == "796.00"
    eve = proven("eve@example.test")
    hers = Shopper(stripe_server, email=eve.email, client=signed_in(eve))
    assert quoted(hers, **body)["codeRefusal"] == "This code is for another email address."
    assert mine.buy(bootcamp=bootcamp.pk, code="THANKS").user == ada
    assert CodeUse.objects.get().person_keys == [f"user {ada.pk}", ada.email]


def test_nothing_to_pay_begins_no_payment(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    make_code(value=Decimal(100))
    shopper = Shopper(stripe_server)
    assert quoted(shopper, bootcampIds=[bootcamp.pk], code="SPRING")["totalAmount"] == "0.00"
    answer = shopper.ask_session(bootcamp=bootcamp.pk, code="SPRING")
    assert told(answer)[:2] == (409, "nothing_to_pay")
    assert stripe_server.requests() == []
