"""The probe's settings for servers that are meant to die, each at its own place.

Every life of a server takes the first line of the file FATES as its CRASH_AT, and the line is
gone: when gunicorn starts a new process in place of a killed one, that one meets the next fate,
or none when the file is empty.
"""

import os
from pathlib import Path

from tests.faults.probe_settings import *  # noqa: F403
from tests.faults.probe_settings import MIDDLEWARE, PROCRASTINATE_IMPORT_PATHS

ROOT_URLCONF = "tests.faults.mortal_urls"
# Outermost: whatever the request did is committed by then.
MIDDLEWARE = ["tests.faults.mortal_urls.die_before_reply", *MIDDLEWARE]


def _next_fate(fates: Path) -> str:
    first, *rest = [*fates.read_text().splitlines(), ""]
    fates.write_text("\n".join(rest))
    return first


if "FATES" in os.environ:
    CRASH_AT = _next_fate(Path(os.environ["FATES"]))

if "QUICK_WORKER" in os.environ:
    # Last: by then the clock knows all its jobs.
    PROCRASTINATE_IMPORT_PATHS = [*PROCRASTINATE_IMPORT_PATHS, "tests.faults.quick_clock"]
