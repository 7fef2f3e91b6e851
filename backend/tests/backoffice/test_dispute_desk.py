"""The dispute desk: seen everywhere while it is open, answered once, and followed to its end."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from frontrow.backoffice.statistics.figures import count_stats
from frontrow.core.clock import now
from frontrow.messaging.models import Message
from frontrow.sales.models import Dispute, Movement, Purchase, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import DISPUTED
from tests.backoffice.disputing import at_provider, decided, disputed, send
from tests.catalogue.desk import Desk
from tests.factories import DisputeFactory, make_bootcamp, make_purchase, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = "The buyer says they didn't make this payment"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    sign_in_recently(desk.client, desk.admin)
    return desk


# Seen


def test_an_open_dispute_is_on_the_list_the_purchase_the_person_and_the_overview(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server, amount=50_000)
    user = make_user()
    Purchase.objects.update(user=user)
    assert dispute.due_by
    badge = {
        "id": dispute.pk,
        "status": "needs_response",
        "amount": "500.00",
        "reason": WORDS,
        "dueBy": dispute.due_by.isoformat().replace("+00:00", "Z"),
        "evidenceSentAt": None,
    }
    [row] = desk.get("purchases")["rows"]
    assert row["dispute"] == badge
    assert row["purchase"]["status"] == "completed"
    story = desk.get(f"purchases/{dispute.purchase_id}")
    assert story["row"]["dispute"] == badge
    [shown] = story["disputes"]
    assert shown == badge | {
        "isOpen": True,
        "openedAt": dispute.opened_at.isoformat().replace("+00:00", "Z"),
        "closedAt": None,
        "ending": "",
        "answer": None,
    }
    assert desk.get(f"users/{user.pk}/details")["purchases"][0]["dispute"] == badge
    assert desk.get("summary")["openDisputes"] == {
        "count": 1,
        "unanswered": 1,
        "purchaseId": dispute.purchase_id,
        "dueBy": badge["dueBy"],
    }


def test_the_admin_s_email_leads_to_the_purchase_and_gives_the_reason_in_words(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    email = Message.objects.get(category="DISPUTE", recipient=desk.admin.email)
    assert f"/admin/purchases/{dispute.purchase_id}" in email.content
    assert WORDS in email.content


def test_nothing_is_shown_where_there_is_no_dispute_or_it_is_over(desk: Desk) -> None:
    make_purchase()
    DisputeFactory.create(purchase=make_purchase(), status="won", closed_at=now())
    assert [row["dispute"] for row in desk.get("purchases")["rows"]] == [None, None]
    assert desk.get("summary")["openDisputes"] is None


def test_the_overview_names_the_unanswered_one_that_is_due_first(desk: Desk) -> None:
    later, soonest, answered = make_purchase(), make_purchase(), make_purchase()
    DisputeFactory.create(purchase=later, due_by=now() + timedelta(days=9))
    DisputeFactory.create(purchase=soonest, due_by=now() + timedelta(days=4))
    DisputeFactory.create(
        purchase=answered, due_by=now() + timedelta(days=1), evidence_sent_at=now()
    )
    told = desk.get("summary")["openDisputes"]
    assert (told["count"], told["unanswered"], told["purchaseId"]) == (3, 2, soonest.pk)
    Dispute.objects.update(evidence_sent_at=now())
    told = desk.get("summary")["openDisputes"]
    assert (told["count"], told["unanswered"], told["dueBy"]) == (3, 0, None)


def test_a_page_of_disputed_purchases_costs_as_many_statements_as_any(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(12):
        purchase = make_purchase()
        DisputeFactory.create(purchase=purchase, amount=Decimal(1))
        DisputeFactory.create(purchase=purchase, amount=Decimal(2), evidence_sent_at=now())
    # The session and the admin, then figures, ids and rows.
    with django_assert_num_queries(5):
        rows = desk.get("purchases")["rows"]
    assert {row["dispute"]["amount"] for row in rows} == {"1.00"}


# Refunds


def test_while_it_is_open_no_refund_is_offered_and_the_words_say_why(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    assert desk.get(f"purchases/{dispute.purchase_id}")["actions"]["refund"] == DISPUTED
    asked = desk.call("POST", f"purchases/{dispute.purchase_id}/refund", {"amount": "995.00"})
    assert asked == (409, {"code": "payment_disputed", "message": DISPUTED, "fields": {}})
    assert not Refund.objects.exists()


def test_a_refund_that_the_provider_refuses_at_once_is_not_called_started(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    stripe_server.dispute(purchase.stripe_payment_intent_id or "")  # We have not heard of it yet.
    status, answer = desk.call("POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00"})
    assert status == 409
    assert answer["message"] == (
        "The refund wasn't made. The cardholder's bank disputes the payment. It can be refunded"
        " when the dispute is decided."
    )
    assert Refund.objects.get().status == "declined"
    assert Purchase.objects.get().state == "completed"
    assert seats_of(purchase).count() == 1
    run_jobs()
    assert Purchase.objects.get().state == "completed"
    assert violations() == []


def test_a_refund_is_on_its_way_though_the_provider_does_not_answer(
    desk: Desk, stripe_server: StripeServer
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    stripe_server.fault(kind="status", status=503, times=None)
    answer = desk.done("POST", f"purchases/{purchase.pk}/refund", {"amount": "995.00"})
    assert answer == {"message": "$995.00 will be refunded to the card that paid."}
    stripe_server.end_faults()
    run_jobs()
    assert Purchase.objects.get().state == "refunded"


# Sent


def test_it_is_sent_once_with_the_operator_s_note_first(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    status, answer = send(desk, dispute, note="Ada wrote to us on Monday.\nShe had come.")
    assert status == 200
    assert answer["dispute"]["status"] == "under_review"
    assert answer["dispute"]["evidenceSentAt"]
    there = at_provider(stripe_server, dispute)
    assert (there["status"], there["evidence_details"]["submission_count"]) == ("under_review", 1)
    evidence = there["evidence"]
    assert evidence["uncategorized_text"].startswith(
        "OUR STATEMENT\nAda wrote to us on Monday.\nShe had come.\n\nTERMS\n"
    )
    assert (evidence["customer_name"], evidence["customer_email_address"]) == (
        "Ada Lovelace",
        "ada@example.test",
    )
    assert evidence["product_description"].startswith("WHAT WAS BOUGHT\n")
    assert evidence["refund_policy_disclosure"].startswith("REFUND POLICY\n")
    assert evidence["access_activity_log"].startswith("ATTENDANCE\n")
    assert evidence["service_date"]
    assert desk.audited() == [
        (
            "sent dispute evidence",
            "purchase",
            str(dispute.purchase_id),
            {"dispute": dispute.provider_id},
        )
    ]
    status, again = send(desk, dispute, note="One more thing")
    assert status == 409
    assert again["message"].startswith("Evidence was already sent on ")
    assert len(desk.audited()) == 1
    assert at_provider(stripe_server, dispute)["evidence"] == evidence
    titles = [entry["title"] for entry in desk.get(f"purchases/{dispute.purchase_id}")["entries"]]
    assert "Evidence sent to the bank" in titles


def test_sent_by_somebody_else_a_moment_ago_it_is_refused_in_words(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    stripe_server.v1.disputes.update(
        dispute.provider_id, {"evidence": {"uncategorized_text": "From the dashboard"}}
    )
    status, answer = send(desk, dispute)
    assert status == 409
    assert answer["message"].startswith("Evidence was already sent on ")
    assert Dispute.objects.get().evidence_sent_at
    assert desk.audited() == []
    there = at_provider(stripe_server, dispute)
    assert there["evidence"]["uncategorized_text"] == "From the dashboard"


def test_after_the_day_it_was_due_it_is_refused_in_words(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    stripe_server.advance_clock(30 * 86_400)
    assert send(desk, dispute) == (
        409,
        {
            "code": "conflict",
            "message": "The bank no longer accepts evidence for this dispute. Nothing was sent.",
            "fields": {},
        },
    )
    Dispute.objects.update(due_by=datetime(2026, 3, 2, 17, tzinfo=UTC))
    status, answer = send(desk, dispute)
    late = "The bank took an answer until Mar 2, 2026. It's too late to send one."
    assert (status, answer["message"]) == (409, late)
    assert desk.get(f"disputes/{dispute.pk}")["dispute"]["answer"] == late
    assert at_provider(stripe_server, dispute)["evidence_details"]["submission_count"] == 0


def test_sending_needs_a_recent_sign_in_and_a_note_of_bounded_length(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    assert send(desk, dispute, note="n" * 5_001)[0] == 422
    sign_in_recently(desk.client, desk.admin, seconds_ago=100_000)
    status, answer = send(desk, dispute)
    assert (status, list(answer["fields"])) == (403, ["password"])
    assert at_provider(stripe_server, dispute)["evidence_details"]["submission_count"] == 0


def test_while_the_provider_is_down_nobody_is_told_that_it_was_sent(
    desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    stripe_server.fault(kind="status", status=503, times=None)
    status, answer = send(desk, dispute)
    assert status == 502
    assert "can't tell whether the evidence arrived" in answer["message"]
    assert Dispute.objects.get().evidence_sent_at is None
    stripe_server.end_faults()
    run_jobs()
    assert send(desk, dispute)[0] == 200


# Decided


@pytest.mark.parametrize("answered", [True, False])
def test_won_leaves_everything_as_it_was(
    answered: bool, desk: Desk, stripe_server: StripeServer
) -> None:
    dispute = disputed(stripe_server)
    if answered:
        assert send(desk, dispute)[0] == 200
    purchase = decided(stripe_server, dispute, "won")
    assert (purchase.state, purchase.refunded_amount) == ("completed", Decimal(0))
    assert seats_of(purchase).count() == 1
    story = desk.get(f"purchases/{purchase.pk}")
    assert story["row"]["dispute"] is None
    assert story["disputes"][0]["ending"] == "Won: the payment stands"
    assert story["actions"]["refund"] is None
    assert desk.get("summary")["openDisputes"] is None
    assert count_stats().revenue == Decimal("995.00")
    status, answer = send(desk, dispute)
    assert (status, answer["message"]) == (409, "The bank has decided. Won: the payment stands.")
    assert violations() == []


def test_lost_ends_access_and_the_books_say_so(desk: Desk, stripe_server: StripeServer) -> None:
    dispute = disputed(stripe_server)
    assert send(desk, dispute)[0] == 200
    purchase = decided(stripe_server, dispute, "lost")
    assert (purchase.state, purchase.refunded_amount) == ("refunded", Decimal("995.00"))
    assert not seats_of(purchase).exists()
    assert sorted(Movement.objects.values_list("kind", "amount", "status")) == [
        ("dispute", Decimal("-995.00"), "succeeded"),
        ("payment", Decimal("995.00"), "succeeded"),
    ]
    assert count_stats().revenue == Decimal(0)
    assert stripe_server.ledger()["totals"]["net"] == 0
    [shown] = desk.get(f"purchases/{purchase.pk}")["disputes"]
    assert (shown["isOpen"], shown["ending"]) == (
        False,
        "Lost: the bank refunded the buyer",
    )
    assert violations() == []
