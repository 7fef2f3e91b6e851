"""The settings of the release that is being rolled out, while the old one still serves."""

from tests.faults.mortal_settings import *  # noqa: F403
from tests.faults.mortal_settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.next_release"]
