"""One search over the desk: whatever somebody on the telephone says of themselves is enough."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from frontrow.accounts.models import User
from frontrow.core.clock import now
from frontrow.sales.models import Purchase, PurchaseState
from tests.backoffice.coding import make_code
from tests.factories import make_admin, make_bootcamp, make_message, make_purchase, make_user
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

NOTHING: dict[str, list[Any]] = {
    "people": [],
    "purchases": [],
    "bootcamps": [],
    "emails": [],
    "codes": [],
}


@pytest.fixture
def desk() -> Client:
    browser = Client(headers={"Sec-Fetch-Site": "same-origin"})
    sign_in_recently(browser, make_admin(email="desk@example.test", first_name="", last_name=""))
    return browser


def found(desk: Client, words: str) -> dict[str, Any]:
    answer = desk.get("/api/admin/search", {"q": words})
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


def ids(rows: list[dict[str, Any]]) -> list[int]:
    return [row["id"] for row in rows]


def a_guest(**more: Any) -> Purchase:
    return make_purchase(guest_email="ana@example.test", guest_full_name="Ana Lima", **more)


def test_a_receipts_number_finds_its_purchase_however_it_is_read_out(desk: Client) -> None:
    wanted, _ = a_guest(), a_guest()
    for words in (f"FR-{wanted.pk:06}", f"fr-{wanted.pk}", str(wanted.pk), f" {wanted.pk:06} "):
        assert ids(found(desk, words)["purchases"]) == [wanted.pk], words
    [row] = found(desk, str(wanted.pk))["purchases"]
    assert row == {
        "id": wanted.pk,
        "receiptNumber": f"FR-{wanted.pk:06}",
        "customer": "Ana Lima",
        "email": "ana@example.test",
        "packageName": wanted.package_name,
        "status": "completed",
        "createdAt": row["createdAt"],
        "canRefund": True,
    }
    assert found(desk, "99999999999999999999") == NOTHING


def test_a_payments_number_finds_its_purchase(desk: Client) -> None:
    wanted, _ = a_guest(stripe_payment_intent_id="pi_one"), a_guest()
    assert ids(found(desk, "pi_one")["purchases"]) == [wanted.pk]
    assert found(desk, "pi_on")["purchases"] == []


@pytest.mark.parametrize("words", ["lima", "ANA LIMA", "lima ana", "ana@example", "na@exa"])
def test_a_guest_is_found_by_name_and_address_the_newest_purchase_first(
    desk: Client, words: str
) -> None:
    older, newer = a_guest(), a_guest()
    make_purchase(guest_email="bo@example.test", guest_full_name="Bo Berg")
    assert ids(found(desk, words)["purchases"]) == [newer.pk, older.pk]


def test_a_member_is_found_as_a_person_and_by_what_they_bought(desk: Client) -> None:
    user = make_user(email="grace@example.test", first_name="Grace", last_name="Hopper")
    purchase = make_purchase(user=user, guest_email="", guest_full_name="")
    answer = found(desk, "hopper")
    assert answer["people"] == [
        {"id": user.pk, "name": "Grace Hopper", "email": "grace@example.test"}
    ]
    [row] = answer["purchases"]
    assert (row["id"], row["customer"], row["email"]) == (
        purchase.pk,
        "Grace Hopper",
        "grace@example.test",
    )


def test_bootcamps_ahead_come_first_soonest_on_top_then_the_latest_that_are_over(
    desk: Client,
) -> None:
    days = (-30, -10, 40, 5)
    long_over, over, later, soon = (
        make_bootcamp(name="Build Lab", starts_at=now() + timedelta(days=day)) for day in days
    )
    make_bootcamp(name="Another")
    assert ids(found(desk, "build")["bootcamps"]) == [soon.pk, later.pk, over.pk, long_over.pk]
    assert ids(found(desk, "lab build")["bootcamps"]) == [soon.pk, later.pk, over.pk, long_over.pk]
    for _ in range(10):
        make_bootcamp(name="Build Lab", starts_at=now() + timedelta(days=60))
    assert len(found(desk, "build")["bootcamps"]) == 6


@pytest.mark.parametrize("words", ["", "a", "an", "al li", "%", "__", "   "])
def test_two_letters_are_no_search_and_read_nothing(
    desk: Client, words: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    a_guest()
    make_user(email="ana2@example.test", first_name="Ana", last_name="Lima")
    found(desk, "lima")
    with django_assert_num_queries(2):  # Whose session it is.
        assert found(desk, words) == NOTHING


def test_signs_that_mean_something_to_the_database_mean_nothing_here(desk: Client) -> None:
    a_guest()
    for words in ("%%%", "___", "\\\\\\", "'; --", "a%a"):
        assert found(desk, words) == NOTHING, words


def test_however_much_is_found_the_statements_are_as_few(
    desk: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 20):
        for number in range(count):
            make_purchase(
                user=make_user(first_name="Lima", email=f"lima-{count}-{number}@example.test")
            )
            make_bootcamp(name="Lima")
        with django_assert_max_num_queries(14):
            answer = found(desk, "lima")
        assert len(answer["purchases"]) == len(answer["people"]) == min(6, count)


@pytest.mark.parametrize(
    "words", ["groß", "gross", "lena gross", "lena gros", "GROSS", "lena GROß"]
)
def test_a_name_with_eszett_is_found_however_it_is_typed(desk: Client, words: str) -> None:
    user = make_user(email="lena@example.test", first_name="Lena", last_name="Groß")
    bought = make_purchase(user=user, guest_email="", guest_full_name="")
    guest = make_purchase(user=None, guest_email="l@example.test", guest_full_name="Lena Groß")
    answer = found(desk, words)
    assert [one["email"] for one in answer["people"]] == ["lena@example.test", "l@example.test"]
    assert ids(answer["purchases"]) == [guest.pk, bought.pk]


def test_a_name_with_double_s_is_found_by_eszett(desk: Client) -> None:
    user = make_user(first_name="Lena", last_name="Gross")
    make_user(first_name="Lena", last_name="Gros")
    assert ids(found(desk, "groß")["people"]) == [user.pk]


@pytest.mark.parametrize("words", ["小明", "王小明", "明", "小明 王"])
def test_a_chinese_name_is_found_by_any_of_its_letters_and_by_an_index(
    desk: Client, words: str
) -> None:
    user = make_user(email="xm@example.test", first_name="", last_name="王小明")
    bought = make_purchase(user=user, guest_email="", guest_full_name="")
    guest = make_purchase(user=None, guest_email="g@example.test", guest_full_name="王小明")
    make_user(first_name="大", last_name="李")
    answer = found(desk, words)
    assert [one["email"] for one in answer["people"]] == ["xm@example.test", "g@example.test"]
    assert ids(answer["purchases"]) == [guest.pk, bought.pk]
    people = [sql for sql in asked_of(desk, words, "users") if "LIKE" in sql]
    purchases = [sql for sql in asked_of(desk, words, "purchases") if "LIKE" in sql]
    with connection.cursor() as cursor:
        # A handful of rows is read whole unless that is made to look dear.
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert people
    assert purchases
    for sql in people:
        assert "users_cjk_names" in plan_of(sql)
    # Of a handful, another index may serve the guests as well.
    assert any("purchases_cjk_names" in plan_of(sql) for sql in purchases)


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("novel jan", [14, 15]),
        ("novel 14", [14]),
        ("Novel Jan 15", [15]),
        ("thu, novel", [14]),
        ("jan 14", [14]),
        ("novel feb", []),
    ],
)
def test_a_bootcamp_is_found_by_its_day_on_its_own_clock(
    desk: Client, words: str, days: list[int]
) -> None:
    made = {
        # Midnight has passed elsewhere by then.
        make_bootcamp(
            name="Novel in Six Weeks",
            timezone="America/New_York",
            starts_at=datetime(2100, 1, day + 1, 1, tzinfo=UTC),
        ).pk: day
        for day in (14, 15)
    }
    assert [made[pk] for pk in ids(found(desk, words)["bootcamps"])] == days


def test_guests_are_people_once_each_after_members(desk: Client) -> None:
    for _ in range(2):
        a_guest()
    member = make_user(email="lima@example.test", first_name="Bo", last_name="Lima")
    # In an account, they are no guest any more.
    make_purchase(user=member, guest_email="old@example.test", guest_full_name="Bo Lima")
    assert found(desk, "lima")["people"] == [
        {"id": member.pk, "name": "Bo Lima", "email": "lima@example.test"},
        {"id": None, "name": "Ana Lima", "email": "ana@example.test"},
    ]


def test_a_bootcamps_name_finds_no_guests(desk: Client) -> None:
    purchase = a_guest(bootcamp=make_bootcamp(name="Marketing"))
    answer = found(desk, "marketing")
    assert (answer["people"], ids(answer["purchases"])) == ([], [purchase.pk])


def test_emails_are_found_by_address_and_subject_the_newest_first(desk: Client) -> None:
    older = make_message(recipient="ana@example.test", subject="Confirmed: Beginner")
    newer = make_message(recipient="ana@example.test", subject="Tomorrow: Beginner")
    make_message(recipient="+15550100199", type="SMS", subject="")
    assert ids(found(desk, "ana@example")["emails"]) == [newer.pk, older.pk]
    assert ids(found(desk, "ana confirmed")["emails"]) == [older.pk]
    assert found(desk, "5550100199")["emails"] == []


def test_a_refund_is_offered_only_for_what_can_be_refunded(desk: Client) -> None:
    paid = a_guest()
    gone = a_guest(state=PurchaseState.REFUNDED)
    given = a_guest(is_complimentary=True)
    waits = a_guest(state=PurchaseState.PENDING)
    offered = {row["id"]: row["canRefund"] for row in found(desk, "lima")["purchases"]}
    assert offered == {paid.pk: True, gone.pk: False, given.pk: False, waits.pk: False}


_MEMBERS = """
INSERT INTO users (created_at, email, username, username_key, password, first_name, last_name,
    profile_image_url, role, status, phone, timezone, stripe_customer_id, stripe_subscription_id)
SELECT now() - interval '5 years' + n * interval '1 hour', 'walker-' || n || '@example.test',
    'walker-' || n, 'walker-' || n, '!', 'Ada', 'Walker', '', 'STUDENT', 'active', '',
    'America/New_York', '', ''
FROM generate_series(1, 4000) n
"""


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + sql.replace("%", "%%"), ())
        return "\n".join(line for (line,) in cursor.fetchall())


def asked_of(desk: Client, words: str, table: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        found(desk, words)
    return [each["sql"] for each in captured if f'FROM "{table}"' in each["sql"]]


def test_what_everybody_has_is_found_without_walking_through_everybody(desk: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_MEMBERS)
        cursor.execute("ANALYZE users")
    _, looked_at = asked_of(desk, "walker", "users")
    assert "LIMIT 200" in looked_at
    assert "users_newest" not in plan_of(looked_at)
    # Control: the newest of the same two hundred, asked for at once.
    some = list(User.objects.order_by("pk").values_list("pk", flat=True)[:200])
    newest = User.objects.filter(pk__in=some).order_by("-created_at", "-id")[:6]
    with CaptureQueriesContext(connection) as captured:
        list(newest)
    assert "users_newest" in plan_of(captured[0]["sql"])


def test_a_bootcamp_is_found_by_the_index_of_names(desk: Client) -> None:
    make_bootcamp(name="Build Lab")
    searches = [sql for sql in asked_of(desk, "build lab", "bootcamps") if "LIKE" in sql]
    assert len(searches) == 3
    with connection.cursor() as cursor:
        # A handful of rows is read whole, in any order, unless that is made to look dear.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")
    for sql in searches:
        assert "Bitmap Index Scan on bootcamps_name_search" in plan_of(sql)


def test_a_discount_code_is_found_by_its_letters_and_its_note(desk: Client) -> None:
    code = make_code("SPRING-26", value=Decimal("15.5"), note="Partner Acme")
    credit = make_code("K7M3QXHJ", kind="amount", value=Decimal(1500), note="For Acme's Ana")
    assert found(desk, "spring") == {
        **NOTHING,
        "codes": [{"id": code.pk, "code": "SPRING-26", "worth": "15.5%", "note": "Partner Acme"}],
    }
    assert [one["worth"] for one in found(desk, "acme")["codes"]] == ["$1,500.00", "15.5%"]
    assert ids(found(desk, "m3qx")["codes"]) == [credit.pk]
