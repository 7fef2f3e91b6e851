"""Our settings, with the routes and the job to measure against beside our own."""

from config.settings import *  # noqa: F403
from config.settings import PROCRASTINATE_IMPORT_PATHS as OURS

ROOT_URLCONF = "bench.urls"
PROCRASTINATE_IMPORT_PATHS = [*OURS, "bench.nothing"]
