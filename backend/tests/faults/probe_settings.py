"""The real settings, pool and all, plus the jobs and routes that only these tests need."""

import os

from config.settings import *  # noqa: F403
from config.settings import DATABASES, MIDDLEWARE, PROCRASTINATE_IMPORT_PATHS

PROCRASTINATE_IMPORT_PATHS = [*PROCRASTINATE_IMPORT_PATHS, "tests.faults.probe_jobs"]
ROOT_URLCONF = "tests.faults.probe_urls"
MIDDLEWARE = ["tests.faults.probe_urls.name_process", *MIDDLEWARE]

if os.environ.get("PROBE_HEALTH_CHECKS") == "off":
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = False

# The probe's routes are an API beside the real one; nobody here makes addresses from names.
SILENCED_SYSTEM_CHECKS = ["urls.W005"]
