"""What every visitor of the checkout asks for, at a thousand purchases and at a million.

    python -m bench.visitors DATABASE_URL DATABASE_URL

Both databases are filled by `bench.volume`. The two routes are asked in turns, each by a process
with the whole application in it; the payment provider is the stand-in, the same for both.
"""

import json
import os
import subprocess
import sys

from tests.fakes.stripe import PUBLISHABLE, SECRET, running_stripe

from bench.measure import ROOT, p95

TURNS = 200


def measure(urls: list[str]) -> None:
    with running_stripe() as provider:
        keys = {
            "STRIPE_STAND_IN_URL": provider.url,
            "STRIPE_SECRET_KEY": SECRET,
            "STRIPE_PUBLISHABLE_KEY": PUBLISHABLE,
        }
        askers = [_asker(url, keys) for url in urls]
        taken: list[dict[str, list[float]]] = [{} for _ in urls]
        for _ in range(TURNS):
            for asker, found in zip(askers, taken, strict=True):
                for route, milliseconds in _turn(asker).items():
                    found.setdefault(route, []).append(milliseconds)
        for asker in askers:
            asker.terminate()
            asker.wait(timeout=20)
    for route in taken[0]:
        values = [sorted(found[route][10:]) for found in taken]
        print(route, [(round(v[len(v) // 2], 2), round(p95(v), 2)) for v in values])


def _asker(url: str, keys: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bench.visitor_asker"],
        cwd=ROOT,
        env=os.environ
        | keys
        | {
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _turn(asker: subprocess.Popen[str]) -> dict[str, float]:
    if asker.stdin is None or asker.stdout is None:
        raise RuntimeError("the asker has no ears or no mouth")
    asker.stdin.write("\n")
    asker.stdin.flush()
    answer: dict[str, float] = json.loads(asker.stdout.readline())
    return answer


if __name__ == "__main__":
    measure(sys.argv[1:])
