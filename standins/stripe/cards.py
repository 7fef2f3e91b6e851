"""Stripe's published test cards, and the payment methods made of them."""

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from standins.stripe import forms
from standins.stripe.errors import StripeError, card_error, malformed, missing
from standins.stripe.state import Caller, Json, State, new_id

MONTHS = 12
CENTURY = 100
AMEX_CVC = 4
CVC = 3


@dataclass(frozen=True)
class Decline:
    code: str
    decline_code: str
    message: str


@dataclass(frozen=True)
class Behavior:
    decline: Decline | None = None
    challenge: bool = False
    """The issuer wants to see the cardholder first (3-D Secure)."""
    enrolled: bool = False
    """It would, if the shop asked for it; a card that is not enrolled goes through all the same."""
    refund: str = "succeeded"
    """How a refund to this card begins; `failing` begins pending too."""


FINE = Behavior()
DECLINED = Decline("card_declined", "generic_decline", "Your card was declined.")
NOT_A_TEST_CARD = Decline(
    "card_declined",
    "test_mode_live_card",
    "Your card was declined. Your request was in test mode, but used a non test (live) card. For a"
    " list of valid test cards, visit: https://stripe.com/docs/testing.",
)

CARDS: dict[str, Behavior] = {
    "4242424242424242": FINE,
    "4000056655665556": FINE,
    "5555555555554444": FINE,
    "5200828282828210": FINE,
    "378282246310005": FINE,
    "6011111111111117": FINE,
    "4000000000000077": FINE,
    "4000000000000002": Behavior(DECLINED),
    "4000000000009995": Behavior(
        Decline("card_declined", "insufficient_funds", "Your card has insufficient funds.")
    ),
    "4000000000009987": Behavior(Decline("card_declined", "lost_card", "Your card was declined.")),
    "4000000000009979": Behavior(
        Decline("card_declined", "stolen_card", "Your card was declined.")
    ),
    "4000000000000069": Behavior(Decline("expired_card", "expired_card", "Your card has expired.")),
    "4000000000000127": Behavior(
        Decline("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect.")
    ),
    "4000000000000119": Behavior(
        Decline(
            "processing_error",
            "processing_error",
            "An error occurred while processing your card. Try again in a little bit.",
        )
    ),
    "4000002760003184": Behavior(challenge=True),
    "4000000000003220": Behavior(challenge=True),
    "4000002500003155": Behavior(challenge=True),
    "4000008400001629": Behavior(DECLINED, challenge=True),
    "4000000000003055": Behavior(enrolled=True),
    "4000000000007726": Behavior(refund="pending"),
    "4000000000005126": Behavior(refund="failing"),
}

NAMED = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_amex": "378282246310005",
    "pm_card_discover": "6011111111111117",
    "pm_card_bypassPending": "4000000000000077",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeDeclinedLostCard": "4000000000009987",
    "pm_card_chargeDeclinedStolenCard": "4000000000009979",
    "pm_card_chargeDeclinedExpiredCard": "4000000000000069",
    "pm_card_chargeDeclinedIncorrectCvc": "4000000000000127",
    "pm_card_chargeDeclinedProcessingError": "4000000000000119",
    "pm_card_authenticationRequired": "4000002760003184",
    "pm_card_threeDSecure2Required": "4000000000003220",
    "pm_card_threeDSecureOptional": "4000000000003055",
    "pm_card_threeDSecureRequiredChargeDeclined": "4000008400001629",
    "pm_card_pendingRefund": "4000000000007726",
    "pm_card_refundFail": "4000000000005126",
}

# What a wallet hands over, and the card behind it.
WALLETS = {"tok_googlepay": "google_pay"}
WALLET_CARD = "4242424242424242"

ADDRESS: forms.Spec = {
    name: forms.unsettable(forms.text)
    for name in ("city", "country", "line1", "line2", "postal_code", "state")
}
PAYMENT_METHOD_DATA: forms.Spec = {
    "type": forms.one_of("card", "link", "klarna"),
    "klarna": forms.nest(
        {"dob": forms.nest({part: forms.integer(1) for part in ("day", "month", "year")})}
    ),
    "card": forms.nest(
        {
            # What a wallet hands over instead of the digits.
            "token": forms.text,
            "number": forms.text,
            "exp_month": forms.integer(1),
            "exp_year": forms.integer(0),
            "cvc": forms.text,
        }
    ),
    "billing_details": forms.nest(
        {
            "address": forms.nest(ADDRESS),
            "email": forms.unsettable(forms.email),
            "name": forms.unsettable(forms.text),
            "phone": forms.unsettable(forms.text),
        }
    ),
    "metadata": forms.metadata,
    "allow_redisplay": forms.one_of("always", "limited", "unspecified"),
}


def luhn(number: str) -> bool:
    doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
    digits = [int(digit) for digit in reversed(number)]
    return sum(doubled[d] if i % 2 else d for i, d in enumerate(digits)) % 10 == 0


def brand_of(number: str) -> str:
    if number.startswith(("34", "37")):
        return "amex"
    if number.startswith("6011"):
        return "discover"
    return "mastercard" if number[0] in "25" else "visa"


def behavior_of(number: str) -> Behavior:
    return CARDS.get(number, Behavior(NOT_A_TEST_CARD))


def behavior_behind(state: State, method_id: str) -> Behavior:
    """Of the card behind a payment method; what is no card does as it should."""
    number = state.numbers.get(method_id)
    return FINE if number is None else behavior_of(number)


def payment_method_for(state: State, values: Json, caller: Caller) -> Json | None:
    """The payment method this request names or describes, if it does."""
    if "payment_method_data" in values:
        return _from_data(state, values["payment_method_data"], caller)
    name = values.get("payment_method")
    if name is None:
        return None
    number = NAMED.get(name.replace("pm_card_visa_", "pm_card_"))
    if number:
        card = {"number": number, "exp_month": 12, "exp_year": time.gmtime().tm_year + 5}
        return _make(state, {"card": card})
    if name not in state.tables["payment_method"]:
        raise missing("PaymentMethod", name, param="payment_method")
    return state.tables["payment_method"][name]


def _from_data(state: State, data: Json, caller: Caller) -> Json:
    param = "payment_method_data"
    if "type" not in data:
        raise malformed(
            f"Missing required param: {param}[type].",
            param=f"{param}[type]",
            code="parameter_missing",
        )
    if data["type"] == "klarna":
        return state.add(_method(state, data, "klarna", {"dob": None}))
    if data["type"] != "card" or "card" not in data:
        raise malformed(
            f"Missing required param: {param}[card].",
            param=f"{param}[card]",
            code="parameter_missing",
        )
    if caller.secret:
        raise StripeError(
            402,
            "invalid_request_error",
            "Sending credit card numbers directly to the Stripe API is generally unsafe. We"
            " suggest you use test tokens that map to the test card you are using, see"
            " https://stripe.com/docs/testing.",
            began=False,
        )
    token = data["card"].get("token")
    if token is not None:
        if token not in WALLETS:
            raise missing("token", token, param="payment_method_data[card][token]")
        card = {"number": WALLET_CARD, "exp_month": 12, "exp_year": time.gmtime().tm_year + 5}
        return _make(state, data | {"card": card}, wallet=WALLETS[token])
    _check(state, data["card"])
    return _make(state, data)


def _check(state: State, card: Json) -> None:
    number = card.get("number", "").replace(" ", "")
    for name in ("number", "exp_month", "exp_year"):
        if name not in card:
            param = f"payment_method_data[card][{name}]"
            raise malformed(
                f"Missing required param: {param}.", param=param, code="parameter_missing"
            )
    if not number.isdigit() or not luhn(number):
        raise card_error("Your card number is incorrect.", code="incorrect_number", param="number")
    if card["exp_month"] > MONTHS:
        raise card_error(
            "Your card's expiration month is invalid.",
            code="invalid_expiry_month",
            param="exp_month",
        )
    today = time.gmtime(state.now())
    if (_full_year(card["exp_year"]), card["exp_month"]) < (today.tm_year, today.tm_mon):
        past_year = _full_year(card["exp_year"]) < today.tm_year
        which = "year" if past_year else "month"
        raise card_error(
            f"Your card's expiration {which} is invalid.",
            code=f"invalid_expiry_{which}",
            param=f"exp_{which}",
        )
    length = AMEX_CVC if brand_of(number) == "amex" else CVC
    cvc = card.get("cvc")
    if cvc is not None and not (cvc.isdigit() and len(cvc) in {CVC, length}):
        raise card_error("Your card's security code is invalid.", code="invalid_cvc", param="cvc")


def _full_year(year: int) -> int:
    return year if year >= CENTURY else 2000 + year


def _make(state: State, data: Json, *, wallet: str | None = None) -> Json:
    number = data["card"]["number"].replace(" ", "")
    brand = brand_of(number)
    has_postal_code = bool(data.get("billing_details", {}).get("address", {}).get("postal_code"))
    card = {
        "brand": brand,
        "checks": {
            "address_line1_check": None,
            "address_postal_code_check": "pass" if has_postal_code else None,
            "cvc_check": "unchecked",
        },
        "country": "US",
        "display_brand": brand,
        "exp_month": data["card"]["exp_month"],
        "exp_year": _full_year(data["card"]["exp_year"]),
        "fingerprint": hashlib.sha256(number.encode()).hexdigest()[:16],
        "funding": "credit",
        "generated_from": None,
        "last4": number[-4:],
        "networks": {"available": [brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": wallet and {"dynamic_last4": number[-4:], "type": wallet, wallet: {}},
    }
    method = state.add(_method(state, data, "card", card))
    state.numbers[method["id"]] = number
    return method


def _method(state: State, data: Json, kind: str, details: Json) -> Json:
    billing: dict[str, Any] = data.get("billing_details", {})
    return {
        "id": new_id("payment_method"),
        "object": "payment_method",
        "allow_redisplay": data.get("allow_redisplay", "unspecified"),
        "billing_details": {
            "address": dict.fromkeys(ADDRESS) | billing.get("address", {}),
            "email": billing.get("email"),
            "name": billing.get("name"),
            "phone": billing.get("phone"),
            "tax_id": None,
        },
        "created": state.now(),
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": data.get("metadata", {}),
        "type": kind,
        kind: details,
    }
