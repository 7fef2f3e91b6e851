"""The list of purchases: search, filter, sort, pages and figures, all on the server."""

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import User
from frontrow.backoffice.purchases.listing import find_purchases
from frontrow.backoffice.purchases.schemas import PurchaseQuery
from frontrow.sales.ledger.tallies import fold_tallies, tallies
from frontrow.sales.models import Purchase, PurchaseState, PurchaseStatus, PurchaseTally
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase, make_user, seats_of

pytestmark = pytest.mark.django_db


def listed(desk: Desk, **asked: object) -> Any:
    return desk.get(f"purchases?{urlencode(asked)}")


def ids(answer: Any) -> list[int]:
    return [row["purchase"]["id"] for row in answer["rows"]]


def aged(purchase: Purchase, **ago: float) -> Purchase:
    Purchase.objects.filter(pk=purchase.pk).update(created_at=from_now(**ago))
    return purchase


def test_a_row_is_the_purchase_its_customer_and_what_was_bought(desk: Desk) -> None:
    user = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    bootcamp = make_bootcamp()
    purchase = make_purchase(bootcamp=bootcamp, user=user)
    [row] = listed(desk)["rows"]
    assert row["customerName"] == "Ada Lovelace"
    assert row["customerEmail"] == "ada@example.test"
    assert row["user"] == {
        "id": user.pk,
        "email": "ada@example.test",
        "firstName": "Ada",
        "lastName": "Lovelace",
    }
    assert row["bundle"] is None
    assert (row["bootcamp"]["id"], row["bootcamp"]["name"]) == (bootcamp.pk, "Beginner Bootcamp")
    shown = row["purchase"]
    assert {name: shown[name] for name in ("id", "userId", "status", "totalAmount")} == {
        "id": purchase.pk,
        "userId": user.pk,
        "status": "completed",
        "totalAmount": "995.00",
    }
    assert shown["seatReserved"] is True
    assert shown["stripePaymentIntentId"] == purchase.stripe_payment_intent_id


def test_a_guest_has_no_user_and_is_shown_by_what_was_typed(desk: Desk) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp()])
    make_purchase(bundle=bundle, user=None)
    [row] = listed(desk)["rows"]
    assert (row["user"], row["bootcamp"]) == (None, None)
    assert (row["customerName"], row["customerEmail"]) == ("Gale Guest", "guest@example.test")
    assert row["bundle"] == {"id": str(bundle.pk), "name": "Complete Bundle"}


def test_search_finds_people_by_name_and_address_in_any_case(desk: Desk) -> None:
    user = make_user(first_name="Grace", last_name="Hopper", email="grace@navy.test")
    by_user = make_purchase(user=user)
    guest = make_purchase(user=None, guest_email="linus@kernel.test", guest_full_name="Linus T")
    assert ids(listed(desk, search="hopper GRACE")) == [by_user.pk]
    assert ids(listed(desk, search="NAVY")) == [by_user.pk]
    assert ids(listed(desk, search="kernel")) == [guest.pk]
    assert ids(listed(desk, search="linus t")) == [guest.pk]
    assert listed(desk, search="100%")["total"] == 0
    assert listed(desk, search="_")["total"] == 0


def test_search_by_the_address_typed_at_the_checkout_finds_the_account_s_purchase(
    desk: Desk,
) -> None:
    purchase = make_purchase(user=make_user(), guest_email="typed@else.test", guest_full_name="Ty")
    assert ids(listed(desk, search="typed@else")) == [purchase.pk]


def test_a_receipt_or_payment_number_finds_just_that_purchase(desk: Desk) -> None:
    make_purchase()
    purchase = make_purchase()
    assert ids(listed(desk, search=f"fr-{purchase.pk:06}")) == [purchase.pk]
    assert ids(listed(desk, search=purchase.stripe_payment_intent_id)) == [purchase.pk]


def test_a_new_name_or_address_of_the_account_is_found_and_the_old_one_not(desk: Desk) -> None:
    user = make_user(first_name="Old", last_name="Name")
    purchase = make_purchase(user=user)
    user.first_name, user.email = "Fresh", "fresh@example.test"
    user.save()
    assert ids(listed(desk, search="fresh name")) == [purchase.pk]
    assert ids(listed(desk, search="fresh@example")) == [purchase.pk]
    assert listed(desk, search="Old")["total"] == 0
    assert listed(desk)["rows"][0]["customerName"] == "Fresh Name"


def test_an_account_without_a_name_is_shown_by_its_username(desk: Desk) -> None:
    make_purchase(user=make_user(first_name="", last_name="", username="nameless"))
    assert listed(desk)["rows"][0]["customerName"] == "nameless"


def test_a_claimed_purchase_takes_the_name_of_its_account(desk: Desk) -> None:
    purchase = make_purchase(user=None)
    Purchase.objects.filter(pk=purchase.pk).update(user=make_user(first_name="C", last_name="L"))
    assert listed(desk)["rows"][0]["customerName"] == "C L"


@pytest.mark.parametrize(
    ("status", "states"),
    [
        ("pending", ["pending", "capturing", "canceling"]),
        ("completed", ["completed", "refunding"]),
        ("refunded", ["refunded"]),
        ("failed", ["failed"]),
    ],
)
def test_the_filter_goes_by_what_people_are_shown(
    desk: Desk, status: str, states: list[str]
) -> None:
    for state in PurchaseState:
        make_purchase(state=state)
    answer = listed(desk, status=status)
    assert {row["purchase"]["state"] for row in answer["rows"]} == set(states)
    assert {row["purchase"]["status"] for row in answer["rows"]} == {status}
    assert answer["total"] == len(states)


def test_an_unknown_status_sort_or_page_is_refused(desk: Desk) -> None:
    for asked in ("status=lost", "sort=luck", "direction=up", "page=0", f"search={'x' * 101}"):
        assert desk.call("GET", f"purchases?{asked}")[0] == 422, asked


@pytest.mark.parametrize("sort", ["date", "customer", "product", "amount", "status"])
def test_every_column_sorts_both_ways_and_each_page_follows_the_last(desk: Desk, sort: str) -> None:
    camps = [
        make_bootcamp(name=name, price=price, max_seats=30)
        for name, price in (("Alpha", 100), ("Beta", 300), ("Beta", 200))
    ]
    states = [PurchaseState.COMPLETED, PurchaseState.FAILED, PurchaseState.PENDING]
    for number in range(45):
        made = make_purchase(
            bootcamp=camps[number % 3],
            state=states[number % 2],
            user=None,
            guest_full_name=f"{'aB'[number % 2]}nna {number % 5}",
            guest_email="anna@example.test",
        )
        aged(made, minutes=-(number // 4))
    up = [ids(listed(desk, sort=sort, direction="asc", page=page)) for page in (1, 2, 3, 4)]
    down = [ids(listed(desk, sort=sort, direction="desc", page=page)) for page in (1, 2, 3, 4)]
    assert [len(page) for page in up] == [20, 20, 5, 0]
    flat = [pk for page in up for pk in page]
    assert len(set(flat)) == 45
    assert flat == [pk for page in down for pk in page][::-1]
    rows = {purchase.pk: purchase for purchase in Purchase.objects.all()}
    keys: dict[str, Any] = {
        "date": lambda row: row.created_at,
        "customer": lambda row: row.customer_name.upper(),
        "product": lambda row: row.package_name.upper(),
        "amount": lambda row: row.total_amount,
        "status": lambda row: row.status.value,
    }
    values = [keys[sort](rows[pk]) for pk in flat]
    assert values == sorted(values)


def test_pages_hold_twenty_and_the_newest_come_first(desk: Desk) -> None:
    made = [aged(make_purchase(), minutes=-n).pk for n in range(21)]
    first = listed(desk)
    assert ids(first) == made[:20]
    assert (first["total"], first["totalIsExact"]) == (21, True)
    assert ids(listed(desk, page=2)) == made[20:]


def test_a_search_that_finds_very_many_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frontrow.core.counting.COUNTED_UP_TO", 2)
    for _ in range(3):
        make_purchase(user=None)
    many = listed(desk, search="gale")
    assert (many["total"], many["totalIsExact"], len(many["rows"])) == (2, False, 3)
    by_name = listed(desk, search="gale", sort="customer", direction="asc")
    assert ids(by_name) == sorted(ids(many))


def test_the_cards_count_what_their_words_say(desk: Desk) -> None:
    camp = make_bootcamp(price=Decimal("100.00"))
    for state in PurchaseState:
        make_purchase(bootcamp=camp, state=state)
    make_purchase(bootcamp=camp, refunded_amount=Decimal("30.00"))
    make_purchase(bootcamp=camp, is_complimentary=True)
    make_purchase(bootcamp=camp, user=make_user(is_demo=True))
    answer = listed(desk, search="nobody at all")
    assert answer["stats"] == {
        "purchases": 9,
        "completedRevenue": "270.00",
        "pending": 3,
        "refunded": 1,
        "definitions": {
            "purchases": "All orders, whatever their status, except the test student's.",
            "completedRevenue": "Completed purchases minus refunds, excluding complimentary ones.",
            "pending": "Payments started and neither finished nor canceled yet.",
            "refunded": "Purchases refunded in full, and withdrawn enrollments.",
        },
    }
    # The figures of the Overview and of this list are the same money.
    assert desk.get("stats")["revenue"] == "270.00"
    assert listed(desk)["total"] == 10


def test_tallies_follow_every_change_and_folding_changes_nothing() -> None:
    user = make_user()
    kept = make_purchase(user=user)
    gone = make_purchase()
    Purchase.objects.filter(pk=kept.pk).update(refunded_amount=Decimal("95.00"))
    seats_of(gone).update(enrollment_id=None)
    gone.enrollments.all().delete()
    gone.movements.all().delete()
    gone.delete()
    Purchase.objects.filter(pk=kept.pk).update(
        user=None, guest_email="k@example.test", guest_full_name="K"
    )
    before = tallies()
    completed = before[PurchaseStatus.COMPLETED]
    assert (completed.listed, completed.counted, completed.revenue) == (1, 1, Decimal("900.00"))
    fold_tallies(timestamp=0)
    fold_tallies(timestamp=0)
    assert tallies() == before
    assert PurchaseTally.objects.count() == 1


def test_the_number_of_statements_never_grows(desk: Desk) -> None:
    def statements(**asked: object) -> int:
        with CaptureQueriesContext(connection) as seen:
            listed(desk, **asked)
        return len(seen)

    cohort = make_purchase().bootcamp_id
    few = (statements(), statements(search="sam"))
    for _ in range(25):
        make_purchase(user=None)
    make_purchase(bundle=make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()]))
    assert (statements(), statements(search="sam")) == few
    assert (statements(page=2, sort="amount"), statements(search="a", status="completed")) == few
    assert statements(search="sam", bootcampId=cohort) == few[1]
    # Without words nothing is looked up by its name.
    assert statements(bootcampId=cohort) == few[1] - 2
    # The session and its admin, the figures, the ids and the rows; a search counts as well, and
    # looks up the bootcamps and bundles that are called so.
    assert few == (5, 8)


def test_nobody_but_an_admin_gets_the_list(desk: Desk) -> None:
    User.objects.filter(pk=desk.admin.pk).update(role="STUDENT")
    assert desk.call("GET", "purchases")[0] == 403


def test_one_cohort_is_chosen_with_the_buyers_of_its_bundles(desk: Desk) -> None:
    november, december = make_bootcamp(), make_bootcamp()
    single = aged(make_purchase(bootcamp=november), minutes=-3)
    bundled = aged(make_purchase(bundle=make_bundle(bootcamps=[november, december])), minutes=-2)
    failed = aged(make_purchase(bootcamp=november, state=PurchaseState.FAILED), minutes=-1)
    other = make_purchase(bootcamp=december)
    chosen = listed(desk, bootcampId=november.pk)
    assert ids(chosen) == [failed.pk, bundled.pk, single.pk]
    assert (chosen["total"], chosen["totalIsExact"]) == (3, True)
    by_date = listed(desk, bootcampId=november.pk, status="completed", direction="asc")
    assert ids(by_date) == [single.pk, bundled.pk]
    assert ids(listed(desk, bootcampId=december.pk)) == [other.pk, bundled.pk]
    # The figures over the list stay those of everything.
    assert chosen["stats"]["purchases"] == 4
    assert listed(desk, bootcampId=999_999)["total"] == 0
    assert desk.call("GET", "purchases?bootcampId=0")[0] == 422


def test_search_finds_a_bootcamp_or_bundle_by_the_words_of_its_name(desk: Desk) -> None:
    test_camp = make_bootcamp(name="Test Beginner")
    market = make_bootcamp(name="Marketing Bootcamp")
    bundle = make_bundle(name="Complete Bundle", bootcamps=[test_camp, market])
    ana = make_purchase(
        bootcamp=test_camp, user=None, guest_full_name="Ana Lima", guest_email="a@example.test"
    )
    mark = make_purchase(
        bootcamp=test_camp, user=None, guest_full_name="Mark Twain", guest_email="m@example.test"
    )
    marketing = make_purchase(bootcamp=market, user=None)
    bundled = make_purchase(bundle=bundle, user=None)
    assert set(ids(listed(desk, search="test BEGINNER"))) == {ana.pk, mark.pk}
    assert ids(listed(desk, search="lima beginner")) == [ana.pk]
    assert ids(listed(desk, search="marketing")) == [marketing.pk]
    assert ids(listed(desk, search="complete bundle")) == [bundled.pk]
    # A name inside a longer word of a bootcamp's name is still looked for among people.
    assert ids(listed(desk, search="mark")) == [mark.pk]


def test_a_cohort_and_a_name_are_found_by_index(desk: Desk) -> None:
    """Each way the list narrows can be answered without reading every purchase."""
    camp = make_bootcamp(name="Test Beginner")
    make_purchase(bootcamp=camp)
    for search, cohort in (("beginner", None), ("", camp.pk)):
        found = find_purchases(PurchaseQuery(search=search, bootcampId=cohort))
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            plan = found.values("pk").explain()
        assert "Seq Scan on purchases" not in plan, plan
        assert "Seq Scan on enrollments" not in plan, plan
