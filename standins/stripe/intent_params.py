"""What the calls on payment intents take, and what they refuse at a glance."""

import re

from standins.stripe import cards, forms
from standins.stripe.errors import invalid, malformed
from standins.stripe.state import Json

SMALLEST_AMOUNT = 50
LARGEST_AMOUNT = 99_999_999
SUFFIX_LENGTH = 22
CURRENCIES = {"aud", "cad", "chf", "eur", "gbp", "inr", "jpy", "nzd", "sgd", "usd"}


def _suffix(param: str, value: object) -> str:
    given = forms.text(param, value)
    if len(given) > SUFFIX_LENGTH or not re.search(r"[A-Za-z]", given):
        raise malformed(
            f"The statement descriptor suffix must contain at least one letter and be at most"
            f" {SUFFIX_LENGTH} characters.",
            param=param,
        )
    if re.search(r"[<>\\'\"*]", given):
        raise malformed(
            "The statement descriptor suffix cannot contain any of these characters: < > \\ ' \" *",
            param=param,
        )
    return given


DETAILS: forms.Spec = {
    "metadata": forms.metadata,
    "description": forms.unsettable(forms.text),
    "receipt_email": forms.unsettable(forms.email),
    "expand": forms.texts,
}
_METHOD: forms.Spec = {
    "payment_method": forms.text,
    "payment_method_data": forms.nest(cards.PAYMENT_METHOD_DATA),
}
_OPTIONS: forms.Spec = {
    "payment_method_options": forms.nest(
        {
            "card": forms.nest(
                {"request_three_d_secure": forms.one_of("any", "automatic", "challenge")}
            )
        }
    ),
}
_CONFIRMATION: forms.Spec = {
    "return_url": forms.text,
    "use_stripe_sdk": forms.boolean,
}
CREATE: forms.Spec = {
    "amount": forms.integer(1),
    "currency": forms.text,
    "capture_method": forms.one_of("automatic", "automatic_async", "manual"),
    "allowed_payment_method_types": forms.texts,
    "automatic_payment_methods": forms.nest(
        {"enabled": forms.boolean, "allow_redirects": forms.one_of("always", "never")}
    ),
    "customer": forms.text,
    "statement_descriptor_suffix": _suffix,
    "confirm": forms.boolean,
    **DETAILS,
    **_METHOD,
    **_OPTIONS,
    **_CONFIRMATION,
}
UPDATE: forms.Spec = {
    "amount": forms.integer(1),
    "currency": forms.text,
    "customer": forms.text,
    "statement_descriptor_suffix": _suffix,
    **DETAILS,
    **_METHOD,
    **_OPTIONS,
}
CONFIRM: forms.Spec = {
    "receipt_email": forms.unsettable(forms.email),
    "expand": forms.texts,
    **_METHOD,
    **_CONFIRMATION,
}
CAPTURE: forms.Spec = {
    "amount_to_capture": forms.integer(1),
    "metadata": forms.metadata,
    "statement_descriptor_suffix": _suffix,
    "expand": forms.texts,
}
CANCEL: forms.Spec = {
    "cancellation_reason": forms.one_of(
        "duplicate", "fraudulent", "requested_by_customer", "abandoned"
    ),
    "expand": forms.texts,
}


def check_amount(amount: int, currency: str) -> None:
    if currency.lower() not in CURRENCIES:
        raise malformed(
            f"Invalid currency: {currency}. Stripe currently supports these currencies:"
            f" {', '.join(sorted(CURRENCIES))}",
            param="currency",
        )
    if amount < SMALLEST_AMOUNT:
        raise invalid(
            f"Amount must be at least $0.50 {currency}", param="amount", code="amount_too_small"
        )
    if amount > LARGEST_AMOUNT:
        raise invalid(
            "Amount must be no more than $999,999.99", param="amount", code="amount_too_large"
        )


def set_options(intent: Json, values: Json) -> None:
    for name, given in values.get("payment_method_options", {}).items():
        intent["payment_method_options"][name] |= given


def check_methods(values: Json) -> None:
    if "allowed_payment_method_types" in values and "automatic_payment_methods" in values:
        raise malformed(
            "You may only specify one of these parameters: automatic_payment_methods,"
            " allowed_payment_method_types."
        )
    if values.get("automatic_payment_methods", {"enabled": True}).get("enabled") is None:
        raise malformed(
            "Missing required param: automatic_payment_methods[enabled].",
            param="automatic_payment_methods[enabled]",
            code="parameter_missing",
        )
    if "return_url" in values and not values.get("confirm"):
        raise malformed(
            "The parameter `return_url` cannot be passed when creating a PaymentIntent unless"
            " `confirm` is set to true.",
            param="return_url",
        )
