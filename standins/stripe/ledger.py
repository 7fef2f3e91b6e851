"""What really moved, to the cent, for comparing with our own books."""

from standins.stripe.state import Json, State


def ledger(state: State) -> Json:
    """Captured, refunded and lost cents per payment intent, and their totals.

    A refund counts once the bank has paid it out (`refunded`) or is still to (`refund_pending`);
    a hold given back was never money and counts nowhere.
    """
    rows = {
        intent["id"]: {
            "status": intent["status"],
            "amount": intent["amount"],
            "authorized": intent["amount_capturable"],
            "captured": intent["amount_received"],
            "refunded": 0,
            "refund_pending": 0,
            "refunds": 0,
            "dispute_lost": 0,
            "dispute_open": 0,
            "metadata": intent["metadata"],
        }
        for intent in state.tables["payment_intent"].values()
    }
    for refund in state.tables["refund"].values():
        if refund["id"] in state.released or refund["status"] in {"failed", "canceled"}:
            continue
        row = rows[refund["payment_intent"]]
        row["refunded" if refund["status"] == "succeeded" else "refund_pending"] += refund["amount"]
        row["refunds"] += 1
    for dispute in state.tables["dispute"].values():
        row = rows[dispute["payment_intent"]]
        if dispute["status"] == "lost":
            row["dispute_lost"] += dispute["amount"]
        elif dispute["status"] in {"needs_response", "under_review"}:
            row["dispute_open"] += dispute["amount"]
    for row in rows.values():
        row["net"] = row["captured"] - row["refunded"] - row["dispute_lost"]
    summed = [
        "authorized",
        "captured",
        "refunded",
        "refund_pending",
        "refunds",
        "dispute_lost",
        "dispute_open",
        "net",
    ]
    totals = {name: sum(row[name] for row in rows.values()) for name in summed}
    return {"payment_intents": rows, "totals": totals}
