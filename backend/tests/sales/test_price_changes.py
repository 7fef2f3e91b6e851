"""Early prices and the time of sales: what is shown is what is charged, whenever it changes."""

import random
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp, PriceStep
from frontrow.sales.checkout import own_purchases
from frontrow.sales.models import CancelReason, Purchase, PurchaseState, UpgradeCredit
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from tests.factories import (
    from_now,
    make_bootcamp,
    make_bundle,
    make_code,
    make_purchase,
    make_step,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.sales.discount_codes import told
from tests.sizes import size

pytestmark = pytest.mark.django_db

ACROSS = size("PRICE_CHANGES")
# A thousand at one would take longer than a test may.
AT_ONE_CHANGE = 100
ENDED = "The price you saw has ended. You haven't been charged. Check the new price and pay again."


def offered(kind: str = "bootcamps") -> dict[str, Any]:
    [shown] = Client().get(f"/api/{kind}").json()
    return {name: shown[name] for name in PRICE_FIELDS}


PRICE_FIELDS = (
    "price",
    "regularPrice",
    "priceUntil",
    "priceSeatsLeft",
    "isStruck",
    "priceThen",
    "priceAfterSeats",
)


def test_an_early_price_is_shown_until_its_time_and_struck_only_if_true() -> None:
    bootcamp = make_bootcamp(price=Decimal(995))
    until = from_now(days=2)
    step = make_step(bootcamp, price=Decimal("795.00"), until=until)
    shown = {
        "price": "795.00",
        "regularPrice": "995.00",
        "priceUntil": until.isoformat().replace("+00:00", "Z"),
        "priceSeatsLeft": None,
        "isStruck": False,
        "priceThen": "995.00",
        "priceAfterSeats": None,
    }
    assert offered() == shown
    PriceStep.objects.filter(pk=step.pk).update(was_charged=True)
    assert offered() == {**shown, "isStruck": True}
    # A regular price that nobody has paid yet is not struck through.
    Bootcamp.objects.update(price=Decimal(1095))
    assert offered() == {**shown, "regularPrice": "1095.00", "priceThen": "1095.00"}
    PriceStep.objects.filter(pk=step.pk).update(until=from_now(seconds=-1))
    assert offered()["price"] == "1095.00"
    PriceStep.objects.filter(pk=step.pk).update(until=until, withdrawn_at=from_now())
    assert offered()["price"] == "1095.00"


@pytest.mark.parametrize("kind", ["bootcamps", "bundles"])
def test_of_several_early_prices_the_one_that_comes_next_is_named(kind: str) -> None:
    bootcamp = make_bootcamp(price=Decimal(995))
    package = bootcamp if kind == "bootcamps" else make_bundle(bootcamps=[bootcamp], price=995)

    def told_of() -> tuple[str, str | None, str | None]:
        shown = offered(kind)
        return shown["price"], shown["priceThen"], shown["priceAfterSeats"]

    last = make_step(package, price=Decimal(895), until=from_now(days=5))
    assert told_of() == ("895.00", "995.00", None)
    first = make_step(package, price=Decimal(695), until=from_now(days=2))
    assert told_of() == ("695.00", "895.00", None)
    # One that ends no later than the first never comes to pass.
    make_step(package, price=Decimal(795), until=first.until)
    assert told_of() == ("695.00", "895.00", None)
    # By its seats it may end today, and another price holds then than in two days.
    PriceStep.objects.filter(pk=first.pk).update(first_seats=3)
    assert told_of() == ("695.00", "895.00", "795.00")
    PriceStep.objects.filter(pk=first.pk).update(until=None)
    assert told_of() == ("695.00", "795.00", "795.00")
    # One for fewer seats is over before that.
    make_step(package, price=Decimal(725), first_seats=3)
    assert told_of() == ("695.00", "795.00", "795.00")
    PriceStep.objects.filter(pk=first.pk).update(withdrawn_at=from_now())
    PriceStep.objects.exclude(pk=last.pk).update(withdrawn_at=from_now())
    assert told_of() == ("895.00", "995.00", None)
    PriceStep.objects.filter(pk=last.pk).update(until=from_now(seconds=-1))
    assert told_of() == ("995.00", None, None)


def test_an_early_price_for_the_first_seats_ends_with_them(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    make_step(bootcamp, price=Decimal("795.00"), first_seats=2)
    assert (offered()["price"], offered()["priceSeatsLeft"]) == ("795.00", 2)
    make_purchase(bootcamp=bootcamp)
    assert (offered()["price"], offered()["priceSeatsLeft"]) == ("795.00", 1)
    Shopper(stripe_server).buy(bootcamp=bootcamp.pk, shownAmount="795.00")
    assert (offered()["price"], offered()["priceSeatsLeft"]) == ("995.00", None)
    # Of a bundle, whole purchases count.
    bundle = make_bundle(bootcamps=[bootcamp], price=Decimal(900))
    make_step(bundle, price=Decimal(800), first_seats=1)
    assert (offered("bundles")["price"], offered("bundles")["priceSeatsLeft"]) == ("800.00", 1)
    make_purchase(bundle=bundle)
    assert offered("bundles")["price"] == "900.00"


@pytest.mark.parametrize("kind", ["bootcamps", "bundles"])
def test_the_first_seats_are_those_that_were_bought_without_gifts_and_upgrades(kind: str) -> None:
    bootcamp = make_bootcamp()
    bundle = make_bundle(bootcamps=[bootcamp], price=Decimal(995)) if kind == "bundles" else None
    package = {"bundle": bundle} if bundle else {"bootcamp": bootcamp}
    make_step(bundle or bootcamp, price=Decimal("795.00"), first_seats=2)
    make_purchase(**package, total_amount=Decimal(0), is_complimentary=True)
    make_purchase(**package, state=PurchaseState.REFUNDED)
    upgrade = make_purchase(**package)
    base = make_purchase(bootcamp=make_bootcamp(published_at=None))
    UpgradeCredit.objects.create(purchase=upgrade, base=base, amount=Decimal(100))
    assert (offered(kind)["price"], offered(kind)["priceSeatsLeft"]) == ("795.00", 2)
    # One on its way back is sold until the money has gone back.
    make_purchase(**package, state=PurchaseState.REFUNDING)
    assert offered(kind)["priceSeatsLeft"] == 1
    make_purchase(**package)
    assert (offered(kind)["price"], offered(kind)["priceSeatsLeft"]) == ("995.00", None)


def test_whoever_began_keeps_the_price_for_a_quarter_of_an_hour(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    step = make_step(bootcamp, price=Decimal("795.00"), until=from_now(minutes=1))
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=bootcamp.pk, shownAmount="795.00")
    kept_until = Purchase.objects.get().price_until
    assert kept_until
    assert timedelta(minutes=14) < kept_until - datetime.now(UTC) <= timedelta(minutes=15)
    PriceStep.objects.filter(pk=step.pk).update(until=from_now(seconds=-1))
    # An edit keeps it; whoever comes now, or saw the new price, pays that.
    again = shopper.ask_session(bootcamp=bootcamp.pk, fullName="Ada King", shownAmount="795.00")
    assert again.json()["paymentIntentId"] == intent
    late = Shopper(stripe_server).ask_session(bootcamp=bootcamp.pk, shownAmount="795.00")
    assert told(late) == (409, "price_changed", "The price is now $995.00.")
    assert Purchase.objects.count() == 1
    assert shopper.hold(intent).status_code == 200
    # Past its time neither the Pay click nor another edit uses it.
    Purchase.objects.update(price_until=from_now(seconds=-1))
    assert told(shopper.hold(intent)) == (409, "price_changed", ENDED)
    refused = shopper.ask_session(bootcamp=bootcamp.pk, shownAmount="795.00")
    assert told(refused)[:2] == (409, "price_changed")
    anew = shopper.ask_session(bootcamp=bootcamp.pk, shownAmount="995.00").json()
    assert (anew["totalAmount"], anew["priceUntil"]) == ("995.00", None)
    assert anew["paymentIntentId"] != intent
    assert [line["kind"] for line in anew["lines"]] == ["package"]


def test_a_reload_finds_the_price_its_payment_keeps_and_nobody_elses(
    stripe_server: StripeServer,
) -> None:
    bootcamp, code = make_bootcamp(), make_code(works_with_steps=True)
    step = make_step(bootcamp, price=Decimal("795.00"), until=from_now(minutes=1))
    buyer, stranger = Shopper(stripe_server), Shopper(stripe_server)

    def begun(shopper: Shopper) -> Any:
        return shopper.client.get("/api/checkout").json()["begun"]

    stranger.session(bootcamp=make_bootcamp().pk)
    intent = buyer.session(bootcamp=bootcamp.pk, code=code.code, shownAmount="636.00")
    PriceStep.objects.filter(pk=step.pk).update(until=from_now(seconds=-1))
    asked = buyer.ask_session(bootcamp=bootcamp.pk, code=code.code, shownAmount="636.00").json()
    assert begun(buyer) == {
        "bootcampIds": [bootcamp.pk],
        "bundleId": None,
        "seatsIn": [bootcamp.pk],
        "code": "SPRING",
        "totalAmount": "636.00",
        "lines": [
            {"kind": "package", "label": bootcamp.name, "amount": "995.00"},
            {"kind": "early", "label": "Early price", "amount": "-200.00"},
            {"kind": "code", "label": "Code SPRING", "amount": "-159.00"},
        ],
        "priceUntil": asked["priceUntil"],
    }
    # What it says is what the server goes on to charge.
    again = buyer.ask_session(
        bootcamp=bootcamp.pk, code="SPRING", shownAmount=begun(buyer)["totalAmount"]
    )
    assert again.json()["paymentIntentId"] == intent
    # A plain price is kept by nothing, another person at this computer keeps nothing of it.
    assert begun(stranger) is None
    Purchase.objects.filter(bootcamp=bootcamp).update(user=make_user())
    assert begun(buyer) is None
    Purchase.objects.filter(bootcamp=bootcamp).update(user=None)
    assert begun(buyer) is not None
    # A seat that is still held keeps no price.
    Purchase.objects.filter(bootcamp=bootcamp).update(
        price_until=from_now(seconds=-1), held_until=from_now(minutes=5)
    )
    assert begun(buyer) is None


def test_a_session_whose_price_is_long_over_cant_be_paid_any_more(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    make_step(bootcamp, price=Decimal("795.00"))
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=bootcamp.pk)
    Purchase.objects.update(price_until=from_now(minutes=-50))
    sweep_unfinished(0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.PENDING
    Purchase.objects.update(price_until=from_now(minutes=-61))
    sweep_unfinished(0)
    run_jobs()
    given_up = Purchase.objects.get()
    assert (given_up.state, given_up.cancel_reason) == ("failed", CancelReason.EXPIRED)
    assert stripe_server.intent(intent)["status"] == "canceled"


def test_a_code_that_ends_is_kept_by_whoever_began(stripe_server: StripeServer) -> None:
    bootcamp, code = make_bootcamp(), make_code(ends_at=from_now(minutes=1))
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=bootcamp.pk, code="SPRING", shownAmount="796.00")
    code.ends_at = from_now(seconds=-1)
    code.save()
    again = shopper.ask_session(bootcamp=bootcamp.pk, code="SPRING", fullName="Ada King")
    assert again.json()["paymentIntentId"] == intent
    # Without it the price is another, and so is the payment.
    without = shopper.ask_session(bootcamp=bootcamp.pk)
    assert (without.json()["totalAmount"], without.json()["lines"][0]["amount"]) == (
        "995.00",
        "995.00",
    )
    assert told(shopper.ask_session(bootcamp=bootcamp.pk, code="SPRING"))[1] == "code_refused"


def test_outside_the_time_of_its_sales_nothing_new_is_begun(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    shopper, late = Shopper(stripe_server), Shopper(stripe_server)
    Bootcamp.objects.update(sales_open_at=datetime(2099, 11, 20, 17, tzinfo=UTC))
    [shown] = Client().get("/api/bootcamps").json()
    assert (shown["isActive"], shown["salesOpenAt"]) == (False, "2099-11-20T17:00:00Z")
    answer = shopper.ask_session(bootcamp=bootcamp.pk)
    assert told(answer) == (409, "not_on_sale", "Sales open Fri, Nov 20 at 12:00 PM EST.")
    Bootcamp.objects.update(sales_open_at=from_now(days=-1), sales_close_at=from_now(minutes=1))
    intent = shopper.session(bootcamp=bootcamp.pk)
    Bootcamp.objects.update(sales_close_at=from_now(seconds=-1))
    assert told(late.ask_session(bootcamp=bootcamp.pk)) == (
        409,
        "not_on_sale",
        "Sales have closed.",
    )
    assert told(late.post("quote", {"bootcampIds": [bootcamp.pk]}))[1] == "not_on_sale"
    # Whoever had begun goes on.
    edited = shopper.ask_session(bootcamp=bootcamp.pk, fullName="Ada King")
    assert edited.json()["paymentIntentId"] == intent
    assert shopper.hold(intent).status_code == 200
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"


def across_the_change(
    stripe: StripeServer, count: int, *, seed: int = 23
) -> tuple[Counter[str], list[tuple[str, int]]]:
    """Everybody looks, begins and pays at moments of their own; in the middle the price changes."""
    bootcamp = make_bootcamp(max_seats=count)
    length = count * 0.12
    luck = random.Random(seed)
    moments: list[tuple[float, int, str]] = []
    for number in range(count):
        look, begin, pay = sorted(luck.uniform(0, length) for _ in range(3))
        moments += [(look, number, "look"), (begin, number, "begin"), (pay, number, "pay")]
    shoppers = [
        Shopper(stripe, email=f"buyer{n}@example.test", address=f"10.8.{n // 250}.{n % 250 + 1}")
        for n in range(count)
    ]
    saw, intents = [""] * count, [""] * count
    what_happened: Counter[str] = Counter()
    began = time.monotonic()
    until = datetime.now(UTC) + timedelta(seconds=length / 2)
    make_step(bootcamp, price=Decimal("795.00"), until=until)
    for at, number, act in sorted(moments):
        time.sleep(max(0.0, began + at - time.monotonic()))
        shopper = shoppers[number]
        if act == "look":
            saw[number] = offered()["price"]
        elif act == "begin":
            answer = shopper.ask_session(bootcamp=bootcamp.pk, shownAmount=saw[number])
            if told(answer)[1] == "price_changed":
                what_happened["shown another"] += 1
                saw[number] = offered()["price"]
                answer = shopper.ask_session(bootcamp=bootcamp.pk, shownAmount=saw[number])
            assert answer.status_code == 200, answer.content
            intents[number] = answer.json()["paymentIntentId"]
        else:
            assert shopper.hold(intents[number]).status_code == 200
            shopper.confirm(intents[number])
            assert shopper.complete(intents[number]).json()["status"] == "completed"
            if saw[number] == "795.00" and datetime.now(UTC) > until:
                what_happened["kept"] += 1
            what_happened[saw[number]] += 1
    rows = stripe.ledger()["payment_intents"]
    return what_happened, [
        (shown, rows[intent]["captured"]) for shown, intent in zip(saw, intents, strict=True)
    ]


@pytest.mark.parametrize("change", range(-(-ACROSS // AT_ONE_CHANGE)))
def test_across_the_moment_of_a_price_change_everybody_is_charged_what_they_saw(
    stripe_server: StripeServer, change: int
) -> None:
    count = min(ACROSS, AT_ONE_CHANGE)
    seen, paid = across_the_change(stripe_server, count, seed=23 + change)
    assert len(paid) == count
    assert all(Decimal(shown) * 100 == captured for shown, captured in paid)
    assert min(seen["795.00"], seen["995.00"], seen["kept"], seen["shown another"]) > 0, seen


def test_control_where_what_was_shown_doesnt_count_somebody_is_charged_another_price(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_purchases, "refuse_other_price", lambda **_: None)
    _, paid = across_the_change(stripe_server, 50)
    assert any(Decimal(shown) * 100 != captured for shown, captured in paid)
