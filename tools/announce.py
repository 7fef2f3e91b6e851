"""Says where everything is as soon as it answers, then waits to be stopped with the rest."""

import signal
import sys
import time
import urllib.error
import urllib.request

GIVE_UP_AFTER_SECONDS = 90


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def main(probe: str, *lines: str) -> None:
    deadline = time.monotonic() + GIVE_UP_AFTER_SECONDS
    while not answers(probe):
        if time.monotonic() > deadline:
            sys.exit(f"{probe} did not answer within {GIVE_UP_AFTER_SECONDS} s")
        time.sleep(0.3)
    print(
        "\n".join(["", "Ready.", *(f"  {line}" for line in lines), "Ctrl-C stops everything.", ""])
    )
    sys.stdout.flush()
    signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])
