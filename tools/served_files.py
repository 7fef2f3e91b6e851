"""Compares what a site serves with what was built, byte by byte: `served_files.py URL [DIST]`.

To be run daily from outside. A script that somebody changed on the server, or a policy that is no
longer sent, is a difference; each is printed, and the exit code is 1. The sales page is rendered
with today's offer: of it, everything that can run is compared.
"""

import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

KINDS = {".html", ".js", ".css", ".svg"}
# Headers without which a changed script could do more than it can.
POLICIES = ("Content-Security-Policy", "X-Content-Type-Options")
SECONDS = 20
# Rendered anew whenever its offer changes.
RENDERED = "/"
DATA = {"application/json", "application/ld+json"}
# Each could run something, or have the page's own scripts fetched from elsewhere.
RUNS = {"base", "embed", "iframe", "object"}


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
        if address == RENDERED:
            if _what_runs(served) != _what_runs(path.read_bytes()):
                yield f"{address}: runs something that was not built"
        elif sha256(served).digest() != sha256(path.read_bytes()).digest():
            yield f"{address}: not the file that was built"
        for name in POLICIES:
            if name not in headers:
                yield f"{address}: sent without {name}"


class _Reader(HTMLParser):
    """Notes what a page can run: scripts with their text, handlers, frames."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        handlers = [(name, value) for name, value in attrs if name.startswith("on")]
        self.in_script = tag == "script" and dict(attrs).get("type") not in DATA
        if self.in_script or tag in RUNS:
            self.runs.append(f"{tag} {sorted(attrs, key=str)}")
        elif handlers:
            self.runs.append(f"{tag} {handlers}")

    def handle_data(self, data: str) -> None:
        if self.in_script:
            self.runs.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.in_script = False


def _what_runs(page: bytes) -> list[str]:
    reader = _Reader()
    reader.feed(page.decode())
    return reader.runs


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
