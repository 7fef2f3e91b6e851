"""The probe's settings for servers that are meant to die, each at its own place."""

import os

from tests.faults.probe_settings import *  # noqa: F403
from tests.faults.probe_settings import MIDDLEWARE, PROCRASTINATE_IMPORT_PATHS

ROOT_URLCONF = "tests.faults.mortal_urls"
# Outermost: whatever the request did is committed by then.
MIDDLEWARE = ["tests.faults.mortal_urls.die_before_reply", *MIDDLEWARE]

if "QUICK_WORKER" in os.environ:
    # Last: by then the clock knows all its jobs.
    PROCRASTINATE_IMPORT_PATHS = [*PROCRASTINATE_IMPORT_PATHS, "tests.faults.quick_clock"]
