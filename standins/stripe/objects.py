"""New objects as Stripe shapes them; every field it publishes is here, most of them null."""

from standins.stripe import methods
from standins.stripe.state import Json, State, new_id, random_text

DAY = 24 * 60 * 60
AUTHORIZATION_LASTS = 7 * DAY
EVIDENCE = [
    "access_activity_log",
    "billing_address",
    "cancellation_policy",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_communication",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "customer_signature",
    "duplicate_charge_documentation",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "service_documentation",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_documentation",
    "shipping_tracking_number",
    "uncategorized_file",
    "uncategorized_text",
]


def payment_intent(state: State, values: Json) -> Json:
    identifier = new_id("payment_intent")
    types = values.get("allowed_payment_method_types")
    automatic = values.get("automatic_payment_methods", {"enabled": True} if not types else None)
    if automatic:
        automatic = {"allow_redirects": automatic.get("allow_redirects", "always"), "enabled": True}
    return {
        "id": identifier,
        "object": "payment_intent",
        "amount": values["amount"],
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application": None,
        "application_fee_amount": None,
        "automatic_payment_methods": automatic,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": values.get("capture_method", "automatic_async"),
        "client_secret": f"{identifier}_secret_{random_text(25)}",
        "confirmation_method": "automatic",
        "created": state.now(),
        "currency": values["currency"],
        "customer": values.get("customer"),
        "customer_account": None,
        "description": values.get("description"),
        "excluded_payment_method_types": None,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "managed_payments": {"enabled": False},
        "metadata": values.get("metadata", {}),
        "next_action": None,
        "on_behalf_of": None,
        "payment_method": None,
        "payment_method_configuration_details": None,
        "payment_method_options": {
            "card": {
                "installments": None,
                "mandate_options": None,
                "network": None,
                "request_three_d_secure": "automatic",
            }
        },
        "payment_method_types": methods.allowed(values),
        "processing": None,
        "receipt_email": values.get("receipt_email"),
        "review": None,
        "setup_future_usage": None,
        "shipping": None,
        "source": None,
        "statement_descriptor": None,
        "statement_descriptor_suffix": values.get("statement_descriptor_suffix"),
        "status": "requires_payment_method",
        "transfer_data": None,
        "transfer_group": None,
    }


def charge(state: State, intent: Json, method: Json, *, challenged: bool) -> Json:
    identifier = new_id("charge")
    suffix = intent["statement_descriptor_suffix"]
    return {
        "id": identifier,
        "object": "charge",
        "amount": intent["amount"],
        "amount_captured": 0,
        "amount_refunded": 0,
        "application": None,
        "application_fee": None,
        "application_fee_amount": None,
        "balance_transaction": None,
        "billing_details": method["billing_details"],
        "calculated_statement_descriptor": "STAND-IN" + (f"* {suffix.upper()}" if suffix else ""),
        "captured": False,
        "created": state.now(),
        "currency": intent["currency"],
        "customer": intent["customer"],
        "description": intent["description"],
        "disputed": False,
        "failure_balance_transaction": None,
        "failure_code": None,
        "failure_message": None,
        "fraud_details": {},
        "livemode": False,
        "metadata": dict(intent["metadata"]),
        "on_behalf_of": None,
        "outcome": {
            "advice_code": None,
            "network_advice_code": None,
            "network_decline_code": None,
            "network_status": "approved_by_network",
            "reason": None,
            "risk_level": "normal",
            "risk_score": 24,
            "seller_message": "Payment complete.",
            "type": "authorized",
        },
        "paid": True,
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "payment_method_details": methods.in_charge(state, intent, method, challenged=challenged),
        "receipt_email": intent["receipt_email"],
        "receipt_number": None,
        "receipt_url": f"https://pay.stripe.com/receipts/payment/{identifier}",
        "refunded": False,
        "review": None,
        "shipping": None,
        "source": None,
        "source_transfer": None,
        "statement_descriptor": None,
        "statement_descriptor_suffix": suffix,
        "status": "succeeded",
        "transfer_data": None,
        "transfer_group": None,
    }


def refund(
    state: State, paid: Json, *, amount: int, reason: str | None, metadata: dict[str, str]
) -> Json:
    return {
        "id": new_id("refund"),
        "object": "refund",
        "amount": amount,
        "balance_transaction": None,
        "charge": paid["id"],
        "created": state.now(),
        "currency": paid["currency"],
        "customer": paid["customer"],
        "customer_account": None,
        "destination_details": methods.in_refund(paid),
        "metadata": metadata,
        "payment_intent": paid["payment_intent"],
        "payment_method": paid["payment_method"],
        "reason": reason,
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": "succeeded",
        "transfer_reversal": None,
    }


def dispute(state: State, paid: Json, *, amount: int, reason: str, status: str) -> Json:
    inquiry = status.startswith("warning")
    return {
        "id": new_id("dispute"),
        "object": "dispute",
        "amount": amount,
        "balance_transactions": [],
        "charge": paid["id"],
        "created": state.now(),
        "currency": paid["currency"],
        "enhanced_eligibility_types": [],
        "evidence": dict.fromkeys(EVIDENCE) | {"enhanced_evidence": {}},
        "evidence_details": {
            "due_by": state.now() + AUTHORIZATION_LASTS,
            "enhanced_eligibility": {},
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        "is_charge_refundable": inquiry,
        "livemode": False,
        "metadata": {},
        "payment_intent": paid["payment_intent"],
        "payment_method_details": methods.in_dispute(paid, inquiry=inquiry),
        "reason": reason,
        "status": status,
    }


def balance_transaction(state: State, source: Json, *, amount: int, kind: str) -> Json:
    return state.add(
        {
            "id": new_id("balance_transaction"),
            "object": "balance_transaction",
            "amount": amount,
            "available_on": state.now() + 2 * DAY,
            "balance_type": "payments",
            "created": state.now(),
            "currency": source["currency"],
            "description": source.get("description"),
            "exchange_rate": None,
            "fee": 0,
            "fee_details": [],
            "net": amount,
            "reporting_category": "dispute" if kind == "adjustment" else kind,
            "source": source["id"],
            "status": "pending",
            "type": kind,
        }
    )


def customer(state: State, values: Json) -> Json:
    return {
        "id": new_id("customer"),
        "object": "customer",
        "address": None,
        "balance": 0,
        "created": state.now(),
        "currency": None,
        "default_source": None,
        "delinquent": False,
        "description": values.get("description"),
        "discount": None,
        "email": values.get("email"),
        "invoice_prefix": random_text(8).upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": values.get("metadata", {}),
        "name": values.get("name"),
        "next_invoice_sequence": 1,
        "phone": values.get("phone"),
        "preferred_locales": [],
        "shipping": None,
        "tax_exempt": "none",
        "test_clock": None,
    }
