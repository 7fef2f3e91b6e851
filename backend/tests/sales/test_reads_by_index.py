"""What every visitor asks for is found by an index, however many purchases there are."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import EmailKind, EmailRequest, User
from frontrow.backoffice.messages.notice_events import events_of
from frontrow.backoffice.people.record import show_record
from frontrow.backoffice.statistics.shop_metrics import SHOP_NUMBERS
from frontrow.messaging.models import NoticeKind
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.buyers.resending_invitations import write_invitations_again
from frontrow.sales.changes.complimentary import enroll
from frontrow.sales.enrollment.attendees import owned_bootcamp_ids
from frontrow.sales.enrollment.enrollments import held_by
from frontrow.sales.models import Enrollment
from tests.factories import from_now, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db

# Enough that reading them all costs more than looking one up; in five years there are a million.
MANY = 4_000
CLASSES = 50
_PURCHASES = """
INSERT INTO purchases (bootcamp_id, is_bundle, package_name, total_amount, refunded_amount,
    currency, state, cancel_reason, completed_at, guest_email, guest_full_name, guest_phone,
    terms_version, policy_version, stripe_payment_intent_id, stripe_customer_id, checkout_key,
    network_key)
SELECT %s, false, 'Beginner Bootcamp', 995, 0, 'usd', 'completed', '', now(),
    'Guest-' || n || '@example.test', 'Guest ' || n, '', '', '1', 'pi_many_' || n, '',
    encode(sha256(n::text::bytea), 'hex'), md5((n %% 500)::text)
FROM generate_series(1, %s) n
"""
_INVITATIONS = """
INSERT INTO account_invitations (email, purchase_ids, token_hash, status, expires_at)
SELECT guest_email, ARRAY[id], 'hash-' || id, 'sent', now() + interval '30 days' FROM purchases
"""
_ENROLLMENTS = """
INSERT INTO enrollments (purchase_id, bootcamp_id, name, price, paid, starts_at, ends_at, timezone)
SELECT p.id, b.id, b.name, b.price, p.total_amount, b.starts_at, b.ends_at, b.timezone
FROM purchases p JOIN bootcamps b ON b.id = (%s::bigint[])[1 + p.id %% %s]
"""
_FACTS = """
INSERT INTO facts (what, purchase_id, at, details)
SELECT 'purchase.' || (ARRAY['pending', 'capturing', 'completed'])[n], p.id,
    now() - n * interval '1 second', '{}'
FROM purchases p, generate_series(1, 3) n
"""
_EVENTS = """
INSERT INTO stripe_events (id, type, object_id, received_at, handled_at)
SELECT 'evt_' || n, 'charge.refunded', '', now() - n * interval '1 minute', now()
FROM generate_series(1, %s) n
"""
LARGE = {"purchases", "enrollments", "account_invitations", "facts", "stripe_events"}


@pytest.fixture
def bootcamp_id() -> int:
    bootcamp = make_bootcamp()
    # The classes of years; nobody is in the one that is asked about.
    past = [make_bootcamp(max_seats=1).pk for _ in range(CLASSES)]
    with connection.cursor() as cursor:
        cursor.execute(_PURCHASES, [bootcamp.pk, MANY])
        cursor.execute(_INVITATIONS)
        cursor.execute(_ENROLLMENTS, [past, CLASSES])
        cursor.execute(_FACTS)
        cursor.execute(_EVENTS, [MANY])
        cursor.execute(f"ANALYZE {', '.join(sorted(LARGE))}")
    return bootcamp.pk


def read_whole(act: Callable[[], Any]) -> set[str]:
    """The large tables that a call reads from end to end."""
    with CaptureQueriesContext(connection) as captured:
        act()
    found: set[str] = set()
    asked = [
        query["sql"]
        for query in captured
        if query["sql"].startswith(("SELECT", "UPDATE", "DELETE"))
    ]
    assert any(table in sql for sql in asked for table in LARGE)
    with connection.cursor() as cursor:
        for sql in asked:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
            (plan,) = cursor.fetchone()
            found |= set(_scans(plan[0]["Plan"]))
    return found & LARGE


def _scans(node: dict[str, Any]) -> Iterator[str]:
    if "Seq Scan" in node["Node Type"]:
        yield node["Relation Name"]
    for part in node.get("Plans", []):
        yield from _scans(part)


def calls(bootcamp_id: int, stripe_server: StripeServer, user: User) -> dict[str, Any]:
    shopper = Shopper(stripe_server, email="Guest-7@example.test")
    shopper.session(bootcamp=bootcamp_id)

    def change_name() -> None:
        answer = shopper.ask_session(bootcamp=bootcamp_id, fullName="Ada Byron")
        assert answer.status_code == 200

    return {
        "a session": change_name,
        "the checkout": lambda: shopper.client.get("/api/checkout"),
        "the pay click": lambda: shopper.hold(shopper.session(bootcamp=bootcamp_id)),
        "an invitation again": lambda: write_invitations_again(
            EmailRequest.objects.create(
                kind=EmailKind.FIND_PURCHASES, email="guest-7@EXAMPLE.test"
            ).pk
        ),
        "whether an account exists": lambda: shopper.client.get(
            "/api/check-user-exists/guest-7@example.test"
        ),
        "a seat given": lambda: enroll(
            bootcamp_ids=[bootcamp_id],
            bundle_id=None,
            email="new@example.test",
            full_name="New Student",
        ),
        "what somebody owns": lambda: owned_bootcamp_ids(user=user),
        "what somebody attends": lambda: list(Enrollment.objects.filter(held_by(user))),
        "a guest's record": lambda: show_record(
            user_id=None, email="guest-7@example.test", reader=user
        ),
        "an account removed": lambda: remove_account(user=user),
    }


def test_no_call_of_a_visitor_reads_every_purchase(
    bootcamp_id: int, stripe_server: StripeServer
) -> None:
    asked = calls(bootcamp_id, stripe_server, make_user())
    found = {name: read_whole(act) for name, act in asked.items()}
    assert not any(found.values()), found


def test_what_is_asked_each_minute_reads_no_large_table(bootcamp_id: int) -> None:
    now = from_now()
    kinds = (NoticeKind.SALE, NoticeKind.DISPUTE, NoticeKind.LAST_SEATS)
    for kind in kinds:
        assert not read_whole(partial(events_of, kind, after=now, until=now)), kind
    [age] = [one for one in SHOP_NUMBERS if one.name == "frontrow_last_event_age_seconds"]

    def ask() -> None:
        with connection.cursor() as cursor:
            cursor.execute(age.query)

    assert not read_whole(ask)


def test_control_without_the_indexes_the_checkout_reads_every_purchase(
    bootcamp_id: int, stripe_server: StripeServer
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX purchases_by_visitor, purchases_by_email")
    asked = calls(bootcamp_id, stripe_server, make_user())
    assert read_whole(asked["a session"]) == {"purchases"}
    assert read_whole(asked["the checkout"]) == {"purchases"}


def test_an_address_is_the_same_in_any_case(bootcamp_id: int, stripe_server: StripeServer) -> None:
    bought = Shopper(stripe_server, email="ada@example.test")
    bought.buy(bootcamp=bootcamp_id)
    again = bought.ask_session(bootcamp=bootcamp_id, email="ADA@Example.test")
    assert again.json()["message"].startswith("You already own ")
