"""Answering a dispute at the Stripe stand-in: once, in time, with evidence that is there."""

import io
from typing import Any

import pytest
import stripe

from tests.fakes.stripe import SECRET, StripeServer

PDF = b"%PDF-1.7\n\xff\x00 not text"
DAY = 24 * 60 * 60


@pytest.fixture
def dispute(server: StripeServer) -> stripe.Dispute:
    opened = server.dispute(server.pay().id, amount=10_000)
    return server.v1.disputes.retrieve(opened["id"])


def upload(server: StripeServer, content: bytes = PDF) -> stripe.File:
    client = stripe.StripeClient(
        SECRET, base_addresses={"api": server.url, "files": server.url}, max_network_retries=0
    )
    file: Any = io.BytesIO(content)
    file.name = "terms.pdf"
    return client.v1.files.create({"purpose": "dispute_evidence", "file": file})


def test_a_dispute_over_a_part_says_what_is_due_and_until_when(
    server: StripeServer, dispute: stripe.Dispute
) -> None:
    assert (dispute.amount, dispute.status) == (10_000, "needs_response")
    due = dispute.evidence_details.due_by
    assert due is not None
    assert 0 < due - dispute.created <= 30 * DAY
    assert dispute.evidence_details.submission_count == 0
    too_much = f'{{"charge": "{dispute.charge}", "amount": 99501}}'
    assert server.post("/_control/disputes", too_much).status == 400


def test_evidence_is_kept_and_then_sent_once(server: StripeServer, dispute: stripe.Dispute) -> None:
    file = upload(server)
    assert (file.type, file.size, file.purpose) == ("pdf", len(PDF), "dispute_evidence")
    kept = server.v1.disputes.update(
        dispute.id, {"evidence": {"uncategorized_text": "They came."}, "submit": False}
    )
    assert (kept.status, kept.evidence_details.has_evidence) == ("needs_response", True)
    sent = server.v1.disputes.update(
        dispute.id, {"evidence": {"refund_policy": file.id}, "submit": True}
    )
    assert (sent.status, sent.evidence_details.submission_count) == ("under_review", 1)
    assert (sent.evidence.uncategorized_text, sent.evidence.refund_policy) == (
        "They came.",
        file.id,
    )
    assert server.event_types()[-2:] == ["charge.dispute.updated"] * 2
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.disputes.update(dispute.id, {"evidence": {"uncategorized_text": "And more."}})
    assert refused.value.code == "dispute_not_updatable"
    assert server.v1.disputes.retrieve(dispute.id).evidence.uncategorized_text == "They came."


def test_after_its_day_no_evidence_is_taken(server: StripeServer, dispute: stripe.Dispute) -> None:
    server.advance_clock(30 * DAY)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.disputes.update(dispute.id, {"evidence": {"uncategorized_text": "Late."}})
    assert refused.value.code == "dispute_not_updatable"
    assert server.v1.disputes.retrieve(dispute.id).status == "needs_response"


@pytest.mark.parametrize(
    ("evidence", "param"),
    [
        ({"refund_policy": "file_none"}, "evidence[refund_policy]"),
        ({"our_side": "x"}, "evidence[our_side]"),
        ({"uncategorized_text": "x" * 150_001}, "evidence"),
    ],
)
def test_evidence_that_is_not_there_unknown_or_too_long_is_refused(
    server: StripeServer, dispute: stripe.Dispute, evidence: dict[str, str], param: str
) -> None:
    form = {f"evidence[{name}]": value for name, value in evidence.items()}
    answer = server.post(f"/v1/disputes/{dispute.id}", form)
    assert (answer.status, answer.error[3]) == (404 if "none" in str(evidence) else 400, param)
    assert server.v1.disputes.retrieve(dispute.id).evidence_details.has_evidence is False


@pytest.mark.parametrize("content", [b"<html>", b"%PDF-" + b"x" * 5 * 1024 * 1024])
def test_only_small_documents_and_pictures_are_evidence(
    server: StripeServer, content: bytes
) -> None:
    with pytest.raises(stripe.InvalidRequestError):
        upload(server, content)


def test_a_dispute_we_give_up_is_lost(server: StripeServer, dispute: stripe.Dispute) -> None:
    assert server.v1.disputes.close(dispute.id).status == "lost"
    assert server.ledger()["totals"]["dispute_lost"] == 10_000
    with pytest.raises(stripe.InvalidRequestError):
        server.v1.disputes.close(dispute.id)


def test_events_are_listed_a_page_at_a_time_and_for_a_month(server: StripeServer) -> None:
    for _ in range(5):
        server.create()
    first = server.v1.events.list({"types": ["payment_intent.created"], "limit": 2})
    everything = [event.id for event in first.auto_paging_iter()]
    assert (len(first.data), first.has_more, len(everything)) == (2, True, 5)
    newer = server.v1.events.list({"ending_before": everything[2], "limit": 100})
    assert [event.id for event in newer.data] == everything[:2]
    server.advance_clock(31 * DAY)
    server.create()
    assert len(server.v1.events.list({"limit": 100}).data) == 1
    answer = server.call("GET", "/v1/events", "&".join(["types[]=a.b"] * 21))
    assert answer.error[3] == "types"


def test_another_version_of_the_api_is_refused(server: StripeServer) -> None:
    answer = server.call("GET", "/v1/events", Stripe_Version="2019-01-01")
    assert answer.status == 400
    assert "2019-01-01" in answer.body["error"]["message"]
