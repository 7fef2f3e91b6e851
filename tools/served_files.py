"""Compares what a site serves with what was built, byte by byte: `served_files.py URL [DIST]`.

To be run daily from outside. A script that somebody changed on the server, or a policy that is no
longer sent, is a difference; each is printed, and the exit code is 1.
"""

import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

KINDS = {".html", ".js", ".css", ".svg"}
# Headers without which a changed script could do more than it can.
POLICIES = ("Content-Security-Policy", "X-Content-Type-Options")
SECONDS = 20


def differences(site: str, dist: Path) -> Iterator[str]:
    built = sorted(path for path in dist.rglob("*") if path.suffix in KINDS)
    if not built:
        yield f"nothing is built in {dist}"
    for path in built:
        address = _address(path.relative_to(dist))
        try:
            with urllib.request.urlopen(site + address, timeout=SECONDS) as answer:
                served, headers = answer.read(), answer.headers
        except urllib.error.URLError as error:
            yield f"{address}: {error}"
            continue
        if sha256(served).digest() != sha256(path.read_bytes()).digest():
            yield f"{address}: not the file that was built"
        for name in POLICIES:
            if name not in headers:
                yield f"{address}: sent without {name}"


def _address(path: Path) -> str:
    """Where a built file is found: pages at their own address, the shell at any page of the app."""
    if path.name == "__spa.html":
        return "/home"
    if path.name == "index.html":
        return "/" if path.parent == Path() else f"/{path.parent}"
    return f"/{path}"


def main() -> int:
    site = sys.argv[1].rstrip("/")
    dist = Path(sys.argv[2] if len(sys.argv) > 2 else "frontend/dist")
    found = list(differences(site, dist))
    for difference in found:
        print(difference)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
