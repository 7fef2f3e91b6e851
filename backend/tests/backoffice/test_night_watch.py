"""What the monitor is told about the shop: exactly what is in the books, and nobody's name."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern

from config.urls import urlpatterns
from frontrow.backoffice.statistics.shop_metrics import ViolationsCollector
from frontrow.core.errors import ProviderDown
from frontrow.integrations import stripe
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import from_now, make_bootcamp, make_message, make_purchase
from tests.sales.waiting import free_one, full_class, join, let_run_out, offer_to, serve

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def violations() -> ViolationsCollector:
    """As after a start: what the process has found before is forgotten."""
    [shop] = [p.default_args for p in urlpatterns if isinstance(p, URLPattern) and p.default_args]
    [found] = [c for c in shop["collectors"] if isinstance(c, ViolationsCollector)]
    found._asked_at = 0.0
    return found


def numbers(client: Client) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    lines = re.findall(r"^(frontrow_\w+(?:\{.*\})?) (\S+)$", answer.content.decode(), re.MULTILINE)
    return {name: float(value) for name, value in lines}


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_quiet_shop_has_zeros_where_alerts_look(client: Client) -> None:
    told = numbers(client)
    assert told["frontrow_purchases_oldest_on_the_way_seconds"] == 0
    assert told["frontrow_messages_oldest_waiting_seconds"] == 0
    assert told["frontrow_meetings_oldest_due_seconds"] == 0
    assert told["frontrow_offers_oldest_overdue_seconds"] == 0
    assert told["frontrow_events_waiting"] == 0
    assert told["frontrow_workers_alive"] == 0
    assert told["frontrow_database_connections_limit"] >= 10
    assert abs(told["frontrow_clock_ahead_seconds"]) < 60
    # Nothing has ever been sold or told: an age would be a lie.
    assert "frontrow_last_sale_age_seconds" not in told
    assert "frontrow_last_event_age_seconds" not in told


def test_mail_that_waits_or_failed_is_counted_and_a_later_one_is_not(client: Client) -> None:
    make_message(status="PENDING", recipient="ada@example.test")
    make_message(status="FAILED")
    run("UPDATE communication_logs SET created_at = now() - interval '2 hours'")
    later = make_message(status="PENDING")
    Message.objects.filter(pk=later.pk).update(send_after=from_now(hours=1))
    told = numbers(client)
    assert told['frontrow_messages_waiting{channel="EMAIL"}'] == 1
    assert told['frontrow_messages_failed_today{channel="EMAIL"}'] == 1
    assert 7200 <= told["frontrow_messages_oldest_waiting_seconds"] < 7500
    assert b"ada@" not in client.get("/metrics").content


def test_money_on_the_way_and_breaks_are_counted(client: Client) -> None:
    purchase = make_purchase(state=PurchaseState.CAPTURING)
    Purchase.objects.filter(pk=purchase.pk).update(state_since=from_now(minutes=-21))
    run("INSERT INTO stripe_events (id, type, object_id) VALUES ('evt_1', 'x', '')")
    run(
        "INSERT INTO reconciliation_breaks (kind, payment_intent_id, details)"
        " VALUES ('mismatch', 'pi_1', '{}'), ('mismatch', 'pi_2', '{}')"
    )
    told = numbers(client)
    assert told['frontrow_purchases_on_the_way{state="capturing"}'] == 1
    assert 1200 <= told["frontrow_purchases_oldest_on_the_way_seconds"] < 1500
    assert told["frontrow_events_waiting"] == 1
    assert told["frontrow_last_event_age_seconds"] < 60
    assert told['frontrow_breaks_open{kind="mismatch"}'] == 2
    assert told['frontrow_violations{kind="stuck on the way"}'] == 1
    assert told['frontrow_purchases{status="pending"}'] == 1


def test_an_offer_that_nobody_ended_is_told_and_one_being_paid_for_is_not(client: Client) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    name = "frontrow_offers_oldest_overdue_seconds"
    assert numbers(client)[name] == 0
    let_run_out(offer_to(entry))
    # The test's transaction began before.
    assert 3500 < numbers(client)[name] < 3900
    Purchase.objects.filter(pk=offer_to(entry).purchase_id).update(state=PurchaseState.CAPTURING)
    assert numbers(client)[name] == 0


def test_seats_to_come_are_counted_by_what_they_are(client: Client) -> None:
    make_bootcamp(max_seats=5)
    assert numbers(client)['frontrow_seats{state="free"}'] == 5


def test_broken_rules_are_looked_for_once_in_a_while(
    client: Client, violations: ViolationsCollector
) -> None:
    before = numbers(client)['frontrow_violations{kind="all"}']
    purchase = make_purchase(state=PurchaseState.CAPTURING)
    Purchase.objects.filter(pk=purchase.pk).update(state_since=from_now(hours=-1))
    assert numbers(client)['frontrow_violations{kind="all"}'] == before
    violations._asked_at -= violations.KEPT_SECONDS + 1
    assert numbers(client)['frontrow_violations{kind="all"}'] == before + 1


def test_a_look_that_takes_too_long_leaves_out_its_own_number_only(
    client: Client, violations: ViolationsCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(
        "CREATE OR REPLACE FUNCTION violations_between(since timestamptz, until timestamptz)"
        " RETURNS TABLE (kind text, subject text) LANGUAGE sql STABLE AS"
        " 'SELECT ''slow''::text, pg_sleep(30)::text'"
    )
    monkeypatch.setattr(violations, "LONGEST_LOOK_MS", 50)
    told = numbers(client)
    assert 'frontrow_violations{kind="all"}' not in told
    assert told["frontrow_events_waiting"] == 0


def test_a_vendor_that_does_not_answer_is_counted(client: Client) -> None:
    name = 'frontrow_vendor_trouble_total{kind="APIConnectionError",vendor="stripe"}'
    before = numbers(client).get(name, 0)
    with pytest.raises(ProviderDown):
        stripe.read_payment("pi_1")
    assert numbers(client)[name] == before + 1


def test_a_shop_that_was_never_backed_up_has_the_age_of_its_database(client: Client) -> None:
    run("UPDATE django_migrations SET applied = now() - interval '40 hours'")
    assert numbers(client)["frontrow_backup_age_seconds"] == pytest.approx(40 * 3600, abs=60)
    run("INSERT INTO backups (finished_at) VALUES (now() - interval '3 hours'), (now())")
    assert numbers(client)["frontrow_backup_age_seconds"] == pytest.approx(0, abs=60)


@pytest.mark.django_db(transaction=True)
def test_the_numbers_of_the_process_are_there_without_the_database(client: Client) -> None:
    """The minutes without it are those in which errors and slow answers are looked for."""
    client.get("/api/bootcamps")
    run("ALTER TABLE procrastinate_workers RENAME TO away")
    told = numbers(client)
    assert any(name.startswith("frontrow_request_seconds_count") for name in told)
    assert "frontrow_workers_alive" not in told
    run("ALTER TABLE away RENAME TO procrastinate_workers")
    assert "frontrow_workers_alive" in numbers(client)
