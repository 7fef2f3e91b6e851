"""Says where everything is once all of it answers, then waits to be stopped with the rest.

Arguments that are addresses are asked until they answer, all of them, so that nothing starts up
below the lines and buries them; the others are the lines.
"""

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


def main(*given: str) -> None:
    probes = [one for one in given if one.startswith("http")]
    lines = [one for one in given if one not in probes]
    deadline = time.monotonic() + GIVE_UP_AFTER_SECONDS
    for probe in probes:
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
