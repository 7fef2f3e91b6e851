"""Refunds: at most what was captured, once, perhaps not at once, and perhaps not for good."""

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
UPDATE: forms.Spec = {"metadata": forms.metadata, "expand": forms.texts}
CANCEL: forms.Spec = {"expand": forms.texts}
# A charge shows the newest few of its refunds; the rest must be asked for as a list.
EMBEDDED = 10
# Where a refund can go from where it is. A bank can send a finished one back days later.
ENDINGS = {
    "pending": {"succeeded", "failed", "canceled", "requires_action"},
    "requires_action": {"pending", "succeeded", "failed", "canceled"},
    "succeeded": {"failed"},
}
GONE = {"failed", "canceled"}


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
    behavior = cards.behavior_behind(state, paid["payment_method"])
    if state.switches.refunds_pending or behavior.refund != "succeeded":
        is_short = state.switches.refunds_pending
        refund["status"] = "pending"
        refund["pending_reason"] = "insufficient_funds" if is_short else "processing"
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
    """What became of a refund: in the end, or for now."""
    refund = state.get("refund", refund_id, param="id")
    before = refund["status"]
    if status not in ENDINGS.get(before, ()):
        raise invalid(f"Refund {refund_id} is {before} and cannot become {status}.")
    refund["status"] = status
    refund.pop("pending_reason", None)
    if status == "succeeded":
        _book(state, refund)
    elif status in GONE:
        paid = state.tables["charge"][refund["charge"]]
        paid["amount_refunded"] -= refund["amount"]
        paid["refunded"] = False
        if before == "succeeded":
            moved = objects.balance_transaction(
                state, refund, amount=refund["amount"], kind="refund_failure"
            )
            refund["failure_balance_transaction"] = moved["id"]
    if status == "failed":
        refund["failure_reason"] = "expired_or_canceled_card"
        state.emit("refund.failed", refund, caller)
    state.emit("refund.updated", refund, caller)
    state.emit("charge.refund.updated", refund, caller)
    return refund


def update(state: State, refund: Json, values: Json, caller: Caller) -> Json:
    if "metadata" in values:
        refund["metadata"] = forms.merge_metadata(refund["metadata"], values)
        state.emit("refund.updated", refund, caller)
    return refund


def cancel(state: State, refund: Json, values: Json, caller: Caller) -> Json:
    if refund["status"] != "requires_action":
        raise invalid(
            f"Refund {refund['id']} cannot be canceled: only refunds that require action can be.",
            code="refund_not_cancelable",
        )
    return settle(state, refund["id"], "canceled", caller)


def settle_all(state: State, caller: Caller) -> int:
    """Let every pending refund come to its end: failed for the card made to fail."""
    pending = [one for one in state.tables["refund"].values() if one["status"] == "pending"]
    for one in pending:
        behavior = cards.behavior_behind(state, one["payment_method"])
        ending = "failed" if behavior.refund == "failing" else "succeeded"
        settle(state, one["id"], ending, caller)
    return len(pending)


def listed(state: State, charge_id: str) -> Json:
    """The refunds of a charge as the charge shows them when asked to: the newest few."""
    newest_first = refunds_of(state, charge_id)[::-1]
    return {
        "object": "list",
        "data": newest_first[:EMBEDDED],
        "has_more": len(newest_first) > EMBEDDED,
        "url": f"/v1/charges/{charge_id}/refunds",
    }


def _book(state: State, refund: Json) -> None:
    moved = objects.balance_transaction(state, refund, amount=-refund["amount"], kind="refund")
    refund["balance_transaction"] = moved["id"]


def _dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"
