"""The Stripe stand-in for its own tests, with no history and no settings of ours."""

import pytest

from tests.fakes.stripe import StripeServer


@pytest.fixture
def server(shared_stripe: StripeServer) -> StripeServer:
    shared_stripe.reset()
    return shared_stripe
