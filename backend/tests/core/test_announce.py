"""`make dev` says where everything is last of all, and ends well with Ctrl-C."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from tools import announce

ROOT = Path(__file__).parents[3]
SITE, API = "http://site.test/", "http://api.test/readyz"


def test_the_addresses_come_once_everything_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def answers(address: str) -> bool:
        asked.append(address)
        # The pages take longer than the server.
        return address == API or asked.count(SITE) > 2

    monkeypatch.setattr(announce, "answers", answers)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(signal, "pause", lambda: None)
    announce.main(API, SITE, "Site    http://localhost:5173")
    assert asked == [API, SITE, SITE, SITE]
    assert capsys.readouterr().out.split("\n")[1:3] == ["Ready.", "  Site    http://localhost:5173"]


@pytest.mark.parametrize(("said", "ends"), [(130, 0), (0, 0), (1, 1)])
def test_stopped_with_ctrl_c_is_no_error_and_a_crash_is_one(
    tmp_path: Path, said: int, ends: int
) -> None:
    """The script's last lines, with a honcho that ends as it is told."""
    ending = (ROOT / "tools" / "dev").read_text().partition("trap : INT")[2]
    honcho = tmp_path / ".venv" / "bin" / "honcho"
    honcho.parent.mkdir(parents=True)
    honcho.write_text(f"#!/bin/sh\nexit {said}\n")
    honcho.chmod(0o755)
    script = f"set -euo pipefail; ROOT=.; PROCESSES=(web){ending}"
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, check=False)
    assert done.returncode == ends
