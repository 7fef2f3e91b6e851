"""Disputes: opened and decided by the cardholder's bank, here by a test's command."""

from standins.stripe import objects
from standins.stripe.errors import invalid
from standins.stripe.state import Caller, Json, State

OPEN = {"needs_response", "under_review", "warning_needs_response", "warning_under_review"}
ENDINGS = {"won", "lost", "warning_closed"}


def open_dispute(state: State, command: Json, caller: Caller) -> Json:
    """`{"payment_intent" or "charge": id, "amount"?, "reason"?, "status"?}`"""
    charge_id = command.get("charge")
    if charge_id is None:
        intent = state.get("payment_intent", command["payment_intent"], param="payment_intent")
        charge_id = intent["latest_charge"] or ""
    paid = state.get("charge", charge_id, param="charge")
    if not paid["captured"]:
        raise invalid("Only a captured charge can be disputed.")
    status = command.get("status", "needs_response")
    if status not in OPEN:
        raise invalid(f"A dispute cannot begin as {status}.", param="status")
    dispute = state.add(
        objects.dispute(
            state,
            paid,
            amount=command.get("amount") or paid["amount_captured"],
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


def _inquiry(dispute: Json) -> bool:
    return bool(dispute["status"].startswith("warning"))


def _move(state: State, dispute: Json, amount: int) -> None:
    moved = objects.balance_transaction(state, dispute, amount=amount, kind="adjustment")
    dispute["balance_transactions"].append(moved)
