"""`python -m standins.stripe`: see `standins/README.md`."""

import argparse
import contextlib

from standins.stripe.api import Api
from standins.stripe.server import Server
from standins.stripe.webhooks import Endpoint, Webhooks


def main() -> None:
    parser = argparse.ArgumentParser(description="Stripe as far as we use it, on loopback.")
    parser.add_argument("--port", type=int, default=8010)
    parser.add_argument("--secret-key", default="sk_test_standin")
    parser.add_argument("--publishable-key", default="pk_test_standin")
    parser.add_argument("--webhook-url")
    parser.add_argument("--webhook-secret")
    parser.add_argument("--retry-scale", type=float, default=0.001)
    given = parser.parse_args()
    if not given.secret_key.startswith("sk_test_"):
        parser.error("--secret-key must be a test key")
    if not given.publishable_key.startswith("pk_test_"):
        parser.error("--publishable-key must be a test key")
    endpoints = []
    if given.webhook_url:
        if not (given.webhook_secret or "").startswith("whsec_"):
            parser.error("--webhook-url needs a --webhook-secret that begins with whsec_")
        endpoints.append(Endpoint(given.webhook_url, given.webhook_secret))
    api = Api(given.secret_key, given.publishable_key, Webhooks(endpoints, given.retry_scale))
    with Server(given.port, api) as server, contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
