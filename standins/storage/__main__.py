"""`python -m standins.storage`: see `standins/README.md`."""

import argparse
import contextlib
from pathlib import Path

from standins.storage.server import Server, Storage
from standins.storage.signatures import Keys


def main() -> None:
    parser = argparse.ArgumentParser(description="S3 as far as we use it, on loopback.")
    parser.add_argument("--port", type=int, default=8012)
    parser.add_argument("--folder", type=Path, required=True, help="where objects are kept")
    parser.add_argument("--bucket", default="frontrow-files")
    parser.add_argument("--region", default="us-east-1")
    parser.add_argument("--access-key-id", default="standin")
    parser.add_argument("--secret-access-key", default="standin-secret")
    parser.add_argument(
        "--allow-origin", action="append", default=[], help="whose pages may send and fetch"
    )
    given = parser.parse_args()
    keys = Keys(access_key=given.access_key_id, secret=given.secret_access_key, region=given.region)
    storage = Storage(
        folder=given.folder,
        bucket=given.bucket,
        keys=keys,
        origins=frozenset(given.allow_origin),
    )
    with Server(given.port, storage) as server, contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
