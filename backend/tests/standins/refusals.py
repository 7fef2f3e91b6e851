"""What the Stripe stand-in says when it refuses."""

from typing import Any

import stripe


def said(refusal: stripe.StripeError) -> dict[str, Any]:
    """The error as Stripe wrote it; nothing when a proxy spoke in its place."""
    body: Any = refusal.json_body or {}
    return dict(body.get("error", {}))
