"""Figures for the report on faults: what was done, how often, and how long the repair took."""

import json
import os
from pathlib import Path
from typing import Any


def record(kind: str, **figures: Any) -> None:
    """One line in the file FAULTS_REPORT, if there is to be a report; see `tools/faults.py`."""
    if target := os.environ.get("FAULTS_REPORT"):
        with Path(target).open("a") as lines:
            lines.write(json.dumps({"kind": kind, **figures}) + "\n")
