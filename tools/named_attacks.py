"""Prints the tests that docs/explanation/security/attacks.md names, for `make attacks`."""

import re
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "docs/explanation/security/attacks.md"
NAMED = re.compile(r"`((?:\w+/)?test_\w+\.py::\w+)`")


def named_tests() -> list[str]:
    """Each once, as pytest wants it."""
    return [f"tests/{name}" for name in sorted(set(NAMED.findall(TABLE.read_text())))]


if __name__ == "__main__":
    print(*named_tests(), sep="\n")
