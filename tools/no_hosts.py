"""Refuses tracked files that carry a registry's host, a machine's path or a key."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

FORBIDDEN = {
    "a lock file with hosts": re.compile(r'"resolved":\s*"http|--(extra-)?index-url|--find-links'),
    "a machine's path": re.compile(r"(?<![\w./])/(?:home|root|work|Users)/[\w.-]+"),
    "a live key": re.compile(
        r"\b(?:sk|rk)_live_[0-9A-Za-z]{16,}|\bwhsec_[0-9A-Za-z]{24,}|AKIA[0-9A-Z]{16}"
    ),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
}
NEVER_TRACKED = {"uv.lock", ".env"}


def tracked() -> list[str]:
    """Files in git, and those that would be added next."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(set(listed.stdout.splitlines()))


def main() -> int:
    found: list[str] = []
    for name in tracked():
        path = ROOT / name
        if path.name in NEVER_TRACKED:
            found.append(f"{name}: must not be committed")
        if not path.is_file() or name == "tools/no_hosts.py":
            continue
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            found += [
                f"{name}:{number}: {what}" for what, rule in FORBIDDEN.items() if rule.search(line)
            ]
    print("\n".join(found) or "clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
