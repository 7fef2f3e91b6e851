"""How a call to Stripe goes wrong."""

import threading
from dataclasses import dataclass

from standins import faults
from standins.stripe.errors import StripeError

LONGEST_SILENCE_SECONDS = 120


@dataclass
class Fault(faults.Fault):
    """`kind` is one of:

    - `status`: answer `status`; with `save` the answer is kept under the idempotency key, with
      `perform` the work is done all the same
    - `timeout`: never answer; with `perform` after doing the work
    - `reset`: cut the connection before doing anything
    - `slow`: wait `ms`, then go on as usual
    - `lost_reply`: do the work, then cut the connection
    """

    kinds = {"status", "timeout", "reset", "slow", "lost_reply"}

    method: str = "*"
    path: str = "*"
    """A pattern such as `/v1/payment_intents/*/capture`."""
    status: int = 500
    save: bool = False
    perform: bool = False
    ms: int = 0


class Faults(faults.Faults[Fault]):
    def __init__(self) -> None:
        super().__init__(Fault)
        self._cleared = threading.Event()

    def clear(self) -> None:
        """Also lets go of the calls that are being kept waiting."""
        super().clear()
        held, self._cleared = self._cleared, threading.Event()
        held.set()

    def stay_silent(self) -> None:
        self._cleared.wait(LONGEST_SILENCE_SECONDS)


def refusal(status: int) -> StripeError:
    if status == 429:  # noqa: PLR2004
        return StripeError(
            429,
            "invalid_request_error",
            "Request rate limit exceeded. Learn more about rate limits here"
            " https://stripe.com/docs/rate-limits.",
            code="rate_limit",
            began=False,
        )
    if status == 403:  # noqa: PLR2004
        return StripeError(
            403,
            "invalid_request_error",
            "The provided key 'rk_test_*********' does not have the required permissions for this"
            " endpoint on account 'acct_standin'.",
            began=False,
        )
    if status == 402:  # noqa: PLR2004
        return StripeError(
            402,
            "card_error",
            "Your card was declined.",
            code="card_declined",
            decline_code="generic_decline",
        )
    return StripeError(
        status,
        "api_error",
        "An unknown error occurred. Please try again, or contact us if it goes on.",
    )
