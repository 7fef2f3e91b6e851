"""Early prices at the desk: added, withdrawn, and told as a time line; and when sales run."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from frontrow.catalogue.models import Bootcamp, PriceStep
from frontrow.catalogue.prices import prices_of
from frontrow.core.clock import now
from frontrow.sales.models import PurchaseState, UpgradeCredit
from tests.backoffice.coding import make_code, use_code
from tests.catalogue.desk import NEW_BOOTCAMP, Desk
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase

pytestmark = pytest.mark.django_db


def step_in(**fields: Any) -> dict[str, Any]:
    return {"price": "795.00", "firstSeats": 5, **fields}


def path_of(bootcamp: Bootcamp) -> str:
    return f"bootcamps/{bootcamp.pk}/price-steps"


def told(line: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(step["price"], step["state"], step["ended"]) for step in line["steps"]]


def test_the_cheapest_that_holds_is_now_and_the_others_come_next(desk: Desk) -> None:
    bootcamp = make_bootcamp(price=995, max_seats=20)
    path = path_of(bootcamp)
    assert desk.get(path) == {
        "regularPrice": "995.00",
        "priceNow": "995.00",
        "sold": 0,
        "steps": [],
        "timezone": "America/New_York",
    }
    until = (now() + timedelta(days=3)).isoformat()
    desk.done("POST", path, {"price": "795", "until": until})
    line = desk.done("POST", path, {"price": "695", "firstSeats": 1})
    assert told(line) == [("695.00", "now", ""), ("795.00", "next", "")]
    make_purchase(bootcamp=bootcamp)
    line = desk.get(path)
    assert told(line) == [("795.00", "now", ""), ("695.00", "past", "Seats sold")]
    assert (line["priceNow"], line["sold"]) == ("795.00", 1)
    # Long before this test's transaction began, whose time is the database's.
    PriceStep.objects.filter(price=795).update(until=from_now(hours=-1))
    line = desk.get(path)
    assert told(line) == [("695.00", "past", "Seats sold"), ("795.00", "past", "Time is up")]
    assert line["priceNow"] == "995.00"


def test_a_withdrawn_price_stays_as_history_and_once_is_enough(desk: Desk) -> None:
    bootcamp = make_bootcamp(price=995)
    path = path_of(bootcamp)
    [step] = desk.done("POST", path, step_in())["steps"]
    for _ in range(2):
        line = desk.done("POST", f"{path}/{step['id']}/withdraw")
        assert told(line) == [("795.00", "past", "Withdrawn")]
    assert PriceStep.objects.get().withdrawn_at is not None
    assert [(entry[0], entry[2]) for entry in desk.audited()] == [
        ("added early price", str(bootcamp.pk)),
        ("withdrew early price", str(bootcamp.pk)),
    ]
    # Another one's is not there.
    other = make_bootcamp()
    assert desk.call("POST", f"{path_of(other)}/{step['id']}/withdraw")[0] == 404


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        (step_in(price="995"), "price", "Choose a price below the regular $995.00"),
        (step_in(price="0.49"), "price", "Choose $0.00 for free seats, or at least $0.50"),
        ({"price": "795"}, "until", "Say until when it holds, or for how many seats"),
        (step_in(until="2020-01-01T00:00:00Z"), "until", "Choose a time that's still ahead"),
        (step_in(firstSeats=1), "firstSeats", "Already sold: 1. Choose a higher number"),
        (step_in(firstSeats=21), "firstSeats", "This bootcamp has 20 seats"),
    ],
)
def test_what_would_never_hold_is_refused_beside_its_field(
    desk: Desk, sent: dict[str, Any], field: str, words: str
) -> None:
    bootcamp = make_bootcamp(price=995, max_seats=20)
    make_purchase(bootcamp=bootcamp)
    status, answer = desk.call("POST", path_of(bootcamp), sent)
    assert (status, answer["fields"]) == (422, {field: words})
    assert not PriceStep.objects.exists()


def test_a_price_counts_as_charged_only_where_somebody_paid_exactly_it(desk: Desk) -> None:
    def was_charged(bootcamp: Bootcamp) -> bool:
        [step] = desk.done("POST", path_of(bootcamp), step_in())["steps"]
        assert step["regularPrice"] == "995.00"
        return bool(step["wasCharged"])

    never, less, coded, pending, free, paid = (make_bootcamp(price=995) for _ in range(6))
    make_purchase(bootcamp=less, total_amount=Decimal("994.99"))
    use_code(make_code(), bootcamp=coded, total_amount=Decimal("995.00"))
    make_purchase(bootcamp=pending, state=PurchaseState.PENDING)
    make_purchase(bootcamp=free, is_complimentary=True, stripe_payment_intent_id=None)
    make_purchase(bootcamp=paid)
    assert [was_charged(one) for one in (never, less, coded, pending, free)] == [False] * 5
    assert was_charged(paid)


def test_a_lower_regular_price_ends_an_early_one(desk: Desk) -> None:
    bootcamp = make_bootcamp(price=995)
    desk.done("POST", path_of(bootcamp), step_in())
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"price": "795"})
    line = desk.get(path_of(bootcamp))
    assert told(line) == [("795.00", "past", "The regular price is no higher")]
    assert line["priceNow"] == "795.00"


def test_a_bundle_has_early_prices_too(desk: Desk) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()], price=1995)
    path = f"bundles/{bundle.pk}/price-steps"
    make_purchase(bundle=bundle)
    make_purchase(bundle=bundle, state=PurchaseState.REFUNDED, refunded_amount=1995)
    line = desk.done("POST", path, {"price": "1495", "firstSeats": 3})
    assert (told(line), line["sold"]) == ([("1495.00", "now", "")], 1)
    [step] = line["steps"]
    assert step["wasCharged"]
    make_purchase(bundle=bundle)
    make_purchase(bundle=bundle)
    assert told(desk.get(path)) == [("1495.00", "past", "Seats sold")]
    desk.done("POST", f"{path}/{step['id']}/withdraw")
    assert told(desk.get(path)) == [("1495.00", "past", "Withdrawn")]
    assert {entry[1:3] for entry in desk.audited()} == {("bundle", str(bundle.pk))}


@pytest.mark.parametrize("kind", ["bootcamp", "bundle"])
def test_the_desk_counts_the_sales_that_the_early_price_counts(desk: Desk, kind: str) -> None:
    bootcamp = make_bootcamp()
    package = bootcamp if kind == "bootcamp" else make_bundle(bootcamps=[bootcamp], price=995)
    path = f"{kind}s/{package.pk}/price-steps"
    sold: dict[str, Any] = {kind: package}
    make_purchase(**sold, total_amount=Decimal(0), is_complimentary=True)
    upgrade = make_purchase(**sold)
    base = make_purchase(bootcamp=make_bootcamp())
    UpgradeCredit.objects.create(purchase=upgrade, base=base, amount=Decimal(100))
    assert desk.get(path)["sold"] == 0
    make_purchase(**sold, state=PurchaseState.REFUNDING)
    assert desk.get(path)["sold"] == 1
    assert desk.call("POST", path, step_in(firstSeats=1))[0] == 422
    line = desk.done("POST", path, step_in(firstSeats=2))
    assert (told(line), line["priceNow"]) == ([("795.00", "now", "")], "795.00")
    assert prices_of([package])[package.pk].seats_left == 1
    make_purchase(**sold)
    line = desk.get(path)
    assert (told(line), line["sold"]) == ([("795.00", "past", "Seats sold")], 2)
    assert (prices_of([package])[package.pk].price, line["priceNow"]) == (Decimal(995), "995.00")


def test_sales_open_and_close_as_the_form_says(desk: Desk) -> None:
    window = {"salesOpenAt": "2031-09-01T13:00:00Z", "salesCloseAt": "2031-10-08T22:00:00Z"}
    made = desk.done("POST", "bootcamps", {**NEW_BOOTCAMP, **window})
    assert {name: made[name] for name in window} == window
    path = f"bootcamps/{made['id']}"
    status, answer = desk.call("PATCH", path, {"salesCloseAt": "2031-09-01T13:00:00Z"})
    assert (status, answer["fields"]) == (
        422,
        {"salesCloseAt": "Sales must close after they open"},
    )
    cleared = desk.done("PATCH", path, {"salesOpenAt": None})
    assert (cleared["salesOpenAt"], cleared["salesCloseAt"]) == (None, window["salesCloseAt"])
    [*_, (action, _, _, details)] = desk.audited()
    assert action == "changed bootcamp"
    assert details["now"] == {"sales_open_at": ""}
    # The dates of one sale are nobody else's.
    clone = desk.done("POST", f"{path}/clone")
    assert (clone["salesOpenAt"], clone["salesCloseAt"]) == (None, None)
