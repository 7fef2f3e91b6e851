"""`python -m standins.zoom`: see `standins/README.md`."""

import argparse
import contextlib

from standins.zoom.account import Account, Credentials
from standins.zoom.api import Api
from standins.zoom.events import Events
from standins.zoom.server import Server


def main() -> None:
    parser = argparse.ArgumentParser(description="Zoom as far as we use it, on loopback.")
    parser.add_argument("--port", type=int, default=8011)
    parser.add_argument("--account-id", default="standin-account")
    parser.add_argument("--client-id", default="standin-client")
    parser.add_argument("--client-secret", default="standin-secret")
    parser.add_argument("--webhook-url", default="")
    parser.add_argument("--webhook-secret", default="")
    given = parser.parse_args()
    if given.webhook_url and not given.webhook_secret:
        parser.error("--webhook-url needs a --webhook-secret")
    credentials = Credentials(given.account_id, given.client_id, given.client_secret)
    account = Account(credentials, f"http://localhost:{given.port}")
    api = Api(account, Events(given.webhook_url, given.webhook_secret))
    with Server(given.port, api) as server, contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
