"""Refunds: at most what was captured, once, and perhaps not at once."""

from standins.stripe import cards, forms, objects
from standins.stripe.charges import refunds_of
from standins.stripe.errors import invalid, malformed
from standins.stripe.state import Caller, Json, State

CREATE: forms.Spec = {
    "payment_intent": forms.text,
    "charge": forms.text,
    "amount": forms.integer(1),
    "reason": forms.one_of("duplicate", "fraudulent", "requested_by_customer"),
    "metadata": forms.metadata,
    "expand": forms.texts,
}


def create(state: State, values: Json, caller: Caller) -> Json:
    paid = _charge_to_refund(state, values)
    left = paid["amount"] - paid["amount_refunded"]
    amount = values.get("amount", left)
    if amount > left:
        raise invalid(
            f"Refund amount ({_dollars(amount)}) is greater than unrefunded amount on charge"
            f" ({_dollars(left)})",
            param="amount",
        )
    refund = state.add(
        objects.refund(
            state,
            paid,
            amount=amount,
            reason=values.get("reason"),
            metadata=forms.merge_metadata({}, values) if "metadata" in values else {},
        )
    )
    paid["amount_refunded"] += amount
    paid["refunded"] = paid["amount_refunded"] == paid["amount"]
    behaviour = cards.behaviour_of(state.numbers[paid["payment_method"]])
    if state.switches.refunds_pending or behaviour.refund != "succeeded":
        refund["status"] = "pending"
    else:
        _book(state, refund)
    state.emit("refund.created", refund, caller)
    state.emit("charge.refunded", paid, caller)
    return refund


def _charge_to_refund(state: State, values: Json) -> Json:
    if "charge" in values:
        paid = state.get("charge", values["charge"], param="charge")
        intent = state.tables["payment_intent"][paid["payment_intent"]]
        if values.get("payment_intent", intent["id"]) != intent["id"]:
            raise invalid(
                f"Charge {paid['id']} does not belong to PaymentIntent {values['payment_intent']}.",
                param="charge",
            )
    elif "payment_intent" in values:
        intent = state.get("payment_intent", values["payment_intent"], param="payment_intent")
    else:
        raise malformed(
            "One of the following params should be provided for this request: payment_intent or"
            " charge.",
            code="parameter_missing",
        )
    latest: Json | None = state.tables["charge"].get(intent["latest_charge"])
    if latest is None or not latest["captured"]:
        raise invalid(
            f"This PaymentIntent ({intent['id']}) does not have a successful charge to refund.",
            param="charge" if "charge" in values else "payment_intent",
        )
    if any(
        one["charge"] == latest["id"] and not one["is_charge_refundable"]
        for one in state.tables["dispute"].values()
        if one["status"] != "won"
    ):
        raise invalid(
            f"Charge {latest['id']} has been charged back; cannot issue a refund.",
            code="charge_disputed",
        )
    if latest["refunded"]:
        raise invalid(
            f"Charge {latest['id']} has already been refunded.", code="charge_already_refunded"
        )
    return latest


def settle(state: State, refund_id: str, status: str, caller: Caller) -> Json:
    """What the bank said of a pending refund in the end."""
    refund = state.get("refund", refund_id, param="id")
    if refund["status"] != "pending":
        raise invalid(f"Refund {refund_id} is {refund['status']}, not pending.")
    refund["status"] = status
    if status == "succeeded":
        _book(state, refund)
    else:
        refund["failure_reason"] = "expired_or_canceled_card"
        paid = state.tables["charge"][refund["charge"]]
        paid["amount_refunded"] -= refund["amount"]
        paid["refunded"] = False
        state.emit("refund.failed", refund, caller)
    state.emit("refund.updated", refund, caller)
    state.emit("charge.refund.updated", refund, caller)
    return refund


def settle_all(state: State, caller: Caller) -> int:
    """Let every pending refund come to its end: failed for the card made to fail."""
    pending = [one for one in state.tables["refund"].values() if one["status"] == "pending"]
    for one in pending:
        behaviour = cards.behaviour_of(state.numbers[one["payment_method"]])
        ending = "failed" if behaviour.refund == "failing" else "succeeded"
        settle(state, one["id"], ending, caller)
    return len(pending)


def listed(state: State, charge_id: str) -> Json:
    """The refunds of a charge as the charge shows them when asked to."""
    return {
        "object": "list",
        "data": list(reversed(refunds_of(state, charge_id))),
        "has_more": False,
        "url": f"/v1/charges/{charge_id}/refunds",
    }


def _book(state: State, refund: Json) -> None:
    moved = objects.balance_transaction(state, refund, amount=-refund["amount"], kind="refund")
    refund["balance_transaction"] = moved["id"]


def _dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"
