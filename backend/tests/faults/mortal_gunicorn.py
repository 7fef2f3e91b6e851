"""gunicorn as in production, but whoever dies is replaced at once and meets a fate of its own.

Each life takes the first line of the file FATES as its CRASH_AT and the line is gone; where the
file is empty or there is none, it lives.
"""

import os
from pathlib import Path
from typing import Any

from django.conf import settings

from config.gunicorn import *  # noqa: F403


def post_fork(server: Any, worker: Any) -> None:
    if "FATES" in os.environ:
        settings.CRASH_AT = _next_fate(Path(os.environ["FATES"]))


def _next_fate(fates: Path) -> str:
    first, *rest = [*fates.read_text().splitlines(), ""]
    fates.write_text("\n".join(rest))
    return first
