"""Charges: what one attempt at a card came to, and the money it moved."""

from standins.stripe import objects
from standins.stripe.cards import Decline
from standins.stripe.state import Caller, Json, State


def authorize(state: State, intent: Json, method: Json, *, challenged: bool) -> Json:
    return state.add(objects.charge(state, intent, method, challenged=challenged))


def decline(
    state: State, intent: Json, method: Json, why: Decline, *, challenged: bool, caller: Caller
) -> Json:
    failed = authorize(state, intent, method, challenged=challenged)
    failed["paid"] = False
    failed["status"] = "failed"
    failed["failure_code"] = why.code
    failed["failure_message"] = why.message
    failed["outcome"] |= {
        "network_decline_code": "01",
        "network_status": "declined_by_network",
        "reason": why.decline_code,
        "seller_message": "The bank did not return any further details with this decline.",
        "type": "issuer_declined",
    }
    if why.code == "incorrect_cvc":
        failed["payment_method_details"]["card"]["checks"]["cvc_check"] = "fail"
    state.emit("charge.failed", failed, caller)
    return failed


def capture(state: State, paid: Json, amount: int) -> None:
    paid["captured"] = True
    paid["amount_captured"] = amount
    moved = objects.balance_transaction(state, paid, amount=amount, kind="charge")
    paid["balance_transaction"] = moved["id"]


def release(state: State, held: Json, *, reason: str | None, caller: Caller) -> None:
    """Give back what was held and not captured; Stripe books it as a refund."""
    amount = held["amount"] - held["amount_captured"]
    given_back = objects.refund(state, held, amount=amount, reason=reason, metadata={})
    if "card" in given_back["destination_details"]:
        given_back["destination_details"]["card"]["type"] = "reversal"
    state.add(given_back)
    state.released.add(given_back["id"])
    held["amount_refunded"] += amount
    held["refunded"] = held["amount_refunded"] == held["amount"]
    if reason is None:
        state.emit("refund.created", given_back, caller)
        state.emit("charge.refunded", held, caller)


def refunds_of(state: State, charge_id: str) -> list[Json]:
    return [one for one in state.tables["refund"].values() if one["charge"] == charge_id]
