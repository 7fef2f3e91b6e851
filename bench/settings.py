"""Our settings, with the routes to measure against beside our own."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
