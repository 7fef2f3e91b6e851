"""Disputes: opened and decided by the cardholder's bank, here by a test's command.

We may answer once, with evidence, until the bank's day; what was sent stays as it was sent.
"""

from standins.stripe import forms, objects
from standins.stripe.errors import invalid
from standins.stripe.state import Caller, Json, State

OPEN = {"needs_response", "under_review", "warning_needs_response", "warning_under_review"}
ENDINGS = {"won", "lost", "warning_closed"}
ANSWERED = {"needs_response": "under_review", "warning_needs_response": "warning_under_review"}
LONGEST_EVIDENCE = 150_000
# Evidence that is a file uploaded before, by its id.
FILES = {
    "cancellation_policy",
    "customer_communication",
    "customer_signature",
    "duplicate_charge_documentation",
    "receipt",
    "refund_policy",
    "service_documentation",
    "shipping_documentation",
    "uncategorized_file",
}
UPDATE: forms.Spec = {
    "evidence": forms.nest(
        {name: forms.unsettable(forms.long_text) for name in objects.EVIDENCE if name not in FILES}
        | {name: forms.unsettable(forms.text) for name in FILES}
    ),
    "submit": forms.boolean,
    "metadata": forms.metadata,
    "expand": forms.texts,
}
CLOSE: forms.Spec = {"expand": forms.texts}


def open_dispute(state: State, command: Json, caller: Caller) -> Json:
    """`{"payment_intent" or "charge": id, "amount"?, "reason"?, "status"?}`"""
    charge_id = command.get("charge")
    if charge_id is None:
        intent = state.get("payment_intent", command["payment_intent"], param="payment_intent")
        charge_id = intent["latest_charge"] or ""
    paid = state.get("charge", charge_id, param="charge")
    if not paid["captured"]:
        raise invalid("Only a captured charge can be disputed.")
    amount = command.get("amount") or paid["amount_captured"]
    if not 0 < amount <= paid["amount_captured"]:
        raise invalid("A dispute is over at most what was captured.", param="amount")
    status = command.get("status", "needs_response")
    if status not in OPEN:
        raise invalid(f"A dispute cannot begin as {status}.", param="status")
    dispute = state.add(
        objects.dispute(
            state,
            paid,
            amount=amount,
            reason=command.get("reason", "fraudulent"),
            status=status,
        )
    )
    paid["disputed"] = True
    state.emit("charge.dispute.created", dispute, caller)
    if not _inquiry(dispute):
        _move(state, dispute, -dispute["amount"])
        state.emit("charge.dispute.funds_withdrawn", dispute, caller)
    return dispute


def decide(state: State, dispute_id: str, status: str, caller: Caller) -> Json:
    dispute = state.get("dispute", dispute_id, param="id")
    if dispute["status"] not in OPEN:
        raise invalid(f"This dispute is already {dispute['status']}.")
    endings = {"warning_closed"} if _inquiry(dispute) else {"won", "lost"}
    if status in endings:
        dispute["status"] = status
        dispute["is_charge_refundable"] = status != "lost"
        if status == "won":
            _move(state, dispute, dispute["amount"])
            state.emit("charge.dispute.funds_reinstated", dispute, caller)
        state.emit("charge.dispute.closed", dispute, caller)
    elif status in OPEN - {dispute["status"]}:
        dispute["status"] = status
        if not _inquiry(dispute) and not dispute["balance_transactions"]:
            dispute["is_charge_refundable"] = False
            _move(state, dispute, -dispute["amount"])
            state.emit("charge.dispute.funds_withdrawn", dispute, caller)
        state.emit("charge.dispute.updated", dispute, caller)
    else:
        raise invalid(f"A dispute cannot go from {dispute['status']} to {status}.", param="status")
    return dispute


def update(state: State, dispute: Json, values: Json, caller: Caller) -> Json:
    """Evidence is kept; with `submit`, which is the default, it goes to the bank for good."""
    if "metadata" in values:
        dispute["metadata"] = forms.merge_metadata(dispute["metadata"], values)
    if "evidence" in values or "submit" in values:
        _add_evidence(state, dispute, values.get("evidence", {}))
        if values.get("submit", True):
            dispute["status"] = ANSWERED[dispute["status"]]
            dispute["evidence_details"]["submission_count"] += 1
    state.emit("charge.dispute.updated", dispute, caller)
    return dispute


def _add_evidence(state: State, dispute: Json, given: Json) -> None:
    if dispute["status"] not in ANSWERED or state.now() > dispute["evidence_details"]["due_by"]:
        raise invalid(
            "This dispute can no longer be updated: its evidence has been submitted, its deadline"
            " has passed, or it is closed.",
            code="dispute_not_updatable",
        )
    for name in FILES & set(given):
        if given[name] is not None:
            file = state.get("file", given[name], param=f"evidence[{name}]")
            if file["purpose"] != "dispute_evidence":
                raise invalid("The file was not uploaded as dispute evidence.", param=name)
    evidence = dispute["evidence"] | given
    length = sum(len(one) for one in evidence.values() if isinstance(one, str))
    if length > LONGEST_EVIDENCE:
        raise invalid(
            f"The combined character count of evidence is limited to {LONGEST_EVIDENCE}.",
            param="evidence",
        )
    dispute["evidence"] = evidence
    dispute["evidence_details"]["has_evidence"] = any(
        isinstance(one, str) and one for one in evidence.values()
    )


def close(state: State, dispute: Json, values: Json, caller: Caller) -> Json:
    """We give up: lost at once."""
    if dispute["status"] not in ANSWERED:
        raise invalid(f"This dispute is already {dispute['status']}.")
    ending = "warning_closed" if _inquiry(dispute) else "lost"
    return decide(state, dispute["id"], ending, caller)


def _inquiry(dispute: Json) -> bool:
    return bool(dispute["status"].startswith("warning"))


def _move(state: State, dispute: Json, amount: int) -> None:
    moved = objects.balance_transaction(state, dispute, amount=amount, kind="adjustment")
    dispute["balance_transactions"].append(moved)
