"""Refusals in the shape Stripe gives them."""

from typing import Any

DOCS = "https://stripe.com/docs/error-codes/"


class StripeError(Exception):
    """One refusal.

    `began` says whether the endpoint had started its work: only then does Stripe keep the answer
    under the idempotency key.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        *,
        code: str | None = None,
        param: str | None = None,
        began: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.began = began
        self.error: dict[str, Any] = {"type": kind, "message": message, **more}
        if code:
            self.error |= {"code": code, "doc_url": DOCS + code.replace("_", "-")}
        if param:
            self.error["param"] = param


def invalid(
    message: str, *, param: str | None = None, code: str | None = None, **more: Any
) -> StripeError:
    """A request that cannot be done as things stand."""
    return StripeError(400, "invalid_request_error", message, param=param, code=code, **more)


def malformed(message: str, *, param: str | None = None, code: str | None = None) -> StripeError:
    """A request whose parameters do not hold, refused before any work began."""
    return StripeError(400, "invalid_request_error", message, param=param, code=code, began=False)


def missing(kind: str, identifier: str, *, param: str) -> StripeError:
    return StripeError(
        404,
        "invalid_request_error",
        f"No such {kind}: '{identifier}'",
        code="resource_missing",
        param=param,
    )


def unexpected_state(message: str, payment_intent: dict[str, Any]) -> StripeError:
    return invalid(message, code="payment_intent_unexpected_state", payment_intent=payment_intent)


def card_error(
    message: str, *, code: str, decline_code: str | None = None, **more: Any
) -> StripeError:
    if decline_code:
        more["decline_code"] = decline_code
    return StripeError(402, "card_error", message, code=code, **more)
