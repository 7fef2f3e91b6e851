"""Ways to pay: what each may be used for, and what it looks like in charges, refunds, disputes."""

from standins.stripe.errors import invalid, malformed
from standins.stripe.state import Json, State, random_text

DAY = 24 * 60 * 60
# The account behind the stand-in has switched on these.
ACTIVE = ("card", "link", "klarna")
KLARNA_CURRENCIES = {
    *("aud", "cad", "chf", "czk", "dkk", "eur", "gbp"),
    *("nok", "nzd", "pln", "ron", "sek", "usd"),
}
# How long an authorization can be captured.
LASTS = {"card": 7 * DAY, "link": 7 * DAY, "klarna": 28 * DAY}
# What sends the buyer to a page of its own.
REDIRECTING = {"klarna"}


def allowed(values: Json) -> list[str]:
    """Of the types that were asked for, those that fit this payment; what does not is left out."""
    asked = values.get("allowed_payment_method_types", ["card", "link"])
    for one in asked:
        if one not in ACTIVE:
            raise invalid(
                f"The payment method type provided: {one} is invalid. Please ensure the"
                " provided type is activated in your dashboard.",
                param="allowed_payment_method_types",
                code="payment_intent_invalid_parameter",
            )
    if len(set(asked)) < len(asked):
        raise malformed(
            "A payment method type was given twice.", param="allowed_payment_method_types"
        )
    fitting = [one for one in asked if one != "klarna" or _fits_klarna(values)]
    if not fitting:
        raise invalid(
            "No valid payment method types for this Payment Intent.",
            param="allowed_payment_method_types",
            code="payment_intent_invalid_parameter",
        )
    return fitting


def _fits_klarna(values: Json) -> bool:
    return str(values["currency"]).lower() in KLARNA_CURRENCIES


def check_allowed(intent: Json, method: Json) -> None:
    if method["type"] not in intent["payment_method_types"]:
        raise invalid(
            f"This PaymentIntent takes {', '.join(intent['payment_method_types'])}; a payment"
            f" method of type {method['type']} cannot be used with it.",
            param="payment_method",
            code="payment_intent_incompatible_payment_method",
        )


def in_charge(state: State, intent: Json, method: Json, *, challenged: bool) -> Json:
    """`payment_method_details` of a charge."""
    if method["type"] == "klarna":
        country = method["billing_details"]["address"]["country"]
        return {
            "klarna": {
                "location": None,
                "payer_details": {"address": {"country": country or "US"}},
                "payment_method_category": "pay_in_installments",
                "preferred_locale": "en-US",
                "reader": None,
            },
            "type": "klarna",
        }
    return {"card": _card(state, intent, method["card"], challenged=challenged), "type": "card"}


def _card(state: State, intent: Json, card: Json, *, challenged: bool) -> Json:
    return {
        "amount_authorized": intent["amount"],
        "authorization_code": random_text(6),
        "brand": card["brand"],
        "capture_before": state.now() + LASTS["card"],
        "checks": card["checks"] | {"cvc_check": "pass"},
        "country": card["country"],
        "exp_month": card["exp_month"],
        "exp_year": card["exp_year"],
        "extended_authorization": {"status": "disabled"},
        "fingerprint": card["fingerprint"],
        "funding": card["funding"],
        "incremental_authorization": {"status": "unavailable"},
        "installments": None,
        "last4": card["last4"],
        "mandate": None,
        "multicapture": {"status": "unavailable"},
        "network": card["brand"],
        "network_token": {"used": False},
        "network_transaction_id": random_text(15),
        "overcapture": {
            "maximum_amount_capturable": intent["amount"],
            "status": "unavailable",
        },
        "regulated_status": card["regulated_status"],
        "three_d_secure": _three_d_secure() if challenged else None,
        "transaction_link_id": None,
        "wallet": card["wallet"],
    }


def _three_d_secure() -> Json:
    return {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": random_text(36),
        "version": "2.2.0",
    }


def in_refund(paid: Json) -> Json:
    """`destination_details` of a refund."""
    kind = paid["payment_method_details"]["type"]
    if kind == "klarna":
        return {"klarna": {}, "type": "klarna"}
    return {
        "card": {
            "reference_status": "pending",
            "reference_type": "acquirer_reference_number",
            "type": "refund" if paid["captured"] else "reversal",
        },
        "type": "card",
    }


def in_dispute(paid: Json, *, inquiry: bool) -> Json:
    """`payment_method_details` of a dispute."""
    details = paid["payment_method_details"]
    if details["type"] == "klarna":
        return {
            "klarna": {"chargeback_loss_reason_code": None, "reason_code": "disputed_transaction"},
            "type": "klarna",
        }
    return {
        "card": {
            "brand": details["card"]["brand"],
            "case_type": "inquiry" if inquiry else "chargeback",
            "network": details["card"]["network"],
            "network_reason_code": "10.4",
        },
        "type": "card",
    }
