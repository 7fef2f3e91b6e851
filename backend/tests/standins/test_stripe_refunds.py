"""Refunds, disputes and the ledger at the Stripe stand-in."""

from typing import Any

import pytest
import stripe

from tests.fakes.stripe import StripeServer


def row(server: StripeServer, intent: stripe.PaymentIntent) -> dict[str, Any]:
    told: dict[str, Any] = server.control("GET", "ledger")["payment_intents"][intent.id]
    return told


def charge_of(server: StripeServer, intent: stripe.PaymentIntent) -> stripe.Charge:
    return server.v1.charges.retrieve(str(intent.latest_charge), {"expand": ["refunds"]})


def test_a_full_refund_gives_everything_back_once(server: StripeServer) -> None:
    intent = server.pay()
    refund = server.v1.refunds.create(
        {
            "payment_intent": intent.id,
            "reason": "requested_by_customer",
            "metadata": {"purchase_id": "7"},
        }
    )
    assert (refund.amount, refund.status, refund.charge) == (
        99_500,
        "succeeded",
        intent.latest_charge,
    )
    charge = charge_of(server, intent)
    assert (charge.refunded, charge.amount_refunded) == (True, 99_500)
    assert charge.refunds
    assert [one.id for one in charge.refunds.data] == [refund.id]
    assert server.event_types()[-2:] == ["refund.created", "charge.refunded"]

    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.refunds.create({"payment_intent": intent.id})
    assert (refused.value.http_status, refused.value.code) == (400, "charge_already_refunded")
    assert len(server.v1.refunds.list({"payment_intent": intent.id}).data) == 1
    assert (row(server, intent)["refunded"], row(server, intent)["net"]) == (99_500, 0)


def test_parts_are_refunded_up_to_the_whole(server: StripeServer) -> None:
    intent = server.pay()
    charge = str(intent.latest_charge)
    server.v1.refunds.create({"charge": charge, "amount": 60_000})
    assert charge_of(server, intent).refunded is False
    answer = server.post("/v1/refunds", {"payment_intent": intent.id, "amount": 39_501})
    assert answer.error == (400, "invalid_request_error", None, "amount")
    assert answer.body["error"]["message"] == (
        "Refund amount ($395.01) is greater than unrefunded amount on charge ($395.00)"
    )
    server.v1.refunds.create({"payment_intent": intent.id})
    assert charge_of(server, intent).refunded is True
    assert [one.amount for one in server.v1.refunds.list({"charge": charge}).data] == [
        39_500,
        60_000,
    ]


@pytest.mark.parametrize("state", ["unpaid", "held", "canceled"])
def test_what_was_never_captured_cannot_be_refunded(server: StripeServer, state: str) -> None:
    intent = server.create() if state == "unpaid" else server.authorize()
    if state == "canceled":
        server.v1.payment_intents.cancel(intent.id)
    before = len(server.v1.refunds.list().data)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.refunds.create({"payment_intent": intent.id})
    assert "does not have a successful charge to refund" in str(refused.value)
    assert len(server.v1.refunds.list().data) == before
    assert row(server, intent)["refunds"] == 0


@pytest.mark.parametrize(
    ("form", "code", "param"),
    [
        ({}, "parameter_missing", None),
        ({"payment_intent": "pi_none"}, "resource_missing", "payment_intent"),
        ({"charge": "ch_none"}, "resource_missing", "charge"),
        ({"payment_intent": "pi_none", "amount": 0}, "parameter_invalid_integer", "amount"),
        ({"payment_intent": "pi_none", "reason": "sad"}, None, "reason"),
    ],
)
def test_a_bad_refund_is_refused(
    server: StripeServer, form: dict[str, Any], code: str | None, param: str | None
) -> None:
    assert server.post("/v1/refunds", form).error[2:] == (code, param)
    assert server.event_types() == []


def test_a_refund_may_be_pending_first(server: StripeServer) -> None:
    intent = server.pay()
    server.control("POST", "settings", {"refunds_pending": True})
    refund = server.v1.refunds.create({"payment_intent": intent.id})
    assert refund.status == "pending"
    assert (row(server, intent)["refund_pending"], row(server, intent)["net"]) == (99_500, 99_500)
    assert server.control("POST", f"refunds/{refund.id}", {"status": "succeeded"})
    assert server.v1.refunds.retrieve(refund.id).status == "succeeded"
    assert server.event_types()[-2:] == ["refund.updated", "charge.refund.updated"]
    assert row(server, intent)["net"] == 0


def test_a_refund_that_fails_leaves_the_money_with_us(server: StripeServer) -> None:
    intent, other = server.pay("pm_card_refundFail"), server.pay("pm_card_pendingRefund")
    refund = server.v1.refunds.create({"payment_intent": intent.id})
    second = server.v1.refunds.create({"payment_intent": other.id})
    assert (refund.status, second.status) == ("pending", "pending")
    assert server.control("POST", "refunds") == {"settled": 2}
    failed = server.v1.refunds.retrieve(refund.id)
    assert (failed.status, failed.failure_reason) == ("failed", "expired_or_canceled_card")
    assert server.v1.refunds.retrieve(second.id).status == "succeeded"
    assert (charge_of(server, intent).refunded, row(server, intent)["net"]) == (False, 99_500)
    assert "refund.failed" in server.event_types()
    assert server.v1.refunds.create({"payment_intent": intent.id}).amount == 99_500


def test_a_charge_shows_its_ten_newest_refunds_and_the_list_has_all(server: StripeServer) -> None:
    intent = server.pay()
    made = [
        server.v1.refunds.create({"payment_intent": intent.id, "amount": 1_000}).id
        for _ in range(11)
    ]
    charge = charge_of(server, intent)
    assert charge.refunds
    assert [one.id for one in charge.refunds.data] == made[:0:-1]
    assert charge.refunds.has_more is True
    assert charge.amount_refunded == 11_000
    listed = server.v1.refunds.list({"payment_intent": intent.id, "limit": 4})
    assert [one.id for one in listed.auto_paging_iter()] == made[::-1]


def test_a_refund_waits_for_lack_of_funds_and_says_so(server: StripeServer) -> None:
    intent, slow = server.pay(), server.pay("pm_card_pendingRefund")
    server.control("POST", "settings", {"refunds_pending": True})
    refund = server.v1.refunds.create({"payment_intent": intent.id, "amount": 10_000})
    assert (refund.status, refund.pending_reason) == ("pending", "insufficient_funds")
    assert charge_of(server, intent).amount_refunded == 10_000
    server.control("POST", "settings", {"refunds_pending": False})
    other = server.v1.refunds.create({"payment_intent": slow.id})
    assert (other.status, other.pending_reason) == ("pending", "processing")
    server.settle_refund(refund.id)
    ended = server.v1.refunds.retrieve(refund.id)
    assert (ended.status, "pending_reason" in ended) == ("succeeded", False)


def test_a_refund_that_needs_the_buyer_can_be_canceled_and_no_other(server: StripeServer) -> None:
    intent = server.pay()
    server.leave_refunds_pending()
    refund = server.v1.refunds.create({"payment_intent": intent.id, "amount": 10_000})
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.refunds.cancel(refund.id)
    assert refused.value.code == "refund_not_cancelable"
    server.settle_refund(refund.id, "requires_action")
    assert server.v1.refunds.retrieve(refund.id).status == "requires_action"
    assert row(server, intent)["refund_pending"] == 10_000
    assert server.v1.refunds.cancel(refund.id).status == "canceled"
    assert (row(server, intent)["refund_pending"], row(server, intent)["refunds"]) == (0, 0)
    assert charge_of(server, intent).amount_refunded == 0
    assert "refund.failed" not in server.event_types()
    assert server.post(f"/_control/refunds/{refund.id}", '{"status": "succeeded"}').status == 400


def test_a_bank_can_send_a_finished_refund_back(server: StripeServer) -> None:
    intent = server.pay()
    refund = server.v1.refunds.create({"payment_intent": intent.id})
    server.settle_refund(refund.id, "failed")
    failed = server.v1.refunds.retrieve(refund.id)
    assert (failed.status, failed.failure_balance_transaction is not None) == ("failed", True)
    assert (row(server, intent)["net"], charge_of(server, intent).refunded) == (99_500, False)
    assert server.event_types()[-3:] == [
        "refund.failed",
        "refund.updated",
        "charge.refund.updated",
    ]


def test_a_key_that_may_not_refund_is_told_so(server: StripeServer) -> None:
    intent = server.pay()
    server.fault(kind="status", status=403, path="/v1/refunds", times=None)
    with pytest.raises(stripe.PermissionError):
        server.v1.refunds.create({"payment_intent": intent.id})
    server.control("DELETE", "faults")
    assert server.v1.refunds.list({"payment_intent": intent.id}).data == []


@pytest.mark.parametrize(("ending", "lost"), [("lost", 99_500), ("won", 0)])
def test_a_dispute_withdraws_and_then_ends(server: StripeServer, ending: str, lost: int) -> None:
    intent = server.pay()
    opened = server.control("POST", "disputes", {"payment_intent": intent.id})
    dispute = server.v1.disputes.retrieve(opened["id"])
    assert (dispute.status, dispute.amount, dispute.charge) == (
        "needs_response",
        99_500,
        intent.latest_charge,
    )
    assert charge_of(server, intent).disputed is True
    assert row(server, intent)["dispute_open"] == 99_500
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.refunds.create({"payment_intent": intent.id})
    assert refused.value.code == "charge_disputed"

    server.control("POST", f"disputes/{dispute.id}", {"status": ending})
    assert server.v1.disputes.list({"payment_intent": intent.id}).data[0].status == ending
    reinstated = ["charge.dispute.funds_reinstated"] if ending == "won" else []
    assert server.event_types()[-3 - len(reinstated) :] == [
        "charge.dispute.created",
        "charge.dispute.funds_withdrawn",
        *reinstated,
        "charge.dispute.closed",
    ]
    assert row(server, intent)["dispute_lost"] == lost
    assert row(server, intent)["net"] == 99_500 - lost
    again = server.post(f"/_control/disputes/{dispute.id}", '{"status": "won"}')
    assert again.status == 400


def test_an_inquiry_withdraws_nothing(server: StripeServer) -> None:
    intent = server.pay()
    command = {"payment_intent": intent.id, "status": "warning_needs_response"}
    opened = server.control("POST", "disputes", command)
    server.control("POST", f"disputes/{opened['id']}", {"status": "warning_closed"})
    assert server.event_types()[-2:] == ["charge.dispute.created", "charge.dispute.closed"]
    assert row(server, intent)["net"] == 99_500
    assert server.v1.refunds.create({"payment_intent": intent.id}).status == "succeeded"


def test_only_captured_money_can_be_disputed(server: StripeServer) -> None:
    held = server.authorize()
    answer = server.post("/_control/disputes", f'{{"payment_intent": "{held.id}"}}')
    assert answer.status == 400
    assert server.v1.disputes.list().data == []


def test_the_ledger_adds_up_to_the_cent(server: StripeServer) -> None:
    server.create()
    server.authorize(amount=70_000)
    server.pay()
    refunded = server.pay()
    server.v1.refunds.create({"payment_intent": refunded.id, "amount": 1})
    lost = server.pay(amount=5_001)
    dispute = server.control("POST", "disputes", {"payment_intent": lost.id})
    server.control("POST", f"disputes/{dispute['id']}", {"status": "lost"})
    ledger = server.control("GET", "ledger")
    assert ledger["totals"] == {
        "authorized": 70_000,
        "captured": 204_001,
        "refunded": 1,
        "refund_pending": 0,
        "refunds": 1,
        "dispute_lost": 5_001,
        "dispute_open": 0,
        "net": 198_999,
    }
    assert len(ledger["payment_intents"]) == 5


def test_charges_are_found_by_their_payment(server: StripeServer) -> None:
    intent = server.create()
    for card in ("pm_card_chargeDeclined", "pm_card_visa"):
        server.post(f"/v1/payment_intents/{intent.id}/confirm", {"payment_method": card})
    server.pay()
    charges = server.v1.charges.list({"payment_intent": intent.id}).data
    assert [one.status for one in charges] == ["succeeded", "failed"]


def test_customers_are_kept_and_found(server: StripeServer) -> None:
    ada = server.v1.customers.create({"email": "ada@example.test", "name": "Ada"})
    server.v1.customers.create({"email": "bob@example.test"})
    assert server.v1.customers.retrieve(ada.id).name == "Ada"
    assert [one.id for one in server.v1.customers.list({"email": "ada@example.test"}).data] == [
        ada.id
    ]
    intent = server.create(customer=ada.id)
    assert [one.id for one in server.v1.payment_intents.list({"customer": ada.id}).data] == [
        intent.id
    ]
